"""Measuring: how much work is done in a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

REPEATS = 3


@dataclass(frozen=True)
class Measured:
    """A number with what it means."""

    key: str
    value: float
    unit: str
    what: str


def best_rate(work: Callable[[int], object], seconds: float) -> tuple[int, float]:
    """How much work is done in a second, the best of three times; and how much was done each time.

    The amount grows until it takes a measurable time, which also warms everything up.
    """
    aim = seconds / REPEATS
    amount, took = 1, _time(work, 1)
    took = _time(work, 1)
    while took < aim / 10:
        amount *= 4
        took = _time(work, amount)
    amount = max(1, round(amount * aim / took))
    return amount, amount / min(_time(work, amount) for _ in range(REPEATS))


def _time(work: Callable[[int], object], amount: int) -> float:
    start = time.perf_counter()
    work(amount)
    return time.perf_counter() - start


def rounded(number: float) -> float:
    """Four figures are more than a measurement is good for."""
    return float(f"{number:.4g}") if number < 1000 else int(float(f"{number:.4g}"))
