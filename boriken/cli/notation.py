"""`boriken notation`: all actions of a game."""

from __future__ import annotations

import json

from boriken.games import WITH_EXPANSIONS

from .arguments import rules_named
from .guard import FINE
from .terminal import aligned, new_console


def notation(game: str | None, as_json: bool) -> int:
    """Print every action's text with its meaning, those of expansions last."""
    rules = rules_named(game)
    actions = WITH_EXPANSIONS.get(rules.name, rules).actions
    base = len(rules.actions)
    if as_json:
        rows = [
            {"number": int(action), "text": action.text, "meaning": action.meaning, "expansions": action >= base}
            for action in actions
        ]
        print(json.dumps(rows, indent=1))
        return FINE
    console = new_console()
    lines = [(action.text, action.meaning) for action in actions]
    console.print(aligned(lines[:base], ("cyan", ""), gap=3), soft_wrap=True)
    if lines[base:]:
        console.print("\nonly with expansions:", style="bold")
        console.print(aligned(lines[base:], ("cyan", ""), gap=3), soft_wrap=True)
    return FINE
