"""The heuristic player: rules of thumb that people can read, one module for each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from boriken.engine import Action, ByGame, Game, State, States, prepare, rule
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

from . import heuristic_puerto_rico, heuristic_san_juan
from .base import no_settings

_WORTH = ByGame({PUERTO_RICO: heuristic_puerto_rico.worth, SAN_JUAN: heuristic_san_juan.worth})


def worth(s: State, action: int) -> float:
    """What a legal action is worth to the seat to move. (Compiled code takes the overload below.)"""
    return float(_WORTH.of_record(s)(s, action))


@overload(worth, inline="always")
def _worth(s, action):  # type: ignore[no-untyped-def]
    do = _WORTH.of_type(s)
    return lambda s, action: do(s, action)


@rule
def best(states: States, actions: Any, n: int) -> int:
    """Which of n legal actions of game 0 is worth most; the first of equals."""
    s = states[0]
    chosen = 0
    most = worth(s, actions[0])
    for i in range(1, n):
        value = worth(s, actions[i])
        if value > most:
            chosen, most = i, value
    return chosen


class HeuristicPlayer:
    """Takes the action that its rules of thumb value most. It uses no chance: equal positions, equal choices."""

    name = "heuristic"

    def __init__(self, seed: int, settings: str = "") -> None:
        no_settings(self.name, settings)

    def choose(self, game: Game) -> Action:
        actions = game.legal_actions
        numbers = np.array(actions, np.int16)
        prepare(f"the heuristic player for {game.rules.title}", lambda: best(game.states, numbers, 1))
        return actions[best(game.states, numbers, len(actions))]
