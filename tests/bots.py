"""The bots that the tests let play: every kind of player, with settings under which each is repeatable and quick."""

from __future__ import annotations

BOTS = ("random", "heuristic", "heuristic:2", "learned", "search:8")
