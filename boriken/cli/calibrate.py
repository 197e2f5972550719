"""`boriken analyse --calibrate GAME`: whether chances come true, over fresh games of strong bots."""

from __future__ import annotations

import json
from pathlib import Path

from rich.table import Table

from boriken.analysis.calibration import Calibration, calibrate
from boriken.analysis.reliability import picture
from boriken.engine import BadOption

from .arguments import number_of_players, rules_named
from .guard import FINE
from .progress import progress
from .terminal import new_console


def calibrate_game(
    game: str, players: int | None, games: int, seed: int, as_json: bool, plot: Path | None = None
) -> int:
    """Play, compare, and say what came of it."""
    rules = rules_named(game)
    count = number_of_players(rules, players)
    with progress(games, "games") as advance:
        found = calibrate(rules, count, games, seed, lambda done: advance(done, 0))
    told = {"game": rules.name, "players": count, "seed": seed, **_rounded(found)}
    if plot is not None:
        plot.write_text(picture([told]), encoding="utf-8")
    if as_json:
        print(json.dumps(told))
    else:
        _show(found)
    return FINE


def draw_again(path: Path, plot: Path) -> int:
    """Draw what was found before: a file of what `--calibrate --json` printed, a table a line."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        drawn = picture(rows)
    except (ValueError, KeyError, TypeError):
        raise BadOption(f"--plot: {path} does not hold what --calibrate --json prints, a table a line") from None
    plot.write_text(drawn, encoding="utf-8")
    return FINE


def _rounded(found: Calibration) -> dict[str, object]:
    rows = [{name: round(value, 4) for name, value in vars(b).items()} for b in found.bins]
    numbers = {name: round(value, 4) for name, value in vars(found).items() if name != "bins"}
    return {**numbers, "bins": rows}


def _show(found: Calibration) -> None:
    console = new_console()
    console.print(f"{found.games} games, {found.positions} positions")
    console.print(
        f"Brier score {found.brier:.3f}; everybody the same chance {found.brier_equal:.3f}; "
        f"points in sight {found.brier_points:.3f}"
    )
    console.print(f"Expected calibration error {found.ece:.3f}")
    table = Table(box=None, pad_edge=False)
    for column in ("chances", "said", "came true", "how many"):
        table.add_column(column, justify="right")
    for b in found.bins:
        table.add_row(
            f"{100 * b.low:.0f} to {100 * b.high:.0f} %",
            f"{100 * b.said:.1f} %",
            f"{100 * b.came:.1f} %",
            str(b.chances),
        )
    console.print(table)
