"""The inputs of a network: a long row of numbers, most of them zero, laid out piece by piece."""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import rule

Inputs = Any
"""Two arrays, which inputs are not zero and what they are: `which` and `amount`."""

MOST_INPUTS = 384
"""No position has more inputs than this that are not zero."""


class Layout:
    """Gives each piece its place in the row."""

    def __init__(self) -> None:
        self.size = 0

    def take(self, n: int = 1) -> Any:
        """Where the next n inputs start. (A wide number: interpreted, small ones of the record are added to it.)"""
        start = np.int64(self.size)
        self.size += n
        return start


@rule
def put(which: Any, amount: Any, n: int, place: int, value: float) -> int:
    """Add an input; zeros take no room. Returns how many there are now."""
    which[n] = place
    amount[n] = value
    return n + 1 if value != 0.0 else n
