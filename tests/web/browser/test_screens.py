"""The tables in every window, by day and by lamplight, and with the fonts that a reader's machine has."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitor
from .playing import changed, my_turn, start, state, take_one_step
from .screens import faults
from .test_browser import no_serious_fault

DESK = ((1440, 900), (1366, 768), (1280, 720))
TABLETS = ((1180, 820), (1024, 768), (820, 1180))
PHONES = ((390, 844), (360, 740), (844, 390))
TABLES = {"puerto-rico": 3, "san-juan": 2}
"""Bots at the table."""


def opened(visitor: Visitor, page: Page, width: int, height: int, **more: object) -> Page:
    """The same table, seen by the same person in another window."""
    touch = (width, height) not in DESK
    seen = visitor(
        width,
        height,
        has_touch=touch,
        is_mobile=(width, height) in PHONES,
        storage_state=page.context.storage_state(),
        **more,
    )
    seen.goto(page.url)
    expect(seen.locator("#ask")).to_be_visible()
    seen.evaluate("document.fonts.ready.then(() => true)")
    return seen


@pytest.mark.parametrize("game", TABLES)
def test_a_table_fits_into_every_window(visitor: Visitor, game: str) -> None:
    page = visitor()
    start(page, game, bots=TABLES[game])
    rng = random.Random(8)
    for n, (width, height) in enumerate((*DESK, *TABLETS, *PHONES)):
        for _ in range(5):
            if my_turn(page)["over"]:
                break
            take_one_step(page, rng)
        my_turn(page)
        scheme = ("light", "dark")[n % 2]
        seen = opened(visitor, page, width, height, color_scheme=scheme)
        where = f"{game} in {width}x{height}, {scheme}: {seen.locator('#ask-q').inner_text()}"
        assert not faults(seen, touch=(width, height) not in DESK), where
        no_serious_fault(seen, where)
        seen.emulate_media(color_scheme=("dark", "light")[n % 2])
        assert not faults(seen, touch=(width, height) not in DESK), where
        seen.context.close()


@pytest.mark.parametrize("game", TABLES)
def test_names_fit_without_the_fonts(visitor: Visitor, game: str) -> None:
    page = visitor(complains="ERR_FAILED")
    start(page, game, bots=TABLES[game])
    my_turn(page)
    for width, height in (DESK[2], TABLETS[1], TABLETS[2], PHONES[1]):
        seen = opened(visitor, page, width, height)
        seen.route("**/*.woff2", lambda route: route.abort())
        seen.reload()
        loaded = "[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family).join()"
        assert "Alegreya" not in seen.evaluate(f"document.fonts.ready.then(() => {loaded})")
        assert not faults(seen, touch=False), f"{game} in {width}x{height}"


def test_what_matters_is_in_sight_or_one_tap_away(visitor: Visitor) -> None:
    """On one screen where it lies; by a sign on the phone."""
    page = visitor()
    start(page, "san-juan", bots=2)
    my_turn(page)
    for width, height in (*DESK, *TABLETS):
        seen = opened(visitor, page, width, height)
        for part in ("#hand", "#city", "#centre", "#rivals"):
            box = seen.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + min(box["height"], 120) <= height, f"{part} in {width}x{height}"
    for width, height in PHONES:
        seen = opened(visitor, page, width, height)
        for part in ("hand", "city", "centre", "rivals", "log"):
            seen.locator(f".tabs a[href='#{part}']").click()
            expect(seen.locator(f"#{part}")).to_be_in_viewport()


def test_a_tap_on_a_phone_opens_a_card_to_read(visitor: Visitor) -> None:
    page = visitor(*PHONES[0], has_touch=True, is_mobile=True)
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
    assert state(page)["number"] == now["number"]
    no_serious_fault(page, "reader")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    reader.locator(".btn--go").tap()
    changed(page, now)
    staged = page.locator(".card.is-chosen")
    expect(staged.locator(".card__name")).to_have_text(name)
    staged.tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(staged).to_have_count(1)  # closing keeps what is staged
