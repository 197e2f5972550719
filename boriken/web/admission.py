"""Who is let in: tokens and cookies that were ended, and people who are banned.

A token carries a serial (those of version 0.1 carry none, which is 0) and counts as long as it is not below the
person's. What a person's row says is remembered for a few seconds, so that not every request asks the database, and a
running site notices within seconds what somebody did elsewhere.
"""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from .models import Person
from .refusals import NotAllowed, NotKnown
from .security import Visitor
from .storage import Storage

REMEMBERED = 5.0
"""Seconds."""
_HERE = 60.0
"""Seconds after which somebody who asks for nothing has gone."""
_MOST_REMEMBERED = 20_000
_MOST_AT_ONCE = 1_000
_STANDINGS = select(Person.id, Person.serial, Person.banned).where(Person.id.in_(bindparam("people", expanding=True)))


@dataclass
class _Known:
    """What a person's row says."""

    serial: int
    banned: bool
    looked_up: float
    here: float
    """When they last asked for something."""


class Admission:
    """Lets visitors in, or not."""

    def __init__(self, storage: Storage, clock: Callable[[], float] = time.monotonic) -> None:
        self._storage = storage
        self._clock = clock
        self._known: OrderedDict[str, _Known] = OrderedDict()  # looked up longest ago first

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
        if known is not None:
            known.here = moment
            if moment - known.looked_up < REMEMBERED:
                return known.serial, known.banned
        wanted = [person, *self._others(person, moment)]
        try:
            found = await self._storage.read(lambda connection: _read(connection, wanted))
        except Exception:
            if known is None:
                raise
            return known.serial, known.banned  # the database is away: what we knew last still counts
        for somebody in wanted:
            here = self._known[somebody].here if somebody in self._known else moment
            self._known[somebody] = _Known(*found.get(somebody, (0, False)), looked_up=moment, here=here)
            self._known.move_to_end(somebody)
        while len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)
        return found.get(person, (0, False))

    def _others(self, person: str, moment: float) -> list[str]:
        """Whom else to look up, for they are here and soon will be asked for: many take hardly longer than one."""
        others = []
        for other, known in list(itertools.islice(self._known.items(), _MOST_AT_ONCE)):
            if moment - known.here > _HERE:
                del self._known[other]
            elif moment - known.looked_up > REMEMBERED / 2 and other != person:
                others.append(other)
        return others


def end_tokens(connection: Connection, person: str) -> int:
    """End all tokens and cookies of somebody within a transaction; returns the serial for a new one."""
    connection.execute(update(Person).where(Person.id == person).values(serial=Person.serial + 1))
    return int(connection.execute(select(Person.serial).where(Person.id == person)).scalar_one())


def _read(connection: Connection, people: Sequence[str]) -> dict[str, tuple[int, bool]]:
    """Serial and ban of all who have a row."""
    rows = connection.execute(_STANDINGS, {"people": people})
    return {person: (serial, banned) for person, serial, banned in rows}
