"""The lobby, a table that waits for people, and leaving a game, in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .axe import no_serious_fault, nothing_scrolls_sideways
from .conftest import Visitor
from .playing import at_once, my_turn, start


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
    host.clock.install()
    table_for_friends(host, players=2)
    expect(host.locator("#wait-seats")).to_be_visible()
    host.wait_for_timeout(500)
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url))
    host.clock.run_for(60_000)
    host.wait_for_timeout(100)
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
        main = page.get_by_role("navigation", name="Main")
        assert main.evaluate("nav => nav.scrollWidth <= nav.clientWidth"), "every entry is in view"
        no_serious_fault(page, f"lobby, {width} wide")
