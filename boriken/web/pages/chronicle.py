"""The log: what was played, in plain words with pieces, and how the points grew.

Each action is looked at once, with the table before and after it, as everybody sees it. What a seat alone may read of
its own cards is kept apart (`Line.private`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from boriken.engine import Action, Game, States, fields_of, new_states, record_of, stepping
from boriken.engine.referee import new_log, new_standings

from .chronicle_words import heading, told
from .presenters import PRESENTERS
from .scene import Line

LOG_LINES = 60
"""How much of the log a page shows beside this round; the replay has the rest."""
_Totals = tuple[int, ...]


class Chronicle:
    """The log of one game. It follows the game: only what is new is looked at."""

    def __init__(self) -> None:
        self._start_anew()

    def _start_anew(self) -> None:
        self._actions: tuple[Action, ...] = ()
        self.lines: list[Line] = []
        self.curve: list[_Totals] = []
        self.rounds: list[int] = []
        """After how many actions each round began."""
        self.round_begins = 0
        """The first line of this round."""
        self._past: dict[int | None, tuple[Line, ...]] = {}
        self._states: Any = None

    def follow(self, game: Game) -> None:
        """Read on; after a decision was taken back, read anew."""
        actions = game.actions
        if actions[: len(self._actions)] != self._actions:
            self._start_anew()
        if self._states is None:
            self._set_up(game)
        for action, seat in zip(actions[len(self._actions) :], game.played_by[len(self._actions) :], strict=True):
            self._step(game, action, seat)
        self._actions = actions

    def _set_up(self, game: Game) -> None:
        rules = game.rules
        self._states = _states_after(game, 0)
        self._legal = np.zeros(rules.most_legal, np.int16)
        self._forced = new_log(1)
        self._one = np.zeros(1, np.int16)
        self._bare_heading = False
        self._view = rules.view(fields_of(self._states), None)
        self.rounds.append(0)
        self.lines.append(heading(self._view, 0))
        self._at = 0

    def _step(self, game: Game, action: Action, seat: int) -> None:
        before = self._view
        self._one[0] = action
        stepping.advance(self._states, stepping.NO_SEED, self._one, 1, 0, self._legal, self._forced)
        after = game.rules.view(fields_of(self._states), None)
        self._view = after
        self._at += 1
        for line in told(PRESENTERS[game.rules.name], action, seat, before, after, self._at):
            self._add(line)
        if after["decision"] == "role" or after["turn"] is None:
            self._close_heading()
        if after["round"] != before["round"] or after["turn"] is None:
            self.curve.append(self._totals(game))
        if after["round"] != before["round"] and after["turn"] is not None:
            self.rounds.append(self._at)
            self.round_begins = len(self.lines)
            self._past = {}
            self.lines.append(heading(after, self._at))

    def past(self, seat: int | None) -> tuple[Line, ...]:
        """The last lines of earlier rounds, as a seat may read them: for a whole round the very same."""
        if seat not in self._past:
            lines = self.lines[max(self.round_begins - LOG_LINES, 0) : self.round_begins]
            self._past[seat] = tuple(read_by(line, seat) for line in lines)
        return self._past[seat]

    def _close_heading(self) -> None:
        """A phase in which there was nothing to tell says so."""
        if self._bare_heading:
            last = self.lines[-1]
            self.lines[-1] = replace(last, words=(*last.words, " · nothing to do for anybody"))
        self._bare_heading = False

    def _add(self, line: Line) -> None:
        """The same again, or a batch of small choices, becomes one line."""
        self._bare_heading = line.seat is None
        last = self.lines[-1] if self.lines else None
        merged = last and _merged(last, line)
        if merged:
            self.lines[-1] = merged
        else:
            self.lines.append(line)

    def _totals(self, game: Game) -> _Totals:
        standings = new_standings(game.rules, game.players)
        stepping.count_up(self._states, standings)
        return tuple(standings.points.tolist())


def _states_after(game: Game, at: int) -> States:
    """Where the game stood after so many of its actions."""
    states = new_states(game.rules)
    record = record_of(states)
    record.players = game.players
    game.rules.write_options(record, game.options)
    past = np.array(game.actions[:at], np.int16)
    stepping.advance(states, game.seed, past, at, 0, np.zeros(game.rules.most_legal, np.int16), new_log(1))
    return states


def scores_after(game: Game, at: int) -> list[dict[str, int]]:
    """Points by seat and source as if the game had ended after so many of its actions."""
    states = _states_after(game, at)
    if game.rules.settle is not None:
        game.rules.settle(record_of(states))
    standings = new_standings(game.rules, game.players)
    stepping.count_up(states, standings)
    names = (*game.rules.score_sources, "total")
    rows = zip(standings.sheet.tolist(), standings.points.tolist(), strict=True)
    return [dict(zip(names, (*row, total), strict=True)) for row, total in rows]


def read_by(line: Line, seat: int | None) -> Line:
    """A line as a seat may read it: of its own cards, everything."""
    if line.private is None:
        return line
    return replace(line, words=line.private if seat is not None and seat == line.seat else line.words, private=None)


def _merged(last: Line, line: Line) -> Line | None:
    """Two lines as one, if they count the same: `pays 1 card`, `pays 1 card`; None if they do not."""
    if last.seat != line.seat or line.seat is None or len(last.words) < 2 or last.words[:2] != line.words[:2]:
        return None
    counted = Counter[Any]()
    order = []
    for piece in (*last.words[2:], *line.words[2:]):
        if isinstance(piece, str) or piece.n is None or piece.kind not in ("good", "cards", "colonists", "place"):
            return None
        key = (piece.kind, piece.name)
        if key not in counted:
            order.append(piece)
        counted[key] += piece.n
    words = (*last.words[:2], *(replace(piece, n=counted[piece.kind, piece.name]) for piece in order))
    private = (*last.private, ", ", *line.private[2:]) if last.private and line.private else None
    return replace(line, words=words, private=private)
