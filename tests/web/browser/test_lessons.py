"""Lessons in a browser: by mouse, by thumb, by keys and without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .axe import no_serious_fault_by_day_or_by_lamplight, nothing_scrolls_sideways
from .conftest import Visitor

BUILDING = "/learn/puerto-rico/building/2"
SIZES = [(1440, 900), (1024, 768), (820, 1180), (390, 844), (844, 390)]


def covers_nothing_lit(page: Page) -> None:
    """The callout is in the window, the piece as well, and neither hides the other."""
    boxes = page.evaluate(
        """() => ["#callout", ".is-lit"].map(one => document.querySelector(one).getBoundingClientRect().toJSON())"""
    )
    callout, lit = boxes
    for box in boxes:
        assert box["left"] >= 0
        assert box["top"] >= 0
        assert box["right"] <= page.viewport_size["width"] + 1  # type: ignore[index]
        assert box["top"] < page.viewport_size["height"]  # type: ignore[index]
    assert callout["bottom"] <= page.viewport_size["height"]  # type: ignore[index]
    apart = callout["right"] <= lit["left"] or lit["right"] <= callout["left"]
    assert apart or callout["bottom"] <= lit["top"] or lit["bottom"] <= callout["top"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_callout_stands_beside_its_piece(visitor: Visitor, size: tuple[int, int]) -> None:
    page = visitor(*size)
    for path in (BUILDING, "/learn/puerto-rico/roles/2", "/learn/san-juan/building/1", "/learn/puerto-rico/selling/3"):
        page.goto(path)
        page.locator("#callout.is-tied").wait_for()
        covers_nothing_lit(page)
        nothing_scrolls_sideways(page)


@pytest.mark.parametrize("width", [1440, 390])
def test_a_task_is_done_by_hand_after_a_mistake(visitor: Visitor, width: int) -> None:
    page = visitor(width)
    page.goto(BUILDING)
    piece = "#board [data-piece='build:small-market']"
    page.locator(piece).click()
    page.locator(f"{piece}[aria-pressed='true']").wait_for()  # in the background, without a new page
    page.locator("[data-do='confirm']").click()
    assert page.locator("[role='alert']").inner_text().startswith("Not quite")
    page.locator("[data-do='stage-clear']").click()
    page.locator("#board .is-lit [data-piece]").click()
    page.locator("[data-do='confirm']:not([disabled])").click()
    page.wait_for_url("**/building/3")
    assert "Done" in page.locator("#callout").inner_text()


def test_a_lesson_by_keys_alone(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/learn/puerto-rico/roles/2")
    assert page.evaluate("document.activeElement.id") == "callout-h"
    page.locator("[data-to-piece]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.piece") == "role:settler"
    page.keyboard.press("Enter")
    page.locator("[data-do='confirm']:not([disabled])").wait_for()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/roles/3")
    page.goto("/learn/puerto-rico/roles/2")
    page.keyboard.press("Escape")  # I know this
    page.wait_for_url("**/roles/3")


def test_escape_that_closes_something_leaves_no_step(visitor: Visitor) -> None:
    page = visitor()
    page.goto(BUILDING)
    page.locator(".choices > summary").click()
    for closed in (".choices:not([open])", ".tip:not(.is-open)"):
        page.keyboard.press("Escape")
        page.locator(closed).first.wait_for(state="attached")
        page.wait_for_timeout(300)
        assert page.url.endswith(BUILDING)
        page.evaluate("document.querySelector('#board .tip').classList.add('is-open')")
    page.evaluate("document.querySelector('.tip.is-open').classList.remove('is-open')")
    page.keyboard.press("Escape")
    page.wait_for_url("**/building/3")


def test_a_lesson_works_without_a_script(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(BUILDING)
    page.locator("#board [data-piece='build:small-indigo-plant']").click()
    page.locator("[data-do='confirm']").click()
    assert page.url.endswith("/building/3")


def test_no_step_has_a_serious_accessibility_fault(visitor: Visitor) -> None:
    page = visitor()
    for path in (BUILDING, "/learn/puerto-rico/goal/1", "/learn/san-juan/end/2", "/learn/puerto-rico/festival/1"):
        page.goto(path)
        no_serious_fault_by_day_or_by_lamplight(page, path)
