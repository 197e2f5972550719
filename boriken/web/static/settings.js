// The settings in a table's menu, and what those do that the server has a part in.

{
  const show = () => {
    for (const part of $$("[data-settings]")) part.hidden = false;
    for (const button of $$("[data-setting]")) button.setAttribute("aria-pressed", wanted.is(button.dataset.setting));
  };
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-setting]");
    if (!button) return;
    const name = button.dataset.setting, on = !wanted.is(name);
    wanted.set(name, on && await mayBeSwitchedOn(name));
    show();
    pass();
  });

  // A role that could be taken back is taken with one press: the server decides which.
  document.addEventListener("formdata", event => {
    if (event.target.id === "stage" && wanted.is("one-press")) event.formData.set("straight", "1");
  });

  // Passing where only that makes sense: the server decides, too. What was taken back is left to the person.
  let asked = "", regretted = false;
  const pass = () => {
    if (!$(".ask.is-mine")) { regretted = false; return; }
    if (!wanted.is("pass") || regretted || asked === body.dataset.number || !$(".ask__do [value=pass]")) return;
    asked = body.dataset.number;
    $("#pass").requestSubmit();
  };
  document.addEventListener("submit", event => { if (event.target.id === "undo") regretted = true; });

  document.addEventListener("shown", () => { show(); pass(); });
  show();
  pass();
}
