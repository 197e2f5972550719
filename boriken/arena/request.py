"""What a tournament is asked to be. Everything that decides its results is said here, beforehand."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from boriken import __version__
from boriken.engine import BadOption, BadRecord, Rules, rules_of
from boriken.engine.game import MOST_SEEDS
from boriken.players import make_player
from boriken.players.base import files_of
from boriken.players.learned.weights import digest

FORMAT = "boriken-arena-1"


class Mode(StrEnum):
    """Who meets whom."""

    ONE = "one"
    """One player against a field."""
    ROUND_ROBIN = "round-robin"
    """Every table that can be made of the players."""
    LADDER = "ladder"
    """Each player against a field of the one before it."""


@dataclass(frozen=True)
class Request:
    """A tournament: the same request gives the same games, whoever plays them and in whatever order."""

    game: str
    players: int
    """How many sit at a table."""
    options: dict[str, Any]
    mode: Mode
    contestants: tuple[str, ...]
    """Specs of players. `one`: that one first, then the field, which is one for all other seats or one a seat."""
    games: int
    """How many are played; of a ladder, on each rung."""
    seed: int
    records: bool = False
    """Whether to keep each game's full record."""
    forfeits: bool = False
    """Whether a player that fails loses its game, instead of stopping the tournament."""

    def __post_init__(self) -> None:
        for name in ("players", "games", "seed"):  # NumPy's whole numbers are no JSON
            value = getattr(self, name)
            object.__setattr__(self, name, int(value) if isinstance(value, np.integer) else value)

    @property
    def rules(self) -> Rules:
        """Those with expansions, if the options call for them."""
        rules = rules_of(self.game)
        return rules.for_options(rules.check_options(self.players, self.options))

    def checked(self) -> Request:
        """Itself, if it can be played; else BadOption says why."""
        self.rules.check_options(self.players, self.options)
        if self.players not in self.rules.players:
            first, last = self.rules.players[0], self.rules.players[-1]
            raise BadOption(f"{self.rules.title} is for {first} to {last} players, not {self.players}")
        if self.games < 1:
            raise BadOption(f"a tournament has 1 game or more, not {self.games}")
        if not 0 <= self.seed <= MOST_SEEDS - self.games:
            raise BadOption("the games' seeds must lie between 0 and 2**63 - 1")
        self._check_contestants()
        for spec in self.contestants:
            make_player(spec, 0)  # says what is wrong with it
        return self

    def _check_contestants(self) -> None:
        number = len(self.contestants)
        if self.mode == Mode.ONE:
            if number not in (2, self.players):
                raise BadOption(
                    f"the field is one player for all other seats, or one for each of the {self.players - 1}; "
                    f"there are {number - 1}"
                )
            if self.contestants[0] in self.contestants[1:]:
                raise BadOption(
                    f"{self.contestants[0]} is also in the field: nobody could tell who won; "
                    f"'boriken simulate --bot {self.contestants[0]}' lets it play against itself"
                )
            return
        if number < 2:
            raise BadOption(f"a {self.mode} needs two players or more, not {number}")
        if len(set(self.contestants)) < number:
            raise BadOption(f"a {self.mode} names each player once")

    def to_json(self) -> str:
        """As it stands in a tournament's folder: with the versions under which it is played."""
        versions = {"format": FORMAT, "version": __version__, "rules": self.rules.version, "weights": self._weights()}
        return json.dumps(versions | asdict(self), indent=1)

    def _weights(self) -> dict[str, list[str]]:
        """For each contestant that goes by files of weights, their digests: with others it would be another player."""
        files = {spec: files_of(make_player(spec, 0), self.rules, self.players) for spec in self.contestants}
        return {spec: [digest(path) for path in paths] for spec, paths in files.items() if paths}

    @classmethod
    def from_json(cls, text: str) -> Request:
        """The request that stands in a folder."""
        try:
            data = json.loads(text)
            if data.pop("format") != FORMAT:
                raise ValueError
            for name in ("version", "rules", "weights"):
                data.pop(name, None)
            return cls(**data | {"mode": Mode(data["mode"]), "contestants": tuple(data["contestants"])})
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadRecord(f'not the request of a tournament: it should be JSON with "format": "{FORMAT}"') from None


def differences(before: str, now: str) -> str:
    """What two requests differ in, in words; empty if in nothing. Both as `to_json` writes them."""
    old, new = json.loads(before), json.loads(now)
    return "; ".join(
        f"{name} {json.dumps(old.get(name))}, not {json.dumps(new.get(name))}"
        for name in sorted(set(old) | set(new))
        if old.get(name) != new.get(name)
    )
