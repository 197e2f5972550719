"""Players: programs that choose. Each is given only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable

from boriken.engine import Action, BadOption, BorikenError, Game

from .base import Player
from .heuristic import HeuristicPlayer
from .random import RandomPlayer

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "heuristic": HeuristicPlayer,
}
"""Every kind of player by its name; called with a seed."""


def make_player(name: str, seed: int) -> Player:
    """A player of that kind, whose choices are repeatable by the seed."""
    if name not in PLAYERS:
        raise BadOption(f"there is no player {name!r}; there is {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)


def choose(player: Player, game: Game, seed: int = 0) -> Action:
    """Let a player choose for the seat to move. It sees an imagined game: what its seat cannot know is drawn anew."""
    if game.turn is None:
        raise BorikenError("the game is over: there is nothing to choose")
    return player.choose(game.determinize(game.turn, seed))


__all__ = ["PLAYERS", "Player", "choose", "make_player"]
