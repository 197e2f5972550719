"""Learning Puerto Rico: an introduction, what to do while others play, the reference."""

from __future__ import annotations

from typing import Any

from boriken.puerto_rico.components import BUILDING_TABLE

from .buildings import BUILDINGS

INTRODUCTION = (
    (
        "You own an island.",
        "Plantations on the left grow crops, buildings in your city turn them into goods. Nothing "
        "works without a colonist: the straw hats.",
    ),
    (
        "Everybody plays every role.",
        "In your turn you take a role. All players then do what it says, you first and with a "
        "privilege. Roles nobody took get a doubloon, so each becomes tempting some day.",
    ),
    (
        "Two ways to points.",
        "Ship goods to the old world for victory point chips, or build: the dear buildings bring "
        "most, and each is there once.",
    ),
    (
        "When it ends.",
        "The round in which the chips run out, the colonists run out or somebody fills the twelfth "
        "city space is the last one. The counters at the top tell how near that is.",
    ),
    (
        "And more, once you know it.",
        "Four expansions, each alone or together: new buildings, of which everybody names some before the game; "
        "nobles, who are worth points; a buccaneer to rob others; a festival with three goals. You choose them when "
        "you open a table.",
    ),
)
WAITING = (
    "The others play",
    "The log at the lower right tells what they do. Watch who gets money, and what they could build or ship with it.",
)


def reference() -> list[dict[str, Any]]:
    """All buildings, in groups."""
    rows = [
        BUILDINGS[name] | {"cost": row.cost, "copies": row.copies}
        for name, row in zip(BUILDINGS, BUILDING_TABLE.values(), strict=True)
    ]
    base = [b for b in rows if not b["box"]]
    violet = [b for b in base if not b["good"]]
    return [
        {"name": "Production buildings", "note": "make goods", "rows": [b for b in base if b["good"]]},
        {"name": "Violet buildings", "note": "help with a role", "rows": [b for b in violet if not b["large"]]},
        {"name": "Large buildings", "note": "two spaces, points at the end", "rows": [b for b in violet if b["large"]]},
        {"name": "New buildings", "note": "expansion I", "rows": [b for b in rows if b["box"] == "new"]},
        {"name": "Nobles' buildings", "note": "expansion II", "rows": [b for b in rows if b["box"] == "nobles"]},
    ]
