"""The referee, compiled: plays what is forced, and says who stands before whom. Everybody who plays games asks here."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .compiler import rule
from .rules import Rules, State, apply, legal, score, tie_break

ACTION, SEAT, ROUND, TOLD, CHOSEN = 0, 1, 2, 3, 4
"""The columns of a log: an action, who played it, in which round, whom it has shown something new (a bit for each
seat), and whether there was a choice."""

NO_END = 1 << 30
"""For `next_choice`: all that is forced."""


def new_log(actions: int) -> Any:
    """Room for so many actions."""
    return np.zeros((actions, 5), np.int16)


@rule
def play(s: State, action: int, chosen: bool, log: Any, at: int) -> None:
    """Play an action and write it down."""
    log[at, ACTION] = action
    log[at, SEAT] = s.turn
    log[at, ROUND] = s.round_number
    log[at, CHOSEN] = chosen
    apply(s, action)
    log[at, TOLD] = s.told


@rule
def next_choice(s: State, legal_out: Any, most: int, log: Any) -> tuple[int, int]:
    """Play what is forced, so many actions at most, until somebody has a choice or the game is over.

    Returns how many actions are legal then, and how many were forced; these are written to the log, unless it is None.
    """
    forced = 0
    while True:
        n = legal(s, legal_out)
        if n != 1 or forced == most:
            return n, forced
        if log is None:
            apply(s, legal_out[0])
        else:
            play(s, legal_out[0], False, log, forced)
        forced += 1


class Standings(NamedTuple):
    """How a game stands, by seat."""

    sheet: Any
    """Points by source."""
    points: Any
    ties: Any
    """What decides between equal points."""
    ahead: Any
    """How many seats stand before this one: none before a winner, and as many before each of two equals."""


def new_standings(rules: Rules, players: int) -> Standings:
    numbers = (np.zeros(players, np.int64) for _ in range(3))
    return Standings(np.zeros((players, len(rules.score_sources)), np.int64), *numbers)


@rule
def rank(s: State, standings: Standings) -> None:
    """Write how a game stands, as if it ended now."""
    points, ties, ahead = standings.points, standings.ties, standings.ahead
    for p in range(s.players):
        sheet = standings.sheet[p]
        score(s, p, sheet)
        points[p] = 0
        for source in range(len(sheet)):
            points[p] += sheet[source]
        ties[p] = tie_break(s, p)
    for p in range(s.players):
        ahead[p] = 0
        for q in range(s.players):
            if points[q] > points[p] or (points[q] == points[p] and ties[q] > ties[p]):
                ahead[p] += 1
