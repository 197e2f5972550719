"""`boriken openings`: what bots take in the first round, and how it went."""

from __future__ import annotations

import json
from functools import partial

from rich.console import Console
from rich.table import Table

from boriken.analysis.openings import KINDS, Openings, as_json, openings, shipped_openings
from boriken.analysis.race import Estimate
from boriken.engine import BadOption

from .arguments import rules_named
from .guard import FINE
from .progress import Advance, progress
from .terminal import new_console

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def show_openings(game: str | None, players: int | None, games: int | None, bot: str, seed: int, as_lines: bool) -> int:
    """Those in the package, or of so many new games."""
    rules = rules_named(game)
    counts = list(rules.players) if players is None else [players]
    if players is not None and players not in rules.players:
        raise BadOption(f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {players}")
    if games is None:
        found = [each for each in shipped_openings(rules.name) if each.players in counts]
    else:
        found = []
        with progress(games * len(counts), "games") as advance:
            for count in counts:
                before = games * len(found)
                found.append(openings(rules, count, games, bot, seed, partial(_further, advance, before)))
    if as_lines:
        for each in found:
            print(json.dumps(as_json(each)))
        return FINE
    console = new_console()
    for each in found:
        _show(console, each)
    return FINE


def _further(advance: Advance, before: int, done: int) -> None:
    advance(before + done, 0)


def _show(console: Console, found: Openings) -> None:
    console.print(f"\n{found.players} players: {found.games} games of {found.bot} (seed {found.seed})", style="bold")
    table = Table(box=None, pad_edge=False)
    table.add_column("place")
    table.add_column("took")
    for column in ("of 100", "won of 100", "points"):
        table.add_column(column, justify="right")
    for whole in found.places:
        table.add_row(ORDINALS[whole.place], "", "", _wins(whole.wins), f"{whole.points:.1f}", style="bold")
        for kind in KINDS:
            for row in found.at(whole.place, kind):
                table.add_row("", row.action, f"{100 * row.share:.0f}", _wins(row.wins), f"{row.points:.1f}")
    console.print(table)


def _wins(wins: Estimate) -> str:
    return f"{100 * wins.mean:.0f} ({100 * wins.low:.0f} to {100 * wins.high:.0f})"
