"""Trying things out in games that a seat cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Sequence

from boriken.engine import Game

SEEDS = (1, 2, 3, 4, 5, 6)
"""What comes out alike in all of these games does not depend on hidden chance."""


def imagined(game: Game, seat: int, seed: int = SEEDS[0]) -> Game:
    """A game to try things out in."""
    return game.determinize(seat, seed)


def decision_number(game: Game) -> int:
    """What is being asked, as the record has it: much quicker than a view."""
    return int(game.states["decision"][0])


def tried(game: Game, seat: int, actions: Sequence[str]) -> list[Game]:
    """The games that may follow when these actions are played."""
    games = []
    for seed in SEEDS:
        guess = imagined(game, seat, seed)
        for action in actions:
            guess.play(action)
        games.append(guess)
    return games
