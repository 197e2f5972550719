"""A second implementation, written from the rulebook alone, plays the same games. `make fuzz` walks many more."""

import pytest

from .lockstep import lockstep
from .walk import PLAYERS


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("first_seed", range(0, 120, 24))
def test_the_engine_and_the_reference_implementation_play_the_same_games(players: int, first_seed: int) -> None:
    for seed in range(first_seed, first_seed + 24):
        assert lockstep(players, seed) > 0
