"""Scoring: chips, buildings, and what the occupied large buildings add at the end."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, State, rule, written

from .components import (
    BIT,
    BUILDING_TABLE,
    BUILDINGS,
    COLUMN,
    GOODS,
    LARGE_COLUMN,
    LARGE_PRODUCTION,
    PLACES,
    RESIDENCE_POINTS,
    SMALL_PRODUCTION,
    TILES,
    VICTORY_POINTS,
    VIOLET,
    Building,
)
from .state import Decision, Trigger, island_tiles, occupied, owns


@rule
def building_points(s: State, p: int) -> int:
    """The victory points printed on p's buildings, occupied or not."""
    points = 0
    for building in range(BUILDINGS):
        if owns(s, p, building):
            points += VICTORY_POINTS[building]
    return points


@rule
def bonus(s: State, p: int, building: int) -> int:
    """What a large building adds for p: nothing unless it is occupied."""
    if not occupied(s, p, building):
        return 0
    if building == Building.GUILD_HALL:
        return _owned(s, p, SMALL_PRODUCTION) + 2 * _owned(s, p, LARGE_PRODUCTION)
    if building == Building.RESIDENCE:
        return RESIDENCE_POINTS[island_tiles(s, p)]
    if building == Building.FORTRESS:
        return all_colonists(s, p) // 3
    if building == Building.CUSTOMS_HOUSE:
        return s.vp[p] // 4
    if building == Building.CITY_HALL:
        return _owned(s, p, VIOLET)
    return 0


@rule
def all_colonists(s: State, p: int) -> int:
    """On tiles, in buildings and in San Juan."""
    n = s.san_juan[p]
    for place in range(PLACES):
        n += s.colonists[p, place]
    return n


@rule
def _owned(s: State, p: int, kinds: int) -> int:
    """How many buildings of a set p owns."""
    n = 0
    for building in range(BUILDINGS):
        if s.built[p] & kinds & BIT[building]:
            n += 1
    return n


SCORE_SOURCES = ("chips", "buildings", *(written(b) for b, row in BUILDING_TABLE.items() if row.column == LARGE_COLUMN))


@rule
def score(s: State, p: int, out: Any) -> None:
    """Write p's points: chips, buildings, then what each large building adds."""
    out[0] = s.vp[p]
    out[1] = building_points(s, p)
    source = 2
    for building in range(BUILDINGS):
        if COLUMN[building] == LARGE_COLUMN:
            out[source] = bonus(s, p, building)
            source += 1


@rule
def tie_break(s: State, p: int) -> int:
    """Doubloons and barrels together."""
    n = 0 + s.doubloons[p]
    for good in range(GOODS):
        n += s.goods[p, good]
    return n


def settle(s: State) -> None:
    """While a seat places colonists anew, those in its hand still count for large buildings that it has not come to.

    Else its points in sight would fall when it lifts them, and putting one back would look like a gain. (With fewer
    colonists than such buildings they go to the first ones.)
    """
    if s.decision != Decision.PLACE:
        return
    p = s.turn
    for building in range(BUILDINGS):
        place = TILES + building
        large = COLUMN[building] == LARGE_COLUMN and s.built[p] >> building & 1
        if large and place >= s.place_from and s.colonists[p, place] == 0 and s.san_juan[p] > 0:
            s.colonists[p, place] = 1
            s.san_juan[p] -= 1


REASON_WORDS = {
    "colonists": "there were not enough colonists to fill the ship",
    "city": "a city was full",
    "victory-points": "the victory point chips ran out",
}


def reasons(s: Fields) -> tuple[str, ...]:
    """The triggers met so far: several may meet in one round."""
    return tuple(trigger.name.lower().replace("_", "-") for trigger in Trigger if s.triggers & trigger)
