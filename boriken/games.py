"""All games: importing this module makes them known to `Game.new` and to records."""

from .engine import Game, Record, Rules
from .puerto_rico import PUERTO_RICO

GAMES: dict[str, Rules] = {rules.name: rules for rules in (PUERTO_RICO,)}
"""Every game by its name."""

__all__ = ["GAMES", "Game", "Record"]
