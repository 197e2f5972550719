"""Games of a training on a GPU, tried without one: the same as those of `self_play`. Learning needs a real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba_cuda")

from boriken.engine import Rules, below, new_chance, new_states, record_of
from boriken.engine.compiler import INTERPRETED
from boriken.engine.gpu.device import type_of
from boriken.engine.gpu.twins import Twins, machine_code
from boriken.engine.referee import NO_END, next_choice
from boriken.engine.rules import apply, legal, redraw, setup
from boriken.players.heuristic import CHOOSES_ROLE, styles_of
from boriken.players.learned.network import (
    FIRST_CHOICE,
    POINTS,
    evaluate,
    inputs_of,
    judge,
    network_of,
    new_scratch,
    result,
    size,
)
from boriken.players.learned.policy import TO_BE_AHEAD, utility
from boriken.players.learned.weights import WIDTHS, read_weights, shipped_path
from boriken.players.styles import PLAIN
from boriken.players.training.gpu import kernels, playing
from boriken.players.training.gpu.playing import Hall
from boriken.players.training.gpu.tables import OVER, Manner
from boriken.players.training.self_play import ADVISED, HEURISTIC, LEARNER, any_seed, asks_network, style_of
from boriken.players.training.training import beginnings
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN
from tests.envs.stand_in import StandIn, host

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a GPU runs compiled rules alone")

EXPLORE, KEEP, TRACE, ROOM = 10_000, 500_000, 950_000, 400
"""Shares are in millionths."""


class Judging(StandIn):
    """Judges by the network as the CPU does."""

    def __init__(self, rules: Rules, players: int) -> None:
        super().__init__()
        self._rules, self._players, self._scratch = rules, players, new_scratch(rules)

    def load(self, twins: Any, kernel: Any, *arguments: Any, threads: int, **more: Any) -> Callable[[int], None]:
        if kernel.__name__ != "judging":
            return super().load(twins, kernel, *arguments, threads=threads, **more)
        return lambda n: self._judge(*map(host, arguments))

    def _judge(self, rows: Any, nets: Any, used: Any) -> None:
        scratch = self._scratch
        for r in range(used[0]):
            n = rows.inputs[r]
            if n:
                scratch.which[FIRST_CHOICE, :n], scratch.amount[FIRST_CHOICE, :n] = (
                    rows.which[r, :n],
                    rows.amount[r, :n],
                )
                net = network_of(nets[rows.net[r]], self._rules, self._players)
                evaluate(net, self._players, scratch, FIRST_CHOICE, n)
                rows.out[r] = scratch.out[FIRST_CHOICE]


def hall_of(rules: Rules, players: int, n: int, strangers: int = 0, rivals: int = 0, styles: int | None = None) -> Hall:
    hall = Hall(rules, players, beginnings(rules, players), Judging(rules, players), n, 1)
    styles = styles_of(rules) if styles is None else styles
    hall.open(1 + rivals, Manner(EXPLORE, KEEP, strangers, TRACE, styles, rivals, CHOOSES_ROLE[rules.name]), ROOM)
    weights = read_weights(shipped_path(rules, players), rules, players)
    hall.nets.fill(np.tile(weights, (1 + rivals, 1)))
    return hall


def played(hall: Hall) -> Any:
    """All games to their end; what the arrays then hold."""
    hall.begin()
    tables = host(hall.tables)
    while not (tables.phase == OVER).all():
        hall.decide()
    return tables


@pytest.fixture(autouse=True)
def _few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "BUSY", 1)


def by_hand(rules: Rules, players: int, net: Any, chance: Any) -> tuple[list[tuple[int, Any, Any]], Any]:
    """A game as `self_play` plays it, but each choice is summed up whole: who saw what, and the result."""
    states, scratch, games = new_states(rules, 3), new_scratch(rules), beginnings(rules, players)
    states[0] = games[below(chance, len(games))]
    s, imagined, trial = (record_of(states, place) for place in range(3))
    setup(s, any_seed(chance))
    below(chance, 10**6)  # no strangers
    seen = []
    while next_choice(s, scratch.legal, NO_END, None)[0]:
        n, p = legal(s, scratch.legal), int(s.turn)
        if below(chance, 10**6) < EXPLORE:
            apply(s, scratch.legal[below(chance, n)])
            continue
        states[1] = states[0]
        redraw(imagined, p, any_seed(chance))
        best, most, inputs, row = 0, -1e30, 0, (scratch.which[0], scratch.amount[0])
        for action in scratch.legal[:n].tolist():
            states[2] = states[1]
            apply(trial, action)
            found = judge(net, imagined, trial, p, scratch, FIRST_CHOICE)
            value = utility(scratch.out[FIRST_CHOICE], 0, players, TO_BE_AHEAD)
            if value > most:
                best, most, inputs = action, value, found
                row = scratch.which[FIRST_CHOICE, :found].copy(), scratch.amount[FIRST_CHOICE, :found].copy()
        if below(chance, 10**6) < KEEP and inputs:
            seen.append((p, *row))
        apply(s, best)
    result(s, 0, scratch.standings, scratch.out[0])
    return seen, scratch.out[0]


@pytest.mark.parametrize(
    ("rules", "players"),
    [(PUERTO_RICO, 3), (SAN_JUAN, 2)],
    ids=lambda given: getattr(given, "key", str(given)),
)
def test_plays_and_keeps_what_self_play_does(rules: Rules, players: int) -> None:
    hall = hall_of(rules, players, 2)
    net = network_of(host(hall.nets)[0], rules, players)
    tables, samples = played(hall), host(hall.samples)
    for i in range(2):
        seen, final = by_hand(rules, players, net, new_chance(2 + i))
        assert tables.kept[i] == len(seen) > 20
        assert np.array_equal(tables.final[i], final)
        for k, (seat, which, amount) in enumerate(seen, i * ROOM):
            assert samples.seat[k] == seat
            assert np.array_equal(samples.which[k, : samples.inputs[k]], which)
            assert np.array_equal(samples.amount[k, : samples.inputs[k]], amount)
        last = i * ROOM + len(seen) - 1
        target = [final[(samples.seat[last] + p) % players] for p in range(players)]
        assert samples.target[last, :players].tolist() == target


def test_strangers_sit_down_and_only_the_learner_is_learned_from() -> None:
    hall = hall_of(PUERTO_RICO, 3, 12, strangers=1_000_000, rivals=1)
    tables, samples = played(hall), host(hall.samples)
    who = tables.who[:, :3]
    assert {LEARNER, 1, ADVISED + 1} < set(np.unique(who))
    assert len(np.unique(who[who < LEARNER])) > 1, "strangers of several styles"
    assert (who == LEARNER).any(axis=1).all()
    for i in range(12):
        seats = samples.seat[i * ROOM : i * ROOM + tables.kept[i]]
        assert (who[i, seats] == LEARNER).all()
    hall.begin()
    assert (tables.phase != OVER).all()
    assert (tables.kept == 0).all()


def test_an_advised_stranger_asks_a_network_for_roles_alone() -> None:
    role = CHOOSES_ROLE["puerto-rico"]
    for who, asked_for_a_role, asked_for_all_else in (
        (LEARNER, True, True),
        (1, True, True),
        (ADVISED + 1, True, False),
        (HEURISTIC, False, False),
        (HEURISTIC - 2, False, False),
    ):
        assert asks_network(who, role, role) == asked_for_a_role
        assert asks_network(who, role + 1, role) == asked_for_all_else
    assert [style_of(who) for who in (HEURISTIC, HEURISTIC - 2, ADVISED + 1)] == [PLAIN, 2, PLAIN]


def test_an_exploiter_meets_nobody_but_its_rival() -> None:
    hall = hall_of(PUERTO_RICO, 3, 12, strangers=1_000_000, rivals=1, styles=0)
    who = played(hall).who[:, :3]
    assert ((who == LEARNER).sum(axis=1) == 1).all()
    assert ((who == 1).sum(axis=1) == 2).all()
    assert len(np.unique(who.argmin(axis=1))) == 3, "at every seat"


def test_pytorch_judges_as_the_network_does() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is heavy and not part of 'dev': 'make examples' installs it")
    from boriken.players.training.gpu.learning import outputs

    hall = hall_of(SAN_JUAN, 2, 2)
    tables, samples, weights = played(hall), host(hall.samples), host(hall.nets)[0]
    kept = tables.kept[0]
    given = [torch.from_numpy(rows[:kept].copy()) for rows in (samples.which, samples.amount, samples.inputs)]
    out = outputs(torch.from_numpy(weights.copy()), len(inputs_of(SAN_JUAN, 2)), *given)
    first = out[:, :2].softmax(1).numpy()
    seats = samples.seat[:kept]
    for i in range(2):  # guesses are kept by seat, outputs are counted from the one that looks
        guessed = samples.guess[np.arange(kept), (seats + i) % 2]
        assert np.allclose(first[:, i], guessed, atol=1e-5)
        points = samples.guess[np.arange(kept), POINTS + (seats + i) % 2]
        assert np.allclose(out[:, POINTS + i].numpy(), points, atol=1e-5)


@pytest.mark.parametrize("width", WIDTHS)
def test_judging_compiles_for_a_gpu(width: int) -> None:
    hall = hall_of(SAN_JUAN, 2, 1)
    kernel = kernels.judge_kernel(10, 2, width)
    types = tuple(map(type_of, (hall.rows, hall.nets, hall.used)))
    _, code = machine_code(Twins(SAN_JUAN.dtype), kernel, types, (9, 0), 128)
    assert code.startswith(b"\x7fELF")
    assert hall.nets.shape == (1, size(SAN_JUAN, 2))
