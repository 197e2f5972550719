"""Spaces, made from the tables of pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from boriken.engine import BadOption

from .core import Layout
from .tables import TableSettings

MASK_PLACES = ("observation", "info")


def action_space(table: TableSettings) -> spaces.Discrete:
    """Every action of the game; masks say which are legal."""
    return spaces.Discrete(table.actions)


def vector_space(layout: Layout) -> spaces.Box:
    """A vector of numbers."""
    return spaces.Box(layout.low, layout.high, dtype=np.int16)


def pieces_space(layout: Layout) -> spaces.Dict:
    """Named pieces of a vector."""
    low, high = _pieces(layout, layout.low), _pieces(layout, layout.high)
    return spaces.Dict({name: spaces.Box(low[name], high[name], dtype=np.int16) for name in layout.placed})


def _pieces(layout: Layout, vector: Any) -> dict[str, Any]:
    """Named pieces, each an array: a single number has the shape (1,), since libraries want no other for a Box."""
    return {name: np.atleast_1d(piece) for name, piece in layout.named(vector).items()}


class Observations:
    """How observations are handed out: as a vector or as named pieces, with the mask beside them or in the info."""

    def __init__(self, table: TableSettings, mask: str, pieces: bool) -> None:
        if mask not in MASK_PLACES:
            raise BadOption(f"mask must be 'observation' or 'info', not {mask!r}")
        self._layout = table.layout
        self.pieces = pieces
        self.mask_in_info = mask == "info"

    def space(self, actions: int) -> spaces.Space[Any]:
        """A new space for what `hand_out` gives."""
        inner = pieces_space(self._layout) if self.pieces else vector_space(self._layout)
        if self.mask_in_info:
            return inner
        return spaces.Dict({"observation": inner, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    def hand_out(self, vector: Any, mask: Any) -> Any:
        """An observation that nobody else holds: both arrays must be new."""
        inner = _pieces(self._layout, vector) if self.pieces else vector
        return inner if self.mask_in_info else {"observation": inner, "action_mask": mask}
