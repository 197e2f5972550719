"""What might be pressed in Puerto Rico where several pieces are staged: goods to keep, what the black market takes."""

from __future__ import annotations

from boriken.engine import Game
from boriken.puerto_rico import PUERTO_RICO_EXPANDED

_PERSONS = ("pay:colonist", "pay:noble")
_FROM = tuple(action.text for action in PUERTO_RICO_EXPANDED.actions if action.text.startswith("from:"))


def candidates(game: Game, seat: int, draft: tuple[str, ...]) -> list[str]:
    """A text for each piece that lies before the seat."""
    view = game.view(seat)
    goods = [good for good, n in view["players"][seat]["goods"].items() if n]
    if view["decision"].startswith("pay-"):
        kinds = ["pay:vp", *(f"pay:{good}" for good in goods), *_PERSONS]
        return [*kinds, *_FROM] if set(draft) & set(_PERSONS) else kinds
    return [f"{verb}:{good}" for verb in ("store", "keep") for good in goods if f"store:{good}" not in draft]
