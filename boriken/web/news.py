"""News: who looks at a table hears that it has changed, whichever worker changed it."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, make_url, text

from .outages import Outage

_CHANNEL = "boriken"
_RETRY = 1.0
_CONNECT_SECONDS = 5.0
_NOTIFY = text("SELECT pg_notify(:channel, :news)")


class Listener:
    """Somebody who waits for a table to change. Many changes while nobody waits are one."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def tell(self) -> None:
        self._changed.set()

    async def wait(self, seconds: float) -> bool:
        """Whether something has changed within so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        changed = self._changed.is_set()
        self._changed.clear()
        return changed


class News:
    """For a single worker: it knows of every change itself."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.ending = False
        """Whether the site is about to end: streams should, too."""
        self.hearing = True
        """Whether we would hear of what other workers do."""
        self.on_others: Callable[[str | None], None] = lambda table: None
        """Called with a table that another worker has changed; with None if that may be any of them."""

    def end(self) -> None:
        """The site is about to end: whoever listens hears it."""
        self.ending = True
        self.tell_all()

    @asynccontextmanager
    async def listening(self, table: str) -> AsyncIterator[Listener]:
        """Hear of a table for as long as this lasts."""
        listener = Listener()
        self._listeners[table].add(listener)
        try:
            yield listener
        finally:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]

    def tell(self, table: str) -> None:
        """Tell the listeners of this worker."""
        for listener in self._listeners.get(table, ()):
            listener.tell()

    def tell_all(self) -> None:
        """Something may have been missed."""
        for table in list(self._listeners):
            self.tell(table)

    def spread(self, connection: Connection, table: str) -> None:
        """Tell the other workers once this transaction is complete."""

    async def start(self) -> None:
        """Begin to hear of what the other workers do."""

    async def stop(self) -> None:
        """Hear no more."""


class PostgresNews(News):
    """For several workers: PostgreSQL carries the news between them."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None
        self._outage = Outage("PostgreSQL, which carries the news between workers,")
        self._me = secrets.token_hex(4)
        self.hearing = False

    def spread(self, connection: Connection, table: str) -> None:
        connection.execute(_NOTIFY, {"channel": _CHANNEL, "news": f"{table} {self._me}"})

    def _hear(self, *news: Any) -> None:
        table, _, worker = news[-1].partition(" ")
        if worker != self._me:  # of what we did ourselves everybody here has been told already
            self.on_others(table)
            self.tell(table)

    async def start(self) -> None:
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(ready))
        await ready.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self, ready: asyncio.Event) -> None:
        """Listen for ever; after a lost connection everybody looks again, for nobody knows what was missed."""
        import asyncpg

        while True:
            gone = asyncio.Event()
            try:
                connection: Any = await asyncpg.connect(self._address, timeout=_CONNECT_SECONDS)
                try:
                    connection.add_termination_listener(lambda _, gone=gone: gone.set())
                    await connection.add_listener(_CHANNEL, self._hear)
                    self.hearing = True
                    self.on_others(None)
                    ready.set()
                    self._outage.over()
                    self.tell_all()
                    await gone.wait()
                finally:
                    self.hearing = False
                    await connection.close()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                self._outage.note(error)
                ready.set()  # pages that look for themselves work without
            await asyncio.sleep(_RETRY)
