"""The bots that the tests let play: every kind of player, with settings under which each is repeatable and quick."""

from __future__ import annotations

from boriken.players.heuristic import STYLE_NAMES

from .walk import Variant

BOTS = ("random", "heuristic", "heuristic:2", "learned", "learned:0.1", "search:8", "roles:4")
"""They play every game."""
STYLES = tuple(f"style:{name}" for name in STYLE_NAMES)
"""These play Puerto Rico."""


def at_tables(variants: list[Variant]) -> list[tuple[str, Variant]]:
    """Every bot in every variant that it plays."""
    everywhere = [(bot, variant) for bot in BOTS for variant in variants]
    return everywhere + [(bot, variant) for bot in STYLES for variant in variants if variant.game == "puerto-rico"]
