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
    begun = time.perf_counter()
    deadline = begun + seconds
    one = 0.0  # seconds that a sample takes, at worst of late
    n = 1
    while True:
        sample(n)
        now = time.perf_counter()
        one = max((now - begun) / n, REMEMBER * one)
        left = (deadline - now) / one if one else SAMPLES_BETWEEN_LOOKS
        if left < 1 or lead() > left:
            return
        n = max(1, min(int(CHUNK / one), int(left))) if one else SAMPLES_BETWEEN_LOOKS
        begun = time.perf_counter()
