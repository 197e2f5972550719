"""Outages: something that the site needs does not answer. The log says so once a minute, and once when it is over."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)
_EVERY = 60.0
"""Seconds between two lines about the same outage, however many ask meanwhile."""


class Outage:
    """Whether something answers, and what the log was told about it."""

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._began: float | None = None
        self._told: float | None = None  # when the log was last told of an outage
        self._said = False  # whether it was told of this one
        self._times = 0
        self.ended = 0
        """How many are over."""

    @property
    def lasts(self) -> bool:
        return self._began is not None

    def note(self, why: BaseException | str) -> None:
        """It did not answer. (Of an error only the kind is told: its text may hold what was to be written.)"""
        moment = self._clock()
        if self._began is None:
            self._began, self._said, self._times = moment, False, 0
        self._times += 1
        if self._told is None or moment - self._told >= _EVERY:
            self._told, self._said = moment, True
            since = f" for {moment - self._began:.0f} s" if moment > self._began else ""
            reason = why if isinstance(why, str) else type(why).__name__
            log.warning("%s does not answer as it should%s (%s); trying again", self._what, since, reason)

    def over(self) -> None:
        """It answers. Quick, and says nothing if the log knows of no outage."""
        if self._began is not None:
            lasted, self._began = self._clock() - self._began, None
            self.ended += 1
            if self._said:
                log.warning("%s answers again after %.0f s and %d attempts", self._what, lasted, self._times)
