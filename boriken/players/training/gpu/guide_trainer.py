"""Training a guide on a GPU: it searches at thousands of tables at once and learns from each game that is over.

Otherwise as `guide_training`. Strangers are rules of thumb, or do what the guide proposes without a search.
"""

from __future__ import annotations

from typing import Any, ClassVar

import torch

from boriken.engine.gpu.device import gpu

from ..guide_training import guide_manner, guide_width, new_guide_weights
from ..training import Report, beginnings
from .guide_playing import GuideHall
from .learning import GuideLearner
from .tables import OVER
from .trainer import GpuTraining

TABLES = 32768
SAMPLES_A_GAME = 192
"""Room for so many; what a game has more is not learned from."""
FINISHED = 0.06
"""The share of games that must be over before the guide learns from them: a search takes long, so the others are not
waited for."""
BETWEEN_LOOKS = 64
"""Steps before it is looked how many games are over."""


class GpuGuideTraining(GpuTraining):
    """The training of a guide under way on a GPU."""

    USUAL: ClassVar[dict[str, Any]] = {"keep": 0.3, "trace": 0.8, "passes": 1}

    def _new_weights(self) -> Any:
        return new_guide_weights(self.request)

    def _fill_the_hall(self) -> None:
        r, rules = self.request, self.rules
        manner = guide_manner(r, r.trace)
        torch.set_float32_matmul_precision("high")  # with ten bits instead of 23, which is several times as quick
        self._hall = GuideHall(rules, r.players, beginnings(rules, r.players), gpu(0), TABLES, r.seed, manner)
        self._hall.open(SAMPLES_A_GAME, guide_width(r))
        self._nets = torch.from_dlpack(self._hall.nets)
        self._nets[:] = torch.as_tensor(self._start).cuda()
        self._learner = GuideLearner(self._hall, r.points_weight)

    def _play(self) -> None:
        while int((self._learner.phase == OVER).sum()) < FINISHED * TABLES:
            for _ in range(BETWEEN_LOOKS):
                self._learner.look()
                self._hall.go_on()

    def _keep_self(self) -> None:
        """No past selves sit at the tables."""

    def report(self) -> Report:
        """How it stands; means are taken since the last report."""
        totals = self._totals.copy()
        self._totals[:] = 0
        return Report.of(self.games, self._error, totals, self.request.players, self._learner.wrong())
