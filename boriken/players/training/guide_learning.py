"""Learning for a guide, compiled: how wrong it is about some decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import arithmetic, rule

from ..guided.network import SECOND, Guide, Sight, judge, propose
from ..learned.layers import ZERO, pass_back, pass_back_inputs
from .guide_play import GuideSamples
from .learning import slopes_of


@rule
def guide_gradient(
    guide: Guide, players: int, samples: GuideSamples, order: Any, points_weight: float, sight: Sight, out: Guide
) -> tuple[float, float]:
    """Add to `out` how the error on some samples grows with each weight.

    Returns the errors in winning and in what to choose.
    """
    seen, second, delta = samples.seen, sight.second, sight.out
    first = sight.first[: len(guide.b1)]
    back2 = np.zeros(SECOND, np.float32)
    back1 = np.zeros(len(first), np.float32)
    error, wrong = 0.0, 0.0
    for at in range(len(order)):
        k = order[at]
        n, which, amount = seen.inputs[k], seen.which[k], seen.amount[k]
        judge(guide, players, which, amount, n, sight)
        error += slopes_of(delta, seen.target[k], players, points_weight)
        back2[:], back1[:] = ZERO, ZERO
        if samples.choices[k] > 0:
            wrong += _slopes_of_proposals(guide, samples, k, sight, back2, back1, out)
        pass_back(guide.w3, second, delta, back2, out.w3, out.b3)
        pass_back(guide.w2, first, back2, back1, out.w2, out.b2)
        pass_back_inputs(which, amount, n, back1, out.w1, out.b1)
    return error, wrong


@arithmetic
def _slopes_of_proposals(
    guide: Guide, samples: GuideSamples, k: int, sight: Sight, back2: Any, back1: Any, out: Guide
) -> float:
    """How the error in what to choose grows with the weights of proposals and with both layers. Returns it."""
    first, second, actions, n = sight.first, sight.second, samples.action[k], samples.choices[k]
    propose(guide, actions, n, sight)
    wrong = 0.0
    for i in range(n):
        a = actions[i]
        wrong -= samples.wanted[k, i] * np.log(sight.likely[i] + 1e-9)
        slope = sight.likely[i] - samples.wanted[k, i]
        out.likely[a] += slope
        for j in range(SECOND):
            out.near[a, j] += slope * second[j]
            back2[j] += slope * guide.near[a, j]
        for j in range(len(back1)):
            out.far[a, j] += slope * first[j]
            back1[j] += slope * guide.far[a, j]
    return wrong
