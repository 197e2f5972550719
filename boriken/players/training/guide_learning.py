"""Learning for a guide, compiled: how wrong it is about some decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import arithmetic

from ..guided.network import SECOND, WIDTH, Guide, Sight, judge, propose
from ..learned.network import MOST_SEATS, OUTPUTS, POINTS, ZERO
from .guide_play import GuideSamples


@arithmetic
def guide_gradient(
    guide: Guide, players: int, samples: GuideSamples, order: Any, points_weight: float, sight: Sight, out: Guide
) -> tuple[float, float]:
    """Add to `out` how the error on some samples grows with each weight.

    Returns the errors in winning and in what to choose.
    """
    first, second, delta = sight.first, sight.second, sight.out
    back2 = np.zeros(SECOND, np.float32)
    back1 = np.zeros(WIDTH, np.float32)
    error, wrong = 0.0, 0.0
    for at in range(len(order)):
        k = order[at]
        n, choices = samples.inputs[k], samples.choices[k]
        which, amount = samples.which[k], samples.amount[k]
        judge(guide, players, which, amount, n, sight)
        for i in range(MOST_SEATS):
            if i < players:
                error -= samples.target[k, i] * np.log(delta[i] + 1e-9)
                delta[i] -= samples.target[k, i]
                delta[POINTS + i] = (delta[POINTS + i] - samples.target[k, POINTS + i]) * points_weight
            else:
                delta[i] = 0.0
                delta[POINTS + i] = 0.0
        for o in range(OUTPUTS):
            out.b3[o] += delta[o]
        for j in range(SECOND):
            total = ZERO
            for o in range(OUTPUTS):
                out.w3[j, o] += second[j] * delta[o]
                total += guide.w3[j, o] * delta[o]
            back2[j] = total
        for i in range(WIDTH):
            back1[i] = ZERO
        if choices > 0:
            propose(guide, samples.action[k], choices, sight)
        for i in range(choices):
            a = samples.action[k, i]
            wrong -= samples.wanted[k, i] * np.log(sight.likely[i] + 1e-9)
            slope = sight.likely[i] - samples.wanted[k, i]
            out.likely[a] += slope
            for j in range(SECOND):
                out.near[a, j] += slope * second[j]
                back2[j] += slope * guide.near[a, j]
            for j in range(WIDTH):
                out.far[a, j] += slope * first[j]
                back1[j] += slope * guide.far[a, j]
        for j in range(SECOND):
            back2[j] = back2[j] if second[j] > ZERO else ZERO
            out.b2[j] += back2[j]
        for i in range(WIDTH):
            value = first[i]
            total = ZERO
            for j in range(SECOND):
                out.w2[i, j] += value * back2[j]
                total += guide.w2[i, j] * back2[j]
            back1[i] = back1[i] + total if value > ZERO else ZERO
            out.b1[i] += back1[i]
        for i in range(n):
            row, value = which[i], amount[i]
            for j in range(WIDTH):
                out.w1[row, j] += value * back1[j]
    return error, wrong
