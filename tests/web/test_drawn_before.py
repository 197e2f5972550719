"""Pieces that come from memory are the pieces that would be drawn anew."""

from __future__ import annotations

import random

import pytest
from markupsafe import Markup

from boriken import Game
from boriken.web import pages
from boriken.web.pages import drawn_before
from boriken.web.pages.scene import Seat, TableShown


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_a_page_from_memory_is_the_page_drawn_anew(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all seats and an onlooker in turn, and tables with other names: whatever is mixed up would show."""
    chance = random.Random(8)
    match = Game.new(game, players=3, seed=8)
    chronicle = pages.Chronicle()
    names = (["Ann", "Bob", "Eve"], ["Bob", "Eve", "Ann"])
    tables = [TableShown("t", "A table", game, tuple(map(Seat, range(3), n)), match.options) for n in names]
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
        monkeypatch.setattr(drawn_before, "_memory", drawn_before._Memory())
        assert pages.table_page(scene) == page


def test_memory_forgets_what_nobody_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_before, "_MOST_LETTERS", 100)
    memory = drawn_before._Memory()
    for n in range(100):
        memory.put(("file", "piece", n), Markup("x" * 10))
        assert memory.get(("file", "piece", 0)), "asked for all the time"
    assert memory.get(("file", "piece", 1)) is None
    assert len(memory) <= 21
