"""The database: SQLite in a file or PostgreSQL, brought up to date when the site starts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_WRITES = "boriken_writes"
_MIGRATION_LOCK = 20020101  # any number, the same for all workers


class Storage:
    """The way to the database."""

    def __init__(self, url: str) -> None:
        self.is_postgres = make_url(url).get_backend_name() == "postgresql"
        self.engine = _postgres(url) if self.is_postgres else _sqlite(url)
        self._writing = self.engine.execution_options(**{_WRITES: True})

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A moment of the database, unchanged while one looks."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """All or nothing; what was written is safe on the disk when this returns."""
        async with self._writing.begin() as connection:
            yield connection

    async def migrate(self) -> None:
        """Bring the tables of an older version up to date. Of several workers that start together, one does it."""
        async with self._writing.begin() as connection:
            if self.is_postgres:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        await self.engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _postgres(url: str) -> AsyncEngine:
    return create_async_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=10)


def _sqlite(url: str) -> AsyncEngine:
    engine = create_async_engine(url, connect_args={"timeout": 15}, pool_size=5, max_overflow=10)

    @event.listens_for(engine.sync_engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say ourselves where a transaction begins
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")  # readers and the writer do not wait for each other
        cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged move survives a power cut
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begun(connection: Connection) -> None:
        # A writer takes its lock at once: who reads first and writes later could find that others have written.
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
