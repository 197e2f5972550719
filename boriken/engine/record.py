"""Records: a game as JSON, written in action texts, and checked to the last action when it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .actions import Action
from .errors import BadOption, BadRecord, BorikenError, IllegalAction
from .game import MOST_ACTIONS, Game, Outcome
from .rules import rules_of
from .stepping import MOST_FORCED

FORMAT = "boriken-record-1"
LONGEST_NAME = 100


@dataclass(frozen=True)
class Record:
    """A game that can be played again: what was chosen, not what came of it."""

    game: str
    edition: str
    rules: int
    """The version of the rules under which it was played."""
    players: int
    options: dict[str, Any]
    seed: int
    seats: tuple[str, ...]
    """Who sat where."""
    actions: tuple[str, ...]
    """Every action as text, forced ones included."""
    result: dict[str, Any] | None
    """Points, winners and reasons; None while the game goes on."""

    @classmethod
    def of(cls, game: Game, seats: list[str] | None = None) -> Record:
        """The record of a game."""
        names = tuple(seats) if seats is not None else tuple(f"seat {i}" for i in range(game.players))
        if len(names) != game.players:
            raise BadOption(f"{game.players} players need {game.players} names, not {len(names)}")
        return cls(
            game=game.rules.name,
            edition=game.edition,
            rules=game.rules.version,
            players=game.players,
            options=dict(game.options),
            seed=game.seed,
            seats=names,
            actions=tuple(str(action) for action in game.actions),
            result=_result(game.outcome),
        )

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps({"format": FORMAT, **vars(self)})

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record and check its form; `replay` checks the rest."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"not a record: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f'not a record: it should be a JSON object with "format": "{FORMAT}"')
        fields = {name: _field(data, name, kind) for name, kind in _FIELDS.items()}
        for name in ("seats", "actions"):
            if not all(isinstance(item, str) for item in fields[name]):
                raise BadRecord(f"{name} must be a list of texts")
            fields[name] = tuple(fields[name])
        if len(fields["actions"]) > MOST_ACTIONS + MOST_FORCED:
            raise BadRecord(f"more than {MOST_ACTIONS} actions")
        if any(len(name) > LONGEST_NAME for name in fields["seats"]):
            raise BadRecord(f"a name in seats is longer than {LONGEST_NAME} letters")
        return cls(**fields)

    def replay(self) -> Game:
        """Play the record again; raises BadRecord, naming the first thing that does not fit, the result included."""
        game = self.start()
        at = self._compare(list(game.actions), 0)
        while at < len(self.actions):
            try:
                played = game.play(self.actions[at])
            except IllegalAction:  # whose message would show the hand of whoever is to move
                trouble = f"{self.actions[at]} is not legal there" if not game.over else "the game is over before it"
                raise BadRecord(f"action {at + 1} of {len(self.actions)}: {trouble}") from None
            except BorikenError as error:
                raise BadRecord(f"action {at + 1} of {len(self.actions)}: {error}") from None
            at = self._compare(played, at)
        if json.dumps(self.result, sort_keys=True) != json.dumps(_result(game.outcome), sort_keys=True):
            raise BadRecord(f"the result should be {json.dumps(_result(game.outcome))}")
        return game

    def start(self) -> Game:
        """The game at its first decision."""
        try:
            rules = rules_of(self.game)
        except BadOption as error:
            raise BadRecord(str(error)) from None
        version = rules.version_for(self.players, self.options)
        if self.edition not in rules.editions or self.rules != version:
            raise BadRecord(
                f"played under {self.game} edition {self.edition}, rules version {self.rules}; this program "
                f"has edition {' and '.join(rules.editions)}, version {version}, and cannot replay it exactly"
            )
        if len(self.seats) != self.players:
            raise BadRecord(f"{self.players} players, but {len(self.seats)} seats")
        try:
            game = Game(rules, self.players, self.seed, self.options)
        except BadOption as error:
            raise BadRecord(str(error)) from None
        later = {name: option.usual for name, option in rules.options.items() if option.later}
        if json.dumps({**later, **self.options}, sort_keys=True) != json.dumps(game.options, sort_keys=True):
            raise BadRecord(f"the options must be complete, as in {json.dumps(game.options)}")
        if game.edition != self.edition:
            raise BadRecord(f"edition {self.edition}, but the options say edition {game.edition}")
        return game

    def _compare(self, played: list[Action], first: int) -> int:
        """From `first` on, what was played must stand in the record; returns where it goes on."""
        for i, action in enumerate(played, first):
            written = self.actions[i] if i < len(self.actions) else None
            if written != action.text:
                raise BadRecord(f"action {i + 1} must be {action.text!r} (it is forced), not {written!r}")
        return first + len(played)


_FIELDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "edition": (str,),
    "rules": (int,),
    "players": (int,),
    "options": (dict,),
    "seed": (int,),
    "seats": (list,),
    "actions": (list,),
    "result": (dict, type(None)),
}


def _field(data: dict[str, Any], name: str, kinds: tuple[type, ...]) -> Any:
    if name not in data:
        raise BadRecord(f"{name!r} is missing")
    value = data[name]
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise BadRecord(f"{name!r} is of the wrong kind: {json.dumps(value)[:60]}")
    return value


def _result(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "points": list(outcome.points),
        "winners": list(outcome.winners),
        "reasons": list(outcome.reasons),
    }
