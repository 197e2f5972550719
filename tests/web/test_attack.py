"""Whoever tries everything learns nothing that is hidden from them (the attack itself: `attack.py`)."""

from __future__ import annotations

import pytest

from boriken.engine import BorikenError, Game
from boriken.web import pages, tables
from boriken.web.refusals import NotPossible

from .attack import attack
from .visiting import Visit

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("target", "every"), [("puerto-rico", 61), ("expansions", 151), ("san-juan", 43)])
async def test_nobody_learns_anything_by_asking(visit: Visit, target: str, every: int) -> None:
    compiled = target != "expansions"  # no other test needs hints there, which would be compiled for this one
    requests, found = await attack(visit, target, seed=3, every=every, pairs=2, hints=compiled)
    assert requests > 1000
    assert found == []


async def test_the_attack_would_notice_a_refusal_that_lists_what_was_drawn(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 0.1 tried all actions of a request on the real game and said what was legal instead."""

    def play_later(game: Game, seat: int, action: str) -> None:
        try:
            game.play(action, seat)
        except BorikenError as error:
            raise NotPossible(f"{error}.") from None

    monkeypatch.setattr(tables, "_play_later", play_later)
    _, found = await attack(visit, "san-juan", seed=3, every=5, pairs=1, most=3)
    assert len(found) > 20


async def test_the_attack_would_notice_a_role_whose_one_press_depends_on_what_it_draws(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def may_be_regretted(game: Game, seat: int, draft: tuple[str, ...]) -> bool:
        if not draft or not draft[0].startswith("role:"):
            return False
        after = game.copy()
        after.play(draft[0], seat)
        return sum(after.legal_actions) % 2 == 0

    monkeypatch.setattr(pages, "may_be_regretted", may_be_regretted)
    _, found = await attack(visit, "san-juan", seed=3, every=1, pairs=1, most=6)
    assert any("'1')" in answer for answer in found)
