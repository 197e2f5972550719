"""A view as text, for a terminal and for str(game)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boriken.engine import counted, wrapped, written

from .components import COST, LAST_BUILDING, Card, Good

ASKED = {
    "start": "discards down to four cards",
    "office": "may exchange up to two cards",
    "chapel": "may put a card under the chapel",
    "bank": "may put cards under the bank",
    "tower": "may keep up to twelve cards",
    "limit": "holds too many cards and discards",
    "role": "takes a role",
    "library": "may double the privilege",
    "builder": "may build",
    "crane": "may build over a building",
    "goods": "may pay with goods",
    "pay": "pays",
    "carpenter": "may draw a card for the carpenter",
    "poor-house": "may draw a card for the poor house",
    "producer": "may produce",
    "trader": "may sell",
    "councillor": "chooses a card to keep",
    "archive": "discards from the whole hand",
    "goldsmith": "may keep the card shown",
    "gold-mine": "may turn up four cards",
    "gold-mine-card": "keeps one of the cards shown",
}
"""What the seat to move does, by decision: a row for each."""


def board(view: dict[str, Any], names: Sequence[str]) -> str:
    """The whole table, at most 100 characters wide."""
    lines = [_headline(view, names), "", *_table(view, names), ""]
    for seat, name in enumerate(names):
        lines += _seat(view, seat, name)
    return "\n".join(lines)


def _headline(view: dict[str, Any], names: Sequence[str]) -> str:
    start = f"Round {view['round']}, {names[view['governor']]} is governor."
    if view["turn"] is None:
        return f"{start} The game is over."
    return f"{start} {names[view['turn']]} {ASKED[view['decision']]}."


def _table(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    roles = [f"[{role}: {names[seat]}]" if seat is not None else role for role, seat in view["roles"].items()]
    lines = [
        f"roles      {', '.join(roles)}",
        f"cards      {view['pile']} in the pile, {view['discards']} discarded"
        + ("; the cathedral is on the table" if view["cathedral"] else ""),
    ]
    if view["tile"]:
        prices = [f"{written(good)} {price}" for good, price in zip(Good, view["tile"], strict=False)]
        lines.append(f"prices     {', '.join(prices)}")
    if view["building"]:
        over = f" over {view['covering']}" if view["covering"] else ""
        lines.append(f"building   {view['building']}{over}, {view['to_pay']} to pay")
    if view["shown"]:
        lines += wrapped("shown      ", _cards(view["shown"]))
    return lines


def _seat(view: dict[str, Any], seat: int, name: str) -> list[str]:
    p = view["players"][seat]
    under = [f"{p[place]} under the {place}" for place in ("chapel", "bank", "harbor") if p[place]]
    goods = [f"{n} {good}" for good, n in p["goods"].items() if n]
    lines = [
        f"{'>' if seat == view['turn'] else ' '} {name}: {counted(p['hand_size'], 'card')}, "
        + ", ".join([*(goods or ["no goods"]), *under]),
        *wrapped(f"    city {p['buildings']:2}/{LAST_BUILDING}  ", _cards(p["city"])),
    ]
    if p["hand"]:
        hand = [f"{word} ({_cost(word, view['edition'])})" for word in _cards(p["hand"])]
        lines += wrapped("    hand       ", hand)
    return lines


def _cards(cards: Mapping[str, int]) -> list[str]:
    return [name if n == 1 else f"{name} x{n}" for name, n in cards.items()]


def _cost(word: str, edition: int) -> int:
    return int(COST[edition, Card[word.split()[0].upper().replace("-", "_")]])
