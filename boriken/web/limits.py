"""How often somebody may ask: buckets that fill slowly and are emptied by asking."""

from __future__ import annotations

import contextlib
import functools
import ipaddress
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .refusals import TooMany
from .shared import Counts

if TYPE_CHECKING:
    from .settings import Settings

_LONGEST = 64
"""Letters of an address: a proxy may pass on anything as one."""


class Limit:
    """So many a second in the long run, and no more than `at_once` together."""

    def __init__(
        self,
        a_second: float,
        at_once: float,
        clock: Callable[[], float] = time.monotonic,
        counts: Counts | None = None,
        name: str = "",
    ) -> None:
        self._a_second = a_second
        self._at_once = max(at_once, 1.0)
        self._clock = clock
        self._counts = counts or Counts()
        self._name = name

    def take(self, who: str, words: str) -> None:
        """Count one; raises TooMany with these words if it is one too many."""
        moment = self._clock()  # the same for all processes of a machine
        place, left, counted = self._counts.bucket(f"{self._name} {who}", self._at_once)
        left = min(self._at_once, left + max(moment - counted, 0.0) * self._a_second)
        allowed = left >= 1
        self._counts.fill(place, left - 1 if allowed else left, moment)
        if not allowed:
            raise TooMany(words, (1 - left) / self._a_second if self._a_second else 3600.0)


class Limits:
    """All limits of the site. The workers of a machine count together; several machines count each for itself."""

    def __init__(self, settings: Settings) -> None:
        self._counts = counts = Counts.of_this_machine()
        rate, tables, share = settings.requests_a_second, settings.tables_an_hour, settings.people_an_address
        self._requests = Limit(rate, rate * 3, counts=counts, name="requests")
        self._requests_of_host = Limit(rate * share, rate * 3 * share, counts=counts, name="requests from")
        self._tables = Limit(tables / 3600, tables, counts=counts, name="tables")
        self._tables_of_host = Limit(tables / 3600 * share, tables * share, counts=counts, name="tables from")
        hints = settings.hints_a_minute
        self._hints = Limit(hints / 60, min(hints, 5), counts=counts, name="hints")
        reviews = settings.reviews_an_hour
        self._reviews = Limit(reviews / 3600, reviews, counts=counts, name="reviews")
        self._reviews_of_host = Limit(reviews / 3600 * share, reviews * share, counts=counts, name="reviews from")
        self._pages = settings.pages_an_address

    def request(self, person: str | None, host: str) -> None:
        """Somebody asks for anything."""
        words = "You ask faster than people can play. Wait a moment and try again."
        if person is not None:
            self._requests.take(person, words)
        self._requests_of_host.take(neighbourhood(host), words)

    def table(self, person: str, host: str) -> None:
        """Somebody opens a table or brings a record."""
        words = "You have opened very many tables in the last hour. Play one of them, or wait a while."
        self._tables.take(person, words)
        self._tables_of_host.take(neighbourhood(host), words)

    def person(self, host: str) -> None:
        """Somebody new."""
        self._tables_of_host.take(neighbourhood(host), "Very many newcomers come from your address. Wait a while.")

    def may_connect(self, host: str) -> None:
        """Somebody wants to keep a connection open."""
        if self._counts.opened(neighbourhood(host)) >= self._pages:
            raise TooMany("Very many pages are open at your address. Close some of them.", 60)

    @contextlib.contextmanager
    def connection(self, host: str) -> Iterator[None]:
        """Somebody keeps a connection open for as long as this lasts."""
        self.may_connect(host)
        who = neighbourhood(host)
        self._counts.open(who)
        try:
            yield
        finally:
            self._counts.close(who)

    def hint(self, person: str) -> None:
        """Somebody wants to know what a bot would do."""
        self._hints.take(person, "Hints need thought. Ask again in a moment.")

    def review(self, person: str, host: str) -> None:
        """Somebody wants a game reviewed that nobody has asked for before."""
        words = "You have asked for very many reviews in the last hour. Read one of them, or wait a while."
        self._reviews.take(person, words)
        self._reviews_of_host.take(neighbourhood(host), words)


def neighbourhood(host: str) -> str:
    """The addresses that one subscriber has: in IPv4 one, in IPv6 all of a /64."""
    return _neighbourhood(host[:_LONGEST])


@functools.lru_cache(maxsize=4096)
def _neighbourhood(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)
