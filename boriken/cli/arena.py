"""`boriken arena`: tournaments between bots, and the report on one."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from boriken.arena import Line, Mode, Request, run, summarize
from boriken.arena.labels import under_labels
from boriken.arena.parquet import write_parquet
from boriken.arena.report import tournament_page
from boriken.arena.schedule import number_of_games
from boriken.arena.store import PARQUET, read_folder
from boriken.arena.workers import Processes, RayCluster, ThisProcess, Workers
from boriken.engine import BadOption

from .arguments import is_game, number_of_players, parse_options, rules_named
from .guard import CUT_SHORT, FINE, complain
from .progress import progress
from .terminal import new_console

REPORT = "report.html"


def arena(
    words: Sequence[str],
    asked: dict[str, Any],
    games: int,
    seed: int,
    players: int | None,
    options: Sequence[str],
    out: Path | None,
    records: bool,
    forfeits: bool,
    workers: int | None,
    ray: str | None,
    as_json: bool,
) -> int:
    """Hold the tournament and print what came of it; returns the exit code."""
    if words and words[0] == "report":
        return report(words[1:], as_json)
    if records and out is None:
        raise BadOption("--records: name a folder with --out for them")
    game, named = (words[0], words[1:]) if words and is_game(words[0]) else (None, words)
    rules = rules_named(game)
    count = number_of_players(rules, players)
    mode, contestants = _contestants(asked, named)
    request = Request(
        rules.name, count, parse_options(options), mode, contestants, games, seed, records, forfeits
    ).checked()
    lines, stopped = _hold(request, out, _workers(workers, ray))
    if out is not None:
        _keep_parquet(lines, out)
    if not lines:
        complain("stopped before any game was finished")
        return CUT_SHORT
    if as_json:
        print(json.dumps({"stopped": stopped} | summarize(request, lines)))
    else:
        show({"stopped": stopped} | summarize(*under_labels(request, lines)), request.rules.full_title)
        if stopped and out is not None:
            new_console().print("The same command goes on from here.")
    return CUT_SHORT if stopped else FINE


def _contestants(asked: dict[str, Any], named: Sequence[str]) -> tuple[Mode, tuple[str, ...]]:
    """Who meets whom, as said on the command line."""
    modes = [Mode.ONE] * bool(asked["one"] or asked["field"])
    modes += [mode for mode in (Mode.ROUND_ROBIN, Mode.LADDER) if asked[mode]]
    if len(modes) != 1:
        raise BadOption("who meets whom? Either --one PLAYER --field PLAYER, or --round-robin, or --ladder")
    (mode,) = modes
    if mode != Mode.ONE:
        return mode, tuple(named)
    if named:
        raise BadOption(f"{named[0]!r} is neither a game nor belongs to --one or --field")
    if not asked["one"] or not asked["field"]:
        raise BadOption("--one and --field go together: one player, and who fills the other seats")
    return mode, (asked["one"], *asked["field"])


def _workers(number: int | None, ray: str | None) -> Workers | None:
    if ray is not None:
        if number is not None:
            raise BadOption("--workers is for this machine: a Ray cluster knows its own size")
        return RayCluster(ray)
    if number is None:
        return None
    return ThisProcess() if number == 1 else Processes(number)


def _hold(request: Request, out: Path | None, workers: Workers | None) -> tuple[list[Line], bool]:
    """All games, or those that were finished when somebody pressed Ctrl-C."""
    lines: list[Line] = []
    total = number_of_games(request)
    with progress(total, "games") as advance:
        before = 0

        def note_old(old: list[Line]) -> None:
            nonlocal before
            before = len(old)
            lines.extend(old)
            advance(before, before)

        def note_new(new: list[Line]) -> None:
            lines.extend(new)
            advance(len(lines), before)

        try:
            run(request, out, workers, on_old=note_old, on_new=note_new)
            stopped = False
        except KeyboardInterrupt:
            stopped = True
    return sorted(lines, key=lambda line: int(line["number"])), stopped


def _keep_parquet(lines: Sequence[Line], out: Path) -> None:
    if not write_parquet(lines, out / PARQUET):
        complain(f"{out / PARQUET} was not written: that needs pyarrow, pip install 'boriken[arena]'")


def report(words: Sequence[str], as_json: bool) -> int:
    """Write the page on a tournament's folder; with --json, print its summary as well."""
    if len(words) != 1:
        raise BadOption("report: name one folder, as in 'boriken arena report cup'")
    folder = Path(words[0])
    request, lines = read_folder(folder)
    if not lines:
        raise BadOption(f"{folder}: no game is finished yet")
    path = folder / REPORT
    path.write_text(tournament_page(request, lines), encoding="utf-8")
    if as_json:
        print(json.dumps(summarize(request, lines)))
    else:
        print(f"{path}: {len(lines)} games", file=sys.stdout)
    return FINE


# --- the summary as text ----------------------------------------------------------------------------------------------


def show(summary: dict[str, Any], title: str) -> None:
    """The summary as text."""
    console = new_console()
    console.print(
        f"{title}, {summary['players']} players, {summary['mode'].replace('-', ' ')}: "
        f"{summary['games']} games from seed {summary['seed']}",
        style="bold",
    )
    if summary["stopped"]:
        console.print("Stopped early: this is what was finished.")
    _show_contestants(console, summary)
    for rung in summary.get("rungs", []):
        console.print(f"{rung['player']} against {rung['field']}: {_said(rung, summary['fair'])}")
    if "one" in summary:
        field = " and ".join(summary["field"])
        console.print(f"{summary['one']} against {field}: {_said(summary, summary['fair'])}")
    shares = ", ".join(f"{seat['share']:.1%}" for seat in summary["seats"])
    console.print(f"wins by place in the first round's order: {shares}")
    for name in ("rounds", "decisions"):
        if spread := summary[name]:
            console.print(f"{name}: {spread['mean']:.1f} on average, {spread['min']} to {spread['max']}")
    ends = [f"{reason.replace('-', ' ')} {n / summary['games']:.0%}" for reason, n in summary["reasons"].items()]
    console.print(f"ended by: {', '.join(ends)} (several can meet)")
    if not any("rating" in row for row in summary["contestants"]):
        console.print("Ratings need openskill: pip install 'boriken[arena]'")


def _show_contestants(console: Console, summary: dict[str, Any]) -> None:
    rows = summary["contestants"]
    rated = any("rating" in row for row in rows)
    shared = "share" in rows[0]
    headings = ["player", "seats", *(["won a seat", "95 % interval"] if shared else []), "mean points", "ms a decision"]
    table = Table(*headings, *(["rating"] if rated else []))
    for column in table.columns[1:]:
        column.justify = "right"
    for row in sorted(rows, key=lambda row: -row["share"]) if shared else rows:
        seconds = row["seconds_per_decision"]
        cells = [row["player"], str(row["seats_played"])]
        if shared:
            cells += [f"{row['share']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}"]
        cells.append(f"{row['points']['mean']:.2f}" if row["points"] else "-")
        cells.append(f"{1000 * seconds:.2f}" if seconds is not None else "-")
        if rated:
            cells.append(f"{row['rating']['mu']:.1f} ± {row['rating']['sigma']:.1f}")
        table.add_row(*cells)
    console.print(table)
    for row in summary["contestants"]:
        if row["forfeits"]:
            console.print(f"{shlex.quote(row['player'])} failed in {row['forfeits']} games, which it lost")


def _said(row: dict[str, Any], fair: float) -> str:
    """A share in words: `won 62.5 % (57.7 to 67.1), above the fair 25.0 %`."""
    side = "above" if row["low"] > fair else "below" if row["high"] < fair else "not clearly other than"
    return f"won {row['share']:.1%} (95 % interval {row['low']:.1%} to {row['high']:.1%}), {side} the fair {fair:.1%}"
