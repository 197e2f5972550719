"""Scoring: chips, buildings, and what the occupied large buildings add at the end."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, State, rule, written

from .components import (
    BASE_BUILDINGS,
    BIT,
    CLOISTER_POINTS,
    LARGE_PRODUCTION,
    RESIDENCE_POINTS,
    SCORING,
    SMALL_PRODUCTION,
    TILES,
    VICTORY_POINTS,
    VIOLET,
    Building,
)
from .state import Decision, Trigger, all_persons, barrels, expansion, forest_tiles, island_tiles, kinds, occupied, owns


@rule
def building_points(s: State, p: int) -> int:
    """The victory points printed on p's buildings, occupied or not."""
    points = 0
    for building in range(kinds(s)):
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
        return all_persons(s, p) // 3
    if building == Building.CUSTOMS_HOUSE:
        return s.vp[p] // 4
    if building == Building.CITY_HALL:
        return _owned(s, p, VIOLET)
    if building == Building.CLOISTER:
        return CLOISTER_POINTS[sets_of_tiles(s, p)]
    if building == Building.ROYAL_GARDEN:
        return nobles_of(s, p)
    return 0


@rule
def sets_of_tiles(s: State, p: int) -> int:
    """Threes of equal tiles on p's island: plantations of a kind, quarries, forests."""
    sets = forest_tiles(s, p) // 3
    for tile in range(TILES):
        sets += s.island[p, tile] // 3
    return sets


@expansion(0)
def nobles_of(s: State, p: int) -> int:
    """All of p's nobles, wherever they stand: each is a point at the end."""
    return s.nobles[p]


@rule
def _owned(s: State, p: int, which: int) -> int:
    """How many buildings of a set p owns."""
    n = 0
    for building in range(kinds(s)):
        if s.built[p] & which & BIT[building]:
            n += 1
    return n


_SCORING = [building for building in Building if SCORING >> building & 1]
SCORE_SOURCES = ("chips", "buildings", *map(written, _SCORING), "nobles")
BASE_SCORE_SOURCES = ("chips", "buildings", *(written(b) for b in _SCORING if b < BASE_BUILDINGS))


@rule
def score(s: State, p: int, out: Any) -> None:
    """Write p's points: chips, buildings, then what each large building adds, and nobles where there are any."""
    out[0] = s.vp[p]
    out[1] = building_points(s, p)
    source = 2
    for building in range(kinds(s)):
        if SCORING >> building & 1:
            out[source] = bonus(s, p, building)
            source += 1
    _score_nobles(s, p, out, source)


@expansion()
def _score_nobles(s: State, p: int, out: Any, source: int) -> None:
    out[source] = s.nobles[p]


@rule
def tie_break(s: State, p: int) -> int:
    """Doubloons and barrels together."""
    return s.doubloons[p] + barrels(s, p)


def settle(s: State) -> None:
    """While a seat places colonists anew, those in its hand still count for large buildings that it has not come to.

    Else its points in sight would fall when it lifts them, and putting one back would look like a gain. (With fewer
    colonists than such buildings they go to the first ones.)
    """
    if s.decision != Decision.PLACE:
        return
    p = s.turn
    for building in _SCORING:
        place = TILES + building
        large = s.built[p] >> building & 1
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
