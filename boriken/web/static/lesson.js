// A lesson: light its pieces, tie the callout to the first of them, post staged pieces in the background. Without this
// script the callout stands above the table and everything works by plain forms.
const $ = (selector, root = document) => root.querySelector(selector);
const phone = matchMedia("(max-width: 47.9375rem)");
const GAP = 20;

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
  for (const old of document.querySelectorAll(".is-lit, .is-lit-too")) if (!pieces.includes(old)) old.classList.remove("is-lit", "is-lit-too");
  pieces.forEach((piece, i) => piece.classList.add(i ? "is-lit-too" : "is-lit"));
  return pieces[0];
}

// Beside the piece where there is room, and always on the page; on a phone a sheet above the bar.
function tie(piece) {
  const callout = $("#callout"), at = piece.getBoundingClientRect();
  callout.classList.add("is-tied");
  const side = name => { for (const each of ["right", "left", "below", "above"]) callout.classList.toggle(`callout--${each}`, each === name); };
  callout.style.left = callout.style.top = callout.style.bottom = "";
  if (phone.matches) {
    const bar = $("#ask").getBoundingClientRect();
    side("");
    callout.style.bottom = `${bar.top > innerHeight / 2 ? innerHeight - bar.top + 8 : 8}px`;
    return;
  }
  const { offsetWidth: wide, offsetHeight: high } = callout;
  const room = document.documentElement.clientWidth;
  const fits = { right: at.right + GAP + wide < room, left: at.left - GAP - wide > 0, below: at.bottom + GAP + high < innerHeight };
  const where = ["right", "left", "below"].find(name => fits[name]) || "above";
  side(where);
  const within = (value, most) => Math.max(8, Math.min(value, most));
  const upright = where === "right" || where === "left";
  const left = where === "right" ? at.right + GAP : where === "left" ? at.left - GAP - wide : within(at.left - 8, room - wide - 8);
  const top = upright ? within(at.top - 10, Math.max(innerHeight - high - 8, 8)) : where === "below" ? at.bottom + GAP : Math.max(8, at.top - GAP - high);
  callout.style.left = `${left + scrollX}px`;
  callout.style.top = `${top + scrollY}px`;
  const tail = upright ? at.top + Math.min(at.height / 2, 40) - top : at.left + Math.min(at.width / 2, 60) - left;
  callout.style.setProperty("--tail", `${within(tail, (upright ? high : wide) - 32)}px`);
}

// Into the part of the window that neither the bar nor the callout covers.
function show(piece) {
  const bar = $("#ask").getBoundingClientRect(), callout = $("#callout").getBoundingClientRect();
  const above = bar.top < innerHeight / 2 ? Math.max(bar.bottom, 0) : 0;
  const below = phone.matches ? callout.top : innerHeight;
  const at = piece.getBoundingClientRect();
  if (at.top >= above && at.bottom <= below) return;
  scrollBy({ top: at.top - above - Math.max(12, (below - above - at.height) / 2), behavior: "instant" });
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
}
$("#callout-h").focus({ preventScroll: true });

let asked = 0;
const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(arrange); };
new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", soon);
document.fonts?.ready.then(soon);

document.addEventListener("submit", event => {
  if (event.target.id !== "stage") return;
  event.preventDefault();
  window.send(event.target, event.submitter);  // table.js: posts, and swaps the parts that come back
});

document.addEventListener("click", event => {
  if (!event.target.closest("[data-to-piece]")) return;
  const lit = $(".is-lit");
  (lit?.matches("button") ? lit : $("button:not([aria-disabled]), a", lit) || $("#ask")).focus();
});

// Escape leaves a step that one knows, once nothing is staged or open.
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && !$("[data-do='stage-clear'], details[open], .tip.is-open")) $("[data-skip]")?.click();
});
