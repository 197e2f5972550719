"""Searches of a training on a GPU, tried without one: the same as those of `guide_play`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba_cuda")

from boriken.engine import Rules, new_chance, new_states
from boriken.engine.compiler import INTERPRETED
from boriken.players.guided.network import guide_of, judge, new_sight, propose
from boriken.players.guided.sampling import new_bench
from boriken.players.guided.weights import guide_path, read_guide_weights
from boriken.players.heuristic import CHOOSES_ROLE, styles_of
from boriken.players.learned.network import MOST_SEATS, POINTS, new_scratch
from boriken.players.learned.weights import shipped_network
from boriken.players.training.gpu.guide_playing import GuideHall
from boriken.players.training.gpu.tables import OVER
from boriken.players.training.guide_learning import guide_gradient
from boriken.players.training.guide_play import (
    MILLION,
    GuideLane,
    GuideManner,
    GuideSamples,
    guide_play,
    new_guide_samples,
)
from boriken.players.training.self_play import LEARNER, Samples
from boriken.players.training.training import beginnings
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN
from tests.envs.stand_in import StandIn, host

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a GPU runs compiled rules alone")

ROOM = 400


class Searching(StandIn):
    """Rows are not spread out: nobody multiplies matrices here."""

    def load(self, twins: Any, kernel: Any, *arguments: Any, threads: int, **more: Any) -> Callable[[int], None]:
        if kernel.__name__ == "spreading":
            return lambda n: None
        return super().load(twins, kernel, *arguments, threads=threads, **more)


def manner_of(rules: Rules, strangers: int = 0, rivals: int = 0) -> GuideManner:
    role = CHOOSES_ROLE[rules.name]
    return GuideManner(10_000, MILLION // 2, strangers, 900_000, styles_of(rules), rivals, thinking=12, role=role)


def guide_for(rules: Rules, players: int) -> Any:
    path = guide_path(rules, players)
    assert path
    return guide_of(read_guide_weights(path, rules, players), rules, players)


def played(rules: Rules, players: int, n: int, manner: GuideManner) -> GuideHall:
    """All games to their end. The guide looks as it does on the CPU."""
    hall = GuideHall(rules, players, beginnings(rules, players), Searching(), n, 1, manner)
    hall.open(ROOM, 256)
    guide, sight, tables = guide_for(rules, players), new_sight(rules), host(hall.tables)
    hall.begin()
    hall.go_on()
    while not (tables.phase == OVER).all():
        for i in np.flatnonzero(tables.choices).tolist():
            choices = tables.choices[i]
            judge(guide, players, tables.which[i], tables.amount[i], tables.inputs[i], sight)
            propose(guide, tables.legal[i], choices, sight)
            tables.out[i], tables.likely[i] = sight.out, sight.likely
        hall.go_on()
    return hall


@pytest.mark.parametrize(("rules", "players"), [(PUERTO_RICO, 3), (SAN_JUAN, 2)], ids=["puerto-rico", "san-juan"])
def test_searches_and_keeps_what_guide_play_does(rules: Rules, players: int) -> None:
    manner = manner_of(rules)
    hall = played(rules, players, 2, manner)
    tables, samples = host(hall.tables), host(hall.samples)
    for i in range(2):
        chance = new_chance(2 + i)
        bench = new_bench(rules, 1, 2 * manner.thinking + 2)
        lane = GuideLane(
            states=new_states(rules, 3),
            who=np.zeros(MOST_SEATS, np.int8),
            chance=chance,
            bench=bench._replace(chance=chance, habits=hall.habits),
            samples=new_guide_samples(rules, ROOM),
            scratch=new_scratch(rules),
            learned=shipped_network(rules, players),
            totals=np.zeros(8),
        )
        kept = guide_play(guide_for(rules, players), lane, manner, beginnings(rules, players), 1)
        assert tables.kept[i] == kept > 20
        mine, wanted = slice(i * ROOM, i * ROOM + kept), lane.samples
        assert np.array_equal(samples.choices[mine], wanted.choices[:kept])
        assert np.array_equal(samples.seen.seat[mine], wanted.seen.seat[:kept])
        assert np.array_equal(samples.seen.target[mine], wanted.seen.target[:kept])
        for k, row in enumerate(range(i * ROOM, i * ROOM + kept)):
            n, inputs = wanted.choices[k], wanted.seen.inputs[k]
            assert np.array_equal(samples.action[row, :n], wanted.action[k, :n])
            assert np.array_equal(samples.wanted[row, :n], wanted.wanted[k, :n])
            assert np.array_equal(samples.seen.which[row, :inputs], wanted.seen.which[k, :inputs])
            assert np.array_equal(samples.seen.amount[row, :inputs], wanted.seen.amount[k, :inputs])
    assert tables.final[:, :players].sum(axis=1) == pytest.approx(1)


def test_strangers_go_by_proposals_or_thumb_and_only_searches_are_learned_from() -> None:
    hall = played(PUERTO_RICO, 3, 12, manner_of(PUERTO_RICO, MILLION, rivals=1))
    tables, samples = host(hall.tables), host(hall.samples)
    who = tables.who[:, :3]
    assert (who == LEARNER).any(axis=1).all()
    assert (who > LEARNER).any()
    assert (who < LEARNER).any()
    for i in range(12):
        seats = samples.seen.seat[i * ROOM : i * ROOM + tables.kept[i]]
        assert (who[i, seats] == LEARNER).all()
    hall.begin()
    assert (tables.phase != OVER).all()
    assert (tables.kept == 0).all()


def test_pytorch_looks_and_errs_as_the_guide_does() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is heavy and not part of 'dev': 'make examples' installs it")
    from boriken.players.training.gpu import learning

    rules, players = SAN_JUAN, 2
    hall = played(rules, players, 1, manner_of(rules))
    samples, inputs, actions = host(hall.samples), hall.seen.shape[1], len(rules.actions)
    part = slice(0, int(host(hall.tables).kept[0]))
    weights = read_guide_weights(guide_path(rules, players), rules, players)  # type: ignore[arg-type]
    given = torch.from_numpy(weights.copy()).requires_grad_()
    seen = type(samples.seen)(*(torch.from_numpy(rows[part].copy()) for rows in samples.seen))
    choices, action, wanted = (torch.from_numpy(rows[part].copy()) for rows in samples[1:])
    full = learning.in_full(inputs, seen.which, seen.amount, seen.inputs)
    out, proposed = learning.looked(given, inputs, actions, full)
    likely = learning.among_legal(proposed, action, choices).softmax(1).detach().numpy()
    sight, guide = new_sight(rules), guide_of(weights, rules, players)
    for k in range(part.stop):
        judge(guide, players, samples.seen.which[k], samples.seen.amount[k], samples.seen.inputs[k], sight)
        assert np.allclose(out[k, :players].softmax(0).detach().numpy(), sight.out[:players], atol=1e-5)
        assert np.allclose(out[k, POINTS : POINTS + players].detach().numpy(), sight.out[POINTS:][:players], atol=1e-5)
        n = samples.choices[k]
        propose(guide, samples.action[k], n, sight)
        assert np.allclose(likely[k, :n], sight.likely[:n], atol=1e-5)

    target = seen.target
    error = -(target[:, :players] * out[:, :players].log_softmax(1)).sum()
    error = error + 0.25 * (out - target)[:, POINTS : POINTS + players].square().sum()
    (error + learning.misguided(proposed, action, wanted, choices).sum()).backward()
    slopes = np.zeros_like(weights)
    rows = GuideSamples(Samples(*(row[part] for row in samples.seen)), *(row[part] for row in samples[1:]))
    order = np.arange(part.stop)
    guide_gradient(guide, players, rows, order, 0.5, sight, guide_of(slopes, rules, players))
    assert np.allclose(given.grad.numpy(), slopes, atol=1e-3)
