// While the games are prepared: keeps the lobby's words about it current, and its games from being begun too early.
"use strict";

(() => {
  const EVERY = 1000; // milliseconds

  /** Whose rules are missing: of those games nothing can be begun yet. */
  function gate(notYet) {
    for (const form of document.querySelectorAll('form[action="/quick"], form[action^="/learn/"]')) {
      const game = form.elements.game?.value ?? form.getAttribute("action").split("/").pop();
      for (const button of form.querySelectorAll("button:not([type=button])")) button.disabled = notYet.includes(game);
    }
  }

  const missing = (block) => block?.dataset.notYet.split(" ").filter(Boolean) ?? [];

  async function look() {
    const block = document.getElementById("preparing");
    if (!block) return;
    try {
      const answer = await fetch("/preparing");
      if (answer.status === 204) {
        block.remove();
        gate([]);
        return;
      }
      if (answer.ok) {
        const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("preparing");
        const before = missing(block).length;
        for (const inner of [".preparing__bar", ".preparing__games"]) {
          block.querySelector(inner).replaceWith(part.querySelector(inner));
        }
        block.dataset.notYet = part.dataset.notYet;
        gate(missing(block));
        if (missing(block).length < before) document.getElementById("say").textContent = "A game is ready to be played.";
      }
    } catch {
      // the site is away for a moment: ask again
    }
    setTimeout(look, EVERY);
  }

  gate(missing(document.getElementById("preparing")));
  setTimeout(look, EVERY);
})();
