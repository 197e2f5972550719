"""Positions that come to the same: colonists without work may stand here or there."""

from __future__ import annotations

from boriken.engine import Fields

from .components import BASE_BUILDINGS, BIT, CIRCLES, GOODS, MAKES, TILES, Building, Good
from .state import Decision

_BRINGS_COLONISTS = (Building.HOSPICE, Building.UNIVERSITY)
"""A colonist that comes between two mayors could join one that stands without work."""


def essence(s: Fields) -> Fields:
    """The position (of the base game) with all colonists who have no work in San Juan, rather than anywhere.

    Barrels are made as far as there are colonists on the plantations and in the buildings for them; whoever is left
    over on one side waits for the next mayor, who lifts them all. While the mayor's phase lasts it still may matter
    where: empty circles of buildings call colonists to the ship, if there are more of them than players.
    """
    e = Fields(**vars(s))
    e.colonists = [list(row) for row in s.colonists]
    e.san_juan = list(s.san_juan)
    e.calls = _calls(s) if s.decision == Decision.PLACE else 0
    for p in range(s.players):
        if any(s.colonists[p][TILES + building] for building in _BRINGS_COLONISTS):
            continue
        for good in range(Good.INDIGO, GOODS):
            plants = [TILES + building for building in range(BASE_BUILDINGS) if MAKES[building] == good]
            in_plants = sum(s.colonists[p][place] for place in plants)
            working = min(s.colonists[p][good], in_plants)
            e.san_juan[p] += s.colonists[p][good] + in_plants - 2 * working
            e.colonists[p][good] = working
            for place in plants:  # which of the plants they work in is all one, too
                e.colonists[p][place] = 0
            e.colonists[p][plants[0]] = working
    return e


def _calls(s: Fields) -> list[int]:
    """Empty circles in the buildings of each seat; nothing where even all circles call for one a player at most."""
    circles = [[int(CIRCLES[b]) if row & int(BIT[b]) else 0 for b in range(BASE_BUILDINGS)] for row in s.built]
    if sum(map(sum, circles)) <= s.players:
        return []
    return [sum(row) - sum(s.colonists[p][TILES:]) for p, row in enumerate(circles)]
