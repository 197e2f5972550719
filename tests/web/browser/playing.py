"""What a person does at a table: press pieces, confirm, wait for the others."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, expect

STATE = """() => ({
  number: document.body.dataset.number,
  question: document.querySelector("#ask-q")?.innerText,
  mine: !!document.querySelector(".ask.is-mine"),
  over: !!document.querySelector(".ask.is-over"),
  ready: !!document.querySelector("[data-do='confirm']:not([disabled])"),
  pieces: [...document.querySelectorAll(":is(.table__main, .owe) [name=press], .ask__do > [name=press]")]
    .map(e => e.value),
})"""
CHANGED = """([number, question]) => document.querySelector(".ask.is-over")
  || document.body.dataset.number !== number || document.querySelector("#ask-q")?.innerText !== question
  || document.querySelector(".ask.is-wait")"""
IN_SIGHT = """button => {
  const spots = [0.5, 0.25, 0.75].flatMap(y => [0.5, 0.25, 0.1, 0.75, 0.9].map(x => [x, y]));
  const seen = () => {
    const box = button.getBoundingClientRect();
    const spot = spots.find(([x, y]) =>
      button.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)));
    return spot && {x: box.width * spot[0], y: box.height * spot[1]};
  };
  return seen() ?? (button.scrollIntoView({block: "center"}), seen()) ?? {x: 1, y: 1};
}"""


def start(page: Page, game: str, bots: int) -> None:
    """From the lobby to a table with bots, in two clicks; the bots play at once."""
    form = page.locator(f"form:has(input[name=game][value='{game}'])").first
    form.locator(f"label:has(input[name=bots][value='{bots}'])").click()
    form.locator("button").click()
    expect(page.locator("#ask")).to_be_visible()
    at_once(page)


def at_once(page: Page) -> None:
    """The bots play without a pause."""
    page.locator(".menu > summary").click()
    page.locator("button[name=pace][value=at-once]").click()
    expect(page.locator(".menu")).not_to_have_attribute("open", "")


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(STATE)
    return found


def my_turn(page: Page) -> dict[str, Any]:
    """Wait until it is my turn or the game is over."""
    page.wait_for_function("() => document.querySelector('.ask.is-mine, .ask.is-over')", timeout=60_000)
    return state(page)


def changed(page: Page, before: dict[str, Any]) -> None:
    page.wait_for_function(CHANGED, arg=[before["number"], before["question"]], timeout=30_000)


def button_of(piece: str) -> str:
    """Where a piece is pressed: on the table or in the bar, and not in the list of choices."""
    return f":is(.table__main *, .ask__do > *, .owe *)[form=stage][value='{piece}']"


def press(page: Page, piece: str, tap: bool = False) -> None:
    """Press a piece where it can be seen: in a full hand the next card covers most of it."""
    button = page.locator(button_of(piece)).first
    spot = button.evaluate(IN_SIGHT)
    if tap:
        button.tap(position=spot)
        if page.locator(".reader[open]").count():  # on a phone a card is read first
            page.locator(".reader .btn--go").tap()
    else:
        button.click(position=spot)


def take_one_step(page: Page, rng: random.Random, tap: bool = False) -> None:
    """Press something that can be pressed, or confirm."""
    now = state(page)
    if now["ready"]:
        button = page.locator("[data-do='confirm']:not([disabled])").first
        if tap:
            button.tap()
        else:
            button.click()
    else:
        pieces = [piece for piece in now["pieces"] if not piece.startswith(("-", "lift:"))]
        assert pieces, f"nothing to press: {now}"
        press(page, rng.choice(pieces), tap)
    changed(page, now)


def play_to_the_end(page: Page, seed: int, tap: bool = False) -> int:
    """Play by pressing at random, and look at the score sheet; returns how often something was pressed."""
    rng = random.Random(seed)
    for pressed in range(2000):
        if my_turn(page)["over"]:
            expect(page.locator("#board")).to_be_visible()
            page.get_by_role("link", name="Score sheet").click()
            expect(page.locator(".verdict")).to_be_visible()
            return pressed
        take_one_step(page, rng, tap)
    raise AssertionError("the game does not end")
