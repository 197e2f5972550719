"""What the scripts of lobby, waiting page, settings, notices and replay do."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from .conftest import Visitor
from .playing import at_once, my_turn, play_to_the_end, start, state, take_one_step
from .test_browser import no_serious_fault, nothing_scrolls_sideways


def table_for_friends(host: Page, players: int) -> str:
    """A table of San Juan with free seats; returns the invitation."""
    host.goto("/tables/new")
    host.locator("label.pick__one", has_text="San Juan").click()
    host.locator(".seg label", has_text=re.compile(f"^{players}$")).click()
    for seat in range(2, players + 1):
        host.locator(f"#seat-{seat}").select_option("open")
    host.get_by_role("button", name="Open the table").click()
    return host.locator("[data-absolute]").inner_text()


def test_the_host_sees_a_guest_at_once_and_what_another_types_stays(visitor: Visitor) -> None:
    host, first, second = visitor(), visitor(), visitor()
    link = table_for_friends(host, players=3)
    for page in (first, second):
        page.goto(link)
    no_serious_fault(first, "waiting, before sitting down")
    second.get_by_label("What shall the others call you?").fill("Cas")
    first.get_by_label("What shall the others call you?").fill("Bea")
    with host.expect_response(lambda answer: "/tables/" in answer.url) as looked:  # no clock: news brings it
        first.get_by_role("button", name="Sit down here").first.click()
    assert looked.value.ok
    expect(host.locator("#wait-seats")).to_contain_text("Bea")
    expect(second.locator("#wait-seats")).to_contain_text("Bea")
    expect(second.get_by_label("What shall the others call you?")).to_have_value("Cas")
    expect(second.get_by_role("button", name="Sit down here")).to_have_count(1)
    second.get_by_role("button", name="Sit down here").click()
    for page in (host, first, second):
        expect(page.locator("#ask")).to_be_visible()


def test_the_host_of_a_waiting_table_need_not_ask_again_and_again(visitor: Visitor) -> None:
    """Before, the page was fetched every three seconds, and a guest was seen after as many as six."""
    host = visitor()
    table_for_friends(host, players=2)
    expect(host.locator("#wait-seats")).to_be_visible()
    host.wait_for_timeout(500)
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url))
    host.wait_for_timeout(4000)
    assert asked == []


def test_who_leaves_a_game_watches_and_takes_the_seat_back(visitor: Visitor) -> None:
    page = visitor()
    start(page, "san-juan", bots=1)
    my_turn(page)
    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Leave the game").click()
    expect(page.locator("main")).to_contain_text("points in sight")
    no_serious_fault(page, "leaving")
    page.get_by_role("button", name="Leave it to a bot").click()
    expect(page.locator("#ask")).to_contain_text("A bot plays for you.")
    page.get_by_role("button", name="Take your seat back").click()
    expect(page.locator(".rival")).to_have_count(1)
    expect(page.locator("body")).to_have_attribute("data-seat", "0")
    my_turn(page)


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
    constructor(title) { window.heard.push(title); }
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
    assert heard(page) == ["asked"], "the browser is asked by a press only"
    a_turn_later(page, rng)
    assert set(heard(page)) == {"sound"}, "who looks at the page needs no notice"
    page.evaluate("window.hide = true")
    a_turn_later(page, rng)
    assert set(heard(page)) == {"sound", "Your turn"}


def test_a_replay_goes_by_keys_at_a_speed_that_is_remembered(visitor: Visitor) -> None:
    page = visitor()
    start(page, "san-juan", bots=1)
    play_to_the_end(page, seed=4)
    page.get_by_role("link", name="Watch it again").click()
    bar = page.locator(".ask--replay")
    expect(bar).to_contain_text("move 0 of")
    expect(bar).to_contain_text("Space play and pause")
    last = re.search(r"of (\d+)", bar.inner_text())
    assert last is not None
    for key, at in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", last[1]), ("Home", "0")):
        page.keyboard.press(key)
        expect(bar).to_contain_text(f"move {at} of")
    expect(page).to_have_url(re.compile(r"at=0"))
    page.locator("[data-replay-speed]").select_option("150")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    play = page.locator("a[data-replay-play]")
    expect(play).to_have_text("Pause")
    expect(bar).to_contain_text(re.compile(r"move (?:[3-9]|\d\d+) of"), timeout=15_000)
    page.keyboard.press("Space")
    expect(play).to_have_text("Play")
    page.wait_for_timeout(500)  # the last step may still be on its way
    stands = bar.inner_text()
    page.wait_for_timeout(500)
    assert bar.inner_text() == stands
    page.reload()
    expect(page.locator("[data-replay-speed]")).to_have_value("150")
    no_serious_fault(page, "replay")
    page.set_viewport_size({"width": 390, "height": 844})
    nothing_scrolls_sideways(page)


def test_the_lobby_fits_a_phone_and_says_what_is_asked(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=2)
    at_once(page)
    my_turn(page)
    page.goto("/")
    expect(page.locator(".call__asked")).to_contain_text("doubloon")
    for width in (1440, 820, 360):
        page.set_viewport_size({"width": width, "height": 800})
        nothing_scrolls_sideways(page)
        no_serious_fault(page, f"lobby, {width} wide")
