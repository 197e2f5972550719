"""`make chaos`, or `python -m benchmarks.chaos --help`.

Runs several sites side by side. What has been done is kept in a folder: a run that was stopped by Ctrl-C goes on where
it was. Ends with 1 if anything was lost, broken or stalled.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import math
import queue
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.compiling import compile_everything

from .faults import Clock, FullDisk, Killed, NoRoom, SlowDisk, TwoServers, TwoWorkers
from .players import STALLED
from .sites import Figures, Site

_A_SITE = 125
"""Kills for each site over SQLite, at most."""
_FEWEST_SITES = 3
_LOG_SECONDS = 30.0
_OTHERS: dict[str, tuple[type[Site], int, int]] = {
    "workers": (TwoWorkers, 162, 9),
    "full disk": (FullDisk, 20, 2),
    "no room": (NoRoom, 20, 2),
    "slow disk": (SlowDisk, 20, 2),
    "clock": (Clock, 60, 4),
    "two servers": (TwoServers, 60, 3),
}
"""Each kind of site but the first: how often it is struck in a whole run and in a quick one."""
SQLITE = "kill -9"


@dataclasses.dataclass(frozen=True)
class Planned:
    """A site and how often it is to be struck."""

    kind: str
    site: Site
    strikes: int


def plan(folder: Path, kills: int, quick: bool, only: list[str], seed: int, stop: threading.Event) -> list[Planned]:
    """All sites of a run, those that take longest first."""
    found = []
    for kind, (make, whole, small) in _OTHERS.items():
        if not only or kind in only:
            name = kind.replace(" ", "-")
            found.append(Planned(kind, make(name, folder / name, seed, stop), small if quick else whole))
    if not only or SQLITE in only:
        number = max(math.ceil(kills / _A_SITE), min(kills, _FEWEST_SITES))
        for i in range(number):
            site = Killed(f"sqlite-{i + 1}", folder / f"sqlite-{i + 1}", seed, stop)
            found.append(Planned(SQLITE, site, (kills + i) // number))
    return found


def run(sites: list[Planned], lanes: int, stop: threading.Event) -> None:
    """All sites, so many at the same time; returns when all is done or somebody wants it to end."""
    waiting: queue.SimpleQueue[Planned] = queue.SimpleQueue()
    for planned in sites:
        waiting.put(planned)

    def lane() -> None:
        while not stop.is_set():
            try:
                planned = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                planned.site.run(planned.strikes)
            except Exception as error:
                planned.site.figures.trouble.append(f"this site could not go on: {error!r}")

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    with _shown(sites) as show:
        while any(thread.is_alive() for thread in threads):
            show()
            time.sleep(0.25)
        show()


def together(all_figures: list[Figures]) -> Figures:
    """The figures of several sites of a kind."""
    whole = Figures()
    for figures in all_figures:
        for name in ("strikes", "acknowledged", "tables", "refused", "heard", "lost", "ended", "seconds", "tracebacks"):
            setattr(whole, name, getattr(whole, name) + getattr(figures, name))
        whole.longest = max(whole.longest, figures.longest)
        whole.latest = max(whole.latest, figures.latest)
        whole.broken |= figures.broken
        whole.trouble += figures.trouble
        whole.stalls += figures.stalls
        whole.skipped = whole.skipped or figures.skipped
        for kind, number in figures.kinds.items():
            whole.kinds[kind] = whole.kinds.get(kind, 0) + number
    return whole


def by_kind(sites: list[Planned]) -> dict[str, Figures]:
    kinds = list(dict.fromkeys(planned.kind for planned in sites))
    return {kind: together([p.site.figures for p in sites if p.kind == kind]) for kind in kinds}


@contextlib.contextmanager
def _shown(sites: list[Planned]) -> Iterator[Any]:
    """A bar for whoever watches, a line now and then for a log."""
    total, started = sum(planned.strikes for planned in sites), time.monotonic()

    def words() -> tuple[int, str]:
        now = together([planned.site.figures for planned in sites])
        bad = f"{now.lost} lost, {len(now.broken)} broken, {len(now.stalls)} stalled, {now.ended} ended"
        return now.strikes, f"{now.acknowledged} moves acknowledged, {bad}, longest {now.longest:.1f} s"

    if sys.stderr.isatty():
        columns = (BarColumn(), MofNCompleteColumn(), "strikes,", TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task("", total=total)

            def show() -> None:
                done, said = words()
                bar.update(task, completed=done, description=said)

            yield show
    else:
        told = started

        def log() -> None:
            nonlocal told
            if time.monotonic() - told > _LOG_SECONDS:
                told = time.monotonic()
                done, said = words()
                print(f"{told - started:5.0f} s: {done} of {total} strikes, {said}", file=sys.stderr, flush=True)

        yield log


def report(found: dict[str, Figures]) -> None:
    """The figures as a table, and in words what went wrong."""
    table = Table(box=None, header_style="bold")
    for column in ("fault", "strikes", "tables", "acknowledged", "lost", "broken", "stalled", "longest s", "news s"):
        table.add_column(column, justify="left" if column == "fault" else "right")
    for column in ("refused", "ended", "tracebacks"):
        table.add_column(column, justify="right")
    for kind, f in [*found.items(), ("all", together(list(found.values())))]:
        if f.skipped and kind != "all":
            table.add_row(f"{kind}: skipped ({f.skipped})")
            continue
        numbers = (f.strikes, f.tables, f.acknowledged, f.lost, len(f.broken), len(f.stalls))
        rest = (f"{f.longest:.1f}", f"{f.latest:.1f}", str(f.refused), str(f.ended), str(f.tracebacks))
        table.add_row(kind, *(str(number) for number in numbers), *rest)
    console = Console(width=max(Console().width, 130))
    console.print(table)
    for kind, f in found.items():
        counts = ", ".join(f"{number} {what}" for what, number in sorted(f.kinds.items()))
        console.print(f"{kind}: {counts or 'nothing'}, {f.seconds / 60:.1f} min", markup=False, highlight=False)
        for words in [*(f"table {table}: {what}" for table, what in f.broken.items()), *f.stalls, *f.trouble][:20]:
            console.print(f"  {words}", markup=False, highlight=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, help="kill -9 over SQLite (1000; quick: 6)")
    parser.add_argument("--quick", action="store_true", help="every fault, a few times: about two minutes")
    parser.add_argument("--only", action="append", default=[], choices=[SQLITE, *_OTHERS], help="only this fault")
    parser.add_argument("--lanes", type=int, default=3, help="sites at the same time (3)")
    parser.add_argument("--seed", type=int, default=1, help="for the moments and the moves (1)")
    parser.add_argument("--folder", type=Path, help="what has been done (build/chaos; quick: build/chaos-quick)")
    parser.add_argument("--fresh", action="store_true", help="forget what has been done")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    arguments = parser.parse_args()
    folder = (arguments.folder or Path("build/chaos-quick" if arguments.quick else "build/chaos")).resolve()
    if arguments.fresh or (arguments.quick and arguments.folder is None):
        shutil.rmtree(folder, ignore_errors=True)
    kills = arguments.kills if arguments.kills is not None else 6 if arguments.quick else 1000
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            sys.exit(130)
        print("ending; the same command goes on from here", file=sys.stderr)
        stop.set()

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    compile_everything()
    sites = plan(folder, kills, arguments.quick, arguments.only, arguments.seed, stop)
    run(sites, arguments.lanes, stop)
    found = by_kind(sites)
    report(found)
    if arguments.json is not None:
        figures = {kind: dataclasses.asdict(f) for kind, f in found.items()}
        arguments.json.write_text(json.dumps({"stalled_after": STALLED, "faults": figures}, indent=1) + "\n")
    if stop.is_set():
        return 130
    return 0 if all(f.good for f in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
