"""Words: names of pieces, and plain text for terminals."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache


@lru_cache(maxsize=None, typed=True)  # typed: pieces of different kinds may be equal as numbers
def spoken(piece: IntEnum) -> str:
    """A piece's name as in the rulebook: `small indigo plant`."""
    return piece.name.lower().replace("_", " ")


@lru_cache(maxsize=None, typed=True)
def written(piece: IntEnum) -> str:
    """A piece's name as in action texts: `small-indigo-plant`."""
    return piece.name.lower().replace("_", "-")


def named(kinds: Iterable[IntEnum]) -> tuple[tuple[int, str], ...]:
    """The numbers of an enumeration with their names, for those who go through them often: enumerations are slow."""
    return tuple((int(kind), written(kind)) for kind in kinds)


def counted(n: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def wrapped(label: str, words: list[str], width: int = 100) -> list[str]:
    """Words after a label, continued below one another."""
    lines = [label]
    for i, word in enumerate(words):
        comma = "," if i + 1 < len(words) else ""
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append(" " * len(label))
        lines[-1] += ("" if lines[-1].endswith(" ") else " ") + word + comma
    return [line.rstrip() for line in lines]
