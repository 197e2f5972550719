"""The arithmetic of layers, compiled, for networks of any width: forwards, and back again to learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import arithmetic

ZERO = np.float32(0.0)


@arithmetic
def sum_inputs(weights: Any, bias: Any, which: Any, amount: Any, n: int, sums: Any) -> None:
    """The first layer, without its bend, from n inputs that are not zero."""
    for j in range(len(sums)):
        sums[j] = bias[j]
    add_inputs(weights, which, amount, n, sums)


@arithmetic
def add_inputs(weights: Any, which: Any, amount: Any, n: int, sums: Any) -> None:
    """Likewise, on top of the sums of other inputs."""
    fours = n - n % 4
    for i in range(0, fours, 4):
        # Four at a time: the sums are fetched and stored less often, which is most of the work.
        a, b, c, d = which[i], which[i + 1], which[i + 2], which[i + 3]
        va, vb, vc, vd = amount[i], amount[i + 1], amount[i + 2], amount[i + 3]
        for j in range(len(sums)):
            sums[j] += (va * weights[a, j] + vb * weights[b, j]) + (vc * weights[c, j] + vd * weights[d, j])
    for i in range(fours, n):
        row, value = which[i], amount[i]
        for j in range(len(sums)):
            sums[j] += value * weights[row, j]


@arithmetic
def next_layer(weights: Any, bias: Any, below: Any, above: Any) -> None:
    """Bend a layer, whose width goes by fours, and sum up the one above it."""
    for j in range(len(above)):
        above[j] = bias[j]
    for i in range(0, len(below), 4):
        a, b, c, d = max(below[i], ZERO), max(below[i + 1], ZERO), max(below[i + 2], ZERO), max(below[i + 3], ZERO)
        below[i], below[i + 1], below[i + 2], below[i + 3] = a, b, c, d
        for j in range(len(above)):
            above[j] += (a * weights[i, j] + b * weights[i + 1, j]) + (c * weights[i + 2, j] + d * weights[i + 3, j])


@arithmetic
def add_up_to_one(row: Any, n: int) -> None:
    """The first n numbers of a row, as shares (softmax)."""
    top = row[0]
    for i in range(1, n):
        top = max(top, row[i])
    total = ZERO
    for i in range(n):
        row[i] = np.exp(row[i] - top)
        total += row[i]
    for i in range(n):
        row[i] /= total


@arithmetic
def pass_back(weights: Any, below: Any, slopes: Any, back: Any, weight_slopes: Any, bias_slopes: Any) -> None:
    """From how the error grows with each unit of a layer to how it does with its weights and the bent layer below.

    What `back` holds already is added to. Units that are off pass nothing back; their rows are gone through all the
    same: branches would take longer.
    """
    for j in range(len(slopes)):
        bias_slopes[j] += slopes[j]
    for i in range(len(below)):
        value, total = below[i], ZERO
        for j in range(len(slopes)):
            weight_slopes[i, j] += value * slopes[j]
            total += weights[i, j] * slopes[j]
        back[i] = back[i] + total if value > ZERO else ZERO


@arithmetic
def pass_back_inputs(which: Any, amount: Any, n: int, slopes: Any, weight_slopes: Any, bias_slopes: Any) -> None:
    """Likewise, of the first layer: inputs are not asked."""
    for j in range(len(slopes)):
        bias_slopes[j] += slopes[j]
    for i in range(n):
        row, value = which[i], amount[i]
        for j in range(len(slopes)):
            weight_slopes[row, j] += value * slopes[j]
