"""What a building costs, what it may cover, and whether it can be paid for."""

from __future__ import annotations

from boriken.engine import State, rule

from .cards import but_first, first_of
from .components import BLACK_MARKET_GOODS, KINDS, NONE, PARK_DISCOUNT, PRODUCTION_KINDS, Card, Good
from .state import all_goods, cost, owns


@rule
def works(s: State, p: int, card: int, cover: int) -> bool:
    """Whether p has this building's function while paying: what is about to be covered has lost it already."""
    return s.city[p, card] > (1 if cover == card else 0)


@rule
def price(s: State, p: int, card: int, cover: int, privileges: int) -> int:
    """The least that p must pay, in cards and goods, building beside the others or over one of them."""
    n = cost(s, card)
    n -= min(privileges, 2 if works(s, p, Card.LIBRARY, cover) else 1)
    if works(s, p, Card.SMITHY if card < PRODUCTION_KINDS else Card.QUARRY, cover):
        n -= 1
    if cover != NONE:
        n -= PARK_DISCOUNT if cover == Card.PARK else cost(s, cover)
    return max(n, 0)


@rule
def price_without_discounts(s: State, card: int, cover: int) -> int:
    """What p could pay if he declined all functions and the privilege."""
    return max(cost(s, card) - (cost(s, cover) if cover != NONE else 0), 0)


@rule
def goods_to_pay_with(s: State, p: int, cover: int, cover_good: int) -> int:
    """How many goods a black market takes; the good on the building to be covered is lost."""
    if not works(s, p, Card.BLACK_MARKET, cover):
        return 0
    return min(all_goods(s, p) - cover_good, BLACK_MARKET_GOODS)


@rule
def can_pay(s: State, p: int, card: int, cover: int, cover_good: int, cards: int, privileges: int) -> bool:
    """Whether p can pay for a building with so many cards in hand, besides the building itself."""
    return price(s, p, card, cover, privileges) <= cards + goods_to_pay_with(s, p, cover, cover_good)


@rule
def may_cover(s: State, p: int, card: int, cover: int) -> bool:
    """A crane builds over any own building but itself, and not over one of the same kind."""
    return owns(s, p, cover) and cover != Card.CRANE and cover != card


@rule
def without_good(s: State, p: int, cover: int) -> bool:
    """Whether one of p's buildings of a kind can be covered without losing a production good."""
    return cover >= PRODUCTION_KINDS or s.city[p, cover] > s.goods[p, cover]


@rule
def customs_good(s: State, p: int, cover: int) -> int:
    """1 if covering this building loses the good on the customs office."""
    return s.goods[p, Good.CUSTOMS] if cover == Card.CUSTOMS_OFFICE else 0


@rule
def can_cover_and_pay(s: State, p: int, card: int, cover: int, cards: int, privileges: int) -> bool:
    """Whether p can build over a building of this kind, with or without a good on it."""
    if not may_cover(s, p, card, cover):
        return False
    if without_good(s, p, cover) and can_pay(s, p, card, cover, customs_good(s, p, cover), cards, privileges):
        return True
    return cover < PRODUCTION_KINDS and s.goods[p, cover] > 0 and can_pay(s, p, card, cover, 1, cards, privileges)


@rule
def can_build(s: State, p: int, card: int, privileges: int) -> bool:
    """Production buildings any number of times, city buildings once each, if one way of paying can be finished."""
    if card >= PRODUCTION_KINDS and owns(s, p, card):
        return False
    cards = s.hand_size[p] - (0 if card == Card.CATHEDRAL else 1)
    if can_pay(s, p, card, NONE, 0, cards, privileges):
        return True
    if owns(s, p, Card.CRANE):
        for cover in range(KINDS):
            if can_cover_and_pay(s, p, card, cover, cards, privileges):
                return True
    return False


@rule
def could_ever_build(s: State, p: int) -> bool:
    """Whether p could build anything as the builder."""
    return can_build_something(s, p, 2)


@rule
def can_build_something(s: State, p: int, privileges: int) -> bool:
    kinds = s.held[p]
    while kinds:
        if can_build(s, p, first_of(kinds), privileges):
            return True
        kinds = but_first(kinds)
    return s.cathedral != 0 and can_build(s, p, Card.CATHEDRAL, privileges)
