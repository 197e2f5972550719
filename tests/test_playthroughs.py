"""Golden play-throughs: a game for each number of players is the same as ever, line by line."""

import pytest

from .playthroughs import path_of, playthrough
from .walk import PLAYERS


@pytest.mark.parametrize("players", PLAYERS)
def test_playthrough_is_unchanged(players: int) -> None:
    assert playthrough(players).splitlines() == path_of(players).read_text(encoding="utf-8").splitlines()
