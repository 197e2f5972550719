"""`boriken analyse FILE`: recorded games reviewed, as text, JSON or a page."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from boriken.analysis.page import page
from boriken.analysis.reviewing import Verdict, review
from boriken.analysis.telling import FORMAT, told
from boriken.engine import BadOption, BadRecord

from .guard import CUT_SHORT, FINE
from .progress import progress
from .records import Entry, entries
from .terminal import new_console, seat_names

Told = dict[str, Any]
_UNSETTLING = (Verdict.DOUBTFUL, Verdict.MISTAKE)


def review_records(
    path: Path,
    number: int | None,
    trees: int,
    seed: int,
    threads: int | None,
    out: Path | None,
    html: Path | None,
    as_json: bool,
) -> int:
    """Review the records of a file, or one of them; what lies in the folder `out` already is not done again."""
    chosen = [(n, entry) for n, entry in enumerate(entries(path), 1) if number in (None, n)]
    if not chosen:
        raise BadRecord(f"{path}: there is no record number {number or 1} in it")
    if html is not None and len(chosen) > 1:
        raise BadOption("--html shows one game: say which with --number")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    console = new_console()
    stopped = False
    with progress(len(chosen), "games") as advance:
        try:
            for done, (n, reviewed) in enumerate(_reviewed(chosen, trees, seed, threads, out), 1):
                advance(done, 0)
                if as_json:
                    print(json.dumps({"number": n, **reviewed}), flush=True)
                elif html is None:
                    _show(console, n if len(chosen) > 1 else None, reviewed)
                if html is not None:
                    html.write_text(page(reviewed), encoding="utf-8")
        except KeyboardInterrupt:
            stopped = True
    return CUT_SHORT if stopped else FINE


def _reviewed(
    chosen: Sequence[tuple[int, Entry]], trees: int, seed: int, threads: int | None, out: Path | None
) -> Iterator[tuple[int, Told]]:
    """Every record's review, from the folder where it is there. Each uses all threads, so one after the other."""
    for n, entry in chosen:
        record, game = entry.read()
        digest = hashlib.sha256(record.to_json().encode()).hexdigest()[:16]
        kept = None if out is None else out / f"{n:06d}.json"
        reviewed = _kept(kept, digest, trees, seed)
        if reviewed is None:
            done = review(game, trees, seed, threads)
            reviewed = {**told(done, seat_names(record.seats), seed), "record": digest}
            if kept is not None:
                draft = kept.with_suffix(f".{os.getpid()}")
                draft.write_text(json.dumps(reviewed), encoding="utf-8")
                draft.replace(kept)  # at once: whatever happens, half a review is never taken for a whole one
        yield n, reviewed


def _kept(path: Path | None, digest: str, trees: int, seed: int) -> Told | None:
    """A review of the same record in the same way that was kept."""
    if path is None or not path.exists():
        return None
    try:
        reviewed: Told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None
    same = {"format": FORMAT, "record": digest, "trees": trees, "seed": seed}
    return reviewed if all(reviewed.get(name) == value for name, value in same.items()) else None


def _show(console: Console, number: int | None, reviewed: Told) -> None:
    names = reviewed["seats"]
    if number is not None:
        console.print(f"\nGame {number}", style="bold")
    console.print(_seats(reviewed))
    decisions = {decision["decision"]: decision for decision in reviewed["decisions"]}
    console.print("Turning points", style="bold")
    for turn in reviewed["turning_points"]:
        decision = decisions[turn["decision"]]
        console.print(f"  {_moment(decision, names)}: {names[turn['seat']]} {_signed(turn['change'])}")
    worst = [decision for decision in reviewed["decisions"] if decision["verdict"] in _UNSETTLING]
    if not worst:
        console.print("No decision is shown to be doubtful.")
        return
    console.print("Doubtful decisions and mistakes", style="bold")
    for decision in worst:
        better = [choice for choice in decision["choices"] if choice["group"] == 0]
        listed = ", ".join(f"{choice['action']} {_percent(choice)}" for choice in better)
        played = next(choice for choice in decision["choices"] if choice["action"] == decision["played"])
        console.print(f"  {_moment(decision, names)} {_percent(played)}, {decision['verdict']}; better: {listed}")


def _seats(reviewed: Told) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("seat")
    for column in ("accuracy", *map(str, Verdict)):
        table.add_column(column, justify="right")
    for name, accuracy, verdicts in zip(reviewed["seats"], reviewed["accuracy"], reviewed["verdicts"], strict=True):
        counts = [str(verdicts[verdict]) for verdict in Verdict]
        table.add_row(name, "" if accuracy is None else f"{accuracy:.0f}", *counts)
    return table


def _moment(decision: Told, names: Sequence[str]) -> str:
    return f"round {decision['round']}, after {decision['after']}: {names[decision['seat']]} {decision['played']}"


def _percent(choice: Told) -> str:
    low, high = choice["interval"]
    return f"{100 * choice['chance']:.0f} % ± {100 * (high - low) / 2:.0f}"


def _signed(change: float) -> str:
    return f"{100 * change:+.0f} %"
