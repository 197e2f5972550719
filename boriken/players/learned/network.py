"""The network: what a seat sees goes in, everybody's chance to win and final points come out.

Two small layers. Most inputs are zero and are skipped; of the choices in a decision only what differs between them is
looked at. So a position takes one or two microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numba import float32, int16, int64

from boriken.engine import GAME, Rules, State, generic, rule
from boriken.engine.layout import MOST, Layout
from boriken.engine.referee import Standings, new_standings, rank
from boriken.puerto_rico import PUERTO_RICO, PUERTO_RICO_EXPANDED
from boriken.san_juan import SAN_JUAN

from . import inputs_puerto_rico, inputs_san_juan
from .layers import add_inputs, add_up_to_one, next_layer, sum_inputs
from .layout import POINTS_SCALE

HIDDEN = 128
SECOND = 32
MOST_SEATS = 8
OUTPUTS = 2 * MOST_SEATS
POINTS = MOST_SEATS
"""Where the points start among the outputs. Those of seats that are not there stay unused: even rows are quicker."""

PIECES = {PUERTO_RICO.name: inputs_puerto_rico.PIECES, SAN_JUAN.name: inputs_san_juan.PIECES}
"""The inputs of each game, with or without expansions: those of the table, and those of each seat."""

_ENCODERS = {
    PUERTO_RICO: inputs_puerto_rico.encode,
    PUERTO_RICO_EXPANDED: inputs_puerto_rico.encode,
    SAN_JUAN: inputs_san_juan.encode,
}


@generic(int64(GAME, GAME, int64, int16[::1], float32[::1]), _ENCODERS)
def encode(before: State, s: State, p: int, which: Any, amount: Any) -> int:  # type: ignore[empty-body]
    """Write what seat p sees of a position that it brought about."""


class Network(NamedTuple):
    """The weights, for one game and number of players. The outputs: win of each seat, and from POINTS on its points."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any


def input_names(table: Sequence[str], seat: Sequence[str], players: int) -> list[str]:
    """All inputs: those of the table, then those of each seat, from the one that looks."""
    return [*table, *(f"{i} {name}" for i in range(players) for name in seat)]


def inputs_of(rules: Rules, players: int) -> list[str]:
    """The names of a network's inputs."""
    table, seat = PIECES[rules.name]
    return input_names(table.names, seat.names, players)


def layout_of(rules: Rules, players: int) -> Layout:
    """The inputs of a network."""
    table, seat = PIECES[rules.name]
    layout = Layout(tuple(table), tuple(seat), players)
    if layout.size > MOST:  # that is as far as `Scratch.which` counts
        raise ValueError(f"{layout.size} inputs are too many")
    return layout


def widest_layout(rules: Rules) -> Layout:
    """The inputs of a network for as many players as can be."""
    return layout_of(rules, rules.players[-1])


def shapes(inputs: int) -> list[tuple[int, ...]]:
    """The shapes of the weights."""
    return [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, SECOND), (SECOND,), (SECOND, OUTPUTS), (OUTPUTS,)]


def size(rules: Rules, players: int) -> int:
    """How many weights there are."""
    return size_of(len(inputs_of(rules, players)))


def size_of(inputs: int) -> int:
    """How many weights a network with so many inputs has."""
    return sum(prod(shape) for shape in shapes(inputs))


def network_of(weights: Any, rules: Rules, players: int) -> Network:
    """A network on a flat array of weights: what changes there changes here."""
    parts = []
    start = 0
    for shape in shapes(len(inputs_of(rules, players))):
        end = start + prod(shape)
        parts.append(weights[start:end].reshape(shape))
        start = end
    return Network(*parts)


def new_weights(rules: Rules, players: int, seed: int) -> Any:
    """Weights that know nothing yet."""
    weights = np.zeros(size(rules, players), np.float32)
    net = network_of(weights, rules, players)
    random = np.random.default_rng(seed)
    for layer, spread in ((net.w1, 0.08), (net.w2, (2 / HIDDEN) ** 0.5), (net.w3, 0.05)):
        layer[:] = random.standard_normal(layer.shape) * spread
    return weights


FIRST_CHOICE, CHANGES = 2, 3
"""Rows of inputs beside 0 and 1: those of the first choice, and how the one being looked at differs from it."""


class Scratch(NamedTuple):
    """Room to think in, for one thread."""

    which: Any
    """Rows of inputs: of the best choice so far, and of the one being looked at (0 and 1), and those named above."""
    amount: Any
    inputs: Any
    """How many the first choice has."""
    now: Any
    """Room for one row of all inputs, zeros too; all zero between calls."""
    sums: Any
    """Of the first layer, for the first choice."""
    first: Any
    second: Any
    out: Any
    """For each row: the chances to win by seat, counted from the one that looks, then points."""
    legal: Any
    standings: Standings


def new_scratch(rules: Rules) -> Scratch:
    layout = widest_layout(rules)
    room = 4, 2 * layout.most + 1  # two choices may differ in all that either of them has
    return Scratch(
        np.zeros(room, np.int16),
        np.zeros(room, np.float32),
        np.zeros(1, np.int64),
        np.zeros(layout.size, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(SECOND, np.float32),
        np.zeros((3, OUTPUTS), np.float32),
        np.zeros(rules.most_legal, np.int16),
        new_standings(rules, MOST_SEATS),
    )


@rule
def _changes(scratch: Scratch, k: int, n: int) -> int:
    """How the n inputs of row k differ from the first choice's: written to CHANGES. Returns how many do."""
    now, which, amount = scratch.now, scratch.which[CHANGES], scratch.amount[CHANGES]
    for i in range(n):
        now[scratch.which[k, i]] = scratch.amount[k, i]
    changes = 0
    for i in range(scratch.inputs[0]):
        place = scratch.which[FIRST_CHOICE, i]
        change = now[place] - scratch.amount[FIRST_CHOICE, i]
        now[place] = 0.0
        if change != 0.0:
            which[changes] = place
            amount[changes] = change
            changes += 1
    for i in range(n):
        place = scratch.which[k, i]
        change = now[place]  # zero if the first choice has this input as well: then it has been dealt with
        if change != 0.0:
            which[changes] = place
            amount[changes] = change
            now[place] = 0.0
            changes += 1
    return changes


@rule
def upper_layers(net: Network, players: int, first: Any, second: Any, out: Any) -> None:
    """From the sums of the first layer to chances to win, which add up to 1, and points."""
    next_layer(net.w2, net.b2, first, second)
    next_layer(net.w3, net.b3, second, out)
    add_up_to_one(out, players)


@rule
def evaluate(net: Network, players: int, scratch: Scratch, k: int, n: int) -> None:
    """Chances to win and points, by seat counted from the one that looks, into `scratch.out[k]`.

    The choices of one decision differ in a few inputs only: the first is summed up whole, for the others what differs
    is added to its sums. That halves the time. (Sums are not carried on to the next decision: a judgement must not
    depend, even in its last digit, on what was looked at before.)
    """
    if k == FIRST_CHOICE:
        scratch.inputs[0] = n
        sum_inputs(net.w1, net.b1, scratch.which[k], scratch.amount[k], n, scratch.sums)
        scratch.first[:] = scratch.sums
    else:
        scratch.first[:] = scratch.sums
        add_inputs(net.w1, scratch.which[CHANGES], scratch.amount[CHANGES], _changes(scratch, k, n), scratch.first)
    upper_layers(net, players, scratch.first, scratch.second, scratch.out[k])


@rule
def result(s: State, p: int, standings: Standings, out: Any) -> None:
    """How a finished game ended, in the form of `evaluate`: equal winners share the win."""
    rank(s, standings)
    winners = 0
    for q in range(s.players):
        winners += standings.ahead[q] == 0
    for i in range(s.players):
        q = (p + i) % s.players
        out[i] = 1.0 / winners if standings.ahead[q] == 0 else 0.0
        out[POINTS + i] = standings.points[q] / POINTS_SCALE


@rule
def judge(net: Network, before: State, s: State, p: int, scratch: Scratch, k: int) -> int:
    """Seat p's judgement of a position that it brought about, into row k. Returns how many inputs it has.

    Row FIRST_CHOICE must come first, then those of other choices in the same decision.
    """
    if s.over:
        if k == FIRST_CHOICE:
            scratch.inputs[0] = 0
            scratch.sums[:] = net.b1
        result(s, p, scratch.standings, scratch.out[k])
        return 0
    n = encode(before, s, p, scratch.which[k], scratch.amount[k])
    evaluate(net, s.players, scratch, k, n)
    return n
