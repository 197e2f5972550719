"""Playing the games of a schedule, one after the other. This runs in worker processes and on clusters."""

from __future__ import annotations

import json
from collections.abc import Sequence

from boriken.engine import Game, Undecided
from boriken.engine.record import LONGEST_NAME
from boriken.players import PlayerFailed
from boriken.players.matches import play_to_end, warm_up

from .played import Line, broken_off, told
from .request import Request
from .schedule import Task

_ready_for: set[str] = set()
"""Tournaments for which this process has loaded and compiled all it needs."""


def get_ready(request: Request) -> None:
    """Once a process and tournament: load and compile all it needs, or the first decisions would be late."""
    if (name := repr(request)) not in _ready_for:
        warm_up(request.rules, request.players, request.options, request.contestants)
        _ready_for.add(name)


def play_batch(request: Request, tasks: Sequence[Task]) -> list[Line]:
    """Play several games; a line for each."""
    get_ready(request)
    return [play_task(request, task) for task in tasks]


def play_task(request: Request, task: Task, compiled: bool = True) -> Line:
    """Play a game from its task alone. `compiled=False` asks players one by one even where it could be quicker."""
    game = Game(request.rules, request.players, task.seed, request.options)
    names = list(task.seats)
    about = {"number": task.number, "match": task.match}
    try:
        effort = play_to_end(game, task.seats, task.player_seeds, compiled)
    except PlayerFailed as failure:
        if not request.forfeits:
            raise
        return about | broken_off(game, names, failure.seat, str(failure))
    except Undecided as trouble:
        return about | broken_off(game, names, None, str(trouble))
    line = about | told(game, names, effort)
    if request.records:
        line["record"] = json.loads(game.to_json([spec[:LONGEST_NAME] for spec in task.seats]))
    return line
