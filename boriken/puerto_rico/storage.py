"""The end of the captain phase: what has not been shipped is stored or lost, and full ships sail."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import GOODS, NONE, SHIPS
from .state import Decision, end_role, warehouse_room


@rule
def storage_phase(s: State) -> None:
    _store_from(s, s.chooser)


@rule
def legal_warehouse(s: State, out: State) -> int:
    """A kind to keep in full, in the order of goods; or to leave the rest of the warehouse unused."""
    n = 0
    for good in range(GOODS):
        if _may_store(s, s.turn, good):
            out[n] = Act.STORE + good
            n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_warehouse(s: State, action: int) -> None:
    if action == Act.PASS:
        s.room_for_kinds = 0
    else:
        s.room_for_kinds -= 1
        s.stored |= 1 << (action - Act.STORE)
    if _all_loose(s, s.turn) <= 1:
        _next_to_store(s, s.turn)
    else:
        _ask(s, s.turn)


@rule
def legal_windrose(s: State, out: State) -> int:
    """The kind of the single barrel that everybody may keep besides the warehouses."""
    n = 0
    for good in range(GOODS):
        if _loose(s, s.turn, good) > 0:
            out[n] = Act.KEEP + good
            n += 1
    return n


@rule
def apply_windrose(s: State, action: int) -> None:
    p = s.turn
    _give_back(s, p, action - Act.KEEP)
    _next_to_store(s, p)


@rule
def _loose(s: State, p: int, good: int) -> int:
    """Barrels of a kind that no warehouse keeps."""
    return 0 if s.stored & (1 << good) else s.goods[p, good]


@rule
def _all_loose(s: State, p: int) -> int:
    n = 0
    for good in range(GOODS):
        n += _loose(s, p, good)
    return n


@rule
def _may_store(s: State, p: int, good: int) -> bool:
    """Warehouses are filled in the order of goods: the same kinds can be stored in one way only.

    (Two choices may still end alike, where a kind has one barrel: it may be stored or be the one that everybody keeps.)
    """
    later_than_all_stored = s.stored < 1 << good  # `stored` has a bit for each kind
    return s.room_for_kinds > 0 and s.goods[p, good] > 0 and later_than_all_stored


@rule
def _ask(s: State, p: int) -> None:
    """Ask p for a warehouse or, when that is settled, for the single barrel."""
    for good in range(GOODS):
        if _may_store(s, p, good):
            ask(s, p, Decision.WAREHOUSE)
            return
    ask(s, p, Decision.WINDROSE)


@rule
def _store_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that has more than the one barrel that is kept without a question."""
    while _all_loose(s, p) <= 1:
        p = next_seat(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return
    s.room_for_kinds = warehouse_room(s, p)
    _ask(s, p)


@rule
def _next_to_store(s: State, p: int) -> None:
    s.stored = 0
    s.room_for_kinds = 0
    p = next_seat(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _store_from(s, p)


@rule
def _give_back(s: State, p: int, single: int) -> None:
    """Everything loose returns to the supply but one barrel of the kind that p keeps."""
    for good in range(GOODS):
        lost = _loose(s, p, good)
        if good == single:
            lost -= 1
        s.goods[p, good] -= lost
        s.supply[good] += lost


@rule
def _end_of_phase(s: State) -> None:
    """Full ships are unloaded into the supply; the others stay as they are."""
    for ship in range(SHIPS):
        if s.ship_good[ship] != NONE and s.ship_barrels[ship] == s.ship_capacity[ship]:
            s.supply[s.ship_good[ship]] += s.ship_barrels[ship]
            s.ship_good[ship] = NONE
            s.ship_barrels[ship] = 0
    end_role(s)
