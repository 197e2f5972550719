"""The schedule: which games a tournament consists of, as a pure function of the request.

Seeds are paired and seats rotated: whatever a seed deals, everybody gets it in every seat. So neither a lucky seed nor
a good seat can make a player look strong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, count, islice, pairwise
from typing import TypeVar

from boriken.engine import derived_seed

from .request import Mode, Request

Table = tuple[str, ...]
"""Who sits there, as specs."""
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Task:
    """One game of a tournament. What comes of it depends on this and the request alone."""

    number: int
    """From 0, in the order of the schedule."""
    match: int
    """Which rung of a ladder, from 0; elsewhere always 0."""
    seed: int
    """Of the game. Games of one seed belong together: they differ in who sits where."""
    seats: tuple[str, ...]
    """Who sits where, as specs."""
    player_seeds: tuple[int, ...]
    """For each seat's own chance."""


def schedule(request: Request) -> Iterator[Task]:
    """All games of a tournament, numbered."""
    number = 0
    for match, tables in enumerate(matches(request)):
        for seed, seats in islice(_seatings(request, tables), request.games):
            seeds = tuple(derived_seed(request.seed, number, seat) for seat in range(request.players))
            yield Task(number, match, seed, seats, seeds)
            number += 1


def _seatings(request: Request, tables: Sequence[Table]) -> Iterator[tuple[int, Table]]:
    """Seeds and who sits where, without end: each seed at every table, with every rotation.

    In which order the tables come differs from seed to seed: where a tournament ends within a seed, it is chance which
    of them are missing.
    """
    for seed in count(request.seed):
        for table in _mixed(tables, seed):
            seats = _mixed(table, seed)
            for rotation in range(request.players):
                yield seed, (*seats[rotation:], *seats[:rotation])


def number_of_games(request: Request) -> int:
    """How many games the schedule has."""
    return request.games * len(matches(request))


def matches(request: Request) -> list[list[Table]]:
    """For each match of the tournament, the tables that are made up in turn: who sits there, in any order."""
    n = request.players
    who = request.contestants
    if request.mode == Mode.ROUND_ROBIN:
        return [_tables(who, n)]
    if request.mode == Mode.LADDER:
        return [[(better, *[worse] * (n - 1))] for worse, better in pairwise(who)]
    one, *field = who
    return [[(one, *(field if len(field) == n - 1 else field * (n - 1)))]]


def _tables(who: tuple[str, ...], n: int) -> list[Table]:
    """Every table of n different players; where there are too few, each sits there as evenly often as possible."""
    if len(who) >= n:
        return list(combinations(who, n))
    least, most = n // len(who), -(-n // len(who))
    return [
        table
        for table in combinations_with_replacement(who, n)
        if all(least <= table.count(player) <= most for player in who)
    ]


def _mixed(things: Sequence[Thing], seed: int) -> list[Thing]:
    """In an order that differs from seed to seed: so nobody always sits to the left of the same player."""
    order = sorted(range(len(things)), key=lambda place: derived_seed(seed, place))
    return [things[place] for place in order]


def everybody(request: Request) -> list[str]:
    """Who takes part, each once, in the order of the request."""
    return list(dict.fromkeys(request.contestants))
