"""The start of a round: office building, then chapel and bank, then the hand limit; each for all before the next."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule, tell_all, tell_others

from .actions import Act
from .cards import can_draw, cards_from, discard_from_hand, draw_into_hand, legal_cards, take_from_hand
from .components import GUARD_ROOM_LIMIT, HAND_LIMIT, OFFICE_CARDS, TOWER_LIMIT, Card
from .prices import could_ever_build
from .state import Decision, Reason, all_goods, owns


@rule
def start_round(s: State) -> None:
    _office_from(s, s.governor)


# --- office building: exchange up to two cards ------------------------------------------------------------------------


@rule
def _office_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that has an office building and a card."""
    while not (owns(s, p, Card.OFFICE_BUILDING) and s.hand_size[p] > 0):
        p = next_seat(s, p)
        if p == s.governor:
            _chapel_from(s, p)
            return
    ask(s, p, Decision.OFFICE)


@rule
def legal_office(s: State, out: State) -> int:
    n = legal_cards(s, out, 0, Act.DISCARD, 0)
    out[n] = Act.PASS
    return n + 1


@rule
def apply_office(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        s.first = action - Act.DISCARD
        s.chosen += 1
        discard_from_hand(s, p, s.first)
        if s.chosen < OFFICE_CARDS and cards_from(s, p, s.first) > 0:
            return
    draw_into_hand(s, p, s.chosen)
    s.first = 0
    s.chosen = 0
    p = next_seat(s, p)
    if p == s.governor:
        _chapel_from(s, p)
    else:
        _office_from(s, p)


# --- chapel and bank --------------------------------------------------------------------------------------------------


@rule
def _chapel_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can put a card under a chapel or a bank."""
    while True:
        if owns(s, p, Card.CHAPEL) and s.hand_size[p] > 0:
            ask(s, p, Decision.CHAPEL)
            return
        if _may_use_bank(s, p):
            ask(s, p, Decision.BANK)
            return
        p = next_seat(s, p)
        if p == s.governor:
            _limit_from(s, p)
            return


@rule
def _may_use_bank(s: State, p: int) -> bool:
    """Once a game, also if the bank was covered and built again."""
    return owns(s, p, Card.BANK) and not s.bank_used[p] and s.hand_size[p] > 0


@rule
def legal_chapel(s: State, out: State) -> int:
    n = legal_cards(s, out, 0, Act.CHAPEL, 0)
    out[n] = Act.PASS
    return n + 1


@rule
def apply_chapel(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        card = action - Act.CHAPEL
        take_from_hand(s, p, card)
        s.tucked[p, card] += 1
        s.chapel[p] += 1
    if _may_use_bank(s, p):
        ask(s, p, Decision.BANK)
    else:
        _after_bank(s, p)


@rule
def legal_bank(s: State, out: State) -> int:
    n = legal_cards(s, out, 0, Act.BANK, 0)
    out[n] = Act.PASS
    return n + 1


@rule
def apply_bank(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        s.first = action - Act.BANK
        take_from_hand(s, p, s.first)
        s.tucked[p, s.first] += 1
        s.bank[p] += 1
        s.bank_used[p] = 1
        if cards_from(s, p, s.first) > 0:
            return
    s.first = 0
    _after_bank(s, p)


@rule
def _after_bank(s: State, p: int) -> None:
    p = next_seat(s, p)
    if p == s.governor:
        _limit_from(s, p)
    else:
        _chapel_from(s, p)


# --- the hand limit ---------------------------------------------------------------------------------------------------


@rule
def limit_without_tower(s: State, p: int) -> int:
    """Seven; six for whoever has no guard room while somebody else has one."""
    if not owns(s, p, Card.GUARD_ROOM):
        for other in range(s.players):
            if owns(s, other, Card.GUARD_ROOM):
                return GUARD_ROOM_LIMIT
    return HAND_LIMIT


@rule
def _limit_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that holds too many cards."""
    while True:
        too_many = s.hand_size[p] - limit_without_tower(s, p)
        if too_many > 0:
            if owns(s, p, Card.TOWER):
                ask(s, p, Decision.TOWER)
            else:
                s.left = too_many
                tell_others(s, p)
                ask(s, p, Decision.LIMIT)
            return
        p = next_seat(s, p)
        if p == s.governor:
            _begin(s)
            return


@rule
def apply_tower(s: State, action: int) -> None:
    p = s.turn
    limit = TOWER_LIMIT if action == Act.TOWER else limit_without_tower(s, p)
    if s.hand_size[p] > limit:
        s.left = s.hand_size[p] - limit
        ask(s, p, Decision.LIMIT)
    else:
        _after_limit(s, p)


@rule
def legal_limit(s: State, out: State) -> int:
    return legal_cards(s, out, 0, Act.DISCARD, s.left)


@rule
def apply_limit(s: State, action: int) -> None:
    p = s.turn
    s.first = action - Act.DISCARD
    s.left -= 1
    discard_from_hand(s, p, s.first)
    if s.left == 0:
        s.first = 0
        _after_limit(s, p)


@rule
def _after_limit(s: State, p: int) -> None:
    p = next_seat(s, p)
    if p == s.governor:
        _begin(s)
    else:
        _limit_from(s, p)


# --- the round begins, unless the game is dead ------------------------------------------------------------------------


@rule
def _begin(s: State) -> None:
    if _is_dead(s):
        s.over = 1
        s.reason = Reason.NO_CARDS
        ask(s, s.governor, Decision.OVER)
    else:
        ask(s, s.governor, Decision.ROLE)


@rule
def _is_dead(s: State) -> bool:
    """House rule (rulings 27): nobody can draw, sell or build any more, now or ever."""
    if can_draw(s):
        return False
    tell_all(s)  # for hands are looked at
    for p in range(s.players):
        could_discard = s.hand_size[p] > limit_without_tower(s, p)  # by leaving a tower unused
        if all_goods(s, p) > 0 or could_discard or could_ever_build(s, p):
            return False
    return True
