// A table that waits for people: the socket rings when somebody sits down or gets up, and the page looks. What somebody
// types meanwhile stays.
{
  const look = async () => {
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const [then, now] = [$("#wait-seats"), $("#wait-seats", page)];
      if (!now) location.reload();  // the game has begun
      else if (then.outerHTML !== now.outerHTML) then.replaceWith(now);
    } catch { /* the server is away: the socket will know when it is back */ }
  };

  let tries = 0;
  const listen = () => {
    const bell = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/tables/${body.dataset.wait}/socket`);
    bell.addEventListener("open", () => {
      tries = 0;
      bell.send(JSON.stringify({ number: 0 }));
      look();  // somebody may have come before we listened
    });
    bell.addEventListener("message", event => { if (JSON.parse(event.data).finished) look(); });
    bell.addEventListener("close", () => setTimeout(listen, Math.min(250 * 2 ** tries++, 8000)));
    const awake = setInterval(() => {
      if (bell.readyState === WebSocket.OPEN) bell.send(JSON.stringify({ ping: 1 })); else clearInterval(awake);
    }, 20000);
  };
  listen();
  for (const name of ["online", "focus", "pageshow"]) addEventListener(name, look);
}
