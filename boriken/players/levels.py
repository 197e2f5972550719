"""Levels for people, each stronger than the one before: docs/ai.md says by how much, as far as it is measured."""

from __future__ import annotations

LEVELS = {
    "beginner": "heuristic:2",
    "easy": "heuristic",
    "medium": "learned",
    "hard": "search:64",
    "expert": "search:1s",
}
"""Every level with the player that plays it."""
