"""Whose turn it is, and who sees what: small rules that every game needs."""

from __future__ import annotations

from .compiler import rule
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


# --- secrets: which seats the action being played shows something that they could not know before --------------------


@rule
def tell(s: State, p: int) -> None:
    """Seat p sees something new: a card that it draws."""
    s.told |= 1 << p


@rule
def tell_others(s: State, p: int) -> None:
    """Everybody but p sees something new: whether p has a choice depends on cards that only p knows."""
    for other in range(s.players):
        if other != p:
            tell(s, other)


@rule
def tell_all(s: State) -> None:
    """Everybody sees something new: a tile or a card is turned up."""
    for p in range(s.players):
        tell(s, p)
