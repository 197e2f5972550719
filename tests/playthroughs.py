"""Whole games as text, for reading and for comparing line by line. `python -m tests.playthroughs` writes them anew."""

from __future__ import annotations

from pathlib import Path

from boriken import Game

from .walk import EVERY_RECORD, Variant, new_game, walk

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 11
DRAFTED = 10
"""The seed with expansions: the buildings are drafted."""


def path_of(variant: Variant) -> Path:
    return FOLDER / f"{variant}.txt"


def playthrough(variant: Variant) -> str:
    """A game played at random: every decision with its choices, the table at each new round, the score."""
    seed = DRAFTED if variant.expansions else SEED
    game = new_game(variant, seed)
    options = {name: value for name, value in game.options.items() if not _came_later(game, name, value)}
    lines = [f"{variant}, seed {seed}, {options}", f"rules version {game.rules.version}"]
    shown = 0
    last_round = 0
    for action in walk(game, seed):
        lines += [f"    forced: {forced}" for forced in game.actions[shown:]]
        shown = len(game.actions) + 1
        view = game.view(None)
        if view["round"] != last_round:
            last_round = view["round"]
            lines += ["", *str(game).splitlines(), ""]
        choices = ", ".join(str(a) for a in game.legal_actions)
        lines.append(f"{view['decision']}, seat {game.turn}: {action}    of {choices}")
    lines += ["", *str(game).splitlines(), "", f"{game.outcome}"]
    lines += [f"seat {seat}: {sheet}" for seat, sheet in enumerate(game.scores())]
    return "\n".join(lines) + "\n"


def _came_later(game: Game, name: str, value: object) -> bool:
    """An option that records of earlier versions do not have, at its usual value."""
    option = game.rules.options[name]
    return option.later and value == option.usual


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in EVERY_RECORD:
        path_of(each).write_text(playthrough(each), encoding="utf-8")
