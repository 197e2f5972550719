"""What the network sees of a game of Puerto Rico: the table, then each seat in turn order from the one that looks."""

from __future__ import annotations

from typing import Any

from boriken.engine import State, rule
from boriken.puerto_rico.builder import price
from boriken.puerto_rico.captain import barrels_to_load
from boriken.puerto_rico.components import (
    BUILDINGS,
    CIRCLES,
    CITY_SPACES,
    GOODS,
    NONE,
    PLACES,
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
from boriken.puerto_rico.hidden import knows
from boriken.puerto_rico.scoring import bonus, building_points
from boriken.puerto_rico.state import Decision, circles, island_tiles
from boriken.puerto_rico.trader import income, may_sell

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
SEAT = len(_seat.names)
PIECES = _table, _seat


@rule
def encode(before: State, s: State, p: int, which: Any, amount: Any) -> int:
    """Write what seat p sees of a position. (Nothing that p draws tells much here: `before` is for San Juan.)"""
    n = _encode_table(s, which, amount)
    for i in range(s.players):
        q = (p + i) % s.players
        start = TABLE + i * SEAT
        n = _encode_seat(s, p, q, start, which, amount, n)
        n = _encode_prospects(s, q, start, which, amount, n)
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
    for role in range(ROLES):
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
    for building in range(BUILDINGS):
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
    points = building_points(s, q)
    for building in range(BUILDINGS):
        if (s.built[q] >> building) & 1:
            men = s.colonists[q, TILES + building]
            n = add(which, amount, n, start + OWNED + building, 1.0)
            n = add(which, amount, n, start + MANNED + building, men / CIRCLES[building])
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
            fits = 0
            for ship in range(SHIPS):
                fits = max(fits, barrels_to_load(s, q, good, ship))
            to_ship += fits
            left_over += barrels - fits
    n = add(which, amount, n, start + SALE, best_sale / 4.0)
    n = add(which, amount, n, start + TO_SHIP, to_ship / 6.0)
    n = add(which, amount, n, start + LEFT_OVER, left_over / 6.0)
    free = 0
    for place in range(PLACES):
        free += circles(s, q, place) - s.colonists[q, place]
    n = add(which, amount, n, start + FREE_CIRCLES, free / 6.0)
    short = price(s, q, Building.GUILD_HALL) - s.doubloons[q]  # all large buildings cost the same
    n = add(which, amount, n, start + SHORT_OF_LARGE, max(short, 0) / 10.0)
    return add(which, amount, n, start + LARGE_IN_REACH, 1.0 if short <= 0 else 0.0)
