"""The actions of Puerto Rico: what each number means. docs/decisions-puerto-rico.md says when each is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from boriken.engine import ActionSpace, counted, rule, spoken, written

from .components import (
    BASE_BUILDINGS,
    BASE_PLACES,
    BASE_ROLES,
    CIRCLES,
    GOODS,
    NOBLES_COUNT_AT,
    PLACES,
    SHIP_SIZES,
    SMALLEST_SHIP,
    TILES,
    Building,
    Good,
    Role,
    Tile,
)

DRAFTED = tuple(Building)[Building.SMALL_MARKET :]
"""The buildings that can be drafted: all but those that make goods."""
EXPANSION_BUILDINGS = tuple(Building)[BASE_BUILDINGS:]
_WITH_CIRCLES = [b for b in Building if CIRCLES[b] > 0]
NEW_PLACES = tuple(TILES + b for b in _WITH_CIRCLES if b >= BASE_BUILDINGS)
GUEST_PLACES = (*Tile, *(TILES + b for b in _WITH_CIRCLES if b != Building.GUEST_HOUSE))
SAN_JUAN = PLACES
"""As if it were one place more: where a person is taken from."""
FROM_PLACES = (*Tile, *(TILES + b for b in _WITH_CIRCLES if b != Building.BLACK_MARKET), SAN_JUAN)
PERSONS = ("colonist", "noble")
MOST_LOOT = 3
_CAPACITIES = range(SMALLEST_SHIP, SMALLEST_SHIP + SHIP_SIZES)


class Act(IntEnum):
    """The first number of each kind of action; add the piece: `Act.BUILD + Building.HARBOR`."""

    PASS = 0
    ROLE = 1
    SETTLE = ROLE + BASE_ROLES
    HACIENDA = SETTLE + TILES
    HOSPICE = HACIENDA + 1
    TAKE_COLONIST = HOSPICE + 1  # the mayor's privilege
    PLACE = TAKE_COLONIST + 1
    BUILD = PLACE + BASE_PLACES
    UNIVERSITY = BUILD + BASE_BUILDINGS
    TAKE_GOOD = UNIVERSITY + 1  # the craftsman's privilege
    SELL = TAKE_GOOD + GOODS
    LOAD = SELL + GOODS  # + good * SHIP_SIZES + capacity - SMALLEST_SHIP
    WHARF = LOAD + GOODS * SHIP_SIZES
    STORE = WHARF + GOODS
    KEEP = STORE + GOODS
    END = KEEP + GOODS  # of the base game's actions; what follows belongs to expansions
    DRAFT = END
    ROLE_BUCCANEER = DRAFT + len(DRAFTED)
    BUILD_NEW = ROLE_BUCCANEER + 1
    PLACE_NEW = BUILD_NEW + len(EXPANSION_BUILDINGS)
    SETTLE_FOREST = PLACE_NEW + len(NEW_PLACES)
    FOREST = SETTLE_FOREST + GOODS
    LIBRARY = FOREST + 1
    TAKE_FROM_SHIP = LIBRARY + 1  # a colonist, or a noble
    NOBLE = TAKE_FROM_SHIP + 2
    GUEST = NOBLE + 5
    GUEST_IS = GUEST + len(GUEST_PLACES)  # a colonist, or a noble
    PAY_CHIP = GUEST_IS + 2
    PAY_GOOD = PAY_CHIP + 1
    PAY_PERSON = PAY_GOOD + GOODS  # a colonist, or a noble
    FROM = PAY_PERSON + 2
    POST = FROM + len(FROM_PLACES)
    LAND_OFFICE = POST + GOODS
    DISCARD = LAND_OFFICE + 1
    DISCARD_FOREST = DISCARD + GOODS
    SUPPLIER = DISCARD_FOREST + 1
    SMALL_WHARF = SUPPLIER + GOODS
    PIRACY = SMALL_WHARF + GOODS
    LOOT = PIRACY + SHIP_SIZES
    PLUNDER = LOOT + MOST_LOOT + 1
    RAID = PLUNDER + 1
    RETURN_NOBLE = RAID + 1
    KIDNAP = RETURN_NOBLE + 1
    END_OF_ALL = KIDNAP + BASE_ROLES


def _numbers(first: int, pieces: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The action for each piece, where they are numbered in this order."""
    numbers = np.full(PLACES + 1, -1, np.int64)
    for i, piece in enumerate(pieces):
        numbers[piece] = first + i
    return numbers


_PLACE_ACTION = _numbers(Act.PLACE_NEW, NEW_PLACES)
GUEST_ACTION = _numbers(Act.GUEST, GUEST_PLACES)
FROM_ACTION = _numbers(Act.FROM, FROM_PLACES)
_PIECE = np.zeros(Act.END_OF_ALL, np.int64)
for _actions in (_PLACE_ACTION, GUEST_ACTION, FROM_ACTION):
    for _piece, _action in enumerate(_actions):
        if _action >= 0:
            _PIECE[_action] = _piece


@rule
def place_action(place: int) -> int:
    """The action that puts a colonist there."""
    return Act.PLACE + place if place < BASE_PLACES else _PLACE_ACTION[place]


@rule
def place_of(action: int) -> int:
    """The place that an action is about: placing, guests, or whence somebody is taken."""
    return action - Act.PLACE if action < Act.END else _PIECE[action]


@rule
def build_action(building: int) -> int:
    return Act.BUILD + building if building < BASE_BUILDINGS else Act.BUILD_NEW + building - BASE_BUILDINGS


@rule
def building_of(action: int) -> int:
    """The building that an action builds."""
    return action - Act.BUILD if action < Act.END else action - Act.BUILD_NEW + BASE_BUILDINGS


def _base_rows() -> list[tuple[str, str]]:
    """Text and meaning of each action of the base game, in the order of `Act`."""
    base = tuple(Building)[:BASE_BUILDINGS]
    rows = [("pass", "do nothing")]
    rows += [(f"role:{written(role)}", f"take the role of the {_role(role)}") for role in tuple(Role)[:BASE_ROLES]]
    rows += [(f"settle:{written(tile)}", f"place {_tile(tile)}") for tile in Tile]
    rows += [
        ("hacienda", "hacienda: place the top face-down plantation first"),
        ("hospice", "hospice: take a colonist for the new tile"),
        ("privilege:colonist", "mayor's privilege: take a colonist from the supply"),
    ]
    rows += [(f"place:{written(tile)}", f"put a colonist on {_tile(tile)}") for tile in Tile]
    rows += [(f"place:{written(building)}", f"put a colonist in the {spoken(building)}") for building in base]
    rows += [(f"build:{written(building)}", f"build the {spoken(building)}") for building in base]
    rows += [("university", "university: take a colonist for the new building")]
    rows += [(f"privilege:{written(good)}", f"craftsman's privilege: take 1 more {spoken(good)}") for good in Good]
    rows += [(f"sell:{written(good)}", f"sell 1 {spoken(good)} to the trading house") for good in Good]
    rows += [
        (f"load:{written(good)}@{capacity}", f"load {spoken(good)} on the ship for {capacity} barrels")
        for good in Good
        for capacity in _CAPACITIES
    ]
    rows += [(f"wharf:{written(good)}", f"wharf: ship all {spoken(good)}") for good in Good]
    rows += [(f"store:{written(good)}", f"warehouse: keep all {spoken(good)}") for good in Good]
    rows += [(f"keep:{written(good)}", f"keep a single barrel of {spoken(good)}") for good in Good]
    return rows


def _tile(tile: Tile) -> str:
    if tile == Tile.QUARRY:
        return "a quarry"
    return f"{'an' if tile == Tile.INDIGO else 'a'} {spoken(tile)} plantation"


def _role(role: Role) -> str:
    return "second prospector" if role == Role.PROSPECTOR_2 else spoken(role)


def _more_rows() -> list[tuple[str, str]]:
    """Likewise those of the expansions."""
    rows = [(f"draft:{written(b)}", f"put the {spoken(b)} into the game") for b in DRAFTED]
    rows += [("role:buccaneer", "take the role of the buccaneer")]
    rows += [(f"build:{written(b)}", f"build the {spoken(b)}") for b in EXPANSION_BUILDINGS]
    rows += [(f"place:{place_name(place)}", f"put a colonist {_at(place)}") for place in NEW_PLACES]
    rows += [(f"settle:forest-{written(good)}", f"place {_tile(Tile(good))} face down, as a forest") for good in Good]
    rows += [
        ("forest", "lay the drawn tile face down, as a forest"),
        ("library", "library: use it for this role"),
        ("take:colonist", "take a colonist from the ship"),
        ("take:noble", "take a noble from the ship"),
    ]
    rows += [(f"noble:{written(b)}", f"a noble stands in the {spoken(b)}") for b in NOBLES_COUNT_AT]
    rows += [(f"guest:{place_name(place)}", f"guest house: a guest moves {_to(place)}") for place in GUEST_PLACES]
    rows += [(f"guest-is:{who}", f"guest house: the {who} moves") for who in PERSONS]
    rows += [("pay:vp", "black market: pay with a victory point")]
    rows += [(f"pay:{written(good)}", f"black market: pay with 1 {spoken(good)}") for good in Good]
    rows += [(f"pay:{who}", f"black market: pay with a {who}") for who in PERSONS]
    rows += [(f"from:{place_name(place)}", f"black market: whoever is {_at(place)} leaves") for place in FROM_PLACES]
    rows += [(f"post:{written(good)}", f"trading post: sell 1 {spoken(good)}") for good in Good]
    rows += [("land-office", "land office: buy the top face-down plantation for a doubloon")]
    rows += [(f"discard:{written(good)}", f"discard {_tile(Tile(good))}") for good in Good]
    rows += [("discard:forest", "discard a forest")]
    rows += [(f"supplier:{written(good)}", f"royal supplier: give 1 {spoken(good)}") for good in Good]
    rows += [(f"small-wharf:{written(good)}", f"small wharf: put 1 {spoken(good)} aboard") for good in Good]
    rows += [(f"piracy:{capacity}", f"piracy: empty the ship for {capacity} barrels") for capacity in _CAPACITIES]
    rows += [(f"loot:{n}", f"piracy: keep {counted(n, 'barrel')}") for n in range(MOST_LOOT + 1)]
    rows += [
        ("plunder", "plunder: empty the trading house for a point a barrel"),
        ("raid", "raid: take persons off the colonist ship"),
        ("return:noble", "raid: a noble goes back to the supply"),
    ]
    rows += [(f"kidnap:{written(r)}", f"kidnap the {_role(r)}") for r in tuple(Role)[:BASE_ROLES]]
    return rows


def place_name(place: int) -> str:
    if place == SAN_JUAN:
        return "san-juan"
    return written(Tile(place)) if place < TILES else written(Building(place - TILES))


def _at(place: int) -> str:
    if place == SAN_JUAN:
        return "in San Juan"
    return f"on {_tile(Tile(place))}" if place < TILES else f"in the {spoken(Building(place - TILES))}"


def _to(place: int) -> str:
    return f"to {_tile(Tile(place))}" if place < TILES else f"to the {spoken(Building(place - TILES))}"


BASE_ACTIONS = ActionSpace("puerto-rico", _base_rows())
ACTIONS = ActionSpace("puerto-rico", _base_rows() + _more_rows())
assert len(BASE_ACTIONS) == Act.END
assert len(ACTIONS) == Act.END_OF_ALL
