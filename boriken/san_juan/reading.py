"""A record from a view: what `view` shows, written back. What the seat cannot know is left for `redraw`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boriken.engine import BadView, State, named, written
from boriken.engine.viewing import numbers_of, read_course, read_progress, read_seat

from .components import BIT, COPIES, KINDS, NEW_COPIES, NONE, PRICES, TILES, Card, Good, Role
from .state import Decision, Reason
from .view import NUMBERS, PROGRESS, SEAT_FLAGS, SEAT_NUMBERS

View = Mapping[str, Any]
Heap = np.ndarray[Any, np.dtype[np.int64]]

_ROLES, _GOODS = named(Role), named(Good)
_ROLE, _CARD, _DECISION = (numbers_of(named(kind)) for kind in (Role, Card, Decision))
_TILE = {tuple(prices): tile for tile, prices in enumerate(PRICES.tolist())}


def read_view(s: State, view: View, seat: int) -> None:
    """Write a seat's view into a record that has been laid out with the game's options."""
    read_course(s, view, _DECISION, NUMBERS)
    s.role = NONE if view["role"] is None else _ROLE[view["role"]]
    s.taken_by[:] = [read_seat(view["roles"][name], s.players) for _, name in _ROLES]
    s.reason = next((reason for reason in Reason if written(reason) in view["triggers"]), 0)
    s.cathedral = view["cathedral"]
    s.building = NONE if view["building"] is None else _CARD[view["building"]]
    s.cover = NONE if view["covering"] is None else _CARD[view["covering"].removesuffix("+good")]
    read_progress(s, view, PROGRESS)
    _read_tiles(s, view["tiles"])
    for p, board in enumerate(view["players"]):
        _read_seat(s, p, board)
    s.goods_size = s.goods[: s.players].sum()
    s.shown[:] = 0 if view["shown"] is None else _heap(view["shown"])
    _lay_unseen_cards(s, view)


def _read_tiles(s: State, told: list[list[int] | None]) -> None:
    """From the top of the stack; those that nobody has seen lie in the places left, in any order."""
    known = {(s.top_tile + i) % TILES: _TILE[tuple(prices)] for i, prices in enumerate(told) if prices is not None}
    unseen = iter(tile for tile in range(TILES) if tile not in known.values())
    s.tiles[:] = [known[place] if place in known else next(unseen, NONE) for place in range(TILES)]
    if sorted(s.tiles) != list(range(TILES)):
        raise BadView("tiles: one is there twice")


def _read_seat(s: State, p: int, board: View) -> None:
    for name in (*SEAT_NUMBERS, *SEAT_FLAGS):
        s[name][p] = board[name]
    s.city[p] = _heap(board["city"])
    s.covered[p] = _heap(board["covered"])
    s.goods[p] = [board["goods"][name] for _, name in _GOODS]
    s.hand[p] = _heap(board["hand"] or {})
    s.held[p] = sum(int(BIT[card]) for card in range(KINDS) if s.hand[p, card])
    s.tucked[p] = _heap(board["tucked"] or {})
    s.chapel[p] = board["chapel"] or 0
    s.bank[p] = board["bank"] or 0
    if board["hand"] is not None and s.hand[p].sum() != s.hand_size[p]:
        raise BadView(f"hand_size: seat {p} has other cards")
    if board["tucked"] is not None and s.tucked[p].sum() != s.chapel[p] + s.bank[p]:
        raise BadView(f"tucked: seat {p} has other cards under chapel and bank")


def _lay_unseen_cards(s: State, view: View) -> None:
    """As many to each place as lie there, which all can count; the rest are under the others' chapels and banks.

    Which card lies where is for `redraw` to say.
    """
    unseen = COPIES + (NEW_COPIES if s.new_buildings else 0)
    unseen -= s.shown
    for p in range(s.players):
        for heap in (s.hand, s.city, s.covered, s.tucked):
            unseen -= heap[p]
    if s.building != NONE:
        unseen[s.building] -= 1
    unseen[Card.CATHEDRAL] = 0  # of which there is one, on the table or in a city
    s.goods_cards[:] = _taken(unseen, s.goods_size)
    s.harbor_cards[:] = _taken(unseen, s.harbor[: s.players].sum())
    s.discards[:] = _taken(unseen, s.discards_size)
    s.pile[:] = _taken(unseen, s.pile_size)
    if view["shown"] is None:
        s.shown[:] = _taken(unseen, view["shown_size"])
    for p, board in enumerate(view["players"]):
        if board["hand"] is None:
            s.hand[p] = _taken(unseen, s.hand_size[p])
    _tuck_the_rest(s, view, unseen)


def _tuck_the_rest(s: State, view: View, unseen: Heap) -> None:
    """Under a chapel that is or was there, or a bank that was used and has a card under it."""
    others = [p for p, board in enumerate(view["players"]) if board["tucked"] is None]
    chapels = [p for p in others if s.city[p, Card.CHAPEL] or s.covered[p, Card.CHAPEL]]
    banks = [p for p in others if s.bank_used[p]]
    tucked = unseen.sum()
    if tucked < len(banks) or (tucked and not chapels and not banks):
        raise BadView("there are not as many cards as in a game")
    if tucked:
        p = (chapels + banks)[0]
        s.tucked[p] = _taken(unseen, tucked)
        s.chapel[p] = tucked


def _taken(unseen: Heap, cards: int) -> Heap:
    """Take so many cards out of a heap, whichever."""
    before = np.cumsum(unseen) - unseen
    taken: Heap = np.clip(cards - before, 0, unseen)
    if unseen.min() < 0 or taken.sum() != cards:
        raise BadView("there are more cards than in a game")
    unseen -= taken
    return taken


def _heap(told: View) -> list[int]:
    heap = [0] * KINDS
    for name, cards in told.items():
        heap[_CARD[name]] = cards
    return heap
