"""Learning, compiled: how wrong the network is about some positions, and a step towards being less so."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import arithmetic, rule

from ..learned.layers import ZERO, pass_back, pass_back_inputs, sum_inputs
from ..learned.network import MOST_SEATS, POINTS, SECOND, Network, Scratch, upper_layers
from .self_play import Samples


@rule
def gradient(
    net: Network, players: int, samples: Samples, order: Any, points_weight: float, scratch: Scratch, out: Network
) -> float:
    """Add to `out` how the error on some samples grows with each weight. Returns the error in winning."""
    first, second, delta = scratch.first[: len(net.b1)], scratch.second, scratch.out[0]
    back2 = np.zeros(SECOND, np.float32)
    back1 = np.zeros(len(first), np.float32)
    error = 0.0
    for at in range(len(order)):
        k = order[at]
        n = samples.inputs[k]
        which, amount = samples.which[k], samples.amount[k]
        sum_inputs(net.w1, net.b1, which, amount, n, first)
        upper_layers(net, players, first, second, delta)
        error += slopes_of(delta, samples.target[k], players, points_weight)
        back2[:], back1[:] = ZERO, ZERO
        pass_back(net.w3, second, delta, back2, out.w3, out.b3)
        pass_back(net.w2, first, back2, back1, out.w2, out.b2)
        pass_back_inputs(which, amount, n, back1, out.w1, out.b1)
    return error


@rule
def slopes_of(out: Any, target: Any, players: int, points_weight: float) -> float:
    """Turn what was judged into how the error grows with it. Returns the error in winning."""
    error = 0.0
    for i in range(MOST_SEATS):
        if i < players:
            error -= target[i] * np.log(out[i] + 1e-9)
            out[i] -= target[i]
            out[POINTS + i] = (out[POINTS + i] - target[POINTS + i]) * points_weight
        else:
            out[i] = 0.0
            out[POINTS + i] = 0.0
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
