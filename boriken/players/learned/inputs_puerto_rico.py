"""What the network sees of a game of Puerto Rico: the table, then each seat in turn order from the one that looks.

With and without expansions the inputs are the same; in the base game those of the expansions are zero. So a network
that knows the base game alone can begin to learn the expansions, and one that knows all of them plays the base game.
"""

from __future__ import annotations

from typing import Any

from boriken.engine import State, rule
from boriken.puerto_rico.builder import price
from boriken.puerto_rico.captain import barrels_to_load
from boriken.puerto_rico.components import (
    CIRCLES,
    CITY_SPACES,
    GOODS,
    NOBLES_COUNT_AT,
    NONE,
    ROLES,
    SHIPS,
    TILES,
    TRADING_HOUSE_SPACES,
    Building,
    Good,
    Role,
    Tile,
)
from boriken.puerto_rico.craftsman import capacity
from boriken.puerto_rico.festival import (
    BARRELS as FESTIVAL_BARRELS,
    BUILDING as FESTIVAL_BUILDING,
    PLANTATION as FESTIVAL_PLANTATION,
)
from boriken.puerto_rico.hidden import knows
from boriken.puerto_rico.scoring import bonus, building_points, nobles_of
from boriken.puerto_rico.state import Decision, cards, circles, expansion, forest_tiles, island_tiles, kinds
from boriken.puerto_rico.trader import income, may_sell, may_sell_to_post, post_income

from .layout import POINTS_SCALE, Pieces, add

# The table.
_table = Pieces()
OPTIONS = _table.take("options", ("swap", "corn-start", "hidden-vp"))
ROUND = _table.take("round")
TRIGGERS = _table.take("triggers")
DECISION = _table.take("decision", Decision, most=1)
ROLES_TAKEN = _table.take("roles-taken", ROLES + 2, most=1)
ROLE_OPEN = _table.take("role-open", Role)
ROLE_DOUBLOONS = _table.take("role-doubloons", Role)
FACE_UP = _table.take("face-up", Good)
FACE_DOWN = _table.take("face-down", Good)
QUARRIES = _table.take("quarries")
SUPPLY = _table.take("supply", Good)
SUPPLY_SHORT = _table.take("supply-short", Good)
TRADING_HOUSE = _table.take("trading-house", Good)
TRADING_HOUSE_FULL = _table.take("trading-house-full", TRADING_HOUSE_SPACES + 1, most=1)
SHIP_GOOD = _table.take("ship-good", SHIPS * (GOODS + 1), most=SHIPS)
SHIP_SPACE = _table.take("ship-space", SHIPS)
COLONIST_SHIP = _table.take("colonist-ship")
COLONIST_SUPPLY = _table.take("colonist-supply")
COLONISTS_SHORT = _table.take("colonists-short")
VP_POOL = _table.take("vp-pool")
VP_SHORT = _table.take("vp-short")
COPIES = _table.take("copies", Building)
IDLE_TURNS = _table.take("idle-turns")
CAPTAIN_LOADED = _table.take("captain-loaded")
HACIENDA_USED = _table.take("hacienda-used")
ROOM_FOR_KINDS = _table.take("room-for-kinds")
STORED = _table.take("stored", Good)
PRODUCED = _table.take("produced", Good)
PLACE_FROM = _table.take("place-from", (*Tile, *Building), most=1)
CIRCLES_LEFT = _table.take("circles-left")
# The table, with expansions.
EXPANSIONS = _table.take("expansions", ("new-buildings", "nobles", "buccaneer", "festival", "kidnapped-for-all"))
ROLE = _table.take("role", Role, most=1)
ALONE = _table.take("alone")
KIDNAPPED = _table.take("kidnapped", Role, most=1)
LIBRARY_NOW = _table.take("library-now")
NOBLE_SUPPLY = _table.take("noble-supply")
NOBLE_SHIP = _table.take("noble-ship")
GOAL_PLANTATION = _table.take("goal-plantation", Good, most=1)
GOAL_BARRELS = _table.take("goal-barrels", Good)
GOAL_BUILDING = _table.take("goal-building", Building, most=1)
PRIVILEGES = _table.take("privileges")
DRAWN_TILE = _table.take("drawn-tile", Good, most=1)
LOOT = _table.take("loot", Good, most=1)
SHORTFALL = _table.take("shortfall")
PERSON = _table.take("person")
RAIDED = _table.take("raided")
CARGO = _table.take("cargo")
GIVEN = _table.take("given")
KEPT = _table.take("kept", Good)
SOLD = _table.take("sold")
LAND_OFFICE_USED = _table.take("land-office-used")
GUEST_TO = _table.take("guest-to", (*Tile, *Building), most=1)
TABLE = len(_table.names)

# Each seat.
MOST_DOUBLOONS = 14
_seat = Pieces()
DOUBLOONS = _seat.take("doubloons")
DOUBLOONS_ARE = _seat.take("doubloons-are", MOST_DOUBLOONS, most=1)
VP = _seat.take("vp")
POINTS = _seat.take("points")
SOME_GOODS = _seat.take("some-goods", Good)
BARRELS = _seat.take("barrels", Good)
CAPACITY = _seat.take("capacity", Good)
ISLAND = _seat.take("island", Tile)
WORKED = _seat.take("worked", Tile)
OWNED = _seat.take("owned", Building, most=CITY_SPACES)
MANNED = _seat.take("manned", Building, most=CITY_SPACES)
SPACES = _seat.take("spaces")
FULL_CITY = _seat.take("full-city")
TILES_HELD = _seat.take("tiles-held")
SAN_JUAN = _seat.take("san-juan")
SALE = _seat.take("sale")
TO_SHIP = _seat.take("to-ship")
LEFT_OVER = _seat.take("left-over")
FREE_CIRCLES = _seat.take("free-circles")
SHORT_OF_LARGE = _seat.take("short-of-large")
LARGE_IN_REACH = _seat.take("large-in-reach")
GOVERNOR = _seat.take("governor")
CHOOSER = _seat.take("chooser")
TURN = _seat.take("turn")
WHARF_USED = _seat.take("wharf-used")
# Each seat, with expansions.
FORESTS = _seat.take("forests")
NOBLES = _seat.take("nobles")
NOBLES_AT = _seat.take("nobles-at", NOBLES_COUNT_AT)
PORTRAIT = _seat.take("portrait")
KIDNAPPER = _seat.take("kidnapper")
LIBRARY_USED = _seat.take("library-used")
SMALL_WHARF_USED = _seat.take("small-wharf-used")
FIRST_TURN = _seat.take("first-turn")
GOAL_TILES = _seat.take("goal-tiles")
GOAL_SHORT = _seat.take("goal-short")
SEAT = len(_seat.names)
PIECES = _table, _seat


@rule
def encode(before: State, s: State, p: int, which: Any, amount: Any) -> int:
    """Write what seat p sees of a position. (Nothing that p draws tells much here: `before` is for San Juan.)"""
    n = _encode_table(s, which, amount)
    n += _encode_table_with_expansions(s, which, amount, n)
    for i in range(s.players):
        q = (p + i) % s.players
        start = TABLE + i * SEAT
        n = _encode_seat(s, p, q, start, which, amount, n)
        n = _encode_prospects(s, q, start, which, amount, n)
        n += _encode_seat_with_expansions(s, q, start, which, amount, n)
    return n


@rule
def _encode_table(s: State, which: Any, amount: Any) -> int:
    n = add(which, amount, 0, OPTIONS, s.swap)
    n = add(which, amount, n, OPTIONS + 1, s.corn_start)
    n = add(which, amount, n, OPTIONS + 2, s.hidden_vp)
    n = add(which, amount, n, ROUND, s.round_number / 15.0)
    n = add(which, amount, n, TRIGGERS, 1.0 if s.triggers else 0.0)
    n = add(which, amount, n, DECISION + s.decision, 1.0)
    n = add(which, amount, n, ROLES_TAKEN + s.roles_taken, 1.0)
    for role in range(cards(s)):
        if s.taken_by[role] == NONE:
            n = add(which, amount, n, ROLE_OPEN + role, 1.0)
            n = add(which, amount, n, ROLE_DOUBLOONS + role, s.role_doubloons[role] / 2.0)
    trading = 0
    for good in range(GOODS):
        n = add(which, amount, n, FACE_UP + good, s.face_up[good] / 2.0)
        n = add(which, amount, n, FACE_DOWN + good, s.face_down[good] / 8.0)
        n = add(which, amount, n, SUPPLY + good, s.supply[good] / 10.0)
        n = add(which, amount, n, SUPPLY_SHORT + good, max(3 - s.supply[good], 0) / 3.0)
        n = add(which, amount, n, TRADING_HOUSE + good, s.trading_house[good])
        n = add(which, amount, n, STORED + good, (s.stored >> good) & 1)
        n = add(which, amount, n, PRODUCED + good, (s.produced >> good) & 1)
        trading += s.trading_house[good]
    n = add(which, amount, n, TRADING_HOUSE_FULL + trading, 1.0)
    n = add(which, amount, n, QUARRIES, s.quarries / 8.0)
    for ship in range(SHIPS):
        if s.ship_capacity[ship] > 0:
            n = add(which, amount, n, SHIP_GOOD + ship * (GOODS + 1) + s.ship_good[ship] + 1, 1.0)
            n = add(which, amount, n, SHIP_SPACE + ship, (s.ship_capacity[ship] - s.ship_barrels[ship]) / 6.0)
    n = add(which, amount, n, COLONIST_SHIP, s.colonist_ship / 6.0)
    n = add(which, amount, n, COLONIST_SUPPLY, s.colonist_supply / 40.0)
    n = add(which, amount, n, COLONISTS_SHORT, max(15 - s.colonist_supply, 0) / 15.0)
    n = add(which, amount, n, VP_POOL, s.vp_pool / 60.0)
    n = add(which, amount, n, VP_SHORT, max(20 - s.vp_pool, 0) / 20.0)
    for building in range(kinds(s)):
        n = add(which, amount, n, COPIES + building, s.copies[building] / 2.0)
    n = add(which, amount, n, IDLE_TURNS, s.idle_turns / 4.0)
    n = add(which, amount, n, CAPTAIN_LOADED, s.captain_loaded)
    n = add(which, amount, n, HACIENDA_USED, s.hacienda_used)
    n = add(which, amount, n, ROOM_FOR_KINDS, s.room_for_kinds / 2.0)
    if s.decision == Decision.PLACE:
        n = add(which, amount, n, PLACE_FROM + s.place_from, 1.0)
        n = add(which, amount, n, CIRCLES_LEFT, s.circles_left / 8.0)
    return n


@rule
def _encode_seat(s: State, p: int, q: int, start: int, which: Any, amount: Any, n: int) -> int:
    n = add(which, amount, n, start + DOUBLOONS, s.doubloons[q] / 10.0)
    n = add(which, amount, n, start + DOUBLOONS_ARE + min(s.doubloons[q], MOST_DOUBLOONS - 1), 1.0)
    vp_known = knows(s, p, q)
    points = building_points(s, q) + nobles_of(s, q)
    for building in range(kinds(s)):
        if (s.built[q] >> building) & 1:
            men = s.colonists[q, TILES + building]
            n = add(which, amount, n, start + OWNED + building, 1.0)
            n = add(which, amount, n, start + MANNED + building, men / max(CIRCLES[building], 1))
            if men > 0 and (vp_known or building != Building.CUSTOMS_HOUSE):
                points += bonus(s, q, building)
    if vp_known:
        points += s.vp[q]
        n = add(which, amount, n, start + VP, s.vp[q] / POINTS_SCALE)
    n = add(which, amount, n, start + POINTS, points / POINTS_SCALE)
    for good in range(GOODS):
        barrels = s.goods[q, good]
        if barrels > 0:
            n = add(which, amount, n, start + SOME_GOODS + good, 1.0)
            n = add(which, amount, n, start + BARRELS + good, barrels / 4.0)
        if s.colonists[q, good] > 0:
            n = add(which, amount, n, start + CAPACITY + good, capacity(s, q, good) / 3.0)
    for tile in range(TILES):
        n = add(which, amount, n, start + ISLAND + tile, s.island[q, tile] / 3.0)
        n = add(which, amount, n, start + WORKED + tile, s.colonists[q, tile] / 3.0)
    n = add(which, amount, n, start + SPACES, s.spaces[q] / 12.0)
    n = add(which, amount, n, start + FULL_CITY, max(s.spaces[q] - 8, 0) / 4.0)
    n = add(which, amount, n, start + TILES_HELD, island_tiles(s, q) / 12.0)
    n = add(which, amount, n, start + SAN_JUAN, s.san_juan[q] / 4.0)
    n = add(which, amount, n, start + GOVERNOR, 1.0 if s.governor == q else 0.0)
    n = add(which, amount, n, start + CHOOSER, 1.0 if s.chooser == q else 0.0)
    n = add(which, amount, n, start + TURN, 1.0 if s.turn == q else 0.0)
    return add(which, amount, n, start + WHARF_USED, s.wharf_used[q])


@rule
def _encode_prospects(s: State, q: int, start: int, which: Any, amount: Any, n: int) -> int:
    """What the next trader, captain, mayor and builder would mean to a seat."""
    best_sale, to_ship, left_over = 0, 0, 0
    for good in range(GOODS):
        barrels = s.goods[q, good]
        if barrels > 0:
            if may_sell(s, q, good):
                best_sale = max(best_sale, income(s, q, good))
            if may_sell_to_post(s, q, good):
                best_sale = max(best_sale, post_income(s, q, good))
            fits = 0
            for ship in range(SHIPS):
                fits = max(fits, barrels_to_load(s, q, good, ship))
            to_ship += fits
            left_over += barrels - fits
    n = add(which, amount, n, start + SALE, best_sale / 4.0)
    n = add(which, amount, n, start + TO_SHIP, to_ship / 6.0)
    n = add(which, amount, n, start + LEFT_OVER, left_over / 6.0)
    free = 0
    for place in range(TILES + kinds(s)):
        free += circles(s, q, place) - s.colonists[q, place]
    n = add(which, amount, n, start + FREE_CIRCLES, free / 6.0)
    short = price(s, q, Building.GUILD_HALL) - s.doubloons[q]  # all large buildings cost the same
    n = add(which, amount, n, start + SHORT_OF_LARGE, max(short, 0) / 10.0)
    return add(which, amount, n, start + LARGE_IN_REACH, 1.0 if short <= 0 else 0.0)


# --- expansions -------------------------------------------------------------------------------------------------------


@expansion(False)
def _open(s: State, goal: int) -> bool:
    """Whether a goal of the festival is still to be met. (Before the draft is over there is none.)"""
    return s.festival_plantation != NONE and s.festival_met[goal] == NONE


@expansion(0)
def _encode_table_with_expansions(s: State, which: Any, amount: Any, first: int) -> int:
    """What the base game does not have. Returns how many inputs are added."""
    n = add(which, amount, first, EXPANSIONS, 1.0 if s.selection else 0.0)
    n = add(which, amount, n, EXPANSIONS + 1, s.with_nobles)
    n = add(which, amount, n, EXPANSIONS + 2, s.with_buccaneer)
    n = add(which, amount, n, EXPANSIONS + 3, s.with_festival)
    n = add(which, amount, n, EXPANSIONS + 4, s.kidnapped_for_all)
    if s.role != NONE:
        n = add(which, amount, n, ROLE + s.role, 1.0)
    if s.kidnapped != NONE:
        n = add(which, amount, n, KIDNAPPED + s.kidnapped, 1.0)
    n = add(which, amount, n, ALONE, s.alone)
    n = add(which, amount, n, LIBRARY_NOW, s.library_now)
    n = add(which, amount, n, NOBLE_SUPPLY, s.noble_supply / 10.0)
    n = add(which, amount, n, NOBLE_SHIP, s.noble_ship)
    if _open(s, FESTIVAL_PLANTATION):
        n = add(which, amount, n, GOAL_PLANTATION + s.festival_plantation, 1.0)
    if _open(s, FESTIVAL_BUILDING):
        n = add(which, amount, n, GOAL_BUILDING + s.festival_building, 1.0)
    for good in range(GOODS):
        if _open(s, FESTIVAL_BARRELS):
            n = add(which, amount, n, GOAL_BARRELS + good, s.festival_goods[good])
        n = add(which, amount, n, KEPT + good, s.kept[good] / 2.0)
    return _encode_step(s, which, amount, n) - first


@expansion(0)
def _encode_step(s: State, which: Any, amount: Any, n: int) -> int:
    """What is under way within a phase."""
    if s.decision == Decision.DRAWN_TILE:
        n = add(which, amount, n, DRAWN_TILE + s.last_piece, 1.0)
    if s.decision == Decision.LOOT:
        n = add(which, amount, n, LOOT + s.ship_good[s.last_piece], 1.0)
    if s.decision == Decision.GUEST_IS:
        n = add(which, amount, n, GUEST_TO + s.guest_to, 1.0)
    n = add(which, amount, n, PRIVILEGES, s.privileges)
    n = add(which, amount, n, SHORTFALL, s.shortfall / 2.0)
    n = add(which, amount, n, PERSON, s.person)
    n = add(which, amount, n, RAIDED, s.raided / 2.0)
    n = add(which, amount, n, CARGO, s.cargo / 4.0)
    n = add(which, amount, n, GIVEN, s.given / 2.0)
    n = add(which, amount, n, SOLD, s.sold)
    return add(which, amount, n, LAND_OFFICE_USED, s.land_office_used)


@expansion(0)
def _encode_seat_with_expansions(s: State, q: int, start: int, which: Any, amount: Any, first: int) -> int:
    """Likewise, of a seat."""
    n = add(which, amount, first, start + FORESTS, forest_tiles(s, q) / 4.0)
    n = add(which, amount, n, start + NOBLES, s.nobles[q] / 4.0)
    for at in range(len(NOBLES_COUNT_AT)):
        n = add(which, amount, n, start + NOBLES_AT + at, s.nobles_at[q, at])
    n = add(which, amount, n, start + PORTRAIT, 1.0 if s.portrait == q else 0.0)
    n = add(which, amount, n, start + KIDNAPPER, 1.0 if s.kidnapper == q else 0.0)
    n = add(which, amount, n, start + LIBRARY_USED, s.library_used[q])
    n = add(which, amount, n, start + SMALL_WHARF_USED, s.small_wharf_used[q])
    n = add(which, amount, n, start + FIRST_TURN, s.captain_steps[q] / 2.0)
    if _open(s, FESTIVAL_PLANTATION):
        n = add(which, amount, n, start + GOAL_TILES, s.island[q, s.festival_plantation] / 3.0)
    if _open(s, FESTIVAL_BARRELS):
        short = 0
        for good in range(GOODS):
            short += max(s.festival_goods[good] - capacity(s, q, good), 0)
        n = add(which, amount, n, start + GOAL_SHORT, short / 3.0)
    return n - first
