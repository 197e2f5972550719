// In a lesson, in a puzzle and where a finished game is explored: post staged pieces in the background. Without this
// script they are plain forms.
const stage = () => document.getElementById("stage");

// What is staged travels in the form, so a quick hand has to wait for the form that its last press brings.
let pressing = Promise.resolve(), pressed = 0;
document.addEventListener("submit", event => {
  const { target: form, submitter } = event;
  if (form.id === "stage") {
    event.preventDefault();
    const { name, value } = submitter;
    pressed += 1;
    document.body.dataset.pressing = pressed;  // for who would swap parts meanwhile
    pressing = pressing.then(async () => {
      const data = new URLSearchParams(new FormData(stage()));
      data.set(name, value);
      await window.post(stage().getAttribute("action"), data);  // table.js: swaps the parts that come back
      pressed -= 1;
      if (!pressed) delete document.body.dataset.pressing;
    });
  } else if (form.id === "confirm" && pressed) {
    event.preventDefault();
    pressing.then(() => document.getElementById("confirm").requestSubmit());
  }
});
