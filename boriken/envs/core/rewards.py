"""Rewards: what the end of a game is worth to each seat."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from boriken.engine import State, States, rule
from boriken.engine.rules import score, tie_break


class Reward(IntEnum):
    """What is paid when a game ends; nothing is paid before."""

    RANK = 0
    WIN = 1
    MARGIN = 2


REWARDS = {
    "rank": "1 for the winner, -1 for the last, evenly spaced between; equals share. The sum is 0",
    "win": "1 for the winner, 0 for the others; several winners share it. The sum is 1",
    "margin": "own points less those of the best other seat",
}
"""Every kind of reward by its name, in the order of `Reward`."""


@rule
def pay(s: State, kind: int, points: Any, rewards: Any, sheet: Any) -> None:
    """Write each seat's points and reward, as the game stands. `sheet` is scratch space: a number for each source."""
    players = s.players
    for p in range(players):
        score(s, p, sheet)
        points[p] = 0
        for source in range(len(sheet)):
            points[p] += sheet[source]
    for p in range(players):
        worse = 0
        better = 0
        best_other = -10000
        for other in range(players):
            if other != p:
                order = _compare(s, p, other, points)
                worse += order > 0
                better += order < 0
                best_other = max(best_other, points[other])
        if kind == Reward.MARGIN:
            rewards[p] = points[p] - best_other
        elif kind == Reward.WIN:
            equals = players - worse - better
            rewards[p] = 1.0 / equals if better == 0 else 0.0
        else:
            rewards[p] = (worse - better) / (players - 1)


@rule
def judge(states: States, kind: int, points: Any, rewards: Any, sheet: Any) -> None:
    """Points and rewards of game 0, as it stands."""
    pay(states[0], kind, points, rewards, sheet)


@rule
def _compare(s: State, a: int, b: int, points: Any) -> int:
    """Positive if seat a stands better than seat b; points first, then the tie-break."""
    if points[a] != points[b]:
        return points[a] - points[b]
    return tie_break(s, a) - tie_break(s, b)
