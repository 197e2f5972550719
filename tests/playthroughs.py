"""Whole games as text, for reading and for comparing line by line. `python -m tests.playthroughs` writes them anew."""

from __future__ import annotations

from pathlib import Path

from .walk import VARIANTS, Variant, new_game, walk

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 11


def path_of(variant: Variant) -> Path:
    return FOLDER / f"{variant}.txt"


def playthrough(variant: Variant) -> str:
    """A game played at random: every decision with its choices, the table at each new round, the score."""
    game = new_game(variant, SEED)
    lines = [f"{variant}, seed {SEED}, {game.options}", f"rules version {game.rules.version}"]
    shown = 0
    last_round = 0
    for action in walk(game, SEED):
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


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in VARIANTS:
        path_of(each).write_text(playthrough(each), encoding="utf-8")
