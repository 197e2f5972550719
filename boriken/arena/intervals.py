"""Intervals for shares, and how far shares are from one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_NORMAL_95 = 1.96


@dataclass(frozen=True)
class Share:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float


def wilson(won: float, games: float) -> tuple[float, float]:
    """The 95 % interval for a share, after Wilson: sensible for few games and shares near 0 or 1, too."""
    z2 = _NORMAL_95**2
    centre = (won + z2 / 2) / (games + z2)
    half = _NORMAL_95 / (games + z2) * math.sqrt(max(0.0, won * (games - won) / games) + z2 / 4)
    return max(0.0, centre - half), min(1.0, centre + half)


def grouped_share(groups: Iterable[tuple[float, int]]) -> Share:
    """The share won, and its interval, of games that belong together in groups: (won, games) for each group.

    Games of one seed, with seats rotated, are not independent. How much the groups differ says how many independent
    games all of them are worth (the design effect); Wilson's interval is taken for that many. They never count as more
    than they are, so that groups which happen to be alike do not pass for certainty.

    >>> grouped_share([(1, 4)] * 100)
    Share(share=0.25, low=0.2100..., high=0.2946...)
    >>> grouped_share([(4, 4)] * 25 + [(0, 4)] * 75)  # all or nothing: worth 100 games, not 400
    Share(share=0.25, low=0.1751..., high=0.3435...)
    """
    rows = [(won, games) for won, games in groups if games > 0]
    games = sum(n for _, n in rows)
    won = sum(w for w, _ in rows)
    share = won / games
    effect = 1.0
    if len(rows) > 1 and 0 < share < 1:
        k = len(rows)
        variance = k / (k - 1) * sum((w - share * n) ** 2 for w, n in rows) / games**2
        effect = max(1.0, variance / (share * (1 - share) / games))
    low, high = wilson(won / effect, games / effect)
    return Share(share, low, high)


def chi_square(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, int, float]:
    """Whether two rows of counts could come from the same shares: chi-square, degrees of freedom, probability.

    >>> chi_square([10, 20, 30, 40], [10, 20, 30, 40])
    (0.0, 3, 1.0)
    """
    n, m = sum(ours), sum(theirs)
    columns = [(a, b) for a, b in zip(ours, theirs, strict=True) if a + b > 0]
    value = 0.0
    for a, b in columns:
        for seen, of in ((a, n), (b, m)):
            expected = (a + b) * of / (n + m)
            value += (seen - expected) ** 2 / expected
    freedom = len(columns) - 1
    return value, freedom, _chi_square_tail(value, freedom)


def _chi_square_tail(value: float, freedom: int) -> float:
    """The probability of a chi-square as large as this or larger; the usual sum, from freedom 1 or 2 upwards."""
    half = value / 2
    if half <= 0:
        return 1.0
    start = 1 if freedom % 2 else 2
    tail = math.erfc(math.sqrt(half)) if start == 1 else math.exp(-half)
    for k in range(start, freedom, 2):
        tail += math.exp(-half + (k / 2) * math.log(half) - math.lgamma(k / 2 + 1))
    return min(1.0, tail)
