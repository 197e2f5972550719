"""The options of a game of San Juan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import FIRST_GOVERNOR, RANDOM, BadOption, Option, State, checked

from .components import NONE

PLAYERS = range(2, 5)

OPTIONS = {
    "edition": Option(2, "1 (2004) or 2 (2014)", choices=(2, 1)),
    "new_buildings": Option(False, "with The New Buildings (edition 2)"),
    "variation": Option(False, "set-up variation: draw 5 to 8 cards and keep 4"),
    "governor": FIRST_GOVERNOR,
}


def check_options(players: int, given: Mapping[str, object]) -> dict[str, Any]:
    """All options with their values; raises BadOption, naming what is wrong and what would be right."""
    options = checked("san-juan", OPTIONS, players, given)
    if options["new_buildings"] and options["edition"] == 1:
        raise BadOption("new_buildings needs edition 2")
    return options


def write_options(s: State, options: Mapping[str, Any]) -> None:
    """Put checked options into a fresh record."""
    s.edition = options["edition"]
    s.new_buildings = options["new_buildings"]
    s.variation = options["variation"]
    s.first_governor = NONE if options["governor"] == RANDOM else options["governor"]
