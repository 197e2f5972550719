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


GOODS = len(Good)
TILES = len(Tile)
ROLES = len(Role)
BUILDINGS = len(Building)
BUILDING_KINDS = 45
"""How many kinds the record has room for: those of the base game and of all expansions."""

PLACES = TILES + BUILDINGS
"""Where colonists can stand: the island tiles by kind, then the buildings by kind."""

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
    """The good that a production building makes; NONE for a violet building."""
    effect: str


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
}

assert list(BUILDING_TABLE) == list(Building), "the rows stand in the order of the names"

LARGE_COLUMN = 4
"""The buildings of this column are large: they take two city spaces."""


def _column(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A column of the table as an array with room for the kinds to come."""
    return np.array(values + [0] * (BUILDING_KINDS - len(values)), np.int64)


def bits(kinds: list[Building]) -> int:
    """A set of buildings as the record keeps it: one bit for each kind."""
    return sum(1 << kind for kind in kinds)


BIT = np.array([1 << kind for kind in range(BUILDING_KINDS)], np.int64)
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

VIOLET = bits([kind for kind, row in BUILDING_TABLE.items() if row.makes == NONE])
SMALL_PRODUCTION = bits([Building.SMALL_INDIGO_PLANT, Building.SMALL_SUGAR_MILL])
LARGE_PRODUCTION = bits(
    [kind for kind, row in BUILDING_TABLE.items() if row.makes != NONE and not SMALL_PRODUCTION >> kind & 1]
)

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

SHIPS = 3
SMALLEST_SHIP = 4
SHIP_SIZES = 5
SHIP_CAPACITY = np.array([[0] * 3, [0] * 3, [4, 6, 0], [4, 5, 6], [5, 6, 7], [6, 7, 8]], np.int64)
"""The cargo ships in the game; with two players there are only two."""
