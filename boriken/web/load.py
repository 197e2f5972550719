"""How busy this worker is, and what it therefore leaves undone.

What is given up goes in one order, whatever the trouble is: reviews first, then hints, then
thinking bots, then new tables. Moves are never refused for being many.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from .queues import Crowd
from .refusals import Busy

if TYPE_CHECKING:
    from .settings import Settings

GIVEN_UP_AT = {"reviews": 0.5, "hints": 1.0, "searches": 2.0, "tables": 4.0}
"""At which strain what is given up; 1 is what the settings call much."""
_WORDS = {
    "reviews": ("Many people are playing: reviews pause for now. Try again in a while.", 60.0),
    "hints": ("Many people are playing: hints pause for now. Try again in a while.", 10.0),
    "tables": ("Very many people are playing: no new tables for now. Those that are open go on. Try again soon.", 30.0),
}
"""What is said, and after how many seconds it is worth trying again."""
LESS_TIME = "Many tables are thinking: bots take less time for now."
LEAST_THOUGHT = 0.05
"""Seconds: with less, searching is not worth its while, and a quicker level plays instead."""
_TICK = 0.25
"""Seconds between two looks at how late everything is."""
_WEIGHT = 0.1
"""Of a new look: a single hold-up is soon forgotten, a few seconds of them count."""


class Load:
    """Knows how late things are, and says what is given up."""

    def __init__(self, settings: Settings) -> None:
        self._most_delay = settings.most_delay
        self._most_waiting = settings.most_waiting
        self._patience = settings.bot_patience
        self.delay = 0.0
        """Seconds that whatever is to be done at once was late, of late. (Updates of pages are drawn and quick bots
        choose in the event loop, one after another: if there are too many of them, everything is late.)"""
        self.waiting: Callable[[], float] = lambda: 0.0
        """How many moves wait for each thread that searches."""
        self._watching: asyncio.Task[None] | None = None

    @property
    def strain(self) -> float:
        """How late everything is: 1 is what the settings call much."""
        return self.delay / self._most_delay if self._most_delay else 0.0

    def gives_up(self, what: str) -> bool:
        """Whether `reviews`, `hints`, `searches` or `tables` are given up for now."""
        limit = GIVEN_UP_AT[what]
        if self.strain >= limit:
            return True
        return what in ("reviews", "hints") and self.waiting() >= limit * self._most_waiting > 0

    def check(self, what: str) -> None:
        """Refuse it in words if it is given up."""
        if self.gives_up(what):
            raise busy(what)

    def thinking_time(self, usual: float, crowd: Crowd, threads: int) -> float:
        """Seconds that a search may take which would take so many by itself; 0: a quicker level should play.

        Everything of a visitor that waits is to have begun before patience is at its end, while every other visitor
        gets as many turns. So whoever has many tables shortens their own bots' time most.
        """
        if self.gives_up("searches"):
            return 0.0
        turns = crowd.visitors * crowd.own
        left = max(self._patience - crowd.waited, 0.0) if turns > 1 else self._patience  # who else is to begin in time?
        seconds = threads * left / turns / max(self.strain, 1.0)
        if seconds >= usual:
            return usual
        return seconds if seconds >= LEAST_THOUGHT else 0.0

    def note(self, late: float) -> None:
        """Something was so many seconds late."""
        self.delay += _WEIGHT * (late - self.delay)

    def start(self) -> None:
        """Look at the clock from now on."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    def stop(self) -> None:
        """Look no more."""
        if self._watching is not None:
            self._watching.cancel()

    async def _watch(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(_TICK)
            self.note(max(time.monotonic() - before - _TICK, 0.0))


def busy(what: str) -> Busy:
    """The refusal of something that is given up."""
    return Busy(*_WORDS[what])
