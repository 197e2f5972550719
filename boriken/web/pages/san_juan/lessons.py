"""Learning San Juan: an introduction, what to do while others play, the reference."""

from __future__ import annotations

from typing import Any

from boriken.san_juan.components import CARD_TABLE

from .board import CARDS

INTRODUCTION = (
    (
        "Everything is a card.",
        "A card in your hand is a building you may build, or money to pay for another. A card face "
        "down on a production building is a good.",
    ),
    (
        "Everybody plays every role.",
        "In your turn you take a role. All players then do what it says, you first and with a privilege.",
    ),
    (
        "The engine.",
        "Produce, sell, build: goods become cards, cards become buildings, and violet buildings make "
        "each of these steps better.",
    ),
    (
        "When it ends.",
        "As soon as somebody has twelve buildings at the end of a builder phase. The buildings for 6 "
        "cards bring most of the last points.",
    ),
)
WAITING = (
    "The others play",
    "You read their buildings on the right: a dot of colour is a good they can sell.",
)


def reference() -> list[dict[str, Any]]:
    """All cards, in groups."""
    rows = [
        CARDS[name] | {"copies": row.copies or row.new_copies or 1, "new": row.copies == 0, "circles": 0}
        for name, row in zip(CARDS, CARD_TABLE.values(), strict=True)
    ]
    base = [card for card in rows if not card["new"]]
    groups = (
        ("Production buildings", "make goods", [c for c in base if c["good"]]),
        ("City buildings", "help with a role", [c for c in base if c["kind"] == "city" and c["cost"] < 6]),
        ("Monuments", "points, and more under a triumphal arch", [c for c in base if c["kind"] == "monument"]),
        ("For 6 cards", "points at the end", [c for c in base if c["cost"] >= 6]),
        ("The New Buildings", "an option of edition 2", [c for c in rows if c["new"]]),
    )
    return [{"name": name, "note": note, "rows": cards} for name, note, cards in groups]
