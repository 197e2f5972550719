"""Layouts: what the numbers of a long row mean, as tables of named pieces.

Observations (`boriken.envs`) and the inputs of networks (`boriken.players.learned`) are two encodings of a position:
one is a contract with others, the other is tuned. Both are laid out like this.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np

PER_SEAT = 0
"""In a shape: as many as there are players."""

MOST = 32767
"""The largest number that a row can hold: for what has no limit in the rules."""

Numbers = np.ndarray[Any, np.dtype[np.int16]]


class Piece(NamedTuple):
    """A named part of the row."""

    name: str
    shape: tuple[int, ...] = ()
    """() for a single number."""
    low: int = 0
    high: int = 1
    """No number is ever outside low to high."""
    usual: float = 1
    """What to divide by to get numbers of about 0 to 1."""
    meaning: str = ""
    kinds: tuple[str, ...] = ()
    """What its numbers are called, one by one, where somebody asks for that."""
    most: int | None = None
    """How many of its numbers can be other than zero at the same time; None: all."""

    @property
    def names(self) -> list[str]:
        """Each of its numbers by name."""
        return [f"{self.name}:{kind}" for kind in self.kinds] or [self.name]


def flag(name: str, meaning: str) -> Piece:
    """A single 0 or 1."""
    return Piece(name, (), 0, 1, 1, meaning)


def flags(name: str, shape: tuple[int, ...], meaning: str) -> Piece:
    """Zeros and ones: a set, or one of several things."""
    return Piece(name, shape, 0, 1, 1, meaning)


class Placed(NamedTuple):
    """A piece and where it lies."""

    piece: Piece
    shape: tuple[int, ...]
    """As in a named observation: pieces of a seat have the seats as their first axis."""
    first: int
    """Of the numbers in the vector; of a seat's piece, that of the first seat."""
    of_seat: bool


@dataclass(frozen=True)
class Layout:
    """A row of numbers: pieces of the whole table first, then a block for each seat, the observer's first."""

    table: tuple[Piece, ...]
    """What concerns the whole table, and what only the observer knows."""
    seat: tuple[Piece, ...]
    """What each seat has, in each block."""
    players: int

    def __post_init__(self) -> None:
        if len({piece.name for piece in (*self.table, *self.seat)}) != len(self.table) + len(self.seat):
            raise ValueError("two pieces have the same name")

    @cached_property
    def placed(self) -> dict[str, Placed]:
        """Every piece by its name, in the order of the vector."""
        found: dict[str, Placed] = {}
        at = 0
        for piece in self.table:
            shape = tuple(n or self.players for n in piece.shape)
            found[piece.name] = Placed(piece, shape, at, False)
            at += prod(shape)
        for piece in self.seat:
            found[piece.name] = Placed(piece, (self.players, *piece.shape), at, True)
            at += prod(piece.shape)
        return found

    @cached_property
    def table_size(self) -> int:
        """How many numbers come before the first seat's block."""
        return sum(prod(placed.shape) for placed in self.placed.values() if not placed.of_seat)

    @cached_property
    def seat_size(self) -> int:
        """How many numbers a seat's block has."""
        return sum(prod(piece.shape) for piece in self.seat)

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return self.table_size + self.players * self.seat_size

    @cached_property
    def most(self) -> int:
        """How many numbers can be other than zero at the same time."""
        return _most(self.table) + self.players * _most(self.seat)

    def named(self, numbers: Any) -> dict[str, Any]:
        """A vector, or an array of vectors, as a dictionary of its pieces: views, nothing is copied."""
        before = numbers.shape[:-1]
        table = numbers[..., : self.table_size]
        seats = numbers[..., self.table_size :].reshape((*before, self.players, self.seat_size))
        pieces: dict[str, Any] = {}
        for name, placed in self.placed.items():
            if placed.of_seat:
                at = placed.first - self.table_size
                part = seats[..., at : at + prod(placed.piece.shape)]
            else:
                part = table[..., placed.first : placed.first + prod(placed.shape)]
            pieces[name] = part.reshape((*before, *placed.shape))
        return pieces

    def _spread(self, column: str, dtype: Any) -> Any:
        """A column of the tables, as a vector."""
        vector = np.zeros(self.size, dtype)
        for name, part in self.named(vector).items():
            part[...] = getattr(self.placed[name].piece, column)
        return vector

    @cached_property
    def low(self) -> Numbers:
        """The smallest each number can be."""
        low: Numbers = self._spread("low", np.int16)
        return low

    @cached_property
    def high(self) -> Numbers:
        """The largest each number can be."""
        high: Numbers = self._spread("high", np.int16)
        return high

    @cached_property
    def usual(self) -> Any:
        """What to divide each number by to get about 0 to 1, for networks."""
        return self._spread("usual", np.float32)


def _most(pieces: Iterable[Piece]) -> int:
    return sum(prod(piece.shape) if piece.most is None else piece.most for piece in pieces)
