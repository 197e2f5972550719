"""What might be pressed in San Juan where several pieces are staged: cards to pay with, to keep, to discard, goods."""

from __future__ import annotations

from collections import Counter

from boriken.engine import Game
from boriken.san_juan import SAN_JUAN

_NOT_FROM_HAND = ("cover:", "pay-good:")
_KNOWN = frozenset(action.text for action in SAN_JUAN.actions)
"""The texts of all actions."""


def candidates(game: Game, seat: int, draft: tuple[str, ...]) -> list[str]:
    """A text for each piece that lies before the seat."""
    view = game.view(seat)
    mine = view["players"][seat]
    used = Counter(text.partition(":")[2] for text in draft if not text.startswith(_NOT_FROM_HAND))
    hand = Counter(mine["hand"])
    decision = view["decision"]
    if decision in ("builder", "crane", "goods", "pay"):
        if decision == "builder" and not draft:
            return []
        cards = [card for card, n in hand.items() if n > used[card]]
        goods = [good for good, n in mine["goods"].items() if n > draft.count(f"pay-good:{good}")]
        covers = [] if any(text.startswith("cover:") for text in draft) else list(mine["city"])
        texts = [f"pay:{card}" for card in cards] + [f"pay-good:{good}" for good in goods]
        texts += [f"cover:{card}" for card in covers]
        return texts + [f"cover:{card}+good" for card in covers if f"cover:{card}+good" in _KNOWN]
    verbs = {"councillor": "keep", "archive": "discard", "office": "discard", "limit": "discard", "start": "discard"}
    verb = verbs.get(decision, "bank")
    if decision in ("producer", "trader"):
        verb = "produce" if decision == "producer" else "sell"
        return [text for good in mine["goods"] if (text := f"{verb}:{good}") in _KNOWN]
    cards_here = Counter(view["shown"]) if decision == "councillor" else hand
    return [f"{verb}:{card}" for card, n in cards_here.items() if n > used[card]]
