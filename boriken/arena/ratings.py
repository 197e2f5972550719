"""Ratings, by openskill's model of Plackett and Luce for games of several players.

Games are rated in the order of the schedule, so the same tournament gives the same ratings. A player's strength does
not drift between games, so neither does its rating (tau is 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .played import Line, ranks


class Rating(NamedTuple):
    """A player's rating: 25 is where everybody starts."""

    mu: float
    """The estimate."""
    sigma: float
    """Its uncertainty, as a standard deviation."""


def rate(lines: Sequence[Line]) -> dict[str, Rating] | None:
    """Each player's rating after these games; None where openskill is not installed.

    A player that holds several seats of a game is moved by the mean of what those seats would move it.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce(tau=0.0)
    ratings: dict[str, Any] = {}
    for line in lines:
        seats = line["seats"]
        for spec in seats:
            ratings.setdefault(spec, model.rating())
        if len(set(seats)) == 1:
            continue  # who plays only itself shows nothing
        teams = [[model.rating(mu=ratings[spec].mu, sigma=ratings[spec].sigma)] for spec in seats]
        rated = model.rate(teams, ranks=[float(rank) for rank in ranks(line)])
        for spec in dict.fromkeys(seats):
            new = [rated[seat][0] for seat in range(len(seats)) if seats[seat] == spec]
            ratings[spec] = model.rating(
                mu=sum(rating.mu for rating in new) / len(new), sigma=sum(rating.sigma for rating in new) / len(new)
            )
    return {spec: Rating(round(rating.mu, 3), round(rating.sigma, 3)) for spec, rating in ratings.items()}
