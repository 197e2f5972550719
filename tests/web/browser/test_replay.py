"""A replay in a browser: by keys, and by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from ...walk import Variant, new_game, walk
from .axe import no_serious_fault
from .conftest import Visitor
from .easel import PHONES, TABLETS
from .screens import faults


def test_a_replay_goes_by_keys_at_a_speed_that_is_remembered(visitor: Visitor) -> None:
    page = visitor(complains="429 (Too Many Requests)")
    game = new_game(Variant("san-juan", 2), seed=4)
    for _ in walk(game):
        pass
    page.goto("/replays")
    record = game.record().to_json().encode()
    page.set_input_files("input[type=file]", {"name": "game.json", "mimeType": "application/json", "buffer": record})
    page.get_by_role("button", name="Watch it").click()
    bar = page.locator(".ask--replay")
    expect(bar).to_contain_text("move 0 of")
    expect(bar).to_contain_text("Space play and pause")
    last = re.search(r"of (\d+)", bar.inner_text())
    assert last is not None
    for key, at in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", last[1]), ("Home", "0")):
        page.keyboard.press(key)
        expect(bar).to_contain_text(f"move {at} of")
    expect(page).to_have_url(re.compile(r"at=0"))
    asked: list[Route] = []
    page.route(re.compile(r"[?&]at="), lambda route: asked.append(route))
    with page.expect_request(re.compile(r"[?&]at=")):
        for _ in range(4):  # a key that is held
            page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert len(asked) == 1, "one move after the other"
    asked[0].fulfill(status=429, content_type="text/html", body="<h1>Too often</h1>")
    expect(page.locator("#notice")).to_be_visible()
    expect(bar).to_contain_text("move 0 of")
    page.unroute_all()
    page.keyboard.press("ArrowRight")
    expect(bar).to_contain_text("move 1 of")
    page.keyboard.press("ArrowLeft")
    expect(bar).to_contain_text("move 0 of")
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
    for window in (*TABLETS, *PHONES):
        page.set_viewport_size({"width": window.width, "height": window.height})
        assert not faults(page, touch=False, within="body"), str(window)
