"""All games: importing this module makes them known to `Game.new` and to records."""

from .engine import Game, Record, Rules
from .puerto_rico import PUERTO_RICO, PUERTO_RICO_EXPANDED
from .san_juan import SAN_JUAN

GAMES: dict[str, Rules] = {rules.name: rules for rules in (PUERTO_RICO, SAN_JUAN)}
"""Every game by its name."""
WITH_EXPANSIONS: dict[str, Rules] = {rules.name: rules for rules in (PUERTO_RICO_EXPANDED,)}
"""Those that have expansions, with all of them: every action there is."""
ALL_RULES: dict[str, Rules] = {rules.key: rules for rules in (*GAMES.values(), *WITH_EXPANSIONS.values())}
"""All that is compiled, by its key: a game with expansions has rules of its own."""

__all__ = ["ALL_RULES", "GAMES", "WITH_EXPANSIONS", "Game", "Record"]
