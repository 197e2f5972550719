"""A race between the choices of a position: trees are given where they still decide.

All choices get the same trees, a round at a time. One that is shown to be worse drops out and keeps what it has; the
others go on until one is left or the budget is spent. What was played, or is asked about, goes on until its loss is
known well enough. No choice drops out on a handful of trees.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boriken.engine import Action, BorikenError, Game, derived_seed, fields_of
from boriken.players.learned.layout import POINTS_SCALE
from boriken.players.search.tree import ROOT

from .trees import Desk, grow_trees

ROUND = 4
"""Trees that a choice gets at a time."""
HANDFUL = 8
"""With fewer trees nothing is called worse."""
FINE = 0.005
"""A loss that is known this well, as a standard error, needs no more trees."""
NO_MATTER = 0.005
"""Chances that differ by less are no different, however many trees say so."""
IMAGINED = 3
"""Two choices come to the same if they do in so many imagined games; something is hidden if one of them differs."""
_MOST_SEEDS = 2**40


@dataclass(frozen=True)
class Estimate:
    """A number with the interval that holds it 19 times in 20, as far as the trees tell."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Any, least: float = -math.inf, most: float = math.inf) -> Estimate:
        """From one value a tree."""
        mean = float(values.mean())
        half = student(len(values)) * standard_error(values)
        return cls(mean, max(least, mean - half), min(most, mean + half))


def standard_error(values: Any) -> float:
    """Of the mean; nobody knows it from a single value."""
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf


def student(n: int) -> float:
    """How many standard errors hold the mean of n values 19 times in 20: more than 1.96 where there are few.

    >>> [round(student(n), 2) for n in (4, 8, 16, 64)]  # the tables say 3.18, 2.36, 2.13, 2.00
    [3.06, 2.36, 2.13, 2.0]
    """
    freedom = max(n - 1, 1)
    z = 1.96
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def hides_something(game: Game) -> bool:
    """Whether anything lies there that the seat to move cannot see. What is still to be drawn does not lie there."""
    assert game.turn is not None
    lies = _lying(game)
    return any(_lying(game.determinize(game.turn, seed)) != lies for seed in range(IMAGINED))


def _lying(game: Game) -> bytes:
    state = game.states[0].copy()
    state["chance"] = 0
    state["told"] = 0
    return bytes(state.tobytes())


class Race:
    """The choices of one position, all or some, as the seat to move knows it. For one thread at a time.

    With open cards, for games that are over: as everything lay, which no seat knew. Nothing is drawn anew.
    """

    def __init__(
        self, game: Game, seed: int, among: Collection[Action] | None = None, open_cards: bool = False
    ) -> None:
        seat = game.turn
        if seat is None:
            raise BorikenError("the game is over: there is nothing to judge")
        self.seat = seat
        self.players = game.players
        self.open_cards = open_cards
        worlds = [game] if open_cards else [game.determinize(seat, derived_seed(seed, i)) for i in range(IMAGINED)]
        legal = worlds[0].legal_actions
        self.actions: Sequence[Action] = legal if among is None else [action for action in legal if action in among]
        self.state = worlds[0].states[0].copy()
        self.first = derived_seed(seed) % _MOST_SEEDS
        self.runners = _runners(worlds, self.actions)
        """For each action the first one that comes to the same: these run for the others, too."""
        none = np.zeros((0, self.players))
        self.chances: dict[Action, Any] = dict.fromkeys(self.runners.values(), none)
        """For each runner every seat's chances, a row for each tree."""
        self.points: dict[Action, Any] = dict(self.chances)

    @property
    def spent(self) -> int:
        """Trees so far."""
        return sum(map(len, self.chances.values()))

    def run(self, desk: Desk, budget: int, asked: Collection[Action] = ()) -> None:
        """Give so many trees, at most, to those that still need some; `asked` are rated whatever they are worth."""
        desk.bench.states[ROOT] = self.state
        asked = {self.runners[action] for action in asked}
        while (running := self._running(asked)) and budget >= ROUND * len(running):
            for runner in running:
                self._give(desk, runner, ROUND)
            budget -= ROUND * len(running)

    def _give(self, desk: Desk, runner: Action, trees: int) -> None:
        chances, points = np.zeros((trees, self.players)), np.zeros((trees, self.players))
        before = self.chances[runner]
        grow_trees(desk, self.seat, int(runner), self.first + len(before), self.open_cards, chances, points)
        self.chances[runner] = np.concatenate([before, chances])
        self.points[runner] = np.concatenate([self.points[runner], POINTS_SCALE * points])

    def _running(self, asked: Collection[Action]) -> list[Action]:
        """Who needs more trees: those that may be the best, if there is more than one, and those asked about."""
        fewest = min(map(len, self.chances.values()))
        if fewest < HANDFUL:
            return [runner for runner, rows in self.chances.items() if len(rows) < HANDFUL]
        best = self.best
        rivals = [runner for runner in self.chances if runner != best and not self.is_worse(runner, best)]
        unsure = [r for r in asked if r != best and standard_error(self.lead(best, r)) > FINE]
        needed = {*rivals, *unsure}
        if not needed or (needed == set(rivals) and all(self._all_one(best, rival) for rival in rivals)):
            return []
        return [runner for runner in self.chances if runner in needed or runner == best]

    def _all_one(self, best: Action, rival: Action) -> bool:
        """Whether they are known to differ by nothing that matters."""
        lead = self.lead(best, rival)
        return bool(lead.mean() + 2 * standard_error(lead) < NO_MATTER)

    @property
    def best(self) -> Action:
        """The runner that wins most often. Those that dropped out do not come back, as long as others are ahead."""
        most = max(map(len, self.chances.values()))
        running = [runner for runner, rows in self.chances.items() if len(rows) == most]
        return max(running, key=lambda runner: (self.worth(runner), -int(runner)))

    def worth(self, runner: Action) -> float:
        """What runners are ordered by: the chance to win; points decide where everybody wins, or nobody."""
        return float(self.chances[runner][:, self.seat].mean() + 1e-4 * self.points[runner][:, self.seat].mean())

    def lead(self, one: Action, other: Action) -> Any:
        """By how much one runner wins more often than another, tree by tree, in those that both have."""
        n = min(len(self.chances[one]), len(self.chances[other]))
        return self.chances[one][:n, self.seat] - self.chances[other][:n, self.seat]

    def is_worse(self, runner: Action, than: Action, surely: float = 3.0) -> bool:
        """Whether it is shown: its loss is above so many standard errors (they are looked at again and again)."""
        lead = self.lead(than, runner)
        if len(lead) < HANDFUL:
            return False
        return bool(lead.mean() > max(NO_MATTER, surely * standard_error(lead)))


def _runners(worlds: Sequence[Game], actions: Sequence[Action]) -> dict[Action, Action]:
    """For each action the first one that comes to the same in every one of these games."""
    seen: list[tuple[list[object], Action]] = []
    runners: dict[Action, Action] = {}
    for action in actions:
        essences = [_after(game, action) for game in worlds]
        runners[action] = next((runner for known, runner in seen if known == essences), action)
        if runners[action] is action:
            seen.append((essences, action))
    return runners


def _after(game: Game, action: Action) -> object:
    """The essence of the position that a choice leads to."""
    after = game.copy()
    after.play(action)
    fields = fields_of(after.states)
    fields.told = 0  # whom the last action has shown something: no part of the position
    return game.rules.essence(fields) if game.rules.essence else fields
