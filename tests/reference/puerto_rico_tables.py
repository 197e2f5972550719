"""Puerto Rico's components: every number of the base game and of its four expansions."""

from __future__ import annotations

from dataclasses import dataclass

# Goods and the plantations they grow on share their names. The order is the order in which things are offered.
GOODS = ["corn", "indigo", "sugar", "tobacco", "coffee"]
PLANTATIONS = GOODS
QUARRY = "quarry"
ISLAND_TILES = [*PLANTATIONS, QUARRY]

PRICES = {"corn": 0, "indigo": 1, "sugar": 2, "tobacco": 3, "coffee": 4}

ISLAND_SPACES = 12
CITY_SPACES = 12
TRADING_HOUSE_SPACES = 4


@dataclass(frozen=True)
class Building:
    """What is printed on a building tile, and where it lies on the game board."""

    cost: int
    points: int
    circles: int
    column: int  # also the most quarries that may lower its cost
    copies: int  # with three or more players
    spaces: int = 1
    violet: bool = True


BASE_BUILDINGS = {
    # production buildings     cost, points, circles, column, copies
    "small-indigo-plant": Building(1, 1, 1, 1, 4, violet=False),
    "small-sugar-mill": Building(2, 1, 1, 1, 4, violet=False),
    "indigo-plant": Building(3, 2, 3, 2, 3, violet=False),
    "sugar-mill": Building(4, 2, 3, 2, 3, violet=False),
    "tobacco-storage": Building(5, 3, 3, 3, 3, violet=False),
    "coffee-roaster": Building(6, 3, 2, 3, 3, violet=False),
    # small violet buildings
    "small-market": Building(1, 1, 1, 1, 2),
    "hacienda": Building(2, 1, 1, 1, 2),
    "construction-hut": Building(2, 1, 1, 1, 2),
    "small-warehouse": Building(3, 1, 1, 1, 2),
    "hospice": Building(4, 2, 1, 2, 2),
    "office": Building(5, 2, 1, 2, 2),
    "large-market": Building(5, 2, 1, 2, 2),
    "large-warehouse": Building(6, 2, 1, 2, 2),
    "factory": Building(7, 3, 1, 3, 2),
    "university": Building(8, 3, 1, 3, 2),
    "harbor": Building(8, 3, 1, 3, 2),
    "wharf": Building(9, 3, 1, 3, 2),
    # large violet buildings
    "guild-hall": Building(10, 4, 1, 4, 1, spaces=2),
    "residence": Building(10, 4, 1, 4, 1, spaces=2),
    "fortress": Building(10, 4, 1, 4, 1, spaces=2),
    "customs-house": Building(10, 4, 1, 4, 1, spaces=2),
    "city-hall": Building(10, 4, 1, 4, 1, spaces=2),
}
NEW_BUILDINGS = {
    "aqueduct": Building(1, 1, 1, 1, 2),
    "forest-house": Building(2, 1, 1, 1, 2),
    "black-market": Building(2, 1, 1, 1, 2),
    "storehouse": Building(3, 1, 1, 1, 2),
    "guest-house": Building(4, 2, 2, 2, 2),
    "trading-post": Building(5, 2, 1, 2, 2),
    "church": Building(5, 2, 1, 2, 2),
    "small-wharf": Building(6, 2, 1, 2, 2),
    "lighthouse": Building(7, 3, 1, 3, 2),
    "specialty-factory": Building(8, 3, 1, 3, 2),
    "library": Building(8, 3, 1, 3, 2),
    "union-hall": Building(9, 3, 1, 3, 2),
    "statue": Building(10, 8, 0, 4, 1, spaces=2),
    "cloister": Building(10, 4, 1, 4, 1, spaces=2),
}
NOBLES_BUILDINGS = {
    "land-office": Building(2, 1, 1, 1, 2),
    "chapel": Building(3, 1, 1, 1, 2),
    "hunting-lodge": Building(4, 2, 1, 2, 2),
    "zoning-office": Building(5, 2, 1, 2, 2),
    "royal-supplier": Building(6, 2, 1, 2, 2),
    "villa": Building(7, 3, 1, 3, 2),
    "jeweler": Building(8, 3, 1, 3, 2, violet=False),
    "royal-garden": Building(10, 4, 1, 4, 1, spaces=2),
}
BUILDINGS = {**BASE_BUILDINGS, **NEW_BUILDINGS, **NOBLES_BUILDINGS}

# Where a good is made. Corn is missing on purpose: it needs no building.
MAKERS = {
    "indigo": ["small-indigo-plant", "indigo-plant"],
    "sugar": ["small-sugar-mill", "sugar-mill"],
    "tobacco": ["tobacco-storage"],
    "coffee": ["coffee-roaster"],
}
PRODUCTION_BUILDINGS = [name for names in MAKERS.values() for name in names]
SMALL_PRODUCTION_BUILDINGS = ["small-indigo-plant", "small-sugar-mill"]
LARGE_PRODUCTION_BUILDINGS = ["indigo-plant", "sugar-mill", "tobacco-storage", "coffee-roaster", "jeweler"]

# The large plants whose output the aqueduct raises.
AQUEDUCT_PLANTS = {"indigo": "indigo-plant", "sugar": "sugar-mill"}

LARGE_BUILDINGS = [name for name, building in BUILDINGS.items() if building.column == 4]

# With a colonist and with a noble these do different things, and a guest may move to one of them. Only here it is
# kept which persons are nobles; elsewhere no rule asks.
DUAL_BUILDINGS = ["land-office", "chapel", "hunting-lodge", "zoning-office"]
NOBLES_TRACKED = [*DUAL_BUILDINGS, "guest-house"]

# Doubloons of the factory by number of kinds produced.
FACTORY_INCOME = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 5}

# Points of the cloister by number of sets of three equal tiles.
CLOISTER_POINTS = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10}

# Everything that has circles for persons, in the order in which they are placed.
PLACES = [*ISLAND_TILES, *BUILDINGS]


@dataclass(frozen=True)
class SetUp:
    """The numbers that depend on the number of players."""

    doubloons: int
    starting_tiles: list[str]  # from the governor clockwise
    victory_points: int
    colonists: int  # in the supply, not counting those on the ship
    roles: list[str]
    cargo_ships: list[int]
    roles_each: int = 1


SIX_ROLES = ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
SEVEN_ROLES = [*SIX_ROLES, "prospector"]
EIGHT_ROLES = [*SEVEN_ROLES, "prospector-2"]
BUCCANEER = "buccaneer"

SET_UPS = {
    2: SetUp(3, ["indigo", "corn"], 65, 40, SEVEN_ROLES, [4, 6], roles_each=3),
    3: SetUp(2, ["indigo", "indigo", "corn"], 75, 55, SIX_ROLES, [4, 5, 6]),
    4: SetUp(3, ["indigo", "indigo", "corn", "corn"], 100, 75, SEVEN_ROLES, [5, 6, 7]),
    5: SetUp(4, ["indigo", "indigo", "indigo", "corn", "corn"], 122, 95, EIGHT_ROLES, [6, 7, 8]),
}

ALL_COLONISTS = 100
ALL_NOBLES = 20

# Two players use fewer tiles and barrels than three to five.
ALL_PLANTATIONS = {"corn": 10, "indigo": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
ALL_QUARRIES = 8
ALL_BARRELS = {"corn": 10, "indigo": 11, "sugar": 11, "tobacco": 9, "coffee": 9}
TWO_PLAYER_PLANTATIONS = {"corn": 7, "indigo": 9, "sugar": 8, "tobacco": 6, "coffee": 5}
TWO_PLAYER_QUARRIES = 5
TWO_PLAYER_BARRELS = {"corn": 8, "indigo": 9, "sugar": 9, "tobacco": 7, "coffee": 7}


def copies_of(name: str, players: int) -> int:
    """How many tiles of a kind are used: with two players two of a kind that makes goods, one of any other."""
    if players > 2:
        return BUILDINGS[name].copies
    return 2 if name in PRODUCTION_BUILDINGS else 1


# The festival's goals: three tiles of a kind, three barrels drawn from three of each kind, one building of column 3.
FESTIVAL_TILES = 3
FESTIVAL_BARRELS = 3
FESTIVAL_BARRELS_OF_EACH = 3
FESTIVAL_COLUMN = 3
FESTIVAL_REWARD = 3  # colonists for the tiles, doubloons for the barrels, points for the building
# A building that would be too easy beside the plantation drawn.
FESTIVAL_LEFT_OUT = {"tobacco": "tobacco-storage", "coffee": "coffee-roaster"}

# The buccaneer keeps at most three barrels or persons, and gets three doubloons for a kidnapped role card.
LOOT = 3
RANSOM = 3
