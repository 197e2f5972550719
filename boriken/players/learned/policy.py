"""Choosing by the network: look at the position after each choice, and take the one that promises most."""

from __future__ import annotations

from boriken.engine import States, rule
from boriken.engine.rules import apply

from .network import FIRST_CHOICE, POINTS, Network, Scratch, judge

POINTS_MATTER = 0.03
"""How much 25 points more than the others have on average count beside winning: whoever has won or lost plays on."""


@rule
def utility(out: States, i: int, players: int) -> float:
    """What a judgement is worth to the i-th seat, counted from the one that looks."""
    others = 0.0
    for k in range(players):
        if k != i:
            others += out[POINTS + k]
    return out[i] + POINTS_MATTER * (out[POINTS + i] - others / (players - 1))


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
        value = utility(scratch.out[k], 0, before.players)
        if value > most:
            chosen, row, inputs, most = i, k, m, value
    return chosen, row, inputs
