"""Seats: who sits where, who may sit down, and who may give a seat to a bot."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, update

from .models import Base, Seat, Table, now
from .news import News
from .refusals import NotAllowed, NotPossible, Stale
from .standing import BOT, OPEN, OVER, PERSON, RUNNING, WAITING, Seating, SeatRow, Standing
from .storage import Storage
from .tables import Tables, first_game

_PRESENT_FOR = timedelta(seconds=15)
"""Who was seen so recently need not be noted again."""
_NOTED_WITHIN = 0.1
"""Seconds: it is written along with the next move."""
_MOST_NOTED = 2_000
_seats = Seat.__table__.c
_NOTE = update(Base.metadata.tables[Seat.__tablename__]).where(
    _seats.table_id == bindparam("table"), _seats.seat == bindparam("of"), _seats.person == bindparam("who")
)


class Seats:
    """Sitting down and getting up.

    A seat changes hands in one transaction, which holds the seats and the table's row from the moment it looks at
    them: what it has decided by is still so when it writes.
    """

    def __init__(self, storage: Storage, news: News, tables: Tables, alone_after: float) -> None:
        self._storage = storage
        self._news = news
        self._tables = tables
        self._alone_after = timedelta(seconds=alone_after)
        self._noted: dict[tuple[str, str], datetime] = {}
        """When this worker last noted who was where."""

    async def sit(self, table_id: str, seat: int, person: str, name: str, key: str = "") -> Standing:
        """Sit down on an open seat, or take one's own back from a bot."""

        def wish(held: Seating) -> Change | None:
            wanted = held.seat(seat)
            mine = held.seat_of(person)
            if mine == seat:
                return None
            if mine is not None:
                raise NotPossible("You sit at this table already.")
            if held.table.state == OVER:
                raise NotPossible("The game is over.")
            if wanted.kind == PERSON:
                raise Stale(f"{wanted.name} sits there.")
            if wanted.kind == BOT and wanted.person != person:
                raise NotAllowed("A bot plays there.")
            if any(other.person == person and other.seat != seat for other in held.seats):
                raise NotAllowed("You have played on another seat of this table: you may take that one back.")
            if wanted.kind == OPEN and not may_join(held, person, key):
                raise NotAllowed("This table is for invited people only. Ask for the invitation link.")
            return Change(seat, kind=PERSON, person=person, name=name, level=None, seen=now())

        return await self._change(table_id, wish)

    async def give_to_bot(self, table_id: str, seat: int, person: str, level: str) -> Standing:
        """Let a bot play on for somebody who has left, or for oneself, or on a seat that stays open.

        During the game its person may have the seat back. Who gives it away before has not seen anything, and keeps no
        claim: it could become a second seat.
        """

        def wish(held: Seating) -> Change:
            wanted = held.seat(seat)
            if held.table.state == OVER:
                raise NotPossible("The game is over.")
            if wanted.kind == BOT:
                raise Stale("A bot plays there already.")
            if wanted.kind == OPEN:
                if person != held.table.host:
                    raise NotAllowed("Only who opened the table may fill it with bots.")
                return Change(seat, kind=BOT, person=None, name=level.capitalize(), level=level)
            if held.seat_of(person) is None:
                raise NotAllowed("Only those who sit at this table may do that.")
            if wanted.person != person and not self.left_alone(wanted):
                raise NotAllowed(f"{wanted.name} is still there.")
            if held.table.state == WAITING:
                return Change(seat, kind=BOT, person=None, name=level.capitalize(), level=level)
            return Change(seat, kind=BOT, person=wanted.person, name=wanted.name, level=level)

        return await self._change(table_id, wish)

    async def leave(self, table_id: str, person: str) -> Standing:
        """Get up from a table where the game has not begun."""

        def wish(held: Seating) -> Change:
            seat = held.my_seat(person)
            if held.table.state != WAITING:
                raise NotPossible("The game has begun. You may give your seat to a bot.")
            return Change(seat, kind=OPEN, person=None, name="", level=None)

        return await self._change(table_id, wish)

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
        note = {"table": standing.table.id, "of": seat, "who": person, "seen": moment}
        await self._storage.write(lambda connection: connection.execute(_NOTE, note), _NOTED_WITHIN)

    def left_alone(self, seat: SeatRow) -> bool:
        """Whether a person has not been there for so long that the others need not wait."""
        return seat.kind == PERSON and (seat.seen is None or now() - seat.seen > self._alone_after)

    async def _change(self, table_id: str, wish: Callable[[Seating], Change | None]) -> Standing:
        """Let a seat change hands as wished for; the game begins when the last open seat is taken."""

        def change(connection: Connection) -> None:
            held = self._tables.hold(connection, table_id)
            wanted = wish(held)
            if wanted is None:
                return
            which = (Seat.table_id == table_id, Seat.seat == wanted.seat)
            connection.execute(update(Seat).where(*which).values(wanted.values))
            open_seats = {seat.seat for seat in held.seats if seat.kind == OPEN} - {wanted.seat}
            if held.table.state == WAITING and wanted.values["kind"] != OPEN and not open_seats:
                begun = {"state": RUNNING, "turn": first_game(held.table).turn, "changed": now()}
                connection.execute(update(Table).where(Table.id == table_id).values(begun))
            self._news.spread(connection, table_id)

        await self._storage.write(change)
        self._tables.changed(table_id)
        return await self._tables.read(table_id)


class Change:
    """What is to become of a seat."""

    def __init__(self, seat: int, **values: Any) -> None:
        self.seat = seat
        self.values = values


def may_join(seating: Seating, person: str | None, key: str) -> bool:
    """Whether somebody may take an open seat: at a table for all, with the invitation, or as the host."""
    table = seating.table
    return bool(
        table.listed
        or secrets.compare_digest(key.encode(), table.invitation.encode())
        or (person is not None and person == table.host)
    )
