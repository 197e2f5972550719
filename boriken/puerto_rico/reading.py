"""A record from a view: what `view` shows, written back. What the seat cannot know is left for `redraw`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import BadView, State, named, written
from boriken.engine.viewing import numbers_of, read_course, read_progress, read_seat

from .components import BIT, NOBLES_COUNT_AT, NONE, SPACES, TILES, Building, Good, Role, Tile
from .festival import BARRELS, BUILDING, PLANTATION
from .state import EXPANDED, NOT_IN_GAME, Decision, Trigger
from .view import FLAGS, HEAPS, MORE_NUMBERS, MORE_PROGRESS, NUMBERS, PROGRESS

View = Mapping[str, Any]

_ROLES, _GOODS, _TILES = named(Role), named(Good), named(Tile)
_ROLE, _GOOD, _BUILDING, _DECISION = (numbers_of(named(kind)) for kind in (Role, Good, Building, Decision))


def read_view(s: State, view: View, seat: int) -> None:
    """Write a seat's view into a record that has been laid out with the game's options."""
    read_course(s, view, _DECISION, NUMBERS)
    s.triggers = sum(trigger for trigger in Trigger if written(trigger) in view["triggers"])
    for name in FLAGS:
        s[name] = view[name]
    for member, field in HEAPS.items():
        s[field] = _counts(view[member])
    for role, name in _ROLES[: len(s.taken_by)]:
        card = view["roles"].get(name)
        s.taken_by[role] = NOT_IN_GAME if card is None else read_seat(card["taken_by"], s.players)
        s.role_doubloons[role] = 0 if card is None else card["doubloons"]
    for ship, told in enumerate(view["ships"]):
        s.ship_good[ship] = NONE if told["good"] is None else _GOOD[told["good"]]
        s.ship_barrels[ship] = told["barrels"]
    s.copies[:] = 0
    for name, left in view["buildings"].items():
        s.copies[_BUILDING[name]] = left
    for p, board in enumerate(view["players"]):
        _read_board(s, p, board)
    _read_points(s, view)
    expanded = s.dtype == EXPANDED
    read_progress(s, view, MORE_PROGRESS if expanded else PROGRESS)
    if expanded:
        _read_more(s, view)


def _read_board(s: State, p: int, board: View) -> None:
    for name in ("doubloons", "san_juan", "wharf_used"):
        s[name][p] = board[name]
    s.goods[p] = _counts(board["goods"])
    s.built[p] = 0
    s.spaces[p] = 0
    s.colonists[p] = 0
    for tile, name in _TILES:
        s.island[p, tile], s.colonists[p, tile] = board["island"][name]
    for name, colonists in board["city"].items():
        building = _BUILDING[name]
        s.built[p] |= BIT[building]
        s.spaces[p] += SPACES[building]
        s.colonists[p, TILES + building] = colonists


def _read_points(s: State, view: View) -> None:
    """Of hidden chips only the sum is seen: it lies with one of the others until `redraw` deals it out."""
    known = [board["vp"] for board in view["players"]]
    rest = view["vp_scored"] - sum(vp for vp in known if vp is not None)
    if rest < 0:
        raise BadView("vp_scored is less than the players' points")
    for p, vp in enumerate(known):
        s.vp[p] = rest if vp is None else vp
        rest = 0 if vp is None else rest


def _read_more(s: State, view: View) -> None:
    """What the expansions add."""
    s.role = NONE if view["role"] is None else _ROLE[view["role"]]
    s.alone = view["alone"]
    s.portrait = read_seat(view["portrait"], s.players)
    for name in MORE_NUMBERS:
        s[name] = view[name]
    s.in_game = sum(1 << _BUILDING[name] for name in view["buildings"])
    s.kidnapped = s.kidnapper = NONE
    if view["kidnapped"] is not None:
        s.kidnapped = _ROLE[view["kidnapped"]["role"]]
        s.kidnapper = read_seat(view["kidnapped"]["by"], s.players)
    s.kept[:] = _counts(view["kept"])
    for p, board in enumerate(view["players"]):
        s.got[p] = _counts(view["got"][p])
        s.forests[p] = _counts(board["forests"])
        s.nobles_at[p] = [board["nobles_in"].get(written(building), 0) for building in NOBLES_COUNT_AT]
        for name in ("nobles", "library_used", "small_wharf_used"):
            s[name][p] = board[name]
    _read_festival(s, view["festival"])


def _read_festival(s: State, goals: View | None) -> None:
    s.festival_plantation = s.festival_building = NONE
    s.festival_goods[:] = 0
    s.festival_met[:] = NONE
    if goals is not None:
        s.festival_plantation = _GOOD[goals["plantation"]]
        s.festival_building = _BUILDING[goals["building"]]
        s.festival_goods[:] = [goals["goods"].get(name, 0) for _, name in _GOODS]
        for goal, name in ((PLANTATION, "plantation"), (BARRELS, "goods"), (BUILDING, "building")):
            s.festival_met[goal] = read_seat(goals[f"{name}_met"], s.players)


def _counts(told: View) -> list[int]:
    return [told[name] for _, name in _GOODS]
