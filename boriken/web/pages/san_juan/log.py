"""What the log of San Juan says of each action."""

from __future__ import annotations

from typing import Any

from ..chronicle_words import gained, named, verb, who
from ..presenter import Tell, View
from ..scene import LogPiece
from ..words import title


def _role(role: str, seat: int, before: View, after: View) -> list[Any]:
    lines: list[Any] = [(None, f"{title(role)} · ", who(seat))]
    if role == "prospector":
        lines += _drawn(seat, before, after, "")
    return lines


def _drawn(seat: int, before: View, after: View, why: str) -> list[Any]:
    n = gained("hand_size", seat, before, after)
    return [(verb("draws"), LogPiece("cards", n=n), *([why] if why else []))] if n > 0 else []


def _build(card: str, _seat: int, _before: View, _after: View) -> list[Any]:
    return [(verb("builds"), "the ", named(card))]


def _cover(card: str, _seat: int, _before: View, _after: View) -> list[Any]:
    name, _, good = card.partition("+")
    return [(verb("covers"), "the ", named(name), *([" with its good"] if good else []))]


def _produce(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("makes"), LogPiece("good", good, 1)), *_drawn(seat, before, after, ": well")]


def _sell(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("sells"), LogPiece("good", good, 1)), *_drawn(seat, before, after, "")]


def _gold_mine(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    found = gained("hand_size", seat, before, after) > 0
    return [(verb("finds"), "a card in the gold mine" if found else "nothing in the gold mine")]


_ONE_CARD = LogPiece("cards", n=1)
TELL: dict[str, Tell] = {
    "pass": lambda _p, seat, before, after: _drawn(seat, before, after, ""),
    "role": _role,
    "library": lambda *_: [(verb("doubles"), "the privilege: library")],
    "build": _build,
    "cover": _cover,
    "pay-good": lambda good, *_: [(verb("pays"), LogPiece("good", good, 1))],
    "pay": lambda *_: [(verb("pays"), _ONE_CARD)],
    "call-off": lambda *_: [(verb("calls"), "it off")],
    "carpenter": lambda _p, seat, before, after: _drawn(seat, before, after, ": carpenter"),
    "poor-house": lambda _p, seat, before, after: _drawn(seat, before, after, ": poor house"),
    "produce": _produce,
    "sell": _sell,
    "keep": lambda *_: [(verb("keeps"), _ONE_CARD)],
    "discard": lambda *_: [(verb("discards"), _ONE_CARD)],
    "gold-mine": _gold_mine,
    "chapel": lambda *_: [(verb("puts"), _ONE_CARD, " under the chapel")],
    "bank": lambda *_: [(verb("banks"), _ONE_CARD)],
    "tower": lambda *_: [(verb("keeps"), "up to 12 cards: tower")],
}
SECRET_VERBS = {
    "pay": ("pays",),
    "keep": ("keeps",),
    "discard": ("discards",),
    "chapel": ("puts", " under the chapel"),
    "bank": ("banks",),
}
"""Actions that show their card to their own seat alone: what it reads."""
