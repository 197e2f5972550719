// A table at a moment of a finished game: ask for the judgement of its choices, go by keys. Without this script the
// choices are judged by a link. (staging.js posts what is staged.)
const $ = (selector, root = document) => root.querySelector(selector);

// ── the judgement comes when it is there ───────────────────────────────────────────────────────────────────────────
async function judge() {
  const wanted = $("#opts")?.dataset.judgement;
  if (!wanted) return;
  note("Thinking …");
  try {
    const answer = await fetch(wanted, { headers: { Accept: "application/json" } });
    const json = await answer.json();
    if (!answer.ok) return again(json.error, Number(answer.headers.get("retry-after")));
    if (document.body.dataset.pressing || $("#stage [name=draft]")) json.parts = { opts: json.parts.opts };  // what was staged meanwhile stays
    await window.take(json);
    window.announce($("#opts .opt")?.innerText || "");
  } catch { note("No answer from the server. Load the page again once it answers."); }
}

function note(words) { const place = $("#opts [data-note]"); if (place) place.textContent = words; }

// Who steps quickly asks more often than thought comes: a little later there is some again.
function again(words, seconds) {
  note(words);
  if (seconds) setTimeout(judge, seconds * 1000);
}

// ── keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────
const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", Backspace: "game", b: "best" };
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const letter = event.key.length === 1;
  if (letter && wanted.is("no-letters")) return;
  const way = $(`a[data-step="${KEYS[letter ? event.key.toLowerCase() : event.key] || "-"}"]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});

judge();
