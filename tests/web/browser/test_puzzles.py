"""Puzzles in a browser: a wrong answer by mouse, a right one by keys, the next one; no page has faults."""

from __future__ import annotations

import pytest

from boriken.analysis.puzzles import shipped_puzzles
from boriken.web.pages.puzzle_page import scene_of

from .axe import no_serious_fault_by_day_or_by_lamplight, nothing_scrolls_sideways
from .conftest import Visitor


@pytest.mark.parametrize("width", [1440, 390])
def test_a_puzzle_is_answered_looked_at_and_tried_again(visitor: Visitor, width: int) -> None:
    posed = next(
        p for p in shipped_puzzles("puerto-rico").values() if p.puzzle.themes[0] == "settler" and p.players == 4
    )
    wrong = next(c.action for c in posed.puzzle.choices if not c.best and c.action != "pass")
    assert {wrong, posed.best.action} <= scene_of(posed).offered
    page = visitor(width)
    page.goto(f"/puzzles/puerto-rico/{posed.key}")
    page.locator(f"#board [data-piece='{wrong}']").first.click()
    page.locator(f"#board [data-piece='{wrong}'][aria-pressed='true']").first.wait_for()  # without a new page
    page.locator("[data-do='confirm']").click()
    page.locator(".ask--wrong").wait_for()
    assert page.locator("#board [data-verdict='best']").count() >= 1
    assert page.locator("#board [data-verdict='mistake']").count() >= 1
    nothing_scrolls_sideways(page)
    page.get_by_role("link", name="Try again").click()
    page.locator(f"#board [data-piece='{posed.best.action}']").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-do='confirm']:not([disabled])").wait_for()
    page.keyboard.press("Control+Enter")
    page.locator(".ask--right").wait_for()
    page.get_by_role("link", name="Next").click()
    page.get_by_text("one answer is clearly best").wait_for()
    nothing_scrolls_sideways(page)


def test_puzzles_and_openings_have_no_serious_fault(visitor: Visitor) -> None:
    page = visitor(390)
    page.goto("/puzzles/san-juan/today")
    no_serious_fault_by_day_or_by_lamplight(page, "the question")
    page.locator("[name='show']").click()
    page.locator(".ask--wrong").wait_for()
    no_serious_fault_by_day_or_by_lamplight(page, "the answer")
    for path in ("/puzzles", "/openings"):
        page.goto(path)
        nothing_scrolls_sideways(page)
        no_serious_fault_by_day_or_by_lamplight(page, path)


def test_a_puzzle_without_a_script(visitor: Visitor) -> None:
    posed = next(p for p in shipped_puzzles("san-juan").values() if p.best.action in scene_of(p).offered)
    page = visitor(java_script_enabled=False)
    page.goto(f"/puzzles/san-juan/{posed.key}")
    page.locator(f"#board [data-piece='{posed.best.action}']").first.click()
    page.locator("[data-do='confirm']:not([disabled])").click()
    assert page.locator(".ask--right h2").inner_text()
