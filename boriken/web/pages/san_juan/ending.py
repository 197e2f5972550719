"""Where the points of San Juan come from, for the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boriken.engine import counted
from boriken.san_juan.components import PRODUCTION_KINDS, Card

from ..presenter import Source
from .words import MONUMENTS

_Board = Mapping[str, Any]


def _cards(board: _Board, wanted: Callable[[str], bool]) -> int:
    return int(sum(n for name, n in board["city"].items() if wanted(name)))


def _is_production(name: str) -> bool:
    return Card[name.upper().replace("-", "_")] < PRODUCTION_KINDS


SOURCES = {
    "buildings": Source(icon="u-building", note=lambda board: counted(board["buildings"], "building")),
    "chapel": Source("Cards under the chapel"),
    "guild-hall": Source(note=lambda board: f"{_cards(board, _is_production)} production"),
    "city-hall": Source(note=lambda board: f"{_cards(board, lambda name: not _is_production(name))} city"),
    "triumphal-arch": Source(note=lambda board: counted(_cards(board, MONUMENTS.__contains__), "monument")),
    "palace": Source(note=lambda board: "the rest ÷ 4"),
    # Of The New Buildings:
    "bank": Source("Cards under the bank", only_if_scored=True),
    "harbor": Source("Goods under the harbor", only_if_scored=True),
    "residence": Source(only_if_scored=True),
    "cathedral": Source(only_if_scored=True),
}
UNSEEN = frozenset({"chapel", "bank", "palace"})
"""What lies under chapel and bank, and the palace, which counts all points."""
