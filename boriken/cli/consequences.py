"""What a choice would bring its player at once: `-8 doubloons, +3 points`."""

from __future__ import annotations

from boriken.engine import Action, Game

_TOLD = ("doubloons",)
"""The numbers of a seat's view worth telling; many others only change hands for a moment."""


def consequence(game: Game, action: Action) -> str:
    """How the own numbers and points change, tried in a game that the seat cannot tell from the real one."""
    seat = game.turn
    assert seat is not None
    imagined = game.determinize(seat, 0)
    before = _numbers(imagined, seat)
    imagined.play(action)
    after = _numbers(imagined, seat)
    changes = [(name, after[name] - number) for name, number in before.items()]
    return ", ".join(f"{change:+d} {_unit(name, change)}" for name, change in changes if change)


def _unit(name: str, change: int) -> str:
    """`doubloons`, but 1 doubloon."""
    return name.removesuffix("s") if abs(change) == 1 else name


def _numbers(game: Game, seat: int) -> dict[str, int]:
    """A seat's money and its points in all."""
    shown = game.view(seat)["players"][seat]
    return {name: shown[name] for name in _TOLD if name in shown} | {"points": game.scores()[seat]["total"]}
