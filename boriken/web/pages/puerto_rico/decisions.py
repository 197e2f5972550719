"""What the pages say of each decision of Puerto Rico: one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import written
from boriken.puerto_rico.state import Decision

from ..presenter import Asked

DECISIONS = {
    Decision.ROLE: Asked(
        "Take a role",
        "chooses a role",
        lesson=(
            "Take a role",
            "Look at the doubloons that lie on roles: they are yours with the card. Then ask what the role does for "
            "you, and what for the others. Early on: settler and builder; the prospector is never wrong.",
        ),
    ),
    Decision.SETTLER: Asked(
        "Take a tile for your island",
        "settles",
        phase="settler",
        decline="Take nothing",
        declined=("takes", "nothing"),
        lesson=(
            "Choose a tile",
            "Corn needs no building: it grows with a single colonist. The others need their plant in the city. A "
            "quarry makes everything cheaper for the rest of the game; take it while you may.",
        ),
    ),
    Decision.HOSPICE: Asked(
        "Take a colonist for the new tile?",
        "settles",
        phase="settler",
        at_once=True,
        accept="Take the colonist",
        decline="No colonist",
        declined=(),
        lesson=("A free colonist", "Your hospice lends the new tile a colonist at once. Take it."),
    ),
    Decision.MAYOR: Asked(
        "Take one more colonist from the supply?",
        "takes colonists",
        phase="mayor",
        at_once=True,
        accept="Take the colonist",
        decline="No colonist",
        declined=("takes", "no colonist"),
        lesson=(
            "One colonist more",
            "More hands are better than fewer, except that they bring the end of the game nearer. Take it.",
        ),
    ),
    Decision.PLACE: Asked(
        "Place your colonists",
        "places colonists",
        phase="mayor",
        confirm="Confirm placement",
        confirm_short="Confirm",
        rearranges=True,
        lesson=(
            "Put colonists to work",
            "Press tiles and buildings. A plantation and the building for its crop need each other: the bar above "
            "tells what the next craftsman would bring. Quarries lower prices.",
        ),
    ),
    Decision.BUILDER: Asked(
        "Build something",
        "builds",
        phase="builder",
        decline="Build nothing",
        declined=("builds", "nothing"),
        lesson=(
            "Build",
            "The number on the coin is what you pay, discounts included. First a small plant for the crop you have; a "
            "small market soon pays for itself. Points stand on the green seals.",
        ),
    ),
    Decision.UNIVERSITY: Asked(
        "Take a colonist for the new building?",
        "builds",
        phase="builder",
        at_once=True,
        accept="Take the colonist",
        decline="No colonist",
        declined=(),
        lesson=(
            "A colonist for the new building",
            "Your university sends one. Take it, and the building works at once.",
        ),
    ),
    Decision.CRAFTSMAN: Asked(
        "Take one more barrel of what you made",
        "takes a barrel",
        phase="craftsman",
        decline="Take nothing",
        declined=("takes", "nothing more"),
        lesson=(
            "One barrel more",
            "The craftsman takes one more of what he made. The dearest, if you can sell it; corn, if you want to ship.",
        ),
    ),
    Decision.TRADER: Asked(
        "Sell a barrel to the trading house",
        "trades",
        phase="trader",
        decline="Sell nothing",
        declined=("sells", "nothing"),
        confirm="Sell the goods",
        names_piece=False,
        lesson=(
            "Sell",
            "The trading house has four spaces and takes each kind once. Coffee brings 4, corn nothing: ship the "
            "cheap, sell the dear.",
        ),
    ),
    Decision.CAPTAIN: Asked(
        "Load a good onto a ship",
        "loads goods",
        phase="captain",
        decline="Load nothing",
        declined=("loads", "nothing"),
        lesson=(
            "Ship",
            "You must load as long as any ship takes your goods, one kind at a time: 1 point for each barrel. Try to "
            "fill a ship with what you have much of.",
        ),
    ),
    Decision.WAREHOUSE: Asked(
        "Choose what your warehouse keeps, and one barrel more",
        "stores goods",
        phase="captain",
        decline="Use no warehouse",
        declined=("leaves", "the warehouse empty"),
        confirm="Keep these",
        together="storing",
        lesson=("Store", "A warehouse keeps whole kinds. All else is lost, but for one barrel."),
    ),
    Decision.WINDROSE: Asked(
        "Choose the one barrel that you keep",
        "stores goods",
        phase="captain",
        confirm="Keep it",
        together="storing",
        lesson=("Keep one barrel", "What is left over goes back to the supply. Keep what will sell best."),
    ),
}
_PHASES = {written(decision): row.phase for decision, row in DECISIONS.items()}


def phase_of(view: Mapping[str, Any]) -> str:
    """The role being played, or nothing."""
    return _PHASES.get(view["decision"], "")
