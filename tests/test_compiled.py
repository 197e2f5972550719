"""Compiled code does what it says."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from boriken import Game
from boriken.engine import new_states, rule
from boriken.engine.rules import apply, legal, redraw


class Tally(NamedTuple):
    actions: Any
    by_seat: Any


class Desk(NamedTuple):
    states: Any
    legal: Any
    tally: Tally
    first: Any


@rule
def play_and_count(desk: Desk, actions: int) -> None:
    states, out, tally, first = desk.states, desk.legal, desk.tally, desk.first
    for k in range(actions):
        s = states[0]
        redraw(s, s.turn, k)
        legal(s, out)
        apply(s, out[0])
        for i in range(len(first)):
            tally.actions[first[i]] += 1


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_nothing_that_is_written_beside_a_generic_function_gets_lost(game: str) -> None:
    """Numba drops writes to arrays that came out of a tuple, if it inlines the overloads in `engine.rules`."""
    match = Game.new(game, players=3, seed=1)
    legal_actions = np.zeros(match.rules.most_legal, np.int16)
    desk = Desk(
        new_states(match.rules, 1), legal_actions, Tally(np.zeros(2, np.int64), np.zeros((3, 2))), np.zeros(1, np.int64)
    )
    desk.states[0] = match.states[0]
    play_and_count(desk, 20)
    assert desk.tally.actions[0] == 20
