"""The prospector draws a card; then goldsmiths and gold mines try their luck."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule, tell_all

from .actions import Act
from .cards import can_draw, discard_shown, draw_card, draw_into_hand, draw_to_show, take_shown
from .components import GOLD_MINE_CARDS, HAND_KINDS, NONE, Card
from .state import Decision, cost, end_role, owns, privilege


@rule
def prospector_phase(s: State) -> None:
    draw_into_hand(s, s.chooser, privilege(s, s.chooser))
    _try_from(s, s.chooser)


@rule
def _try_from(s: State, p: int) -> None:
    """Seat p's goldsmith, then its gold mine; then the next seat."""
    while True:
        if _goldsmith(s, p) or _gold_mine(s, p):
            return
        p = next_seat(s, p)
        if p == s.chooser:
            end_role(s)
            return


@rule
def _next_prospector(s: State, p: int) -> None:
    p = next_seat(s, p)
    if p == s.chooser:
        end_role(s)
    else:
        _try_from(s, p)


@rule
def nobody_has_built(s: State, card: int) -> bool:
    """Covered buildings do not count."""
    for p in range(s.players):
        if owns(s, p, card):
            return False
    return True


@rule
def _goldsmith(s: State, p: int) -> bool:
    """Turn the next card up; whether p is asked to keep it."""
    if not owns(s, p, Card.GOLDSMITH):
        return False
    card = draw_card(s)
    if card == NONE:
        return False
    s.shown[card] = 1
    tell_all(s)
    if nobody_has_built(s, card):
        ask(s, p, Decision.GOLDSMITH)
        return True
    discard_shown(s)
    return False


@rule
def legal_shown(s: State, out: State) -> int:
    """Keep a card that lies open; what the goldsmith shows may be left."""
    n = 0
    for card in range(HAND_KINDS):
        if s.shown[card] > 0:
            out[n] = Act.KEEP + card
            n += 1
    if s.decision == Decision.GOLDSMITH:
        out[n] = Act.PASS
        n += 1
    return n


@rule
def apply_goldsmith(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        take_shown(s, p, action - Act.KEEP)
    discard_shown(s)
    if not _gold_mine(s, p):
        _next_prospector(s, p)


@rule
def _gold_mine(s: State, p: int) -> bool:
    """Whether p is asked to use a gold mine."""
    if not owns(s, p, Card.GOLD_MINE) or not can_draw(s):
        return False
    ask(s, p, Decision.GOLD_MINE)
    return True


@rule
def apply_gold_mine(s: State, action: int) -> None:
    """Four cards; if all costs differ, one of them: the cheapest in edition 2, any in edition 1."""
    p = s.turn
    if action == Act.GOLD_MINE:
        draw_to_show(s, GOLD_MINE_CARDS)
        tell_all(s)
        if _all_costs_differ(s):
            if s.edition == 1:
                ask(s, p, Decision.GOLD_MINE_CARD)
                return
            take_shown(s, p, _cheapest_shown(s))
        discard_shown(s)
    _next_prospector(s, p)


@rule
def apply_gold_mine_card(s: State, action: int) -> None:
    take_shown(s, s.turn, action - Act.KEEP)
    discard_shown(s)
    _next_prospector(s, s.turn)


@rule
def _all_costs_differ(s: State) -> bool:
    seen = 0
    for card in range(HAND_KINDS):
        if s.shown[card] > 0:
            bit = 1 << cost(s, card)
            if s.shown[card] > 1 or seen & bit:
                return False
            seen |= bit
    return True


@rule
def _cheapest_shown(s: State) -> int:
    cheapest = NONE
    for card in range(HAND_KINDS):
        if s.shown[card] > 0 and (cheapest == NONE or cost(s, card) < cost(s, cheapest)):
            cheapest = card
    return cheapest
