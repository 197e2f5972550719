"""The flow of the game: which module answers for the decision at hand."""

from __future__ import annotations

from boriken.engine import State, rule

from .actions import Act
from .builder import apply_builder, apply_university, builder_phase, legal_builder
from .captain import apply_captain, captain_phase, legal_captain
from .components import Role
from .craftsman import apply_craftsman, craftsman_phase, legal_craftsman
from .mayor import apply_mayor, apply_place, legal_place, mayor_phase
from .rounds import legal_role, next_role, prospect, take_role
from .settler import apply_hospice, apply_settler, legal_settler, settler_phase
from .state import Decision
from .storage import apply_warehouse, apply_windrose, legal_warehouse, legal_windrose
from .trader import apply_trader, legal_trader, trader_phase

MOST_LEGAL = 64
"""More than any position has: all places for a colonist, or all buildings and pass."""


@rule
def legal(s: State, out: State) -> int:
    """Write the legal actions and return how many there are."""
    d = s.decision
    if d == Decision.PLACE:
        return legal_place(s, out)
    if d == Decision.ROLE:
        return legal_role(s, out)
    if d == Decision.SETTLER:
        return legal_settler(s, out)
    if d == Decision.BUILDER:
        return legal_builder(s, out)
    if d == Decision.CRAFTSMAN:
        return legal_craftsman(s, out)
    if d == Decision.TRADER:
        return legal_trader(s, out)
    if d == Decision.CAPTAIN:
        return legal_captain(s, out)
    if d == Decision.WAREHOUSE:
        return legal_warehouse(s, out)
    if d == Decision.WINDROSE:
        return legal_windrose(s, out)
    if d == Decision.OVER:
        return 0
    # A colonist, or none.
    if d == Decision.MAYOR:
        out[0] = Act.TAKE_COLONIST
    elif d == Decision.HOSPICE:
        out[0] = Act.HOSPICE
    else:
        out[0] = Act.UNIVERSITY
    out[1] = Act.PASS
    return 2


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    s.told = 0
    d = s.decision
    if d == Decision.PLACE:
        apply_place(s, action)
    elif d == Decision.ROLE:
        take_role(s, action - Act.ROLE)
        _start(s, action - Act.ROLE)
    elif d == Decision.SETTLER:
        apply_settler(s, action)
    elif d == Decision.HOSPICE:
        apply_hospice(s, action)
    elif d == Decision.MAYOR:
        apply_mayor(s, action)
    elif d == Decision.BUILDER:
        apply_builder(s, action)
    elif d == Decision.UNIVERSITY:
        apply_university(s, action)
    elif d == Decision.CRAFTSMAN:
        apply_craftsman(s, action)
    elif d == Decision.TRADER:
        apply_trader(s, action)
    elif d == Decision.CAPTAIN:
        apply_captain(s, action)
    elif d == Decision.WAREHOUSE:
        apply_warehouse(s, action)
    elif d == Decision.WINDROSE:
        apply_windrose(s, action)
    if s.decision == Decision.END_OF_ROLE:
        next_role(s)


@rule
def _start(s: State, role: int) -> None:
    """Begin the phase of the role just taken."""
    if role == Role.SETTLER:
        settler_phase(s)
    elif role == Role.MAYOR:
        mayor_phase(s)
    elif role == Role.BUILDER:
        builder_phase(s)
    elif role == Role.CRAFTSMAN:
        craftsman_phase(s)
    elif role == Role.TRADER:
        trader_phase(s)
    elif role == Role.CAPTAIN:
        captain_phase(s)
    else:
        prospect(s)
