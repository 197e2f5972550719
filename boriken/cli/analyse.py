"""`boriken analyse --after`: what is thought of a position of a recorded game."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from rich.table import Table

from boriken.analysis.explaining import Explanation, explain
from boriken.analysis.race import Estimate
from boriken.engine import BadOption, BadRecord, Game
from boriken.players.search.budget import Budget

from .guard import FINE
from .records import entries
from .terminal import new_console, seat_names


def analyse(path: Path, number: int, after: int | None, think: str, seed: int, as_json: bool) -> int:
    """Show every choice of the seat to move, after so many actions of a record."""
    budget = Budget.parse(think)
    entry = next(itertools.islice(entries(path), number - 1, None), None)
    if entry is None:
        raise BadRecord(f"{path}: there is no record number {number} in it")
    record, whole = entry.read()
    game = _position(whole, after)
    explanation = explain(game, budget, seed, open_cards=whole.over)
    if as_json:
        print(json.dumps(_as_json(game, explanation)))
    else:
        _show(game, explanation, seat_names(record.seats))
    return FINE


def _position(whole: Game, after: int | None) -> Game:
    """The game after so many actions; by default before its last decision, or as it stands."""
    if after is None and not whole.over:
        return whole
    if after is not None and not 0 <= after <= len(whole.actions):
        raise BadOption(f"--after: the record has {len(whole.actions)} actions, so 0 to {len(whole.actions)}")
    game = Game(whole.rules, whole.players, whole.seed, whole.options)
    last = game.copy()
    while not game.over and (after is None or len(game.actions) < after):
        last = game.copy()
        game.play(whole.actions[len(game.actions)])
    if game.over and after is not None:
        raise BadOption("--after: the game is over there; nobody is to choose")
    return last if after is None else game


def _show(game: Game, explanation: Explanation, names: list[str]) -> None:
    console = new_console()
    seat = explanation.seat
    console.print(f"After {len(game.actions)} actions {names[seat]} is to choose.", style="bold")
    chances = ", ".join(f"{names[i]} {100 * c:.0f} %" for i, c in enumerate(explanation.chances))
    console.print(f"Chances to win with the best choice: {chances}")
    table = Table(box=None, pad_edge=False)
    opened = any(choice.open_cards for choice in explanation.choices)
    for column in ("choice", "chance", *(["all cards open"] if opened else []), "points", "samples"):
        table.add_column(column, justify="left" if column == "choice" else "right", no_wrap=True)
    table.add_column("why")
    for choice in explanation.choices:
        table.add_row(
            str(choice.action),
            _percent(Estimate(choice.chance, choice.low, choice.high)),
            *([_percent(choice.open_cards)] if choice.open_cards else []),
            f"{choice.points:.1f}",
            str(choice.visits),
            choice.sentence,
        )
    console.print(table)
    if opened:
        console.print("All cards open: as everything lay. The game is over; nobody could know it.")


def _percent(chance: Estimate) -> str:
    return f"{100 * chance.mean:.0f} % ± {50 * (chance.high - chance.low):.0f}"


def _interval(chance: Estimate) -> list[float]:
    return [round(chance.low, 4), round(chance.high, 4)]


def _as_json(game: Game, explanation: Explanation) -> dict[str, object]:
    return {
        "after": len(game.actions),
        "seat": explanation.seat,
        "chances": [round(c, 4) for c in explanation.chances],
        "choices": [
            {
                "action": str(choice.action),
                "chance": round(choice.chance, 4),
                "interval": _interval(Estimate(choice.chance, choice.low, choice.high)),
                "group": choice.group,
                "points": round(choice.points, 2),
                "visits": choice.visits,
                "sentence": choice.sentence,
                "open_cards": None
                if choice.open_cards is None
                else {"chance": round(choice.open_cards.mean, 4), "interval": _interval(choice.open_cards)},
            }
            for choice in explanation.choices
        ],
    }
