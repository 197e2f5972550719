"""Training on a GPU: rounds of games and of learning, as `training.Training` has them, some hundred times as many.

Strangers go by rules of thumb or, if wanted, are past selves, or take the roles that these would: now and then the
weights are kept as a rival.
Unlike on the CPU a training that was interrupted goes on with new games, and its sums may be added up in another order.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch

from boriken.engine.gpu.device import gpu

from ...heuristic import CHOOSES_ROLE, styles_of
from ...learned.network import MOST_SEATS, new_weights, widened
from ..self_play import LEARNER
from ..training import Report, TrainingRequest, beginnings, reading
from .learning import Learner
from .playing import Hall
from .tables import OVER, Manner

TABLES = 32768
SAMPLES_A_GAME = 128
"""Room for so many; what a game has more is not learned from."""
SELVES_KEPT = 16
"""How often, in a whole training, the oldest past self makes way for the present one."""
FINISHED = 0.97
"""The share of games that must be over before the network learns: the others go on in the next round."""
BETWEEN_LOOKS = 16
"""Decisions before it is looked how many games are over: looking, the CPU waits for the GPU."""


class GpuTraining:
    """A training under way on a GPU."""

    _hall: Any
    _learner: Any

    USUAL: ClassVar[dict[str, Any]] = {"keep": 0.3, "trace": 0.9, "passes": 1}
    """Games are plenty here: fewer positions of each, learned from once. (A trace is shorter where fewer are kept.)"""

    def __init__(self, request: TrainingRequest) -> None:
        self.request, self.rules = request, request.rules
        self.games = 0
        self._kept_selves = 0
        self._start = self._new_weights()
        self._rival = self._start
        self._error = 0.0
        self._totals = np.zeros(3 + MOST_SEATS)
        self._saved: dict[str, Any] = {}

    def _new_weights(self) -> Any:
        return new_weights(self.rules, self.request.players, self.request.seed, self.request.width)

    def start_from(self, weights: Any) -> None:
        """Begin with weights that know something already."""
        self._start[:] = weights

    def meet(self, weights: Any, advised: bool = False) -> None:
        """These are the weights of the network that it plays against, alone."""
        assert not advised, "on a GPU the rival is a network alone"
        r = self.request
        self._rival = widened(weights, self.rules, r.players, r.seed, r.width)

    @property
    def done(self) -> bool:
        return self.games >= self.request.games

    def prepare(self) -> None:
        """Compile, telling whoever waits, and fill the hall."""
        self._fill_the_hall()
        if self._saved:
            self._nets.detach()[:] = torch.as_tensor(self._saved.pop("nets")).cuda()
            self._learner.go_on(self._saved)
        tables = self._hall.tables
        self._who, self._final = torch.from_dlpack(tables.who), torch.from_dlpack(tables.final)
        self._actions = torch.from_dlpack(tables.actions)

    def _fill_the_hall(self) -> None:
        r, rules = self.request, self.rules
        self._hall = Hall(rules, r.players, beginnings(rules, r.players), gpu(0), TABLES, r.seed)
        explore, keep, strangers, trace = (
            round(share * 1_000_000) for share in (r.explore, r.keep, r.strangers, r.trace)
        )
        rivals, styles = (1, 0) if r.against else (r.past_selves, styles_of(rules))
        manner = Manner(explore, keep, strangers, trace, styles, rivals, CHOOSES_ROLE[rules.name])
        self._hall.open(1 + rivals, manner, SAMPLES_A_GAME, r.width)
        self._nets = torch.from_dlpack(self._hall.nets)
        self._nets[:] = torch.as_tensor(self._start).cuda()
        if r.against:
            self._nets[1] = torch.as_tensor(self._rival).cuda()
        self._learner = Learner(self._hall, r.points_weight)
        self._order, self._keys = torch.from_dlpack(self._hall.order), torch.from_dlpack(self._hall.keys)

    @property
    def average(self) -> Any:
        """The weights that are kept."""
        return self._learner.average.cpu().numpy()

    def round(self, pool: ThreadPoolExecutor) -> None:
        """Play until nearly all games are over; then learn from these."""
        self._hall.begin()
        self._play()
        self._error = self._learner.learn(self.request.rate_after(self.games), self.request.passes)
        self._count()
        self._keep_self()

    def _play(self) -> None:
        phase = self._learner.phase
        while int((phase == OVER).sum()) < FINISHED * TABLES:
            for _ in range(BETWEEN_LOOKS):
                self._order.copy_(self._keys.argsort())
                self._hall.decide()

    def _count(self) -> None:
        over, players = self._learner.phase == OVER, self.request.players
        self.games += int(over.sum())
        learns = self._who[:, :players] == LEARNER
        told = over if self.request.against else over & learns.all(1)
        final = self._final[told]
        wins = final[:, :players]
        if self.request.against:  # from the exploiter's own seat on
            mine = learns[told].int().argmax(1, keepdim=True)
            wins = wins.gather(1, (mine + torch.arange(players, device=wins.device)) % players)
        self._totals[0] += len(final)
        self._totals[1] += int(self._actions[told].sum())
        self._totals[2] += float(final[:, MOST_SEATS : MOST_SEATS + players].sum())
        self._totals[3 : 3 + players] += wins.sum(0).cpu().numpy()

    def _keep_self(self) -> None:
        due = self.games * SELVES_KEPT // self.request.games
        if self.request.past_selves and due > self._kept_selves:
            self._nets[1 + due % self.request.past_selves] = self._learner.average
            self._kept_selves = due

    def report(self) -> Report:
        """How it stands; means are taken since the last report."""
        totals = self._totals.copy()
        self._totals[:] = 0
        return Report.of(self.games, self._error, totals, self.request.players)

    # --- interruptions ----------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all that it takes to go on, but for the games being played."""
        passing = path.with_suffix(".part.npz")
        about = {"request": asdict(self.request), "games": self.games, "selves": self._kept_selves}
        nets = self._nets.detach().cpu().numpy()
        np.savez(passing, about=np.array(json.dumps(about)), nets=nets, **self._learner.saved())
        os.replace(passing, path)

    @classmethod
    def load(cls, path: Path) -> GpuTraining:
        """Go on from where `save` was called; says so if that cannot be read."""
        with reading(path) as file:
            about = json.loads(str(file["about"]))
            training = cls(TrainingRequest(**about["request"]))
            training.games, training._kept_selves = about["games"], about["selves"]
            training._saved = {name: file[name] for name in file.files if name != "about"}
        return training
