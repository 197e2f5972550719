"""Who is let in: tokens and cookies that were ended, and people who are banned.

A token carries a serial (those of version 0.1 carry none, which is 0) and counts as long as it is not below the
person's. What a person's row says is remembered for a few seconds, so that not every request asks the database, and a
running site notices within seconds what somebody did elsewhere.
"""

from __future__ import annotations

import dataclasses
import time
from collections import OrderedDict
from collections.abc import Callable

from sqlalchemy import Connection, select, update

from .models import Person
from .refusals import NotAllowed, NotKnown
from .security import Visitor
from .storage import Storage

REMEMBERED = 5.0
"""Seconds."""
_MOST_REMEMBERED = 20_000


class Admission:
    """Lets visitors in, or not."""

    def __init__(self, storage: Storage, clock: Callable[[], float] = time.monotonic) -> None:
        self._storage = storage
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, int, bool]] = OrderedDict()  # when asked, serial, banned

    async def check(self, visitor: Visitor) -> Visitor:
        """The visitor, as nobody we know if the cookie was ended; refuses ended tokens and banned people."""
        if visitor.person is None:
            return visitor
        serial, banned = await self._standing(visitor.person)
        if visitor.serial < serial:
            if visitor.by_token:
                raise NotKnown("This token was ended. POST /api/people gives you another, for another person.")
            return dataclasses.replace(visitor, person=None, serial=0)
        if banned:
            raise NotAllowed("Whoever runs this site does not let you in any more.")
        return visitor

    async def still(self, visitor: Visitor) -> bool:
        """Whether a connection that was let in may stay."""
        try:
            return (await self.check(visitor)).person == visitor.person
        except (NotKnown, NotAllowed):
            return False

    async def end_tokens(self, person: str) -> int:
        """End all tokens and cookies of somebody; returns the serial for a new one."""
        serial = await self._storage.write(lambda connection: end_tokens(connection, person))
        self._known.pop(person, None)
        return serial

    async def _standing(self, person: str) -> tuple[int, bool]:
        known = self._known.get(person)
        moment = self._clock()
        if known is not None and moment - known[0] < REMEMBERED:
            return known[1:]
        try:
            serial, banned = await self._storage.read(lambda connection: _read(connection, person))
        except Exception:
            if known is None:
                raise
            return known[1:]  # the database is away: what we knew last still counts
        self._known[person] = (moment, serial, banned)
        self._known.move_to_end(person)
        while len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)
        return serial, banned


def end_tokens(connection: Connection, person: str) -> int:
    """End all tokens and cookies of somebody within a transaction; returns the serial for a new one."""
    connection.execute(update(Person).where(Person.id == person).values(serial=Person.serial + 1))
    return int(connection.execute(select(Person.serial).where(Person.id == person)).scalar_one())


def _read(connection: Connection, person: str) -> tuple[int, bool]:
    row = connection.execute(select(Person.serial, Person.banned).where(Person.id == person)).one_or_none()
    return (row.serial, row.banned) if row is not None else (0, False)
