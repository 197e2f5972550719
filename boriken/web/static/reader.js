// The reader: on a phone a tap on a card of the hand, or on a building that can be paid, opens it large, with its text
// and what can be done with it. While a tap does something else (pays, discards), a switch over the hand makes it read,
// and a long press always does. It is made of the pieces as they lie on the table; the words of its button are those of
// the list of choices. No rules in here.

const small = matchMedia("(max-width: 47.9375rem), (max-height: 30rem) and (max-width: 64rem)");
const READABLE = ".hand__row .card, .bt:is(.is-can, .is-chosen, .is-short)";
const LONG_PRESS = 500;  // milliseconds
const SWIPE = 48;  // pixels
const BACK = "previousElementSibling", ON = "nextElementSibling";

const reader = document.createElement("dialog");
reader.className = "reader";
document.body.append(reader);

const part = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...inside.filter(Boolean));
  return made;
};
const copy = (piece, selector) => piece.querySelector(selector)?.cloneNode(true);
const nameOf = piece => piece.querySelector(".card__name, .bt__name").textContent;
const artOf = piece => copy(piece, ".card__art svg, .bt__band svg");
const costOf = piece => copy(piece, ".cost, .coin");
const bandOf = piece => [...piece.classList].find(name => /^(card|bt)--/.test(name)).replace("bt--", "card--");
const icon = name => {
  const svg = document.querySelector(".btn .i").cloneNode(true);
  svg.firstElementChild.setAttribute("href", `#${name}`);
  return svg;
};

function thumb(piece, open) {
  const made = part("button", `reader__thumb ${bandOf(piece)}${piece === open ? " is-open" : ""}`, artOf(piece));
  made.type = "button";
  made.setAttribute("aria-label", nameOf(piece));
  if (piece === open) made.setAttribute("aria-current", "true");
  made.append(part("span", "", costOf(piece)?.querySelector("b")?.textContent));
  made.addEventListener("click", () => { read(piece); reader.querySelector(".is-open").focus(); });
  return part("li", "", made);
}

function textOf(piece) {
  const words = piece.matches(".card")
    ? [part("p", "", ...piece.querySelector(".card__text").cloneNode(true).childNodes)]
    : [...piece.parentElement.querySelector(".tip").cloneNode(true).children].slice(1);
  return part("div", "reader__text", ...words);
}

// What pressing the piece does, as the list of choices says it; and what would follow.
const choiceOf = piece => piece.form && document.querySelector(`.choices__list [value="${CSS.escape(piece.value)}"]`);

function following(piece) {
  const effects = choiceOf(piece)?.querySelector(".choice__brings");
  return effects && part("p", "reader__sum", ...effects.cloneNode(true).childNodes);
}

function action(piece) {
  if (!piece.form) return null;
  const choice = choiceOf(piece)?.querySelector(":scope > span:not(:empty)");
  const staged = piece.getAttribute("aria-pressed") === "true";
  const made = part("button", "btn btn--go", staged ? "Take it back" : choice?.textContent || "Choose it");
  made.type = "button";
  made.addEventListener("click", () => {
    reader.close();
    const now = document.querySelector(`[form="stage"][value="${CSS.escape(piece.value)}"]`);  // it may have been drawn anew
    now?.form.requestSubmit(now);
  });
  return made;
}

function closing(words, name) {
  const made = part("button", name, words);
  made.type = "button";
  made.addEventListener("click", () => reader.close());
  return made;
}

function read(piece) {
  const cross = closing(icon("u-close"), "btn reader__close");
  cross.setAttribute("aria-label", "Close");
  const all = [...document.querySelectorAll(READABLE)];
  const name = part("span", "reader__name", nameOf(piece));
  const title = part("h2", "reader__title", costOf(piece), copy(piece, ".was"), name, copy(piece, ".seal"));
  title.querySelector(".seal").removeAttribute("aria-hidden");
  reader.replaceChildren(
    part("header", "reader__head", part("ul", "reader__strip", ...all.map(other => thumb(other, piece))), cross),
    part("div", `reader__card ${bandOf(piece)}`, title, part("div", "reader__art", artOf(piece)), textOf(piece)),
    following(piece) ?? "",
    part("div", "reader__do", action(piece), closing("Close", "btn")));
  reader.setAttribute("aria-label", nameOf(piece));
  if (!reader.open) reader.showModal();
}

const tapActs = piece => piece.form && !/^-?build:/.test(piece.value);

// Pay | Read: what a tap on a card of the hand does.
let tapReads = false;
function offerSwitch() {
  const paying = [...document.querySelectorAll(".hand__row .card")].find(tapActs);
  const offered = document.querySelector(".hand__tap");
  if (!paying) tapReads = false;
  if (!paying || !small.matches) return offered?.remove();
  if (offered) return;
  const ways = [[/^-?pay:/.test(paying.value) ? "Pay" : "Choose", false], ["Read", true]].map(([words, reads]) => {
    const way = part("button", "btn btn--s", words);
    way.type = "button";
    way.setAttribute("aria-pressed", tapReads === reads);
    way.addEventListener("click", () => { tapReads = reads; way.parentElement.remove(); offerSwitch(); });
    return way;
  });
  const made = part("span", "hand__tap", ...ways);
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", "What a tap on a card does");
  paying.closest(".hand").querySelector(".mine__head").append(made);
}
const board = document.getElementById("board");
if (board) new MutationObserver(offerSwitch).observe(board, { childList: true, subtree: true });
small.addEventListener("change", offerSwitch);
offerSwitch();

document.addEventListener("click", event => {
  const piece = event.target.closest(READABLE);
  if (!piece || !small.matches || (tapActs(piece) && !tapReads)) return;
  event.preventDefault();
  event.stopPropagation();
  read(piece);
}, true);

let held = 0;
document.addEventListener("pointerdown", event => {
  const piece = small.matches && event.target.closest(READABLE);
  if (piece) held = setTimeout(() => read(piece), LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(held));
document.addEventListener("contextmenu", event => { if (reader.open) event.preventDefault(); });

reader.addEventListener("click", event => { if (event.target === reader) reader.close(); });  // beside the card
reader.addEventListener("keydown", event => {
  event.stopPropagation();  // Escape closes the reader and leaves the draft alone
  const step = { ArrowLeft: BACK, ArrowRight: ON }[event.key];
  if (step) leaf(step);
});

function leaf(step) {
  reader.querySelector(".reader__thumb.is-open").parentElement[step]?.firstElementChild.click();
}

let swipe = null;
reader.addEventListener("pointerdown", event => { swipe = event.target.closest(".reader__card") && event.clientX; });
reader.addEventListener("pointerup", event => {
  const way = swipe === null ? 0 : event.clientX - swipe;
  if (Math.abs(way) > SWIPE) leaf(way < 0 ? ON : BACK);
});
