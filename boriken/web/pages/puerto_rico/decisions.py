"""What the pages say of each decision of Puerto Rico: one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boriken.engine import written
from boriken.puerto_rico.state import Decision

from ..presenter import Asked
from ..words import spoken_name
from .words import GOODS

_BLACK_MARKET = Asked(
    "Pay on the black market",
    "pays on the black market",
    phase="builder",
    declined=(),
    confirm="Pay",
    names_piece=False,
    together="black market",
    sets=(
        (("pay:vp", "vp"),),
        tuple((f"pay:{good}", f"g-{good}") for good in GOODS),
        (("pay:colonist", "colonist"), ("pay:noble", "noble")),
    ),
)
"""Its four questions are one on the page: a point, a barrel, a person, until enough is given."""
DECISIONS = {
    Decision.ROLE: Asked(
        "Take a role",
        "chooses a role",
        lesson=(
            "Take a role",
            "Ask what a role does for you, and what for the others: they do the same, only later and without the "
            "privilege.",
        ),
    ),
    Decision.DRAFT: Asked(
        "Put a kind of building into the game",
        "names a building",
        phase="draft",
        lesson=(
            "Choose the buildings",
            "Everybody names a kind in turn, until each price has as many as its field holds. What is in the game can "
            "be built by all: name what helps your plan more than theirs.",
        ),
    ),
    Decision.LIBRARY: Asked(
        "Use your library for this role?",
        "looks into the library",
        at_once=True,
        accept="Use the library",
        decline="Not for this role",
        declined=(),
        lesson=(
            "The library",
            "With two players it doubles one privilege in a round. Keep it for a role that gains by it.",
        ),
    ),
    Decision.GUEST: Asked(
        "Send a guest to work?",
        "thinks of the guest house",
        decline="Nobody moves",
        declined=(),
        lesson=(
            "Guests",
            "Whoever waits in the guest house may move to an empty circle right when it is needed. They stay there "
            "until the next mayor.",
        ),
    ),
    Decision.GUEST_IS: Asked(
        "Which guest moves?",
        "sends a guest",
        at_once=True,
        answers={"guest-is:colonist": "The colonist", "guest-is:noble": "The noble"},
        lesson=("Which guest", "A noble does more in some buildings, and is better kept where it does."),
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
    Decision.DRAWN_TILE: Asked(
        "Lay the drawn tile face down, as a forest?",
        "looks at the drawn tile",
        at_once=True,
        accept="Lay a forest",
        decline="Keep the plantation",
        declined=("keeps", "the plantation"),
        lesson=("A forest?", "Two forests make every building a doubloon cheaper for you. They need no colonist."),
    ),
    Decision.SECOND_TILE: Asked(
        "Take a second tile",
        "takes a second tile",
        phase="settler",
        decline="Take nothing more",
        declined=("takes", "nothing more"),
        lesson=("A second tile", "The library doubles the settler's privilege: one more of what the others have left."),
    ),
    Decision.HUNTING_LODGE: Asked(
        "Discard a tile of your island?",
        "visits the hunting lodge",
        phase="settler",
        decline="Discard nothing",
        declined=(),
        lesson=("The hunting lodge", "It makes room: discard a tile that no longer helps you, or nothing at all."),
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
    Decision.SHIP: Asked(
        "Take a noble or a colonist from the ship?",
        "takes somebody from the ship",
        phase="mayor",
        at_once=True,
        answers={"take:colonist": "Colonist", "take:noble": "Noble"},
        lesson=(
            "Noble or colonist",
            "A noble works like a colonist, and is worth a point at the end. Take it while you may.",
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
    Decision.NOBLE: Asked(
        "Who stands there?",
        "places nobles",
        phase="mayor",
        at_once=True,
        accept="A noble",
        decline="A colonist",
        declined=(),
        lesson=(
            "Who stands where",
            "Some buildings do one thing with a colonist and another with a noble. Read the building, then say who "
            "is in it.",
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
    Decision.PAY_CHIP: replace(
        _BLACK_MARKET,
        passes_on=True,
        lesson=(
            "The black market",
            "What is missing is paid in kind: a point, a barrel, a person, at most one of each.",
        ),
    ),
    Decision.PAY_BARREL: replace(
        _BLACK_MARKET,
        passes_on=True,
        lesson=("Pay with a barrel", "Give what would sell for least."),
    ),
    Decision.PAY_PERSON: replace(
        _BLACK_MARKET,
        lesson=("Pay with a person", "A noble is a point at the end: give a colonist if you can."),
    ),
    Decision.PAY_FROM: replace(
        _BLACK_MARKET,
        lesson=("Who leaves", "Press where the person stands. Whoever stands idle is missed least."),
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
        brings="doubloons",
        lesson=(
            "Sell",
            "The trading house has four spaces and takes each kind once. Coffee brings 4, corn nothing: ship the "
            "cheap, sell the dear.",
        ),
    ),
    Decision.SUPPLIER: Asked(
        "Give barrels of different kinds to the court, a point each",
        "supplies the court",
        phase="captain",
        brings="points",
        decline="Give nothing more",
        declined=(),
        lesson=(
            "The royal supplier",
            "One barrel of a kind for a point, as many as you have nobles, before ships are loaded.",
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
    Decision.SMALL_WHARF: Asked(
        "Put another barrel aboard, or set sail",
        "loads the small wharf",
        phase="captain",
        decline="Set sail",
        declined=("sets", "sail from the small wharf"),
        lesson=("The small wharf", "Any barrels together, a point for every two. It sails once in a captain phase."),
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
    Decision.BUCCANEER: Asked(
        "Rob a ship, the trading house, the colonist ship, or kidnap a role",
        "looks for prey",
        phase="buccaneer",
        decline="Do nothing",
        declined=("does", "nothing"),
        lesson=(
            "The buccaneer",
            "Press a ship with barrels, the trading house, a crowded colonist ship or a role that is still free. A "
            "kidnapped role brings its doubloons now, and 3 more if somebody takes it.",
        ),
    ),
    Decision.LOOT: Asked(
        "How many barrels do you keep?",
        "divides the loot",
        phase="buccaneer",
        at_once=True,
        answers={f"loot:{n}": f"Keep {n}" if n else "Keep none" for n in (3, 2, 1, 0)},
        lesson=("Loot", "Up to three barrels are yours; the rest goes to the supply, and the ship is free again."),
    ),
    Decision.RAID_TAKE: Asked(
        "Take a noble or a colonist off the ship?",
        "raids the colonist ship",
        phase="buccaneer",
        at_once=True,
        answers={"take:colonist": "Colonist", "take:noble": "Noble"},
        decline="Take no more",
        declined=(),
        lesson=("The raid", "Up to three of those who are too many aboard go to your empty circles."),
    ),
    Decision.RAID_PLACE: Asked(
        "Where do they work?",
        "raids the colonist ship",
        phase="buccaneer",
        decline="Take no more",
        declined=(),
        lesson=("Where they work", "Press an empty circle on your island or in your city."),
    ),
    Decision.RAID_RETURN: Asked(
        "Who goes back to the supply?",
        "raids the colonist ship",
        phase="buccaneer",
        at_once=True,
        accept="A noble",
        decline="Colonists",
        declined=(),
        lesson=(
            "Who goes back",
            "There are still too many aboard. A noble that goes back is not there for the others.",
        ),
    ),
}
_PHASES = {written(decision): row.phase for decision, row in DECISIONS.items()}


def phase_of(view: Mapping[str, Any]) -> str:
    """The role being played, or nothing. (Some questions are asked in any phase: then the table says which.)"""
    return _PHASES.get(view["decision"]) or spoken_name(view.get("role") or "")
