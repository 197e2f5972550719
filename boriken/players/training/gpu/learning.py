"""Learning on the GPU, by PyTorch: the same networks, errors and steps as in `training.learning` and `guide_learning`,
in larger batches; and how a guide looks at all tables at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ...guided.network import Guide, parts_of
from ...learned.network import MOST_SEATS, inputs_of, shapes, width_of
from .guide_playing import GuideHall
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

    def __init__(self, hall: Hall | GuideHall, points_weight: float) -> None:
        self._hall, self._points_weight = hall, points_weight
        self._inputs = len(inputs_of(hall.rules, hall.players))
        self._samples = shared(hall.samples)
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
        room = len(self._seen.inputs) // self._hall.n
        kept = torch.arange(room, device="cuda")[None] < self._kept[:, None]
        return (kept & (self.phase == OVER)[:, None]).flatten().nonzero().squeeze(1)

    @property
    def _seen(self) -> Any:
        """The samples, as far as all networks have such."""
        return self._samples

    def _step(self) -> None:
        """Learn from the samples whose numbers stand in `_part`."""
        loss = self._loss(self._part)
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        with torch.no_grad():
            self.average.lerp_(self.weights, 1.0 - AVERAGE)

    def _loss(self, part: Any) -> Any:
        """By how much some samples are misjudged."""
        s = self._samples
        out = outputs(self.weights, self._inputs, s.which[part], s.amount[part], s.inputs[part])
        return self._misjudged(out, s.target[part])

    def _misjudged(self, out: Any, target: Any) -> Any:
        players = self._hall.players
        error = -(target[:, :players] * out[:, :players].log_softmax(1)).sum(1).mean()
        gap = (out - target)[:, MOST_SEATS : MOST_SEATS + players]
        with torch.no_grad():
            self._error += error
        return error + 0.5 * self._points_weight * gap.square().sum(1).mean()


class GuideLearner(Learner):
    """A guide that learns. At the tables its average looks, which is steadier."""

    def __init__(self, hall: GuideHall, points_weight: float) -> None:
        self._actions = len(hall.rules.actions)
        self._wrong, self._asked = torch.zeros((), device="cuda"), torch.zeros((), device="cuda")
        super().__init__(hall, points_weight)
        self._tables, self._in_full = shared(hall.tables), shared(hall.seen)
        self.look = self._recorded_look()

    def _recorded_look(self) -> Callable[[], None]:
        """The guide looks at all tables: recorded, as a step is."""
        with torch.cuda.stream(torch.cuda.Stream()):
            self._look()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._look()
        return graph.replay

    def _look(self) -> None:
        t, players = self._tables, self._hall.players
        out, proposed = looked(self.average, self._inputs, self._actions, self._in_full)
        out[:, :players] = out[:, :players].softmax(1)
        t.out.copy_(out)
        t.likely.copy_(among_legal(proposed, t.legal, t.choices).softmax(1))

    @property
    def _seen(self) -> Any:
        return self._samples.seen

    def wrong(self) -> float:
        """The mean error in what to choose, since it was last asked for."""
        mean = float(self._wrong) / max(float(self._asked), 1.0)
        self._wrong.zero_()
        self._asked.zero_()
        return mean

    def _loss(self, part: Any) -> Any:
        s, seen = self._samples, self._samples.seen
        full = in_full(self._inputs, seen.which[part], seen.amount[part], seen.inputs[part])
        out, proposed = looked(self.weights, self._inputs, self._actions, full)
        wrong = misguided(proposed, s.action[part], s.wanted[part], s.choices[part])
        with torch.no_grad():
            self._wrong += wrong.sum()
            self._asked += (s.choices[part] > 0).sum()
        return self._misjudged(out, seen.target[part]) + wrong.mean()


def shared(arrays: Any) -> Any:
    """Arrays of the GPU, as PyTorch's: the same memory."""
    if isinstance(arrays, tuple):
        return type(arrays)(*map(shared, arrays))  # a named one
    return torch.from_dlpack(arrays) if arrays.dtype.fields is None else arrays


def in_full(inputs: int, which: Any, amount: Any, counts: Any) -> Any:
    """Rows of inputs, zeros and all."""
    places = which.long().masked_fill_(_beyond(which, counts), inputs)  # a column that is not looked at
    return torch.zeros(len(which), inputs + 1, device=which.device).scatter_(1, places, amount)[:, :-1]


def _beyond(rows: Any, counts: Any) -> Any:
    """Where rows hold nothing any more."""
    return torch.arange(rows.shape[1], device=rows.device)[None] >= counts[:, None]


def outputs(weights: Any, inputs: int, which: Any, amount: Any, counts: Any) -> Any:
    """What a network says of rows of inputs: the odds of winning before they are made to add up, and points."""
    w1, b1, w2, b2, w3, b3 = parts(weights, inputs)
    return ((in_full(inputs, which, amount, counts) @ w1 + b1).relu() @ w2 + b2).relu() @ w3 + b3


def looked(weights: Any, inputs: int, actions: int, seen: Any) -> tuple[Any, Any]:
    """What a guide says of full rows: as `outputs`, and how much it proposes each action, before they add up to one."""
    guide = Guide(*parts_of(weights, inputs, actions))
    first = (seen @ guide.w1 + guide.b1).relu()
    second = (first @ guide.w2 + guide.b2).relu()
    return second @ guide.w3 + guide.b3, second @ guide.near.T + first @ guide.far.T + guide.likely


def among_legal(proposed: Any, legal: Any, choices: Any) -> Any:
    """What is proposed of the first so many actions in each row of legal ones; hardly anything of what follows."""
    return proposed.gather(1, legal.long()).masked_fill_(_beyond(legal, choices), -1e9)


def misguided(proposed: Any, actions: Any, wanted: Any, choices: Any) -> Any:
    """How wrong proposals are, row by row, where so much of each of the first actions was wanted; 0 without choices."""
    likely = among_legal(proposed, actions, choices.clamp(min=1)).log_softmax(1)
    nothing = _beyond(wanted, choices)
    return -(wanted.masked_fill(nothing, 0.0) * likely.masked_fill(nothing, 0.0)).sum(1)


def parts(weights: Any, inputs: int) -> list[Any]:
    """A flat row of weights as those of each layer: see `learned.network.network_of`."""
    found, start = [], 0
    for shape in shapes(inputs, width_of(weights, inputs)):
        count = int(torch.Size(shape).numel())
        found.append(weights[start : start + count].view(shape))
        start += count
    return found
