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
from boriken.engine.layout import Piece

POINTS_SCALE = 25.0
"""Points come out of the network in units of about this many."""


class Pieces(list[Piece]):
    """Pieces one after the other, those of the table or those of a seat."""

    @property
    def names(self) -> list[str]:
        """Each input by name."""
        return [name for piece in self for name in piece.names]

    def take(self, name: str, kinds: Iterable[IntEnum | str] | int | None = None, most: int | None = None) -> Any:
        """Where the inputs of a piece start: one, or one for each kind, of which so many may be used at once.

        (A wide number: interpreted, small ones of the record are added to it.)
        """
        start = np.int64(len(self.names))
        each = () if kinds is None else range(kinds) if isinstance(kinds, int) else kinds
        called = tuple(written(kind) if isinstance(kind, IntEnum) else str(kind) for kind in each)
        shape = () if kinds is None else (len(called),)
        self.append(Piece(name, shape, kinds=called, most=None if most is None else min(most, len(called))))
        return start


@rule
def add(which: Any, amount: Any, n: int, place: int, value: float) -> int:
    """Add an input; zeros take no room. Returns how many there are now."""
    which[n] = place
    amount[n] = value
    return n + 1 if value != 0.0 else n
