"""Players: programs that choose. Each is given only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boriken.engine import Action, BadOption, BorikenError, Game, Rules

from .base import Player, PlayerFailed, files_of, get_ready, looks_back
from .external import ExternalPlayer
from .guided.learned import LearnedPlayer
from .heuristic import HeuristicPlayer, StylePlayer
from .levels import LEVELS
from .own import OwnPlayer, is_own
from .random import RandomPlayer
from .roles import RolesPlayer
from .search.player import SearchPlayer

PLAYERS: dict[str, Callable[[int, str], Player]] = {
    "random": RandomPlayer,
    "heuristic": HeuristicPlayer,
    "style": StylePlayer,
    "learned": LearnedPlayer,
    "search": SearchPlayer,
    "roles": RolesPlayer,
}
"""Every kind of player that can play by its name alone; called with a seed and settings, an empty text if none."""

EXTERNAL = "external"
"""The kind of player that is another program: it needs a command, and is not for saved games to name."""


def is_known(spec: str) -> bool:
    """Whether a spec names one of our own bots, so that to make it starts no program and imports no module."""
    return spec in LEVELS or spec.partition(":")[0] in PLAYERS


def make_player(spec: str, seed: int) -> Player:
    """A player, whose choices are repeatable by the seed: a level, or a kind's name and, after a colon, its settings.

    `external:COMMAND` is another program, `MODULE:CLASS` or `MODULE:CLASS:SETTINGS` a class of yours.

    >>> make_player("heuristic", 1).name
    'heuristic'
    >>> make_player("easy", 1).name
    'easy'
    >>> make_player("search:500,40", 1).name
    'search:500,40'
    >>> make_player("external:python3 examples/external_player.py", 1).name
    'external'
    """
    if spec in LEVELS:
        return LevelPlayer(spec, seed)
    name, _, settings = spec.partition(":")
    if name == EXTERNAL:
        return ExternalPlayer(seed, settings)
    if name in PLAYERS:
        return PLAYERS[name](seed, settings)
    if is_own(spec):
        return OwnPlayer(spec, seed)
    known = ", ".join([*PLAYERS, *LEVELS])
    raise BadOption(f"there is no player {name!r}; there is {known}, {EXTERNAL}:COMMAND and, of yours, MODULE:CLASS")


class LevelPlayer:
    """Plays as its level does in the game at hand."""

    def __init__(self, level: str, seed: int) -> None:
        self.name = level
        self._seed = seed
        self._players: dict[str, Player] = {}

    def choose(self, game: Game) -> Action:
        return self._player(game.rules).choose(game)

    def get_ready(self, game: Game) -> None:
        get_ready(self._player(game.rules), game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        return files_of(self._player(rules), rules, players)

    def looks_back(self, rules: Rules) -> int:
        return looks_back(self._player(rules), rules)

    def _player(self, rules: Rules) -> Player:
        if rules.name not in LEVELS[self.name]:
            raise BadOption(f"{rules.title} has no level {self.name!r}")
        if rules.name not in self._players:
            self._players[rules.name] = make_player(LEVELS[self.name][rules.name], self._seed)
        return self._players[rules.name]


def choose(player: Player, game: Game, seed: int = 0) -> Action:
    """Let a player choose for the seat to move. It sees an imagined game: what its seat cannot know is drawn anew."""
    if game.turn is None:
        raise BorikenError("the game is over: there is nothing to choose")
    return player.choose(game.determinize(game.turn, seed, looks_back(player, game.rules)))


__all__ = ["EXTERNAL", "LEVELS", "PLAYERS", "Player", "PlayerFailed", "choose", "is_known", "make_player"]
