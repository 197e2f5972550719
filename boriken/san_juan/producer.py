"""The producer: each player may produce one good; the producer two."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .cards import can_draw, draw_into_hand, lay_good
from .components import PRODUCTION_KINDS, Card
from .state import Decision, end_role, owns, privilege


@rule
def producer_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def goods_allowed(s: State, p: int) -> int:
    """One; the privilege one more, with a library two; an aqueduct one more."""
    return 1 + privilege(s, p) + (1 if owns(s, p, Card.AQUEDUCT) else 0)


@rule
def may_produce(s: State, p: int, good: int) -> bool:
    """A good needs an empty building, and a card from the pile. Goods are chosen in order."""
    return good >= s.first and s.city[p, good] > s.goods[p, good] and can_draw(s)


@rule
def legal_producer(s: State, out: State) -> int:
    n = 0
    for good in range(PRODUCTION_KINDS):
        if may_produce(s, s.turn, good):
            out[n] = Act.PRODUCE + good
            n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_producer(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        s.first = action - Act.PRODUCE
        s.left -= 1
        s.chosen += 1
        lay_good(s, p, s.first)
        if s.left > 0 and _can_produce(s, p):
            return
    if s.chosen >= 2 and owns(s, p, Card.WELL):
        draw_into_hand(s, p, 1)
    s.first = 0
    s.left = 0
    s.chosen = 0
    p = next_seat(s, p)
    if p == s.chooser:
        end_role(s)
    else:
        _ask_from(s, p)


@rule
def _can_produce(s: State, p: int) -> bool:
    for good in range(PRODUCTION_KINDS):
        if may_produce(s, p, good):
            return True
    return False


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can produce anything."""
    while not _can_produce(s, p):
        p = next_seat(s, p)
        if p == s.chooser:
            end_role(s)
            return
    s.left = goods_allowed(s, p)
    ask(s, p, Decision.PRODUCER)
