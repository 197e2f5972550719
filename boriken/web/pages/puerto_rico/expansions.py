"""The expansions of Puerto Rico in the form for a new table."""

from __future__ import annotations

from boriken.engine import written
from boriken.puerto_rico.actions import DRAFTED
from boriken.puerto_rico.components import BUILDING_TABLE, Box
from boriken.puerto_rico.draft import CHOSEN, SPACES_BY_COST

from ..presenter import Expansion, KindGroup, Way
from .buildings import BUILDINGS


def _kinds_by_cost() -> list[KindGroup]:
    """The violet kinds in groups of one cost, each with the number of its spaces."""
    by_cost: dict[int, list[dict[str, str]]] = {}
    for kind in DRAFTED:
        by_cost.setdefault(BUILDING_TABLE[kind].cost, []).append(BUILDINGS[written(kind)])
    return [KindGroup(f"Cost {cost}", int(SPACES_BY_COST[cost]), kinds) for cost, kinds in sorted(by_cost.items())]


EXPANSIONS = (
    Expansion(
        "new_buildings",
        "b-lighthouse",
        "14 more kinds of buildings. 17 of all violet kinds are in the game: you choose them, or chance does. Forests "
        "make building cheaper.",
        ways=(
            Way("draft", "u-people", "Draft", "each names one"),
            Way("random", "u-dice", "Random", "drawn by cost"),
            Way("new", "b-lighthouse", "All new", "every new kind"),
            Way("list", "u-log", "A list", f"{CHOSEN} names, checked"),
            Way("base", "u-building", "Base", f"the usual {CHOSEN}"),
        ),
        listed=_kinds_by_cost(),
        list_usual=frozenset(written(kind) for kind in DRAFTED if BUILDING_TABLE[kind].box == Box.BASE),
        house_rules=("pairs",),
    ),
    Expansion(
        "nobles",
        "noble",
        "20 nobles come with the ship and are worth a point each; 8 buildings are made for them.",
        house_rules=("nobles_drafted",),
    ),
    Expansion(
        "buccaneer",
        "r-buccaneer",
        "One role more: it plunders ships and the trading house, or kidnaps another role.",
        house_rules=("kidnapped",),
    ),
    Expansion(
        "festival", "festival", "Three goals in sight of all. Who meets one first gets colonists, doubloons or points."
    ),
)
