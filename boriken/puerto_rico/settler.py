"""The settler: each player may place a plantation; the settler (or a construction hut) may take a quarry instead."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import GOODS, ISLAND_SPACES, Building, Tile
from .plantations import draw_plantation, plantation_to_draw, turn_up_plantations
from .state import Decision, colonist_to_take, end_role, island_tiles, occupied, take_new_colonist


@rule
def settler_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def legal_settler(s: State, out: State) -> int:
    p = s.turn
    n = 0
    for tile in range(GOODS):
        if s.face_up[tile] > 0:
            out[n] = Act.SETTLE + tile
            n += 1
    if may_take_quarry(s, p):
        out[n] = Act.SETTLE + Tile.QUARRY
        n += 1
    if may_use_hacienda(s, p):
        out[n] = Act.HACIENDA
        n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_settler(s: State, action: int) -> None:
    p = s.turn
    if action == Act.HACIENDA:
        _use_hacienda(s, p)
    elif action == Act.PASS:
        _next_settler(s, p)
    else:
        _settle(s, p, action - Act.SETTLE)


@rule
def apply_hospice(s: State, action: int) -> None:
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
    s.island[p, draw_plantation(s)] += 1
    s.hacienda_used = 1
    if not _can_settle(s, p):
        _next_settler(s, p)


@rule
def _settle(s: State, p: int, tile: int) -> None:
    if tile == Tile.QUARRY:
        s.quarries -= 1
    else:
        s.face_up[tile] -= 1
    s.island[p, tile] += 1
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
    return may_take_quarry(s, p) or may_use_hacienda(s, p)


@rule
def _next_settler(s: State, p: int) -> None:
    s.hacienda_used = 0
    p = next_seat(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _ask_from(s, p)


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can place anything."""
    while not _can_settle(s, p):
        p = next_seat(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return
    ask(s, p, Decision.SETTLER)


@rule
def _end_of_phase(s: State) -> None:
    turn_up_plantations(s)
    end_role(s)
