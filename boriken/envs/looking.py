"""A game of the engine as the environments see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import BorikenError, Game, prepare

from .core import layout_of, look


def look_at(game: Game) -> tuple[Any, Any]:
    """The observation of the seat to move and its mask, in new arrays."""
    if game.turn is None:
        raise BorikenError("the game is over: nobody is to move")
    observation = np.zeros(layout_of(game.rules, game.players).size, np.int16)
    nothing = observation[:0]
    title = game.rules.full_title
    prepare(f"observations of {title}", lambda: look(game.states, 0, 0, np.zeros_like(observation), nothing))
    look(game.states, 0, game.turn, observation, nothing)
    mask = np.zeros(len(game.rules.actions), np.int8)
    mask[game.legal_actions] = 1
    return observation, mask
