// The table's few lines: everything works without them, by plain forms. They post forms in the background, swap the
// parts that changed, keep focus and scroll, follow the table over a socket, and answer to keys. No rules in here.

const body = document.body;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const UNFOLDED = "details[open].choices, details[open].menu, details[open].compare";

// What somebody has chosen for all tables: kept in this browser, as the theme is. Off unless switched on.
const wanted = {
  is: name => { try { return localStorage.getItem(name) === "1"; } catch { return false; } },
  set: (name, on) => { try { localStorage.setItem(name, on ? "1" : "0"); } catch { /* no storage */ } },
};

// ── theme ──────────────────────────────────────────────────────────────────────────────────────────────────────────
document.addEventListener("click", event => {
  if (!event.target.closest("[data-theme-toggle]")) return;
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* no storage */ }
});

// ── menus and tooltips ─────────────────────────────────────────────────────────────────────────────────────────────
document.addEventListener("click", event => {
  if (!event.target.closest(".role"))  // a role may be staged while all are compared
    for (const open of $$(UNFOLDED)) if (!open.contains(event.target)) open.open = false;
  const piece = event.target.closest("[aria-disabled='true'], .has-tip > div:not(.tip)");  // a tap on a quiet piece explains it
  const tip = piece?.parentElement.querySelector(".tip");
  for (const open of $$(".tip.is-open")) if (open !== tip) open.classList.remove("is-open");
  tip?.classList.toggle("is-open");
});

// Whatever tips are shown go, those of the piece under the mouse or in focus until another one is meant.
function hideTips() {
  const seen = $$(".tip").filter(tip => getComputedStyle(tip).visibility === "visible");
  for (const tip of seen) { tip.classList.remove("is-open"); tip.parentElement.classList.add("is-quiet"); }
  return seen.length > 0;
}
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, event => {
  for (const quiet of $$(".is-quiet")) if (!quiet.contains(event.target)) quiet.classList.remove("is-quiet");
});
document.addEventListener("click", event => {
  if (event.target.closest("[data-do='hint']")) enough = -1;
  if (!event.target.closest("[data-do='hint-close']")) return;
  enough = number;
  $("#advice").hidden = true;
  shown.delete("advice");  // asked for again, it may be the same to the letter
  $("[data-do='hint']")?.focus({ preventScroll: true });
});
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    announce("Link copied.");
    button.classList.add("is-done");
  } catch { location.href = button.dataset.copy; }
});

// ── swapping parts ─────────────────────────────────────────────────────────────────────────────────────────────────
let shown = new Map();          // the parts as they came, to leave alone what did not change
let number = Number(body.dataset.number || 0);
let stamp = "";                 // what the server calls all that is shown: it answers with what has changed since
let queue = Promise.resolve();  // one movement at a time
let enough = -1;                // the number whose hint was closed
let said = "";                  // to screen readers: staging a piece is no reason to say it again

function announce(words) { const place = $("#say"); if (place) place.textContent = words; }

function focusKey() {
  const at = document.activeElement;
  if (!at || at === body) return null;
  const owner = at.closest("[id]");
  const words = owner === at ? null : at.textContent;
  return { piece: at.dataset?.piece, act: at.dataset?.do, list: listOf(at), part: owner?.id, words };
}

// The same piece may stand on the table, in the list of choices and in the table that compares roles.
function listOf(element) { return element.closest(".choices, .compare")?.className; }

function restoreFocus(key) {
  if (!key || (document.activeElement && document.activeElement !== body)) return;
  const find = () => {
    if (key.list) { const list = $(`.${key.list}`); if (list) list.open = true; }
    if (key.piece) {
      const same = $$(`[data-piece="${CSS.escape(key.piece)}"]`).filter(e => listOf(e) === key.list);
      if (same[0]) return same[0];
    }
    if (key.act) return $(`[data-do="${CSS.escape(key.act)}"]:not([disabled])`);
    const part = document.getElementById(key.part);  // else what has its id, or says the same in the same part
    if (!part || key.words === null) return part;
    return $$("a, button, summary, [tabindex]", part).find(one => one.textContent === key.words);
  };
  (find() || $("#ask"))?.focus({ preventScroll: true });
}

function arrivals() { return new Map($$("[data-new]").map(e => [e.dataset.new, e])); }

function made(html) {
  const box = document.createElement("template");
  box.innerHTML = html.trim();
  return box.content;
}

// The first greeting brings all parts: those that the page came with are left alone.
function isShown(id, html) {
  if (!shown.has(id) && made(html).firstElementChild?.isEqualNode(document.getElementById(id))) shown.set(id, html);
  return shown.get(id) === html;
}

function swapNow(parts, order) {
  const key = focusKey();
  const unfolded = $$("details[open].menu, details[open].compare").map(open => open.className);
  const form = $("details[open].play-on"), field = form?.contains(document.activeElement) && document.activeElement;
  const mine = $(".ask.is-mine"), hinted = $("section#advice:not([hidden])");
  for (const [id, html] of Object.entries(parts)) {
    const old = document.getElementById(id);
    if (!old) continue;
    old.replaceWith(made(html));
    shown.set(id, html);
  }
  const board = $("#board");
  if (board && order.some((id, i) => board.children[i]?.id !== id)) {
    board.append(...order.map(id => document.getElementById(id)).filter(Boolean));
  }
  for (const name of unfolded) { const again = $(`.${name}`); if (again) again.open = true; }
  if (form && !form.isConnected) $(".play-on")?.replaceWith(form);  // with what was chosen in it
  if (mine && !mine.isConnected) $(".ask.is-mine")?.classList.add("is-going-on");  // the flag unfurls once a turn
  if (parts.advice) showHint(hinted);
  light();
  if (field) field.focus({ preventScroll: true }); else restoreFocus(key);
}

// A hint that was closed stays so for as long as the same is asked; a new one is told, and seen.
function showHint(before) {
  const hint = $("section#advice");
  if (!hint) return;
  hint.hidden = enough === number;
  if (hint.hidden || before) return;
  announce($(".opt", hint).innerText);
  hint.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// Where a piece comes from: a place on the table, or what the mover has in stock.
function sourceOf(piece, mover) {
  const src = piece.dataset.src;
  if (!src.startsWith("stock-")) return document.getElementById(src);
  return document.getElementById(mover)?.querySelector(`[data-stock="${src.slice(6)}"] svg`);
}

// Which pieces arrive, and from where? The new parts tell, before they are shown. One glides from each source.
function glides(parts, mover) {
  const before = arrivals();
  const box = document.createElement("template");
  box.innerHTML = Object.values(parts).join("");
  const found = new Map();
  for (const piece of $$("[data-new]", box.content)) {
    if (before.has(piece.dataset.new)) continue;
    const source = sourceOf(piece, mover);
    if (source && !found.has(source)) found.set(source, piece.dataset.new);
  }
  return [...found].slice(0, 6).map(([source, key], i) => ({ source, key, name: `piece-${i}` }));
}

async function swap(all, order, mover) {
  const parts = Object.fromEntries(Object.entries(all).filter(([id, html]) => !isShown(id, html)));
  if (!Object.keys(parts).length) return;
  if (!document.startViewTransition || calm.matches || document.hidden) return swapNow(parts, order);
  const pieces = glides(parts, mover);
  if (!pieces.length) return swapNow(parts, order);
  for (const { source, name } of pieces) source.style.viewTransitionName = name;
  const arrived = [];
  const transition = document.startViewTransition(() => {
    for (const { source } of pieces) source.style.viewTransitionName = "";
    swapNow(parts, order);
    const now = arrivals();
    for (const { key, name } of pieces) {
      const piece = now.get(key);
      if (piece) { piece.style.viewTransitionName = name; arrived.push(piece); }
    }
  });
  try { await transition.finished; } catch { /* skipped */ }
  for (const piece of arrived) piece.style.viewTransitionName = "";
}

function take(update) {
  queue = queue.then(async () => {
    if (update.finished && !Object.keys(update.parts || {}).length) { location.reload(); return; }  // another page now
    if (String(update.seat ?? "") !== body.dataset.seat) { location.reload(); return; }  // a bot has the seat, or I have it back
    if (update.number < number) return;  // an answer that was overtaken on its way; numbers only ever grow
    if (update.since && update.since !== stamp && update.stamp !== stamp) return;  // likewise: the socket has told more
    stamp = update.stamp || "";
    if (update.number > number && !lost) notice("");  // what was refused is no longer asked
    number = update.number;
    body.dataset.number = number;
    if (update.title) document.title = update.title;
    await swap(update.parts || {}, update.order || [], update.mover);
    if (update.say && update.say !== said) announce(update.say);
    said = update.say;
    document.dispatchEvent(new Event("shown"));  // for settings and notices
  }).catch(error => console.error(error));
  return queue;
}

// ── forms in the background ────────────────────────────────────────────────────────────────────────────────────────
let sending = Promise.resolve();  // one after the other: a quick hand presses faster than answers come
let waiting = 0;
const asked = new Set();          // what is not asked twice: a move, taking back, a hint for the same number

const GLANCE = 8000;
let lost = false;  // the server does not answer: the notice stays until it does
let glance = 0;

// A refusal is shown for a while; that the server is away, until it is back.
function notice(words, kind = "notice--bad", away = false) {
  $("#notice")?.remove();
  clearTimeout(glance);
  lost = away;
  if (!words) return;
  if (!away) glance = setTimeout(notice, GLANCE, "");
  const line = document.createElement("p");
  line.id = "notice";
  line.className = `notice ${kind} notice--float`;
  line.setAttribute("role", kind ? "alert" : "status");
  line.textContent = words;
  body.append(line);
}

function send(form, submitter) {
  const address = form.getAttribute("action");  // (form.action may be a button of that name)
  const data = new URLSearchParams(new FormData(form));
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const once = address.endsWith("/draft") ? "" : `${address} ${data}`;
  if (once && asked.has(once)) return;
  asked.add(once);
  waiting += 1;
  body.classList.add("is-sending");
  sending = sending.then(() => post(address, data)).finally(() => {
    asked.delete(once);
    waiting -= 1;
    body.classList.toggle("is-sending", waiting > 0);
  });
}

// A server that is just being restarted answers again soon. What says which entry it follows can be sent again: it
// cannot be played twice, so it is sent until there is an answer. A press of a piece could count twice, so it is not.
const PAUSES = [300, 1000, 2500], PATIENCE = 20000;
const maySendAgain = address => /\/(move|undo|pace|skip)$/.test(address);
let awake = () => {};  // ends a pause: the server seems to be back

async function ask(address, data) {
  for (let again = 0; ; again++) {
    try {
      const signal = AbortSignal.timeout?.(PATIENCE);
      const answer = await fetch(address, { method: "POST", body: data, headers: { Accept: "application/json" }, signal });
      const ours = answer.headers.get("content-type")?.startsWith("application/json");
      if ([502, 503, 504].includes(answer.status) && !ours) throw new Error("a proxy says that the server is away");
      if (answer.status !== 503 || !maySendAgain(address) || again >= PAUSES.length) return { answer, again };
    } catch (error) {
      if (!maySendAgain(address)) throw error;
      if (again >= PAUSES.length) notice("No answer from the server. Your table is safe; trying again.", "", true);
      connect();
    }
    await new Promise(done => { awake = done; setTimeout(done, PAUSES[again] ?? 5000); });
  }
}

async function post(address, data) {
  try {
    data.set("shown", stamp);
    const { answer, again } = await ask(address, data);
    const json = await answer.json();
    if (answer.status === 409 && again) {  // it was played the first time, and only the answer was lost
      notice("");
      look();
    } else if (!answer.ok) {
      notice(json.error || "The server refused that.");
    } else {
      notice("");
      await take(json);
    }
  } catch {
    notice("No answer from the server. Your table is safe; press again once it answers.", "", true);
    look();
  }
}

if (body.dataset.live) {
  document.addEventListener("submit", event => {
    const form = event.target;
    if (!(form.getAttribute("action") || "").startsWith(`/tables/${body.dataset.table}/`)) return;
    event.preventDefault();
    form.closest("details")?.removeAttribute("open");
    send(form, event.submitter);
  });
}

// ── keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────
document.addEventListener("keydown", event => {
  if (!body.dataset.live && !$("#callout, #puzzle-h")) return;  // at a table, in a lesson or a puzzle
  if (event.target.matches("input, select, textarea")) return;
  const press = selector => { const button = $(selector); if (button && !button.disabled) { event.preventDefault(); button.click(); } };
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return press("[data-do='confirm']");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    const open = $(UNFOLDED);
    if (open) { open.open = false; $("summary", open).focus(); }
    if (open || hideTips()) event.preventDefault();  // it has closed something: a lesson leaves no step for that
    return open ? undefined : press("[data-do='stage-clear']");
  }
  if (wanted.is("no-letters")) return;
  const key = event.key.toLowerCase();
  if (key === "u") return press("[data-do='undo']");
  if (key === "h") return press("[data-do='hint']");
  if (key === "s") return press("[data-do='skip']");
  if (key === "c") return press("[data-do='compare']");
  if (/^[1-9]$/.test(key)) return press(`.choices [data-key='${key}'], .ask__do [data-key='${key}']`);
  if (event.key === "?") { const menu = $(".menu"); if (menu) { menu.open = !menu.open; $("summary", menu).focus(); } }
});

// ── tabs: the lit one is what was tapped, else what lies before the eyes ───────────────────────────────────────────
let tapped = "";

function light() {
  const tabs = $$("#tabs a");
  if (!tabs.length || !tabs[0].offsetParent) return;
  const { bottom, width, height } = $("#tabs").getBoundingClientRect();
  const edge = (height > width ? 0 : bottom) + 48;  // on a phone lying down they stand beside the table
  const above = tabs.map(tab => [tab, $(tab.hash)?.getBoundingClientRect().top ?? Infinity]).filter(([, top]) => top <= edge);
  const seen = above.sort((one, other) => other[1] - one[1])[0]?.[0] || tabs.find(tab => tab.hash === `#${$("#board")?.children[0]?.id}`);
  const lit = tabs.find(tab => tab.hash === tapped) || seen;
  for (const tab of tabs) if (tab === lit) tab.setAttribute("aria-current", "true"); else tab.removeAttribute("aria-current");
}
document.addEventListener("click", event => {
  const tab = event.target.closest("#tabs a");
  if (tab) { tapped = tab.hash; light(); }
});
for (const name of ["wheel", "touchmove"]) addEventListener(name, () => { tapped = ""; }, { passive: true });
addEventListener("scroll", light, { passive: true });

// ── waiting: after ten seconds a clock appears ─────────────────────────────────────────────────────────────────────
let waited = 0, waitedFor = "";
setInterval(() => {
  const clock = $("[data-clock]");
  const who = clock && $("#ask .ask__turn").textContent + number;
  if (!clock || who !== waitedFor) { waited = 0; waitedFor = who; return; }
  waited += 1;
  if (waited < 10) return;
  clock.hidden = false;
  $("b", clock).textContent = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}`;
}, 1000);

// ── the socket: follow the table, heal by itself ───────────────────────────────────────────────────────────────────
let socket = null, tries = 0, timer = 0, lastWord = Date.now();
const OPENING = 10000;  // a server that was killed while it took the call never answers it, and browsers wait for minutes
let told = {};  // all parts as the socket has told them: it tells only what changed since it last spoke, not since an answer

function connect() {
  if (!body.dataset.live || !body.dataset.table) return;
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  clearTimeout(timer);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const call = socket = new WebSocket(`${scheme}//${location.host}/tables/${body.dataset.table}/socket`);
  const opening = setTimeout(() => call.close(), OPENING);
  socket.addEventListener("open", () => {
    clearTimeout(opening);
    tries = 0;
    told = {};
    lastWord = Date.now();
    notice("");
    awake();
    socket.send(JSON.stringify({ number }));
  });
  socket.addEventListener("message", event => {
    lastWord = Date.now();
    if (lost) notice("");
    const update = JSON.parse(event.data);
    if (update.parts) update.parts = { ...Object.assign(told, update.parts) };
    if (update.parts || update.finished) take(update);
  });
  socket.addEventListener("close", () => {
    clearTimeout(opening);
    if (tries > 1) notice("Connection lost. Your table is safe; trying again.", "", true);
    timer = setTimeout(connect, Math.min(250 * 2 ** tries++, 8000) * (0.75 + Math.random() / 2));
  });
}

// Ask for what is new.
function look() {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ number })); else { tries = 0; connect(); }
}

if (body.dataset.live) {
  connect();
  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - lastWord > 60000) return socket.close();  // asleep or gone: begin anew
    socket.send(JSON.stringify({ ping: 1 }));
  }, 20000);
  for (const name of ["online", "focus", "pageshow"]) addEventListener(name, look);
}

// ── forms of the lobby: only what belongs to the chosen game ───────────────────────────────────────────────────────
function fit(form) {
  const game = form.querySelector("[name=game]:checked")?.value;
  const players = Number(form.querySelector("[name=players]:checked")?.value || 0);
  for (const part of $$("[data-game]", form)) part.hidden = part.dataset.game !== game;
  for (const part of $$("[data-if]", form)) {
    const [name, value] = part.dataset.if.split("=");
    part.hidden = !$$(`[name="${name}"]:checked`, form).some(input => input.value === value);
  }
  for (const input of $$("[data-if] :is(input, select)", form)) input.disabled = !!input.closest("[data-if][hidden]");
  for (const count of $$("[data-count]", form)) {
    const wanted = Number(count.dataset.count), ticked = $$("input:checked", count.closest("fieldset")).length;
    count.textContent = `${ticked} of ${wanted}`;
    count.classList.toggle("is-wrong", ticked !== wanted);
  }
  for (const part of $$("[data-seat]", form)) part.hidden = Number(part.dataset.seat) > players;
  for (const one of $$("[data-players-of]", form)) {
    one.hidden = !one.dataset.playersOf.split(" ").includes(game);
    const input = $("input", one);
    if (one.hidden && input?.checked) { $$("[data-players-of]", form).filter(o => !o.hidden).at(-1)?.querySelector("input").click(); }
  }
}
for (const form of $$("form[data-fit]")) { form.addEventListener("change", () => fit(form)); fit(form); }

for (const link of $$("[data-absolute]")) link.textContent = new URL(link.dataset.absolute, location.href).href;
