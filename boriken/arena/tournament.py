"""A tournament from its request to its lines: what is there already, what is left to play, and who plays it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from boriken.engine import cores
from boriken.players import is_known
from boriken.players.matches import is_compiled
from boriken.players.own import is_of_main

from .played import Line
from .playing import get_ready
from .request import Request
from .schedule import Task, number_of_games, schedule
from .store import Store
from .workers import Batch, Processes, ThisProcess, Workers

_COMPILED_BATCH = 32
"""Compiled games take less than a millisecond each: too little to hand them out one by one."""
_WORTH_PROCESSES = 2000
"""With fewer compiled games than this, starting processes takes longer than playing."""


def usual_workers(request: Request) -> Workers:
    """All cores, where that is worth it and possible."""
    if cores() == 1 or (is_compiled(request.contestants) and number_of_games(request) < _WORTH_PROCESSES):
        return ThisProcess()
    if any(not is_known(spec) and is_of_main(spec) for spec in request.contestants):
        return ThisProcess()  # no other process could import it
    return Processes(cores())


def _ignore(lines: list[Line]) -> None:
    pass


def run(
    request: Request,
    folder: Path | None = None,
    workers: Workers | None = None,
    *,
    on_old: Callable[[list[Line]], None] = _ignore,
    on_new: Callable[[list[Line]], None] = _ignore,
) -> list[Line]:
    """Play a tournament, or what a folder still lacks of it; returns the lines in the order of the schedule.

    `on_old` is called once, with the lines that were there already, and `on_new` with new ones as they come. Whatever
    stops it (Ctrl-C, a player that fails), the games finished by then are in the folder.
    """
    request.checked()
    store = None if folder is None else Store(folder, request)
    try:
        lines = [] if store is None else store.finished()
        on_old(lines)
        done = {line["number"] for line in lines}
        left = [task for task in schedule(request) if task.number not in done]
        if left:
            get_ready(request)  # here first: several workers would compile the same at once
            playing = (workers or usual_workers(request)).play(request, batches(request, left))
            try:
                for new in playing:
                    if store is not None:
                        store.add(new)
                    lines += new
                    on_new(new)
            finally:
                close = getattr(playing, "close", None)  # a generator: end the workers now, not when it is forgotten
                if close is not None:
                    close()
    finally:
        if store is not None:
            store.close()
    return sorted(lines, key=lambda line: int(line["number"]))


def batches(request: Request, tasks: Iterable[Task]) -> list[Batch]:
    """Games to be handed out together: many where they are quick."""
    todo = list(tasks)
    size = _COMPILED_BATCH if is_compiled(request.contestants) else 1
    return [todo[i : i + size] for i in range(0, len(todo), size)]
