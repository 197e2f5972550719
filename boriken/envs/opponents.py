"""Opponents inside the step that are not compiled into it: players by their spec, and policies in Python.

The compiled loop stops at a seat that is theirs, as it does at the learner's; here they are asked, all games at once,
and the loop goes on, until every game waits for its learner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from boriken.engine import BadOption, Game, IllegalAction, derived_seed
from boriken.players import EXTERNAL, choose, make_player
from boriken.players.base import get_ready

from .core import STAY, Bot

Policy = Callable[[Any, Any], Any]
"""(observations, masks) -> an action for each row. A row is what the seat that is to choose sees and may do."""

Opponent = str | Policy
COMPILED: Mapping[Any, Bot] = {bot.name.lower(): bot for bot in (Bot.RANDOM, Bot.HEURISTIC)}
"""Bots that are compiled into the step, by name."""

FEWEST_DECISIONS = 100
"""With opponents that are asked outside: with a limit lower than that, a game may end before the learner is asked."""


def check_opponent(opponent: object) -> None:
    """Raises BadOption."""
    if callable(opponent) or opponent in COMPILED:
        return
    if not isinstance(opponent, str) or opponent.partition(":")[0] == EXTERNAL:
        raise BadOption(f"an opponent inside the step is a bot by name or a policy to call, not {opponent!r}")
    make_player(opponent, 0)  # says what is wrong with it


class Outsiders:
    """The opponents of a batch that are asked here."""

    def __init__(self, batch: Any) -> None:
        opponents = enumerate(batch.table.opponents or (), 1)
        self._places = {place: opponent for place, opponent in opponents if opponent not in COMPILED}
        players = {name: _Seated(name, batch.table) for name in self._places.values() if isinstance(name, str)}
        self._seated = players
        if len(players) < len(set(self._places.values())) and not batch.observes:
            raise BadOption("a policy goes by observations: leave observe=False out")

    def __bool__(self) -> bool:
        return bool(self._places)

    def play(self, batch: Any) -> None:
        """Until every game waits for its learner. What has ended in this step stays written."""
        illegal, actions = batch.desks["illegal"].copy(), batch.actions.copy()
        written = (batch.rewards, batch.terminated, batch.truncated)
        while len(rows := np.flatnonzero(batch.seats != batch.learners)):
            ended = batch.terminated | batch.truncated
            kept = [array.copy() for array in written]
            batch.actions[:] = STAY
            batch.actions[rows] = self._choices(batch, rows)
            batch.play_chosen()
            back = ended & ~(batch.terminated | batch.truncated)  # the game after it has been played on
            for array, before in zip(written, kept, strict=True):
                array[back] = before[back]
        batch.desks["illegal"], batch.actions[:] = illegal, actions

    def _choices(self, batch: Any, rows: Any) -> Any:
        """What the opponents that are to move choose in these games."""
        places = (batch.seats[rows] - batch.learners[rows]) % batch.table.seats
        actions = np.full(len(rows), -1, np.int64)
        for opponent in dict.fromkeys(self._places.values()):
            mine = np.isin(places, [place for place, its in self._places.items() if its == opponent])
            if not mine.any():
                continue
            asked = rows[mine]
            if isinstance(opponent, str):
                actions[mine] = self._seated[opponent].choices(batch, asked)
            else:
                actions[mine] = opponent(batch.observations[asked], batch.masks[asked])
        legal = (actions >= 0) & (actions < batch.table.actions)
        legal[legal] = batch.masks[rows[legal], actions[legal]] == 1
        if not legal.all():
            first = int(np.argmin(legal))
            raise IllegalAction(
                f"the opponent on seat {batch.seats[rows[first]]} chose {actions[first]}, not legal now"
            )
        return actions


class _Seated:
    """A player that is asked with games of the engine, one by one."""

    def __init__(self, spec: str, table: Any) -> None:
        self._player = make_player(spec, 0)
        self._game = Game(table.rules, table.seats, 0, dict(table.options))
        get_ready(self._player, self._game.determinize(0, 0))

    def choices(self, batch: Any, rows: Any) -> list[int]:
        """Its choices, by what its seat may know. (A player with chance of its own draws it in the order asked.)"""
        return [self._choice(batch, int(row)) for row in rows]

    def _choice(self, batch: Any, row: int) -> int:
        self._game.states[:] = batch.states[row : row + 1]
        self._game.refresh()
        seed = derived_seed(int(batch.seeds[row]), int(batch.decisions[row]))
        return int(choose(self._player, self._game, seed))
