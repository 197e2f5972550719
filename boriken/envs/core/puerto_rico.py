"""Puerto Rico as numbers: what a seat sees, and what only a critic may see. `puerto_rico_expansions` adds to it."""

from __future__ import annotations

from typing import Any

from boriken.engine import State, rule
from boriken.engine.layout import MOST, PER_SEAT, Layout, Piece, flag, flags
from boriken.puerto_rico.components import BASE_BUILDINGS, BASE_ROLES, GOODS, NONE, SHIPS, TILES
from boriken.puerto_rico.hidden import knows
from boriken.puerto_rico.state import BASE_DECISIONS, Decision, cards, kinds

from .writing import put, put_all, put_one_of, put_seat, put_set

DECISIONS = len(BASE_DECISIONS)


def table_pieces(decisions: int, roles: int, buildings: int) -> tuple[Piece, ...]:
    """What concerns the whole table, in a game with so many kinds of decisions, role cards and buildings."""
    places = TILES + buildings
    return (
        flags("decision", (decisions,), "what is asked, one of: role, settler, hospice, ... as in docs/decisions"),
        flags("turn", (PER_SEAT,), "who chooses, counted from the observer"),
        flags("governor", (PER_SEAT,), "the governor, counted from the observer"),
        flags("chooser", (PER_SEAT,), "who took the role that is being played; none between roles"),
        Piece("round", (), 1, MOST, 20, "the number of the round"),
        flag("swap", "option: the factory costs 8 and the university 7"),
        flag("corn_start", "option: whoever starts with corn has one doubloon less"),
        flag("hidden_vp", "option: the others' victory point chips are hidden"),
        flags("role_free", (roles,), "roles that may still be taken in this round"),
        Piece("role_doubloons", (roles,), 0, MOST, 3, "doubloons on each role card"),
        flags("triggers", (3,), "the game ends with this round: colonists, city, victory points"),
        Piece("tiles_face_up", (GOODS,), 0, 127, 3, "plantations to choose from, by kind"),
        Piece("tiles_face_down", (GOODS,), 0, 127, 10, "plantations to come, by kind"),
        Piece("tiles_discarded", (GOODS,), 0, 127, 10, "plantations discarded, by kind"),
        Piece("quarries", (), 0, 127, 8, "quarries to take"),
        Piece("barrels", (GOODS,), 0, 127, 10, "barrels in the supply, by good"),
        Piece("trading_house", (GOODS,), 0, 4, 2, "barrels in the trading house, by good"),
        Piece("ship_capacity", (SHIPS,), 0, 8, 8, "how many barrels each cargo ship holds"),
        Piece("ship_barrels", (SHIPS,), 0, 8, 8, "how many barrels are on it"),
        flags("ship_good", (SHIPS, GOODS), "which good is on it"),
        Piece("colonist_supply", (), 0, 127, 75, "colonists in the supply"),
        Piece("colonist_ship", (), 0, 127, 5, "colonists on the colonist ship"),
        Piece("vp_pool", (), 0, MOST, 100, "victory point chips left"),
        Piece("vp_scored", (), 0, MOST, 100, "victory points scored so far, of all seats together"),
        Piece("copies", (buildings,), 0, 4, 2, "copies of each building left"),
        flags("new_piece", (places,), "hospice, university: the tile or building that the colonist would go to"),
        flag("hacienda_used", "settler: the seat to move has taken its extra tile"),
        Piece(
            "place_from",
            (),
            0,
            places,
            places,
            "mayor: colonists go to this place or a later one (expansions, noble: the building asked about)",
        ),
        Piece("circles_left", (), 0, 127, 10, "mayor: free circles from there on"),
        flags("produced", (GOODS,), "craftsman: the kinds that the craftsman made"),
        Piece("idle_turns", (), 0, 127, 5, "captain: turns in a row without a load"),
        flag("captain_loaded", "captain: his privilege has been paid"),
        Piece("room_for_kinds", (), 0, 3, 3, "storage: kinds that the warehouses can still keep"),
        flags("stored", (GOODS,), "storage: kinds kept in warehouses"),
    )


def seat_pieces(roles: int, buildings: int) -> tuple[Piece, ...]:
    """What each seat has, likewise."""
    return (
        Piece("doubloons", (), 0, MOST, 10, "doubloons"),
        Piece("vp", (), -1, MOST, 30, "victory point chips; -1 if they are hidden from the observer"),
        Piece("goods", (GOODS,), 0, 127, 4, "barrels on the windrose, by good"),
        Piece("tiles", (TILES,), 0, 12, 3, "island tiles, by kind"),
        Piece("colonists", (TILES + buildings,), 0, 127, 2, "colonists on each kind of tile, then in each building"),
        flags("buildings", (buildings,), "buildings in the city"),
        Piece("city_spaces", (), 0, 12, 12, "city spaces in use"),
        Piece("san_juan", (), 0, 127, 3, "colonists without a circle"),
        flag("wharf_used", "captain: the wharf has sailed in this phase"),
        flags("roles", (roles,), "roles taken in this round"),
    )


TABLE = table_pieces(DECISIONS, BASE_ROLES, BASE_BUILDINGS)
SEAT = seat_pieces(BASE_ROLES, BASE_BUILDINGS)
SECRET_SEAT = (Piece("true_vp", (), 0, MOST, 30, "victory point chips, hidden or not"),)


def observation(players: int) -> Layout:
    """What `observe` writes."""
    return Layout(TABLE, SEAT, players)


def secrets(players: int) -> Layout:
    """What `reveal` writes."""
    return Layout((), SECRET_SEAT, players)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat sees, in the order of TABLE, then of SEAT for each seat from its own on."""
    k = put_one_of(out, 0, DECISIONS, s.decision)
    k = put_table(s, seat, out, k)
    for i in range(s.players):
        k = put_block(s, seat, (seat + i) % s.players, out, k)


@rule
def put_table(s: State, seat: int, out: Any, k: int) -> int:
    """The pieces of TABLE after the decision."""
    k = put_seat(out, k, s, seat, NONE if s.over else s.turn)
    k = put_seat(out, k, s, seat, s.governor)
    k = put_seat(out, k, s, seat, s.chooser)
    k = put(out, k, s.round_number)
    k = put(out, k, s.swap)
    k = put(out, k, s.corn_start)
    k = put(out, k, s.hidden_vp)
    for role in range(cards(s)):
        out[k + role] = s.taken_by[role] == NONE
    k += cards(s)
    k = put_all(out, k, s.role_doubloons, cards(s))
    k = put_set(out, k, 3, s.triggers)
    k = put_all(out, k, s.face_up, GOODS)
    k = put_all(out, k, s.face_down, GOODS)
    k = put_all(out, k, s.discards, GOODS)
    k = put(out, k, s.quarries)
    k = put_all(out, k, s.supply, GOODS)
    k = put_all(out, k, s.trading_house, GOODS)
    k = put_all(out, k, s.ship_capacity, SHIPS)
    k = put_all(out, k, s.ship_barrels, SHIPS)
    for ship in range(SHIPS):
        k = put_one_of(out, k, GOODS, s.ship_good[ship])
    k = put(out, k, s.colonist_supply)
    k = put(out, k, s.colonist_ship)
    k = put(out, k, s.vp_pool)
    scored = 0
    for p in range(s.players):
        scored += s.vp[p]
    k = put(out, k, scored)
    k = put_all(out, k, s.copies, kinds(s))
    return _phase(s, out, k)


@rule
def _phase(s: State, out: Any, k: int) -> int:
    """What matters only within a phase."""
    piece = NONE
    if s.decision == Decision.HOSPICE:
        piece = s.last_piece
    elif s.decision == Decision.UNIVERSITY:
        piece = TILES + s.last_piece
    k = put_one_of(out, k, TILES + kinds(s), piece)
    k = put(out, k, s.hacienda_used)
    k = put(out, k, s.place_from)
    k = put(out, k, s.circles_left)
    k = put_set(out, k, GOODS, s.produced)
    k = put(out, k, s.idle_turns)
    k = put(out, k, s.captain_loaded)
    k = put(out, k, s.room_for_kinds)
    return put_set(out, k, GOODS, s.stored)


@rule
def put_block(s: State, seat: int, p: int, out: Any, k: int) -> int:
    """The block of seat p, as the observer sees it: the pieces of SEAT."""
    k = put(out, k, min(s.doubloons[p], MOST))
    k = put(out, k, s.vp[p] if knows(s, seat, p) else -1)
    k = put_all(out, k, s.goods[p], GOODS)
    k = put_all(out, k, s.island[p], TILES)
    k = put_all(out, k, s.colonists[p], TILES + kinds(s))
    k = put_set(out, k, kinds(s), s.built[p])
    k = put(out, k, s.spaces[p])
    k = put(out, k, s.san_juan[p])
    k = put(out, k, s.wharf_used[p])
    for role in range(cards(s)):
        out[k + role] = s.taken_by[role] == p
    return k + cards(s)


@rule
def reveal(s: State, seat: int, out: Any) -> None:
    """Write what is hidden from somebody: all chips. (Tiles to come are drawn when they are needed: see `hidden`.)"""
    for i in range(s.players):
        out[i] = s.vp[(seat + i) % s.players]
