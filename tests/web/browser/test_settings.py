"""Settings for all tables: one press for a role, passing, sound and notices."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from .conftest import Visitor
from .playing import my_turn, start, state, take_one_step


def switch(page: Page, setting: str) -> None:
    page.locator(".menu > summary").click()
    page.locator(f"[data-setting='{setting}']").click()
    page.keyboard.press("Escape")


def to_a_role(page: Page, seed: int) -> None:
    rng = random.Random(seed)
    while my_turn(page)["question"] != "Take a role" or "role:builder" not in state(page)["pieces"]:
        take_one_step(page, rng)


def test_a_role_is_taken_with_one_press_and_taken_back_with_another(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=2)
    to_a_role(page, seed=2)
    builder = page.locator(".table__main [form=stage][value='role:builder']")
    builder.click()
    expect(builder).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(builder).to_have_attribute("aria-pressed", "false")
    switch(page, "one-press")
    builder.click()
    expect(page.locator("#ask-q")).to_have_text("Build something")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#ask-q")).to_have_text("Take a role")
    page.reload()
    expect(page.locator("[data-setting='one-press']")).to_have_attribute("aria-pressed", "true")


def test_passing_is_left_to_the_server_and_not_asked_for_again_after_taking_back(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/pass") else None)
    to_a_role(page, seed=2)
    switch(page, "pass")
    page.wait_for_timeout(300)
    assert asked == [], "nobody passes on a role"
    for presses in (1, 1):  # taken, taken back, and taken again
        page.locator(".table__main [form=stage][value='role:builder']").click()
        page.get_by_role("button", name="Take the builder").click()
        expect(page.locator("#ask-q")).to_have_text("Build something")
        page.wait_for_timeout(300)
        assert len(asked) == presses
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#ask-q")).to_have_text("Take a role")


HEARD = """
  window.heard = [];
  window.hide = false;
  Object.defineProperty(document, "hidden", { get: () => window.hide });
  class Sound { constructor() { this.currentTime = 0; } resume() {} }
  window.AudioContext = Sound;
  window.OscillatorNode = class { connect(next) { return next; } start() { window.heard.push("sound"); } stop() {} };
  window.GainNode = class {
    gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect(next) { return next; }
  };
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.heard.push("asked"); return this.permission = "granted"; }
    constructor(title) { if (window.android) throw new TypeError("Illegal constructor"); window.heard.push(title); }
    addEventListener() {}
    close() {}
  };
"""


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.heard.splice(0)")
    return found


def a_turn_later(page: Page, rng: random.Random) -> None:
    """Play until the others have played, and it is my turn again."""
    for _ in range(30):
        my_turn(page)
        take_one_step(page, rng)
        if page.locator(".ask.is-wait").count():
            break
    my_turn(page)
    page.wait_for_timeout(100)


def test_sound_and_notices_are_off_unless_switched_on(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script(HEARD)
    page.goto("/")
    start(page, "san-juan", bots=2)
    page.locator(".menu > summary").click()
    page.locator("button[name=pace][value=quick]").click()  # so that the others' turn is shown
    rng = random.Random(5)
    a_turn_later(page, rng)
    assert heard(page) == []
    assert page.title().startswith("Your turn")
    switch(page, "sound")
    assert set(heard(page)) == {"sound"}, "it is heard once when it is switched on"
    switch(page, "notify")
    assert heard(page) == ["asked", "Notices are on"], "the browser is asked by a press only"
    a_turn_later(page, rng)
    assert set(heard(page)) == {"sound"}, "who looks at the page needs no notice"
    page.evaluate("window.hide = true")
    a_turn_later(page, rng)
    assert set(heard(page)) == {"sound", "Your turn"}
    page.evaluate("window.android = true")  # there notices are allowed, and fail
    switch(page, "notify")
    switch(page, "notify")
    expect(page.locator("#notice")).to_contain_text("does not let this site show notices")
    expect(page.locator("[data-setting='notify']")).to_have_attribute("aria-pressed", "false")


def test_keys_of_one_letter_can_be_switched_off(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=2)
    to_a_role(page, seed=2)
    compared = page.locator("details.compare[open]")
    page.keyboard.press("c")
    expect(compared).to_have_count(1)
    page.keyboard.press("Escape")
    switch(page, "no-letters")
    for key in ("c", "?", "1"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(compared).to_have_count(0)
    expect(page.locator(".menu[open], [data-piece][aria-pressed=true]")).to_have_count(0)
