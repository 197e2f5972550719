"""The flow of the game: which module answers for the decision at hand."""

from __future__ import annotations

import numpy as np

from boriken.engine import State, ask, rule

from .actions import Act
from .builder import (
    apply_builder,
    apply_carpenter,
    apply_crane,
    apply_goods,
    apply_pay,
    apply_poor_house,
    builder_phase,
    legal_builder,
    legal_crane,
    legal_goods,
    legal_pay,
)
from .components import Role
from .councillor import apply_archive, apply_councillor, councillor_phase, legal_archive, legal_councillor
from .new_round import (
    apply_bank,
    apply_chapel,
    apply_limit,
    apply_office,
    apply_tower,
    legal_bank,
    legal_chapel,
    legal_limit,
    legal_office,
)
from .producer import apply_producer, legal_producer, producer_phase
from .prospector import (
    apply_gold_mine,
    apply_gold_mine_card,
    apply_goldsmith,
    legal_shown,
    prospector_phase,
)
from .rounds import apply_library, legal_role, may_save_library, next_role, take_role, use_library
from .setup import apply_start, legal_start
from .state import Decision
from .trader import apply_trader, legal_trader, trader_phase, turn_tile

MOST_LEGAL = 64
"""More than any position has: a card of each of 39 kinds, and pass; or 45 ways to cover."""

_YES_OR_NO: dict[int, int] = {
    Decision.TOWER: Act.TOWER,
    Decision.LIBRARY: Act.LIBRARY,
    Decision.CARPENTER: Act.CARPENTER,
    Decision.POOR_HOUSE: Act.POOR_HOUSE,
    Decision.GOLD_MINE: Act.GOLD_MINE,
}
"""The decisions whose answers are a function, or `pass`."""
_YES = np.array([_YES_OR_NO.get(d, Act.END) for d in Decision], np.int16)


@rule
def legal(s: State, out: State) -> int:
    """Write the legal actions and return how many there are."""
    d = s.decision
    if d == Decision.ROLE:
        return legal_role(s, out)
    if d == Decision.BUILDER:
        return legal_builder(s, out)
    if d == Decision.PAY:
        return legal_pay(s, out)
    if d == Decision.PRODUCER:
        return legal_producer(s, out)
    if d == Decision.TRADER:
        return legal_trader(s, out)
    if d == Decision.COUNCILLOR:
        return legal_councillor(s, out)
    if d == Decision.ARCHIVE:
        return legal_archive(s, out)
    if d == Decision.CRANE:
        return legal_crane(s, out)
    if d == Decision.GOODS:
        return legal_goods(s, out)
    if d == Decision.LIMIT:
        return legal_limit(s, out)
    if d == Decision.CHAPEL:
        return legal_chapel(s, out)
    if d == Decision.BANK:
        return legal_bank(s, out)
    if d == Decision.OFFICE:
        return legal_office(s, out)
    if d == Decision.START:
        return legal_start(s, out)
    if d == Decision.GOLDSMITH or d == Decision.GOLD_MINE_CARD:
        return legal_shown(s, out)
    if d == Decision.OVER:
        return 0
    out[0] = _YES[d]
    out[1] = Act.PASS
    return 2


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    s.told = 0
    if s.decision < Decision.ROLE:
        _apply_at_the_start(s, action)
    elif s.decision == Decision.ROLE:
        take_role(s, action - Act.ROLE)
        if s.role == Role.TRADER:
            turn_tile(s)
        if may_save_library(s):
            ask(s, s.chooser, Decision.LIBRARY)
        else:
            _start_phase(s)
    elif s.decision == Decision.LIBRARY:
        apply_library(s, action)
        _start_phase(s)
    elif s.decision <= Decision.POOR_HOUSE:
        _apply_builder_phase(s, action)
    else:
        _apply_other_phase(s, action)
    if s.decision == Decision.END_OF_ROLE:
        next_role(s)


@rule
def _apply_at_the_start(s: State, action: int) -> None:
    d = s.decision
    if d == Decision.CHAPEL:
        apply_chapel(s, action)
    elif d == Decision.LIMIT:
        apply_limit(s, action)
    elif d == Decision.TOWER:
        apply_tower(s, action)
    elif d == Decision.OFFICE:
        apply_office(s, action)
    elif d == Decision.BANK:
        apply_bank(s, action)
    else:
        apply_start(s, action)


@rule
def _apply_builder_phase(s: State, action: int) -> None:
    d = s.decision
    if d == Decision.PAY:
        apply_pay(s, action)
    elif d == Decision.BUILDER:
        apply_builder(s, action)
    elif d == Decision.CRANE:
        apply_crane(s, action)
    elif d == Decision.GOODS:
        apply_goods(s, action)
    elif d == Decision.CARPENTER:
        apply_carpenter(s, action)
    else:
        apply_poor_house(s, action)


@rule
def _apply_other_phase(s: State, action: int) -> None:
    d = s.decision
    if d == Decision.PRODUCER:
        apply_producer(s, action)
    elif d == Decision.TRADER:
        apply_trader(s, action)
    elif d == Decision.COUNCILLOR:
        apply_councillor(s, action)
    elif d == Decision.ARCHIVE:
        apply_archive(s, action)
    elif d == Decision.GOLDSMITH:
        apply_goldsmith(s, action)
    elif d == Decision.GOLD_MINE:
        apply_gold_mine(s, action)
    else:
        apply_gold_mine_card(s, action)


@rule
def _start_phase(s: State) -> None:
    """Begin the phase of the role just taken."""
    use_library(s)
    role = s.role
    if role == Role.BUILDER:
        builder_phase(s)
    elif role == Role.PRODUCER:
        producer_phase(s)
    elif role == Role.TRADER:
        trader_phase(s)
    elif role == Role.COUNCILLOR:
        councillor_phase(s)
    else:
        prospector_phase(s)
