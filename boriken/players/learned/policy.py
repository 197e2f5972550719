"""Choosing by the network: look at the position after each choice, and take the one that promises most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boriken.engine import Chance, States, rule
from boriken.engine.chance import gumbel
from boriken.engine.rules import apply

from .network import FIRST_CHOICE, POINTS, Network, Scratch, judge


class Ambition(NamedTuple):
    """What a player wants beside winning, the weights of its utility: whoever has won or lost plays on."""

    points: float
    """How much 25 points at the end count."""
    rivalry: float
    """How much the points of the others, on average, count against one's own."""


TO_BE_AHEAD = Ambition(points=0.03, rivalry=1.0)
FLOOR = 0.03
"""Added to what an action is worth before a share of it is misjudged: points alone can make it less than nothing."""


@rule
def utility(out: States, i: int, players: int, ambition: Ambition) -> float:
    """What a judgement is worth to the i-th seat, counted from the one that looks."""
    others = 0.0
    for k in range(players):
        if k != i:
            others += out[POINTS + k]
    return out[i] + ambition.points * (out[POINTS + i] - ambition.rivalry * others / (players - 1))


@rule
def best_by_network(
    net: Network, states: States, game: int, trial: int, n: int, scratch: Scratch
) -> tuple[int, int, int]:
    """Which of the n legal actions in `scratch` promises the seat to move most in that game.

    `trial` is another place in the array, to try actions in. Returns the index, the row of `scratch` that holds the
    judgement of it, and the number of its inputs.
    """
    before = states[game]
    p = before.turn
    chosen, row, inputs = 0, 0, 0
    most = -1e30
    for i in range(n):
        states[trial] = states[game]
        after = states[trial]
        apply(after, scratch.legal[i])
        k = FIRST_CHOICE if i == 0 else 1 - row if row < FIRST_CHOICE else 0
        m = judge(net, before, after, p, scratch, k)
        value = utility(scratch.out[k], 0, before.players, TO_BE_AHEAD)
        if value > most:
            chosen, row, inputs, most = i, k, m, value
    return chosen, row, inputs


@rule
def worth_after(net: Network, states: States, i: int, scratch: Scratch) -> float:
    """What the i-th legal action of game 0 promises the seat to move. Those of a decision are asked about in order."""
    before = states[0]
    states[1] = states[0]
    apply(states[1], scratch.legal[i])
    k = FIRST_CHOICE if i == 0 else 0
    judge(net, before, states[1], before.turn, scratch, k)
    return utility(scratch.out[k], 0, before.players, TO_BE_AHEAD)


@rule
def best_at_a_glance(net: Network, states: States, n: int, scratch: Scratch, chance: Chance, careless: float) -> int:
    """Which of n legal actions of game 0 seems to promise most to somebody who misjudges chances by such a share.

    By a share of the chance, so that whoever is behind, with little to lose anywhere, does not play at random.
    """
    chosen = 0
    most = -1e30
    for i in range(n):
        worth = worth_after(net, states, i, scratch)
        value = np.log(max(worth + FLOOR, FLOOR / 10)) + careless * gumbel(chance)
        if value > most:
            chosen, most = i, value
    return chosen
