"""Rules of thumb for San Juan.

For each decision a function says what an action is worth to the seat that chooses, roughly in victory points. What
something costs, brings or allows is asked of the rules, never worked out here. Several cards or goods are chosen one by
one in a fixed order: an action is good if its card is among the best (or the least missed) of as many as are to be
chosen.
"""

from __future__ import annotations

import numpy as np

from boriken.engine import State, rule
from boriken.san_juan.actions import Act
from boriken.san_juan.components import (
    ARCH_POINTS,
    GOODS,
    HAND_KINDS,
    KINDS,
    LAST_BUILDING,
    NONE,
    PRICES,
    PRODUCTION_KINDS,
    VICTORY_POINTS,
    Card,
    Good,
    Role,
)
from boriken.san_juan.prices import can_build, price
from boriken.san_juan.producer import goods_allowed
from boriken.san_juan.state import Decision, all_goods, cost, owns
from boriken.san_juan.trader import price as sale_price, sales_allowed

FUNCTION_WORTH = np.array(
    [
        *(2.2, 2.6, 3.0, 3.6, 4.4),  # production buildings
        *(1.5, 1.5, 0.8),  # smithy, gold mine, archive
        *(1.5, 1.2, 2.0, 1.8, 1.5, 1.0),  # poor house, black market, trading post, well, market stand, crane
        *(5.0, 0.8, 2.5, 4.0, 4.0),  # chapel, tower, aqueduct, carpenter, prefecture
        *(2.5, 4.0, 5.0),  # market hall, quarry, library
        *(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),  # monuments and 6-cost buildings: see _points
        *(0.6, 1.2, 0.5, 1.0, 1.0, 2.5, 3.0, 3.5, 2.5),  # guard room to goldsmith
        *(0.0, 0.0),  # residence, cathedral
    ],
    np.float64,
)
"""What a building's function is worth at the start of a game."""

CARD = 0.55
"""A card in hand, in points, early in the game; at its end it is worth next to nothing."""

OTHERS = 0.35
"""How much the average gain of the others counts against a role."""


_LEAST_MISSED = "give away the cards that you will miss least"
_DEAREST_CARD = "keep the card that is worth most to you, as a building you can hope to pay or else as money"
_FREE = "what costs nothing is taken"

IN_WORDS: dict[int, str] = {
    Decision.START: _LEAST_MISSED,
    Decision.OFFICE: "exchange a card only if it is worth less than most",
    Decision.CHAPEL: "the card you will miss least, and none while your hand is small, except towards the end",
    Decision.BANK: "only towards the end, when cards in hand are worth little",
    Decision.TOWER: _FREE,
    Decision.LIMIT: _LEAST_MISSED,
    Decision.ROLE: "count what the role brings you, less some of what it brings the others on average",
    Decision.LIBRARY: _FREE,
    Decision.BUILDER: "its points and what it will still do for you, less the cards it costs",
    Decision.CRANE: "build over another only if the cards saved are worth more than what is lost",
    Decision.GOODS: "goods instead of cards early in the game, or if the hand is too small",
    Decision.PAY: _LEAST_MISSED,
    Decision.CARPENTER: _FREE,
    Decision.POOR_HOUSE: _FREE,
    Decision.PRODUCER: "the dearest goods, as many as allowed",
    Decision.TRADER: "the goods that bring most, as many as allowed",
    Decision.COUNCILLOR: _DEAREST_CARD,
    Decision.ARCHIVE: _LEAST_MISSED,
    Decision.GOLDSMITH: _FREE,
    Decision.GOLD_MINE: _FREE,
    Decision.GOLD_MINE_CARD: _DEAREST_CARD,
}
"""The rules of thumb below in words, by decision: they teach whoever asks for a hint."""


@rule
def worth(s: State, action: int, style: int) -> float:
    """What a legal action is worth to the seat to move. (There is one style.)"""
    d = s.decision
    p = s.turn
    if d == Decision.ROLE:
        return _role(s, p, action - Act.ROLE)
    if action == Act.CALL_OFF:
        return -1000.0
    if d == Decision.PAY:
        return 0.0 if action == Act.PASS else _give(s, p, action - Act.PAY, s.to_pay)
    if d == Decision.LIMIT or d == Decision.START or d == Decision.ARCHIVE:
        return 0.0 if action == Act.PASS else _give(s, p, action - Act.DISCARD, s.left)
    if action == Act.PASS:
        return 0.0
    if d == Decision.BUILDER:
        return _build(s, p, action - Act.BUILD)
    if d == Decision.CRANE:
        return _cover(s, p, action)
    if d == Decision.GOODS:
        return 0.3 - _late(s) if s.hand_size[p] > s.to_pay else 0.5
    if d == Decision.PRODUCER:
        return _produce(s, p, action - Act.PRODUCE)
    if d == Decision.TRADER:
        return _sell(s, p, action - Act.SELL)
    if d == Decision.COUNCILLOR or d == Decision.GOLD_MINE_CARD:
        return _value(s, p, action - Act.KEEP)
    if d == Decision.OFFICE:
        return 0.9 - _value(s, p, action - Act.DISCARD)
    if d == Decision.CHAPEL:
        return (1.4 if s.hand_size[p] > 2 else 0.6 + _late(s)) - _value(s, p, action - Act.CHAPEL)
    if d == Decision.BANK:
        return (0.5 if _late(s) > 0.8 else -9.0) - 0.2 * _value(s, p, action - Act.BANK) + 0.1
    return 1.0  # carpenter, poor house, gold mine, goldsmith, tower, library


@rule
def _late(s: State) -> float:
    """0 at the start of the game, 1 when somebody has twelve buildings."""
    most = 1
    for p in range(s.players):
        most = max(most, s.buildings[p])
    return (most - 1) / (LAST_BUILDING - 1)


@rule
def _card(s: State) -> float:
    """What any card in hand is worth now."""
    return CARD * (1.0 - 0.8 * _late(s))


# --- what a building is worth -----------------------------------------------------------------------------------------


@rule
def _points(s: State, p: int, card: int) -> float:
    """The points that a building would bring p at the end, as far as can be seen now."""
    points = float(VICTORY_POINTS[card])
    production = 0
    kinds = 0
    city = 0
    for other in range(KINDS):
        n = s.city[p, other]
        if other < PRODUCTION_KINDS:
            production += n
            kinds += n > 0
        else:
            city += n
    to_come = 0.35 * (LAST_BUILDING - s.buildings[p])
    if card == Card.GUILD_HALL:
        return (2.0 * production if s.edition == 1 else float(production + kinds)) + to_come
    if card == Card.CITY_HALL:
        return city + 1.0 + to_come
    if card == Card.TRIUMPHAL_ARCH:
        monuments = s.city[p, Card.STATUE] + s.city[p, Card.VICTORY_COLUMN] + s.city[p, Card.HERO]
        return float(ARCH_POINTS[monuments])
    if card == Card.PALACE:
        return 0.25 * (2.0 * s.buildings[p] + s.chapel[p]) + to_come
    if card == Card.RESIDENCE:
        return 3.0 + 0.4 * s.buildings[p]
    if card == Card.CATHEDRAL:
        return 4.0
    if card >= Card.STATUE and card <= Card.HERO and owns(s, p, Card.TRIUMPHAL_ARCH):
        points += 2.0
    return points


@rule
def _function(s: State, p: int, card: int) -> float:
    """What a building still does for p: less as the game goes on, and less for the fifth production building."""
    value = FUNCTION_WORTH[card] * (1.0 - _late(s))
    if card < PRODUCTION_KINDS:
        production = 0
        for other in range(PRODUCTION_KINDS):
            production += s.city[p, other]
        if production >= 4:
            value *= 0.4
    return value


@rule
def _value(s: State, p: int, card: int) -> float:
    """What a card is worth to p in hand: as a building, if p can hope to build it, else as money."""
    if card >= PRODUCTION_KINDS and owns(s, p, card):
        return _card(s)
    net = _points(s, p, card) + _function(s, p, card) - _card(s) * cost(s, card)
    if cost(s, card) > s.hand_size[p] + 3:
        net *= 0.5
    return _card(s) + max(net, 0.0) * 0.6


@rule
def _build(s: State, p: int, card: int) -> float:
    privileges = 1 if p == s.chooser else 0
    paid = price(s, p, card, NONE, privileges)
    return 0.6 + _points(s, p, card) + _function(s, p, card) - _card(s) * (paid + 1)


@rule
def _cover(s: State, p: int, action: int) -> float:
    """Cards saved, less what is lost with the building; a place in the city is lost as well."""
    good = action >= Act.COVER_WITH_GOOD
    cover = action - (Act.COVER_WITH_GOOD if good else Act.COVER)
    privileges = 1 if p == s.chooser else 0
    saved = price(s, p, s.building, NONE, privileges) - price(s, p, s.building, cover, privileges)
    lost = _points(s, p, cover) + _function(s, p, cover) + (0.8 if good else 0.0)
    return _card(s) * saved - lost - 0.8


# --- several cards or goods, one by one -------------------------------------------------------------------------------


@rule
def _give(s: State, p: int, card: int, n: int) -> float:
    """Whether a card is among the n least missed of those that may still be given: then the first in order is best."""
    if n == 0:
        return -1.0
    value = _value(s, p, card)
    less = 0
    for other in range(s.first, HAND_KINDS):
        if s.hand[p, other] > 0 and other != card:
            rival = _value(s, p, other)
            if rival < value or (rival == value and other < card):
                less += s.hand[p, other]
    return 100.0 - card if less < n else -value


@rule
def _produce(s: State, p: int, good: int) -> float:
    """The dearest goods, as many as allowed."""
    dearer = 0
    for other in range(good + 1, PRODUCTION_KINDS):
        dearer += s.city[p, other] - s.goods[p, other]
    return 10.0 - good if dearer < s.left else -1.0


@rule
def _sell(s: State, p: int, good: int) -> float:
    """The goods that bring most, as many as allowed."""
    dearer = 0
    for other in range(good + 1, GOODS):
        if sale_price(s, other) >= sale_price(s, good):
            dearer += s.goods[p, other] - s.sold[other]
    return 10.0 - good if dearer < s.left else -1.0


# --- roles ------------------------------------------------------------------------------------------------------------


@rule
def _role(s: State, p: int, role: int) -> float:
    """What I gain by it, less part of what the others gain."""
    gain = _gain(s, p, role, True)
    others = 0.0
    for q in range(s.players):
        if q != p:
            others += _gain(s, q, role, False)
    return gain - OTHERS * others / (s.players - 1)


@rule
def _gain(s: State, p: int, role: int, chooser: bool) -> float:
    """In points. Of another seat only what everybody sees is used."""
    twice = 2 if owns(s, p, Card.LIBRARY) else 1
    privilege = twice if chooser else 0
    if role == Role.BUILDER:
        return _best_building(s, p) if chooser else 0.25 * min(s.hand_size[p], 6)
    if role == Role.PRODUCER:
        empty = 0
        for good in range(PRODUCTION_KINDS):
            empty += s.city[p, good] - s.goods[p, good]
        allowed = goods_allowed(s, p) + privilege
        return 1.3 * _card(s) * min(empty, allowed)
    if role == Role.TRADER:
        return _card(s) * _sales(s, p, sales_allowed(s, p) + privilege)
    if role == Role.COUNCILLOR:
        keep = 2 if owns(s, p, Card.PREFECTURE) else 1
        return _card(s) * keep * (1.1 + 0.35 * privilege)
    return _card(s) * (privilege + 0.3 * owns(s, p, Card.GOLD_MINE) + 0.4 * owns(s, p, Card.GOLDSMITH))


@rule
def _best_building(s: State, p: int) -> float:
    most = 0.0
    for card in range(KINDS):
        if (s.hand[p, card] > 0 or (card == Card.CATHEDRAL and s.cathedral)) and can_build(s, p, card, 1):
            most = max(most, _build(s, p, card) + _card(s))
    return most


@rule
def _sales(s: State, p: int, allowed: int) -> float:
    """About what so many sales bring, in cards: the dearest goods at the average of all tiles."""
    cards = 0.0
    left = min(allowed, all_goods(s, p))
    sold = left
    for i in range(GOODS):
        good = GOODS - 1 - i
        n = min(left, s.goods[p, good])
        cards += n * (2.0 if good == Good.CUSTOMS else PRICES[:, good].sum() / 5.0)
        left -= n
    if sold > 0 and owns(s, p, Card.MARKET_HALL):
        cards += 1.0
    if sold > 1 and owns(s, p, Card.MARKET_STAND):
        cards += 1.0
    return cards - sold * 0.8 if sold > 0 else 0.0
