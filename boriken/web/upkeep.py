"""The database before the site starts, and while it runs: who starts the site is told what is wrong with it; a worker
waits until it answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from alembic.util import CommandError
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from boriken.engine import BorikenError

from .refusals import Away
from .settings import Settings
from .storage import Storage, storage_of

_RETRY = 1.0
_LONGEST_PAUSE = 60.0


class NoDatabase(BorikenError):
    """The database cannot be used, and why."""


class Upkeep:
    """Brings the database up to date as soon as it answers, and notices when it does so again after an outage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._task: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        """Whether the database answers and is up to date."""
        return self._storage.migrated and not self._storage.outage.lasts

    async def start(self, when_there: Callable[[], Awaitable[None]]) -> None:
        """Call `when_there` as soon as the database is, and whenever it has come back. Waits for the first try only."""
        there = await self._attempt(when_there)
        self._task = asyncio.create_task(self._watch(there, self._storage.outage.ended, when_there))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self, there: bool, seen: int, when_there: Callable[[], Awaitable[None]]) -> None:
        """`seen`: the outages after which everybody has been told."""
        pause, outage = _RETRY, self._storage.outage
        while True:
            await asyncio.sleep(pause)
            if there and not outage.lasts and outage.ended == seen:
                pause = max(pause / 2, _RETRY)
            elif await self._attempt(when_there):
                there, seen = True, outage.ended
                pause = min(pause * 2, _LONGEST_PAUSE)  # a disk that is full can be read: everybody would try again

    async def _attempt(self, when_there: Callable[[], Awaitable[None]]) -> bool:
        try:
            if self._storage.migrated:
                await self._storage.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
            else:
                await self._storage.migrate()
            await when_there()
        except (Away, SQLAlchemyError):
            return False  # the storage has told the log
        except CommandError:
            self._storage.outage.note("its tables are of a newer version of Boriken")
            return False
        return True


def check_database(settings: Settings) -> None:
    """Bring the database up to date once, before anybody is served; raises NoDatabase with what is wrong."""
    quiet = logging.getLogger("boriken.web.outages")
    quiet.disabled = True  # what is wrong is said once
    try:
        asyncio.run(_check(settings))
    except (Away, SQLAlchemyError, CommandError) as error:
        raise NoDatabase(_trouble(settings.database_url, error)) from None
    except (TypeError, ValueError) as error:  # from the driver, about a parameter in the address
        if isinstance(error, BorikenError) or not settings.is_postgres:
            raise
        raise NoDatabase(
            f"PostgreSQL's driver does not understand BORIKEN_DATABASE_URL ({type(error).__name__}): "
            "check what stands after the question mark"
        ) from None
    finally:
        quiet.disabled = False


async def _check(settings: Settings) -> None:
    storage = storage_of(settings.database_url)
    try:
        if not settings.is_postgres:
            damage = await storage.read(_damage)
            if damage != "ok":
                raise NoDatabase(_damaged(settings.database_url, damage))
        await storage.migrate()
    finally:
        await storage.close()


def _damage(connection: Connection) -> str:
    return str(connection.execute(text("PRAGMA quick_check(1)")).scalar())


def _damaged(url: str, why: str) -> str:
    return (
        f"the database {make_url(url).database} is damaged ({' '.join(why.split())}): put a copy in its place, "
        "or move it away to begin with an empty one"
    )


def _trouble(url: str, error: Exception) -> str:
    """What is wrong with a database, and what to do about it. The password is never told."""
    address = make_url(url)
    if isinstance(error, CommandError):
        which = "the database" if address.host else f"the database {address.database}"
        return f"{which} is of a newer version of Boriken: install that version, or name another database"
    if url.startswith("postgresql"):
        return _postgres_trouble(url, error)
    why = str(error.orig if isinstance(error, DBAPIError) else error)
    if "not a database" in why or "malformed" in why or "corrupt" in why:
        return _damaged(url, why)
    if "locked" in why:
        return f"the database {address.database} is locked by another program: end that one, then try again"
    return (
        f"the database {address.database} cannot be used ({why}): give yourself the right to write it, or name another"
    )


def _postgres_trouble(url: str, error: Exception) -> str:
    address = make_url(url)
    place = f"{address.host or 'localhost'}, port {address.port or 5432}"
    cause = error.__cause__ if isinstance(error, Away) else error
    cause = cause.orig if isinstance(cause, DBAPIError) else cause
    state = str(getattr(cause, "sqlstate", None) or "")
    if state[:2] == "28":
        return (
            f"PostgreSQL at {place} does not let the user {address.username!r} in: check the name and the password "
            "in BORIKEN_DATABASE_URL"
        )
    if state[:2] == "3D":
        return f"PostgreSQL at {place} has no database {address.database!r}: create it, or name another one"
    if state == "42501":
        return (
            f"the user {address.username!r} may not create tables in the database {address.database!r}: "
            "grant the right, or name another user in BORIKEN_DATABASE_URL"
        )
    if isinstance(error, Away):
        why = "too late" if isinstance(cause, TimeoutError) else type(cause).__name__
        return f"PostgreSQL does not answer at {place} ({why}): start it, or correct BORIKEN_DATABASE_URL"
    return f"the database at {place} cannot be used ({type(cause).__name__}, {state or 'no code'})"
