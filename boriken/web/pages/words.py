"""Words for pieces of any game: names as people say them, the letters on goods."""

from __future__ import annotations

from boriken.engine import Game, IllegalAction

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


def not_possible(game: Game, piece: str) -> IllegalAction:
    """A refusal in words for people, who know no names of actions."""
    return IllegalAction(f"that is not possible now: {game.rules.actions[piece].meaning}")
