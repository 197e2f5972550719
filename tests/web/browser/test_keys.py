"""A table by keys and for screen readers: focus stays, tips are reached and go, nothing is said twice."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from .conftest import Visitor
from .playing import changed, my_turn, press, start, state, take_one_step

_AGAIN = """id => {
  const part = document.getElementById(id);
  swapNow({ [id]: part.outerHTML.replace(">", " data-again>") }, []);
}"""


def focused(page: Page) -> str:
    words: str = page.evaluate("document.activeElement.textContent.trim()")
    return words


def test_focus_stays_where_it_is_when_its_part_is_drawn_anew(visitor: Visitor) -> None:
    page = visitor(width=820, height=1180)
    start(page, "san-juan", bots=1)
    my_turn(page)
    for part, at in (("top", ".menu > summary"), ("tabs", "#tabs a:nth-child(2)")):
        page.locator(at).focus()
        words = focused(page)
        page.evaluate(_AGAIN, part)
        assert page.locator(f"#{part}[data-again]").count() == 1
        assert focused(page) == words


def test_tips_of_pieces_that_nobody_may_press_are_reached_by_keys_and_go_by_escape(visitor: Visitor) -> None:
    page = visitor()
    start(page, "puerto-rico", bots=1)
    my_turn(page)
    page.locator("#ask").focus()
    quiet = "() => document.activeElement.matches('.has-tip > :is(div, [aria-disabled])')"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(quiet):
            break
    piece = page.evaluate_handle("document.activeElement")
    tip = "piece => getComputedStyle(piece.parentElement.querySelector('.tip')).visibility"
    assert page.evaluate(tip, piece) == "visible"
    page.keyboard.press("Escape")
    assert page.evaluate(tip, piece) == "hidden"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(tip, piece) == "visible", "once it is meant again"


def test_a_screen_reader_hears_what_happens_and_nothing_when_a_piece_is_staged(visitor: Visitor) -> None:
    page = visitor()
    start(page, "san-juan", bots=1)
    now = my_turn(page)
    page.wait_for_function("() => document.querySelector('#say').textContent")
    page.evaluate(
        """() => {
          window.said = [];
          const say = document.querySelector("#say");
          new MutationObserver(() => window.said.push(say.textContent)).observe(say, { childList: true });
        }"""
    )
    press(page, next(piece for piece in now["pieces"] if piece != "pass"))
    changed(page, now)
    page.wait_for_timeout(300)
    assert page.evaluate("window.said") == []
    expect(page.locator(".log__lines")).to_have_attribute("aria-live", "off")


def test_a_card_that_was_drawn_anew_while_it_is_read_can_be_chosen(visitor: Visitor) -> None:
    page = visitor(width=390, height=844, has_touch=True, is_mobile=True)
    start(page, "san-juan", bots=1)
    card = page.locator(".hand__row .card[form=stage]").first
    rng = random.Random(3)
    my_turn(page)
    while not card.count():
        take_one_step(page, rng, tap=True)
        my_turn(page)
    before = state(page)
    piece = card.get_attribute("value")
    card.dispatch_event("pointerdown")  # a long press reads it, whatever a tap does
    page.locator(".reader[open]").wait_for()
    card.dispatch_event("pointerup")
    page.evaluate(_AGAIN, "hand")
    page.locator(".reader .btn--go").tap()
    changed(page, before)
    expect(page.locator(f"#hand [data-piece='{piece}'][aria-pressed=true]")).to_have_count(1)
