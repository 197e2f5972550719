"""Preparation: the table before the first round."""

from __future__ import annotations

from boriken.engine import GAME_STREAM, State, ask, below, rule, seed_chance

from .components import (
    ALL_COLONISTS,
    BARRELS,
    BARRELS_FOR_TWO,
    COPIES,
    COPIES_FOR_TWO,
    GOODS,
    MOST_PLAYERS,
    NOBLES,
    NONE,
    PROSPECTORS,
    SHIP_CAPACITY,
    SHIPS,
    START_COLONISTS,
    START_DOUBLOONS,
    START_INDIGO,
    START_VICTORY_POINTS,
    TILE_COUNT,
    TILE_COUNT_FOR_TWO,
    Role,
    Tile,
)
from .draft import asks_for_draft
from .festival import draw_goals
from .plantations import turn_up_plantations
from .state import NOT_IN_GAME, Decision, cards, expansion, kinds


@rule
def setup(s: State, seed: int) -> None:
    """Lay the game out for the players and options in the record."""
    seed_chance(s.chance, seed, GAME_STREAM)
    s.over = 0
    s.triggers = 0
    s.round_number = 1
    s.governor = s.first_governor if s.first_governor != NONE else below(s.chance, s.players)
    s.chooser = NONE
    _clear_phases(s)
    _lay_out_roles(s)
    _lay_out_supplies(s)
    for i in range(MOST_PLAYERS):
        _clear_board(s, i)
    for i in range(s.players):
        _deal(s, (s.governor + i) % s.players, i)
    lay_out_expansions(s)
    if not asks_for_draft(s):
        begin(s)
    s.told = 0


@rule
def begin(s: State) -> None:
    """The buildings are known: turn up the first plantations, and on to the first role."""
    if has_festival(s):
        draw_goals(s)
    turn_up_plantations(s)
    ask(s, s.governor, Decision.ROLE)


@expansion(False)
def has_festival(s: State) -> bool:
    return s.with_festival != 0


@expansion()
def lay_out_expansions(s: State) -> None:
    s.role = NONE
    s.portrait = NONE
    s.kidnapped = NONE
    s.kidnapper = NONE
    if not s.with_buccaneer:
        s.taken_by[Role.BUCCANEER] = NOT_IN_GAME
    s.festival_plantation = NONE
    s.festival_building = NONE
    s.festival_goods[:] = 0
    s.festival_met[:] = NONE
    s.forests[:] = 0
    s.nobles[:] = 0
    s.nobles_at[:] = 0
    s.noble_ship = 0
    s.noble_supply = 0
    if s.all_colonists:
        s.colonist_supply = ALL_COLONISTS - s.players
    if s.with_nobles:  # one of them takes the place of a colonist on the ship
        s.noble_ship = 1
        s.noble_supply = NOBLES - 1
        s.colonist_ship -= 1
        s.colonist_supply += 1


@rule
def _lay_out_roles(s: State) -> None:
    s.roles_taken = 0
    for role in range(cards(s)):
        s.taken_by[role] = NONE
        s.role_doubloons[role] = 0
    for i in range(PROSPECTORS[s.players], 2):
        s.taken_by[Role.PROSPECTOR + i] = NOT_IN_GAME


@rule
def _lay_out_supplies(s: State) -> None:
    two = s.players == 2
    for good in range(GOODS):
        s.face_up[good] = 0
        s.face_down[good] = TILE_COUNT_FOR_TWO[good] if two else TILE_COUNT[good]
        s.discards[good] = 0
        s.supply[good] = BARRELS_FOR_TWO[good] if two else BARRELS[good]
        s.trading_house[good] = 0
    s.quarries = TILE_COUNT_FOR_TWO[Tile.QUARRY] if two else TILE_COUNT[Tile.QUARRY]
    for ship in range(SHIPS):
        s.ship_capacity[ship] = SHIP_CAPACITY[s.players, ship]
        s.ship_good[ship] = NONE
        s.ship_barrels[ship] = 0
    s.colonist_supply = START_COLONISTS[s.players]
    s.colonist_ship = s.players
    s.vp_pool = START_VICTORY_POINTS[s.players]
    for building in range(kinds(s)):
        s.copies[building] = COPIES_FOR_TWO[building] if two else COPIES[building]


@rule
def _clear_board(s: State, p: int) -> None:
    s.doubloons[p] = 0
    s.vp[p] = 0
    s.built[p] = 0
    s.spaces[p] = 0
    s.san_juan[p] = 0
    s.goods[p, :] = 0
    s.island[p, :] = 0
    s.colonists[p, :] = 0


@rule
def _deal(s: State, p: int, place: int) -> None:
    """Money and the first plantation for seat p, who plays in that place after the governor."""
    tile = Tile.INDIGO if place < START_INDIGO[s.players] else Tile.CORN
    s.island[p, tile] = 1
    s.face_down[tile] -= 1
    s.doubloons[p] = START_DOUBLOONS[s.players]
    if s.corn_start and tile == Tile.CORN:
        s.doubloons[p] -= 1


@rule
def _clear_phases(s: State) -> None:
    s.last_piece = 0
    s.hacienda_used = 0
    s.place_from = 0
    s.circles_left = 0
    s.produced = 0
    s.idle_turns = 0
    s.captain_loaded = 0
    s.wharf_used[:] = 0
    s.room_for_kinds = 0
    s.stored = 0
    clear_expansions(s)


@expansion()
def clear_expansions(s: State) -> None:
    s.alone = 0
    s.library_used[:] = 0
    s.library_now = 0
    s.privileges = 0
    s.small_wharf_used[:] = 0
    s.captain_steps[:] = 0
    s.cargo = 0
    s.last_good = 0
    s.given = 0
    s.storing = 0
    s.kept[:] = 0
    s.sold = 0
    s.land_office_used = 0
    s.got[:] = 0
    s.shortfall = 0
    s.person = 0
    s.helped = 0
    s.raided = 0
    s.guest_step = 0
    s.guest_to = 0
    s.asked_before = 0
