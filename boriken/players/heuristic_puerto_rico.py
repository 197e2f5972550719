"""Rules of thumb for Puerto Rico.

For each decision a function says what an action is worth to the seat that chooses, roughly in doubloons. What something
costs, brings or allows is asked of the rules, never worked out here. The decisions and actions that expansions add are
judged in `heuristic_expansions`; here is what their pieces change in the judgement of the base game's.
"""

from __future__ import annotations

import numpy as np

from boriken.engine import State, rule
from boriken.puerto_rico.actions import Act, building_of, place_of
from boriken.puerto_rico.builder import price
from boriken.puerto_rico.captain import barrels_to_load
from boriken.puerto_rico.components import (
    ALL_COLONISTS,
    BUILDINGS,
    CIRCLES,
    CITY_SPACES,
    CLOISTER_POINTS,
    COLUMN,
    FACTORY_INCOME,
    GOODS,
    ISLAND_SPACES,
    LARGE_COLUMN,
    MAKES,
    NONE,
    PRICE,
    SHIP_SIZES,
    SHIPS,
    SMALLEST_SHIP,
    SPACES,
    START_COLONISTS,
    START_VICTORY_POINTS,
    TILES,
    VICTORY_POINTS,
    Building,
    Good,
    Role,
    Tile,
)
from boriken.puerto_rico.craftsman import capacity
from boriken.puerto_rico.festival import BARRELS, BUILDING
from boriken.puerto_rico.hidden import knows
from boriken.puerto_rico.nobles import colonists_can_run_out, nobles_aboard
from boriken.puerto_rico.paying import may_pay_otherwise
from boriken.puerto_rico.rounds import role_of
from boriken.puerto_rico.scoring import sets_of_tiles
from boriken.puerto_rico.state import (
    Decision,
    all_persons,
    circles,
    expansion,
    island_tiles,
    kinds,
    occupied,
    owns,
    ship_of,
    warehouse_room,
)
from boriken.puerto_rico.storage import singles
from boriken.puerto_rico.trader import income, may_sell, may_sell_to_post, post_income

from .styles import (
    BUILDING_WISH,
    CIRCLE,
    ENVY,
    FIELD,
    HOARD,
    PLAIN,
    ROLE_FACTOR,
    ROLE_WISH,
    THRIFT,
    TILE_WISH,
    VALUE,
)

FUNCTION_WORTH = np.array(
    [
        *(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),  # production buildings are valued by the crops that they would process
        *(3.0, 2.5, 2.5, 0.5),  # small market, hacienda, construction hut, small warehouse
        *(2.5, 2.0, 4.0, 0.5),  # hospice, office, large market, large warehouse
        *(4.5, 2.0, 6.0, 5.0),  # factory, university, harbor, wharf
        *(5.0, 5.0, 6.0, 5.0, 6.0),  # guild hall, residence, fortress, customs house, city hall
        *(2.5, 1.0, 3.0, 1.5),  # aqueduct, forest house, black market, storehouse
        *(2.5, 2.0, 2.5, 4.0),  # guest house, trading post, church, small wharf
        *(4.0, 4.0, 6.0, 5.0),  # lighthouse, specialty factory, library, union hall
        *(1.0, 3.0),  # statue, cloister
        *(0.0, 7.0, 0.0, 4.0),  # land office, chapel, hunting lodge, zoning office
        *(4.0, 7.0, 5.0, 3.0),  # royal supplier, villa, jeweler, royal garden
        *([1.0] * (BUILDINGS - 45)),  # whatever else comes
    ],
    np.float64,
)
"""What a building's function is worth at the start of a game; the large ones' at its end."""

POINT = 1.4
"""A victory point in doubloons, late in the game; early it is worth half of that."""


_FREE = "what costs nothing is taken"

IN_WORDS: dict[int, str] = {
    Decision.ROLE: "count the doubloons on the card and what the role brings you, less some of what it brings the "
    "luckiest of the others",
    Decision.SETTLER: "quarries early, then plantations for which you have a building, then kinds you lack",
    Decision.HOSPICE: _FREE,
    Decision.MAYOR: _FREE,
    Decision.PLACE: "first corn, then plantations together with their buildings, the dearest goods first, quarries "
    "while there is much to build, and then whatever does most",
    Decision.BUILDER: "its points and what it will still do for you, less its price; towards the end points count more "
    "and money less",
    Decision.UNIVERSITY: _FREE,
    Decision.CRAFTSMAN: "the dearest good",
    Decision.TRADER: "the good that brings most, but none that brings nothing",
    Decision.CAPTAIN: "as many barrels as possible, dear goods last, and the wharf only for a large load",
    Decision.WAREHOUSE: "the kind of which you have most, of equals the dearer",
    Decision.WINDROSE: "the dearest barrel",
}
"""The rules of thumb below in words, by decision: they teach whoever asks for a hint."""


@rule
def worth(s: State, action: int, style: int) -> float:
    """What a legal action is worth to the seat to move, which plays in a style (`styles`)."""
    d = s.decision
    p = s.turn
    if d == Decision.ROLE:
        return _role(s, p, role_of(action), style)
    if d == Decision.PLACE:
        return _place(s, p, place_of(action), style)
    if action == Act.PASS:
        return 0.0
    if d == Decision.SETTLER:
        return 1.0 + lateness(s) if action == Act.HACIENDA else tile_worth(s, p, action - Act.SETTLE, style)
    if d == Decision.BUILDER:
        return _build(s, p, building_of(action), style)
    if d == Decision.CRAFTSMAN:
        return 1.0 + PRICE[action - Act.TAKE_GOOD]
    if d == Decision.TRADER:
        return _sell(s, p, action - Act.SELL)
    if d == Decision.CAPTAIN:
        return _load(s, p, action, style)
    if d == Decision.WAREHOUSE:
        return _keep(s, p, action - Act.STORE)
    if d == Decision.WINDROSE:
        return float(PRICE[action - Act.KEEP])
    return 1.0  # a colonist for nothing: mayor, hospice, university


@rule
def lateness(s: State) -> float:
    """0 at the start of the game, 1 when it must end: by chips, by colonists or by the fullest city."""
    spaces = 0
    for p in range(s.players):
        spaces = max(spaces, s.spaces[p])
    late = spaces / CITY_SPACES
    late = max(late, 1.0 - s.vp_pool / START_VICTORY_POINTS[s.players])
    if not colonists_can_run_out(s):
        return late
    return max(late, 1.0 - s.colonist_supply / (START_COLONISTS[s.players] + _more_colonists(s)))


@expansion(0)
def _more_colonists(s: State) -> int:
    """By the house rule that all are in the game."""
    return ALL_COLONISTS - s.players - START_COLONISTS[s.players] if s.all_colonists else 0


@rule
def point(late: float) -> float:
    return POINT * (0.5 + 0.5 * late)


# --- roles ----------------------------------------------------------------------------------------------------------


@rule
def _role(s: State, p: int, role: int, style: int) -> float:
    """The doubloons on the card, and what I gain by it, less part of what the luckiest other gains."""
    mine = gain(s, p, role, True, style) * ROLE_FACTOR[style, role] + ROLE_WISH[style, role]
    other = 0.0
    for q in range(s.players):
        if q != p:
            other = max(other, gain(s, q, role, False, PLAIN))
    return s.role_doubloons[role] + mine - VALUE[style, ENVY] * other


@rule
def gain(s: State, p: int, role: int, chooser: bool, style: int) -> float:
    """What a role would bring p, taken by p or by another."""
    late = lateness(s)
    privilege = _privilege(s, p) if chooser else 0
    if role == Role.SETTLER:
        if island_tiles(s, p) == ISLAND_SPACES:
            return 0.0
        tile = 1.8 * (1.0 - late) + (0.7 * (1.0 - late) if chooser and s.quarries > 0 else 0.0)
        return tile + max(privilege - 1, 0) * (1.0 - late)
    if role == Role.MAYOR:
        new = (s.colonist_ship + nobles_aboard(s)) / s.players + privilege
        return 0.9 * min(new + s.san_juan[p], float(empty_circles(s, p))) + _nobles_gained(s, p, chooser)
    if role == Role.BUILDER:
        return best_building(s, p, privilege, style)
    if role == Role.CRAFTSMAN:
        return harvest(s, p) * (0.7 + 0.3 * late) + (0.8 * privilege if harvest(s, p) > 0 else 0.0)
    if role == Role.TRADER:
        return best_sale(s, p) + (privilege if best_sale(s, p) > 0 else 0.0)
    if role == Role.CAPTAIN:
        points = _shippable(s, p)
        points += privilege if points > 0 else 0.0
        return points * point(late) - 0.5 * _spoiling(s, p) + _lighthouse_earns(s, p, chooser)
    return float(privilege)


@rule
def _privilege(s: State, p: int) -> int:
    """How much the privilege of a role would bring p, who takes it."""
    return 2 if _library_works(s, p) else 1


@expansion(False)
def _library_works(s: State, p: int) -> bool:
    return occupied(s, p, Building.LIBRARY) and not (s.players == 2 and s.library_used[p])


@expansion(0.0)
def _nobles_gained(s: State, p: int, chooser: bool) -> float:
    """A noble is a point more than a colonist: the mayor takes the one aboard, and a villa has its own."""
    nobles = (1 if chooser and s.noble_ship > 0 else 0) + (1 if occupied(s, p, Building.VILLA) else 0)
    return nobles * (point(lateness(s)) + (0.5 if occupied(s, p, Building.JEWELER) else 0.0))


@rule
def empty_circles(s: State, p: int) -> int:
    n = 0
    for place in range(TILES + kinds(s)):
        n += circles(s, p, place) - s.colonists[p, place]
    return n


@rule
def best_building(s: State, p: int, privilege: int, style: int) -> float:
    """What the best building that p can pay for is worth, if it is cheaper by a privilege."""
    most = 0.0
    for building in range(kinds(s)):
        if s.copies[building] > 0 and not owns(s, p, building) and s.spaces[p] + SPACES[building] <= CITY_SPACES:
            cost = max(price(s, p, building) - privilege, 0)
            if cost <= s.doubloons[p] or (knows(s, s.turn, p) and may_pay_otherwise(s, p, cost)):
                most = max(most, _build(s, p, building, style) + privilege)
    return most


@rule
def chips(s: State, p: int) -> float:
    """Victory point chips of p as far as the seat to move may know: of hidden ones each other has an equal share."""
    if knows(s, s.turn, p):
        return float(s.vp[p])
    hidden = 0
    for q in range(s.players):
        if q != s.turn:
            hidden += s.vp[q]
    return hidden / (s.players - 1)


@rule
def harvest(s: State, p: int) -> float:
    """What the next craftsman phase brings p: barrels, and money with a factory."""
    barrels = 0.0
    different = 0
    for good in range(GOODS):
        new = min(capacity(s, p, good), s.supply[good])
        if new > 0:
            barrels += new * (1.0 + 0.15 * PRICE[good])
            different += 1
    if occupied(s, p, Building.FACTORY):
        barrels += FACTORY_INCOME[different]
    return barrels + _harvest_with_expansions(s, p)


@expansion(0.0)
def _harvest_with_expansions(s: State, p: int) -> float:
    """Aqueduct, specialty factory, chapel, jeweler, and the festival's barrels."""
    more = 0.0
    most = 1
    festival = s.with_festival != 0 and s.festival_met[BARRELS] == NONE
    for good in range(GOODS):
        new = min(capacity(s, p, good), s.supply[good])
        large = Building.INDIGO_PLANT if good == Good.INDIGO else Building.SUGAR_MILL
        if new > 0 and Good.INDIGO <= good <= Good.SUGAR and occupied(s, p, large):
            if occupied(s, p, Building.AQUEDUCT):
                more += 1.0 + 0.15 * PRICE[good]
                new += 1
        if good != Good.CORN:
            most = max(most, new)
        festival = festival and new >= s.festival_goods[good]
    if occupied(s, p, Building.SPECIALTY_FACTORY):
        more += most - 1
    if occupied(s, p, Building.CHAPEL):
        more += 1.0
    if occupied(s, p, Building.JEWELER):
        more += s.nobles[p]
    return more + (3.0 if festival else 0.0)


@rule
def best_sale(s: State, p: int) -> float:
    most = 0.0
    for good in range(GOODS):
        if may_sell(s, p, good):
            most = max(most, float(income(s, p, good)))
        if may_sell_to_post(s, p, good):
            most = max(most, float(post_income(s, p, good)))
    return most


@rule
def _shippable(s: State, p: int) -> float:
    """Roughly how many points p would ship: the best ship for each kind, and a harbor's point for each."""
    points = 0.0
    left = 0
    free_wharf = occupied(s, p, Building.WHARF)
    for good in range(GOODS):
        barrels = 0
        for ship in range(SHIPS):
            barrels = max(barrels, barrels_to_load(s, p, good, ship))
        if free_wharf and barrels < s.goods[p, good]:
            barrels = s.goods[p, good]
            free_wharf = False
        points += barrels
        left += s.goods[p, good] - barrels
        if barrels > 0 and occupied(s, p, Building.HARBOR):
            points += 1.0
    return points + _shipped_otherwise(s, p, left)


@expansion(0.0)
def _shipped_otherwise(s: State, p: int, left: int) -> float:
    """Union hall, royal supplier and small wharf; so many barrels find no ship."""
    points = 0.0
    if occupied(s, p, Building.UNION_HALL):
        for good in range(GOODS):
            points += s.goods[p, good] // 2
    if occupied(s, p, Building.ROYAL_SUPPLIER):
        given = min(left, s.nobles[p])
        points += given
        left -= given
    if occupied(s, p, Building.SMALL_WHARF):
        points += left // 2
    return points


@expansion(0.0)
def _lighthouse_earns(s: State, p: int, chooser: bool) -> float:
    """A doubloon for taking the captain, and one for each kind that is loaded."""
    earned = 0.0
    if occupied(s, p, Building.LIGHTHOUSE):
        earned += 1.0 if chooser else 0.0
        for good in range(GOODS):
            earned += 0.7 if s.goods[p, good] > 0 else 0.0
    return earned


@rule
def _spoiling(s: State, p: int) -> float:
    """Money that p would still like to make of its best barrel."""
    return 0.0 if warehouse_room(s, p) > 0 or singles(s, p) > 1 else best_sale(s, p) * 0.5


# --- settler ----------------------------------------------------------------------------------------------------------


@rule
def tile_worth(s: State, p: int, tile: int, style: int) -> float:
    """Quarries early; plantations for which there is a building; a kind that is still missing."""
    late = lateness(s)
    if tile == Tile.QUARRY:
        return 3.2 * (1.0 - late) - 0.6 * s.island[p, Tile.QUARRY] + TILE_WISH[style, tile]
    have = s.island[p, tile]
    if tile == Tile.CORN:
        return 2.2 - 0.2 * have + TILE_WISH[style, tile]
    room = _processing(s, p, tile)
    value = 1.0 + 0.35 * PRICE[tile] - 0.5 * have + TILE_WISH[style, tile]
    if have < room:
        value += 1.5 + 0.2 * PRICE[tile]
    return max(value, 0.1 + 0.01 * tile)


@rule
def _processing(s: State, p: int, good: int) -> int:
    """Circles in p's buildings for a good."""
    n = 0
    for building in range(BUILDINGS):
        if MAKES[building] == good and owns(s, p, building):
            n += CIRCLES[building]
    return n


# --- builder ----------------------------------------------------------------------------------------------------------


@rule
def _build(s: State, p: int, building: int, style: int) -> float:
    """Points, and what the function still brings, less the price: money is worth little when the game ends."""
    late = lateness(s)
    value = VICTORY_POINTS[building] * point(late)
    good = MAKES[building]
    if good > 0:
        crops = min(s.island[p, good] - _processing(s, p, good), CIRCLES[building])
        value += (1.0 - late) * (max(crops, 0) * (1.6 + 0.5 * PRICE[good]) + (0.8 if s.island[p, good] else -0.6))
        value += (1.0 - late) * BUILDING_WISH[style, building]
    elif COLUMN[building] == LARGE_COLUMN:
        value += function_worth(building, style) * point(late) * 0.9
        if building == Building.FORTRESS:
            value += (all_persons(s, p) / 3.0 - 5.0) * point(late)
        if building == Building.CUSTOMS_HOUSE:
            value += (chips(s, p) / 4.0 - 3.0) * point(late)
    else:
        use = _use(s, p, building)
        value += function_worth(building, style) * (1.0 - late) * (0.6 + 0.08 * min(harvest(s, p), 8.0)) * use
    value += VALUE[style, CIRCLE] * CIRCLES[building]
    besides = _rewards(s, p, building) * point(late) - _sacrifice(s, p, building)
    return value - VALUE[style, THRIFT] * price(s, p, building) * (0.75 - 0.6 * late) + 0.5 + besides


@rule
def function_worth(building: int, style: int) -> float:
    return FUNCTION_WORTH[building] + BUILDING_WISH[style, building]


@expansion(1.0)
def _use(s: State, p: int, building: int) -> float:
    """How much of its usual worth a function has for p, where that depends on what p has."""
    if building == Building.AQUEDUCT:
        return 0.2 + owns(s, p, Building.INDIGO_PLANT) + owns(s, p, Building.SUGAR_MILL)
    if building == Building.JEWELER or building == Building.ROYAL_SUPPLIER:
        return min(0.25 + 0.25 * s.nobles[p], 1.75)
    if building == Building.VILLA:
        return min(s.noble_supply / 8.0, 1.0)
    return 1.0


@expansion(0.0)
def _sacrifice(s: State, p: int, building: int) -> float:
    """What is given up on the black market is worth more than a doubloon."""
    return 0.8 * max(price(s, p, building) - s.doubloons[p], 0)


@expansion(0)
def _rewards(s: State, p: int, building: int) -> int:
    """Points besides the printed ones: church and festival at once, cloister and royal garden at the end."""
    points = 0
    if s.with_festival and building == s.festival_building and s.festival_met[BUILDING] == NONE:
        points += 3
    if occupied(s, p, Building.CHURCH) and COLUMN[building] > 1:
        points += 2 if COLUMN[building] == LARGE_COLUMN else 1
    if building == Building.CLOISTER:
        points += CLOISTER_POINTS[sets_of_tiles(s, p)]
    if building == Building.ROYAL_GARDEN:
        points += s.nobles[p]
    return points


# --- mayor ------------------------------------------------------------------------------------------------------------


@rule
def _place(s: State, p: int, place: int, style: int) -> float:
    """Colonists are placed in a fixed order: take the first place that is among the best for those in hand."""
    value = circle_worth(s, p, place, s.colonists[p, place], style)
    better = 0
    for other in range(s.place_from, TILES + kinds(s)):
        for k in range(s.colonists[p, other], circles(s, p, other)):
            rival = circle_worth(s, p, other, k, style)
            if rival > value or (rival == value and other < place):
                better += 1
    return 100.0 - place if better < s.san_juan[p] else value - 100.0


@rule
def circle_worth(s: State, p: int, place: int, k: int, style: int) -> float:
    """What a colonist on the k-th circle of a place is worth."""
    late = lateness(s)
    if place == Tile.CORN:
        return 10.0 + VALUE[style, FIELD]
    if place == Tile.QUARRY:
        return 9.0 * (1.0 - late) + VALUE[style, FIELD]
    if place < TILES:
        return VALUE[style, FIELD] + (8.5 + 0.6 * PRICE[place] if k < _processing(s, p, place) else 1.0)
    building = place - TILES
    good = MAKES[building]
    if good > 0:
        other = Building.SMALL_INDIGO_PLANT if good == Good.INDIGO else Building.SMALL_SUGAR_MILL
        before = 1 if good <= Good.SUGAR and building != other and owns(s, p, other) else 0
        return 8.6 + 0.6 * PRICE[good] if before + k < s.island[p, good] else 0.5
    if COLUMN[building] == LARGE_COLUMN:
        return 4.0 + 12.0 * late
    use = _use(s, p, building)
    return 4.0 + function_worth(building, style) * (1.0 if building >= Building.HARBOR else 1.0 - 0.7 * late) * use


# --- trader, captain --------------------------------------------------------------------------------------------------


@rule
def _sell(s: State, p: int, good: int) -> float:
    """Income, unless it is nothing: then the barrel is better shipped."""
    return income(s, p, good) - 0.5 - 0.1 * (s.goods[p, good] == 1)


@rule
def _load(s: State, p: int, action: int, style: int) -> float:
    """As many barrels as possible; keep dear goods for the trader, and the wharf for a large load."""
    if action >= Act.WHARF:
        good = action - Act.WHARF
        return s.goods[p, good] - 1.5 - _for_the_trader(s, good, style)
    good = (action - Act.LOAD) // SHIP_SIZES
    size = (action - Act.LOAD) % SHIP_SIZES + SMALLEST_SHIP
    barrels = barrels_to_load(s, p, good, ship_of(s, size))
    return barrels - _for_the_trader(s, good, style) - 0.01 * size


@rule
def _for_the_trader(s: State, good: int, style: int) -> float:
    """What is lost if a barrel that could be sold is shipped."""
    return 0.2 * PRICE[good] * (1.0 - lateness(s)) * VALUE[style, HOARD]


@rule
def _keep(s: State, p: int, good: int) -> float:
    """The most barrels first; between equals the dearer kind."""
    return s.goods[p, good] + 0.3 * PRICE[good]
