"""A replay in a browser: by keys, and by itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .axe import no_serious_fault, nothing_scrolls_sideways
from .conftest import Visitor
from .playing import play_to_the_end, start


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
