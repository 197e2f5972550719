"""The settler: each player may place a plantation; the settler (or a construction hut) may take a quarry instead."""

from __future__ import annotations

from boriken.engine import State, ask, rule

from .actions import Act
from .components import GOODS, ISLAND_SPACES, Building, Tile
from .festival import tile_placed
from .guests import guests_can_help, legal_guests
from .nobles import discard_tile, has_tile_to_discard, hunt, legal_discards, with_colonist, with_noble
from .plantations import asks_for_forest, draw_plantation, face_up_tiles, plantation_to_draw, turn_up_plantations
from .state import (
    FOREST,
    Decision,
    colonist_to_take,
    doubled,
    end_role,
    expansion,
    island_tiles,
    next_player,
    occupied,
    take_new_colonist,
)


@rule
def settler_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def _legal_tiles(s: State, out: State, quarry: bool) -> int:
    """The plantations that lie face up, and a quarry for whoever may take one."""
    n = 0
    for tile in range(GOODS):
        if s.face_up[tile] > 0:
            out[n] = Act.SETTLE + tile
            n += 1
    if quarry:
        out[n] = Act.SETTLE + Tile.QUARRY
        n += 1
    return n


@rule
def legal_settler(s: State, out: State) -> int:
    n = _legal_tiles(s, out, may_take_quarry(s, s.turn))
    if may_use_hacienda(s, s.turn):
        out[n] = Act.HACIENDA
        n += 1
    n += legal_forests(s, out, n)
    n += legal_guests(s, out, n)
    out[n] = Act.PASS
    return n + 1


@expansion(0)
def legal_forests(s: State, out: State, n: int) -> int:
    """The forest house: a face-up plantation, laid face down. Returns how many kinds there are."""
    if not occupied(s, s.turn, Building.FOREST_HOUSE):
        return 0
    first = n
    for tile in range(GOODS):
        if s.face_up[tile] > 0:
            out[n] = Act.SETTLE_FOREST + tile
            n += 1
    return n - first


@rule
def apply_settler(s: State, action: int) -> None:
    p = s.turn
    if action == Act.HACIENDA:
        _use_hacienda(s, p)
    elif action == Act.PASS:
        _next_settler(s, p)
    else:
        _settle(s, p, place_tile(s, p, action))


@rule
def apply_hospice(s: State, action: int) -> None:
    """The colonist stands on the new tile; a forest has no room, so there it goes to San Juan."""
    p = s.turn
    if action == Act.HOSPICE:
        take_new_colonist(s, p, s.last_piece)
    s.last_piece = 0
    _next_settler(s, p)


@rule
def may_take_quarry(s: State, p: int) -> bool:
    """The settler's privilege and the construction hut are the same right: one quarry, instead of a plantation."""
    return s.quarries > 0 and (p == s.chooser or occupied(s, p, Building.CONSTRUCTION_HUT))


@rule
def may_use_hacienda(s: State, p: int) -> bool:
    return not s.hacienda_used and occupied(s, p, Building.HACIENDA) and plantation_to_draw(s)


@rule
def _use_hacienda(s: State, p: int) -> None:
    """The face-down tile must be placed, and gets no colonist from a hospice. It may fill the island."""
    tile = draw_plantation(s)
    s.hacienda_used = 1
    if asks_for_forest(s, p, tile):
        return
    s.island[p, tile] += 1
    tile_placed(s, p, tile)
    go_on_settling(s, p)


@rule
def go_on_settling(s: State, p: int) -> None:
    """After the hacienda's tile, or when a guest has moved."""
    if _can_settle(s, p):
        ask(s, p, Decision.SETTLER)
    else:
        _next_settler(s, p)


@rule
def place_tile(s: State, p: int, action: int) -> int:
    """Take the tile that an action names, and return its kind."""
    if action >= Act.SETTLE_FOREST:
        take_forest(s, p, action - Act.SETTLE_FOREST)
        return FOREST
    tile = action - Act.SETTLE
    if tile == Tile.QUARRY:
        s.quarries -= 1
    else:
        s.face_up[tile] -= 1
    s.island[p, tile] += 1
    tile_placed(s, p, tile)
    return tile


@expansion()
def take_forest(s: State, p: int, tile: int) -> None:
    s.face_up[tile] -= 1
    s.forests[p, tile] += 1


@rule
def _settle(s: State, p: int, tile: int) -> None:
    if occupied(s, p, Building.HOSPICE) and colonist_to_take(s):
        s.last_piece = tile
        ask(s, p, Decision.HOSPICE)
    else:
        _next_settler(s, p)


@rule
def _can_settle(s: State, p: int) -> bool:
    if island_tiles(s, p) == ISLAND_SPACES:
        return False
    for tile in range(GOODS):
        if s.face_up[tile] > 0:
            return True
    return may_take_quarry(s, p) or may_use_hacienda(s, p) or guests_can_help(s, p, Decision.SETTLER)


@rule
def _next_settler(s: State, p: int) -> None:
    s.hacienda_used = 0
    p = next_player(s, p)
    if p == s.chooser:
        _last_steps(s)
    else:
        _ask_from(s, p)


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can place anything."""
    while not _can_settle(s, p):
        p = next_player(s, p)
        if p == s.chooser:
            _last_steps(s)
            return
    ask(s, p, Decision.SETTLER)


@rule
def _last_steps(s: State) -> None:
    if not asks_for_second_tile(s):
        lodges_hunt(s, s.chooser)


# --- expansions: the library's second tile, the hunting lodges --------------------------------------------------------


@expansion(False)
def asks_for_second_tile(s: State) -> bool:
    """The library: when all others are done, the settler may take a second tile. Returns whether he is asked."""
    p = s.chooser
    if not doubled(s) or island_tiles(s, p) == ISLAND_SPACES:
        return False
    if face_up_tiles(s) == 0 and not _may_take_second_quarry(s, p) and not guests_can_help(s, p, Decision.SECOND_TILE):
        return False
    ask(s, p, Decision.SECOND_TILE)
    return True


@expansion(False)
def _may_take_second_quarry(s: State, p: int) -> bool:
    """The privilege has been used: only the construction hut gives a right to it."""
    return s.quarries > 0 and occupied(s, p, Building.CONSTRUCTION_HUT)


@expansion(0)
def legal_second_tile(s: State, out: State) -> int:
    n = _legal_tiles(s, out, _may_take_second_quarry(s, s.turn))
    n += legal_forests(s, out, n)
    n += legal_guests(s, out, n)
    out[n] = Act.PASS
    return n + 1


@expansion()
def apply_second_tile(s: State, action: int) -> None:
    """No hospice helps here."""
    if action != Act.PASS:
        place_tile(s, s.turn, action)
    lodges_hunt(s, s.chooser)


@rule
def lodges_hunt(s: State, p: int) -> None:
    """From p on clockwise to the settler; then new plantations are turned up."""
    if not asks_lodges(s, p):
        _end_of_phase(s)


@expansion(False)
def asks_lodges(s: State, p: int) -> bool:
    """A noble hunts; a colonist may discard a tile; a guest may move in first. Returns whether somebody is asked."""
    while True:
        if with_noble(s, p, Building.HUNTING_LODGE):
            hunt(s, p)
        elif (with_colonist(s, p, Building.HUNTING_LODGE) and has_tile_to_discard(s, p)) or guests_can_help(
            s, p, Decision.HUNTING_LODGE
        ):
            ask(s, p, Decision.HUNTING_LODGE)
            return True
        p = next_player(s, p)
        if p == s.chooser:
            return False


@expansion(0)
def legal_lodge(s: State, out: State) -> int:
    n = 0
    if with_colonist(s, s.turn, Building.HUNTING_LODGE):
        n += legal_discards(s, out, n)
    n += legal_guests(s, out, n)
    out[n] = Act.PASS
    return n + 1


@expansion()
def apply_lodge(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        discard_tile(s, p, action)
    p = next_player(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        lodges_hunt(s, p)


@rule
def _end_of_phase(s: State) -> None:
    turn_up_plantations(s)
    end_role(s)
