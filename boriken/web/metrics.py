"""Figures for Prometheus: what is counted, and where it is served.

No label holds a table, a person or an invitation: labels are route templates, games, levels and kinds, of which there
are few. Counting is always on, for it costs microseconds. Served are the figures only on a port of their own
(BORIKEN_METRICS_PORT) or to who has their token (BORIKEN_METRICS_TOKEN).

Several workers share a folder of small files (PROMETHEUS_MULTIPROC_DIR), which the parent makes before they start; what
gauges say of workers that are gone is forgotten when the figures are next read.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar, cast

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
    start_http_server,
)
from sqlalchemy import Connection, func, select

from .models import Table
from .storage import Storage

T = TypeVar("T")
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_LOOK_AGAIN = 30.0
"""Seconds between two looks at figures that somebody must look up."""
_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody asks when counting began

_requests = Counter("boriken_requests", "Requests by route template and status.", ["method", "route", "status"])
_request_seconds = Histogram(
    "boriken_request_seconds", "From request to the end of the answer.", ["route"], buckets=_QUICK
)
_refusals = Counter("boriken_refusals", "Requests that were refused in words.", ["kind"])
_errors = Counter("boriken_errors", "Faults of ours.", ["kind"])
_moves = Counter("boriken_moves", "Decisions that were written down.", ["who", "game"])
_updates = Counter("boriken_updates", "Updates that were sent to open pages and streams.", ["by"])
_open = Gauge("boriken_open_connections", "Open sockets and streams.", ["by"], multiprocess_mode="livesum")
_queue = Gauge(
    "boriken_bot_queue", "Bots, hints and reviews that wait for a thread.", ["level"], multiprocess_mode="livesum"
)
_waiting = Histogram("boriken_bot_waiting_seconds", "How long a bot waited to think.", ["level"], buckets=_QUICK)
_thinking = Histogram("boriken_bot_thinking_seconds", "How long a bot thought.", ["level"], buckets=_QUICK)
_database = Histogram("boriken_database_seconds", "Transactions, waiting included.", ["what"], buckets=_QUICK)
_tables = Gauge("boriken_tables", "Tables by state.", ["state"], multiprocess_mode="livemostrecent")
_memory = Gauge("boriken_resident_bytes", "Memory of each serving process.", multiprocess_mode="liveall")
_processor = Gauge("boriken_processor_seconds", "Processor time of each serving process.", multiprocess_mode="liveall")
_files = Gauge("boriken_open_files", "Open files and connections of each process.", multiprocess_mode="liveall")


# --- hooks ----------------------------------------------------------------------------------------------------------


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """A request is over. (Methods that nobody knows are one.)"""
    known = method if method in ("GET", "HEAD", "POST", "SOCKET") else "other"
    _requests.labels(known, route, str(status)).inc()
    if known != "SOCKET" and not route.endswith("/events"):  # those last as long as somebody looks
        _request_seconds.labels(route).observe(seconds)


def refused(kind: str) -> None:
    """Somebody was refused."""
    _refusals.labels(kind).inc()


def failed(error: BaseException) -> None:
    """Something of ours has failed."""
    _errors.labels(type(error).__name__).inc()


def moved(who: str, game: str, decisions: int = 1) -> None:
    """`people` or `bots` have decided."""
    _moves.labels(who, game).inc(decisions)


def updated(by: str) -> None:
    """A page was told of a change, by `socket` or `stream`."""
    _updates.labels(by).inc()


@contextlib.contextmanager
def connected(by: str) -> Iterator[None]:
    """A `socket` or `stream` is open for as long as this lasts."""
    _open.labels(by).inc()
    try:
        yield
    finally:
        _open.labels(by).dec()


class Thought:
    """A bot of a level (or a `hint`, a `review`) that is to think, perhaps in a thread: `with` it here, `run` there."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._asked = 0.0
        self._waits = False

    def __enter__(self) -> Thought:
        self._asked = time.perf_counter()
        self._waits = True
        _queue.labels(self._level).inc()
        return self

    def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Think, at last."""
        began = time.perf_counter()
        _waiting.labels(self._level).observe(began - self._asked)
        self._no_longer_waits()
        try:
            return function(*arguments)
        finally:
            _thinking.labels(self._level).observe(time.perf_counter() - began)

    def _no_longer_waits(self) -> None:
        if self._waits:
            self._waits = False
            _queue.labels(self._level).dec()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._no_longer_waits()


def timed(storage: Storage) -> Storage:
    """The same storage, whose transactions are timed."""
    return cast(Storage, _Timed(storage))


class _Timed:
    """All but these two is the storage's own."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def read(self, work: Callable[[Connection], T]) -> T:
        with _database.labels("read").time():
            return await self._storage.read(work)

    async def write(self, work: Callable[[Connection], T], patience: float = 0.0) -> T:
        with _database.labels("write").time():
            return await self._storage.write(work, patience)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)


async def look(storage: Storage) -> None:
    """Look the slow figures up, now and then, for ever."""
    while True:
        with contextlib.suppress(Exception):  # the database is away: others say so
            states = select(Table.state, func.count()).group_by(Table.state)
            found = dict(await storage.read(lambda connection: connection.execute(states).all()))  # noqa: B023
            for state in ("waiting", "running", "over"):
                _tables.labels(state).set(found.get(state, 0))
        _look_at_process()
        await asyncio.sleep(_LOOK_AGAIN)


def _look_at_process() -> None:
    used = os.times()
    _processor.set(used.user + used.system)
    with contextlib.suppress(OSError):  # not every system has these
        _memory.set(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        _files.set(len(os.listdir("/proc/self/fd")))


# --- serving --------------------------------------------------------------------------------------------------------


def exposition() -> tuple[bytes, str]:
    """The figures of all workers as text, and its media type."""
    return generate_latest(_registry()), CONTENT_TYPE_LATEST


@contextlib.contextmanager
def shared(several: bool) -> Iterator[None]:
    """The folder in which workers count together, for as long as this lasts; to be made before they start."""
    if not several:
        yield
        return
    given = os.environ.get(_FOLDER)
    folder = Path(given or tempfile.mkdtemp(prefix="boriken-metrics-"))
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.db"):
        old.unlink()  # of an earlier run
    os.environ[_FOLDER] = str(folder)
    try:
        yield
    finally:
        if not given:
            del os.environ[_FOLDER]
            shutil.rmtree(folder, ignore_errors=True)


def serve(host: str, port: int) -> int:
    """Serve the figures on a port of their own, in a thread; returns the port."""
    server, _ = start_http_server(port, host, _registry())
    return int(server.server_port)


def _registry() -> CollectorRegistry:
    if _FOLDER not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    _Workers(registry)  # type: ignore[no-untyped-call]
    return registry


class _Workers(multiprocess.MultiProcessCollector):
    """Reads what all workers have counted, without the gauges of those that are gone."""

    def collect(self) -> Any:
        for path in Path(os.environ[_FOLDER]).glob("gauge_live*.db"):
            found = re.fullmatch(r"gauge_live\w*_(\d+)\.db", path.name)
            if found and not _lives(int(found[1])):
                multiprocess.mark_process_dead(int(found[1]))  # type: ignore[no-untyped-call]
        return super().collect()  # type: ignore[no-untyped-call]


def _lives(process: int) -> bool:
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
