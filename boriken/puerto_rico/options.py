"""The options of a game of Puerto Rico."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import BadOption, State

from .components import NONE

PLAYERS = range(2, 6)

OPTIONS: dict[str, tuple[object, str]] = {
    "swap": (False, "the factory costs 8 and the university 7 (the designer's advice)"),
    "corn_start": (False, "whoever starts with corn gets one doubloon less"),
    "hidden_vp": (False, "nobody sees the others' victory point chips"),
    "governor": (0, "the seat of the first governor, or 'random'"),
}
"""Each option with its usual value and what it does."""


def check_options(players: int, options: Mapping[str, object]) -> dict[str, Any]:
    """All options with their values; raises BadOption, naming what is wrong and what would be right."""
    for name in options:
        if name not in OPTIONS:
            raise BadOption(f"puerto-rico has no option {name!r}; there is {', '.join(OPTIONS)}")
    checked = {name: options.get(name, usual) for name, (usual, _) in OPTIONS.items()}
    for name in ("swap", "corn_start", "hidden_vp"):
        if not isinstance(checked[name], bool):
            raise BadOption(f"{name} must be true or false, not {checked[name]!r}")
    governor = checked["governor"]
    if governor != "random" and (type(governor) is not int or not 0 <= governor < players):
        raise BadOption(f"governor must be a seat of 0 to {players - 1} or 'random', not {governor!r}")
    return checked


def write_options(s: State, options: Mapping[str, Any]) -> None:
    """Put checked options into a fresh record."""
    s.swap = options["swap"]
    s.corn_start = options["corn_start"]
    s.hidden_vp = options["hidden_vp"]
    s.first_governor = NONE if options["governor"] == "random" else options["governor"]
