"""A rule of thumb for Sticks."""

from __future__ import annotations

from boriken.engine import State, rule

from . import MOST_TAKEN, Decision

IN_WORDS: dict[int, str] = {Decision.TAKE: "leave a multiple of four"}


@rule
def worth(s: State, action: int, style: int) -> float:
    """What a legal action is worth to the seat to move. (There is one style.)"""
    return 1.0 if (s.sticks - action - 1) % (MOST_TAKEN + 1) == 0 else 0.0
