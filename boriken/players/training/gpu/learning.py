"""Learning on the GPU, by PyTorch: the same network, errors and steps as in `training.learning`, in larger batches."""

from __future__ import annotations

from typing import Any

import torch

from ...learned.network import MOST_SEATS, inputs_of, shapes, width_of
from .playing import Hall
from .tables import OVER

BATCH = 512
"""Samples that make up one step: many small steps teach more than few large ones."""
AVERAGE = 0.9995
"""The weights that are kept are an average over the last few thousand steps."""


class Learner:
    """The network of a hall that learns: its weights are the hall's first row, where the kernels read them.

    A step is a dozen small kernels, which take less time than it takes to launch them: so they are recorded once, and
    played back for each batch.
    """

    def __init__(self, hall: Hall, points_weight: float) -> None:
        self._hall, self._points_weight = hall, points_weight
        self._inputs = len(inputs_of(hall.rules, hall.players))
        self._samples = type(hall.samples)(*(torch.from_dlpack(array) for array in hall.samples))
        self._kept, self.phase = torch.from_dlpack(hall.tables.kept), torch.from_dlpack(hall.tables.phase)
        self.weights = torch.from_dlpack(hall.nets)[0].requires_grad_()
        self.average = self.weights.detach().clone()
        self._part = torch.zeros(BATCH, dtype=torch.long, device="cuda")
        self._error, self._rate = torch.zeros((), device="cuda"), torch.zeros((), device="cuda")
        self._adam = torch.optim.Adam([self.weights], lr=self._rate, fused=True, capturable=True)
        self._recorded = self._record()

    def _record(self) -> Any:
        """The graph of a step. Some steps make PyTorch ready: at a rate of 0 nothing moves, and Adam forgets them."""
        torch.cuda.synchronize()
        with torch.cuda.stream(torch.cuda.Stream()):
            for _ in range(3):
                self._step()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        self._adam.zero_grad()
        with torch.cuda.graph(graph):
            self._step()
        for row in self._adam.state[self.weights].values():
            row.zero_()
        return graph

    def saved(self) -> dict[str, Any]:
        """What it takes to go on, beside the networks."""
        rows = {"average": self.average, **self._adam.state[self.weights]}
        return {name: row.cpu().numpy() for name, row in rows.items()}

    def go_on(self, saved: dict[str, Any]) -> None:
        """From where `saved` was asked."""
        for name, row in {"average": self.average, **self._adam.state[self.weights]}.items():
            row.copy_(torch.as_tensor(saved[name]))

    def learn(self, rate: float, passes: int) -> float:
        """From all games that are over, so many times. Returns the error in winning."""
        chosen = self._of_finished_games()
        self._rate.fill_(rate)
        self._error.zero_()
        batches = len(chosen) // BATCH
        for _ in range(passes):
            order = chosen[torch.randperm(len(chosen), device="cuda")]
            for i in range(batches):
                self._part.copy_(order[i * BATCH : (i + 1) * BATCH])
                self._recorded.replay()
        return float(self._error) / max(batches * passes, 1)

    def _of_finished_games(self) -> Any:
        """The numbers of the samples to learn from."""
        room = len(self._samples.inputs) // self._hall.n
        kept = torch.arange(room, device="cuda")[None] < self._kept[:, None]
        return (kept & (self.phase == OVER)[:, None]).flatten().nonzero().squeeze(1)

    def _step(self) -> None:
        """Learn from the samples whose numbers stand in `_part`."""
        players, target = self._hall.players, self._samples.target[self._part]
        win, points = self._judge(self._part)
        error = -(target[:, :players] * win.log_softmax(1)).sum(1).mean()
        gap = points - target[:, MOST_SEATS : MOST_SEATS + players]
        loss = error + 0.5 * self._points_weight * gap.square().sum(1).mean()
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        with torch.no_grad():
            self._error += error
            self.average.lerp_(self.weights, 1.0 - AVERAGE)

    def _judge(self, part: Any) -> tuple[Any, Any]:
        """What the network thinks of some samples: see `outputs`."""
        s, players = self._samples, self._hall.players
        out = outputs(self.weights, self._inputs, s.which[part], s.amount[part], s.inputs[part])
        return out[:, :players], out[:, MOST_SEATS : MOST_SEATS + players]


def outputs(weights: Any, inputs: int, which: Any, amount: Any, counts: Any) -> Any:
    """What a network says of rows of inputs: the odds of winning before they are made to add up, and points."""
    beyond = torch.arange(which.shape[1], device=which.device)[None] >= counts[:, None]
    places = which.long().masked_fill_(beyond, inputs)  # a column that is not looked at
    seen = torch.zeros(len(which), inputs + 1, device=which.device).scatter_(1, places, amount)
    w1, b1, w2, b2, w3, b3 = parts(weights, inputs)
    return ((seen[:, :-1] @ w1 + b1).relu() @ w2 + b2).relu() @ w3 + b3


def parts(weights: Any, inputs: int) -> list[Any]:
    """A flat row of weights as those of each layer: see `learned.network.network_of`."""
    found, start = [], 0
    for shape in shapes(inputs, width_of(weights, inputs)):
        count = int(torch.Size(shape).numel())
        found.append(weights[start : start + count].view(shape))
        start += count
    return found
