"""Sequential halving: every choice gets a few samples, the better half of them more, until two are left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from typing import Any

import numpy as np

from boriken.engine import BadOption

from .sampling import Tally

CHUNK = 0.004
"""Seconds that one compiled call may take, so that a thinker with a deadline looks at the clock often enough."""

SAMPLES_BETWEEN_LOOKS = 16
FEWEST_SAMPLES = 16
"""Nothing is given up as hopeless before it has had so many."""
HOPELESS = 5.0
"""So many standard errors behind the best."""

MOST_BUDGET = 1e7


@dataclass(frozen=True)
class Budget:
    """How long to think about a decision: so many samples, or so many seconds."""

    samples: int = 0
    seconds: float = 0.0

    @staticmethod
    def parse(text: str) -> Budget:
        """What a text asks for.

        >>> Budget.parse("2000"), Budget.parse("0.5s"), Budget.parse("100ms")
        (Budget(samples=2000, seconds=0.0), Budget(samples=0, seconds=0.5), Budget(samples=0, seconds=0.1))
        """
        for unit, seconds in (("ms", 0.001), ("s", 1.0)):
            if text.endswith(unit):
                number = _number(text.removesuffix(unit))
                if number is not None:
                    return Budget(seconds=number * seconds)
        number = _number(text)
        if number is None or not number.is_integer():
            raise BadOption(f"a search thinks for so many samples (2000) or so long (0.5s, 100ms), not {text!r}")
        return Budget(samples=int(number))

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.samples)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 < number <= MOST_BUDGET else None


def halve(tally: Tally, choices: int, budget: Budget, sweep: Callable[[Any, int], None]) -> list[int]:
    """Spend the budget, or less where the choice is clear. `sweep(alive, n)` gives n samples to each choice alive.

    Returns all choices, best first: those that lived longest, and among them the one that is worth most.
    """
    start = time.perf_counter()
    race = _Race(tally, choices, sweep)
    rounds = max(ceil(log2(choices)), 1)
    for i in range(rounds):
        if budget.seconds:
            race.run_until(start + budget.seconds * (i + 1) / rounds)
        else:
            race.run(budget.samples // rounds // len(race.alive))
        race.keep(ceil(len(race.alive) / 2) if i < rounds - 1 else len(race.alive))
        if len(race.alive) == 1:
            break
    return [*race.alive, *race.dropped]


class _Race:
    """Choices that run against each other."""

    def __init__(self, tally: Tally, choices: int, sweep: Callable[[Any, int], None]) -> None:
        self._tally = tally
        self._sweep = sweep
        self._one = 0.0  # seconds that a sweep takes, at worst so far
        self.alive = list(range(choices))
        """Best first."""
        self.dropped: list[int] = []
        """Likewise: whoever dropped out last comes first."""

    def run(self, n: int) -> None:
        """So many samples for each, one at least; fewer if the choice becomes clear."""
        for done in range(0, max(n, 1), SAMPLES_BETWEEN_LOOKS):
            self._give(min(SAMPLES_BETWEEN_LOOKS, max(n, 1) - done))
            if len(self.alive) == 1:
                return

    def run_until(self, deadline: float) -> None:
        """As many samples as the clock allows, one at least."""
        n = 1
        while len(self.alive) > 1:
            begun = time.perf_counter()
            self._give(n)
            now = time.perf_counter()
            self._one = max((now - begun) / n, 0.5 * self._one)
            if now + self._one > deadline:
                return
            n = max(1, min(int(CHUNK / self._one), int((deadline - now) / self._one)))

    def _give(self, n: int) -> None:
        self._sweep(np.array(self.alive), n)
        self._drop_hopeless()

    def _drop_hopeless(self) -> None:
        """Drop what is so far behind the best that chance hardly explains it."""
        visits = self._tally.visits[self.alive]
        if visits[0] < FEWEST_SAMPLES:
            return
        means = self._tally.worth[self.alive] / visits
        errors = np.maximum(self._tally.worth_squared[self.alive] / visits - means**2, 1e-6) / visits
        best = int(np.argmax(means))
        behind = (means[best] - means) / np.sqrt(errors + errors[best])
        self.keep(int((behind < HOPELESS).sum()))

    def keep(self, n: int) -> None:
        """Only the n best go on."""
        means = self._tally.worth[self.alive] / self._tally.visits[self.alive]
        order = [self.alive[i] for i in np.argsort(-means, kind="stable")]
        self.dropped = order[n:] + self.dropped
        self.alive = order[:n]
