"""The tables in every window, by day and by lamplight, and with the fonts that a reader's machine has."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from boriken.games import Game
from boriken.players import choose, make_player

from .axe import no_serious_fault
from .conftest import Visitor
from .easel import PHONES, WINDOWS, Easel, drawn
from .playing import changed, my_turn, press, start, state, take_one_step
from .screens import faults

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Puerto Rico": ("puerto-rico", 4, {}),
    "Puerto Rico for two": ("puerto-rico", 2, {}),
    "five with all expansions": (
        "puerto-rico", 5, {"new_buildings": "draft", "nobles": True, "buccaneer": True, "festival": True}
    ),
    "San Juan": ("san-juan", 4, {}),
    "San Juan for two": ("san-juan", 2, {}),
}  # fmt: skip


@pytest.fixture(scope="module")
def easel(chromium: Browser) -> Iterator[Easel]:
    easel = Easel(chromium)
    yield easel
    easel.close()


def decisions(table: str) -> Iterator[tuple[str, Game]]:
    """A game of bots at each kind of decision: where it first comes once there is something on the table."""
    name, players, options = TABLES[table]
    game = Game.new(name, players=players, seed=7, **options)
    bot = make_player("heuristic", 1)
    met = set()
    for n in range(1000):
        if game.over:
            return
        view = game.view(None)
        if view["decision"] not in met and (view["round"] >= 7 or view["decision"] == "draft"):
            met.add(view["decision"])
            yield view["decision"], game
        game.play(choose(bot, game, n))


@pytest.mark.parametrize("table", TABLES)
def test_decisions_fit_into_every_window(easel: Easel, table: str) -> None:
    """Each in every other window, by turns; for two players the first few, which show what is different there."""
    few = 4 if "for two" in table else None
    for n, (decision, game) in enumerate(itertools.islice(decisions(table), few)):
        windows = WINDOWS[n // 2 % 2 :: 2]  # two and two: light and dark
        turn = n // 2 % len(windows) + 1
        for window, page in easel.show(drawn(game, pieces=n % 3), windows[turn:] + windows[:turn]):
            where = f"{decision} in {window}, {easel.light}"
            assert not faults(page, window.touch), where
        easel.thin(page)
        no_serious_fault(page, where)


def test_what_matters_is_in_sight_or_one_tap_away(easel: Easel) -> None:
    """On one screen where it lies; by a sign on the phone."""
    _, game = next(decisions("San Juan"))
    for window, page in easel.show(drawn(game)):
        for part in ("hand", "city", "centre", "rivals"):
            if window in PHONES:
                page.locator(f".tabs a[href='#{part}']").click()
                expect(page.locator(f"#{part}")).to_be_in_viewport()
                if part in ("hand", "city"):  # the others are too low on the page to come up to the edge
                    assert page.evaluate(_BELOW_THE_EDGE, part) < 24, f"{part} in {window}"
            else:
                box = page.locator(f"#{part}").bounding_box()
                assert box is not None
                assert box["y"] + min(box["height"], 120) <= window.height, f"{part} in {window}"


_BELOW_THE_EDGE = """part => {
  const signs = document.querySelector("#tabs").getBoundingClientRect();
  const edge = signs.width > signs.height ? signs.bottom : 0;  // lying down they stand at the left
  return document.getElementById(part).getBoundingClientRect().top - edge;
}"""


def test_the_captain_with_one_good_and_three_ships_leaves_the_board_where_it_is(easel: Easel) -> None:
    """One good that three ships would take: as many buttons, and still one line beside the good."""
    game = next(game for decision, game in decisions("Puerto Rico") if decision == "captain")
    resting = next(game for decision, game in decisions("Puerto Rico") if decision == "role")
    tops = {}
    for name, html in (("resting", drawn(resting)), ("shipping", drawn(game))):
        _, page = next(iter(easel.show(html)))
        if name == "shipping":
            page.evaluate(_THREE_SHIPS)
            expect(page.locator(".hold .hullbtn")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        tops[name] = [page.locator(part).bounding_box()["y"] for part in (".island", ".city")]  # type: ignore[index]
    assert tops["shipping"] == tops["resting"]


_THREE_SHIPS = """() => {
  const [first, ...others] = document.querySelectorAll(".hold li.is-asked");
  for (const other of others) other.querySelector(".hold__do").remove(), other.classList.remove("is-asked");
  const hull = first.querySelector(".hullbtn");
  first.querySelector(".hold__do").replaceChildren(hull, hull.cloneNode(true), hull.cloneNode(true));
  first.classList.add("is-many");
}"""


def test_a_tap_on_a_phone_opens_a_card_to_read(visitor: Visitor) -> None:
    page = visitor(390, 844, has_touch=True, is_mobile=True)
    start(page, "san-juan", bots=1)
    rng = random.Random(9)
    while not any(piece.startswith("build:") for piece in my_turn(page)["pieces"]):
        take_one_step(page, rng, tap=True)
    now = state(page)
    card = page.locator(".hand__row .card[value^='build:']").first
    name = card.locator(".card__name").inner_text()
    card.tap()
    reader = page.get_by_role("dialog", name=name)
    expect(reader.locator(".reader__text")).to_have_text(re.compile(r"\w+"))
    follows = reader.locator(".reader__sum .effect").all_inner_texts()
    assert any(words.startswith("hand") for words in follows), "what it would cost"
    assert state(page)["number"] == now["number"]
    no_serious_fault(page, "reader")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog")).not_to_have_attribute("aria-label", name)
    for at, event in ((100, "pointerdown"), (300, "pointerup")):  # swiped back
        page.locator(".reader__card").dispatch_event(event, {"clientX": at})
    expect(page.get_by_role("dialog")).to_have_attribute("aria-label", name)
    reader.locator(".btn--go").tap()
    changed(page, now)
    staged = page.locator(".card.is-chosen")
    expect(staged.locator(".card__name")).to_have_text(name)
    assert set(follows) <= set(page.locator(".ask__sub .effect").all_inner_texts()), "as the bar says it now"
    staged.tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(staged).to_have_count(1)  # closing keeps what is staged


def test_while_paying_a_tap_pays_or_reads_as_the_switch_says(visitor: Visitor) -> None:
    page = visitor(390, 844, has_touch=True, is_mobile=True)
    start(page, "san-juan", bots=1)
    rng = random.Random(9)
    paying = page.locator(".hand__row .card[value^='pay:']")
    while my_turn(page) and not paying.count():
        builds = [piece for piece in state(page)["pieces"] if piece.startswith("build:")]
        take_one_step(page, rng, tap=True) if not builds else _build(page, builds[0])
    switch = page.get_by_role("group", name="What a tap on a card does")
    switch.get_by_role("button", name="Read").tap()
    now = state(page)
    paying.first.tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    no_serious_fault(page, "reader while paying")
    page.keyboard.press("Escape")
    switch.get_by_role("button", name="Pay").tap()
    paying.first.tap(position={"x": 10, "y": 10})
    expect(page.locator(".card.is-pay")).to_have_count(1)
    assert state(page)["number"] == now["number"]


def _build(page: Page, piece: str) -> None:
    now = state(page)
    press(page, piece, tap=True)
    changed(page, now)
