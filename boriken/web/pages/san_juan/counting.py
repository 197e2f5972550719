"""What a seat counts in San Juan, and what buildings cost it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import Game, named
from boriken.san_juan.components import LAST_BUILDING, Good
from boriken.san_juan.state import Decision

from ..imagined import decision_number, imagined
from ..presenter import Key

_GOODS = tuple((kind, good) for kind, good in named(Good) if good != "customs")


def numbers(game: Game, seat: int) -> dict[Key, int]:
    """Cards, points, buildings, goods."""
    mine = game.states[0]  # much quicker than a view, and of what lies open before the seat just as much
    goods = mine["goods"][seat].tolist()
    return {
        ("u-cards", "hand", 0): int(mine["hand_size"][seat]),
        ("vp", "points", 0): game.scores()[seat]["total"],
        ("u-building", "city", LAST_BUILDING): int(mine["buildings"][seat]),
    } | {(f"g-{good}", good, 0): goods[kind] for kind, good in _GOODS}


def purse(board: Mapping[str, Any]) -> str:
    """Cards, in words."""
    return f"{board['hand_size'] or 'no'} card{'s' if board['hand_size'] != 1 else ''} in hand"


def prices(game: Game, seat: int) -> dict[str, int]:
    """What each card in hand costs to build: tried out in imagined games."""
    if decision_number(game) != Decision.BUILDER:
        return {}
    found = {}
    for action in imagined(game, seat).legal_actions:
        verb, _, card = action.text.partition(":")
        if verb != "build":
            continue
        after = imagined(game, seat)
        after.play(action)
        if decision_number(after) == Decision.CRANE:
            if not any(choice.text == "pass" for choice in after.legal_actions):
                continue
            after.play("pass")
        found[card] = int(after.states["to_pay"][0])
    return found
