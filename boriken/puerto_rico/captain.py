"""The captain: goods are shipped for victory points, lap after lap, until nobody loads any more."""

from __future__ import annotations

from boriken.engine import State, ask, rule

from .actions import Act
from .components import GOODS, NONE, SHIP_SIZES, SHIPS, SMALLEST_SHIP, Building
from .guests import Step, asks_guests, guests_can_help, legal_guests
from .state import Decision, alone, expansion, gain_points, next_player, occupied, privilege, ship_of
from .storage import storage_phase

_GUESTS, _HALL, _DONE = range(3)
"""Values of `captain_steps`: what comes next in a seat's first turn."""


@rule
def captain_phase(s: State) -> None:
    lighthouse_earns(s, s.chooser)
    load_from(s, s.chooser)


@rule
def ship_with(s: State, good: int) -> int:
    """The ship that carries a good, or NONE."""
    for ship in range(SHIPS):
        if s.ship_good[ship] == good:
            return ship
    return NONE


@rule
def barrels_to_load(s: State, p: int, good: int, ship: int) -> int:
    """How many barrels p would load; 0 where it may not.

    A kind that is on a ship goes only there. Otherwise it goes on an empty ship, on one where the most barrels fit:
    on any that takes them all, if there is one.
    """
    barrels = s.goods[p, good]
    carrier = ship_with(s, good)
    if carrier != NONE:
        return min(barrels, s.ship_capacity[ship] - s.ship_barrels[ship]) if carrier == ship else 0
    if s.ship_good[ship] != NONE:
        return 0
    most = 0
    for other in range(SHIPS):
        if s.ship_good[other] == NONE:
            most = max(most, min(barrels, s.ship_capacity[other]))
    fits = min(barrels, s.ship_capacity[ship])
    return fits if fits == most else 0


@rule
def may_use_wharf(s: State, p: int) -> bool:
    return not s.wharf_used[p] and occupied(s, p, Building.WHARF)


@rule
def legal_captain(s: State, out: State) -> int:
    """Loading is a must while a ship can be loaded. The wharf is a choice: if only it could load, p may pass."""
    p = s.turn
    n = 0
    for good in range(GOODS):
        if s.goods[p, good] > 0:
            for ship in range(SHIPS):
                if barrels_to_load(s, p, good, ship) > 0:
                    out[n] = Act.LOAD + good * SHIP_SIZES + s.ship_capacity[ship] - SMALLEST_SHIP
                    n += 1
    must_load = n > 0
    if may_use_wharf(s, p):
        for good in range(GOODS):
            if s.goods[p, good] > 0:
                out[n] = Act.WHARF + good
                n += 1
    n += legal_small_wharf(s, out, n)
    n += legal_guests(s, out, n)
    if not must_load:
        out[n] = Act.PASS
        n += 1
    return n


@rule
def apply_captain(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        s.idle_turns += 1
    elif action >= Act.SMALL_WHARF:
        load_small_wharf(s, p, action - Act.SMALL_WHARF)
        return
    elif action >= Act.WHARF:
        _use_wharf(s, p, action - Act.WHARF)
    else:
        load = action - Act.LOAD
        _load(s, p, load // SHIP_SIZES, load % SHIP_SIZES + SMALLEST_SHIP)
    load_from(s, next_player(s, p))


@rule
def _load(s: State, p: int, good: int, ship_capacity: int) -> None:
    ship = ship_of(s, ship_capacity)
    barrels = barrels_to_load(s, p, good, ship)
    s.ship_good[ship] = good
    s.ship_barrels[ship] += barrels
    s.goods[p, good] -= barrels
    _score_load(s, p, barrels)


@rule
def _use_wharf(s: State, p: int, good: int) -> None:
    """All barrels of the kind go to the supply, and score as if they had been loaded on a ship."""
    barrels = s.goods[p, good]
    s.wharf_used[p] = 1
    s.goods[p, good] = 0
    s.supply[good] += barrels
    _score_load(s, p, barrels)


@rule
def _score_load(s: State, p: int, barrels: int) -> None:
    """A point for each barrel, one for each load with a harbor, one for the captain's first load."""
    points = barrels
    lighthouse_earns(s, p)
    if occupied(s, p, Building.HARBOR):
        points += 1
    if p == s.chooser and not s.captain_loaded:
        s.captain_loaded = 1
        points += privilege(s, p)
    gain_points(s, p, points)
    s.idle_turns = 0


@rule
def _can_load(s: State, p: int) -> bool:
    for good in range(GOODS):
        if s.goods[p, good] > 0:
            if may_use_wharf(s, p):
                return True
            for ship in range(SHIPS):
                if barrels_to_load(s, p, good, ship) > 0:
                    return True
            if may_use_small_wharf(s, p):
                return True
    return guests_can_help(s, p, Decision.CAPTAIN)


@rule
def load_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can load. A whole lap without a load ends the loading.

    Whoever is passed over here, and whoever passes (`apply_captain`), has been idle for a turn; a load starts the count
    anew (`_score_load`).
    """
    while s.idle_turns < (1 if alone(s) else s.players):
        if asks_first(s, p):
            return
        if _can_load(s, p):
            ask(s, p, Decision.CAPTAIN)
            return
        s.idle_turns += 1
        p = next_player(s, p)
    s.idle_turns = 0
    s.captain_loaded = 0
    s.wharf_used[:] = 0
    forget_loads(s)
    storage_phase(s)


# --- expansions: lighthouse, union hall, royal supplier, small wharf --------------------------------------------------


@expansion()
def lighthouse_earns(s: State, p: int) -> None:
    """A doubloon for each load, and for taking the captain."""
    if occupied(s, p, Building.LIGHTHOUSE):
        s.doubloons[p] += 1


@expansion(False)
def asks_first(s: State, p: int) -> bool:
    """What a seat's first turn begins with: guests, union hall, royal supplier. Returns whether it is asked."""
    if s.captain_steps[p] == _GUESTS:
        if asks_guests(s, p, Step.FIRST_TURN):
            return True
        s.captain_steps[p] = _HALL
    if s.captain_steps[p] == _HALL:
        s.captain_steps[p] = _DONE
        union_hall_scores(s, p)
        return asks_supplier(s, p, 0)
    return False


@expansion()
def guests_have_moved(s: State, p: int) -> None:
    """On with the first turn."""
    s.captain_steps[p] = _HALL
    load_from(s, p)


@expansion()
def union_hall_scores(s: State, p: int) -> None:
    """For each kind a point for every two barrels; they stay."""
    if occupied(s, p, Building.UNION_HALL):
        points = 0
        for good in range(GOODS):
            points += s.goods[p, good] // 2
        if points > 0:
            gain_points(s, p, points)


@expansion(False)
def asks_supplier(s: State, p: int, first: int) -> bool:
    """The royal supplier: a barrel for the court for each noble, no two alike, of kinds from the first on."""
    if occupied(s, p, Building.ROYAL_SUPPLIER) and s.given < s.nobles[p]:
        for good in range(first, GOODS):
            if s.goods[p, good] > 0:
                s.last_good = first
                ask(s, p, Decision.SUPPLIER)
                return True
    s.given = 0
    s.last_good = 0
    return False


@expansion(0)
def legal_supplier(s: State, out: State) -> int:
    n = 0
    for good in range(s.last_good, GOODS):
        if s.goods[s.turn, good] > 0:
            out[n] = Act.SUPPLIER + good
            n += 1
    out[n] = Act.PASS
    return n + 1


@expansion()
def apply_supplier(s: State, action: int) -> None:
    """A point each; it is no load."""
    p = s.turn
    first = GOODS
    if action != Act.PASS:
        good = action - Act.SUPPLIER
        s.goods[p, good] -= 1
        s.supply[good] += 1
        s.given += 1
        gain_points(s, p, 1)
        first = good + 1
    if not asks_supplier(s, p, first):
        load_from(s, p)


@expansion(False)
def may_use_small_wharf(s: State, p: int) -> bool:
    return not s.small_wharf_used[p] and occupied(s, p, Building.SMALL_WHARF)


@expansion(0)
def legal_small_wharf(s: State, out: State, n: int) -> int:
    """The first barrel for the small wharf: a load in one turn, barrel by barrel."""
    if not may_use_small_wharf(s, s.turn):
        return 0
    return _barrels_from(s, 0, out, n)


@expansion(0)
def legal_next_barrel(s: State, out: State) -> int:
    """Of the same kind or a later one, so that each cargo is offered once; or sail."""
    n = 0 + _barrels_from(s, s.last_good, out, 0)
    out[n] = Act.PASS
    return n + 1


@expansion(0)
def _barrels_from(s: State, first: int, out: State, n: int) -> int:
    start = n
    for good in range(first, GOODS):
        if s.goods[s.turn, good] > 0:
            out[n] = Act.SMALL_WHARF + good
            n += 1
    return n - start


@expansion()
def load_small_wharf(s: State, p: int, good: int) -> None:
    """A barrel goes aboard, and from there to the supply."""
    s.goods[p, good] -= 1
    s.supply[good] += 1
    s.cargo += 1
    s.last_good = good
    for other in range(good, GOODS):
        if s.goods[p, other] > 0:
            ask(s, p, Decision.SMALL_WHARF)
            return
    _sail(s, p)


@expansion()
def apply_small_wharf(s: State, action: int) -> None:
    if action == Act.PASS:
        _sail(s, s.turn)
    else:
        load_small_wharf(s, s.turn, action - Act.SMALL_WHARF)


@expansion()
def _sail(s: State, p: int) -> None:
    """A point for every two barrels; otherwise a load like any other."""
    s.small_wharf_used[p] = 1
    barrels = s.cargo
    s.cargo = 0
    s.last_good = 0
    _score_load(s, p, barrels // 2)
    load_from(s, next_player(s, p))


@expansion()
def forget_loads(s: State) -> None:
    s.captain_steps[:] = 0
    s.small_wharf_used[:] = 0
