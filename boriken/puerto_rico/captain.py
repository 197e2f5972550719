"""The captain: goods are shipped for victory points, lap after lap, until nobody loads any more."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import GOODS, NONE, SHIP_SIZES, SHIPS, SMALLEST_SHIP, Building
from .state import Decision, gain_points, occupied
from .storage import storage_phase


@rule
def captain_phase(s: State) -> None:
    _ask_from(s, s.chooser)


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
        if not must_load:
            out[n] = Act.PASS
            n += 1
    return n


@rule
def apply_captain(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        s.idle_turns += 1
    elif action >= Act.WHARF:
        _use_wharf(s, p, action - Act.WHARF)
    else:
        load = action - Act.LOAD
        _load(s, p, load // SHIP_SIZES, load % SHIP_SIZES + SMALLEST_SHIP)
    _ask_from(s, next_seat(s, p))


@rule
def _load(s: State, p: int, good: int, ship_capacity: int) -> None:
    ship = 0
    while s.ship_capacity[ship] != ship_capacity:
        ship += 1
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
    if occupied(s, p, Building.HARBOR):
        points += 1
    if p == s.chooser and not s.captain_loaded:
        s.captain_loaded = 1
        points += 1
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
    return False


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can load. A whole lap without a load ends the loading.

    Whoever is passed over here, and whoever passes (`apply_captain`), has been idle for a turn; a load starts the count
    anew (`_score_load`).
    """
    while s.idle_turns < s.players:
        if _can_load(s, p):
            ask(s, p, Decision.CAPTAIN)
            return
        s.idle_turns += 1
        p = next_seat(s, p)
    s.idle_turns = 0
    s.captain_loaded = 0
    s.wharf_used[:] = 0
    storage_phase(s)
