"""Rules of thumb for Puerto Rico with expansions: the decisions and actions that the base game does not have.

All others are judged as in the base game: `heuristic_puerto_rico`, which also knows what the new buildings are worth.
"""

from __future__ import annotations

from boriken.engine import State, rule
from boriken.puerto_rico.actions import DRAFTED, MOST_LOOT, SAN_JUAN, Act, place_of
from boriken.puerto_rico.buccaneer import MOST_RAIDED, RANSOM, surplus
from boriken.puerto_rico.captain import barrels_to_load
from boriken.puerto_rico.components import (
    BASE_ROLES,
    COUNTED_AT,
    GOODS,
    MAKES,
    NOBLES_COUNT_AT,
    NONE,
    PRICE,
    SHIPS,
    SMALLEST_SHIP,
    TILES,
    Building,
    Good,
    Tile,
)
from boriken.puerto_rico.craftsman import capacity, workers
from boriken.puerto_rico.festival import PLANTATION
from boriken.puerto_rico.guests import Step
from boriken.puerto_rico.rounds import role_of
from boriken.puerto_rico.state import (
    Decision,
    barrels_in_house,
    circles,
    forest_tiles,
    occupied,
    occupied_quarries,
    ship_of,
)
from boriken.puerto_rico.trader import post_income

from . import heuristic_puerto_rico as base
from .heuristic_puerto_rico import (
    best_building,
    best_sale,
    circle_worth,
    empty_circles,
    function_worth,
    gain,
    lateness,
    point,
    tile_worth,
)
from .styles import ENVY, PLAIN, VALUE

BEFORE_ALL_ELSE = 100.0
"""A guest who helps moves first: his seat is asked again afterwards."""

_FIRST_DRAFTED = DRAFTED[0]
_QUARRY, _INDIGO, _SUGAR = int(Tile.QUARRY), int(Good.INDIGO), int(Good.SUGAR)  # plain numbers, to count with
_LARGE_IN_REACH = 8
"""Doubloons and quarries with which a building of column 4 can soon be paid."""

_CHEAPEST = "what you need least: of chip, barrel and person whatever is worth least now, somebody idle first"
_RAID = "nobles before colonists, each where it does most"

IN_WORDS: dict[int, str] = {
    Decision.DRAFT: "the kind that does most for its price",
    Decision.LIBRARY: "use it for the first role whose privilege brings you anything",
    Decision.DRAWN_TILE: "a forest early, unless the plantation fits your buildings",
    Decision.SECOND_TILE: "as with the first tile: what you can process, what you lack, forests early",
    Decision.HUNTING_LODGE: "keep your tiles: an empty space alone brings nothing",
    Decision.SHIP: "the noble: it works like a colonist and is a point at the end",
    Decision.NOBLE: "nobles into chapel and hunting lodge, into the zoning office once a large building is in reach",
    Decision.PAY_CHIP: _CHEAPEST,
    Decision.PAY_BARREL: _CHEAPEST,
    Decision.PAY_PERSON: "a colonist rather than a noble, who is a point at the end",
    Decision.PAY_FROM: "somebody from San Juan, else from where he does least",
    Decision.SUPPLIER: "barrels that find no ship, and cheap ones; dear ones early are for the trader",
    Decision.SMALL_WHARF: "all that is left, cheap kinds first, but no odd barrel for nothing",
    Decision.BUCCANEER: "count barrels, points, persons or doubloons that each of its actions brings; a kidnapped role "
    "is worth nearly what it would bring you, and the ransom now and then",
    Decision.LOOT: "as many barrels as you may",
    Decision.RAID_TAKE: _RAID,
    Decision.RAID_PLACE: _RAID,
    Decision.RAID_RETURN: "send the noble back if your villa will fetch it, else keep it aboard",
    Decision.GUEST: "guests wait until a place brings something in this very step",
    Decision.GUEST_IS: "a colonist, unless a noble does more there",
}
"""The rules of thumb below in words, as in `heuristic_puerto_rico`."""


@rule
def worth(s: State, action: int, style: int) -> float:
    """What a legal action is worth to the seat to move, which plays in a style.

    Styles matter in what the base game asks, too, and where roles, tiles and buildings are chosen.
    """
    d = s.decision
    p = s.turn
    if Act.GUEST <= action < Act.GUEST_IS:
        return _guest(s, p, place_of(action))
    if d > Decision.END_OF_ROLE:
        return 0.0 if action == Act.PASS else _worth_of_answer(s, p, action, style)
    if d == Decision.ROLE:
        return _role(s, p, action, style)
    if d == Decision.SETTLER and action != Act.PASS:
        return _settle(s, p, action, style)
    if d == Decision.TRADER and action >= Act.POST:
        return _trade_beside_the_house(s, p, action)
    if d == Decision.CAPTAIN and action >= Act.SMALL_WHARF:
        return _first_barrel(s, p, action - Act.SMALL_WHARF)
    return base.worth(s, action, style)


@rule
def _worth_of_answer(s: State, p: int, action: int, style: int) -> float:
    """To a question that the base game does not have; passing is worth nothing."""
    d = s.decision
    if d == Decision.DRAFT:
        return function_worth(action - Act.DRAFT + _FIRST_DRAFTED, style)
    if d == Decision.LIBRARY:
        return gain(s, p, s.role, True, style) - 0.01  # a role that brings nothing is no use of it
    if d == Decision.DRAWN_TILE:
        return _forest(s, p) - tile_worth(s, p, s.last_piece, style)
    if d == Decision.SECOND_TILE:
        return _settle(s, p, action, style)
    if d == Decision.HUNTING_LODGE:
        return -1.0
    if d == Decision.SHIP or d == Decision.RAID_TAKE:
        return 1.0 + (action - Act.TAKE_FROM_SHIP)
    if d == Decision.NOBLE:
        return 1.0 if _noble_does_more(s, p, NOBLES_COUNT_AT[action - Act.NOBLE]) else -1.0
    if d <= Decision.PAY_FROM:
        return _pay(s, p, action)
    if d == Decision.SUPPLIER:
        return _supply(s, p, action - Act.SUPPLIER)
    if d == Decision.SMALL_WHARF:
        return _next_barrel(s, p, action - Act.SMALL_WHARF)
    if d == Decision.BUCCANEER:
        return _buccaneer(s, p, action, style)
    if d == Decision.LOOT:
        return float(action - Act.LOOT)
    if d == Decision.RAID_PLACE:
        return circle_worth(s, p, place_of(action), s.colonists[p, place_of(action)], PLAIN)
    if d == Decision.RAID_RETURN:
        return 1.0 if occupied(s, p, Building.VILLA) else -1.0
    return _guest_is(s, p, action - Act.GUEST_IS)


# --- roles ------------------------------------------------------------------------------------------------------------


@rule
def _role(s: State, p: int, action: int, style: int) -> float:
    """The buccaneer is worth what the best of its actions brings; a kidnapped role pays ransom to a rival."""
    if action == Act.ROLE_BUCCANEER:
        return _best_as_buccaneer(s, p, style)
    ransom = VALUE[style, ENVY] * RANSOM if role_of(action) == s.kidnapped else 0.0
    return base.worth(s, action, style) - ransom


@rule
def _best_as_buccaneer(s: State, p: int, style: int) -> float:
    most = max(_plunder(s), _raid(s, p))
    for ship in range(SHIPS):
        most = max(most, _piracy(s, ship))
    for role in range(BASE_ROLES):
        if s.taken_by[role] == NONE:
            most = max(most, _kidnap(s, p, role, style))
    return most


@rule
def _buccaneer(s: State, p: int, action: int, style: int) -> float:
    if action == Act.PLUNDER:
        return _plunder(s)
    if action == Act.RAID:
        return _raid(s, p)
    if action >= Act.KIDNAP:
        return _kidnap(s, p, action - Act.KIDNAP, style)
    return _piracy(s, ship_of(s, action - Act.PIRACY + SMALLEST_SHIP))


@rule
def _piracy(s: State, ship: int) -> float:
    """Barrels that are still to be shipped or sold."""
    if s.ship_barrels[ship] == 0:
        return 0.0
    return min(s.ship_barrels[ship], MOST_LOOT) * (0.6 + 0.15 * PRICE[s.ship_good[ship]])


@rule
def _plunder(s: State) -> float:
    return barrels_in_house(s) * point(lateness(s))


@rule
def _raid(s: State, p: int) -> float:
    persons = min(min(MOST_RAIDED, surplus(s)), empty_circles(s, p))
    return 0.9 * persons + (point(lateness(s)) if persons > 0 and s.noble_ship > 0 else 0.0)


@rule
def _kidnap(s: State, p: int, role: int, style: int) -> float:
    """The doubloons on the card at once; later the ransom or, more likely, the role for oneself alone."""
    return s.role_doubloons[role] + 0.8 * gain(s, p, role, True, style) + 0.4 * RANSOM


# --- settler ----------------------------------------------------------------------------------------------------------


@rule
def _settle(s: State, p: int, action: int, style: int) -> float:
    """As in the base game; forests early; the third tile of the festival's kind."""
    if action >= Act.SETTLE_FOREST:
        return _forest(s, p) - 0.1 * tile_worth(s, p, action - Act.SETTLE_FOREST, style)
    if action == Act.HACIENDA:
        return base.worth(s, action, style)
    tile = action - Act.SETTLE
    value = tile_worth(s, p, tile, style)
    if tile == s.festival_plantation and s.festival_met[PLANTATION] == NONE:
        value += 0.5 * s.island[p, tile]
    return value


@rule
def _forest(s: State, p: int) -> float:
    """A pair makes every building to come cheaper."""
    return 4.0 * (1.0 - lateness(s)) + (0.4 if forest_tiles(s, p) % 2 == 1 else 0.0)


# --- nobles -----------------------------------------------------------------------------------------------------------


@rule
def _noble_does_more(s: State, p: int, building: int) -> bool:
    """Whether a noble is better than a colonist in one of the buildings where it matters."""
    late = lateness(s)
    if building == Building.CHAPEL:
        return point(late) > 0.75 - 0.6 * late
    if building == Building.ZONING_OFFICE:
        return s.doubloons[p] + occupied_quarries(s, p) >= _LARGE_IN_REACH
    return building == Building.HUNTING_LODGE


@rule
def _guest_is(s: State, p: int, noble: int) -> float:
    wanted = 0
    if s.guest_to >= TILES and COUNTED_AT[s.guest_to - TILES] != NONE:
        wanted = 1 if _noble_does_more(s, p, s.guest_to - TILES) else 0
    return 1.0 if noble == wanted else -1.0


# --- the black market -------------------------------------------------------------------------------------------------


@rule
def _pay(s: State, p: int, action: int) -> float:
    """How much dearer it would be to pass and pay with what comes later."""
    late = lateness(s)
    if s.decision == Decision.PAY_CHIP:
        barrel, person = _cheapest_barrel(s, p, late), _cheapest_person(s, p)
        instead = max(barrel, person) if s.shortfall > 1 else min(barrel, person)
        return instead - point(late)
    if s.decision == Decision.PAY_BARREL:
        return _cheapest_person(s, p) - _barrel(action - Act.PAY_GOOD, late)
    if s.decision == Decision.PAY_PERSON:
        return 0.0 - (action - Act.PAY_PERSON)
    place = place_of(action)
    return 0.0 if place == SAN_JUAN else 0.0 - circle_worth(s, p, place, s.colonists[p, place] - 1, PLAIN)


@rule
def _barrel(good: int, late: float) -> float:
    return 0.7 + 0.3 * PRICE[good] * (1.0 - late)


@rule
def _cheapest_barrel(s: State, p: int, late: float) -> float:
    for good in range(GOODS):
        if s.goods[p, good] > 0:
            return _barrel(good, late)
    return 9.0


@rule
def _cheapest_person(s: State, p: int) -> float:
    return 0.3 if s.san_juan[p] > 0 else 1.2


# --- trader, captain --------------------------------------------------------------------------------------------------


@rule
def _trade_beside_the_house(s: State, p: int, action: int) -> float:
    """The trading post by its income; a face-down tile early; no tile is sold."""
    if action < Act.LAND_OFFICE:
        good = action - Act.POST
        return post_income(s, p, good) - 0.5 - 0.1 * (s.goods[p, good] == 1)
    return 1.2 * (1.0 - lateness(s)) - 0.8 if action == Act.LAND_OFFICE else -1.0


@rule
def _supply(s: State, p: int, good: int) -> float:
    """A barrel that finds no ship is a point for nothing; of the others only cheap ones."""
    fits = 0
    for ship in range(SHIPS):
        fits = max(fits, barrels_to_load(s, p, good, ship))
    if fits < s.goods[p, good]:
        return 1.0
    return 0.25 - 0.15 * PRICE[good] * (1.0 - lateness(s))


@rule
def _first_barrel(s: State, p: int, good: int) -> float:
    """The small wharf is for what finds no other ship, so it waits for the last turn; there it takes cheap kinds first.

    (The turn comes round again after each load.)
    """
    points = _barrels_from(s, p, 0) // 2
    points += occupied(s, p, Building.HARBOR) + occupied(s, p, Building.LIGHTHOUSE)
    return 0.01 * points - 0.001 * good if points > 0 else -1.0


@rule
def _next_barrel(s: State, p: int, good: int) -> float:
    """Every second barrel brings a point: the last one stays if it would be odd, or early if it is dear."""
    if _barrels_from(s, p, s.last_good) == 1:
        dear = PRICE[good] * (1.0 - lateness(s)) > 2.0
        return -1.0 if s.cargo % 2 == 0 or dear else 1.0
    return 1.0 - 0.1 * good


@rule
def _barrels_from(s: State, p: int, first: int) -> int:
    n = 0
    for good in range(first, GOODS):
        n += s.goods[p, good]
    return n


# --- guests -----------------------------------------------------------------------------------------------------------


@rule
def _guest(s: State, p: int, place: int) -> float:
    """Guests wait until a place brings something in the step at hand, and then go where they do most."""
    helps = _tile_helps(s, p, place) if place < TILES else _building_helps(s, p, place - TILES)
    return BEFORE_ALL_ELSE * (1.0 if helps else -1.0) + circle_worth(s, p, place, s.colonists[p, place], PLAIN)


@rule
def _tile_helps(s: State, p: int, tile: int) -> bool:
    if tile == Tile.QUARRY:
        return best_building(s, p, 1, PLAIN) > 0
    if s.supply[tile] == 0:
        return False
    if tile == Tile.CORN:
        return True
    free = workers(s, p, tile) - s.colonists[p, tile]
    return free > 0 or (free == 0 and _two_guests(s, p))


@rule
def _two_guests(s: State, p: int) -> bool:
    return s.colonists[p, TILES + Building.GUEST_HOUSE] == 2


@rule
def _building_helps(s: State, p: int, building: int) -> bool:
    d = s.decision
    good = MAKES[building]
    if good > 0:
        free = s.colonists[p, good] - workers(s, p, good)
        two = free == 0 and _two_guests(s, p) and circles(s, p, good) > s.colonists[p, good]
        return s.supply[good] > 0 and (free > 0 or two)
    if d == Decision.SETTLER or d == Decision.SECOND_TILE:
        return _helps_settling(s, p, building)
    if d == Decision.BUILDER:
        if building == Building.BLACK_MARKET:
            return best_building(s, p, 0, PLAIN) == 0 and best_building(s, p, 2, PLAIN) > 2
        return best_building(s, p, 1, PLAIN) > 0
    if d == Decision.TRADER:
        return _helps_selling(s, p, building)
    if d == Decision.CAPTAIN:
        return building != Building.SMALL_WHARF or _barrels_from(s, p, 0) > 2
    if d == Decision.GUEST and s.guest_step == Step.PRODUCING:
        return _helps_producing(s, p, building)
    return building != Building.HUNTING_LODGE


@rule
def _helps_settling(s: State, p: int, building: int) -> bool:
    face_up = 0.0
    for tile in range(GOODS):
        if s.face_up[tile] > 0:
            face_up = max(face_up, tile_worth(s, p, tile, PLAIN))
    if building == Building.CONSTRUCTION_HUT:
        return tile_worth(s, p, _QUARRY, PLAIN) > face_up
    if building == Building.FOREST_HOUSE:
        return _forest(s, p) > face_up
    return True


@rule
def _helps_selling(s: State, p: int, building: int) -> bool:
    """Markets and library go with a sale; trading post and office with a dear barrel that finds no buyer."""
    if building == Building.LAND_OFFICE or building == Building.FOREST_HOUSE:
        return False
    sale = best_sale(s, p)
    if building == Building.TRADING_POST or building == Building.OFFICE:
        return sale < 2.0 and _barrels_from(s, p, _SUGAR) > 0
    return sale > 0.0


@rule
def _helps_producing(s: State, p: int, building: int) -> bool:
    made, most = 0, 0
    for good in range(GOODS):
        barrels = min(capacity(s, p, good), s.supply[good])
        made += barrels > 0
        if good != Good.CORN:
            most = max(most, barrels)
    if building == Building.FACTORY:
        return made > 1
    if building == Building.SPECIALTY_FACTORY:
        return most > 1
    if building == Building.AQUEDUCT:
        return (occupied(s, p, Building.INDIGO_PLANT) and capacity(s, p, _INDIGO) > 0) or (
            occupied(s, p, Building.SUGAR_MILL) and capacity(s, p, _SUGAR) > 0
        )
    return made > 0 or building != Building.LIBRARY
