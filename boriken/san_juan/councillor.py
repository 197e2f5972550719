"""The councillor: each player draws two cards and keeps one; the councillor has the choice of five."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule, tell_all

from .actions import Act
from .cards import (
    can_draw,
    cards_from,
    discard_from_hand,
    discard_shown,
    draw_into_hand,
    draw_to_show,
    lay_good,
    legal_cards,
    take_shown,
)
from .components import HAND_KINDS, Card, Good
from .state import Decision, end_role, owns, privilege


@rule
def councillor_phase(s: State) -> None:
    """Empty customs offices are filled first."""
    p = s.chooser
    for _ in range(s.players):
        if owns(s, p, Card.CUSTOMS_OFFICE) and s.goods[p, Good.CUSTOMS] == 0 and can_draw(s):
            lay_good(s, p, Good.CUSTOMS)
        p = next_seat(s, p)
    _draw_from(s, s.chooser)


@rule
def cards_to_draw(s: State, p: int) -> int:
    """Two; the privilege three more, with a library six."""
    return 2 + 3 * privilege(s, p)


@rule
def _draw_from(s: State, p: int) -> None:
    """Seat p draws, and is asked if it has a choice; then the next seat."""
    tell_all(s)  # p its cards, the others whether they leave p a choice
    while True:
        keep = 2 if owns(s, p, Card.PREFECTURE) else 1
        if owns(s, p, Card.ARCHIVE):
            before = s.hand_size[p]
            draw_into_hand(s, p, cards_to_draw(s, p))
            drawn = s.hand_size[p] - before
            if drawn > 1:
                s.left = max(drawn - keep, 0)
                s.spare = keep - 1
                ask(s, p, Decision.ARCHIVE)
                return
        else:
            drawn = draw_to_show(s, cards_to_draw(s, p))
            if drawn > 1:
                s.left = keep
                ask(s, p, Decision.COUNCILLOR)
                return
            for card in range(HAND_KINDS):
                if s.shown[card] > 0:
                    take_shown(s, p, card)
        p = next_seat(s, p)
        if p == s.chooser:
            end_role(s)
            return


@rule
def legal_councillor(s: State, out: State) -> int:
    """Cards to keep, in order; the second one, with a prefecture, may be declined."""
    n = 0
    for card in range(s.first, HAND_KINDS):
        out[n] = Act.KEEP + card
        n += s.shown[card] > 0
    if s.chosen > 0:
        out[n] = Act.PASS
        n += 1
    return n


@rule
def apply_councillor(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        s.first = action - Act.KEEP
        take_shown(s, p, s.first)
        s.left -= 1
        s.chosen += 1
        if s.left > 0:
            for card in range(s.first, HAND_KINDS):
                if s.shown[card] > 0:
                    return
    discard_shown(s)
    _next_councillor(s, p)


@rule
def legal_archive(s: State, out: State) -> int:
    """Cards to discard, in order, from the whole hand; the last one may be spared with a prefecture."""
    n = legal_cards(s, out, 0, Act.DISCARD, s.left)
    if s.left == 0:
        out[n] = Act.PASS
        n += 1
    return n


@rule
def apply_archive(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        s.first = action - Act.DISCARD
        discard_from_hand(s, p, s.first)
        if s.left > 0:
            s.left -= 1
        else:
            s.spare = 0
        if s.left > 0 or (s.spare > 0 and cards_from(s, p, s.first) > 0):
            return
    _next_councillor(s, p)


@rule
def _next_councillor(s: State, p: int) -> None:
    s.first = 0
    s.left = 0
    s.spare = 0
    s.chosen = 0
    p = next_seat(s, p)
    if p == s.chooser:
        end_role(s)
    else:
        _draw_from(s, p)
