"""Seats: who sits where, who may sit down, and who may give a seat to a bot."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select, update

from boriken.engine import Game

from .models import Seat, Table, now
from .news import News
from .refusals import NotAllowed, NotPossible, NotThere, Stale
from .storage import Storage
from .tables import BOT, OPEN, OVER, PERSON, RUNNING, WAITING, SeatRow, Standing, Tables

_PRESENT_FOR = timedelta(seconds=15)
"""Who was seen so recently need not be noted again."""
_MOST_NOTED = 10_000


class Seats:
    """Sitting down and getting up. A seat changes hands in one transaction that holds the table's row."""

    def __init__(self, storage: Storage, news: News, tables: Tables, alone_after: float) -> None:
        self._storage = storage
        self._news = news
        self._tables = tables
        self._alone_after = timedelta(seconds=alone_after)
        self._noted: dict[tuple[str, str], datetime] = {}
        """When this worker last noted who was where."""

    async def sit(self, table_id: str, seat: int, person: str, name: str, key: str = "") -> Standing:
        """Sit down on an open seat, or take one's own back from a bot."""
        standing = await self._tables.read(table_id)
        wanted = _seat(standing, seat)
        mine = standing.seat_of(person)
        if mine == seat:
            return standing
        if mine is not None:
            raise NotPossible("You sit at this table already.")
        if standing.table.state == OVER:
            raise NotPossible("The game is over.")
        if wanted.kind == PERSON:
            raise Stale(f"{wanted.name} sits there.")
        if wanted.kind == BOT and wanted.person != person:
            raise NotAllowed("A bot plays there.")
        if wanted.kind == OPEN and not may_join(standing, person, key):
            raise NotAllowed("This table is for invited people only. Ask for the invitation link.")
        return await self._change(standing, wanted, kind=PERSON, person=person, name=name, level=None, seen=now())

    async def give_to_bot(self, table_id: str, seat: int, person: str, level: str) -> Standing:
        """Let a bot play on for somebody who has left, or for oneself, or on a seat that stays open."""
        standing = await self._tables.read(table_id)
        wanted = _seat(standing, seat)
        if standing.table.state == OVER:
            raise NotPossible("The game is over.")
        if wanted.kind == BOT:
            raise Stale("A bot plays there already.")
        if wanted.kind == OPEN:
            if person != standing.table.host:
                raise NotAllowed("Only who opened the table may fill it with bots.")
            return await self._change(standing, wanted, kind=BOT, person=None, name=level.capitalize(), level=level)
        if standing.seat_of(person) is None:
            raise NotAllowed("Only those who sit at this table may do that.")
        if wanted.person != person and not self.left_alone(wanted):
            raise NotAllowed(f"{wanted.name} is still there.")
        return await self._change(standing, wanted, kind=BOT, person=wanted.person, name=wanted.name, level=level)

    async def leave(self, table_id: str, person: str) -> Standing:
        """Get up from a table where the game has not begun."""
        standing = await self._tables.read(table_id)
        seat = standing.seats[standing.my_seat(person)]
        if standing.table.state != WAITING:
            raise NotPossible("The game has begun. You may give your seat to a bot.")
        return await self._change(standing, seat, kind=OPEN, person=None, name="", level=None)

    async def set_pace(self, table_id: str, person: str, pace: str) -> Standing:
        """Let bots play slower or quicker."""
        standing = await self._tables.read(table_id)
        standing.my_seat(person)

        def change(connection: Connection) -> None:
            connection.execute(update(Table).where(Table.id == table_id).values(pace=pace))
            self._news.spread(connection, table_id)

        await self._storage.write(change)
        self._tables.changed(table_id)
        return await self._tables.read(table_id)

    async def note_presence(self, standing: Standing, person: str | None) -> None:
        """Note that somebody looks at the table, unless that was just noted. (Not worth telling anybody.)"""
        seat = standing.seat_of(person)
        if seat is None:
            return
        assert person is not None
        moment, known = now(), (standing.table.id, person)
        seen = max(filter(None, (standing.seats[seat].seen, self._noted.get(known))), default=None)
        if seen is not None and moment - seen < _PRESENT_FOR:
            return
        if len(self._noted) > _MOST_NOTED:
            self._noted.clear()
        self._noted[known] = moment
        mine = (Seat.table_id == standing.table.id, Seat.seat == seat, Seat.person == person)
        await self._storage.write(lambda connection: connection.execute(update(Seat).where(*mine).values(seen=now())))

    def left_alone(self, seat: SeatRow) -> bool:
        """Whether a person has not been there for so long that the others need not wait."""
        return seat.kind == PERSON and (seat.seen is None or now() - seat.seen > self._alone_after)

    async def _change(self, standing: Standing, seat: SeatRow, **values: Any) -> Standing:
        """Let a seat change hands unless it just has; the game begins when the last open seat is taken."""
        table_id = standing.table.id
        same = (Seat.table_id == table_id, Seat.seat == seat.seat, Seat.kind == seat.kind)
        owner = Seat.person.is_(None) if seat.person is None else Seat.person == seat.person

        def change(connection: Connection) -> None:
            # First the seat, then the table, as a move does: who took them the other way round could wait for ever.
            if connection.execute(update(Seat).where(*same, owner).values(values)).rowcount != 1:
                raise Stale("Somebody was quicker: this seat has just changed hands.")
            connection.execute(select(Table.id).where(Table.id == table_id).with_for_update())
            _check_one_seat_each(connection, table_id)
            if standing.table.state == WAITING:
                _begin_if_full(connection, standing.game, table_id)
            self._news.spread(connection, table_id)

        await self._storage.write(change)
        self._tables.changed(table_id)
        return await self._tables.read(table_id)


def _check_one_seat_each(connection: Connection, table_id: str) -> None:
    """Two tabs may ask for two seats at once."""
    taken = select(Seat.person).where(Seat.table_id == table_id, Seat.kind == PERSON)
    people = connection.execute(taken).scalars().all()
    if len(set(people)) < len(people):
        raise Stale("You sit at this table already.")


def _begin_if_full(connection: Connection, game: Game, table_id: str) -> None:
    open_seats = connection.execute(select(Seat.seat).where(Seat.table_id == table_id, Seat.kind == OPEN))
    if open_seats.first() is None:
        begun = {"state": RUNNING, "turn": game.turn, "changed": now()}
        connection.execute(update(Table).where(Table.id == table_id, Table.state == WAITING).values(begun))


def may_join(standing: Standing, person: str | None, key: str) -> bool:
    """Whether somebody may take an open seat: at a table for all, with the invitation, or as the host."""
    table = standing.table
    return bool(
        table.listed
        or secrets.compare_digest(key.encode(), table.invitation.encode())
        or (person is not None and person == table.host)
    )


def _seat(standing: Standing, seat: int) -> SeatRow:
    if not 0 <= seat < len(standing.seats):
        raise NotThere(f"There is no seat {seat} at this table.")
    return standing.seats[seat]
