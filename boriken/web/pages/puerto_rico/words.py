"""Words and drawings for the pieces of Puerto Rico."""

from __future__ import annotations

from boriken.puerto_rico.components import BUILDING_TABLE, NONE, Box, Building, Good

GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")

ROLE_TEXT = {
    "settler": "or a quarry",
    "mayor": "+1 colonist",
    "builder": "pay 1 less",
    "craftsman": "+1 good",
    "trader": "+1 doubloon",
    "captain": "+1 point",
    "prospector": "1 doubloon",
    "prospector-2": "1 doubloon",
    "buccaneer": "you alone act",
}
"""What stands on a role card: the privilege of whoever takes it."""

ROLE_RULES = {
    "settler": "Each player, from the settler on, puts one plantation that lies face up on the island. The settler "
    "may take a quarry instead.",
    "mayor": "The colonists on the ship are dealt out one by one, from the mayor on, and everybody places all "
    "colonists anew. The mayor may take one more from the supply. Then the ship is loaded again: one for each "
    "empty circle in a building, at least one for each player.",
    "builder": "Each player, from the builder on, may build one building. The price falls by 1 for each quarry "
    "at work, up to the number of the column; for the builder by 1 more.",
    "craftsman": "Everybody produces: a good for each plantation at work, as far as colonists in the buildings "
    "for that good can make it. Corn needs no building. The craftsman then takes one barrel more, of a kind that "
    "he has produced.",
    "trader": "Each player, from the trader on, may sell one barrel of a kind that is not yet in the trading "
    "house. The trader gets 1 doubloon more. A full trading house is emptied afterwards.",
    "captain": "Each player in turn must load goods as long as any ship takes them: one kind on a ship, as many "
    "barrels as fit, and 1 point for each. The captain gets 1 point more. Then each player keeps one barrel; "
    "what no warehouse takes is lost.",
    "prospector": "Whoever takes it gets 1 doubloon from the bank. Nobody else does anything.",
    "buccaneer": "With the expansion of that name. Whoever takes it acts alone: empties a cargo ship and keeps up to "
    "three barrels, empties the trading house for a point a barrel, takes persons off a crowded colonist ship, or "
    "kidnaps a role. Who takes a kidnapped role pays nothing, but the kidnapper gets 3 doubloons; if nobody does, he "
    "plays it at the round's end. The portrait bars him from the next buccaneer.",
}

OPTION_WORDS = {
    "swap": "Factory 8, university 7",
    "corn_start": "Corn starts with 1 doubloon less",
    "hidden_vp": "Victory point chips are hidden",
    "governor": "First governor",
    "new_buildings": "New buildings",
    "nobles": "Nobles",
    "buccaneer": "Buccaneer",
    "festival": "Festival",
    "pairs": "Pairs that never meet",
    "nobles_drafted": "Nobles' buildings are chosen with the others",
    "all_colonists": "All 100 colonists",
    "kidnapped": "A kidnapped role is played by",
}
CHOICE_WORDS = {
    "off": "none",
    "draft": "drafted",
    "random": "drawn at random",
    "new": "all new ones",
    "base": "the usual 17",
    "rulebook": "as in the rules",
    "advised": "as advised",
    "club": "as clubs play",
    "free": "none",
    "alone": "the kidnapper alone",
    "all": "everybody",
}
"""For values of options."""

BOX_WORDS = {Box.BASE: "", Box.NEW_BUILDINGS: "new", Box.NOBLES: "nobles"}
"""Which expansion a building comes from."""

_ICONS = {"small-indigo-plant": "b-indigo-plant", "small-sugar-mill": "b-sugar-mill"}
"""Buildings that share a drawing."""


def building_icon(name: str) -> str:
    return _ICONS.get(name, f"b-{name}")


def building_good(kind: Building) -> str | None:
    made = BUILDING_TABLE[kind].makes
    return None if made == NONE else Good(made).name.lower()
