"""The state of a game of Puerto Rico, as one record, and the small questions that every phase asks of it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from boriken.engine import COMMON_FIELDS, LAST_FIELDS, State, narrowed, rule

from .components import (
    BIT,
    BUILDING_KINDS,
    CIRCLES,
    GOODS,
    MOST_PLAYERS,
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


class Trigger(IntEnum):
    """What ends the game with the round, as bits of `triggers`."""

    COLONISTS = 1
    CITY = 2
    VICTORY_POINTS = 4


STATE = np.dtype(
    [
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
        ("taken_by", np.int8, (ROLES,)),  # seat, NONE, or NOT_IN_GAME
        ("role_doubloons", np.int16, (ROLES,)),
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
        ("copies", np.int8, (BUILDING_KINDS,)),
        # players
        ("doubloons", np.int32, (MOST_PLAYERS,)),  # no limit in the rules: see OLDER
        ("vp", np.int16, (MOST_PLAYERS,)),  # chips, and points noted on paper once the chips are gone
        ("goods", np.int8, (MOST_PLAYERS, GOODS)),
        ("island", np.int8, (MOST_PLAYERS, TILES)),  # tiles by kind
        ("built", np.int64, (MOST_PLAYERS,)),  # a set of buildings, one bit for each kind
        ("spaces", np.int8, (MOST_PLAYERS,)),  # city spaces in use
        ("colonists", np.int8, (MOST_PLAYERS, TILES + BUILDING_KINDS)),  # by place
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
        *LAST_FIELDS,
    ],
    align=True,
)

OLDER = (narrowed(STATE, doubloons=np.int16),)
"""Earlier layouts, of which records of bytes may be kept: doubloons could wrap after 16,000 rounds of absurd play."""
NOT_IN_GAME = -2
"""In `taken_by`: a role card that this number of players does not use."""


@rule
def owns(s: State, p: int, building: int) -> bool:
    return s.built[p] & BIT[building] != 0


@rule
def occupied(s: State, p: int, building: int) -> bool:
    """Whether p's building works: it has at least one colonist. (A building that p does not own has none.)"""
    return s.colonists[p, TILES + building] > 0


@rule
def island_tiles(s: State, p: int) -> int:
    """How many of p's island spaces are filled."""
    n = 0
    for tile in range(TILES):
        n += s.island[p, tile]
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
