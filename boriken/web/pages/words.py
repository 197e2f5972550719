"""Words and drawings for pieces: names, one-line texts, which symbol of the sprite shows what."""

from __future__ import annotations

from boriken.engine import Rules
from boriken.puerto_rico.components import BUILDING_TABLE, NONE, Building, Good
from boriken.san_juan.components import CARD_TABLE, Card

GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
LETTERS = {
    "corn": "C",
    "indigo": "I",
    "sugar": "S",
    "tobacco": "T",
    "coffee": "F",
    "silver": "V",
    "quarry": "Q",
    "forest": "W",
}

ROLE_TEXT = {
    "puerto-rico": {
        "settler": "or a quarry",
        "mayor": "+1 colonist",
        "builder": "pay 1 less",
        "craftsman": "+1 good",
        "trader": "+1 doubloon",
        "captain": "+1 point",
        "prospector": "1 doubloon",
        "prospector-2": "1 doubloon",
    },
    "san-juan": {
        "builder": "build one · privilege: pay 1 less",
        "producer": "make one · privilege: one more",
        "trader": "sell one · privilege: one more",
        "councillor": "draw 2, keep 1 · privilege: draw 5",
        "prospector": "privilege: draw 1 card",
    },
}
"""What stands on a role card: the privilege of whoever takes it."""

ROLE_RULES = {
    "puerto-rico": {
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
    },
    "san-juan": {
        "builder": "Each player, from the builder on, may build one building from the hand and pays its price with "
        "other cards. The builder pays 1 card less.",
        "producer": "Each player, from the producer on, may make one good: a card from the pile lies face down on an "
        "empty production building. The producer makes one more.",
        "trader": "The top price tile is turned up. Each player, from the trader on, may sell one good and draws as "
        "many cards as the tile says. The trader may sell one more.",
        "councillor": "Each player draws 2 cards and keeps 1. The councillor draws 5 and keeps 1.",
        "prospector": "The prospector draws 1 card. Nobody else does anything.",
    },
}

PUERTO_RICO_ICONS = {"small-indigo-plant": "b-indigo-plant", "small-sugar-mill": "b-sugar-mill"}
SAN_JUAN_ICONS = {
    "market-stand": "b-small-market",
    "market-hall": "b-large-market",
    "quarry": "p-quarry",
    "office-building": "b-office",
    "customs-office": "b-customs-house",
    "goldsmith": "b-jeweler",
}
MONUMENTS = ("statue", "victory-column", "hero")

OPTION_WORDS = {
    "puerto-rico": {
        "swap": "Factory 8, university 7",
        "corn_start": "Corn starts with 1 doubloon less",
        "hidden_vp": "Victory point chips are hidden",
        "governor": "First governor",
    },
    "san-juan": {
        "edition": "Edition",
        "new_buildings": "The New Buildings",
        "variation": "Draw 5 to 8 cards at the start, keep 4",
        "governor": "First governor",
    },
}

LEVEL_WORDS = {"": "", "beginner": "beginner", "easy": "easy", "medium": "medium", "hard": "hard", "expert": "expert"}


def spoken_name(name: str) -> str:
    """`small-indigo-plant` as people say it."""
    return "prospector" if name == "prospector-2" else name.replace("-", " ")


def title(name: str) -> str:
    """A name with a capital: `Small indigo plant`."""
    return spoken_name(name).capitalize()


def sentence(effect: str) -> tuple[str, str]:
    """A table's note on a building as a phase and a sentence: `Trader`, `A sale brings 1 doubloon more.`"""
    phase, colon, rest = effect.partition(": ")
    if not colon:
        return "", f"{effect[:1].upper()}{effect[1:]}."
    return phase.capitalize(), f"{rest[:1].upper()}{rest[1:]}."


def building_icon(name: str) -> str:
    return PUERTO_RICO_ICONS.get(name, f"b-{name}")


def card_icon(name: str) -> str:
    return SAN_JUAN_ICONS.get(name, f"b-{name}")


def building_good(kind: Building) -> str | None:
    made = BUILDING_TABLE[kind].makes
    return None if made == NONE else Good(made).name.lower()


def card_kind(card: Card) -> str:
    """What stands at the foot of a card."""
    name = card.name.lower().replace("_", "-")
    if CARD_TABLE[card].effect.startswith("makes"):
        return "production"
    return "monument" if name in MONUMENTS else "city"


def option_words(rules: Rules, options: dict[str, object]) -> list[str]:
    """The options that are not as usual, in words."""
    words = []
    for name, option in rules.options.items():
        value = options.get(name, option.usual)
        if value == option.usual or name == "governor":
            continue
        label = OPTION_WORDS[rules.name].get(name, name)
        words.append(label if value is True else f"{label} {value}")
    return words
