"""A review in a browser: a record is pasted, reviewed while one looks on, and read by mouse and by keys."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from boriken import Game

from .axe import no_serious_fault, no_serious_fault_by_day_or_by_lamplight, nothing_scrolls_sideways
from .conftest import Visitor
from .easel import PHONES, TABLETS

_A_WHILE = 120_000
"""Milliseconds that a tiny review may take on a busy machine."""


def test_a_record_is_pasted_and_its_review_is_read(visitor: Visitor) -> None:
    page = visitor()
    game = Game.new("san-juan", players=2, seed=3)
    for i in range(8):
        game.play(game.legal_actions[i % len(game.legal_actions)])
    page.goto("/replays")
    page.get_by_label("or its text").fill(game.to_json(["Ann", "Bob"]))
    page.get_by_role("button", name="Watch it").click()
    expect(page).to_have_url(re.compile(r"/tables/\w+/replay"))
    page.goto(page.url.partition("/replay")[0] + "/review")
    expect(page.get_by_role("button", name="Review this game")).to_be_visible()
    no_serious_fault(page, "before the review")
    page.goto("/replays")
    page.get_by_label("or its text").fill(game.to_json(["Ann", "Bob"]))
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("img", name="Chance to win")).to_be_visible(timeout=_A_WHILE)  # without a reload
    expect(page.locator("[data-review-running]")).to_have_count(0, timeout=_A_WHILE)
    decisions = page.locator(".decisions__list a")
    expect(decisions).to_have_count(8)

    decisions.nth(2).click()
    expect(page).to_have_url(re.compile(rf"at={game.decisions[2]}$"))
    expect(page.locator("#ask")).to_contain_text(f"Move {game.decisions[2] + 1}")
    expect(page.locator("#ask .mark")).to_have_text(re.compile("best|good|doubtful|mistake"))
    expect(page.locator(".opt", has_text="played")).to_have_count(1)
    page.locator("#ask").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"at={game.decisions[3]}$"))
    page.keyboard.press("End")
    expect(page.locator("#ask-q")).to_have_text("The record ends here")
    page.locator("[data-review-at]").fill(str(game.decisions[1]))
    expect(page).to_have_url(re.compile(rf"at={game.decisions[1]}$"))
    page.reload()  # every moment has an address
    expect(page.locator("#ask")).to_contain_text(f"Move {game.decisions[1] + 1}")
    page.locator(".seats-pick").get_by_role("link", name="Bob").click()
    expect(page).to_have_url(re.compile("who=1"))
    assert 0 < decisions.count() < 8
    no_serious_fault_by_day_or_by_lamplight(page, "review")
    for window in (*PHONES[:1], *TABLETS[:1]):
        page.set_viewport_size({"width": window[0], "height": window[1]})
        nothing_scrolls_sideways(page)
