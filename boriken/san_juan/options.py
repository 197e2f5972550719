"""The options of a game of San Juan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import BadOption, State

from .components import NONE

PLAYERS = range(2, 5)

OPTIONS: dict[str, tuple[object, str]] = {
    "edition": (2, "1 (2004) or 2 (2014)"),
    "new_buildings": (False, "with The New Buildings (edition 2)"),
    "variation": (False, "set-up variation: draw 5 to 8 cards and keep 4"),
    "governor": (0, "the seat of the first governor, or 'random'"),
}
"""Each option with its usual value and what it does."""


def check_options(players: int, options: Mapping[str, object]) -> dict[str, Any]:
    """All options with their values; raises BadOption, naming what is wrong and what would be right."""
    for name in options:
        if name not in OPTIONS:
            raise BadOption(f"san-juan has no option {name!r}; there is {', '.join(OPTIONS)}")
    checked = {name: options.get(name, usual) for name, (usual, _) in OPTIONS.items()}
    if type(checked["edition"]) is not int or checked["edition"] not in (1, 2):
        raise BadOption(f"edition must be 1 or 2, not {checked['edition']!r}")
    for name in ("new_buildings", "variation"):
        if not isinstance(checked[name], bool):
            raise BadOption(f"{name} must be true or false, not {checked[name]!r}")
    if checked["new_buildings"] and checked["edition"] == 1:
        raise BadOption("new_buildings needs edition 2")
    governor = checked["governor"]
    if governor != "random" and (type(governor) is not int or not 0 <= governor < players):
        raise BadOption(f"governor must be a seat of 0 to {players - 1} or 'random', not {governor!r}")
    return checked


def write_options(s: State, options: Mapping[str, Any]) -> None:
    """Put checked options into a fresh record."""
    s.edition = options["edition"]
    s.new_buildings = options["new_buildings"]
    s.variation = options["variation"]
    s.first_governor = NONE if options["governor"] == "random" else options["governor"]
