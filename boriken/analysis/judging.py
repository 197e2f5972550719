"""Judging a position: every choice of the seat to move, how often it wins, and which others are as good."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass

from boriken.engine import Action, Game
from boriken.players.search.budget import Budget

from .race import ROUND, Estimate, Race
from .trees import SAMPLES, Desk, new_desk

USUAL_TREES = 200
"""For a decision, at most: a handful for each choice even where there are two dozen."""


@dataclass(frozen=True)
class Choice:
    """A legal action, judged."""

    action: Action
    chance: Estimate
    """To win, for the seat that is to choose."""
    loss: Estimate
    """How much less often it wins than the best, tree by tree under the same conditions: surer than the difference of
    two chances."""
    points: float
    """Expected at the end, for the seat that is to choose."""
    chances: tuple[float, ...]
    """To win, by seat."""
    all_points: tuple[float, ...]
    """Expected at the end, by seat."""
    group: int
    """0 for the best and all to which it shows no difference, 1 for the best of the rest and so on."""
    trees: int
    """That were grown for it: the more, the surer."""
    same_as: Action | None
    """A choice that comes to the same, if there is one: the numbers are that one's."""


@dataclass(frozen=True)
class Judgement:
    """What is thought of a position, from the knowledge of the seat to move."""

    seat: int
    choices: tuple[Choice, ...]
    """Best first."""

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def of(self, action: Action) -> Choice:
        """What is thought of an action."""
        return next(choice for choice in self.choices if choice.action == action)


def judge(
    game: Game,
    budget: Budget | None = None,
    seed: int = 0,
    asked: Collection[Action] = (),
    open_cards: bool = False,
) -> Judgement:
    """Judge each legal action of the seat to move. Nothing is used that the seat may not know.

    The budget is in samples, 64 of which make a tree, or in seconds; every choice gets a few trees all the same. Those
    asked about are rated well even if others turn out to be better. With `open_cards` nothing is drawn anew: what the
    choices come to as everything lay, for looking back at games that are over.
    """
    race, desk = Race(game, seed, open_cards=open_cards), desk_for(game)
    if budget is None or not budget.seconds:
        trees = USUAL_TREES if budget is None else budget.samples // SAMPLES
        race.run(desk, max(trees, ROUND * len(race.chances)), asked)
        return judgement(race)
    end = time.monotonic() + budget.seconds
    while True:
        before, start = race.spent, time.monotonic()
        race.run(desk, ROUND * len(race.chances), asked)
        now = time.monotonic()
        if race.spent == before or now + (now - start) > end:  # no round that would end late is begun
            return judgement(race)


def judgement(race: Race) -> Judgement:
    """What a race has shown so far."""
    best = race.best
    groups = _groups(race)
    choices = []
    for action in race.actions:
        runner = race.runners[action]
        chances, points = race.chances[runner], race.points[runner]
        lead = race.lead(best, runner)
        choices.append(
            Choice(
                action=action,
                chance=Estimate.of(chances[:, race.seat], 0.0, 1.0),
                loss=Estimate(0.0, 0.0, 0.0) if runner == best else Estimate.of(lead),
                points=float(points[:, race.seat].mean()),
                chances=tuple(chances.mean(axis=0).tolist()),
                all_points=tuple(points.mean(axis=0).tolist()),
                group=groups[runner],
                trees=len(chances),
                same_as=None if runner == action else runner,
            )
        )
    return Judgement(race.seat, tuple(sorted(choices, key=lambda c: (c.group, -race.worth(race.runners[c.action])))))


def _groups(race: Race) -> dict[Action, int]:
    """The group of each runner: that of the first leader to which it is not shown to be worse."""
    leaders = [race.best]
    groups = {race.best: 0}
    for runner in sorted(race.chances, key=race.worth, reverse=True):
        if runner in groups:
            continue
        group = next((g for g, leader in enumerate(leaders) if not race.is_worse(runner, leader)), len(leaders))
        groups[runner] = group
        if group == len(leaders):
            leaders.append(runner)
    return groups


class _Desks(threading.local):
    """Desks are kept for each thread."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int, int], Desk] = {}


_desks = _Desks()


def desk_for(game: Game, samples: int = SAMPLES) -> Desk:
    """This thread's desk for a game, a number of players and trees of so many samples."""
    key = game.rules.key, game.players, samples
    if key not in _desks.kept:
        _desks.kept[key] = new_desk(game, samples)
    return _desks.kept[key]
