"""What is known of a table: its row, its seats, the position of its game; and what somebody wishes for a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from boriken.engine import Game

from .refusals import NotAllowed, NotPossible, NotThere

WAITING, RUNNING, OVER = "waiting", "running", "over"
OPEN, PERSON, BOT = "open", "person", "bot"
PACES = {"slow": 1.5, "usual": 0.6, "quick": 0.25, "at-once": 0.0}
"""Seconds that a bot's move takes, or a tenth less where it is written along with others (see `bots`)."""
NOT_BEGUN = "The game has not begun: not all seats are taken."


@dataclass(frozen=True)
class Position:
    """A table's game after so many entries. Nobody plays on this game: take a copy."""

    number: int
    game: Game


@dataclass(frozen=True)
class Seating:
    """A table and who sits where at one moment."""

    table: TableRow
    seats: tuple[SeatRow, ...]

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seat(self, seat: int) -> SeatRow:
        """A seat's row, or a refusal."""
        if not 0 <= seat < len(self.seats):
            raise NotThere(f"There is no seat {seat} at this table.")
        return self.seats[seat]

    def seat_of(self, person: str | None) -> int | None:
        """Where somebody sits."""
        for seat in self.seats:
            if person is not None and seat.kind == PERSON and seat.person == person:
                return seat.seat
        return None

    def my_seat(self, person: str | None) -> int:
        """The same, or a refusal."""
        seat = self.seat_of(person)
        if seat is None:
            raise NotAllowed("You do not sit at this table.")
        return seat


@dataclass(frozen=True)
class Standing(Seating):
    """Everything about a table at one moment, its secrets included: not for showing."""

    position: Position | None
    """None while the table waits for people: nothing is dealt before all have sat down."""
    staged: tuple[str, ...] = ()
    """What the seat to move has staged and not confirmed."""

    @property
    def game(self) -> Game:
        """The game; refused before it begins."""
        if self.position is None:
            raise NotPossible(NOT_BEGUN)
        return self.position.game

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return 0 if self.position is None else self.position.number

    def draft(self, seat: int | None) -> tuple[str, ...]:
        """What a seat has staged for the decision at hand."""
        return self.staged if seat is not None and seat == self.game.turn else ()

    def may_take_back(self, seat: int | None) -> bool:
        """Whether a seat may undo the last decision."""
        return seat is not None and self.table.state == RUNNING and self.game.may_take_back(seat)

    @property
    def bot_to_move(self) -> int | None:
        """The seat whose turn it is, if a bot sits there and the game is on."""
        turn = self.game.turn if self.table.state == RUNNING else None
        return turn if turn is not None and self.seats[turn].kind == BOT else None


@dataclass(frozen=True)
class TableRow:
    """A table's row; the columns are described in `models`."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seed: int = field(repr=False)
    title: str
    invitation: str = field(repr=False)
    listed: bool
    uploaded: bool
    host: str | None
    pace: str
    hints: bool
    lesson: bool
    state: str
    turn: int | None
    last: int
    round: int
    result: dict[str, Any] | None
    rematch: str | None
    origin: dict[str, Any] | None
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class SeatRow:
    """A seat's row."""

    table_id: str
    seat: int
    kind: str
    person: str | None
    name: str
    level: str | None
    seen: datetime | None = field(compare=False)


@dataclass(frozen=True)
class SeatWish:
    """Who is to sit on a seat of a new table."""

    kind: str
    person: str | None = None
    name: str = ""
    level: str | None = None


@dataclass(frozen=True)
class TableWish:
    """A table that somebody wants to open."""

    game: str
    seats: Sequence[SeatWish]
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    host: str | None = None
    listed: bool = False
    pace: str = "usual"
    hints: bool = True
    lesson: bool = False
