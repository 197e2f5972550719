"""The end of the captain phase: what has not been shipped is stored or lost, and full ships sail."""

from __future__ import annotations

from boriken.engine import State, ask, rule

from .actions import Act
from .components import GOODS, NONE, SHIPS, Building
from .guests import legal_guests
from .state import Decision, end_role, expansion, next_player, occupied, warehouse_room


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
    n += legal_guests(s, out, n)
    out[n] = Act.PASS
    return n + 1


@rule
def apply_warehouse(s: State, action: int) -> None:
    if action == Act.PASS:
        s.room_for_kinds = 0
    else:
        s.room_for_kinds -= 1
        s.stored |= 1 << (action - Act.STORE)
    begin_storing(s)
    if _all_loose(s, s.turn) <= singles(s, s.turn):
        _next_to_store(s, s.turn)
    else:
        _ask(s, s.turn)


@rule
def legal_windrose(s: State, out: State) -> int:
    """The kind of the single barrel that everybody may keep besides the warehouses."""
    n = 0
    for good in range(GOODS):
        if _loose(s, s.turn, good) > 0 and fills_storehouse(s, s.turn, good):
            out[n] = Act.KEEP + good
            n += 1
    n += legal_guests(s, out, n)
    return n


@rule
def apply_windrose(s: State, action: int) -> None:
    p = s.turn
    good = action - Act.KEEP
    if not asks_for_next_single(s, p, good):
        _give_back(s, p, good)
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
    while _all_loose(s, p) <= singles(s, p):
        p = next_player(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return
    s.room_for_kinds = warehouse_room(s, p)
    _ask(s, p)


@rule
def _next_to_store(s: State, p: int) -> None:
    s.stored = 0
    s.room_for_kinds = 0
    forget_singles(s)
    p = next_player(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _store_from(s, p)


@rule
def _give_back(s: State, p: int, single: int) -> None:
    """Everything loose returns to the supply but one barrel of the kind that p keeps."""
    for good in range(GOODS):
        lost = _loose(s, p, good) - kept(s, good)
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


# --- expansions: the storehouse ---------------------------------------------------------------------------------------


@expansion(1)
def singles(s: State, p: int) -> int:
    """How many single barrels p may keep besides the warehouses."""
    return 4 if occupied(s, p, Building.STOREHOUSE) else 1


@expansion(0)
def kept(s: State, good: int) -> int:
    """Single barrels of a kind that are kept already."""
    return s.kept[good]


@expansion(0)
def _all_kept(s: State) -> int:
    n = 0
    for good in range(GOODS):
        n += s.kept[good]
    return n


@expansion(True)
def fills_storehouse(s: State, p: int, good: int) -> bool:
    """Single barrels are kept in the order of goods, and as many as can be: enough must be left from there on."""
    return good >= s.last_good and kept(s, good) < _loose(s, p, good) and _left_from(s, p, good) >= _still_to_keep(s, p)


@expansion(0)
def _left_from(s: State, p: int, first: int) -> int:
    """Loose barrels, not kept yet, of that kind or a later one."""
    n = 0
    for good in range(first, GOODS):
        n += _loose(s, p, good) - s.kept[good]
    return n


@expansion(0)
def _still_to_keep(s: State, p: int) -> int:
    return singles(s, p) - _all_kept(s)


@expansion(False)
def asks_for_next_single(s: State, p: int, good: int) -> bool:
    """Keep this barrel, and ask for the next one if there is a choice; returns whether it is asked.

    The last barrel is left to `_give_back`, which keeps it.
    """
    left = _still_to_keep(s, p)
    if left == 1:
        return False
    begin_storing(s)
    s.kept[good] += 1
    s.last_good = good
    if _left_from(s, p, good) > left - 1:
        ask(s, p, Decision.WINDROSE)
        return True
    for later in range(good, GOODS):
        s.kept[later] = _loose(s, p, later)
    s.kept[good] -= 1
    return False


@expansion()
def begin_storing(s: State) -> None:
    """The first answer: from now on no guest moves."""
    s.storing = 1


@expansion()
def forget_singles(s: State) -> None:
    s.kept[:] = 0
    s.last_good = 0
    s.storing = 0


@rule
def go_on_storing(s: State, p: int) -> None:
    """When a guest has moved into a warehouse or the storehouse: nothing has been stored yet."""
    if _all_loose(s, p) <= singles(s, p):
        _next_to_store(s, p)
    else:
        s.room_for_kinds = warehouse_room(s, p)
        _ask(s, p)
