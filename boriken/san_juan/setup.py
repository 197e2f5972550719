"""Preparation: the table before the first round."""

from __future__ import annotations

from boriken.engine import GAME_STREAM, State, ask, below, next_seat, rule, seed_chance, tell_others

from .actions import Act
from .cards import discard_from_hand, draw_into_hand, legal_cards
from .components import (
    COPIES,
    GOODS,
    KINDS,
    MOST_PLAYERS,
    NEW_COPIES,
    NONE,
    ROLES,
    START_HAND,
    TILES,
    Card,
)
from .state import Decision


@rule
def setup(s: State, seed: int) -> None:
    """Lay the game out for the players and options in the record."""
    seed_chance(s.chance, seed, GAME_STREAM)
    s.over = 0
    s.reason = 0
    s.round_number = 1
    s.governor = s.first_governor if s.first_governor != NONE else below(s.chance, s.players)
    s.chooser = NONE
    s.role = NONE
    s.roles_taken = 0
    s.doubled = 0
    for role in range(ROLES):
        s.taken_by[role] = NONE
    _clear_phases(s)
    _lay_out_cards(s)
    _shuffle_tiles(s)
    for p in range(MOST_PLAYERS):
        _clear_seat(s, p)
    _deal(s)
    if s.variation:
        _start_from(s, s.governor)
    else:
        ask(s, s.governor, Decision.ROLE)
    s.told = 0


@rule
def _lay_out_cards(s: State) -> None:
    s.pile_size = 0
    s.discards_size = 0
    s.goods_size = 0
    for card in range(KINDS):
        s.pile[card] = COPIES[card] + (NEW_COPIES[card] if s.new_buildings else 0)
        s.pile_size += s.pile[card]
        s.discards[card] = 0
        s.goods_cards[card] = 0
        s.harbor_cards[card] = 0
        s.shown[card] = 0
    s.cathedral = s.new_buildings


@rule
def _shuffle_tiles(s: State) -> None:
    s.top_tile = 0
    s.tiles_seen = 0
    for tile in range(TILES):
        s.tiles[tile] = tile
    for place in range(TILES):
        pick = place + below(s.chance, TILES - place)
        tile = s.tiles[pick]
        for i in range(pick, place, -1):  # the tiles left keep their order
            s.tiles[i] = s.tiles[i - 1]
        s.tiles[place] = tile


@rule
def _clear_seat(s: State, p: int) -> None:
    s.hand_size[p] = 0
    s.held[p] = 0
    s.buildings[p] = 0
    s.chapel[p] = 0
    s.bank[p] = 0
    s.harbor[p] = 0
    s.bank_used[p] = 0
    s.library_used[p] = 0
    s.built[p] = NONE
    for card in range(KINDS):
        s.hand[p, card] = 0
        s.city[p, card] = 0
        s.covered[p, card] = 0
        s.tucked[p, card] = 0
    for good in range(GOODS):
        s.goods[p, good] = 0


@rule
def _clear_phases(s: State) -> None:
    s.first = 0
    s.left = 0
    s.spare = 0
    s.chosen = 0
    s.anybody_sold = 0
    s.building = NONE
    s.cover = NONE
    s.cover_good = 0
    s.to_pay = 0
    s.full_price = 0
    s.paid = 0
    s.goods_paid = 0
    s.goods_done = 0
    for good in range(GOODS):
        s.sold[good] = 0


@rule
def _deal(s: State) -> None:
    """An indigo plant for everybody, and a hand: four cards, in the variation one more for each later place."""
    for p in range(s.players):
        s.pile[Card.INDIGO_PLANT] -= 1
        s.pile_size -= 1
        s.city[p, Card.INDIGO_PLANT] = 1
        s.buildings[p] = 1
    p = s.governor
    for place in range(s.players):
        draw_into_hand(s, p, START_HAND + (place + 1 if s.variation else 0))
        p = next_seat(s, p)


# --- the variation: from the governor clockwise, everybody discards down to four -------------------------------------


@rule
def legal_start(s: State, out: State) -> int:
    return legal_cards(s, out, 0, Act.DISCARD, s.left)


@rule
def apply_start(s: State, action: int) -> None:
    p = s.turn
    s.first = action - Act.DISCARD
    s.left -= 1
    discard_from_hand(s, p, s.first)
    if s.left == 0:
        s.first = 0
        p = next_seat(s, p)
        if p == s.governor:
            ask(s, s.governor, Decision.ROLE)
        else:
            _start_from(s, p)


@rule
def _start_from(s: State, p: int) -> None:
    s.left = s.hand_size[p] - START_HAND
    tell_others(s, p)
    ask(s, p, Decision.START)
