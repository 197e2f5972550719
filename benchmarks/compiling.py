"""Whoever measures waits first: until everything is compiled, tables may stand still."""

from __future__ import annotations

from boriken.engine import Game, compile_rules
from boriken.games import GAMES
from boriken.players import LEVELS, choose, make_player


def compile_everything() -> None:
    """Compile all that a server compiles before and after its start."""
    for rules in GAMES.values():
        compile_rules(rules)
        for level in LEVELS:
            choose(make_player(level, 0), Game(rules, rules.usual_players, 0, {}))
