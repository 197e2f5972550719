"""The heuristic player: rules of thumb that people can read, one module for each game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boriken.engine import Action, BadOption, Game, prepare

from . import heuristic_puerto_rico, heuristic_san_juan

_BEST: dict[str, Callable[[Any, Any, int], int]] = {
    "puerto-rico": heuristic_puerto_rico.best,
    "san-juan": heuristic_san_juan.best,
}


class HeuristicPlayer:
    """Takes the action that its rules of thumb value most. It uses no chance: equal positions, equal choices."""

    name = "heuristic"

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game) -> Action:
        best = _BEST.get(game.rules.name)
        if best is None:
            raise BadOption(f"the heuristic player does not know {game.rules.title}")
        actions = game.legal_actions
        numbers = np.array(actions, np.int16)
        prepare(f"the heuristic player for {game.rules.title}", lambda: best(game.states, numbers, 1))
        return actions[best(game.states, numbers, len(actions))]
