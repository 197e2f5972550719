"""Advice beside the table of a guided game: words, and when they fit what lies there.

Each row is for one decision, with a condition on the view of the seat that decides. Of the rows that fit, rounds take
turns, so that nobody reads the same words for ever, and never words about what is not there. Where none fits, the
decision's own words stand (`Asked.lesson`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

View = Mapping[str, Any]
Board = Mapping[str, Any]


@dataclass(frozen=True)
class Advice:
    """A row."""

    decision: str
    heading: str
    words: str
    fits: Callable[[View, Board], bool]
    """Whether it is true of the table and the board of the seat that decides."""


def advice_for(rows: Sequence[Advice], view: View) -> tuple[str, str] | None:
    """Heading and words for the seat that decides; None: nothing special."""
    mine = view["players"][view["turn"]]
    fitting = [row for row in rows if row.decision == view["decision"] and row.fits(view, mine)]
    if not fitting:
        return None
    row = fitting[view["round"] % len(fitting)]
    return row.heading, row.words
