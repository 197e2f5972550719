"""`boriken puzzles`: make puzzles, or say which there are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from boriken.analysis.mining import Table as Seating, mine, tables_of
from boriken.analysis.puzzles import header, packed, read_puzzles, shipped_puzzles
from boriken.engine import BadOption, Rules

from .arguments import number_of_players, parse_options, rules_named
from .guard import CUT_SHORT, FINE, complain
from .progress import progress
from .terminal import new_console


def make_puzzles(
    game: str | None,
    players: int | None,
    options: Sequence[str],
    games: int,
    seed: int,
    threads: int,
    theme: str | None,
    out: Path,
    pack: Path | None,
) -> int:
    """Search games for puzzles until so many were searched; what stands in the file already is not searched again."""
    rules = rules_named(game)
    tables = _tables(rules, players, options)
    done = _go_on(out, header(rules, seed, tables, theme))
    found = sum(len(json.loads(line)["puzzles"]) for line in done)
    stopped = False
    with out.open("a", encoding="utf-8") as file, progress(games, "games") as advance:
        advance(len(done), len(done))
        try:
            searched = mine(rules, range(len(done), games), seed, tables, threads, theme)
            for n, mined in enumerate(searched, len(done) + 1):
                print(mined.to_json(), file=file, flush=True)
                found += len(mined.puzzles)
                advance(n, len(done))
        except KeyboardInterrupt:
            stopped = True
            complain("stopped: the same command goes on from here")
    print(f"{out}: {found} puzzles")
    if pack is not None:
        pack.write_bytes(packed(out.read_text(encoding="utf-8").splitlines()))
    return CUT_SHORT if stopped else FINE


def _tables(rules: Rules, players: int | None, options: Sequence[str]) -> list[Seating]:
    """One table if any was asked for, else all that take turns."""
    if players is None and not options:
        return [*tables_of(rules)]
    count, chosen = number_of_players(rules, players), parse_options(options)
    rules.check_options(count, chosen)
    return [(count, chosen)]


def _go_on(out: Path, first: str) -> list[str]:
    """The games that stand in the file, which is begun if it is not there; half a line at its end is dropped."""
    text = out.read_text(encoding="utf-8") if out.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if not whole:
        out.write_text(first + "\n", encoding="utf-8")
        return []
    about, *done = whole.splitlines()
    if json.loads(about) != json.loads(first):
        raise BadOption(f"--out: {out} holds puzzles of another search; name another file")
    if whole != text:
        out.write_text(whole, encoding="utf-8")
    return done


def list_puzzles(game: str | None, file: Path | None, as_json: bool) -> int:
    """How many there are in the package, or in a file, by theme."""
    rules = rules_named(game)
    posed = [*shipped_puzzles(rules.name).values()] if file is None else read_puzzles(file.read_bytes())
    themes = Counter(theme for each in posed for theme in each.puzzle.themes)
    if as_json:
        rows = [
            {"key": p.key, "players": p.players, "themes": p.puzzle.themes, "rating": p.puzzle.rating} for p in posed
        ]
        print(json.dumps(rows))
        return FINE
    table = Table(box=None, pad_edge=False)
    table.add_column("theme")
    for column in ("puzzles", "rating"):
        table.add_column(column, justify="right")
    for theme, n in themes.most_common():
        ratings = [p.puzzle.rating for p in posed if theme in p.puzzle.themes]
        table.add_row(theme, str(n), f"{min(ratings)} to {max(ratings)}")
    console = new_console()
    console.print(f"{rules.title}: {len(posed)} puzzles")
    console.print(table)
    return FINE
