"""Databases for tests, on the PostgreSQL server that `make test-postgres` starts; and a way to it that can be cut."""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import threading
from contextlib import suppress
from types import TracebackType

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

_numbers = itertools.count()


def fresh_database() -> str:
    """A database of this test's own."""
    url = make_url(os.environ["BORIKEN_TEST_POSTGRES"]).set(drivername="postgresql+asyncpg")
    name = f"test_{os.getpid()}_{next(_numbers)}"

    async def create() -> None:
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
            await connection.execute(text(f"CREATE DATABASE {name}"))
        await engine.dispose()

    asyncio.run(create())
    return url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)


class Wire:
    """Stands between a site and its database, on a port of its own, and can be cut and mended."""

    def __init__(self, url: str) -> None:
        self._there = make_url(url)
        self._ends: list[socket.socket] = []
        self._listening: socket.socket | None = None
        self._port = 0
        self.mend()
        self.url = self._there.set(host="127.0.0.1", port=self._port).render_as_string(hide_password=False)

    def mend(self) -> None:
        """From now on the database answers."""
        self._listening = socket.create_server(("127.0.0.1", self._port))
        self._port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def cut(self) -> None:
        """From now on nobody is there, and who was connected has lost the connection."""
        assert self._listening is not None
        listening, self._listening = self._listening, None
        for end in (listening, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                here, _ = listening.accept()
                there = socket.create_connection((self._there.host or "", self._there.port or 5432))
                self._ends += [here, there]
                for source, sink in ((here, there), (there, here)):
                    threading.Thread(target=_carry, args=(source, sink), daemon=True).start()

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._listening is not None:
            self.cut()


def _carry(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
