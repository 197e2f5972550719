"""People: a random identity and a name that they may change."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from .models import Person, Seat
from .names import clean_name
from .storage import Storage


class People:
    """Everybody who has done more than look."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def name(self, person: str | None) -> str:
        """What somebody is called; empty for strangers."""
        if person is None:
            return ""
        return await self._storage.read(lambda connection: _name(connection, person))

    async def meet(self, person: str, name: str = "") -> str:
        """Make sure that somebody is known; returns the name, a passing one where none was chosen."""
        known = await self.name(person)
        if known:
            return known
        chosen = clean_name(name) if name else f"Guest {secrets.randbelow(9000) + 1000}"
        try:
            await self._storage.write(
                lambda connection: connection.execute(insert(Person).values(id=person, name=chosen))
            )
        except IntegrityError:  # another tab, at the same moment
            return await self.name(person)
        return chosen

    async def rename(self, person: str, name: str) -> str:
        """Call somebody so from now on, also at the tables where they sit."""
        chosen = clean_name(name)
        await self.meet(person, chosen)

        def change(connection: Connection) -> None:
            connection.execute(update(Person).where(Person.id == person).values(name=chosen))
            mine = (Seat.person == person, Seat.kind == "person")
            connection.execute(update(Seat).where(*mine).values(name=chosen))

        await self._storage.write(change)
        return chosen


def _name(connection: Connection, person: str) -> str:
    return connection.execute(select(Person.name).where(Person.id == person)).scalar() or ""
