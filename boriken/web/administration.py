"""What only whoever runs the site may do: look tables and people up, end identities, delete.

All are plain functions of a connection, each within one transaction. The site may run meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, update

from boriken.engine import BorikenError

from .admission import end_tokens
from .compiling import USUAL_LEVEL
from .models import Draft, Entry, Judged, Person, PuzzleAnswer, PuzzleSolver, Review, Seat, Table, now
from .standing import BOT, OPEN, OVER, PERSON, RUNNING, WAITING

STATES = (WAITING, RUNNING, OVER)
SOMEBODY = "somebody"
"""The name of people whose data were deleted."""
_SHORTEST_PREFIX = 6


class NotFound(BorikenError):
    """Nobody, or more than one, fits."""


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    id: str
    game: str
    state: str
    round: int
    entries: int
    seats: tuple[str, ...]
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class PersonLine:
    """Somebody in a list."""

    id: str
    name: str
    tables: int
    created: datetime
    banned: bool
    ended: int
    """How often all tokens were ended."""


@dataclass(frozen=True)
class Deleted:
    """What deleting a person's data has done."""

    tables: int
    """Deleted: nobody else sat there."""
    renamed: int
    """Seats at others' tables that are somebody's now."""


def which_tables(state: str | None, older_than: timedelta | None) -> ColumnElement[bool]:
    """Tables in a state (None: in any) that nobody has changed for so long."""
    wanted: list[ColumnElement[bool]] = [Table.state.in_(STATES if state is None else (state,))]
    if older_than is not None:
        wanted.append(Table.changed < now() - older_than)
    return and_(*wanted)


def tables(connection: Connection, which: ColumnElement[bool], most: int) -> list[TableLine]:
    """The tables that were changed last."""
    found = connection.execute(select(Table.__table__).where(which).order_by(Table.changed.desc()).limit(most)).all()
    names: dict[str, list[str]] = {row.id: [] for row in found}
    query = select(Seat.table_id, Seat.kind, Seat.name, Seat.level).where(Seat.table_id.in_(names)).order_by(Seat.seat)
    for seat in connection.execute(query):
        shown = {OPEN: "(open)", BOT: f"{seat.name} ({seat.level})"}.get(seat.kind, seat.name)
        names[seat.table_id].append(shown)
    return [TableLine(r.id, r.game, r.state, r.round, r.last, tuple(names[r.id]), r.created, r.changed) for r in found]


def count(connection: Connection, which: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(Table).where(which)).scalar_one())


def people(connection: Connection, who: str, most: int) -> list[PersonLine]:
    """Whoever has this in their name, or an id that begins so; the newest first."""
    pattern = who.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    fits = or_(Person.name.ilike(f"%{pattern}%", escape="\\"), Person.id.startswith(who, autoescape=True))
    sits = select(func.count()).select_from(Seat).where(Seat.person == Person.id).scalar_subquery()
    query = select(Person.__table__, sits.label("tables")).where(Person.name != "", fits)
    rows = connection.execute(query.order_by(Person.created.desc()).limit(most))
    return [PersonLine(r.id, r.name, r.tables, r.created, r.banned, r.serial) for r in rows]


def find(connection: Connection, who: str) -> PersonLine:
    """The one person with this id, an id that begins so, or this name; raises NotFound."""
    rows = people(connection, who, 1000)
    long_enough = len(who) >= _SHORTEST_PREFIX
    fits = [row for row in rows if row.name == who or (long_enough and row.id.startswith(who))]
    exact = [row for row in fits if row.id == who]
    if len(exact or fits) == 1:
        return (exact or fits)[0]
    if fits:
        ids = ", ".join(row.id for row in fits[:5])
        raise NotFound(f"{len(fits)} people fit {who!r}: say which by the id ({ids}{', ...' if len(fits) > 5 else ''})")
    raise NotFound(f"there is nobody with the name or id {who!r}; 'boriken admin people' lists everybody")


def revoke(connection: Connection, person: str) -> int:
    """End all tokens and cookies of somebody; returns the serial for a new token."""
    return end_tokens(connection, person)


def ban(connection: Connection, person: str, banned: bool) -> None:
    """Let somebody in no more, or again."""
    connection.execute(update(Person).where(Person.id == person).values(banned=banned))


def delete_tables(connection: Connection, which: ColumnElement[bool], most: int) -> int:
    """Delete so many of these tables with all that belongs to them; returns how many it were."""
    query = select(Table.id).where(which).order_by(Table.changed).limit(most).with_for_update()
    found = connection.execute(query).scalars().all()
    _delete(connection, found)
    return len(found)


def _delete(connection: Connection, ids: Sequence[str]) -> None:
    for kind in (Judged, Review, Draft, Entry, Seat):
        connection.execute(delete(kind).where(kind.table_id.in_(ids)))
    connection.execute(update(Table).where(Table.rematch.in_(ids)).values(rematch=None))
    connection.execute(delete(Table).where(Table.id.in_(ids)))


def delete_person(connection: Connection, person: str) -> Deleted:
    """Delete what there is of a person.

    Tables where nobody else sat are deleted. At the others the seat stays, for the game is the others', too: it is
    somebody's, at a running table a bot's, at a waiting one open. Of the identity only a number stays
    that ends its tokens.
    """
    sat = select(Seat.table_id).where(Seat.person == person)
    others = select(Seat.table_id).where(Seat.person.is_not(None), Seat.person != person)
    theirs = or_(Table.id.in_(sat), Table.host == person)
    nobody_else = (Table.id.not_in(others), or_(Table.host.is_(None), Table.host == person))
    deleted = connection.execute(select(Table.id).where(theirs, *nobody_else).with_for_update()).scalars().all()
    _delete(connection, deleted)
    mine = Seat.person == person
    in_state = {state: Seat.table_id.in_(select(Table.id).where(Table.state == state)) for state in STATES}
    gone = {"person": None, "name": SOMEBODY}
    renamed = 0
    for state, values in (
        (WAITING, {"person": None, "name": "", "kind": OPEN, "level": None}),
        (OVER, gone),
    ):
        renamed += connection.execute(update(Seat).where(mine, in_state[state]).values(values)).rowcount
    to_bot = update(Seat).where(mine, in_state[RUNNING], Seat.kind == PERSON)
    renamed += connection.execute(to_bot.values(**gone, kind=BOT, level=USUAL_LEVEL)).rowcount
    renamed += connection.execute(update(Seat).where(mine).values(gone)).rowcount  # bots in their place
    connection.execute(update(Table).where(Table.host == person).values(host=None))
    connection.execute(update(Review).where(Review.person == person).values(person=None))
    for kind in (PuzzleAnswer, PuzzleSolver):
        connection.execute(delete(kind).where(kind.person == person))
    end_tokens(connection, person)
    connection.execute(update(Person).where(Person.id == person).values(name="", created=now()))
    return Deleted(len(deleted), renamed)
