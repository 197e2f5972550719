// A replay: the slider, the keys, and playing by itself at a speed that is kept in this browser. Each step fetches the
// page of that move and shows it in the place of this one; without a script the buttons are links to it.
{
  let timer = 0, steps = Promise.resolve(), pending = 0;
  const link = name => $(`a[data-replay-${name}]`);
  const speed = () => { try { return localStorage.getItem("replay-speed"); } catch { return null; } };

  const show = async address => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement;
    const again = focused?.closest("#ask") && [...focused.attributes].find(one => one.name.startsWith("data-replay"))?.name;
    for (const id of ["top", "ask", "tabs", "main"]) document.getElementById(id).replaceWith(page.getElementById(id));
    history.replaceState(null, "", address);
    dress();
    if (again) $(`[${again}]`)?.focus();
    announce($("#ask-q").innerText);
  };

  const failed = () => { stop(); notice("The server has not shown that move. Press again in a moment.", ""); };
  const go = address => {
    if (!address) return steps;
    pending += 1;
    steps = steps.then(() => show(address)).catch(failed).finally(() => { pending -= 1; });
    return steps;
  };
  const stop = () => { clearTimeout(timer); timer = 0; dress(); };
  const tick = () => {
    if (!link("next")) return stop();
    timer = setTimeout(async () => { await go(link("next")?.href); if (timer) tick(); }, Number($("[data-replay-speed]").value));
    dress();
  };
  const turn = () => { if (timer) stop(); else tick(); };

  // What the server cannot know: the chosen speed, and whether it plays.
  const dress = () => {
    const choice = $("[data-replay-speed]"), play = link("play");
    if ($(`option[value="${speed()}"]`, choice)) choice.value = speed();
    choice.closest("label").hidden = false;
    if (!play) return;
    $("use", play).setAttribute("href", timer ? "#u-pause" : "#u-play");
    $(".sr", play).textContent = timer ? "Pause" : "Play";
  };

  document.addEventListener("change", event => {
    const { target } = event;
    if (target.matches("[data-replay-speed]")) {
      try { localStorage.setItem("replay-speed", target.value); } catch { /* no storage */ }
    } else if (target.matches("[data-replay], [data-replay-as]")) {
      stop();
      go(`${target.form.action}?${new URLSearchParams(new FormData(target.form))}`);
    }
  });
  document.addEventListener("click", event => {
    const pressed = event.target.closest("a");
    if (!pressed?.closest("#ask") || event.ctrlKey || event.metaKey || !pressed.href.includes("/replay?")) return;
    event.preventDefault();
    if (pressed === link("play")) return turn();
    stop();
    go(pressed.href);
  });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    const to = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (event.key === " " && !event.target.matches("a, button, summary")) { event.preventDefault(); turn(); }
    if (!to) return;
    event.preventDefault();
    stop();
    if (!pending) go(link(to)?.href);  // a key that is held asks for the next move once this one is shown
  });
  dress();
}
