// A review: the cursor, the keys, and what is found while one reads. Each step fetches the page of that moment and shows
// it in the place of this one; without a script the buttons are links to it, and the page loads itself anew.
{
  const ENOUGH = .03;  // of the work: so much more is worth a look
  let steps = Promise.resolve();
  const link = name => $(`a[data-review-${name}]`);
  const share = () => Number($("#working")?.value ?? 1);

  // The moment that is shown has an address even where the server has chosen it: it stays while more is found.
  const asked = form => `${form.action}?${new URLSearchParams(new FormData(form))}`;
  const here = () => asked($("[data-review-at]").form);

  const fetched = async address => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };

  // What has the focus keeps it, by what it is for; lists stay where they were scrolled to.
  const show = page => {
    const focused = document.activeElement;
    const again = [...focused?.attributes ?? []].find(one => one.name.startsWith("data-review"))?.name;
    const list = focused?.getAttribute("href");
    const scrolled = [".opts", ".decisions__list", ".review__moment"].map(part => [part, $(part)?.scrollTop ?? 0]);
    const open = $(".chances__table")?.open;
    const before = share();
    for (const id of ["ask", "main"]) document.getElementById(id).replaceWith(page.getElementById(id));
    for (const [part, top] of scrolled) if ($(part)) $(part).scrollTop = top;
    if (open) $(".chances__table").open = true;
    if (again) $(`[${again}]`)?.focus();
    else if (list) [...document.querySelectorAll("#main a")].find(a => a.getAttribute("href") === list)?.focus();
    const quarter = Math.floor(4 * share());
    if (quarter > Math.floor(4 * before)) announce(quarter === 4 ? "The review is done." : `The review is ${25 * quarter} percent done.`);
  };

  // The decision at hand in the middle of its list; the page stays where it is.
  const listed = () => {
    const list = $(".decisions__list"), current = $("[aria-current]", list);
    if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  };

  const go = address => {
    if (!address) return;
    steps = steps.then(async () => {
      show(await fetched(address));
      history.replaceState(null, "", address);
      listed();
      announce($("#ask-q").innerText);
    }).catch(() => notice("The server has not shown that moment. Press again in a moment.", ""));
  };

  // The server tells how far it is; the page is fetched again when there is something to see.
  if ($("[data-review-running]")) {
    const progress = new EventSource($("[data-review-running]").dataset.reviewRunning);
    progress.addEventListener("review", ({ data }) => {
      const now = JSON.parse(data), over = now.done || now.failed;
      if (over) progress.close();
      if (!over && (document.hidden || now.share < share() + ENOUGH)) return;
      steps = steps.then(async () => show(await fetched(over ? location.href : here()))).catch(() => {});  // the next one may come through
    });
  }
  listed();

  document.addEventListener("change", event => {
    const { target } = event;
    if (target.matches("[data-review-at]")) go(asked(target.form));
  });
  document.addEventListener("click", event => {
    const pressed = event.target.closest("a");
    if (!pressed?.closest("#ask, #main") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (pressed.pathname !== location.pathname || !pressed.search) return;
    event.preventDefault();
    go(pressed.href);
  });
  const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", m: "bad", e: "explore" };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const way = link(keys[event.key]);
    if (!way) return;
    event.preventDefault();
    way.click();
  });
}
