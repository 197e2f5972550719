"""The flow of the game: which module answers for the decision at hand."""

from __future__ import annotations

import numpy as np

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .buccaneer import (
    apply_buccaneer,
    apply_loot,
    apply_raid_place,
    apply_raid_return,
    apply_raid_take,
    buccaneer_phase,
    kidnapped_role_is_due,
    legal_buccaneer,
    legal_loot,
    legal_raid_place,
    legal_raid_take,
    take_kidnapped_role,
)
from .builder import (
    apply_builder,
    apply_payment,
    apply_university,
    builder_phase,
    go_on_building,
    legal_builder,
)
from .captain import (
    apply_captain,
    apply_small_wharf,
    apply_supplier,
    captain_phase,
    guests_have_moved,
    legal_captain,
    legal_next_barrel,
    legal_supplier,
    load_from,
)
from .components import ROLES_EACH, Building, Role
from .craftsman import apply_craftsman, craftsman_phase, legal_craftsman, produce_from
from .draft import asks_for_more, legal_draft
from .guests import Step, asks_guests, guest_moves, legal_guests, useful_places
from .mayor import apply_mayor, apply_noble, apply_place, apply_ship, legal_place, mayor_phase
from .nobles import legal_noble
from .paying import legal_payment
from .plantations import lay_drawn_tile
from .rounds import clear_role, end_game, legal_role, next_role, prospect, role_of, take_role
from .settler import (
    apply_hospice,
    apply_lodge,
    apply_second_tile,
    apply_settler,
    asks_for_second_tile,
    go_on_settling,
    legal_lodge,
    legal_second_tile,
    legal_settler,
    lodges_hunt,
    settler_phase,
)
from .setup import begin
from .state import Decision, expansion, next_player, occupied
from .storage import apply_warehouse, apply_windrose, go_on_storing, legal_warehouse, legal_windrose
from .trader import apply_trader, go_on_trading, legal_trader, trader_phase

MOST_LEGAL = 64
"""More than any position has: all places for a colonist, or all buildings and pass."""

_EITHER_OR: dict[int, tuple[int, int]] = {
    Decision.HOSPICE: (Act.HOSPICE, Act.PASS),
    Decision.MAYOR: (Act.TAKE_COLONIST, Act.PASS),
    Decision.UNIVERSITY: (Act.UNIVERSITY, Act.PASS),
    # expansions
    Decision.LIBRARY: (Act.LIBRARY, Act.PASS),
    Decision.DRAWN_TILE: (Act.FOREST, Act.PASS),
    Decision.SHIP: (Act.TAKE_FROM_SHIP, Act.TAKE_FROM_SHIP + 1),
    Decision.RAID_RETURN: (Act.RETURN_NOBLE, Act.PASS),
    Decision.GUEST_IS: (Act.GUEST_IS, Act.GUEST_IS + 1),
}
"""The decisions that have two answers, whenever they are asked."""
_ANSWERS = np.array([_EITHER_OR.get(d, (Act.END_OF_ALL, Act.END_OF_ALL)) for d in Decision], np.int16)


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
    if d > Decision.END_OF_ROLE:
        return _legal_with_expansions(s, out)
    return _either_or(d, out)


@rule
def _either_or(d: int, out: State) -> int:
    out[0] = _ANSWERS[d, 0]
    out[1] = _ANSWERS[d, 1]
    return 2


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    s.told = 0
    d = s.decision
    if guest_moves(s, action):
        _go_on(s)
    elif d == Decision.PLACE:
        apply_place(s, action)
    elif d == Decision.ROLE:
        role = role_of(action)
        take_role(s, role)
        if not _asks_before(s, role):
            _start(s, role)
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
    else:
        _apply_with_expansions(s, action)
    while s.decision == Decision.END_OF_ROLE:
        if not _kidnapped_role_begins(s):
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
    elif role == Role.BUCCANEER:
        buccaneer_phase(s)
    else:
        prospect(s)


# --- expansions -------------------------------------------------------------------------------------------------------


@expansion(0)
def _legal_with_expansions(s: State, out: State) -> int:
    d = s.decision
    if d == Decision.DRAFT:
        return legal_draft(s, out)
    if d == Decision.SECOND_TILE:
        return legal_second_tile(s, out)
    if d == Decision.HUNTING_LODGE:
        return legal_lodge(s, out)
    if d == Decision.NOBLE:
        return legal_noble(s, out)
    if Decision.PAY_CHIP <= d <= Decision.PAY_FROM:
        return legal_payment(s, out)
    if d == Decision.SUPPLIER:
        return legal_supplier(s, out)
    if d == Decision.SMALL_WHARF:
        return legal_next_barrel(s, out)
    if d == Decision.BUCCANEER:
        return legal_buccaneer(s, out)
    if d == Decision.LOOT:
        return legal_loot(s, out)
    if d == Decision.RAID_TAKE:
        return legal_raid_take(s, out)
    if d == Decision.RAID_PLACE:
        return legal_raid_place(s, out)
    if d == Decision.GUEST:
        n = 0 + legal_guests(s, out, 0)
        out[n] = Act.PASS
        return n + 1
    return _either_or(d, out)


@expansion()
def _apply_with_expansions(s: State, action: int) -> None:
    d = s.decision
    if d == Decision.DRAFT:
        if not asks_for_more(s, action):
            begin(s)
    elif d == Decision.LIBRARY:
        if action == Act.LIBRARY:
            s.library_now = 1
            s.library_used[s.turn] = 1
        if not _asks_for_villas(s, s.turn):
            _start(s, s.role)
    elif d == Decision.DRAWN_TILE:
        p = s.turn
        lay_drawn_tile(s, p, action)
        if s.role == Role.SETTLER:
            go_on_settling(s, p)
        else:
            go_on_trading(s, p)
    elif d == Decision.SECOND_TILE:
        apply_second_tile(s, action)
    elif d == Decision.HUNTING_LODGE:
        apply_lodge(s, action)
    elif d == Decision.SHIP:
        apply_ship(s, action)
    elif d == Decision.NOBLE:
        apply_noble(s, action)
    elif d <= Decision.PAY_FROM:
        apply_payment(s, action)
    elif d == Decision.SUPPLIER:
        apply_supplier(s, action)
    elif d == Decision.SMALL_WHARF:
        apply_small_wharf(s, action)
    elif d == Decision.BUCCANEER:
        apply_buccaneer(s, action)
    elif d == Decision.LOOT:
        apply_loot(s, action)
    elif d == Decision.RAID_TAKE:
        apply_raid_take(s, action)
    elif d == Decision.RAID_PLACE:
        apply_raid_place(s, action)
    elif d == Decision.RAID_RETURN:
        apply_raid_return(s, action)
    else:
        _guests_stay(s)


@expansion(False)
def _asks_before(s: State, role: int) -> bool:
    """A role is taken: guests may move to library, lighthouse or villa, and two players say whether the library works.

    Returns whether somebody is asked.
    """
    s.role = role
    return asks_guests(s, s.chooser, Step.ROLE_TAKEN) or _asks_for_library(s) or _asks_for_villas(s, s.chooser)


@expansion(False)
def _asks_for_villas(s: State, p: int) -> bool:
    """In the mayor phase everybody's villa works: ask the seats after p."""
    if s.role != Role.MAYOR:
        return False
    while True:
        p = next_player(s, p)
        if p == s.chooser:
            return False
        if asks_guests(s, p, Step.ROLE_TAKEN):
            return True


@expansion(False)
def _asks_for_library(s: State) -> bool:
    """With two players the library works for one of its owner's roles in a round."""
    p = s.chooser
    if s.players > 2 or s.role == Role.BUCCANEER or s.library_used[p] or not occupied(s, p, Building.LIBRARY):
        return False
    ask(s, p, Decision.LIBRARY)
    return True


@expansion(False)
def _kidnapped_role_begins(s: State) -> bool:
    """Everybody has taken a role: the kidnapped one is played. Returns whether there is one."""
    if s.roles_taken < s.players * ROLES_EACH[s.players] or not kidnapped_role_is_due(s):
        return False
    clear_role(s)
    role = take_kidnapped_role(s)
    if not _asks_before(s, role):
        _start(s, role)
    return True


@expansion()
def _go_on(s: State) -> None:
    """A guest has moved (or it is asked which one): the same seat goes on with what it was asked before."""
    p, d = s.turn, s.decision
    if d == Decision.SETTLER:
        go_on_settling(s, p)
    elif d == Decision.SECOND_TILE:
        if not asks_for_second_tile(s):
            lodges_hunt(s, p)
    elif d == Decision.HUNTING_LODGE:
        lodges_hunt(s, p)
    elif d == Decision.BUILDER:
        go_on_building(s, p)
    elif d == Decision.TRADER:
        go_on_trading(s, p)
    elif d == Decision.CAPTAIN:
        load_from(s, p)
    elif d == Decision.WAREHOUSE or d == Decision.WINDROSE:
        go_on_storing(s, p)
    elif d == Decision.GUEST and useful_places(s, p) == 0:
        _guests_stay(s)


@expansion()
def _guests_stay(s: State) -> None:
    """A question for guests is answered: on to what it was asked for."""
    p, step = s.turn, s.guest_step
    s.guest_step = Step.NONE
    if step == Step.PRODUCING:
        produce_from(s, p)
    elif step == Step.FIRST_TURN:
        guests_have_moved(s, p)
    elif step == Step.GAME_END:
        p = next_seat(s, p)
        if p == s.governor:
            s.over = 1
            ask(s, p, Decision.OVER)
        else:
            end_game(s, p)
    elif not (p == s.chooser and _asks_for_library(s)) and not _asks_for_villas(s, p):
        _start(s, s.role)
