"""Random walks through games, for the tests that check every position on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from boriken import Game

PLAYERS = (2, 3, 4, 5)


def options_of(seed: int, players: int) -> dict[str, Any]:
    """Every combination of options comes up as seeds go by."""
    return {
        "swap": bool(seed & 1),
        "corn_start": bool(seed & 2),
        "hidden_vp": bool(seed & 4),
        "governor": "random" if seed % 3 == 0 else seed % players,
    }


def new_game(players: int, seed: int) -> Game:
    return Game.new("puerto-rico", players=players, seed=seed, **options_of(seed, players))


def walk(game: Game, seed: int = 0) -> Iterator[str]:
    """Play a game to its end at random; yields before each action that is played, with its text."""
    chooser = random.Random(seed)
    while not game.over:
        action = chooser.choice(game.legal_actions)
        yield str(action)
        game.play(action)


def walked(players: int, seed: int, decisions: int) -> Game:
    """A game after so many random decisions, or at its end."""
    game = new_game(players, seed)
    for _, _ in zip(range(decisions), walk(game, seed), strict=False):
        pass
    return game
