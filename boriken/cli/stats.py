"""`boriken stats`: what files of recorded games show."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.table import Table

from boriken.arena.findings import Finding, as_json as findings_as_json, of_games
from boriken.arena.played import Line, check_line, is_whole, rules_in, told
from boriken.arena.report import page
from boriken.engine import BadRecord, counted, option_text

from .guard import FINE, complain
from .progress import progress
from .records import Entry, entries
from .terminal import new_console, printable


def stats(files: Sequence[Path], html: Path | None, as_json: bool) -> int:
    """Read the games and say what they show; returns the exit code."""
    games: dict[str, list[Line]] = defaultdict(list)
    unfinished = 0
    for line in _lines(files):
        if line is None:
            unfinished += 1
        else:
            games[_kind(line)].append(line)
    if unfinished:
        complain(f"left out: {counted(unfinished, 'game')} without an end")
    if not games:
        raise BadRecord(f"there is no finished game in {', '.join(map(str, files))}")
    found = {kind: of_games(lines) for kind, lines in games.items()}
    if html is not None:
        about = f"{sum(map(len, games.values()))} games from {', '.join(path.name for path in files)}."
        parts = [(f"{kind}: {len(games[kind])} games", findings) for kind, findings in found.items()]
        html.write_text(page("Statistics of games", about, parts), encoding="utf-8")
    if as_json:
        kinds = [{"games": len(games[kind]), "kind": kind} | findings_as_json(found[kind]) for kind in games]
        print(json.dumps(kinds))
        return FINE
    for kind, findings in found.items():
        _show(f"{kind}: {len(games[kind])} games", findings)
    if html is not None:
        print(f"{html}: the same with plots")
    return FINE


def _lines(files: Sequence[Path]) -> Iterator[Line | None]:
    """Each game of the files; None for one that is not finished."""
    done = 0
    for path in files:
        found = list(entries(path))
        if found and found[0].arena_line and not found[-1].is_json:
            found.pop()
            complain(f"left out: the last line of {path}, which was being written when the tournament was stopped")
        with progress(done + len(found), "games") as advance:
            for entry in found:
                try:
                    yield _line(entry)
                except BadRecord as error:
                    raise BadRecord(f"{path}, line {entry.line}: {error}") from None
                done += 1
                advance(done, 0)


def _line(entry: Entry) -> Line | None:
    """A record, played again to its end; or a game of the arena without a record, which says itself what happened."""
    line = entry.arena_line
    if line is not None:
        check_line(line)
        if "record" not in line:
            return line if is_whole(line) else None
    record, game = entry.read()
    names = record.seats if line is None else line["seats"]  # a record has only room for short ones
    return told(game, list(names)) if game.over else None


def _kind(line: Line) -> str:
    """Games that may be counted together: `Puerto Rico, 4 players`, with the options that are not the usual ones."""
    rules = rules_in(line)
    unusual = [
        f"{name} {option_text(value)}"
        for name, value in line["options"].items()
        if name != "governor" and value != rules.options[name].usual
    ]
    return ", ".join([rules.title, f"{line['players']} players", *unusual])


def _show(title: str, findings: Sequence[Finding]) -> None:
    console = new_console()
    console.print(printable(title), style="bold")
    for finding in findings:
        console.print()
        console.print(finding.title, style="bold")
        console.print(finding.words)
        table = Table(*finding.headings)
        for column in table.columns[1:]:
            column.justify = "right"
        for row in finding.rows:
            table.add_row(*(printable(str(cell)) for cell in row))
        console.print(table)
