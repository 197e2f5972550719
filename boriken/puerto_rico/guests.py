"""The guest house: outside the mayor phase its guests may move to an empty circle, where they work at once.

Guests are asked at their owner's own steps, and only for places that can make a difference in the step at hand: moving
anywhere else can wait. Most steps offer it beside their other actions; elsewhere it is a question of its own.
"""

from __future__ import annotations

from enum import IntEnum

from boriken.engine import State, ask

from .actions import GUEST_ACTION, GUEST_PLACES, Act, place_of
from .components import (
    BUILDING_TABLE,
    CITY_SPACES,
    GUESTS,
    ISLAND_SPACES,
    LARGE_COLUMN,
    MAKES,
    NONE,
    TILES,
    TRADING_HOUSE_SPACES,
    Building,
    Good,
    Role,
    Tile,
)
from .nobles import place_person, remove_person, with_colonist
from .plantations import face_up_tiles, plantation_to_draw
from .state import (
    Decision,
    barrels,
    barrels_in_house,
    circles,
    colonist_to_take,
    expansion,
    island_tiles,
    kinds,
    owns,
)


class Step(IntEnum):
    """When guests are a question of its own."""

    NONE = 0
    ROLE_TAKEN = 1
    PRODUCING = 2
    FIRST_TURN = 3  # of the captain phase
    GAME_END = 4


def _places(*pieces: int) -> int:
    """Tiles and buildings as a set of places, one bit each."""
    return sum(1 << (piece if isinstance(piece, Tile) else TILES + piece) for piece in pieces)


_LARGE = _places(*(b for b, row in BUILDING_TABLE.items() if row.column == LARGE_COLUMN))
_HACIENDA = _places(Building.HACIENDA)
_CONSTRUCTION_HUT = _places(Building.CONSTRUCTION_HUT)
_HOSPICE = _places(Building.HOSPICE)
_FOREST_HOUSE = _places(Building.FOREST_HOUSE)
_LIBRARY = _places(Building.LIBRARY)
_VILLA = _places(Building.VILLA)
_LIGHTHOUSE = _places(Building.LIGHTHOUSE)
_UNIVERSITY = _places(Building.UNIVERSITY)
_LAND_OFFICE = _places(Building.LAND_OFFICE)
_WHARF = _places(Building.WHARF)
_SMALL_WHARF = _places(Building.SMALL_WHARF)
_UNION_HALL = _places(Building.UNION_HALL)
_ROYAL_SUPPLIER = _places(Building.ROYAL_SUPPLIER)
_TRADING_POST = _places(Building.TRADING_POST)
_JEWELER = _places(Building.JEWELER)
_HUNTING_LODGE = _places(Building.HUNTING_LODGE)
_HOUSE_BUILDINGS = _places(Building.SMALL_MARKET, Building.LARGE_MARKET, Building.OFFICE)
_BUILDER = _places(Tile.QUARRY, Building.BLACK_MARKET, Building.CHURCH, Building.ZONING_OFFICE)
_CRAFTSMAN = _places(Building.FACTORY, Building.SPECIALTY_FACTORY, Building.CHAPEL)
_LOADING = _places(Building.HARBOR, Building.LIGHTHOUSE)
_STORAGE = _places(Building.SMALL_WAREHOUSE, Building.LARGE_WAREHOUSE, Building.STOREHOUSE)


@expansion(0)
def useful_places(s: State, p: int) -> int:
    """The empty circles to which a guest of p may move in the decision at hand, as a set of places."""
    if s.colonists[p, TILES + Building.GUEST_HOUSE] == 0:
        return 0
    useful = _useful(s, p)
    for place in range(TILES + kinds(s)):
        if useful >> place & 1 and circles(s, p, place) == s.colonists[p, place]:
            useful &= ~(1 << place)
    return useful


@expansion(0)
def _useful(s: State, p: int) -> int:
    """The places that can make a difference to p in the decision at hand, p's own or not."""
    d = s.decision
    if d == Decision.SETTLER:
        return _in_settler_turn(s, p)
    if d == Decision.SECOND_TILE:
        return (_FOREST_HOUSE if face_up_tiles(s) > 0 else 0) | (_CONSTRUCTION_HUT if s.quarries > 0 else 0)
    if d == Decision.HUNTING_LODGE:
        return _HUNTING_LODGE
    if d == Decision.BUILDER:
        return _in_builder_turn(s, p)
    if d == Decision.TRADER:
        return _in_trader_turn(s, p)
    if d == Decision.CAPTAIN:
        return _in_loading_turn(s, p)
    if d == Decision.WAREHOUSE or d == Decision.WINDROSE:
        return 0 if s.storing else _STORAGE
    if d == Decision.GUEST:
        return _in_question(s, p)
    return 0


@expansion(0)
def _library(s: State, p: int) -> int:
    """The library helps who has taken the role. (Two players are asked for it before the role begins.)"""
    return _LIBRARY if p == s.chooser and s.players > 2 else 0


@expansion(0)
def _in_settler_turn(s: State, p: int) -> int:
    if island_tiles(s, p) == ISLAND_SPACES:
        return 0
    useful = _library(s, p)
    if not s.hacienda_used and plantation_to_draw(s):
        useful |= _HACIENDA
    if p != s.chooser and s.quarries > 0:
        useful |= _CONSTRUCTION_HUT
    if colonist_to_take(s):
        useful |= _HOSPICE
    if face_up_tiles(s) > 0:
        useful |= _FOREST_HOUSE
    return useful


@expansion(0)
def _in_builder_turn(s: State, p: int) -> int:
    if s.spaces[p] == CITY_SPACES:
        return 0
    return _BUILDER | _library(s, p) | (_UNIVERSITY if colonist_to_take(s) else 0)


@expansion(0)
def _in_trader_turn(s: State, p: int) -> int:
    """What helps with the sale, before it; the land office, and for its tile the forest house, before that is used."""
    useful = 0
    if not s.sold and barrels(s, p) > 0:
        useful |= _TRADING_POST | _library(s, p)
        if barrels_in_house(s) < TRADING_HOUSE_SPACES:
            useful |= _HOUSE_BUILDINGS
    if not s.land_office_used:
        useful |= _LAND_OFFICE
        if with_colonist(s, p, Building.LAND_OFFICE):
            useful |= _FOREST_HOUSE
    return useful


@expansion(0)
def _in_loading_turn(s: State, p: int) -> int:
    if barrels(s, p) == 0:
        return 0
    useful = _LOADING
    if not s.wharf_used[p]:
        useful |= _WHARF
    if not s.small_wharf_used[p]:
        useful |= _SMALL_WHARF
    if not s.captain_loaded:
        useful |= _library(s, p)
    return useful


@expansion(0)
def _in_question(s: State, p: int) -> int:
    """Where guests are a question of its own."""
    if s.guest_step == Step.PRODUCING:
        return _before_producing(s, p)
    if s.guest_step == Step.FIRST_TURN:
        if barrels(s, p) == 0:
            return 0
        return _UNION_HALL | (_ROYAL_SUPPLIER if s.nobles[p] > 0 else 0)
    if s.guest_step == Step.GAME_END:
        return _LARGE
    useful = 0
    if s.role == Role.MAYOR and (s.noble_supply > 0 or s.colonist_supply > 0):
        useful |= _VILLA
    if p == s.chooser and s.role != Role.BUCCANEER:
        if s.role == Role.CAPTAIN:
            useful |= _LIGHTHOUSE
        if s.players == 2:
            if not s.library_used[p]:
                useful |= _LIBRARY
        elif s.role == Role.MAYOR or s.role >= Role.PROSPECTOR:
            useful |= _LIBRARY  # in the other roles there is time for it later
    return useful


@expansion(0)
def _before_producing(s: State, p: int) -> int:
    useful = _CRAFTSMAN | _library(s, p) | 1 << Good.CORN
    if s.nobles[p] > 0:
        useful |= _JEWELER
    for building in range(kinds(s)):
        good = MAKES[building]
        if good != NONE and owns(s, p, building) and s.island[p, good] > 0:
            useful |= 1 << good | 1 << (TILES + building)
    if owns(s, p, Building.INDIGO_PLANT) or owns(s, p, Building.SUGAR_MILL):
        useful |= 1 << (TILES + Building.AQUEDUCT)
    return useful


@expansion(False)
def guests_can_help(s: State, p: int, decision: int) -> bool:
    """Whether p has guests who may move in a decision that it is about to be asked: it is then never passed over."""
    if s.colonists[p, TILES + Building.GUEST_HOUSE] == 0:
        return False
    before = s.decision
    s.decision = decision
    useful = useful_places(s, p)
    s.decision = before
    return useful != 0


@expansion(False)
def asks_guests(s: State, p: int, step: int) -> bool:
    """Ask p for its guests, if they can help now; returns whether it is asked."""
    s.guest_step = step
    if guests_can_help(s, p, Decision.GUEST):
        ask(s, p, Decision.GUEST)
        return True
    s.guest_step = Step.NONE
    return False


@expansion(0)
def legal_guests(s: State, out: State, n: int) -> int:
    """Write where guests may move; returns how many places there are."""
    useful = useful_places(s, s.turn)
    if useful == 0:
        return 0
    first = n
    for place in range(TILES + kinds(s)):
        if useful >> place & 1:
            out[n] = GUEST_ACTION[place]
            n += 1
    return n - first


@expansion(False)
def guest_moves(s: State, action: int) -> bool:
    """Move a guest, if that is the action; returns whether it was. One of each kind: ask which one moves."""
    if not Act.GUEST <= action < Act.GUEST_IS + 2:
        return False
    p = s.turn
    guests = TILES + Building.GUEST_HOUSE
    if action < Act.GUEST_IS:
        s.guest_to = place_of(action)
        nobles = s.nobles_at[p, GUESTS]
        if nobles == 1 and s.colonists[p, guests] == 2:
            s.asked_before = s.decision
            s.decision = Decision.GUEST_IS
            return True
        noble = 1 if nobles > 0 else 0
    else:
        noble = action - Act.GUEST_IS
        s.decision = s.asked_before
        s.asked_before = 0
    remove_person(s, p, guests, noble)
    place_person(s, p, s.guest_to, noble)
    s.guest_to = 0
    return True


assert all(GUEST_ACTION[place] >= 0 for place in GUEST_PLACES)
