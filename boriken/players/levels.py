"""Levels for people, from weak to strong: docs/ai.md says how far each is ahead of the one before.

The games differ in how much thinking brings, so a level is played by other bots in each.
"""

from __future__ import annotations

from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

_GAMES = PUERTO_RICO.name, SAN_JUAN.name
_BOTS = {
    "beginner": ("heuristic:2", "heuristic:2"),
    "easy": ("heuristic:0.7", "heuristic:0.6"),
    "medium": ("learned:0.035", "learned:0.06"),
    "hard": ("search:64", "learned"),
    "expert": ("search:1s", "search:1s"),
}
LEVELS = {level: dict(zip(_GAMES, bots, strict=True)) for level, bots in _BOTS.items()}
"""Every level with the bot that plays it, by game."""
