"""Styles of play for Puerto Rico: what a player values more or less than the heuristic player does.

A style is a row of numbers on which the rules of thumb in `heuristic_puerto_rico` go. The first row changes nothing: it
is the heuristic player's. The others have each another way to win, so that whoever trains or measures against them
meets more than one. Their numbers were found by trial: changed at random, and kept where the bot then won more against
heuristic players or played more as its name says. They are no advice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from boriken.puerto_rico.components import BUILDINGS, ROLES, TILES, Building, Role, Tile


class Keen(NamedTuple):
    """On a role."""

    factor: float = 1.0
    """On what it brings."""
    more: float = 0.0
    """Doubloons that it is worth besides."""


class Style(NamedTuple):
    """A row of the table."""

    name: str
    roles: Mapping[Role, Keen] = {}
    buildings: Mapping[Building, float] = {}
    """What their functions are worth more than `FUNCTION_WORTH` says; those of production early in the game."""
    tiles: Mapping[Tile, float] = {}
    circle: float = 0.0
    """A circle in a new building, in doubloons: a colonist will come for it."""
    field: float = 0.0
    """How much a colonist is worth more on the island than in the city."""
    thrift: float = 1.0
    """On what is paid for a building."""
    hoard: float = 1.0
    """On how much dear barrels are kept from the ships, for the trader."""
    envy: float = 0.3
    """How much the gain of the player who gains most from my role, other than me, counts against it."""


PLAIN = 0
"""The heuristic player's row."""

STYLES = (
    Style("heuristic"),
    Style(
        "builder",
        roles={
            Role.SETTLER: Keen(0.0, -2.2),
            Role.MAYOR: Keen(1.0, 0.8),
            Role.BUILDER: Keen(1.6, -1.1),
            Role.CRAFTSMAN: Keen(0.6, 0.7),
            Role.TRADER: Keen(1.5, 0.6),
            Role.PROSPECTOR: Keen(1.7, 0.0),
        },
        buildings={
            Building.SMALL_INDIGO_PLANT: 1.0,
            Building.INDIGO_PLANT: -2.5,
            Building.SUGAR_MILL: -2.0,
            Building.TOBACCO_STORAGE: 2.0,
            Building.COFFEE_ROASTER: -3.0,
            Building.SMALL_MARKET: 0.5,
            Building.HACIENDA: 0.5,
            Building.CONSTRUCTION_HUT: 1.0,
            Building.HOSPICE: -6.0,
            Building.OFFICE: 7.5,
            Building.LARGE_MARKET: 5.0,
            Building.LARGE_WAREHOUSE: -2.5,
            Building.FACTORY: 1.5,
            Building.UNIVERSITY: 0.5,
            Building.HARBOR: -4.0,
            Building.WHARF: 2.0,
            Building.GUILD_HALL: -4.0,
            Building.RESIDENCE: -1.5,
            Building.CITY_HALL: 3.0,
        },
        tiles={Tile.CORN: -0.7, Tile.INDIGO: -2.2, Tile.SUGAR: 0.2, Tile.COFFEE: -1.0, Tile.QUARRY: 4.2},
        circle=0.3,
        thrift=0.9,
        hoard=1.9,
        envy=0.6,
    ),
    Style(
        "colonists",
        roles={
            Role.SETTLER: Keen(1.1, 0.0),
            Role.MAYOR: Keen(1.8, 0.7),
            Role.BUILDER: Keen(1.4, -0.7),
            Role.CRAFTSMAN: Keen(0.0, -0.6),
            Role.TRADER: Keen(1.0, -0.2),
            Role.CAPTAIN: Keen(0.6, -1.0),
            Role.PROSPECTOR: Keen(0.0, -1.5),
        },
        buildings={
            Building.SMALL_INDIGO_PLANT: -5.5,
            Building.SMALL_SUGAR_MILL: 2.0,
            Building.INDIGO_PLANT: -7.0,
            Building.TOBACCO_STORAGE: -2.5,
            Building.COFFEE_ROASTER: -6.5,
            Building.CONSTRUCTION_HUT: -6.0,
            Building.SMALL_WAREHOUSE: 4.5,
            Building.HOSPICE: 9.0,
            Building.OFFICE: 1.0,
            Building.LARGE_MARKET: 4.0,
            Building.LARGE_WAREHOUSE: -3.0,
            Building.FACTORY: -6.5,
            Building.UNIVERSITY: 1.5,
            Building.HARBOR: 1.5,
            Building.WHARF: -3.0,
            Building.GUILD_HALL: -3.5,
            Building.RESIDENCE: 2.5,
            Building.FORTRESS: 6.0,
            Building.CUSTOMS_HOUSE: 2.5,
            Building.CITY_HALL: 3.0,
        },
        tiles={Tile.CORN: 0.4, Tile.SUGAR: 0.4, Tile.TOBACCO: -2.1, Tile.COFFEE: -1.6, Tile.QUARRY: -0.9},
        circle=0.8,
        field=2.8,
        thrift=0.9,
        hoard=-0.3,
    ),
    Style(
        "trader",
        roles={
            Role.SETTLER: Keen(0.4, 0.9),
            Role.MAYOR: Keen(1.5, 0.2),
            Role.BUILDER: Keen(0.6, 1.0),
            Role.CRAFTSMAN: Keen(0.8, -0.4),
            Role.TRADER: Keen(1.6, 0.5),
            Role.CAPTAIN: Keen(1.1, 1.0),
            Role.PROSPECTOR: Keen(0.7, 1.4),
        },
        buildings={
            Building.SMALL_INDIGO_PLANT: -1.5,
            Building.SMALL_SUGAR_MILL: 2.5,
            Building.INDIGO_PLANT: -2.5,
            Building.SUGAR_MILL: 1.0,
            Building.TOBACCO_STORAGE: 8.0,
            Building.COFFEE_ROASTER: 10.5,
            Building.SMALL_MARKET: 2.0,
            Building.HACIENDA: -2.5,
            Building.CONSTRUCTION_HUT: -2.0,
            Building.SMALL_WAREHOUSE: 2.5,
            Building.HOSPICE: -3.5,
            Building.OFFICE: 6.0,
            Building.LARGE_MARKET: 1.0,
            Building.LARGE_WAREHOUSE: 6.5,
            Building.FACTORY: 1.0,
            Building.UNIVERSITY: 1.0,
            Building.HARBOR: 2.5,
            Building.WHARF: 1.5,
            Building.GUILD_HALL: 6.0,
            Building.RESIDENCE: 4.5,
            Building.FORTRESS: -1.5,
            Building.CUSTOMS_HOUSE: 4.0,
            Building.CITY_HALL: -1.0,
        },
        tiles={Tile.SUGAR: -0.4, Tile.TOBACCO: 0.5, Tile.COFFEE: 1.3, Tile.QUARRY: 1.2},
        circle=0.1,
        field=-2.0,
        thrift=1.7,
        hoard=2.1,
    ),
)


def _table(columns: int, rows: Sequence[Mapping[Any, float]], usual: float = 0.0) -> Any:
    """A row for each style; where it says nothing, the usual."""
    table = np.full((len(rows), columns), usual)
    for row, wishes in zip(table, rows, strict=True):
        for column, wish in wishes.items():
            row[column] = wish
    return table


ROLE_FACTOR = _table(ROLES, [{role: keen.factor for role, keen in style.roles.items()} for style in STYLES], 1.0)
ROLE_WISH = _table(ROLES, [{role: keen.more for role, keen in style.roles.items()} for style in STYLES])
BUILDING_WISH = _table(BUILDINGS, [style.buildings for style in STYLES])
TILE_WISH = _table(TILES, [style.tiles for style in STYLES])
CIRCLE, FIELD, THRIFT, HOARD, ENVY = range(5)
VALUE = np.array([[style.circle, style.field, style.thrift, style.hoard, style.envy] for style in STYLES])
"""The numbers of each style, by the names above."""
