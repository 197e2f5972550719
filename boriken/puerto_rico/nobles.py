"""Nobles: they come on the ship in place of colonists, and in some buildings it matters that one stands there.

Persons are placed, counted and lifted together (`colonists`, `san_juan`). Of the nobles among them the record keeps how
many a seat has, and how many stand where it matters (`nobles_at`); nothing asks where the others are.
"""

from __future__ import annotations

from boriken.engine import State, ask

from .actions import Act
from .components import COUNTED_AT, GOODS, GUESTS, ISLAND_SPACES, NOBLES_COUNT_AT, NONE, TILES, Building
from .state import (
    Decision,
    all_persons,
    expansion,
    gain_points,
    island_tiles,
    next_player,
    occupied,
)

_BUILDINGS = NOBLES_COUNT_AT
_SECOND_GUEST = GUESTS + 1


@expansion(False)
def with_noble(s: State, p: int, building: int) -> bool:
    """Whether p's building, one of those with two functions, has a noble."""
    return s.nobles_at[p, COUNTED_AT[building]] > 0


@expansion(False)
def with_colonist(s: State, p: int, building: int) -> bool:
    """Whether p's building, one of those with two functions, has a colonist."""
    return occupied(s, p, building) and not with_noble(s, p, building)


@expansion()
def place_person(s: State, p: int, place: int, noble: int) -> None:
    """Put a colonist (0) or a noble (1) there; `remove_person` takes one away."""
    s.colonists[p, place] += 1
    if noble and place >= TILES and COUNTED_AT[place - TILES] != NONE:
        s.nobles_at[p, COUNTED_AT[place - TILES]] += 1


@expansion()
def remove_person(s: State, p: int, place: int, noble: int) -> None:
    s.colonists[p, place] -= 1
    if noble and place >= TILES and COUNTED_AT[place - TILES] != NONE:
        s.nobles_at[p, COUNTED_AT[place - TILES]] -= 1


# --- the mayor phase --------------------------------------------------------------------------------------------------


@expansion(0)
def nobles_aboard(s: State) -> int:
    return s.noble_ship


@expansion()
def take_noble(s: State, p: int) -> None:
    """From the ship."""
    s.noble_ship -= 1
    s.nobles[p] += 1
    s.san_juan[p] += 1


@expansion()
def villas_receive(s: State) -> None:
    """A noble for each occupied villa, besides the ship; a colonist once the nobles are gone."""
    p = s.chooser
    while True:
        if occupied(s, p, Building.VILLA):
            if s.noble_supply > 0:
                s.noble_supply -= 1
                s.nobles[p] += 1
                s.san_juan[p] += 1
            elif s.colonist_supply > 0:
                s.colonist_supply -= 1
                s.san_juan[p] += 1
        p = next_player(s, p)
        if p == s.chooser:
            return


@expansion()
def lift_nobles(s: State, p: int) -> None:
    s.nobles_at[p, :] = 0


@expansion(False)
def asks_who_is_noble(s: State, p: int, first: int) -> bool:
    """All persons of p are placed: ask where nobles stand, for each building where it matters from the first on.

    Asked only while p has both colonists and nobles left to name. The second guest is asked for if the first is a
    noble, so that none, one or two nobles can be named in one way each.
    """
    for i in range(first, _SECOND_GUEST + 1):
        at = min(i, GUESTS)
        persons = s.colonists[p, TILES + _BUILDINGS[at]]
        if persons == 0 or (i == _SECOND_GUEST and (persons == 1 or s.nobles_at[p, GUESTS] == 0)):
            continue
        if _nobles_left(s, p) == 0:
            return False
        if _colonists_left(s, p, at) == 0:
            s.nobles_at[p, at] += 1
            continue
        s.place_from = i
        ask(s, p, Decision.NOBLE)
        return True
    return False


@expansion(0)
def legal_noble(s: State, out: State) -> int:
    p = s.turn
    at = min(s.place_from, GUESTS)
    out[0] = Act.NOBLE + at
    colonists = s.colonists[p, TILES + _BUILDINGS[at]] - s.nobles_at[p, at]  # who are not named yet
    if _colonists_left(s, p, at) < colonists:
        return 1
    out[1] = Act.PASS
    return 2


@expansion(False)
def asks_on(s: State, action: int) -> bool:
    """Name a noble, or a colonist; returns whether there is another question."""
    p, i = s.turn, s.place_from
    s.place_from = 0
    if action != Act.PASS:
        s.nobles_at[p, min(i, GUESTS)] += 1
    return asks_who_is_noble(s, p, i + 1)


@expansion(0)
def _nobles_left(s: State, p: int) -> int:
    """Nobles that are not named yet."""
    n = 0 + s.nobles[p]
    for at in range(len(_BUILDINGS)):
        n -= s.nobles_at[p, at]
    return n


@expansion(0)
def _colonists_left(s: State, p: int, until: int) -> int:
    """Colonists that are not known to stand in the buildings before that one."""
    n = all_persons(s, p) - s.nobles[p]
    for at in range(until):
        n -= s.colonists[p, TILES + _BUILDINGS[at]] - s.nobles_at[p, at]
    return n


@expansion(0)
def noble_boards(s: State) -> int:
    """One noble takes the place of a colonist on the ship, while there are any. Returns how many did."""
    if s.noble_supply == 0:
        return 0
    s.noble_supply -= 1
    s.noble_ship = 1
    return 1


@expansion(True)
def colonists_can_run_out(s: State) -> bool:
    """With nobles a ship that cannot be filled does not end the game."""
    return s.with_nobles == 0


# --- buildings that serve several phases ------------------------------------------------------------------------------


@expansion(0)
def legal_discards(s: State, out: State, n: int) -> int:
    """Land office and hunting lodge: a plantation or a forest of one's own, never a quarry. Returns how many."""
    p = s.turn
    first = n
    for tile in range(GOODS):
        if s.island[p, tile] > 0:
            out[n] = Act.DISCARD + tile
            n += 1
    for tile in range(GOODS):
        if s.forests[p, tile] > 0:
            out[n] = Act.DISCARD_FOREST
            return n + 1 - first
    return n - first


@expansion(False)
def has_tile_to_discard(s: State, p: int) -> bool:
    for tile in range(GOODS):
        if s.island[p, tile] > 0 or s.forests[p, tile] > 0:
            return True
    return False


@expansion()
def discard_tile(s: State, p: int, action: int) -> None:
    """An empty tile of the kind goes first; whoever stands on the last one goes to San Juan."""
    if action == Act.DISCARD_FOREST:
        for tile in range(GOODS):
            if s.forests[p, tile] > 0:
                s.forests[p, tile] -= 1
                s.discards[tile] += 1
                return
    tile = action - Act.DISCARD
    s.island[p, tile] -= 1
    s.discards[tile] += 1
    if s.colonists[p, tile] > s.island[p, tile]:
        s.colonists[p, tile] -= 1
        s.san_juan[p] += 1


@expansion()
def hunt(s: State, p: int) -> None:
    """A noble in the hunting lodge: 2 points if p alone has the most empty island spaces."""
    empty = ISLAND_SPACES - island_tiles(s, p)
    for q in range(s.players):
        if q != p and ISLAND_SPACES - island_tiles(s, q) >= empty:
            return
    gain_points(s, p, 2)
