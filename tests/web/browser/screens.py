"""What can be seen of a page without eyes: nothing sideways, no text cut or on top of another, room for a finger."""

from __future__ import annotations

from playwright.sync_api import Page

FAULTS = """([touch, within]) => {
  const root = document.querySelector(within);
  const faults = [];
  const folded = e => e.closest("details:not([open])") && !e.closest("summary");
  const shown = e => !folded(e) && e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
  const sideways = document.documentElement.scrollWidth - innerWidth;
  if (sideways > 0) faults.push(`scrolls sideways by ${sideways} px`);

  // What is asked, and the buttons that answer it: in the window, and under nothing else.
  for (const e of root.querySelectorAll("#ask-q, .ask__do :is(a, button, summary), .replay__form select")) {
    if (!shown(e) || e.closest(".choices__list")) continue;
    const box = e.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!top || !(e.contains(top) || top.contains(e))) faults.push(`out of sight: ${e.innerText}`);
  }

  // Texts as boxes. What is for screen readers alone or comes only when asked for is none.
  const unseen = ".sr, .tip, .sprite, .skip, svg, .choices__list, .menu__body, .log, script, style";
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const owner = node.parentElement, words = node.textContent.trim();
    if (!words || !shown(owner) || owner.closest(unseen)) continue;
    if (owner.closest(".wide, .hold__name, .treasure span, .town span, .bt__state span, .stock h3, .fest h3 span")
        && getComputedStyle(owner).position === "absolute") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const dotted = getComputedStyle(owner).textOverflow === "ellipsis" && owner.getBoundingClientRect();
    const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
    if (lines.size > 1 && !/[\\s-]/.test(words)) faults.push(`broken in two: ${words}`);
    for (const box of range.getClientRects()) {
      if (dotted && box.right > dotted.right) box.width = dotted.right - box.left;  // what is beyond is not drawn
      if (box.width > 1) texts.push({ words, owner, box });
    }
  }

  const piece = ".role, .bt, .ct, .card, .mini-card, .btn, .hullbtn, .slot, .hold li, .treasure li, .rival, .pile, "
    + ".trade-tile, .house, .arrivals, .ship, .market__note, .tabs a, .gauge, .ask__what, .ask__turn, .dt, .fest__goal";
  for (const { words, owner, box } of texts) {
    const style = getComputedStyle(owner);
    if (style.overflowX !== "visible" && style.textOverflow !== "ellipsis" && owner.scrollWidth > owner.clientWidth + 1)
      faults.push(`cut: ${words}`);
    const frame = owner.closest(piece);
    if (!frame || frame.closest(".is-pay")) continue;  // a card that pays lies askew
    const edge = frame.getBoundingClientRect();
    const out = Math.round(Math.max(edge.left - box.left, box.right - edge.right));
    if (out > 2) faults.push(`${words}: ${out} px out of .${frame.className}`);
  }

  const stuck = ".card__stamp, .role__purse, .chip-new";  // on top of things on purpose
  for (const [frame, some] of Map.groupBy(texts, text => text.owner.closest(piece))) {
    if (!frame) continue;
    some.forEach((one, i) => some.slice(i + 1).forEach(other => {
      if (one.owner === other.owner || one.owner.closest(stuck) || other.owner.closest(stuck)) return;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 3 && high > 6)
        faults.push(`on top of each other: ${one.words} / ${other.words} in .${frame.className}`);
    }));
  }

  if (touch) for (const e of root.querySelectorAll("button, summary, a[href]")) {
    if (!shown(e) || e.closest(".choices__list, .menu__body, .skip, [aria-disabled=true]")) continue;
    const { width, height } = e.getBoundingClientRect();
    if (Math.min(width, height) < 43)
      faults.push(`small for a finger: ${Math.round(width)}x${Math.round(height)} .${e.className} ${e.innerText}`);
  }
  return [...new Set(faults)];
}"""


def faults(page: Page, touch: bool, within: str = "body") -> list[str]:
    """What is wrong with a table, or a part of it, in this window, in words."""
    found: list[str] = page.evaluate(FAULTS, [touch, within])
    return found
