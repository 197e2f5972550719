"""Spending a budget: samples are given until it is used up, or until the choice cannot change any more."""

from __future__ import annotations

import time
from collections.abc import Callable

from .budget import Budget

CHUNK = 0.004
"""Seconds that one compiled call may take, so that a thinker with a deadline looks at the clock often enough."""
SAMPLES_BETWEEN_LOOKS = 32
REMEMBER = 0.9
"""How much of the worst time for a sample is remembered from one call to the next."""


def spend(budget: Budget, sample: Callable[[int], None], lead: Callable[[], int]) -> None:
    """`sample(n)` plays n samples; `lead()` says by how many the first choice is ahead of the next."""
    if budget.seconds:
        _spend_seconds(budget.seconds, sample, lead)
    else:
        _spend_samples(budget.samples, sample, lead)


def _spend_samples(left: int, sample: Callable[[int], None], lead: Callable[[], int]) -> None:
    while left > 0:
        n = min(left, SAMPLES_BETWEEN_LOOKS)
        sample(n)
        left -= n
        if lead() > left:
            return


def _spend_seconds(seconds: float, sample: Callable[[int], None], lead: Callable[[], int]) -> None:
    start = begun = time.perf_counter()
    worst = 0.0  # seconds that a sample takes, at worst of late
    given, n = 0, 1
    while True:
        sample(n)
        given += n
        now = time.perf_counter()
        left = start + seconds - now
        worst = max((now - begun) / n, REMEMBER * worst)
        # Not to be late it goes by the worst. Whether others could catch up it judges by all samples: if it was held up
        # once, that says nothing about the rest of its time.
        if left <= worst or lead() * (now - start) > left * given:
            return
        n = max(1, int(min(CHUNK, left) / worst)) if worst else SAMPLES_BETWEEN_LOOKS
        begun = time.perf_counter()
