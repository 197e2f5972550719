"""The festival: three goals, each for the first who meets it. What they show is locked away until then."""

from __future__ import annotations

from boriken.engine import State, below, draw

from .components import COLUMN, GOODS, NONE, Building, Good
from .state import expansion, gain_points, kinds

PLANTATION, BARRELS, BUILDING = range(3)
_COLUMN = 3
_IN_THE_BAG = 3
"""Barrels of each kind."""
_DRAWN = 3
_TILES_WANTED = 3
_REWARD = 3
"""Colonists, doubloons or points."""


@expansion()
def draw_goals(s: State) -> None:
    """A plantation, three barrels of 15, and a building of column 3: not the one that makes the plantation's good."""
    tile = below(s.chance, GOODS)
    s.festival_plantation = tile
    s.face_down[tile] -= 1
    s.festival_goods[:] = _IN_THE_BAG
    for i in range(_DRAWN):
        draw(s.chance, s.festival_goods, GOODS * _IN_THE_BAG - i)
    for good in range(GOODS):
        s.festival_goods[good] = _IN_THE_BAG - s.festival_goods[good]
        s.supply[good] -= s.festival_goods[good]
    number = below(s.chance, _candidates(s))
    for building in range(kinds(s)):
        if _may_be_goal(s, building):
            if number == 0:
                s.festival_building = building
                break
            number -= 1
    if s.players > 2:
        s.copies[s.festival_building] -= 1


@expansion(0)
def _candidates(s: State) -> int:
    n = 0
    for building in range(kinds(s)):
        if _may_be_goal(s, building):
            n += 1
    return n


@expansion(False)
def _may_be_goal(s: State, building: int) -> bool:
    if building == Building.TOBACCO_STORAGE and s.festival_plantation == Good.TOBACCO:
        return False
    if building == Building.COFFEE_ROASTER and s.festival_plantation == Good.COFFEE:
        return False
    return COLUMN[building] == _COLUMN and s.in_game >> building & 1 != 0


@expansion(False)
def _open(s: State, goal: int) -> bool:
    return s.with_festival != 0 and s.festival_met[goal] == NONE


@expansion()
def tile_placed(s: State, p: int, tile: int) -> None:
    """Three plantations of the kind, face up: three colonists from the supply go to San Juan."""
    if tile == s.festival_plantation and _open(s, PLANTATION) and s.island[p, tile] >= _TILES_WANTED:
        s.festival_met[PLANTATION] = p
        s.discards[tile] += 1
        colonists = min(_REWARD, s.colonist_supply)
        s.colonist_supply -= colonists
        s.san_juan[p] += colonists


@expansion()
def barrels_made(s: State, p: int) -> None:
    """All three barrels in one craftsman phase: three doubloons."""
    if not _open(s, BARRELS):
        return
    for good in range(GOODS):
        if s.got[p, good] < s.festival_goods[good]:
            return
    s.festival_met[BARRELS] = p
    s.doubloons[p] += _REWARD
    for good in range(GOODS):
        s.supply[good] += s.festival_goods[good]


@expansion()
def building_built(s: State, p: int, building: int) -> None:
    """The building: three points."""
    if building == s.festival_building and _open(s, BUILDING):
        s.festival_met[BUILDING] = p
        if s.players > 2:
            s.copies[building] += 1
        gain_points(s, p, _REWARD)
