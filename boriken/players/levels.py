"""Levels for people, from weak to strong: docs/ai.md says how far each is ahead of the one before."""

from __future__ import annotations

LEVELS = {
    "beginner": "heuristic:2",
    "easy": "heuristic",
    "medium": "learned",
    "hard": "search:64",
    "expert": "search:1s",
}
"""Every level with the player that plays it."""
