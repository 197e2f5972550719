"""Puerto Rico with expansions as numbers: the base game's pieces with larger tables, and those of the expansions."""

from __future__ import annotations

from typing import Any

from boriken.engine import State, rule
from boriken.engine.layout import PER_SEAT, Layout, Piece, flag, flags
from boriken.puerto_rico.components import BUILDINGS, GOODS, NOBLES, NOBLES_COUNT_AT, NONE, PLACES, ROLES, SHIPS
from boriken.puerto_rico.draft import Pairs, Selection
from boriken.puerto_rico.guests import Step
from boriken.puerto_rico.state import Decision

from .puerto_rico import put_block, put_table, seat_pieces, table_pieces
from .writing import put, put_all, put_one_of, put_seat, put_set

DECISIONS = len(Decision)
SELECTIONS = len(Selection)
PAIRS = len(Pairs)
STEPS = len(Step)
COUNTED = len(NOBLES_COUNT_AT)
GOALS = 3

MORE_TABLE = (
    flags("selection", (SELECTIONS,), "option new_buildings: off, a list, random, draft"),
    flags("pairs", (PAIRS,), "option: which buildings never meet: free, rulebook, advised, club"),
    flag("with_nobles", "option: with nobles"),
    flag("nobles_drafted", "option: the nobles' buildings are chosen with the others"),
    flag("all_colonists", "option: all 100 colonists are in the game"),
    flag("with_buccaneer", "option: with the buccaneer"),
    flag("kidnapped_for_all", "option: a kidnapped role is played by all"),
    flag("with_festival", "option: with the festival"),
    flags("in_game", (BUILDINGS,), "buildings that are in the game; in a draft, so far"),
    flags("role", (ROLES,), "the role that is being played; none between roles"),
    flag("alone", "a kidnapped role is played by its kidnapper alone"),
    flags("portrait", (PER_SEAT,), "who was the last buccaneer"),
    flags("kidnapped", (ROLES,), "the role that is kidnapped"),
    flags("kidnapper", (PER_SEAT,), "by whom"),
    Piece("noble_supply", (), 0, NOBLES, NOBLES, "nobles in the supply"),
    Piece("noble_ship", (), 0, NOBLES, 1, "nobles on the colonist ship"),
    flags("festival_plantation", (GOODS,), "festival: the plantation of which three are wanted"),
    Piece("festival_goods", (GOODS,), 0, 3, 3, "festival: the barrels that are wanted, by good"),
    flags("festival_building", (BUILDINGS,), "festival: the building that is wanted"),
    flags("festival_met", (GOALS, PER_SEAT), "festival: who has met each goal: plantation, barrels, building"),
    flag("library_now", "two players: the library doubles the privilege of this role"),
    Piece("privileges", (), 0, 2, 2, "mayor, craftsman: how often the privilege was taken"),
    flags("drawn_tile", (GOODS,), "drawn tile: its kind"),
    flag("sold", "trader: the seat to move has sold"),
    flag("land_office_used", "trader: the seat to move has used its land office"),
    flags("paid_building", (BUILDINGS,), "payment, whence: the building that is being paid"),
    Piece("shortfall", (), 0, 3, 3, "payment, whence: what is still to be paid"),
    flag("person", "whence, raid: it is a noble"),
    flags("helped", (2,), "payment: what was occupied when the price was worked out: church, university"),
    Piece("cargo", (), 0, 127, 5, "small wharf: barrels aboard"),
    Piece("last_good", (), 0, GOODS - 1, GOODS, "small wharf, supplier, storage: the next is of this kind or later"),
    Piece("given", (), 0, GOODS, 2, "royal supplier: barrels given"),
    flag("storing", "storage: the seat has begun, its guests stay"),
    Piece("kept", (GOODS,), 0, 127, 3, "storage: single barrels kept, by good"),
    flags("pirated_ship", (SHIPS,), "loot: the ship that is emptied"),
    Piece("raided", (), 0, 3, 3, "raid: persons kept so far"),
    flags("guest_step", (STEPS - 1,), "guest: role taken, before producing, captain's first turn, the game's end"),
    flags("guest_to", (PLACES,), "guest is: where the guest goes"),
    flags("asked_before", (DECISIONS,), "guest is: the decision in which the guest moves"),
)

MORE_SEAT = (
    Piece("forests", (GOODS,), 0, 12, 1, "forests, by the plantation underneath"),
    Piece("nobles", (), 0, NOBLES, 3, "nobles, wherever they stand (they are among the colonists, too)"),
    Piece(
        "nobles_at", (COUNTED,), 0, 2, 1, "of them: in land office, chapel, hunting lodge, zoning office, guest house"
    ),
    flag("library_used", "two players: the library was used in this round"),
    flag("small_wharf_used", "captain: the small wharf has sailed in this phase"),
    Piece("captain_steps", (), 0, 2, 2, "captain: of the first turn, 1 after the guests, 2 after the union hall"),
    Piece("got", (GOODS,), 0, 127, 3, "craftsman: barrels made in this phase, by good"),
)

TABLE = table_pieces(DECISIONS, ROLES, BUILDINGS) + MORE_TABLE
SEAT = seat_pieces(ROLES, BUILDINGS) + MORE_SEAT


def observation(players: int) -> Layout:
    """What `observe` writes."""
    return Layout(TABLE, SEAT, players)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat sees, in the order of TABLE, then of SEAT for each seat from its own on."""
    k = put_one_of(out, 0, DECISIONS, s.decision)
    k = put_table(s, seat, out, k)
    k = _options(s, out, k)
    k = _round(s, seat, out, k)
    k = _phase(s, out, k)
    k = _guests(s, out, k)
    for i in range(s.players):
        p = (seat + i) % s.players
        k = put_block(s, seat, p, out, k)
        k = _more_of_seat(s, p, out, k)


@rule
def _options(s: State, out: Any, k: int) -> int:
    k = put_one_of(out, k, SELECTIONS, s.selection)
    k = put_one_of(out, k, PAIRS, s.pairs)
    k = put(out, k, s.with_nobles)
    k = put(out, k, s.nobles_drafted)
    k = put(out, k, s.all_colonists)
    k = put(out, k, s.with_buccaneer)
    k = put(out, k, s.kidnapped_for_all)
    return put(out, k, s.with_festival)


@rule
def _round(s: State, seat: int, out: Any, k: int) -> int:
    k = put_set(out, k, BUILDINGS, s.in_game)
    k = put_one_of(out, k, ROLES, s.role)
    k = put(out, k, s.alone)
    k = put_seat(out, k, s, seat, s.portrait)
    k = put_one_of(out, k, ROLES, s.kidnapped)
    k = put_seat(out, k, s, seat, s.kidnapper)
    k = put(out, k, s.noble_supply)
    k = put(out, k, s.noble_ship)
    k = put_one_of(out, k, GOODS, s.festival_plantation)
    k = put_all(out, k, s.festival_goods, GOODS)
    k = put_one_of(out, k, BUILDINGS, s.festival_building)
    for goal in range(GOALS):
        k = put_seat(out, k, s, seat, s.festival_met[goal])
    return put(out, k, s.library_now)


@rule
def _phase(s: State, out: Any, k: int) -> int:
    """What matters only within a phase."""
    d = s.decision
    k = put(out, k, s.privileges)
    k = put_one_of(out, k, GOODS, s.last_piece if d == Decision.DRAWN_TILE else NONE)
    k = put(out, k, s.sold)
    k = put(out, k, s.land_office_used)
    k = put_one_of(out, k, BUILDINGS, s.last_piece if s.shortfall > 0 else NONE)
    k = put(out, k, s.shortfall)
    k = put(out, k, s.person)
    k = put_set(out, k, 2, s.helped)
    k = put(out, k, s.cargo)
    k = put(out, k, s.last_good)
    k = put(out, k, s.given)
    k = put(out, k, s.storing)
    k = put_all(out, k, s.kept, GOODS)
    k = put_one_of(out, k, SHIPS, s.last_piece if d == Decision.LOOT else NONE)
    return put(out, k, s.raided)


@rule
def _guests(s: State, out: Any, k: int) -> int:
    moving = s.decision == Decision.GUEST_IS
    k = put_one_of(out, k, STEPS - 1, s.guest_step - 1)  # the first is that there is none
    k = put_one_of(out, k, PLACES, s.guest_to if moving else NONE)
    return put_one_of(out, k, DECISIONS, s.asked_before if moving else NONE)


@rule
def _more_of_seat(s: State, p: int, out: Any, k: int) -> int:
    k = put_all(out, k, s.forests[p], GOODS)
    k = put(out, k, s.nobles[p])
    k = put_all(out, k, s.nobles_at[p], COUNTED)
    k = put(out, k, s.library_used[p])
    k = put(out, k, s.small_wharf_used[p])
    k = put(out, k, s.captain_steps[p])
    return put_all(out, k, s.got[p], GOODS)
