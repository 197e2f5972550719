"""`boriken analyse FILE`: recorded games reviewed, as text, JSON or a page."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from boriken.analysis.page import page
from boriken.analysis.reviewing import Verdict, review
from boriken.analysis.telling import FORMAT, told
from boriken.arena.workers import RayCluster
from boriken.engine import BadOption, BadRecord
from boriken.games import Record

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
    ray: str | None,
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
    cluster = None if ray is None else RayCluster(ray)
    wanted = Wanted(trees, seed, threads)
    stopped = False
    with progress(len(chosen), "games") as advance:
        try:
            for done, (n, reviewed) in enumerate(_reviewed(chosen, wanted, out, cluster), 1):
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


class Wanted(NamedTuple):
    """How a game is reviewed."""

    trees: int
    seed: int
    threads: int | None


def _reviewed(
    chosen: Sequence[tuple[int, Entry]], wanted: Wanted, out: Path | None, cluster: RayCluster | None
) -> Iterator[tuple[int, Told]]:
    """Every record's review: first those in the folder. Here each uses all threads, so one after the other."""
    missing = []
    for n, entry in chosen:
        record = entry.read()[0].to_json()
        kept = None if out is None else _kept(_place(out, n), _digest(record), wanted)
        if kept is None:
            missing.append((n, record))
        else:
            yield n, kept
    each = map(partial(review_one, wanted), missing) if cluster is None else cluster.each(review_one, wanted, missing)
    for n, reviewed in each:
        if out is not None:
            draft = _place(out, n).with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps(reviewed), encoding="utf-8")
            draft.replace(_place(out, n))  # at once: half a review is never taken for a whole one
        yield n, reviewed


def review_one(wanted: Wanted, numbered: tuple[int, str]) -> tuple[int, Told]:
    """Review a record, here or on a cluster."""
    n, text = numbered
    record = Record.from_json(text)
    done = review(record.replay(), wanted.trees, wanted.seed, wanted.threads)
    return n, {**told(done, seat_names(record.seats), wanted.seed), "record": _digest(text)}


def _place(out: Path, n: int) -> Path:
    return out / f"{n:06d}.json"


def _digest(record: str) -> str:
    return hashlib.sha256(record.encode()).hexdigest()[:16]


def _kept(path: Path, digest: str, wanted: Wanted) -> Told | None:
    """A review of the same record in the same way that was kept."""
    if not path.exists():
        return None
    try:
        reviewed: Told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None
    same = {"format": FORMAT, "record": digest, "trees": wanted.trees, "seed": wanted.seed}
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
        if decision.get("open_cards"):
            opened = ", ".join(f"{choice['action']} {_percent(choice)}" for choice in decision["open_cards"])
            console.print(f"    all cards open: {opened}")
    if any(decision.get("open_cards") for decision in worst):
        console.print("All cards open: as everything lay, which nobody could know. No verdict goes by it.")


def _seats(reviewed: Told) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("seat")
    for column in ("accuracy", *map(str, Verdict)):
        table.add_column(column, justify="right")
    for name, accuracy, verdicts in zip(reviewed["seats"], reviewed["accuracy"], reviewed["verdicts"], strict=True):
        counts = [str(verdicts[verdict]) for verdict in Verdict]
        table.add_row(name, "not known" if accuracy is None else f"{accuracy:.0f}", *counts)
    return table


def _moment(decision: Told, names: Sequence[str]) -> str:
    return f"round {decision['round']}, after {decision['after']}: {names[decision['seat']]} {decision['played']}"


def _percent(choice: Told) -> str:
    low, high = choice["interval"]
    return f"{100 * choice['chance']:.0f} % ± {100 * (high - low) / 2:.0f}"


def _signed(change: float) -> str:
    return f"{100 * change:+.0f} %"
