"""Room to work in: the shapes and kinds of arrays, by name, whether they are wanted once, in rows, or on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

Room = dict[str, tuple[tuple[int, ...], Any]]


def new_arrays(room: Room, *rows: int) -> dict[str, Any]:
    """Arrays of zeros, with so many rows each or, without a number, for one alone."""
    return {name: np.zeros((*rows, *shape), kind) for name, (shape, kind) in room.items()}
