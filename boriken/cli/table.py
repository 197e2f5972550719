"""A table in the terminal: a game, the people and bots who sit at it, and the file that keeps it."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boriken.engine import Action, BadOption, BadRecord, BorikenError, Game, Record, Rules, derived_seed
from boriken.players import EXTERNAL, LEVELS, PLAYERS, Player, choose, is_known, make_player
from boriken.players.own import is_own

from .arguments import DEFAULT_BOT, bots_for
from .saves import new_save, read_record, write_whole
from .terminal import seat_names

_SEATING = "terminal"
"""Where in a saved game's JSON it says who is a person: a record like any other, with this besides."""
_LONGEST_NAME = 20


@dataclass
class TerminalTable:
    """A game with its seats."""

    game: Game
    names: list[str]
    bots: dict[int, str]
    """The kind of bot by seat; people have the other seats."""
    path: Path
    _minds: dict[int, Player] = field(default_factory=dict)

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int,
        seed: int,
        options: dict[str, Any],
        people: Sequence[int],
        people_names: Sequence[str],
        bots: Sequence[str],
    ) -> TerminalTable:
        """Set a table up."""
        _check_seats(people, players)
        bot_seats = [seat for seat in range(players) if seat not in people]
        if any(bot.partition(":")[0] == EXTERNAL for bot in bots):
            raise BadOption(f"--bot: {EXTERNAL} players play in 'boriken arena' and 'boriken simulate'")
        kinds = dict(zip(bot_seats, bots_for(bots, len(bot_seats)) if bot_seats else [], strict=True))
        names = _seat_names(players, people, people_names)
        game = Game(rules, players, seed, options)
        return cls(game, names, kinds, new_save(f"{rules.name}-{time.strftime('%Y-%m-%d-%H%M%S')}-{seed}"))

    @classmethod
    def load(cls, path: Path, people: Sequence[int], own: Sequence[str] = ()) -> TerminalTable:
        """A saved game; in a record from elsewhere these people take the seats, or one person the first.

        A file must not run code by itself: own players that it names must be named here again.
        """
        text, record = read_record(path)
        try:
            game = record.replay()
            bots = _saved_bots(text, record, people, own)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None
        return cls(game, seat_names(record.seats), bots, path)

    def people(self) -> list[int]:
        return [seat for seat in range(self.game.players) if seat not in self.bots]

    def to_json(self) -> str:
        """The game's record, with a note on who is a bot."""
        record = json.loads(self.game.to_json(self.names))
        kinds = [self.bots.get(seat) for seat in range(self.game.players)]
        return json.dumps(record | {_SEATING: {"bots": kinds}}) + "\n"

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, self.to_json())

    def bot_choice(self) -> Action:
        """What the bot whose turn it is chooses; repeatable by the game's seed."""
        game = self.game
        seat = game.turn
        assert seat is not None
        if seat not in self._minds:
            self._minds[seat] = make_player(self.bots[seat], derived_seed(game.seed, seat, len(game.actions)))
        return choose(self._minds[seat], game, derived_seed(game.seed, len(game.actions)))

    def take_back(self) -> int:
        """Go back to the last decision of a person and return how many decisions that took; 0: there was none."""
        earlier = self.game.copy()
        decisions = 0
        while True:
            try:
                earlier.undo()
            except BorikenError:
                return 0
            decisions += 1
            if earlier.turn not in self.bots:
                self.game = earlier
                return decisions


def _seat_names(players: int, people: Sequence[int], given: Sequence[str]) -> list[str]:
    names = [_checked_name(name) for name in given]
    if len(names) > len(people):
        raise BadOption(f"--name: there are {len(names)} names, but {len(people)} at the table")
    for i in range(len(names), len(people)):
        names.append("Player" if len(people) == 1 else f"Player {i + 1}")
    of_people = dict(zip(sorted(people), names, strict=True))
    bot_seats = [seat for seat in range(players) if seat not in of_people]
    of_bots = {seat: f"Bot {i + 1}" for i, seat in enumerate(bot_seats)}
    seated = of_people | of_bots
    if len(set(seated.values())) != players:
        raise BadOption("--name: two seats would have the same name")
    return [seated[seat] for seat in range(players)]


def _checked_name(name: str) -> str:
    if not name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise BadOption(f"--name: 1 to {_LONGEST_NAME} characters, not {name!r}")
    return name.strip()


def _saved_bots(text: str, record: Record, people: Sequence[int], own: Sequence[str]) -> dict[int, str]:
    """The bots by seat, as noted in a saved game; without a note, everybody but these people, or but the first seat."""
    note = json.loads(text).get(_SEATING)
    if note is None:
        _check_seats(people, record.players)
        return {seat: DEFAULT_BOT for seat in range(record.players) if seat not in (people or [0])}
    if people:
        raise BadOption("--seat: a saved game knows who sits where")
    kinds = note.get("bots") if isinstance(note, dict) else None
    if not isinstance(kinds, list) or len(kinds) != record.players or None not in kinds:
        raise BadRecord(f"the note {_SEATING!r} does not say who is a person")
    for kind in kinds:
        if kind is None or (isinstance(kind, str) and (is_known(kind) or kind in own)):
            continue
        if isinstance(kind, str) and is_own(kind):
            raise BadRecord(f"{kind} played here, a class of yours; if you trust it, go on with --resume --bot {kind}")
        raise BadRecord(f"there is no bot {kind!r}; there is {', '.join([*PLAYERS, *LEVELS])}")
    return {seat: kind for seat, kind in enumerate(kinds) if kind is not None}


def _check_seats(people: Sequence[int], players: int) -> None:
    for seat in people:
        if not 0 <= seat < players:
            raise BadOption(f"there is no seat {seat}; the seats are 0 to {players - 1}")
