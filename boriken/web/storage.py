"""The database: SQLite in a file or PostgreSQL, brought up to date when the site starts.

What is done to it is written as plain functions of a connection, each a transaction of its own. For SQLite such a
function runs at once if it only reads, and in a thread, whole, if it writes: the usual asynchronous driver for SQLite
changes threads for every step of every statement. For PostgreSQL it runs on the asynchronous driver.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import orjson
from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    SQLAlchemyError,
    TimeoutError as PoolTimeout,
)
from sqlalchemy.ext.asyncio import create_async_engine

from boriken.engine import BadOption

from .files import private_database
from .outages import Outage
from .refusals import Away, Refusal

T = TypeVar("T")
_USE, _LOOKS, _WRITES = "boriken_use", "looks", "writes"
"""What a connection to SQLite is for, if not for looking at everything as it is at one moment."""
_AWAY = ("08", "28", "3D", "53300", "57P")
"""How PostgreSQL's codes begin for: no connection, no admittance, no such database, too many already, going down."""
_CONNECTIONS = 15
"""To PostgreSQL, at most, for each worker; one more listens to the others."""
_CONNECT_SECONDS = 5.0
_COMMAND_SECONDS = 60.0
_IDLE = 1.0
"""Seconds after which a connection to PostgreSQL may have been lost unnoticed."""
_MIGRATION_LOCK = 20020101  # any number, the same for all workers


class Storage(Protocol):
    """The way to the database."""

    outage: Outage
    """Whether it answers."""
    migrated: bool
    """Whether it has been brought up to date."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up."""
        ...

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Look at all of it as it is at one moment, however long that takes."""
        ...

    async def write(self, work: Callable[[Connection], T], patience: float = 0.0) -> T:
        """Change something, all or nothing; what was written is safe on the disk when this returns.

        Who has patience lets it be written along with others' changes that come within so many seconds.
        """
        ...

    async def migrate(self) -> None:
        """Bring the tables of an older version up to date. Of several workers that start together, one does it."""
        ...

    async def close(self) -> None: ...


def storage_of(url: str) -> Storage:
    """The database with that address."""
    try:
        return Postgres(url) if url.startswith("postgresql") else Sqlite(url)
    except ModuleNotFoundError as error:
        raise BadOption(f"PostgreSQL needs the package {error.name}: pip install 'boriken[postgres]'") from None
    except (ArgumentError, ValueError) as error:
        if isinstance(error, BadOption):
            raise
        raise BadOption("BORIKEN_DATABASE_URL should be like postgresql://USER:PASSWORD@HOST:PORT/NAME") from None


@dataclass
class _Change:
    """Something to be written, and who waits for it."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def do(self, connection: Connection) -> None:
        """Do it beside others in one transaction; if it fails, nothing of it stays.

        (As plain SQL: SQLAlchemy works out anew each time how to say SAVEPOINT, which takes longer than most changes.)
        If SQLite has given the whole transaction up, for the disk is full, there is no savepoint to return to: that
        error meets all who share it.
        """
        connection.exec_driver_sql("SAVEPOINT change")
        try:
            self.result = self.work(connection)
        except Exception as error:
            self.error = error
            connection.exec_driver_sql("ROLLBACK TO change")
        connection.exec_driver_sql("RELEASE change")

    def do_alone(self, connection: Connection) -> None:
        """Do it as the only one in its transaction, which is given up if it fails."""
        self.result = self.work(connection)

    def tell(self) -> None:
        if self.done.done():
            return  # nobody waits any more
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Sqlite:
    """A file of this machine. One thread writes; reading goes on meanwhile.

    To bring a transaction safely to the disk takes longer than all else about it. So whatever has come in meanwhile is
    written as one transaction, each change in a savepoint of its own, and everybody is told once all is safe.
    """

    def __init__(self, url: str) -> None:
        file = make_url(url).database
        if file and file != ":memory:" and not file.startswith("file:"):
            private_database(Path(file))
        self._engine = _sqlite_engine(url)
        self._looking: Connection | None = None
        self._writing: Connection | None = None
        self.outage = Outage("the database")
        self.migrated = False
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[_Change] = []
        self._called = False  # the writer is about to take all that waits
        self._lock = threading.Lock()

    async def read(self, work: Callable[[Connection], T]) -> T:
        # Not in a thread: it takes less time than to hand it over and to wait for the interpreter's lock. Nor in a
        # transaction, on a connection that is kept: to begin and to end both would take longer than to look.
        with _watched(self.outage, remote=False):
            if self._looking is None:
                self._looking = self._engine.connect().execution_options(**{_USE: _LOOKS})
            try:
                return work(self._looking)
            except SQLAlchemyError:
                _drop(self._looking)
                self._looking = None
                raise

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        with _watched(self.outage, remote=False), self._engine.connect() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], T], patience: float = 0.0) -> T:
        loop = asyncio.get_running_loop()
        change = _Change(work, loop.create_future())
        with self._lock:
            self._waiting.append(change)
        if patience:
            loop.call_later(patience, self._call_writer, loop)
        else:
            self._call_writer(loop)
        with _watched(self.outage, remote=False):
            result: T = await change.done
        return result

    def _call_writer(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have all that waits written, unless that was asked for already."""
        with self._lock:
            if self._called or not self._waiting:
                return
            self._called = True
        self._writer.submit(self._write_all, loop)

    def _write_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write all that waits."""
        with self._lock:
            changes, self._waiting, self._called = self._waiting, [], False
        try:
            if self._writing is None:
                self._writing = self._engine.connect().execution_options(**{_USE: _WRITES})
            with self._writing.begin():
                if len(changes) == 1:
                    changes[0].do_alone(self._writing)
                else:
                    for change in changes:
                        change.do(self._writing)
        except Exception as error:
            for change in changes:
                change.error = change.error or error  # the disk has refused all of them
            if not isinstance(error, Refusal | IntegrityError):
                _drop(self._writing)
                self._writing = None
        loop.call_soon_threadsafe(_answer, changes)

    async def migrate(self) -> None:
        await self.write(upgrade)
        self.migrated = True

    async def close(self) -> None:
        self._call_writer(asyncio.get_running_loop())
        self._writer.shutdown(wait=True)
        _drop(self._looking)
        _drop(self._writing)
        self._engine.dispose()


def _drop(connection: Connection | None) -> None:
    """Close a connection of which nobody knows in what state it is."""
    if connection is not None:
        with suppress(SQLAlchemyError):
            connection.invalidate()
            connection.close()


class Postgres:
    """A server that several workers share."""

    def __init__(self, url: str) -> None:
        patience = {"timeout": _CONNECT_SECONDS, "command_timeout": _COMMAND_SECONDS}
        address = _as_the_driver_says_it(url)
        # All of the pool's connections stay, for to make one takes longer than ten moves; the one used last is the
        # next to be used, for it knows the statements.
        self._engine = create_async_engine(
            address,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_use_lifo=True,
            connect_args=patience,
            json_deserializer=orjson.loads,
        )
        _ask_idle_connections(self._engine.sync_engine)
        # Who only looks needs no transaction: to begin and to end one would take longer than to look.
        self._looking = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self.outage = Outage("the database")
        self.migrated = False

    async def read(self, work: Callable[[Connection], T]) -> T:
        with _watched(self.outage, remote=True):
            try:
                return await self._look(work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            return await self._look(work)  # the server was started anew a moment ago

    async def _look(self, work: Callable[[Connection], T]) -> T:
        async with self._looking.connect() as connection:
            return await connection.run_sync(work)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        return await self.write(work)  # in a transaction, which `work` may make one of a single moment

    async def write(self, work: Callable[[Connection], T], patience: float = 0.0) -> T:
        with _watched(self.outage, remote=True):  # each change is a transaction of its own: nobody waits for others
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def migrate(self) -> None:
        def alone(connection: Connection) -> None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            upgrade(connection)

        await self.write(alone)
        self.migrated = True

    async def close(self) -> None:
        await self._engine.dispose()


@contextmanager
def _watched(outage: Outage, remote: bool) -> Iterator[None]:
    """Notice whether the database answers; that a remote one cannot be reached is refused in words."""
    try:
        yield
    except Exception as error:
        if isinstance(error, IntegrityError) or is_unfit(error):
            raise  # an answer, too
        if remote and is_away(error):
            outage.note(error)
            raise Away from error
        if isinstance(error, SQLAlchemyError):
            outage.note(error)
        raise
    outage.over()


def is_away(error: BaseException | None) -> bool:
    """Whether PostgreSQL is not there, is about to go, or lets nobody in just now."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or is_away(error.orig)
    return isinstance(error, OSError | PoolTimeout) or _state(error).startswith(_AWAY)


def is_unfit(error: BaseException) -> bool:
    """Whether what was to be kept is at fault, not the database."""
    return isinstance(error, DataError) or (isinstance(error, DBAPIError) and _state(error.orig)[:2] == "22")


def _state(error: BaseException | None) -> str:
    """PostgreSQL's code for what went wrong."""
    return str(getattr(error, "sqlstate", None) or "")


def _ask_idle_connections(engine: Engine) -> None:
    """Before a connection is used that was idle for a while: is it still there? To ask each time takes three trips."""

    @event.listens_for(engine, "checkin")
    def _given_back(connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def _taken(connection: Any, record: Any, proxy: Any) -> None:
        if time.monotonic() - record.info.get("used", math.inf) > _IDLE:
            try:
                connection.ping()
            except Exception as error:
                raise DisconnectionError from error  # the pool then takes another one


def _as_the_driver_says_it(url: str) -> URL:
    """Addresses from elsewhere say `sslmode`; asyncpg's word for it is `ssl`."""
    address = make_url(url)
    mode = address.query.get("sslmode")
    if mode is None:
        return address
    return address.difference_update_query(["sslmode"]).update_query_dict({"ssl": str(mode)})


def _answer(changes: list[_Change]) -> None:
    for change in changes:
        change.tell()


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the tables up to date, or to an earlier state if there are none."""
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _sqlite_engine(url: str) -> Engine:
    patience = {"timeout": 15, "check_same_thread": False}
    engine = create_engine(url, connect_args=patience, json_deserializer=orjson.loads)

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say ourselves where a transaction begins
        connection.execute("PRAGMA journal_mode=WAL")  # readers and the writer do not wait for each other
        connection.execute("PRAGMA synchronous=FULL")  # an acknowledged move survives a power cut
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A writer takes its lock at once: who reads first and writes later could find that others have written.
        use = connection.get_execution_options().get(_USE)
        if use != _LOOKS:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if use == _WRITES else "BEGIN")

    return engine
