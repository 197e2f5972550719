"""The inputs of a network: a long row of numbers, most of them zero, laid out piece by piece.

Each input has a name, which goes into the file of weights. So a network that was trained before a building, card or
decision was there can still be read: what it knows is placed by name, and the rest is zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from boriken.engine import rule, written

Inputs = Any
"""Two arrays, which inputs are not zero and what they are: `which` and `amount`."""

MOST_INPUTS = 512
"""No position has more inputs than this that are not zero."""
MOST_PLACES = 1024
"""No network has more inputs than this."""
POINTS_SCALE = 25.0
"""Points come out of the network in units of about this many."""


class Layout:
    """Gives each piece its place in the row."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.most = 0
        """How many inputs can be other than zero at the same time."""

    @property
    def size(self) -> int:
        return len(self.names)

    def take(self, name: str, kinds: Iterable[IntEnum | str] | int | None = None, most: int | None = None) -> Any:
        """Where the inputs of a piece start: one, or one for each kind, of which so many may be used at once.

        (A wide number: interpreted, small ones of the record are added to it.)
        """
        start = np.int64(self.size)
        if kinds is None:
            self.names.append(name)
        else:
            each = range(kinds) if isinstance(kinds, int) else kinds
            self.names += [f"{name}:{written(kind) if isinstance(kind, IntEnum) else kind}" for kind in each]
        taken = self.size - int(start)
        self.most += taken if most is None else min(most, taken)
        return start


def check_room(table: Layout, seat: Layout, players: int) -> None:
    """Compiled code writes past the end of an array without a word: see that it cannot."""
    if len(set(table.names)) != table.size or len(set(seat.names)) != seat.size:
        raise ValueError("two inputs have the same name")
    if table.size + players * seat.size > MOST_PLACES:
        raise ValueError(f"{table.size + players * seat.size} inputs, but MOST_PLACES is {MOST_PLACES}")
    if table.most + players * seat.most >= MOST_INPUTS:  # one more is written and not counted
        raise ValueError(f"{table.most + players * seat.most} inputs at once, but MOST_INPUTS is {MOST_INPUTS}")


@rule
def put(which: Any, amount: Any, n: int, place: int, value: float) -> int:
    """Add an input; zeros take no room. Returns how many there are now."""
    which[n] = place
    amount[n] = value
    return n + 1 if value != 0.0 else n
