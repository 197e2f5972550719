"""Learning, compiled: how wrong the network is about some positions, and a step towards being less so."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import arithmetic

from ..learned.network import HIDDEN, MOST_SEATS, OUTPUTS, POINTS, SECOND, ZERO, Network, Scratch, sum_up, upper_layers
from .self_play import Samples


@arithmetic
def gradient(
    net: Network, players: int, samples: Samples, order: Any, points_weight: float, scratch: Scratch, out: Network
) -> float:
    """Add to `out` how the error on some samples grows with each weight. Returns the error in winning."""
    first, second, delta = scratch.first, scratch.second, scratch.out[0]
    back2 = np.zeros(SECOND, np.float32)
    back1 = np.zeros(HIDDEN, np.float32)
    error = 0.0
    for at in range(len(order)):
        k = order[at]
        n = samples.inputs[k]
        which, amount = samples.which[k], samples.amount[k]
        sum_up(net, which, amount, n, first)
        upper_layers(net, players, first, second, delta)
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
        # Units that are off pass nothing back. Their rows are gone through all the same: branches would take longer.
        for j in range(SECOND):
            total = ZERO
            for o in range(OUTPUTS):
                out.w3[j, o] += second[j] * delta[o]
                total += net.w3[j, o] * delta[o]
            back2[j] = total if second[j] > ZERO else ZERO
            out.b2[j] += back2[j]
        for i in range(0, HIDDEN, 4):
            ta, tb, tc, td = ZERO, ZERO, ZERO, ZERO
            for j in range(SECOND):
                ta += net.w2[i, j] * back2[j]
                tb += net.w2[i + 1, j] * back2[j]
                tc += net.w2[i + 2, j] * back2[j]
                td += net.w2[i + 3, j] * back2[j]
            back1[i], back1[i + 1], back1[i + 2], back1[i + 3] = ta, tb, tc, td
        for i in range(HIDDEN):
            value = first[i]
            back1[i] = back1[i] if value > ZERO else ZERO
            out.b1[i] += back1[i]
            for j in range(SECOND):
                out.w2[i, j] += value * back2[j]
        for i in range(n):
            row = which[i]
            value = amount[i]
            for j in range(HIDDEN):
                out.w1[row, j] += value * back1[j]
    return error


class Descent(NamedTuple):
    """What changes with every step of learning (Adam), each a row of as many numbers as there are weights."""

    weights: Any
    average: Any
    """Of the weights, over the last steps."""
    gradients: Any
    """A row for each lane."""
    mean: Any
    square: Any


@arithmetic
def descend(d: Descent, step: int, rate: float, samples: int, keep: float, start: int, end: int) -> None:
    """One step for some of the weights. The lanes' gradients are added up, and cleared for the next step.

    `keep` says how much of the average is kept.
    """
    share = np.float32(1.0 / samples)
    far = np.float32(rate / (1.0 - 0.9**step))
    correct = np.float32(1.0 / (1.0 - 0.999**step))
    one, keep1, keep2, kept = np.float32(1.0), np.float32(0.9), np.float32(0.999), np.float32(keep)
    small = np.float32(1e-8)
    for i in range(start, end):
        g = ZERO
        for lane in range(len(d.gradients)):
            g += d.gradients[lane, i]
            d.gradients[lane, i] = 0.0
        g *= share
        d.mean[i] = keep1 * d.mean[i] + (one - keep1) * g
        d.square[i] = keep2 * d.square[i] + (one - keep2) * g * g
        d.weights[i] -= far * d.mean[i] / (np.sqrt(d.square[i] * correct) + small)
        d.average[i] = kept * d.average[i] + (one - kept) * d.weights[i]
