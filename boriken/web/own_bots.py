"""Bots of the host's own: classes that BORIKEN_BOTS names, offered as levels beside ours.

Read once, when the site starts: every worker has the same. A table whose level is no longer there goes on with the
usual one.
"""

from __future__ import annotations

import os

from boriken.engine import BadOption
from boriken.games import GAMES
from boriken.players import LEVELS
from boriken.players.own import is_own

VARIABLE = "BORIKEN_BOTS"
_LONGEST_LEVEL = 32


def own_levels(text: str) -> dict[str, str]:
    """Levels by name, from specs with commas between them; raises BadOption.

    >>> own_levels("mybot:MyBot, lib.bots:Shipper:deep")
    {'mybot': 'mybot:MyBot', 'shipper': 'lib.bots:Shipper:deep'}
    """
    levels: dict[str, str] = {}
    for spec in (part.strip() for part in text.split(",") if part.strip()):
        if not is_own(spec):
            raise BadOption(f"{VARIABLE}: {spec!r} is not MODULE:CLASS")
        level = spec.split(":")[1].lower()[:_LONGEST_LEVEL]
        if level in LEVELS or level in levels:
            raise BadOption(f"{VARIABLE}: there is a level {level!r} already; give the class of {spec} another name")
        levels[level] = spec
    return levels


OWN_LEVELS = {level: dict.fromkeys(GAMES, spec) for level, spec in own_levels(os.environ.get(VARIABLE, "")).items()}
ALL_LEVELS = LEVELS | OWN_LEVELS
"""What a seat may be given, with the bot that then plays, by game: from weak to strong, then the host's own."""
