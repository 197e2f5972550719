"""The compiled part of the environments: observations, rewards, and the loop that steps many games at once.

A package of its own because every edit in it compiles anew; the environments, one level up, are plain Python.
"""

from boriken.engine.layout import Layout, Piece

from .observing import layout_of, look, secrets_of
from .rewards import REWARDS, Reward, judge
from .stepping import DESK, NOBODY, ROOM, ROTATING, STAY, Bot, Games, Settings, StepKind, step

__all__ = [
    "DESK",
    "NOBODY",
    "REWARDS",
    "ROOM",
    "ROTATING",
    "STAY",
    "Bot",
    "Games",
    "Layout",
    "Piece",
    "Reward",
    "Settings",
    "StepKind",
    "judge",
    "layout_of",
    "look",
    "secrets_of",
    "step",
]
