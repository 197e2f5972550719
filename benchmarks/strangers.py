"""Strangers whom no bot of ours suspects, and a search that does not look back, for the arena.

`search` takes the others for thinkers or for one of the styles that we wrote. Against these very styles it is at its
best; what it is worth against anybody else is told by players who are none of them:

    boriken arena --one search:200 --field benchmarks.strangers:Restless:builder+trader --games 120 --seed 1
    boriken arena --one benchmarks.strangers:Forgetful:search:200 --field learned:0.1 --games 120 --seed 1
"""

from __future__ import annotations

import random

from boriken.engine import Action, Game
from boriken.players import make_player
from boriken.players.base import get_ready


class Restless:
    """Goes by another style at every decision, drawn from those that the settings name, joined by +."""

    def __init__(self, seed: int, settings: str) -> None:
        self.name = f"restless {settings}"
        self._players = [make_player(f"style:{name}", seed) for name in settings.split("+")]
        self._random = random.Random(seed)

    def choose(self, game: Game) -> Action:
        return self._random.choice(self._players).choose(game)

    def get_ready(self, game: Game) -> None:
        for player in self._players:
            get_ready(player, game)


class Forgetful:
    """A bot of ours that is never told what the others have done. Settings: its spec."""

    def __init__(self, seed: int, settings: str) -> None:
        self._player = make_player(settings, seed)
        self.name = f"forgetful {self._player.name}"

    def choose(self, game: Game) -> Action:
        return self._player.choose(game)

    def get_ready(self, game: Game) -> None:
        get_ready(self._player, game)
