// A lesson: light its pieces, tie the callout to the first of them. Without this script the callout stands above the
// table. (staging.js posts what is staged.)
const $ = (selector, root = document) => root.querySelector(selector);
const phone = matchMedia("(max-width: 47.9375rem)");
const GAP = 16, SIDES = ["right", "left", "below", "above"];

// `roles`, `roles r-mayor` or `harbour .house`: a part of the page, or the smallest piece in it that draws or is this.
function find(where) {
  const [part, what] = where.split(" ");
  const place = document.getElementById(part);
  if (!place || !what) return place;
  if (what.startsWith(".")) return $(what, place);
  const drawing = $(`use[href="#${CSS.escape(what)}"]`, place);
  return drawing && (drawing.closest("li, section, .pile") || drawing.parentElement);
}

function light() {
  const pieces = $("#callout").dataset.lit.split("|").map(find).filter(Boolean);
  for (const old of document.querySelectorAll(".is-lit, .is-lit-too")) {
    if (!pieces.includes(old)) old.classList.remove("is-lit", "is-lit-too");
  }
  pieces.forEach((piece, i) => piece.classList.add(i ? "is-lit-too" : "is-lit"));
  return pieces[0];
}

// Beside the piece: on the side where it hides least of what may be pressed; on a phone a sheet above the bar.
function tie(piece) {
  const callout = $("#callout");
  callout.classList.add("is-tied");
  callout.style.left = callout.style.top = callout.style.bottom = "";
  if (phone.matches) {
    const bar = $("#ask").getBoundingClientRect();
    callout.style.bottom = `${bar.top > innerHeight / 2 ? innerHeight - bar.top + 8 : 8}px`;
    return;
  }
  const at = piece.getBoundingClientRect();
  const size = { width: callout.offsetWidth, height: callout.offsetHeight };
  const [side, place] = sides(at, size).sort(([, one], [, other]) => hidden(one) - hidden(other))[0];
  callout.dataset.side = side;
  callout.style.left = `${place.left + scrollX}px`;
  callout.style.top = `${place.top + scrollY}px`;
  const upright = side === "right" || side === "left";
  const [from, to, length] = upright ? [place.top, at.top, at.height] : [place.left, at.left, at.width];
  const toPiece = to + Math.min(length / 2, 50) - from;
  callout.style.setProperty("--tail", `${within(24, toPiece, (upright ? size.height : size.width) - 24)}px`);
}

// The window less the bar, which is above the table; on a phone lying down it stands at the right of it.
function room() {
  const bar = $("#ask").getBoundingClientRect(), { clientWidth } = document.documentElement;
  const beside = bar.width < innerWidth / 2, above = !beside && bar.top < innerHeight / 2;
  return { top: above ? Math.max(bar.bottom, 0) : 0, right: beside ? bar.left : clientWidth };
}

// Where it could stand, moved along the side so that it stays in the window.
function sides(at, { width, height }) {
  const right = room().right - width - 8, bottom = innerHeight - height - 8, top = room().top + 8;
  const along = { left: within(8, at.left - 8, right), top: within(Math.min(top, bottom), at.top - 10, bottom) };
  const places = {
    right: { left: at.right + GAP, top: along.top }, left: { left: at.left - GAP - width, top: along.top },
    below: { left: along.left, top: at.bottom + GAP }, above: { left: along.left, top: at.top - GAP - height },
  };
  return SIDES.map(side => {
    const place = places[side];
    const outside = Math.max(0, -place.left, place.left - right) + Math.max(0, top - place.top, place.top - bottom);
    return [side, { left: within(8, place.left, right), top: Math.max(8, place.top), width, height, outside }];
  });
}

function within(least, value, most) { return Math.max(least, Math.min(value, most)); }

// How bad a place is: first of all it must not leave the window or cover what is lit.
function hidden(place) {
  const covers = piece => {
    const at = piece.getBoundingClientRect();
    const across = at.left < place.left + place.width && place.left < at.right;
    return across && at.top < place.top + place.height && place.top < at.bottom;
  };
  const count = selector => [...document.querySelectorAll(selector)].filter(covers).length;
  return 10 * place.outside + 1000 * count(".is-lit") + 300 * count(".is-lit-too") + 30 * count("#board [data-piece]");
}

// Into the part of the window that neither the bar nor the callout covers.
function show(piece) {
  const above = room().top, below = phone.matches ? $("#callout").getBoundingClientRect().top : innerHeight;
  const at = piece.getBoundingClientRect();
  if (at.top < above || at.bottom > below) {
    scrollBy({ top: at.top - above - Math.max(12, (below - above - at.height) / 2), behavior: "instant" });
  }
}

// The end of the callout, with its buttons, as well, as far as the piece stays.
function showAll(piece) {
  const over = $("#callout").getBoundingClientRect().bottom + 8 - innerHeight;
  const most = piece.getBoundingClientRect().top - room().top - 4;
  if (over > 0 && most > 0) scrollBy({ top: Math.min(over, most), behavior: "instant" });
}

function arrange() {
  const piece = light();
  if (piece) tie(piece);
}

const piece = light();
if (piece) {
  tie(piece);
  show(piece);
  tie(piece);
  showAll(piece);
}
$("#callout-h").focus({ preventScroll: true });

let asked = 0;
const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(arrange); };
new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", soon);
document.fonts?.ready.then(soon);

document.addEventListener("click", event => {
  if (!event.target.closest("[data-to-piece]")) return;
  const lit = $(".is-lit");
  (lit?.matches("button") ? lit : $("button:not([aria-disabled]), a", lit) || $("#ask")).focus();
});

// Escape leaves a step that one knows, once nothing is staged or open.
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && !event.defaultPrevented && !$("details[open]")) $("[data-skip]")?.click();
});
