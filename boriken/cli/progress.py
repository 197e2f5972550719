"""Progress of long work, on standard error: a bar for whoever watches, a line now and then for a log."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

_LOG_SECONDS = 30.0

Advance = Callable[[int, int], None]
"""Called with how many are done now, and how many of those were done before this run."""


@contextlib.contextmanager
def progress(total: int, what: str) -> Iterator[Advance]:
    """Show how far it is, and when it will end."""
    if sys.stderr.isatty():
        with _bar(total, what) as advance:
            yield advance
    else:
        yield _log(total, what)


@contextlib.contextmanager
def _bar(total: int, what: str) -> Iterator[Advance]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .terminal import new_console

    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn(), "left", TextColumn("{task.fields[end]}"))
    with Progress(*columns, console=new_console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, end="")

        def advance(done: int, before: int) -> None:
            if done == before:
                bar.reset(task, total=total, completed=before)  # what was there already says nothing about the speed
            left = bar.tasks[0].time_remaining
            end = "" if left is None else time.strftime("until %H:%M", time.localtime(time.time() + left))
            bar.update(task, completed=done, end=end)

        yield advance


def _log(total: int, what: str) -> Advance:
    start = time.monotonic()
    told = start

    def advance(done: int, before: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told < _LOG_SECONDS or done in (before, total):
            return
        told = now
        left = (now - start) / (done - before) * (total - done)
        end = time.strftime("%H:%M", time.localtime(time.time() + left))
        print(f"boriken: {done} of {total} {what}, done at about {end}", file=sys.stderr, flush=True)

    return advance
