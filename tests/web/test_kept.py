"""Pieces that come from memory are the pieces that would be drawn anew."""

from __future__ import annotations

import random

import pytest

from boriken import Game
from boriken.web import pages
from boriken.web.pages.kept import _drawn
from boriken.web.pages.scene import Seat, Table


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_a_page_from_memory_is_the_page_drawn_anew(game: str) -> None:
    """For all seats and an onlooker in turn, and tables with other names: whatever is mixed up would show."""
    chance = random.Random(8)
    match = Game.new(game, players=3, seed=8)
    chronicle = pages.Chronicle()
    names = (["Ann", "Bob", "Eve"], ["Bob", "Eve", "Ann"])
    tables = [Table("t", "A table", game, tuple(map(Seat, range(3), n)), match.options) for n in names]
    drawn: list[tuple[pages.Scene, str]] = []
    for step in range(100):
        match.play(chance.choice(match.legal_actions))
        if step % 5:
            continue
        for seat in (0, 1, 2, None):
            for table in tables:
                scene = pages.make_scene(table, match, seat, chronicle=chronicle)
                drawn.append((scene, pages.table_page(scene)))
    assert len(drawn) >= 80
    for scene, page in drawn[::7]:
        _drawn.clear()
        assert pages.table_page(scene) == page
