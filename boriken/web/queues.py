"""Who thinks next: a fair queue before a few threads.

Moves at tables that somebody watches come first, then those at other tables, then hints, then reviews. Among equals
every visitor gets one turn after another: who has many tables waits for their own, not everybody for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeVar

W = TypeVar("W", bound="Waiting")
_MOST_REMEMBERED = 1000
_BEHIND_PEOPLE = 10
"""How much a thinking thread steps back (as `nice` counts): whoever answers people goes first."""


class Rank(IntEnum):
    """What goes before what."""

    WATCHED = 0
    """A move at a table that somebody looks at."""
    UNWATCHED = 1
    """A move at any other table."""
    HINT = 2
    REVIEW = 3
    """A piece of a review: small, for whoever comes next waits for it."""


@dataclass(eq=False)
class Waiting:
    """Somebody who waits for a turn."""

    visitor: str
    """Who is served: a queue is fair to visitors, not to tables."""
    rank: Rank
    """May change while it waits: somebody comes to watch."""
    since: float


@dataclass(frozen=True)
class Crowd:
    """Who waits when a visitor's turn comes, as far as it goes before them or with them."""

    visitors: int
    """How many have something waiting, this one among them."""
    own: int
    """How many things of this visitor wait, this one among them."""
    waited: float
    """Seconds that the oldest of these has waited."""


class FairQueue(Generic[W]):
    """All who wait. Nothing here knows of threads or clocks."""

    def __init__(self) -> None:
        self._waiting: list[W] = []  # as they came
        self._served: dict[str, int] = {}  # which turn each visitor had last; who had it last of all is last
        self._turn = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def push(self, one: W) -> None:
        self._waiting.append(one)

    def pop(self) -> W:
        """Whose turn it is: by rank, then the visitor whose last turn is longest ago, then as they came."""
        one = min(self._waiting, key=lambda w: (w.rank, self._served.get(w.visitor, 0)))  # the first of equals
        self._waiting.remove(one)
        self._turn += 1
        self._served.pop(one.visitor, None)
        self._served[one.visitor] = self._turn
        while len(self._served) > _MOST_REMEMBERED:
            del self._served[next(iter(self._served))]
        return one

    def remove(self, one: W) -> None:
        """Somebody does not want to wait any more, or had its turn."""
        if one in self._waiting:
            self._waiting.remove(one)

    def crowd(self, visitor: str, rank: Rank, now: float) -> Crowd:
        """Who waits, if somebody of this rank came or began now. Who comes behind does not count."""
        equals = [w for w in self._waiting if w.rank <= rank]
        own = [w.since for w in equals if w.visitor == visitor]
        others = {w.visitor for w in equals} - {visitor}
        return Crowd(len(others) + 1, len(own) + 1, now - min(own, default=now))

    def moves(self) -> int:
        """How many moves wait."""
        return sum(w.rank < Rank.HINT for w in self._waiting)


@dataclass(eq=False)
class Job(Waiting):
    """Work that waits for a thread."""

    work: Callable[[Crowd], Any]
    """Done in a thread; told who else waits when it begins."""
    result: asyncio.Future[Any]
    crowd: Crowd = field(default_factory=lambda: Crowd(1, 1, 0.0))


class Lane:
    """A few threads and the queue before them. Belongs to an event loop; only the work itself is done in threads."""

    def __init__(self, name: str, threads: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.threads = max(threads, 1)
        self.queue: FairQueue[Job] = FairQueue()
        self.running = 0
        """How many think now."""
        self._clock = clock
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix=name, initializer=step_back)

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return len(self.queue)

    def crowd(self, visitor: str, rank: Rank) -> Crowd:
        """Who would wait if somebody came now."""
        return self.queue.crowd(visitor, rank, self._clock())

    def enter(self, visitor: str, rank: Rank, work: Callable[[Crowd], Any]) -> Job:
        """Line up; the job's `result` is there once it was done. Who goes away calls `leave`."""
        job = Job(visitor, rank, self._clock(), work, asyncio.get_running_loop().create_future())
        self.queue.push(job)
        self._begin()
        return job

    def leave(self, job: Job) -> None:
        """Nobody wants the result any more. (What has begun goes on, for nothing.)"""
        self.queue.remove(job)
        job.result.cancel()

    def stop(self) -> None:
        """Begin nothing any more."""
        while len(self.queue):
            self.queue.pop().result.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Give free threads to those whose turn it is."""
        while self.running < self.threads and len(self.queue):
            job = self.queue.pop()
            begun = self._clock()
            crowd = self.queue.crowd(job.visitor, job.rank, begun)
            job.crowd = Crowd(crowd.visitors, crowd.own, max(crowd.waited, begun - job.since))
            self.running += 1
            work = asyncio.get_running_loop().run_in_executor(self._pool, job.work, job.crowd)
            work.add_done_callback(functools.partial(self._done, job))

    def _done(self, job: Job, work: asyncio.Future[Any]) -> None:
        self.running -= 1
        error = None if work.cancelled() else work.exception()
        if work.cancelled():
            job.result.cancel()
        elif job.result.done():
            pass  # nobody waits for it any more
        elif error is not None:
            job.result.set_exception(error)
        else:
            job.result.set_result(work.result())
        self._begin()


def step_back() -> None:
    """Let this thread go behind those that answer people, where the system lets a thread have a priority of its own."""
    with contextlib.suppress(AttributeError, OSError):
        if os.uname().sysname == "Linux":  # elsewhere it would be the whole process
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _BEHIND_PEOPLE)
