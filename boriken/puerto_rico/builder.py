"""The builder: each player may build one building; the builder pays one doubloon less."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import BIT, BUILDINGS, CITY_SPACES, COLUMN, COST, SPACES, TILES, Building
from .state import Decision, Trigger, colonist_to_take, end_role, occupied, occupied_quarries, owns, take_new_colonist


@rule
def builder_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def price(s: State, p: int, building: int) -> int:
    """What p pays: less one for each occupied quarry, up to the building's column, less one for the builder."""
    cost = COST[s.swap, building] - min(occupied_quarries(s, p), COLUMN[building])
    if p == s.chooser:
        cost -= 1
    return max(cost, 0)


@rule
def may_build(s: State, p: int, building: int) -> bool:
    """There is one left, p has none yet, has the space (tiles may be moved: only the number counts) and the money."""
    return (
        s.copies[building] > 0
        and not owns(s, p, building)
        and s.spaces[p] + SPACES[building] <= CITY_SPACES
        and price(s, p, building) <= s.doubloons[p]
    )


@rule
def legal_builder(s: State, out: State) -> int:
    p = s.turn
    n = 0
    for building in range(BUILDINGS):
        if may_build(s, p, building):
            out[n] = Act.BUILD + building
            n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_builder(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        _next_builder(s, p)
        return
    building = action - Act.BUILD
    s.doubloons[p] -= price(s, p, building)
    s.copies[building] -= 1
    s.built[p] |= BIT[building]
    s.spaces[p] += SPACES[building]
    if s.spaces[p] == CITY_SPACES:
        s.triggers |= Trigger.CITY
    if occupied(s, p, Building.UNIVERSITY) and colonist_to_take(s):
        s.last_piece = building
        ask(s, p, Decision.UNIVERSITY)
    else:
        _next_builder(s, p)


@rule
def apply_university(s: State, action: int) -> None:
    p = s.turn
    if action == Act.UNIVERSITY:
        take_new_colonist(s, p, TILES + s.last_piece)
    s.last_piece = 0
    _next_builder(s, p)


@rule
def _can_build(s: State, p: int) -> bool:
    for building in range(BUILDINGS):
        if may_build(s, p, building):
            return True
    return False


@rule
def _next_builder(s: State, p: int) -> None:
    p = next_seat(s, p)
    if p == s.chooser:
        end_role(s)
    else:
        _ask_from(s, p)


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can build anything."""
    while not _can_build(s, p):
        p = next_seat(s, p)
        if p == s.chooser:
            end_role(s)
            return
    ask(s, p, Decision.BUILDER)
