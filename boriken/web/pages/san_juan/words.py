"""Words and drawings for the cards of San Juan."""

from __future__ import annotations

from boriken.engine import written
from boriken.san_juan.components import CARD_TABLE, Card

from ..words import sentence

GOODS = ("indigo", "sugar", "tobacco", "coffee", "silver")

ROLE_TEXT = {
    "builder": "build one · privilege: pay 1 less",
    "producer": "make one · privilege: one more",
    "trader": "sell one · privilege: one more",
    "councillor": "draw 2, keep 1 · privilege: draw 5",
    "prospector": "privilege: draw 1 card",
}
"""What stands on a role card."""

ROLE_RULES = {
    "builder": "Each player, from the builder on, may build one building from the hand and pays its price with "
    "other cards. The builder pays 1 card less.",
    "producer": "Each player, from the producer on, may make one good: a card from the pile lies face down on an "
    "empty production building. The producer makes one more.",
    "trader": "The top price tile is turned up. Each player, from the trader on, may sell one good and draws as "
    "many cards as the tile says. The trader may sell one more.",
    "councillor": "Each player draws 2 cards and keeps 1. The councillor draws 5 and keeps 1.",
    "prospector": "The prospector draws 1 card. Nobody else does anything.",
}

OPTION_WORDS = {
    "edition": "Edition",
    "new_buildings": "The New Buildings",
    "variation": "Draw 5 to 8 cards at the start, keep 4",
    "governor": "First governor",
}

_ICONS = {
    "market-stand": "b-small-market",
    "market-hall": "b-large-market",
    "quarry": "p-quarry",
    "office-building": "b-office",
    "customs-office": "b-customs-house",
    "goldsmith": "b-jeweler",
}
"""Cards that share a drawing with a building of Puerto Rico."""
MONUMENTS = ("statue", "victory-column", "hero")


def card_icon(name: str) -> str:
    return _ICONS.get(name, f"b-{name}")


_WHEN = {
    "": ("windrose", "always"),
    "round start": ("u-clock", "round start"),
    "builder's end": ("r-builder", "builder"),
    "end": ("u-crown", "game end"),
}


def card_works(card: Card) -> tuple[str, str]:
    """When a card does something: a drawing and a word, for phones, where its text has no room."""
    kind = card_kind(card)
    if kind != "city":
        return ("r-producer", "producer") if kind == "production" else (card_icon(written(card)), kind)
    phase = sentence(CARD_TABLE[card].effect)[0].partition(",")[0].lower()
    return _WHEN.get(phase, (f"r-{phase}", phase))


def card_kind(card: Card) -> str:
    """What stands at the foot of a card."""
    name = card.name.lower().replace("_", "-")
    if CARD_TABLE[card].effect.startswith("makes"):
        return "production"
    return "monument" if name in MONUMENTS else "city"
