"""The buccaneer: its chooser alone acts, with piracy, plunder, a raid or a kidnapping."""

from __future__ import annotations

from boriken.engine import State, ask

from .actions import MOST_LOOT, Act, place_action, place_of
from .components import BASE_ROLES, GOODS, NONE, SHIPS, SMALLEST_SHIP, TILES, Role
from .nobles import place_person
from .state import Decision, barrels_in_house, circles, end_role, expansion, gain_points, kinds, ship_of

MOST_RAIDED = 3
RANSOM = 3
"""Doubloons for the kidnapper when somebody else takes the role."""


@expansion()
def buccaneer_phase(s: State) -> None:
    s.portrait = s.chooser
    ask(s, s.chooser, Decision.BUCCANEER)


@expansion(True)
def may_take_role(s: State, role: int) -> bool:
    """Not the buccaneer whose portrait one holds, nor the card that one has kidnapped."""
    if role == Role.BUCCANEER:
        return s.with_buccaneer != 0 and s.portrait != s.turn
    return role != s.kidnapped or s.kidnapper != s.turn


@expansion()
def pay_ransom(s: State, role: int) -> None:
    if role == s.kidnapped:
        s.doubloons[s.kidnapper] += RANSOM


@expansion(False)
def is_kidnapped(s: State, role: int) -> bool:
    return role == s.kidnapped


@expansion(False)
def kidnapped_role_is_due(s: State) -> bool:
    """At the round's end the kidnapper plays the role that nobody else has taken."""
    return s.kidnapped != NONE and s.taken_by[s.kidnapped] == NONE


@expansion(0)
def take_kidnapped_role(s: State) -> int:
    s.chooser = s.kidnapper
    s.taken_by[s.kidnapped] = s.kidnapper
    s.alone = 1 - s.kidnapped_for_all
    return s.kidnapped


@expansion()
def release(s: State) -> None:
    """The end of the round."""
    s.kidnapped = NONE
    s.kidnapper = NONE
    s.library_used[:] = 0


@expansion(0)
def legal_buccaneer(s: State, out: State) -> int:
    n = 0
    for ship in range(SHIPS):
        if s.ship_barrels[ship] > 0:
            out[n] = Act.PIRACY + s.ship_capacity[ship] - SMALLEST_SHIP
            n += 1
    if barrels_in_house(s) > 0:
        out[n] = Act.PLUNDER
        n += 1
    if surplus(s) > 0:
        out[n] = Act.RAID
        n += 1
    for role in range(BASE_ROLES):
        if s.taken_by[role] == NONE:
            out[n] = Act.KIDNAP + role
            n += 1
    out[n] = Act.PASS
    return n + 1


@expansion()
def apply_buccaneer(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        end_role(s)
    elif action == Act.PLUNDER:
        gain_points(s, p, barrels_in_house(s))
        for good in range(GOODS):
            s.supply[good] += s.trading_house[good]
            s.trading_house[good] = 0
        end_role(s)
    elif action == Act.RAID:
        _raid_on(s, p)
    elif action >= Act.KIDNAP:
        _kidnap(s, p, action - Act.KIDNAP)
        end_role(s)
    else:
        s.last_piece = ship_of(s, action - Act.PIRACY + SMALLEST_SHIP)
        ask(s, p, Decision.LOOT)


@expansion()
def _kidnap(s: State, p: int, role: int) -> None:
    """The doubloons on the card come at once."""
    s.kidnapped = role
    s.kidnapper = p
    s.doubloons[p] += s.role_doubloons[role]
    s.role_doubloons[role] = 0


@expansion(0)
def legal_loot(s: State, out: State) -> int:
    n = min(MOST_LOOT, s.ship_barrels[s.last_piece]) + 1
    for barrels in range(n):
        out[barrels] = Act.LOOT + barrels
    return n


@expansion()
def apply_loot(s: State, action: int) -> None:
    """So many barrels are kept, the rest goes to the supply; the ship is free again."""
    ship, barrels = s.last_piece, action - Act.LOOT
    good = s.ship_good[ship]
    s.goods[s.turn, good] += barrels
    s.supply[good] += s.ship_barrels[ship] - barrels
    s.ship_barrels[ship] = 0
    s.ship_good[ship] = NONE
    s.last_piece = 0
    end_role(s)


# --- the raid ---------------------------------------------------------------------------------------------------------


@expansion()
def _raid_on(s: State, p: int) -> None:
    """Up to three of those for whom there are too many aboard go to empty circles of p; then the rest leaves."""
    if s.raided < MOST_RAIDED and surplus(s) > 0 and _has_empty_circle(s, p):
        s.person = 1 if s.colonist_ship == 0 else 0
        both = s.colonist_ship > 0 and s.noble_ship > 0
        ask(s, p, Decision.RAID_TAKE if both else Decision.RAID_PLACE)
    else:
        _send_back(s, p)


@expansion(0)
def legal_raid_take(s: State, out: State) -> int:
    out[0] = Act.TAKE_FROM_SHIP
    out[1] = Act.TAKE_FROM_SHIP + 1
    out[2] = Act.PASS
    return 3


@expansion(0)
def legal_raid_place(s: State, out: State) -> int:
    p = s.turn
    n = 0
    for place in range(TILES + kinds(s)):
        if circles(s, p, place) > s.colonists[p, place]:
            out[n] = place_action(place)
            n += 1
    if s.colonist_ship == 0 or s.noble_ship == 0:
        out[n] = Act.PASS  # else it stood beside `take:`
        n += 1
    return n


@expansion()
def apply_raid_take(s: State, action: int) -> None:
    if action == Act.PASS:
        _send_back(s, s.turn)
    else:
        s.person = action - Act.TAKE_FROM_SHIP
        ask(s, s.turn, Decision.RAID_PLACE)


@expansion()
def apply_raid_place(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        _send_back(s, p)
        return
    place_person(s, p, place_of(action), s.person)
    if s.person:
        s.noble_ship -= 1
        s.nobles[p] += 1
    else:
        s.colonist_ship -= 1
    s.raided += 1
    _raid_on(s, p)


@expansion()
def _send_back(s: State, p: int) -> None:
    """Whoever is too many goes to the supply; p says whether a noble is among them, if there is a choice."""
    s.raided = 0
    s.person = 0
    if surplus(s) > 0 and s.noble_ship > 0 and s.colonist_ship > 0:
        ask(s, p, Decision.RAID_RETURN)
    else:
        _empty_ship(s)


@expansion()
def apply_raid_return(s: State, action: int) -> None:
    if action == Act.RETURN_NOBLE:
        s.noble_ship -= 1
        s.noble_supply += 1
    _empty_ship(s)


@expansion()
def _empty_ship(s: State) -> None:
    colonists = min(surplus(s), s.colonist_ship)
    s.colonist_ship -= colonists
    s.colonist_supply += colonists
    nobles = surplus(s)
    s.noble_ship -= nobles
    s.noble_supply += nobles
    end_role(s)


@expansion(0)
def surplus(s: State) -> int:
    """How many persons more than players are aboard."""
    return max(s.colonist_ship + s.noble_ship - s.players, 0)


@expansion(False)
def _has_empty_circle(s: State, p: int) -> bool:
    for place in range(TILES + kinds(s)):
        if circles(s, p, place) > s.colonists[p, place]:
            return True
    return False
