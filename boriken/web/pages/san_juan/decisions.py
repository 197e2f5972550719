"""What the pages say of each decision of San Juan: one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.san_juan.state import Decision

from ..presenter import Asked

DECISIONS = {
    Decision.START: Asked(
        "Choose the cards that you give back",
        "chooses cards",
        confirm="Give back",
        together="start",
    ),
    Decision.OFFICE: Asked(
        "Exchange up to 2 cards",
        "exchanges cards",
        decline="Exchange nothing",
        declined=(),
        confirm="Exchange",
        names_piece=False,
        together="office",
    ),
    Decision.CHAPEL: Asked(
        "Put a card under the chapel?",
        "looks into the chapel",
        decline="No card",
        declined=(),
        lesson=(
            "The chapel",
            "A card under it is 1 point at the end, and lost to you. With few cards, wait.",
        ),
    ),
    Decision.BANK: Asked(
        "Put cards under the bank, once in the game",
        "counts cards",
        decline="No card",
        declined=(),
        confirm="Put them under the bank",
        names_piece=False,
        together="bank",
    ),
    Decision.TOWER: Asked(
        "Use the tower and keep up to 12 cards?",
        "counts cards",
        at_once=True,
        accept="Use the tower",
        decline="Leave it unused",
        declined=("leaves", "the tower unused"),
    ),
    Decision.LIMIT: Asked(
        "Discard down to your limit",
        "discards cards",
        confirm="Discard",
        together="limit",
        lesson=("Too many cards", "At the start of a round you may hold seven. Give back the least useful."),
    ),
    Decision.ROLE: Asked(
        "Take a role",
        "chooses a role",
        lesson=(
            "Take a role",
            "Ask which step you need most: cards (prospector, councillor), goods (producer), cards for goods (trader) "
            "or a building (builder). The others do it too, without the privilege.",
        ),
    ),
    Decision.LIBRARY: Asked(
        "Double this privilege with your library?",
        "thinks about the library",
        at_once=True,
        accept="Double it",
        decline="Save it",
        declined=("saves", "the library"),
    ),
    Decision.BUILDER: Asked(
        "Build something from your hand",
        "builds",
        decline="Build nothing",
        declined=("builds", "nothing"),
        together="building",
        answered_by="build",
        passes_alone=True,
        lesson=(
            "Build",
            "Press the card you want to build, then the cards to pay with, in any order. Nothing is played until you "
            "confirm. A first production building is a good start.",
        ),
    ),
    Decision.CRANE: Asked(
        "Build over one of your buildings?",
        "builds",
        decline="Build beside",
        declined=(),
        confirm="Build",
        together="building",
        answered_by="cover",
    ),
    Decision.GOODS: Asked(
        "Pay with goods?",
        "pays",
        decline="No goods",
        declined=(),
        confirm="Pay",
        together="building",
        answered_by="pay-good",
    ),
    Decision.PAY: Asked(
        "Choose the cards to pay with",
        "pays",
        decline="Pay no more",
        declined=(),
        confirm="Pay",
        together="building",
        answered_by="pay",
    ),
    Decision.CARPENTER: Asked(
        "Draw a card with your carpenter?",
        "builds",
        at_once=True,
        accept="Draw a card",
        decline="Do not draw",
        declined=(),
    ),
    Decision.POOR_HOUSE: Asked(
        "Draw a card with your poor house?",
        "builds",
        at_once=True,
        accept="Draw a card",
        decline="Do not draw",
        declined=(),
    ),
    Decision.PRODUCER: Asked(
        "Choose where to make goods",
        "makes goods",
        decline="Make nothing",
        declined=(),
        confirm="Make the goods",
        names_piece=False,
        together="producer",
        lesson=(
            "Make goods",
            "Press an empty production building: a card from the pile goes face down on it.",
        ),
    ),
    Decision.TRADER: Asked(
        "Choose the goods to sell",
        "trades",
        decline="Sell nothing",
        declined=(),
        confirm="Sell the goods",
        names_piece=False,
        together="trader",
        lesson=(
            "Sell",
            "The tile says what each good brings. Nobody knows the next one, but all five are on cards you can look at "
            "in the reference.",
        ),
    ),
    Decision.COUNCILLOR: Asked(
        "Choose the card to keep",
        "chooses a card",
        decline="Keep no second card",
        declined=(),
        confirm="Keep the cards",
        together="councillor",
        lesson=(
            "Keep a card",
            "One of these goes into your hand. Think of what you can pay in the next two builder phases.",
        ),
    ),
    Decision.ARCHIVE: Asked(
        "Choose the cards to discard",
        "chooses cards",
        decline="Discard no more",
        declined=(),
        confirm="Discard",
        together="archive",
    ),
    Decision.GOLDSMITH: Asked(
        "Keep the card that the goldsmith shows?",
        "looks at a card",
        decline="Leave it",
        declined=("leaves", "the card"),
    ),
    Decision.GOLD_MINE: Asked(
        "Turn up four cards with your gold mine?",
        "digs for gold",
        at_once=True,
        accept="Turn up four cards",
        decline="Leave it alone",
        declined=("leaves", "the gold mine alone"),
    ),
    Decision.GOLD_MINE_CARD: Asked(
        "Keep one of the cards",
        "digs for gold",
    ),
}


def phase_of(view: Mapping[str, Any]) -> str:
    """The role being played, or nothing."""
    return str(view["role"] or "")
