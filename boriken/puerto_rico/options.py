"""The options of a game of Puerto Rico."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import FIRST_GOVERNOR, RANDOM, Option, State, checked

from .components import NONE

PLAYERS = range(2, 6)

OPTIONS = {
    "swap": Option(False, "the factory costs 8 and the university 7 (the designer's advice)"),
    "corn_start": Option(False, "whoever starts with corn gets one doubloon less"),
    "hidden_vp": Option(False, "nobody sees the others' victory point chips"),
    "governor": FIRST_GOVERNOR,
}


def check_options(players: int, given: Mapping[str, object]) -> dict[str, Any]:
    """All options with their values; raises BadOption, naming what is wrong and what would be right."""
    return checked("puerto-rico", OPTIONS, players, given)


def write_options(s: State, options: Mapping[str, Any]) -> None:
    """Put checked options into a fresh record."""
    s.swap = options["swap"]
    s.corn_start = options["corn_start"]
    s.hidden_vp = options["hidden_vp"]
    s.first_governor = NONE if options["governor"] == RANDOM else options["governor"]
