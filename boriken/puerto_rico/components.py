"""The pieces of Puerto Rico: every number of the game, in tables.

Orders matter here: they are the order of the columns in the record and of actions in lists
(docs/decisions-puerto-rico.md).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Good(IntEnum):
    CORN = 0
    INDIGO = 1
    SUGAR = 2
    TOBACCO = 3
    COFFEE = 4


class Tile(IntEnum):
    """Island tiles. The first five grow the goods of the same numbers."""

    CORN = 0
    INDIGO = 1
    SUGAR = 2
    TOBACCO = 3
    COFFEE = 4
    QUARRY = 5


class Role(IntEnum):
    """Role cards. There are two prospectors, each with doubloons of its own on it."""

    SETTLER = 0
    MAYOR = 1
    BUILDER = 2
    CRAFTSMAN = 3
    TRADER = 4
    CAPTAIN = 5
    PROSPECTOR = 6
    PROSPECTOR_2 = 7
    BUCCANEER = 8


class Box(IntEnum):
    """Where pieces come from. A building is in the game only if its box is."""

    BASE = 0
    NEW_BUILDINGS = 1
    NOBLES = 2


class Building(IntEnum):
    SMALL_INDIGO_PLANT = 0
    SMALL_SUGAR_MILL = 1
    INDIGO_PLANT = 2
    SUGAR_MILL = 3
    TOBACCO_STORAGE = 4
    COFFEE_ROASTER = 5
    SMALL_MARKET = 6
    HACIENDA = 7
    CONSTRUCTION_HUT = 8
    SMALL_WAREHOUSE = 9
    HOSPICE = 10
    OFFICE = 11
    LARGE_MARKET = 12
    LARGE_WAREHOUSE = 13
    FACTORY = 14
    UNIVERSITY = 15
    HARBOR = 16
    WHARF = 17
    GUILD_HALL = 18
    RESIDENCE = 19
    FORTRESS = 20
    CUSTOMS_HOUSE = 21
    CITY_HALL = 22
    # New Buildings
    AQUEDUCT = 23
    FOREST_HOUSE = 24
    BLACK_MARKET = 25
    STOREHOUSE = 26
    GUEST_HOUSE = 27
    TRADING_POST = 28
    CHURCH = 29
    SMALL_WHARF = 30
    LIGHTHOUSE = 31
    SPECIALTY_FACTORY = 32
    LIBRARY = 33
    UNION_HALL = 34
    STATUE = 35
    CLOISTER = 36
    # Nobles
    LAND_OFFICE = 37
    CHAPEL = 38
    HUNTING_LODGE = 39
    ZONING_OFFICE = 40
    ROYAL_SUPPLIER = 41
    VILLA = 42
    JEWELER = 43
    ROYAL_GARDEN = 44


GOODS = len(Good)
TILES = len(Tile)
ROLES = len(Role)
BUILDINGS = len(Building)
PLACES = TILES + BUILDINGS
"""Where colonists can stand: the island tiles by kind, then the buildings by kind."""

# The base game has the first ones of each.
BASE_ROLES = Role.BUCCANEER
BASE_BUILDINGS = Building.AQUEDUCT
BASE_PLACES = TILES + BASE_BUILDINGS

MOST_PLAYERS = 5
ISLAND_SPACES = 12
CITY_SPACES = 12
TRADING_HOUSE_SPACES = 4
NONE = -1
"""No good, no seat, no tile: where a number stands for a piece."""


class BuildingData(NamedTuple):
    """A row of the building table."""

    cost: int
    vp: int
    circles: int
    column: int
    """The column of the board: the most quarries that lower the price."""
    copies: int
    makes: int
    """The good that a production building makes, or NONE."""
    effect: str
    box: Box = Box.BASE
    violet: bool = True
    """Whether it is violet where it makes no good."""


BUILDING_TABLE: dict[Building, BuildingData] = {
    # building                                cost vp circles column copies makes
    Building.SMALL_INDIGO_PLANT: BuildingData(1, 1, 1, 1, 4, Good.INDIGO, "makes up to 1 indigo"),
    Building.SMALL_SUGAR_MILL: BuildingData(2, 1, 1, 1, 4, Good.SUGAR, "makes up to 1 sugar"),
    Building.INDIGO_PLANT: BuildingData(3, 2, 3, 2, 3, Good.INDIGO, "makes up to 3 indigo"),
    Building.SUGAR_MILL: BuildingData(4, 2, 3, 2, 3, Good.SUGAR, "makes up to 3 sugar"),
    Building.TOBACCO_STORAGE: BuildingData(5, 3, 3, 3, 3, Good.TOBACCO, "makes up to 3 tobacco"),
    Building.COFFEE_ROASTER: BuildingData(6, 3, 2, 3, 3, Good.COFFEE, "makes up to 2 coffee"),
    Building.SMALL_MARKET: BuildingData(1, 1, 1, 1, 2, NONE, "trader: a sale brings 1 doubloon more"),
    Building.HACIENDA: BuildingData(2, 1, 1, 1, 2, NONE, "settler: first take a face-down tile as well"),
    Building.CONSTRUCTION_HUT: BuildingData(2, 1, 1, 1, 2, NONE, "settler: may take a quarry instead of a plantation"),
    Building.SMALL_WAREHOUSE: BuildingData(3, 1, 1, 1, 2, NONE, "captain's end: keep all barrels of one kind"),
    Building.HOSPICE: BuildingData(4, 2, 1, 2, 2, NONE, "settler: a new tile comes with a colonist"),
    Building.OFFICE: BuildingData(5, 2, 1, 2, 2, NONE, "trader: may sell a kind that is in the trading house"),
    Building.LARGE_MARKET: BuildingData(5, 2, 1, 2, 2, NONE, "trader: a sale brings 2 doubloons more"),
    Building.LARGE_WAREHOUSE: BuildingData(6, 2, 1, 2, 2, NONE, "captain's end: keep all barrels of two kinds"),
    Building.FACTORY: BuildingData(7, 3, 1, 3, 2, NONE, "craftsman: 0/1/2/3/5 doubloons for 1/2/3/4/5 kinds made"),
    Building.UNIVERSITY: BuildingData(8, 3, 1, 3, 2, NONE, "builder: a new building comes with a colonist"),
    Building.HARBOR: BuildingData(8, 3, 1, 3, 2, NONE, "captain: 1 victory point more for each load"),
    Building.WHARF: BuildingData(
        9, 3, 1, 3, 2, NONE, "captain: once, ship all barrels of one kind on a ship of your own"
    ),
    Building.GUILD_HALL: BuildingData(10, 4, 1, 4, 1, NONE, "end: 1 point a small, 2 a large production building"),
    Building.RESIDENCE: BuildingData(10, 4, 1, 4, 1, NONE, "end: 4/5/6/7 points for up to 9/10/11/12 island tiles"),
    Building.FORTRESS: BuildingData(10, 4, 1, 4, 1, NONE, "end: 1 point for every 3 colonists"),
    Building.CUSTOMS_HOUSE: BuildingData(10, 4, 1, 4, 1, NONE, "end: 1 point for every 4 points in chips"),
    Building.CITY_HALL: BuildingData(10, 4, 1, 4, 1, NONE, "end: 1 point for each violet building"),
    Building.AQUEDUCT: BuildingData(
        1, 1, 1, 1, 2, NONE, "craftsman: a large indigo plant or sugar mill that works makes 1 more", Box.NEW_BUILDINGS
    ),
    Building.FOREST_HOUSE: BuildingData(
        2, 1, 1, 1, 2, NONE, "settler: may take a tile as forest; 2 forests make buildings 1 cheaper", Box.NEW_BUILDINGS
    ),
    Building.BLACK_MARKET: BuildingData(
        2, 1, 1, 1, 2, NONE, "builder: short of money, pay with 1 person, 1 barrel, 1 point", Box.NEW_BUILDINGS
    ),
    Building.STOREHOUSE: BuildingData(
        3, 1, 1, 1, 2, NONE, "captain's end: keep 3 barrels more, of any kinds", Box.NEW_BUILDINGS
    ),
    Building.GUEST_HOUSE: BuildingData(
        4, 2, 2, 2, 2, NONE, "its guests may move to an empty circle when they are needed", Box.NEW_BUILDINGS
    ),
    Building.TRADING_POST: BuildingData(
        5, 2, 1, 2, 2, NONE, "trader: may sell here any kind at any time, without the markets", Box.NEW_BUILDINGS
    ),
    Building.CHURCH: BuildingData(
        5, 2, 1, 2, 2, NONE, "builder: 1 point for a building of column 2 or 3, 2 for column 4", Box.NEW_BUILDINGS
    ),
    Building.SMALL_WHARF: BuildingData(
        6, 2, 1, 2, 2, NONE, "captain: once, ship any barrels, 1 point for every 2", Box.NEW_BUILDINGS
    ),
    Building.LIGHTHOUSE: BuildingData(
        7, 3, 1, 3, 2, NONE, "captain: 1 doubloon for each load, and for taking the role", Box.NEW_BUILDINGS
    ),
    Building.SPECIALTY_FACTORY: BuildingData(
        8, 3, 1, 3, 2, NONE, "craftsman: a doubloon for each barrel but the first of the best kind", Box.NEW_BUILDINGS
    ),
    Building.LIBRARY: BuildingData(
        8, 3, 1, 3, 2, NONE, "doubles the privilege of the role that you take", Box.NEW_BUILDINGS
    ),
    Building.UNION_HALL: BuildingData(
        9, 3, 1, 3, 2, NONE, "captain: first 1 point for every 2 barrels of a kind", Box.NEW_BUILDINGS
    ),
    Building.STATUE: BuildingData(10, 8, 0, 4, 1, NONE, "8 points, nothing else", Box.NEW_BUILDINGS),
    Building.CLOISTER: BuildingData(
        10, 4, 1, 4, 1, NONE, "end: 1/3/6/10 points for 1/2/3/4 sets of three equal tiles", Box.NEW_BUILDINGS
    ),
    Building.LAND_OFFICE: BuildingData(
        2, 1, 1, 1, 2, NONE, "trader: buy a face-down tile for 1; a noble sells a tile for 1", Box.NOBLES
    ),
    Building.CHAPEL: BuildingData(3, 1, 1, 1, 2, NONE, "craftsman: 1 doubloon; with a noble 1 point", Box.NOBLES),
    Building.HUNTING_LODGE: BuildingData(
        4,
        2,
        1,
        2,
        2,
        NONE,
        "settler's end: may discard a tile; a noble hunts 2 points on the emptiest island",
        Box.NOBLES,
    ),
    Building.ZONING_OFFICE: BuildingData(
        5, 2, 1, 2, 2, NONE, "builder: columns 1 to 3 cost 1 less; with a noble column 4 costs 2 less", Box.NOBLES
    ),
    Building.ROYAL_SUPPLIER: BuildingData(
        6, 2, 1, 2, 2, NONE, "captain: first give different barrels for 1 point each, one for each noble", Box.NOBLES
    ),
    Building.VILLA: BuildingData(7, 3, 1, 3, 2, NONE, "mayor: 1 noble more", Box.NOBLES),
    Building.JEWELER: BuildingData(
        8, 3, 1, 3, 2, NONE, "craftsman: 1 doubloon for each noble", Box.NOBLES, violet=False
    ),
    Building.ROYAL_GARDEN: BuildingData(10, 4, 1, 4, 1, NONE, "end: 1 point for each noble", Box.NOBLES),
}

assert list(BUILDING_TABLE) == list(Building), "the rows stand in the order of the names"

LARGE_COLUMN = 4
"""The buildings of this column are large: they take two city spaces."""


def _column(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A column of the table."""
    return np.array(values, np.int64)


def bits(kinds: list[Building]) -> int:
    """A set of buildings as the record keeps it: one bit for each kind."""
    return sum(1 << kind for kind in kinds)


BIT = np.array([1 << kind for kind in Building], np.int64)
COST = np.stack(
    [
        _column([row.cost for row in BUILDING_TABLE.values()]),
        _column(
            [{Building.FACTORY: 8, Building.UNIVERSITY: 7}.get(kind, row.cost) for kind, row in BUILDING_TABLE.items()]
        ),
    ]
)
"""Printed prices: as in the rulebook, and with the designer's swap of factory and university."""
COLUMN = _column([row.column for row in BUILDING_TABLE.values()])
VICTORY_POINTS = _column([row.vp for row in BUILDING_TABLE.values()])
CIRCLES = _column([row.circles for row in BUILDING_TABLE.values()])
SPACES = _column([2 if row.column == LARGE_COLUMN else 1 for row in BUILDING_TABLE.values()])
MAKES = _column([row.makes for row in BUILDING_TABLE.values()])

VIOLET = bits([kind for kind, row in BUILDING_TABLE.items() if row.makes == NONE and row.violet])
SMALL_PRODUCTION = bits([Building.SMALL_INDIGO_PLANT, Building.SMALL_SUGAR_MILL])
LARGE_PRODUCTION = bits([kind for kind in Building if not (VIOLET | SMALL_PRODUCTION) >> kind & 1])
SCORING = bits([kind for kind, row in BUILDING_TABLE.items() if row.column == LARGE_COLUMN and row.circles > 0])
"""The buildings that add points at the end if they are occupied."""
BOX = {box: bits([kind for kind, row in BUILDING_TABLE.items() if row.box == box]) for box in Box}
PRODUCTION_BUILDINGS = Building.SMALL_MARKET
"""The first ones of the table make goods."""
PRODUCTION = bits([kind for kind, row in BUILDING_TABLE.items() if row.makes != NONE])
"""The buildings that are in every game."""

COPIES = _column([row.copies for row in BUILDING_TABLE.values()])
COPIES_FOR_TWO = _column([1 if row.makes == NONE else 2 for row in BUILDING_TABLE.values()])

#                        corn indigo sugar tobacco coffee quarry
PRICE = np.array([0, 1, 2, 3, 4], np.int64)
BARRELS = np.array([10, 11, 11, 9, 9], np.int64)
BARRELS_FOR_TWO = np.array([8, 9, 9, 7, 7], np.int64)
TILE_COUNT = np.array([10, 12, 11, 9, 8, 8], np.int64)
TILE_COUNT_FOR_TWO = TILE_COUNT - 3

FACTORY_INCOME = np.array([0, 0, 1, 2, 3, 5], np.int64)
"""Doubloons by the number of kinds produced."""
CLOISTER_POINTS = np.array([0, 1, 3, 6, 10], np.int64)
"""Points by the number of sets of three equal island tiles."""
RESIDENCE_POINTS = np.array([4] * 10 + [5, 6, 7], np.int64)
"""Points by the number of filled island spaces."""

# By number of players; the first two rows are never used.
#                               0  1  2   3   4    5
START_DOUBLOONS = np.array([0, 0, 3, 2, 3, 4], np.int64)
START_VICTORY_POINTS = np.array([0, 0, 65, 75, 100, 122], np.int64)
START_COLONISTS = np.array([0, 0, 40, 55, 75, 95], np.int64)
"""In the supply; as many as there are players lie on the colonist ship besides."""
START_INDIGO = np.array([0, 0, 1, 2, 2, 3], np.int64)
"""How many seats, from the governor on, start with indigo; the others start with corn."""
PROSPECTORS = np.array([0, 0, 1, 0, 1, 2], np.int64)
ROLES_EACH = np.array([0, 0, 3, 1, 1, 1], np.int64)
"""How many roles each player takes in a round."""

NOBLES_COUNT_AT = (
    Building.LAND_OFFICE,
    Building.CHAPEL,
    Building.HUNTING_LODGE,
    Building.ZONING_OFFICE,
    Building.GUEST_HOUSE,
)
"""Where it matters who stands there: the buildings with two functions, and the guest house."""
GUESTS = NOBLES_COUNT_AT.index(Building.GUEST_HOUSE)
COUNTED_AT = _column([NOBLES_COUNT_AT.index(b) if b in NOBLES_COUNT_AT else NONE for b in Building])
"""The place of a building among them, or NONE."""

ALL_COLONISTS = 100
NOBLES = 20

SHIPS = 3
SMALLEST_SHIP = 4
SHIP_SIZES = 5
SHIP_CAPACITY = np.array([[0] * 3, [0] * 3, [4, 6, 0], [4, 5, 6], [5, 6, 7], [6, 7, 8]], np.int64)
"""The cargo ships in the game; with two players there are only two."""
