"""What to tell beginners at a table of San Juan, and when it is true."""

from __future__ import annotations

from boriken.engine import written
from boriken.san_juan.components import HAND_LIMIT, LAST_BUILDING, PRODUCTION_KINDS, Card

from ..advice import Advice, Board, View

_MAKES_GOODS = [written(card) for card in list(Card)[:PRODUCTION_KINDS]]
_FEW_CARDS = 2
_MANY_CARDS = 4


def _is_free(view: View, role: str) -> bool:
    return view["roles"][role] is None


def _goods(mine: Board) -> int:
    return sum(mine["goods"].values())


def _plants(mine: Board) -> int:
    return sum(mine["city"].get(name, 0) for name in _MAKES_GOODS)


ADVICE = (
    Advice(
        "role",
        "Goods to sell",
        "Goods lie in your city. The trader turns them into cards; whoever takes that role sells one more.",
        lambda view, mine: _is_free(view, "trader") and _goods(mine) > 0,
    ),
    Advice(
        "role",
        "Empty plants",
        "Some of your production buildings are empty. The producer fills one for everybody, and one more for whoever "
        "takes that role.",
        lambda view, mine: _is_free(view, "producer") and _goods(mine) < _plants(mine),
    ),
    Advice(
        "role",
        "Cards to build with",
        "You hold enough cards for a good building. As the builder you pay one card less.",
        lambda view, mine: _is_free(view, "builder") and mine["hand_size"] >= _MANY_CARDS,
    ),
    Advice(
        "role",
        "Few cards",
        "Your hand is nearly empty. The councillor lets you choose among more cards than the others; the prospector "
        "brings a card to nobody but you.",
        lambda view, mine: (
            mine["hand_size"] <= _FEW_CARDS and _is_free(view, "councillor") and _is_free(view, "prospector")
        ),
    ),
    Advice(
        "role",
        "A full hand",
        f"When the next round begins you may hold {HAND_LIMIT} cards, unless a building of yours allows more. Build "
        "before you have to discard.",
        lambda view, mine: _is_free(view, "builder") and mine["hand_size"] > HAND_LIMIT,
    ),
    Advice(
        "role",
        "The end is near",
        f"Somebody needs few buildings more to have {LAST_BUILDING}. Think of points now: build what is worth most.",
        lambda view, mine: max(player["buildings"] for player in view["players"]) >= LAST_BUILDING - 2,
    ),
)
