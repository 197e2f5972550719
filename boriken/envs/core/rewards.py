"""Rewards: what the end of a game is worth to each seat."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from boriken.engine import State, States, rule
from boriken.engine.referee import Standings, rank


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
def pay(s: State, kind: int, standings: Standings, rewards: Any) -> None:
    """Write each seat's reward, as the game stands."""
    rank(s, standings)
    points, ahead = standings.points, standings.ahead
    for p in range(s.players):
        equals = 0
        best_other = -10000
        for q in range(s.players):
            equals += ahead[q] == ahead[p]
            if q != p:
                best_other = max(best_other, points[q])
        if kind == Reward.MARGIN:
            rewards[p] = points[p] - best_other
        elif kind == Reward.WIN:
            rewards[p] = 1.0 / equals if ahead[p] == 0 else 0.0
        else:
            behind = s.players - equals - ahead[p]
            rewards[p] = (behind - ahead[p]) / (s.players - 1)


@rule
def judge(states: States, kind: int, standings: Standings, rewards: Any) -> None:
    """The rewards of game 0, as it stands."""
    pay(states[0], kind, standings, rewards)
