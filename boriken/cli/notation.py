"""`boriken notation`: all actions of a game."""

from __future__ import annotations

import json

from .arguments import rules_named
from .guard import FINE
from .terminal import aligned, new_console


def notation(game: str | None, as_json: bool) -> int:
    """Print every action's text with its meaning."""
    actions = rules_named(game).actions
    if as_json:
        rows = [{"number": int(action), "text": action.text, "meaning": action.meaning} for action in actions]
        print(json.dumps(rows, indent=1))
        return FINE
    text = aligned([(action.text, action.meaning) for action in actions], ("cyan", ""), gap=3)
    new_console().print(text, soft_wrap=True)
    return FINE
