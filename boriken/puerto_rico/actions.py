"""The actions of Puerto Rico: what each number means. docs/decisions-puerto-rico.md says when each is asked for."""

from __future__ import annotations

from enum import IntEnum

from boriken.engine import ActionSpace, spoken, written

from .components import BUILDINGS, GOODS, PLACES, ROLES, SHIP_SIZES, SMALLEST_SHIP, TILES, Building, Good, Role, Tile


class Act(IntEnum):
    """The first number of each kind of action; add the piece: `Act.BUILD + Building.HARBOR`."""

    PASS = 0
    ROLE = 1
    SETTLE = ROLE + ROLES
    HACIENDA = SETTLE + TILES
    HOSPICE = HACIENDA + 1
    TAKE_COLONIST = HOSPICE + 1  # the mayor's privilege
    PLACE = TAKE_COLONIST + 1
    BUILD = PLACE + PLACES
    UNIVERSITY = BUILD + BUILDINGS
    TAKE_GOOD = UNIVERSITY + 1  # the craftsman's privilege
    SELL = TAKE_GOOD + GOODS
    LOAD = SELL + GOODS  # + good * SHIP_SIZES + capacity - SMALLEST_SHIP
    WHARF = LOAD + GOODS * SHIP_SIZES
    STORE = WHARF + GOODS
    KEEP = STORE + GOODS
    END = KEEP + GOODS


def _rows() -> list[tuple[str, str]]:
    """Text and meaning of each action, in the order of `Act`."""
    rows = [("pass", "do nothing")]
    rows += [(f"role:{written(role)}", f"take the role of the {_role(role)}") for role in Role]
    rows += [(f"settle:{written(tile)}", f"place {_tile(tile)}") for tile in Tile]
    rows += [
        ("hacienda", "hacienda: place the top face-down plantation first"),
        ("hospice", "hospice: take a colonist for the new tile"),
        ("privilege:colonist", "mayor's privilege: take a colonist from the supply"),
    ]
    rows += [(f"place:{written(tile)}", f"put a colonist on {_tile(tile)}") for tile in Tile]
    rows += [(f"place:{written(building)}", f"put a colonist in the {spoken(building)}") for building in Building]
    rows += [(f"build:{written(building)}", f"build the {spoken(building)}") for building in Building]
    rows += [("university", "university: take a colonist for the new building")]
    rows += [(f"privilege:{written(good)}", f"craftsman's privilege: take 1 more {spoken(good)}") for good in Good]
    rows += [(f"sell:{written(good)}", f"sell 1 {spoken(good)} to the trading house") for good in Good]
    rows += [
        (f"load:{written(good)}@{capacity}", f"load {spoken(good)} on the ship for {capacity} barrels")
        for good in Good
        for capacity in range(SMALLEST_SHIP, SMALLEST_SHIP + SHIP_SIZES)
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


ACTIONS = ActionSpace("puerto-rico", _rows())
assert len(ACTIONS) == Act.END
