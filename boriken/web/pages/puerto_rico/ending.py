"""Where the points of Puerto Rico come from, for the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boriken.puerto_rico.components import LARGE_PRODUCTION, SMALL_PRODUCTION, VIOLET, Building

from ..presenter import Source

_Board = Mapping[str, Any]


def _kinds(board: _Board) -> list[Building]:
    return [Building[name.upper().replace("-", "_")] for name in board["city"]]


def _guild_hall(board: _Board) -> str:
    small, large = (sum(which >> kind & 1 for kind in _kinds(board)) for which in (SMALL_PRODUCTION, LARGE_PRODUCTION))
    return f"{small} small, {large} large"


def _island_tiles(board: _Board) -> int:
    return int(sum(n for n, _ in board["island"].values()) + sum(board.get("forests", {}).values()))


def _colonists(board: _Board) -> int:
    on_tiles = sum(on for _, on in board["island"].values())
    return int(on_tiles + sum(board["city"].values()) + board["san_juan"])


def _threes(board: _Board) -> int:
    tiles = [n for n, _ in board["island"].values()] + [sum(board["forests"].values())]
    return sum(n // 3 for n in tiles)


def _large(name: str, note: Callable[[_Board], str]) -> Source:
    """A large building that scores at the end."""
    return Source(note=note, in_game=lambda view: name in view["buildings"])


_NOTES: dict[str, Callable[[_Board], str]] = {
    "guild-hall": _guild_hall,
    "residence": lambda board: f"{_island_tiles(board)} island spaces",
    "fortress": lambda board: f"{_colonists(board)} colonists ÷ 3",
    "customs-house": lambda board: f"{board['vp']} chips ÷ 4",
    "city-hall": lambda board: f"{sum(VIOLET >> kind & 1 for kind in _kinds(board))} violet",
    "cloister": lambda board: f"{_threes(board)} threes of tiles",
    "royal-garden": lambda board: f"{board['nobles']} nobles",
}
SOURCES = {
    "chips": Source("Victory point chips", "vp"),
    "buildings": Source(icon="u-building", note=lambda board: f"{len(board['city'])} buildings"),
    **{name: _large(name, note) for name, note in _NOTES.items()},
    "nobles": Source(icon="noble", note=lambda board: "1 each", only_if_scored=True),
}
UNSEEN = frozenset({"chips", "customs-house"})
"""Chips, and what counts them, where they are played face down."""
