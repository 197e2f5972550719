"""What is kept: people, tables, seats, entries, drafts and reviews; and who has solved which puzzles.

The entries are the truth. An entry is a decision that was played or taken back, and its key is (table, number): of two
writers that want to be number 12, one is refused. Entries are never changed nor deleted, so whoever has read the first
eleven need only ask for the rest. What the lobby shows of a table (`state`, `turn`, `last`, `round`) is written in the
same transaction as the entry.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    """The present, in the same zone everywhere."""
    return datetime.now(UTC).replace(tzinfo=None)


class Base(DeclarativeBase):
    """All of them."""


class Person(Base):
    """Somebody who has chosen a name, or sat down."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    created: Mapped[datetime] = mapped_column(DateTime, default=now)
    serial: Mapped[int] = mapped_column(Integer, server_default="0")
    """Tokens and cookies with a lower one were ended."""
    banned: Mapped[bool] = mapped_column(Boolean, server_default=false())


class Table(Base):
    """A game with its seats."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    rules: Mapped[int] = mapped_column(Integer)
    """The version of the rules it is played under."""
    players: Mapped[int] = mapped_column(Integer)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seed: Mapped[int] = mapped_column(BigInteger)
    """Tells all that is to come: it leaves the server only in the record of a finished game."""
    title: Mapped[str] = mapped_column(String(80))
    invitation: Mapped[str] = mapped_column(String(32), unique=True)
    """Whoever knows it may sit down."""
    listed: Mapped[bool] = mapped_column(Boolean)
    """Whether strangers find it in the lobby."""
    uploaded: Mapped[bool] = mapped_column(Boolean, default=False)
    """A record that somebody brought: for looking at only."""
    host: Mapped[str | None] = mapped_column(String(32))
    """Who opened it."""
    pace: Mapped[str] = mapped_column(String(8))
    """How quickly bots play: `slow`, `usual`, `quick`, `at-once`."""
    hints: Mapped[bool] = mapped_column(Boolean)
    """Whether one may ask what a bot would do."""
    lesson: Mapped[bool] = mapped_column(Boolean)
    """A guided first game."""
    state: Mapped[str] = mapped_column(String(8))
    """`waiting` for people to sit down, `running`, `over`."""
    turn: Mapped[int | None] = mapped_column(Integer)
    last: Mapped[int] = mapped_column(Integer, default=0)
    """The number of the last entry."""
    round: Mapped[int] = mapped_column(Integer, default=0)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Points and winners, once it is over."""
    rematch: Mapped[str | None] = mapped_column(String(16))
    """The table where the same people play again."""
    origin: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Where it was played on from: the `table`, `at` how many actions of it, and the `line` tried from there on. Its
    first entries are those."""
    created: Mapped[datetime] = mapped_column(DateTime, default=now)
    changed: Mapped[datetime] = mapped_column(DateTime, default=now)

    __table_args__ = (Index("tables_by_state", "state", "changed"),)


class Seat(Base):
    """A seat at a table."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    """`open`, `person` or `bot`."""
    person: Mapped[str | None] = mapped_column(String(32))
    """Whose it is; where a bot sits, who may have it back."""
    name: Mapped[str] = mapped_column(String(100))
    level: Mapped[str | None] = mapped_column(String(32))
    seen: Mapped[datetime | None] = mapped_column(DateTime)
    """When its person was last there."""

    __table_args__ = (Index("seats_by_person", "person"),)


class Entry(Base):
    """A decision that was played, or taken back."""

    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat: Mapped[int] = mapped_column(Integer)
    action: Mapped[str | None] = mapped_column(String(64))
    """As in records; None: the last decision that stands is taken back."""
    created: Mapped[datetime] = mapped_column(DateTime, default=now)


class Draft(Base):
    """What a seat has staged and not confirmed."""

    __tablename__ = "drafts"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    """The last entry when it was staged: with another one it is void."""
    staged: Mapped[list[str]] = mapped_column(JSON)


class Review(Base):
    """The review of a finished game, under way or done: one for each table, whoever asks for it."""

    __tablename__ = "reviews"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    decisions: Mapped[int] = mapped_column(Integer)
    """How many there are to judge."""
    trees: Mapped[int] = mapped_column(Integer)
    """The budget of a decision when it was asked for; with the seed it makes the review repeatable."""
    seed: Mapped[int] = mapped_column(Integer)
    person: Mapped[str | None] = mapped_column(String(32))
    """Who asked for it first."""
    created: Mapped[datetime] = mapped_column(DateTime, default=now)
    finished: Mapped[datetime | None] = mapped_column(DateTime)
    worker: Mapped[str | None] = mapped_column(String(32))
    """Who works on it."""
    until: Mapped[datetime] = mapped_column(DateTime)
    """If nothing was heard of that worker by then, another may go on."""
    tries: Mapped[int] = mapped_column(Integer, default=0)
    """How often it was taken up since anything came of it."""

    __table_args__ = (Index("reviews_unfinished", "finished", "until"),)


class Judged(Base):
    """What a review says of one decision, by now."""

    __tablename__ = "judged"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """Of the decision, from 0."""
    stage: Mapped[int] = mapped_column(Integer)
    """How sure that is: a later stage takes the place of an earlier one."""
    told: Mapped[bytes] = mapped_column(LargeBinary)
    """`analysis.telling`'s row as JSON, compressed: a game has hundreds of them."""


class PuzzleAnswer(Base):
    """Somebody's first answer to a puzzle: the one that counts."""

    __tablename__ = "puzzle_answers"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    """Its key."""
    game: Mapped[str] = mapped_column(String(32))
    action: Mapped[str | None] = mapped_column(String(64))
    """As in records; None: the answer was asked for."""
    right: Mapped[bool] = mapped_column(Boolean)
    change: Mapped[int] = mapped_column(Integer)
    """What it did to the rating."""
    created: Mapped[datetime] = mapped_column(DateTime, default=now)

    __table_args__ = (Index("puzzle_answers_by_person", "person", "game", "created"),)


class PuzzleSolver(Base):
    """How well somebody solves the puzzles of a game."""

    __tablename__ = "puzzle_solvers"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    rating: Mapped[float] = mapped_column(Float)
    doubt: Mapped[float] = mapped_column(Float)
    """As a standard deviation."""


class PuzzleTried(Base):
    """How hard a puzzle has turned out to be. (Puzzles themselves are in the package.)"""

    __tablename__ = "puzzles_tried"

    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    rating: Mapped[float] = mapped_column(Float)
    doubt: Mapped[float] = mapped_column(Float)
    tried: Mapped[int] = mapped_column(Integer)
    solved: Mapped[int] = mapped_column(Integer)
