"""All games: importing this module makes them known to `Game.new` and to records."""

from .engine import Game, Record, Rules
from .puerto_rico import PUERTO_RICO
from .san_juan import SAN_JUAN

GAMES: dict[str, Rules] = {rules.name: rules for rules in (PUERTO_RICO, SAN_JUAN)}
"""Every game by its name."""

__all__ = ["GAMES", "Game", "Record"]
