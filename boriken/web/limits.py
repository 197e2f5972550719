"""How often somebody may ask: buckets that fill slowly and are emptied by asking."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .refusals import TooMany

if TYPE_CHECKING:
    from .settings import Settings

_MOST_KEPT = 20_000
_A_HOST = 5
"""Several people may share an address: it may ask so many times as often as one of them."""


_MOST_CONNECTIONS = 500
"""Sockets and streams that one address may keep open."""


class Limit:
    """So many a second in the long run, and no more than `at_once` together."""

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._at_once = max(at_once, 1.0)
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}  # what is left, and when that was counted

    def take(self, who: str, words: str) -> None:
        """Count one; raises TooMany with these words if it is one too many."""
        moment = self._clock()
        left, counted = self._buckets.pop(who, (self._at_once, moment))
        left = min(self._at_once, left + (moment - counted) * self._a_second)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, moment)  # last in the dictionary: asked last
        while len(self._buckets) > _MOST_KEPT:
            del self._buckets[next(iter(self._buckets))]
        if not allowed:
            raise TooMany(words, (1 - left) / self._a_second if self._a_second else 3600.0)


class Limits:
    """All limits of the site. They are kept by each worker for itself."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.requests_a_second
        self._requests = Limit(rate, rate * 3)
        self._requests_of_host = Limit(rate * _A_HOST, rate * 3 * _A_HOST)
        tables = settings.tables_an_hour
        self._tables = Limit(tables / 3600, tables)
        self._tables_of_host = Limit(tables / 3600 * _A_HOST, tables * _A_HOST)
        self._hints = Limit(1.0, 5)
        self._connections: Counter[str] = Counter()

    def request(self, person: str | None, host: str) -> None:
        """Somebody asks for anything."""
        words = "You ask faster than people can play. Wait a moment and try again."
        if person is not None:
            self._requests.take(person, words)
        self._requests_of_host.take(host, words)

    def table(self, person: str, host: str) -> None:
        """Somebody opens a table or brings a record."""
        words = "You have opened very many tables in the last hour. Play one of them, or wait a while."
        self._tables.take(person, words)
        self._tables_of_host.take(host, words)

    def person(self, host: str) -> None:
        """Somebody new."""
        self._tables_of_host.take(host, "Very many newcomers come from your address. Wait a while.")

    @contextlib.contextmanager
    def connection(self, host: str) -> Iterator[None]:
        """Somebody keeps a connection open for as long as this lasts."""
        if self._connections[host] >= _MOST_CONNECTIONS:
            raise TooMany("Very many pages are open at your address. Close some of them.", 60)
        self._connections[host] += 1
        try:
            yield
        finally:
            self._connections[host] -= 1
            if not self._connections[host]:
                del self._connections[host]

    def hint(self, person: str) -> None:
        """Somebody wants to know what a bot would do."""
        self._hints.take(person, "Hints need thought. Ask again in a moment.")
