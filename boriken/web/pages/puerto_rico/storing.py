"""What might be pressed in Puerto Rico where several pieces are staged: goods to store and to keep."""

from __future__ import annotations

from boriken.engine import Game


def candidates(game: Game, seat: int, draft: tuple[str, ...]) -> list[str]:
    """A text for each piece that lies before the seat."""
    goods = [good for good, n in game.view(seat)["players"][seat]["goods"].items() if n]
    return [f"{verb}:{good}" for verb in ("store", "keep") for good in goods if f"store:{good}" not in draft]
