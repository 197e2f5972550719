"""Whose turn it is: small rules that every game needs."""

from __future__ import annotations

from .compiled import rule
from .rules import State


@rule
def next_seat(s: State, p: int) -> int:
    """The left neighbour of seat p."""
    return p + 1 if p + 1 < s.players else 0


@rule
def ask(s: State, p: int, decision: int) -> None:
    """Wait for seat p's choice."""
    s.turn = p
    s.decision = decision
