"""Replays: a table as it was, from eyes that may have seen it, and its record."""

from __future__ import annotations

from typing import Literal

from .refusals import NotAllowed, NotPossible, NotThere
from .standing import OVER, Standing

Eyes = int | Literal["all"] | None
"""A seat's; everybody's open; or None: what all could see."""


def may_see(standing: Standing, person: str | None) -> tuple[Eyes, ...]:
    """Whose eyes somebody may look with: their own while the game runs, any once it is over."""
    if standing.table.state == OVER:
        return (None, *range(standing.table.players), "all")
    mine = standing.seat_of(person)
    return (None,) if mine is None else (None, mine)


def replay_stop(standing: Standing, person: str | None, at: int | None, eyes: Eyes) -> int:
    """Where to stop, given a wish (None: at the end); refused if these eyes are not the visitor's to look with."""
    if eyes not in may_see(standing, person):
        if isinstance(eyes, int) and eyes >= standing.table.players:
            raise NotThere(f"There is no seat {eyes} at this table.")
        raise NotAllowed("Other hands are open only once the game is over.")
    last = len(standing.game.actions)
    return last if at is None else min(at, last)


def record_text(standing: Standing) -> str:
    """The record; it holds the seed, and with it every secret, so only once the game is over."""
    if standing.table.state != OVER:
        raise NotPossible("The record can be had once the game is over: it would tell every secret.")
    return standing.game.to_json(standing.names)
