"""The plantation tiles: face down, face up, discarded.

The face-down stacks are an unordered heap from which tiles are drawn at random: the same thing as well-shuffled stacks,
and nothing about their order is there to be seen.
"""

from __future__ import annotations

from boriken.engine import State, ask, draw, rule, tell_all

from .actions import Act
from .components import GOODS, NONE, Building
from .festival import tile_placed
from .state import Decision, expansion, occupied


@rule
def _count(tiles: State) -> int:
    n = 0
    for tile in range(GOODS):
        n += tiles[tile]
    return n


@rule
def plantation_to_draw(s: State) -> bool:
    """Whether there is a face-down tile, after shuffling the discards if need be."""
    for tile in range(GOODS):
        if s.face_down[tile] > 0 or s.discards[tile] > 0:
            return True
    return False


@rule
def face_up_tiles(s: State) -> int:
    return _count(s.face_up)


@rule
def draw_plantation(s: State) -> int:
    """Turn the top face-down tile up; the discards are shuffled first if there is none. NONE if all are gone."""
    tiles = _count(s.face_down)
    if tiles == 0:
        for tile in range(GOODS):
            s.face_down[tile] = s.discards[tile]
            s.discards[tile] = 0
        tiles = _count(s.face_down)
        if tiles == 0:
            return NONE
    tell_all(s)
    return draw(s.chance, s.face_down, tiles)


@rule
def turn_up_plantations(s: State) -> None:
    """Discard what lies face up, and lay out one tile more than there are players (fewer if the tiles run short)."""
    for tile in range(GOODS):
        s.discards[tile] += s.face_up[tile]
        s.face_up[tile] = 0
    for _ in range(s.players + 1):
        tile = draw_plantation(s)
        if tile != NONE:
            s.face_up[tile] += 1


@expansion(False)
def asks_for_forest(s: State, p: int, tile: int) -> bool:
    """A tile that was drawn may be laid face down by the owner of a forest house. Returns whether he is asked."""
    if not occupied(s, p, Building.FOREST_HOUSE):
        return False
    s.last_piece = tile
    ask(s, p, Decision.DRAWN_TILE)
    return True


@expansion()
def lay_drawn_tile(s: State, p: int, action: int) -> None:
    tile = s.last_piece
    s.last_piece = 0
    if action == Act.FOREST:
        s.forests[p, tile] += 1
    else:
        s.island[p, tile] += 1
        tile_placed(s, p, tile)
