"""Puerto Rico with all four expansions, by mouse and thumb: from the form to the score sheet."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .axe import no_serious_fault, nothing_scrolls_sideways
from .conftest import Visitor
from .playing import at_once, my_turn, play_to_the_end, press, state


def open_table(page: Page, players: int, buildings: str) -> None:
    """The form for a new table, with everything that there is, against bots."""
    page.goto("/tables/new")
    page.locator(".seg label", has_text=re.compile(f"^{players}$")).click()
    for seat in range(2, players + 1):
        page.locator(f"#seat-{seat}").select_option("bot:easy")
    for expansion in ("New buildings", "Nobles", "Buccaneer", "Festival"):
        page.locator(".exp__one", has=page.locator("b", has_text=re.compile(f"^{expansion}$"))).click()
    page.locator(f".way:has([value='{buildings}'])").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#ask")).to_be_visible()


def test_a_game_with_all_expansions_is_drafted_and_played_to_the_end_by_clicking(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, players=2, buildings="draft")
    expect(page.locator(".top")).to_contain_text("all 4 expansions")
    at_once(page)
    my_turn(page)
    expect(page.locator("#ask-q")).to_have_text("Put a kind of building into the game")
    no_serious_fault(page, "draft")
    first = state(page)["pieces"][0]
    press(page, first)
    expect(page.locator(".dt.is-chosen")).to_have_count(1)
    assert play_to_the_end(page, seed=4) > 60
    expect(page.locator(".score")).to_contain_text("Nobles")
    no_serious_fault(page, "end")
    page.get_by_role("link", name="Watch it again").click()
    expect(page.locator(".ask--replay")).to_contain_text("move 0 of")
    page.locator("[data-replay-last]").click()
    no_serious_fault(page, "replay")
    page.goto("/")
    expect(page.locator(".games")).to_contain_text("all 4 expansions")


def test_five_players_with_all_expansions_fit_on_one_screen_and_on_a_phone(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, players=5, buildings="random")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "at 1440 x 900 nothing scrolls"
    expect(page.locator(".market .bt")).to_have_count(31)
    no_serious_fault(page, "table with expansions")
    for width, height in ((820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        nothing_scrolls_sideways(page)
        no_serious_fault(page, f"table with expansions, {width} wide")


def test_the_buildings_of_a_game_are_ticked_by_name_and_counted(visitor: Visitor) -> None:
    page = visitor(complains="status of 4")
    page.goto("/tables/new")
    expect(page.locator(".way").first).to_be_hidden()
    page.locator(".exp__one", has=page.locator("b", has_text="New buildings")).click()
    expect(page.locator(".kinds")).to_be_hidden()
    page.locator(".way:has([value='list'])").click()
    no_serious_fault(page, "list of buildings")
    of_one = page.locator(".kinds__of", has_text="Cost 1 ").first
    expect(of_one).to_contain_text("1 of 1")
    of_one.get_by_label("Aqueduct").check()
    expect(of_one.locator(".is-wrong")).to_have_text("2 of 1")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("“New buildings” is a list of 17: 1 of cost 1, not 2")
    expect(page.get_by_label("Aqueduct")).to_be_checked()
    page.get_by_label("Small market").uncheck()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator(".market")).to_contain_text("Aqueduct")


def test_a_wrong_combination_is_refused_in_words(visitor: Visitor) -> None:
    page = visitor(complains="status of 4")
    page.goto("/tables/new")
    drafted = page.get_by_label("Nobles' buildings are chosen with the others")
    expect(drafted).to_be_hidden()
    page.locator(".exp__one", has=page.locator("b", has_text="Nobles")).click()
    drafted.check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("goes with “Nobles” and with “New buildings”")
    expect(drafted).to_be_checked()
    page.locator(".exp__one", has=page.locator("b", has_text="Nobles")).click()  # and what needs them is gone, too
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#ask")).to_be_visible()
