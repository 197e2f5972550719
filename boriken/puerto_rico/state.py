"""The state of a game of Puerto Rico, as one record, and the small questions that every phase asks of it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from boriken.engine import COMMON_FIELDS, LAST_FIELDS, State, narrowed, next_seat, rule, rules_for

from .components import (
    BASE_BUILDINGS,
    BASE_ROLES,
    BIT,
    BUILDINGS,
    CIRCLES,
    GOODS,
    MOST_PLAYERS,
    NOBLES_COUNT_AT,
    ROLES,
    SHIPS,
    TILES,
    Building,
    Tile,
)


class Decision(IntEnum):
    """What is being asked; the rows of the table in docs/decisions-puerto-rico.md."""

    ROLE = 0
    SETTLER = 1
    HOSPICE = 2
    MAYOR = 3
    PLACE = 4
    BUILDER = 5
    UNIVERSITY = 6
    CRAFTSMAN = 7
    TRADER = 8
    CAPTAIN = 9
    WAREHOUSE = 10
    WINDROSE = 11
    OVER = 12
    END_OF_ROLE = 13  # nobody is asked: a phase has just ended (never seen from outside)
    # expansions
    DRAFT = 14
    LIBRARY = 15
    DRAWN_TILE = 16
    SECOND_TILE = 17
    HUNTING_LODGE = 18
    SHIP = 19
    NOBLE = 20
    PAY_CHIP = 21
    PAY_BARREL = 22
    PAY_PERSON = 23
    PAY_FROM = 24
    SUPPLIER = 25
    SMALL_WHARF = 26
    BUCCANEER = 27
    LOOT = 28
    RAID_TAKE = 29
    RAID_PLACE = 30
    RAID_RETURN = 31
    GUEST = 32
    GUEST_IS = 33


BASE_DECISIONS = tuple(decision for decision in Decision if decision < Decision.END_OF_ROLE)


class Trigger(IntEnum):
    """What ends the game with the round, as bits of `triggers`."""

    COLONISTS = 1
    CITY = 2
    VICTORY_POINTS = 4


def _record(cards: int, kinds: int, *more: tuple[Any, ...]) -> np.dtype[Any]:
    """The record of a game with that many kinds of role cards and buildings and, with expansions, more fields."""
    fields: list[tuple[Any, ...]] = [
        *COMMON_FIELDS,
        # options
        ("first_governor", np.int8),  # seat, or NONE: drawn
        ("swap", np.int8),  # which row of COST
        ("corn_start", np.int8),
        ("hidden_vp", np.int8),
        # the round
        ("round_number", np.int16),
        ("governor", np.int8),
        ("chooser", np.int8),  # who took the role that is being played, or NONE
        ("roles_taken", np.int8),  # in this round
        ("taken_by", np.int8, (cards,)),  # seat, NONE, or NOT_IN_GAME
        ("role_doubloons", np.int16, (cards,)),
        ("triggers", np.int8),
        # supplies
        ("face_up", np.int8, (GOODS,)),  # plantations by kind
        ("face_down", np.int8, (GOODS,)),
        ("discards", np.int8, (GOODS,)),
        ("quarries", np.int8),
        ("supply", np.int8, (GOODS,)),  # barrels
        ("trading_house", np.int8, (GOODS,)),
        ("ship_capacity", np.int8, (SHIPS,)),
        ("ship_good", np.int8, (SHIPS,)),
        ("ship_barrels", np.int8, (SHIPS,)),
        ("colonist_supply", np.int8),
        ("colonist_ship", np.int8),
        ("vp_pool", np.int16),
        ("copies", np.int8, (kinds,)),
        # players
        ("doubloons", np.int32, (MOST_PLAYERS,)),  # no limit in the rules: see OLDER
        ("vp", np.int16, (MOST_PLAYERS,)),  # chips, and points noted on paper once the chips are gone
        ("goods", np.int8, (MOST_PLAYERS, GOODS)),
        ("island", np.int8, (MOST_PLAYERS, TILES)),  # tiles by kind
        ("built", np.int64, (MOST_PLAYERS,)),  # a set of buildings, one bit for each kind
        ("spaces", np.int8, (MOST_PLAYERS,)),  # city spaces in use
        ("colonists", np.int8, (MOST_PLAYERS, TILES + kinds)),  # by place
        ("san_juan", np.int8, (MOST_PLAYERS,)),  # colonists without a circle
        # within a phase; zero outside it, so that equal positions are equal bytes
        ("last_piece", np.int8),  # the tile or building just placed: hospice and university put the colonist there
        ("hacienda_used", np.int8),  # in this settler turn
        ("place_from", np.int8),  # placing colonists: the place of the last one
        ("circles_left", np.int8),  # placing colonists: free circles from there on
        ("produced", np.int8),  # craftsman: a set of goods, one bit each
        ("idle_turns", np.int8),  # captain: turns in a row without a load
        ("captain_loaded", np.int8),  # captain: his privilege has been paid
        ("wharf_used", np.int8, (MOST_PLAYERS,)),
        ("room_for_kinds", np.int8),  # storage: warehouse space left
        ("stored", np.int8),  # storage: a set of goods, one bit each
        *more,
        *LAST_FIELDS,
    ]
    return np.dtype(fields, align=True)


STATE = _record(BASE_ROLES, 45)
"""The base game. (There always was room for more kinds of buildings than it has: stored records of bytes still fit.)"""

EXPANDED = _record(
    ROLES,
    BUILDINGS,
    # options
    ("selection", np.int8),  # how the violet buildings come into the game: Selection
    ("listed", np.int64),  # a set of buildings: those that a list names
    ("pairs", np.int8),  # which buildings never meet: Pairs
    ("with_nobles", np.int8),
    ("nobles_drafted", np.int8),
    ("all_colonists", np.int8),
    ("with_buccaneer", np.int8),
    ("kidnapped_for_all", np.int8),
    ("with_festival", np.int8),
    # the round
    ("role", np.int8),  # the one being played, or NONE
    ("alone", np.int8),  # a kidnapped role is played by its kidnapper alone
    ("portrait", np.int8),  # who was the last buccaneer, or NONE
    ("kidnapped", np.int8),  # a role, or NONE
    ("kidnapper", np.int8),  # a seat, or NONE
    ("library_used", np.int8, (MOST_PLAYERS,)),  # two players: in this round
    ("library_now", np.int8),  # two players: for this role
    # supplies
    ("in_game", np.int64),  # a set of buildings
    ("noble_supply", np.int8),
    ("noble_ship", np.int8),
    ("festival_plantation", np.int8),  # a kind, or NONE
    ("festival_goods", np.int8, (GOODS,)),
    ("festival_building", np.int8),  # a kind, or NONE
    ("festival_met", np.int8, (3,)),  # by which seat, or NONE: the plantation, the goods, the building
    # players
    ("forests", np.int8, (MOST_PLAYERS, GOODS)),  # by the plantation underneath
    ("nobles", np.int8, (MOST_PLAYERS,)),  # wherever they stand; they are among `colonists` and `san_juan`, too
    ("nobles_at", np.int8, (MOST_PLAYERS, len(NOBLES_COUNT_AT))),  # of these: in the buildings of NOBLES_COUNT_AT
    # within a phase
    ("privileges", np.int8),  # mayor, craftsman: how often it was taken
    ("small_wharf_used", np.int8, (MOST_PLAYERS,)),
    ("captain_steps", np.int8, (MOST_PLAYERS,)),  # captain: of the first turn, see captain.asks_first
    ("cargo", np.int8),  # small wharf: barrels aboard
    ("last_good", np.int8),  # small wharf, royal supplier, storage: the kind of the last barrel
    ("given", np.int8),  # royal supplier: barrels given
    ("storing", np.int8),  # storage: the seat has begun
    ("kept", np.int8, (GOODS,)),  # storage: single barrels kept
    ("sold", np.int8),  # trader: in this turn
    ("land_office_used", np.int8),  # in this turn
    ("got", np.int8, (MOST_PLAYERS, GOODS)),  # craftsman: barrels of this phase
    ("shortfall", np.int8),  # builder: what is still to be paid on the black market
    ("person", np.int8),  # black market, raid: 1 if it is a noble
    ("helped", np.int8),  # builder: which buildings were occupied when the price was worked out, see paying
    ("raided", np.int8),  # buccaneer: persons kept so far
    ("guest_step", np.int8),  # when guests may move, if it is a question of its own: guests.Step
    ("guest_to", np.int8),  # which place
    ("asked_before", np.int8),  # the decision in which a guest moves
)
"""The base game and all expansions. Some fields of the base game serve more decisions here: `last_piece` is also the
ship that was boarded, the tile that was drawn, the building being paid; `place_from` the one that a noble may enter."""

OLDER = (narrowed(STATE, doubloons=np.int16),)
"""Earlier layouts, of which records of bytes may be kept: doubloons could wrap after 16,000 rounds of absurd play."""
FOREST = -1
"""In `last_piece`: a tile that lies face down."""
NOT_IN_GAME = -2
"""In `taken_by`: a role card that this number of players does not use."""


expansion = rules_for(EXPANDED)
"""Makes a rule of the expansions: in the base game's record it is a constant, and whatever hangs on it is not there."""


@expansion(BASE_BUILDINGS)
def kinds(s: State) -> int:
    """How many kinds of buildings there are."""
    return BUILDINGS


@expansion(BASE_ROLES)
def cards(s: State) -> int:
    """How many kinds of role cards there are."""
    return ROLES


@expansion(False)
def alone(s: State) -> bool:
    """Whether a kidnapped role is played: nobody but its player acts, and nobody else's buildings work."""
    return s.alone != 0


@rule
def ship_of(s: State, capacity: int) -> int:
    """The ship of that size: no two are alike."""
    ship = 0
    while s.ship_capacity[ship] != capacity:
        ship += 1
    return ship


@rule
def next_player(s: State, p: int) -> int:
    """Who acts after p in this role: the left neighbour."""
    return s.chooser if alone(s) else next_seat(s, p)


@expansion(0)
def forest_tiles(s: State, p: int) -> int:
    n = 0
    for tile in range(GOODS):
        n += s.forests[p, tile]
    return n


@expansion(False)
def doubled(s: State) -> bool:
    """Whether the library doubles the privilege of the role being played. With two players it does so once a round."""
    if s.players == 2:
        return s.library_now != 0
    return occupied(s, s.chooser, Building.LIBRARY)


@rule
def privilege(s: State, p: int) -> int:
    """How much the privilege of the role being played brings p."""
    if p != s.chooser:
        return 0
    return 2 if doubled(s) else 1


@expansion()
def end_privilege(s: State) -> None:
    s.privileges = 0


@rule
def owns(s: State, p: int, building: int) -> bool:
    return s.built[p] & BIT[building] != 0


@rule
def occupied(s: State, p: int, building: int) -> bool:
    """Whether p's building works: it has at least one colonist. (A building that p does not own has none.)"""
    return s.colonists[p, TILES + building] > 0


@rule
def barrels(s: State, p: int) -> int:
    """All of p's barrels."""
    n = 0
    for good in range(GOODS):
        n += s.goods[p, good]
    return n


@rule
def barrels_in_house(s: State) -> int:
    n = 0
    for good in range(GOODS):
        n += s.trading_house[good]
    return n


@rule
def island_tiles(s: State, p: int) -> int:
    """How many of p's island spaces are filled."""
    n = 0
    for tile in range(TILES):
        n += s.island[p, tile]
    return n + forest_tiles(s, p)


@rule
def all_persons(s: State, p: int) -> int:
    """On tiles, in buildings and in San Juan."""
    n = 0 + s.san_juan[p]
    for place in range(TILES + kinds(s)):
        n += s.colonists[p, place]
    return n


@rule
def circles(s: State, p: int, place: int) -> int:
    """How many circles p has at a place: equal plantations are one place."""
    if place < TILES:
        return s.island[p, place]
    return CIRCLES[place - TILES] if owns(s, p, place - TILES) else 0


@rule
def occupied_quarries(s: State, p: int) -> int:
    return s.colonists[p, Tile.QUARRY]


@rule
def warehouse_room(s: State, p: int) -> int:
    """How many kinds p's occupied warehouses keep in full."""
    room = 0
    if occupied(s, p, Building.SMALL_WAREHOUSE):
        room += 1
    if occupied(s, p, Building.LARGE_WAREHOUSE):
        room += 2
    return room


@rule
def take_new_colonist(s: State, p: int, place: int) -> None:
    """Hospice and university: a colonist from the supply, else from the ship, straight onto the new piece."""
    if s.colonist_supply > 0:
        s.colonist_supply -= 1
    else:
        s.colonist_ship -= 1
    if place == FOREST:
        s.san_juan[p] += 1
    else:
        s.colonists[p, place] += 1


@rule
def colonist_to_take(s: State) -> bool:
    """Whether hospice and university find a colonist (rulings: from the supply, else from the ship, else none)."""
    return s.colonist_supply > 0 or s.colonist_ship > 0


@rule
def gain_points(s: State, p: int, points: int) -> None:
    """Victory points during the game: chips while there are any, then noted on paper."""
    s.vp[p] += points
    s.vp_pool -= points
    if s.vp_pool <= 0:
        s.vp_pool = 0
        s.triggers |= Trigger.VICTORY_POINTS


@rule
def end_role(s: State) -> None:
    """The phase is over. `play` goes on with the next role or round."""
    s.decision = Decision.END_OF_ROLE
