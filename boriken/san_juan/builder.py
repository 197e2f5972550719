"""The builder: each player may build one building; the builder pays one card less."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule, tell_others

from .actions import Act
from .cards import (
    add_to_hand,
    but_first,
    can_draw,
    cards_from,
    discard,
    discard_from_hand,
    draw_into_hand,
    first_of,
    legal_cards,
    lift_good,
    take_from_hand,
)
from .components import (
    BLACK_MARKET_GOODS,
    GOOD_ON,
    GOODS,
    KINDS,
    LAST_BUILDING,
    NONE,
    POOR_HOUSE_CARDS,
    PRODUCTION_KINDS,
    Card,
)
from .prices import (
    can_build,
    can_build_something,
    can_cover_and_pay,
    can_pay,
    customs_good,
    may_cover,
    price,
    price_without_discounts,
    without_good,
    works,
)
from .state import Decision, Reason, end_role, owns, privilege


@rule
def builder_phase(s: State) -> None:
    _ask_from(s, s.chooser)


# --- what to build, and over what -------------------------------------------------------------------------------------


@rule
def legal_builder(s: State, out: State) -> int:
    p = s.turn
    n = 0
    kinds = s.held[p]
    while kinds:
        card = first_of(kinds)
        if can_build(s, p, card, privilege(s, p)):
            out[n] = Act.BUILD + card
            n += 1
        kinds = but_first(kinds)
    if s.cathedral and can_build(s, p, Card.CATHEDRAL, privilege(s, p)):
        out[n] = Act.BUILD + Card.CATHEDRAL
        n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_builder(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        _next_builder(s, p)
        return
    card = action - Act.BUILD
    if card == Card.CATHEDRAL:
        s.cathedral = 0
    else:
        take_from_hand(s, p, card)
    s.building = card
    if owns(s, p, Card.CRANE):
        for cover in range(KINDS):
            if can_cover_and_pay(s, p, card, cover, s.hand_size[p], privilege(s, p)):
                ask(s, p, Decision.CRANE)
                return
    _begin_to_pay(s, p)


@rule
def legal_crane(s: State, out: State) -> int:
    p = s.turn
    n = 0
    cards = s.hand_size[p]
    privileges = privilege(s, p)
    for cover in range(KINDS):
        if (
            may_cover(s, p, s.building, cover)
            and without_good(s, p, cover)
            and can_pay(s, p, s.building, cover, customs_good(s, p, cover), cards, privileges)
        ):
            out[n] = Act.COVER + cover
            n += 1
    for cover in range(PRODUCTION_KINDS):
        if (
            may_cover(s, p, s.building, cover)
            and s.goods[p, cover] > 0
            and can_pay(s, p, s.building, cover, 1, cards, privileges)
        ):
            out[n] = Act.COVER_WITH_GOOD + cover
            n += 1
    if can_pay(s, p, s.building, NONE, 0, cards, privileges):
        out[n] = Act.PASS
        n += 1
    return n


@rule
def apply_crane(s: State, action: int) -> None:
    p = s.turn
    if action >= Act.COVER_WITH_GOOD:
        s.cover = action - Act.COVER_WITH_GOOD
        s.cover_good = 1
    elif action != Act.PASS:
        s.cover = action - Act.COVER
        s.cover_good = customs_good(s, p, s.cover)
    _begin_to_pay(s, p)


# --- paying -----------------------------------------------------------------------------------------------------------


@rule
def _begin_to_pay(s: State, p: int) -> None:
    s.to_pay = price(s, p, s.building, s.cover, privilege(s, p))
    s.full_price = price_without_discounts(s, s.building, s.cover)
    _go_on_paying(s, p)


@rule
def _go_on_paying(s: State, p: int) -> None:
    """Goods first, then cards, then what the owner of a poor house may pay on top."""
    if s.to_pay > 0 and not s.goods_done:
        for good in range(s.first, GOODS):
            if may_pay_good(s, p, good):
                ask(s, p, Decision.GOODS)
                return
    if not s.goods_done:
        s.goods_done = 1
        s.first = 0
    if s.to_pay > 0 or may_pay_more(s, p):
        ask(s, p, Decision.PAY)
    else:
        _complete(s, p)


@rule
def usable_goods(s: State, p: int, good: int) -> int:
    """Goods of a kind, less the one that is about to be covered."""
    lost = s.cover_good and GOOD_ON[s.cover] == good
    return s.goods[p, good] - (1 if lost else 0)


@rule
def may_pay_good(s: State, p: int, good: int) -> bool:
    """Up to two goods, in the order of goods, and only so far that the rest can be paid."""
    if (
        not works(s, p, Card.BLACK_MARKET, s.cover)
        or s.goods_paid == BLACK_MARKET_GOODS
        or usable_goods(s, p, good) == 0
    ):
        return False
    there = 0
    for later in range(good, GOODS):
        there += usable_goods(s, p, later)
    return s.to_pay <= s.hand_size[p] + min(there, BLACK_MARKET_GOODS - s.goods_paid)


@rule
def legal_goods(s: State, out: State) -> int:
    p = s.turn
    n = 0
    for good in range(s.first, GOODS):
        if may_pay_good(s, p, good):
            out[n] = Act.PAY_GOOD + good
            n += 1
    if s.to_pay <= s.hand_size[p]:
        out[n] = Act.PASS
        n += 1
    if s.paid == 0:
        out[n] = Act.CALL_OFF
        n += 1
    return n


@rule
def apply_goods(s: State, action: int) -> None:
    p = s.turn
    if action == Act.CALL_OFF:
        _call_off(s, p)
        return
    if action == Act.PASS:
        s.goods_done = 1
        s.first = 0
    else:
        s.first = action - Act.PAY_GOOD
        discard(s, lift_good(s, p, s.first))
        s.goods_paid += 1
        s.paid += 1
        s.to_pay -= 1
    _go_on_paying(s, p)


@rule
def legal_pay(s: State, out: State) -> int:
    p = s.turn
    if s.to_pay == 0:
        n = legal_cards(s, out, 0, Act.PAY, cards_for_poor_house(s, p))
        out[n] = Act.PASS
        return n + 1
    n = legal_cards(s, out, 0, Act.PAY, s.to_pay)
    if s.paid == 0:
        out[n] = Act.CALL_OFF
        n += 1
    return n


@rule
def apply_pay(s: State, action: int) -> None:
    p = s.turn
    if action == Act.CALL_OFF:
        _call_off(s, p)
        return
    if action == Act.PASS:
        _complete(s, p)
        return
    s.first = action - Act.PAY
    discard_from_hand(s, p, s.first)
    s.paid += 1
    if s.to_pay > 0:
        s.to_pay -= 1
    _go_on_paying(s, p)


@rule
def carpenter_works(s: State, p: int) -> bool:
    """Not for itself, and only for city buildings."""
    return s.building >= PRODUCTION_KINDS and s.building != Card.CARPENTER and works(s, p, Card.CARPENTER, s.cover)


@rule
def poor_house_works(s: State, p: int) -> bool:
    return s.building != Card.POOR_HOUSE and works(s, p, Card.POOR_HOUSE, s.cover)


@rule
def cards_for_poor_house(s: State, p: int) -> int:
    """How many cards p must still pay to get down to one: the carpenter will bring one, out of these if need be."""
    return s.hand_size[p] + (1 if carpenter_works(s, p) else 0) - POOR_HOUSE_CARDS


@rule
def poor_house_helps_already(s: State, p: int) -> bool:
    """Whether p has but one card even after the carpenter, who brings one only if there is any to draw."""
    carpenter = carpenter_works(s, p) and (can_draw(s) or s.cover_good != 0)
    return s.hand_size[p] + (1 if carpenter else 0) <= POOR_HOUSE_CARDS


@rule
def may_pay_more(s: State, p: int) -> bool:
    """Discounts may be declined; asked only of the owner of a poor house, who gets down to one card by it."""
    if not poor_house_works(s, p) or poor_house_helps_already(s, p):
        return False
    more = cards_for_poor_house(s, p)
    return more <= s.full_price - s.paid and cards_from(s, p, s.first) >= more


@rule
def _call_off(s: State, p: int) -> None:
    """The card goes back; the turn is over."""
    if s.building == Card.CATHEDRAL:
        s.cathedral = 1
    else:
        add_to_hand(s, p, s.building)
    _clear(s)
    _next_builder(s, p)


@rule
def _clear(s: State) -> None:
    s.building = NONE
    s.cover = NONE
    s.cover_good = 0
    s.to_pay = 0
    s.full_price = 0
    s.paid = 0
    s.goods_paid = 0
    s.goods_done = 0
    s.first = 0


# --- the building stands ----------------------------------------------------------------------------------------------


@rule
def _complete(s: State, p: int) -> None:
    """What is covered leaves play, with its good; a cathedral goes back to the table."""
    if s.cover != NONE:
        if s.cover_good:
            discard(s, lift_good(s, p, GOOD_ON[s.cover]))
        s.city[p, s.cover] -= 1
        s.buildings[p] -= 1
        if s.cover == Card.CATHEDRAL:
            s.cathedral = 1
        else:
            s.covered[p, s.cover] += 1
    s.city[p, s.building] += 1
    s.buildings[p] += 1
    s.built[p] = s.building
    carpenter = carpenter_works(s, p) and can_draw(s)
    _clear(s)
    if carpenter:
        ask(s, p, Decision.CARPENTER)
    else:
        _poor_house(s, p)


@rule
def apply_carpenter(s: State, action: int) -> None:
    if action == Act.CARPENTER:
        draw_into_hand(s, s.turn, 1)
    _poor_house(s, s.turn)


@rule
def _poor_house(s: State, p: int) -> None:
    if (
        owns(s, p, Card.POOR_HOUSE)
        and s.built[p] != Card.POOR_HOUSE
        and s.hand_size[p] <= POOR_HOUSE_CARDS
        and can_draw(s)
    ):
        ask(s, p, Decision.POOR_HOUSE)
    else:
        _next_builder(s, p)


@rule
def apply_poor_house(s: State, action: int) -> None:
    if action == Act.POOR_HOUSE:
        draw_into_hand(s, s.turn, 1)
    _next_builder(s, s.turn)


# --- turns ------------------------------------------------------------------------------------------------------------


@rule
def _next_builder(s: State, p: int) -> None:
    p = next_seat(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _ask_from(s, p)


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can build anything. Whether it can is read off its hand."""
    while True:
        if s.hand_size[p] > 0:
            tell_others(s, p)
        if can_build_something(s, p, privilege(s, p)):
            break
        p = next_seat(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return
    ask(s, p, Decision.BUILDER)


@rule
def tavern_pays(s: State, p: int) -> bool:
    """Not in the phase in which it was built; nobody has fewer buildings, and somebody has more."""
    if not owns(s, p, Card.TAVERN) or s.built[p] == Card.TAVERN:
        return False
    somebody_has_more = False
    for other in range(s.players):
        if s.buildings[other] < s.buildings[p]:
            return False
        if s.buildings[other] > s.buildings[p]:
            somebody_has_more = True
    return somebody_has_more


@rule
def _end_of_phase(s: State) -> None:
    """Taverns; then the game is over at once if anybody has twelve buildings."""
    p = s.chooser
    for _ in range(s.players):
        if tavern_pays(s, p):
            draw_into_hand(s, p, 1)
        p = next_seat(s, p)
    end_role(s)
    for p in range(s.players):
        s.built[p] = NONE
        if s.buildings[p] >= LAST_BUILDING:
            s.over = 1
            s.reason = Reason.TWELVE_BUILDINGS
    if s.over:
        s.chooser = NONE
        s.role = NONE
        s.doubled = 0
        ask(s, s.governor, Decision.OVER)
