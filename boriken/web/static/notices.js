// It is my turn: a sound, and a notice of the browser's if the tab is hidden. Both only for those who want them; the
// tab's title says it anyway.

let audio = null;

function ring() {
  audio ??= new AudioContext();
  audio.resume();  // browsers let a page be heard once somebody has pressed something in it
  for (const [i, pitch] of [523.25, 783.99].entries()) {
    const at = audio.currentTime + i * 0.16;
    const note = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.15, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.5);
  }
}

// A notice of the browser's, or null. Chrome on Android allows them, knows their name, and fails: only trying tells.
function notify(title, words) {
  try {
    const icon = $("link[rel=icon]").href;
    const told = new Notification(title, { body: words, tag: body.dataset.table, icon });
    told.addEventListener("click", () => { focus(); told.close(); });
    return told;
  } catch { return null; }
}

// Called when somebody switches a setting on: lets the sound be heard, asks the browser to allow notices and shows one.
async function mayBeSwitchedOn(name) {
  if (name === "sound") ring();
  if (name !== "notify") return true;
  const allowed = await globalThis.Notification?.requestPermission() === "granted";
  if (allowed && notify("Notices are on", "So you will be told that it is your turn.")) return true;
  notice("Your browser does not let this site show notices. Its settings for this page can allow them.", "");
  return false;
}

{
  let mine = false;
  const look = () => {
    const before = mine;
    mine = !!$(".ask.is-mine");
    if (!mine || before) return;
    if (wanted.is("sound")) ring();
    const allowed = globalThis.Notification?.permission === "granted";
    if (wanted.is("notify") && document.hidden && allowed) notify("Your turn", $("#ask-q").innerText);
  };
  mine = !document.hidden && !!$(".ask.is-mine");  // who opens the page sees it
  look();
  document.addEventListener("shown", look);
}
