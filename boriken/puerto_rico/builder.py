"""The builder: each player may build one building; the builder pays one doubloon less."""

from __future__ import annotations

from boriken.engine import State, ask, rule, tell_others

from .actions import Act, build_action, building_of
from .components import BIT, CIRCLES, CITY_SPACES, COLUMN, COST, LARGE_COLUMN, SPACES, TILES, Building
from .festival import building_built
from .guests import guests_can_help, legal_guests
from .nobles import with_colonist, with_noble
from .paying import CHURCH_HELPED, UNIVERSITY_HELPED, is_paid, may_pay_otherwise, pays_otherwise
from .state import (
    Decision,
    Trigger,
    colonist_to_take,
    end_role,
    expansion,
    forest_tiles,
    gain_points,
    kinds,
    next_player,
    occupied,
    occupied_quarries,
    owns,
    privilege,
    take_new_colonist,
)


@rule
def builder_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def price(s: State, p: int, building: int) -> int:
    """What p pays: less one for each occupied quarry, up to the building's column, less one for the builder."""
    return _price(s, p, building, savings(s, p))


@rule
def savings(s: State, p: int) -> int:
    """What p saves on every building: the privilege, and a doubloon for each pair of forests."""
    return privilege(s, p) + forest_tiles(s, p) // 2


@rule
def _price(s: State, p: int, building: int, saved: int) -> int:
    quarries = min(occupied_quarries(s, p), COLUMN[building])
    return max(COST[s.swap, building] - quarries - saved - zoning_office_saves(s, p, building), 0)


@expansion(0)
def zoning_office_saves(s: State, p: int, building: int) -> int:
    """A colonist in it saves 1 in columns 1 to 3, a noble 2 in column 4."""
    if COLUMN[building] == LARGE_COLUMN:
        return 2 if with_noble(s, p, Building.ZONING_OFFICE) else 0
    return 1 if with_colonist(s, p, Building.ZONING_OFFICE) else 0


@rule
def may_build(s: State, p: int, building: int, saved: int) -> bool:
    """There is one left, p has none yet, has the space (tiles may be moved: only the number counts) and the money."""
    if s.copies[building] == 0 or owns(s, p, building) or s.spaces[p] + SPACES[building] > CITY_SPACES:
        return False
    cost = _price(s, p, building, saved)
    return cost <= s.doubloons[p] or may_pay_otherwise(s, p, cost)


@rule
def legal_builder(s: State, out: State) -> int:
    p = s.turn
    saved = savings(s, p)
    n = 0
    for building in range(kinds(s)):
        if may_build(s, p, building, saved):
            out[n] = build_action(building)
            n += 1
    n += legal_guests(s, out, n)
    out[n] = Act.PASS
    return n + 1


@rule
def apply_builder(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        _next_builder(s, p)
        return
    building = building_of(action)
    cost = price(s, p, building)
    s.copies[building] -= 1
    s.built[p] |= BIT[building]
    s.spaces[p] += SPACES[building]
    if s.spaces[p] == CITY_SPACES:
        s.triggers |= Trigger.CITY
    if not pays_otherwise(s, p, building, cost):
        s.doubloons[p] -= cost
        _has_built(s, p, building)


@expansion()
def apply_payment(s: State, action: int) -> None:
    """On the black market."""
    if is_paid(s, action):
        building = s.last_piece
        s.last_piece = 0
        _has_built(s, s.turn, building)


@rule
def _has_built(s: State, p: int, building: int) -> None:
    church_rewards(s, p, building)
    building_built(s, p, building)
    university = occupied(s, p, Building.UNIVERSITY) or helped(s, UNIVERSITY_HELPED)
    forget_help(s)
    if university and CIRCLES[building] > 0 and colonist_to_take(s):
        s.last_piece = building
        ask(s, p, Decision.UNIVERSITY)
    else:
        _next_builder(s, p)


@expansion()
def church_rewards(s: State, p: int, building: int) -> None:
    """A point for a building of column 2 or 3, two for column 4."""
    if COLUMN[building] >= 2 and (occupied(s, p, Building.CHURCH) or helped(s, CHURCH_HELPED)):
        gain_points(s, p, 2 if COLUMN[building] == LARGE_COLUMN else 1)


@expansion(False)
def helped(s: State, which: int) -> bool:
    """Whether it worked when the price was worked out: its colonist may have been given up for it since."""
    return s.helped & which != 0


@expansion()
def forget_help(s: State) -> None:
    s.helped = 0


@rule
def apply_university(s: State, action: int) -> None:
    p = s.turn
    if action == Act.UNIVERSITY:
        take_new_colonist(s, p, TILES + s.last_piece)
    s.last_piece = 0
    _next_builder(s, p)


@rule
def _can_build(s: State, p: int) -> bool:
    saved = savings(s, p)
    tell_of_black_market(s, p)
    for building in range(kinds(s)):
        if may_build(s, p, building, saved):
            return True
    return guests_can_help(s, p, Decision.BUILDER)


@expansion()
def tell_of_black_market(s: State, p: int) -> None:
    """Whether p can pay, and so is asked, may depend on hidden chips: a black market takes one."""
    if s.hidden_vp and occupied(s, p, Building.BLACK_MARKET):
        tell_others(s, p)


@rule
def go_on_building(s: State, p: int) -> None:
    """When a guest has moved."""
    if _can_build(s, p):
        ask(s, p, Decision.BUILDER)
    else:
        _next_builder(s, p)


@rule
def _next_builder(s: State, p: int) -> None:
    p = next_player(s, p)
    if p == s.chooser:
        end_role(s)
    else:
        _ask_from(s, p)


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can build anything."""
    while not _can_build(s, p):
        p = next_player(s, p)
        if p == s.chooser:
            end_role(s)
            return
    ask(s, p, Decision.BUILDER)
