"""Training a guide: it searches, learns what the searches found and who won, and searches better (expert iteration).

Without thinking it learns from the learned player instead, which is much quicker: where a guide begins.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from boriken.engine import new_states

from ..guided.network import WIDTHS, grown_from, guide_of, new_sight
from ..guided.sampling import new_bench
from ..heuristic import CHOOSES_ROLE, styles_of
from ..learned.network import MOST_SEATS, new_scratch
from ..learned.weights import shipped_network
from .guide_learning import guide_gradient
from .guide_play import MILLION, GuideLane, GuideManner, guide_play, new_guide_samples
from .training import GAMES_A_ROUND, SAMPLES_A_GAME, Report, Training, TrainingRequest, beginnings

AIM_OF_IMITATION = 0.0
"""Who imitates aims at what the learned player thought, not at who won: it has learned that from many more games."""


def new_guide_weights(r: TrainingRequest) -> Any:
    """Weights that know what the learned player knows."""
    return grown_from(shipped_network(r.rules, r.players), r.rules, r.players, r.seed, guide_width(r))


def guide_width(r: TrainingRequest) -> int:
    """As it is asked for. (Before that could be asked for, all were of the least width.)"""
    return max(r.width, WIDTHS[0])


def guide_manner(r: TrainingRequest, trace: float) -> GuideManner:
    """How games are played for a request."""
    explore, keep, strangers, trace = (round(share * MILLION) for share in (r.explore, r.keep, r.strangers, trace))
    styles, role = styles_of(r.rules), CHOOSES_ROLE[r.rules.name]
    return GuideManner(explore, keep, strangers, trace, styles, rivals=1, thinking=r.thinking, role=role)


class GuideTraining(Training):
    """The training of a guide under way."""

    USUAL: ClassVar[dict[str, Any]] = {"keep": 0.7, "trace": 0.8}
    """Of the decisions that are made quickly; what a search thinks says more about who will win than one game does."""

    def _new_weights(self) -> Any:
        return new_guide_weights(self.request)

    def _make_room(self) -> None:
        rules, players = self.rules, self.request.players
        self._beginnings = beginnings(rules, players)
        self._guide = guide_of(self.weights, rules, players)
        self._guide_slopes = [guide_of(row, rules, players) for row in self._descent.gradients]
        self._sights = [new_sight(rules) for _ in range(self.request.lanes)]
        self._guide_lanes = [self._new_guide_lane(lane) for lane in range(self.request.lanes)]
        self._wrong, self._asked = np.zeros(self.request.lanes), np.zeros(self.request.lanes)

    def _new_guide_lane(self, lane: int) -> GuideLane:
        rules = self.rules
        bench = new_bench(rules, lane, 2 * self.request.thinking + 2)
        return GuideLane(
            states=new_states(rules, 3),
            who=np.zeros(MOST_SEATS, np.int8),
            chance=self._chances[lane],
            # Chance is the one that a checkpoint keeps. Nothing is played on: more games teach more.
            bench=bench._replace(chance=self._chances[lane], habits=bench.habits._replace(depth=0)),
            samples=new_guide_samples(rules, GAMES_A_ROUND * SAMPLES_A_GAME),
            scratch=new_scratch(rules),
            learned=shipped_network(rules, self.request.players),
            totals=self._totals[lane],
        )

    def _play(self, lane: int, games: int) -> int:
        r = self.request
        manner = guide_manner(r, r.trace if r.thinking else AIM_OF_IMITATION)
        return guide_play(self._guide, self._guide_lanes[lane], manner, self._beginnings, games)

    def _learn(self, lane: int, order: Any) -> float:
        r, samples = self.request, self._guide_lanes[lane].samples
        error, wrong = guide_gradient(
            self._guide, r.players, samples, order, r.points_weight, self._sights[lane], self._guide_slopes[lane]
        )
        self._wrong[lane] += wrong
        self._asked[lane] += (samples.choices[order] > 0).sum()
        return error

    def report(self) -> Report:
        """How it stands; means are taken since the last report."""
        totals = self._totals.sum(axis=0)
        wrong = self._wrong.sum() / max(self._asked.sum(), 1)
        self._totals[:], self._wrong[:], self._asked[:] = 0, 0, 0
        return Report.of(self.games, self._error, totals, self.request.players, wrong)
