"""The lobby's lists: my tables, those with a free seat, those to watch, finished ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select
from sqlalchemy.orm import aliased

from boriken.games import GAMES

from .models import Seat, Table, now
from .standing import BOT, OPEN, OVER, PERSON, RUNNING, WAITING, SeatRow
from .storage import Storage

_COLUMNS = [c for c in Table.__table__.columns if c.name not in ("seed", "invitation")]
"""The lobby needs no secrets."""
_A_WHILE = timedelta(days=2)
"""Strangers' tables that nobody has touched for so long are not shown."""


@dataclass(frozen=True)
class Listed:
    """A table as the lobby knows it."""

    table: Row[Any]
    seats: tuple[SeatRow, ...]
    mine: int | None
    """Where the visitor sits."""

    @property
    def group(self) -> str:
        """`my-turn`, `mine`, `open`, `watch` or `finished`."""
        if self.table.state == OVER:
            return "finished"
        if self.mine is not None:
            return "my-turn" if self.table.turn == self.mine else "mine"
        return "open" if self.table.state == WAITING else "watch"


GROUPS = ("my-turn", "mine", "open", "watch", "finished")


class Lobbies:
    """Looks tables up by who may find them."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def tables(self, person: str | None, most: int = 30) -> list[Listed]:
        """What a visitor finds in the lobby, the visitor's own first."""
        own = _of(person)
        fresh = Table.changed > now() - _A_WHILE
        brought = and_(Table.uploaded, Table.host == (person or "-"))
        wanted = (
            and_(own, Table.state != OVER),
            and_(Table.listed, ~own, fresh, Table.state == WAITING),
            and_(Table.listed, ~own, fresh, Table.state == RUNNING),
            and_(or_(own, brought), Table.state == OVER),
        )
        found = await self._storage.read(
            lambda c: [listed for which in wanted for listed in _find(c, which, person, most)]
        )
        return sorted(found, key=lambda listed: GROUPS.index(listed.group))

    async def finished(self, person: str | None, most: int = 30) -> list[Listed]:
        """Finished games: the visitor's own, and those that were open to all."""
        which = and_(Table.state == OVER, or_(_of(person), Table.listed))
        return await self._storage.read(lambda connection: _find(connection, which, person, most))

    async def last_bots(self, person: str | None) -> dict[str, tuple[int, str]]:
        """For each game how many bots somebody last wanted to play against, and how strong ones.

        That is kept with the tables, as everything is: by a table that was opened for nobody else.
        """
        other = aliased(Seat)
        others = select(other.seat).where(other.table_id == Table.id, other.kind != BOT, other.person != person)
        with_bots = and_(Seat.table_id == Table.id, Seat.kind == BOT, Seat.person.is_(None))
        query = select(Table.players, Seat.level).join(Seat, with_bots).order_by(Table.created.desc()).limit(1)
        query = query.where(Table.host == person, ~Table.lesson, Table.state != WAITING, ~others.exists())

        def look(connection: Connection) -> dict[str, tuple[int, str]]:
            found = {game: connection.execute(query.where(Table.game == game)).one_or_none() for game in GAMES}
            return {game: (row.players - 1, row.level) for game, row in found.items() if row is not None}

        return {} if person is None else await self._storage.read(look)

    async def running(self, person: str) -> int:
        """How many unfinished tables somebody has opened."""
        query = select(func.count()).select_from(Table).where(Table.host == person, Table.state != OVER)
        return await self._storage.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def waiting_for_bots(self, most: int = 1000) -> Sequence[str]:
        """Tables where a bot is to move: after a restart somebody must tell it."""
        to_move = and_(Seat.table_id == Table.id, Seat.seat == Table.turn, Seat.kind == BOT)
        query = select(Table.id).join(Seat, to_move).where(Table.state == RUNNING, Table.changed > now() - _A_WHILE)
        query = query.order_by(Table.changed.desc()).limit(most)
        return await self._storage.read(lambda connection: connection.execute(query).scalars().all())


def _find(connection: Connection, which: ColumnElement[bool], person: str | None, most: int) -> list[Listed]:
    tables = connection.execute(select(*_COLUMNS).where(which).order_by(Table.changed.desc()).limit(most)).all()
    query = select(Seat.__table__).where(Seat.table_id.in_([table.id for table in tables])).order_by(Seat.seat)
    seats: dict[str, list[SeatRow]] = defaultdict(list)
    for row in connection.execute(query):
        seats[row.table_id].append(SeatRow(*row))
    return [
        Listed(table, tuple(seats[table.id]), next((s.seat for s in seats[table.id] if _is(s, person)), None))
        for table in tables
    ]


def _is(seat: SeatRow, person: str | None) -> bool:
    return person is not None and seat.kind == PERSON and seat.person == person


def _of(person: str | None) -> ColumnElement[bool]:
    """Tables where somebody sits, or waits as the host."""
    sits = select(Seat.table_id).where(Seat.person == (person or "-"), Seat.kind != OPEN)
    return or_(Table.id.in_(sits), and_(Table.host == (person or "-"), ~Table.uploaded))
