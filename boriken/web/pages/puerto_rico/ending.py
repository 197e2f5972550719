"""Where the points of Puerto Rico come from, for the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.puerto_rico.components import BUILDING_TABLE, NONE, SMALL_PRODUCTION, Building

from ..presenter import Source

_Board = Mapping[str, Any]


def _kinds(board: _Board) -> list[Building]:
    return [Building[name.upper().replace("-", "_")] for name in board["city"]]


def _guild_hall(board: _Board) -> str:
    production = [kind for kind in _kinds(board) if BUILDING_TABLE[kind].makes != NONE]
    small = sum(SMALL_PRODUCTION >> kind & 1 for kind in production)
    return f"{small} small, {len(production) - small} large"


def _colonists(board: _Board) -> int:
    on_tiles = sum(on for _, on in board["island"].values())
    return int(on_tiles + sum(board["city"].values()) + board["san_juan"])


SOURCES = {
    "chips": Source("Victory point chips", "vp"),
    "buildings": Source(icon="u-building", note=lambda board: f"{len(board['city'])} buildings"),
    "guild-hall": Source(note=_guild_hall),
    "residence": Source(note=lambda board: f"{sum(n for n, _ in board['island'].values())} island spaces"),
    "fortress": Source(note=lambda board: f"{_colonists(board)} colonists ÷ 3"),
    "customs-house": Source(note=lambda board: f"{board['vp']} chips ÷ 4"),
    "city-hall": Source(
        note=lambda board: f"{sum(BUILDING_TABLE[kind].makes == NONE for kind in _kinds(board))} violet"
    ),
}
