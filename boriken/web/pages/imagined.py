"""Trying things out in games that a seat cannot tell from the real one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from boriken.engine import Game

P = ParamSpec("P")
T = TypeVar("T")
_MOST_KEPT = 500

SEEDS = (1, 2, 3, 4, 5, 6)
"""What comes out alike in all of these games does not depend on hidden chance."""


def imagined(game: Game, seat: int, seed: int = SEEDS[0]) -> Game:
    """A game to try things out in."""
    return game.determinize(seat, seed)


def decision_number(game: Game) -> int:
    """What is being asked, as the record has it: much quicker than a view."""
    return int(game.states["decision"][0])


def tried(game: Game, seat: int, actions: Sequence[str]) -> list[Game]:
    """The games that may follow when these actions are played; one, if nothing comes out that the seat does not know.

    (What it sees is then the same in all of them.)
    """
    games = []
    for seed in SEEDS:
        guess, surprising = imagined(game, seat, seed), False
        for action in actions:
            guess.play(action)
            surprising |= guess.has_shown(seat)
        games.append(guess)
        if not surprising:
            break
    return games


def once(function: Callable[Concatenate[Game, P], T]) -> Callable[Concatenate[Game, P], T]:
    """What a function finds out about a game, kept for whoever asks again: a click and the pages that show it do."""
    kept: OrderedDict[Any, T] = OrderedDict()

    @wraps(function)
    def found(game: Game, /, *more: P.args, **named: P.kwargs) -> T:
        key = (game.rules.name, game.seed, game.states.tobytes(), game.actions, more, *named.items())
        if key in kept:
            return kept[key]
        new = kept[key] = function(game, *more, **named)
        if len(kept) > _MOST_KEPT:
            kept.popitem(last=False)
        return new

    return found
