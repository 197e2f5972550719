"""The options of a game of Puerto Rico."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from boriken.engine import FIRST_GOVERNOR, RANDOM, BadOption, Option, State, checked, written

from .actions import DRAFTED
from .components import BOX, COST, NONE, Box, bits
from .draft import BARRED, CHOSEN, MOST_COST, NEW_CHOICE, SPACES_BY_COST, Pairs, Selection

PLAYERS = range(2, 6)
OFF, DRAFT, NEW, BASE = "off", "draft", "new", "base"
ALONE, ALL = "alone", "all"
_KINDS = {written(building): building for building in DRAFTED}
_PAIRS = {pairs.name.lower(): pairs for pairs in (Pairs.RULEBOOK, Pairs.ADVISED, Pairs.CLUB, Pairs.FREE)}
_READY = {NEW: NEW_CHOICE, BASE: bits([b for b in DRAFTED if BOX[Box.BASE] >> b & 1])}

OPTIONS = {
    "swap": Option(False, "the factory costs 8 and the university 7 (the designer's advice)"),
    "corn_start": Option(False, "whoever starts with corn gets one doubloon less"),
    "hidden_vp": Option(False, "nobody sees the others' victory point chips"),
    "governor": FIRST_GOVERNOR,
    "new_buildings": Option(
        OFF,
        "expansion I, New Buildings: how the 17 violet kinds are chosen; or a list of them",
        (OFF, DRAFT, RANDOM, NEW, BASE),
        names=tuple(_KINDS),
        later=True,
    ),
    "nobles": Option(False, "expansion II, Nobles", later=True),
    "buccaneer": Option(False, "expansion III, Buccaneer", later=True),
    "festival": Option(False, "expansion IV, Festival", later=True),
    "pairs": Option(
        "rulebook", "house rule: which buildings never meet when they are chosen", tuple(_PAIRS), later=True
    ),
    "nobles_drafted": Option(False, "house rule: the nobles' buildings are chosen with the others", later=True),
    "all_colonists": Option(False, "house rule: all 100 colonists are in the game", later=True),
    "kidnapped": Option(ALONE, "house rule: who plays a kidnapped role at the round's end", (ALONE, ALL), later=True),
}
EXPANSIONS = ("new_buildings", "nobles", "buccaneer", "festival", "all_colonists")
"""The options that put pieces into the game which the base game does not have."""
ALL_FOUR = {"new_buildings": RANDOM, "nobles": True, "buccaneer": True, "festival": True}


def check_options(players: int, given: Mapping[str, object]) -> dict[str, Any]:
    """All options with their values; raises BadOption, naming what is wrong and what would be right."""
    if isinstance(given.get("new_buildings"), str) and "," in str(given["new_buildings"]):
        given = {**given, "new_buildings": [name.strip() for name in str(given["new_buildings"]).split(",")]}
    options = checked("puerto-rico", OPTIONS, players, given)
    if options["nobles_drafted"] and not (options["nobles"] and _are_chosen(options)):
        raise BadOption("nobles_drafted goes with nobles and with new_buildings: what would be drafted?")
    if options["nobles_drafted"] and options["new_buildings"] in (NEW, BASE):
        raise BadOption(
            f"nobles_drafted goes with new_buildings that are drafted, drawn or listed: "
            f"with {options['new_buildings']!r} none of the nobles' buildings would be in the game"
        )
    if options["kidnapped"] != ALONE and not options["buccaneer"]:
        raise BadOption("kidnapped goes with buccaneer: nobody else kidnaps a role")
    if options["pairs"] != OPTIONS["pairs"].usual and not (_are_chosen(options) or options["nobles"]):
        raise BadOption("pairs goes with new_buildings: without it no buildings are chosen")
    if not isinstance(options["new_buildings"], str):
        options["new_buildings"] = _checked_list(options["new_buildings"], options)
    return options


def _are_chosen(options: Mapping[str, Any]) -> bool:
    return bool(options["new_buildings"] != OFF)


def _checked_list(names: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    """The list in the order of buildings, if it fills the spaces of each cost."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise BadOption(f"new_buildings names {twice[0]} twice")
    chosen = [building for name, building in _KINDS.items() if name in names]
    for building in chosen:
        if BOX[Box.NOBLES] >> building & 1 and not options["nobles_drafted"]:
            raise BadOption(f"new_buildings: {written(building)} is chosen only with nobles_drafted")
    for cost in range(1, MOST_COST + 1):
        of_cost = [written(b) for b in chosen if COST[int(options["swap"]), b] == cost]
        if len(of_cost) != SPACES_BY_COST[cost]:
            raise BadOption(
                f"new_buildings is a list of {CHOSEN}: {SPACES_BY_COST[cost]} of cost {cost}, "
                f"not {len(of_cost)} ({', '.join(of_cost) or 'none'})"
            )
    for first, second, since in BARRED:
        if _PAIRS[options["pairs"]] >= since and first in chosen and second in chosen:
            both = f"{written(first)} and {written(second)}"
            raise BadOption(f"new_buildings: {both} never meet (pairs: {options['pairs']})")
    return [written(building) for building in chosen]


def has_expansions(options: Mapping[str, Any]) -> bool:
    """Whether checked options call for pieces that the base game does not have."""
    return any(options[name] != OPTIONS[name].usual for name in EXPANSIONS)


def write_options(s: State, options: Mapping[str, Any]) -> None:
    """Put checked options into a fresh record."""
    s.swap = options["swap"]
    s.corn_start = options["corn_start"]
    s.hidden_vp = options["hidden_vp"]
    s.first_governor = NONE if options["governor"] == RANDOM else options["governor"]


def write_more_options(s: State, options: Mapping[str, Any]) -> None:
    """Likewise, into a record of the game with expansions."""
    write_options(s, options)
    chosen = options["new_buildings"]
    ways = {OFF: Selection.OFF, DRAFT: Selection.DRAFT, RANDOM: Selection.RANDOM}
    s.selection = ways.get(chosen, Selection.LIST) if isinstance(chosen, str) else Selection.LIST
    if s.selection == Selection.LIST:
        s.listed = _READY[chosen] if isinstance(chosen, str) else bits([_KINDS[name] for name in chosen])
    s.pairs = _PAIRS[options["pairs"]]
    s.with_nobles = options["nobles"]
    s.nobles_drafted = options["nobles_drafted"]
    s.all_colonists = options["all_colonists"]
    s.with_buccaneer = options["buccaneer"]
    s.kidnapped_for_all = options["kidnapped"] == ALL
    s.with_festival = options["festival"]
