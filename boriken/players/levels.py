"""Levels for people: each beats a table of the level before it clearly (docs/ai.md says by how much)."""

from __future__ import annotations

LEVELS = {
    "beginner": "heuristic:2",
    "easy": "heuristic",
    "medium": "learned",
    "hard": "search:64",
    "expert": "search:1s",
}
"""Every level with the player that plays it."""
