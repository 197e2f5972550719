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

HIDDEN, WIDEST = 128, 256
"""Units of the first layer: so many or a multiple, as the number of its weights tells, and at most."""
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


def shapes(inputs: int, width: int = HIDDEN) -> list[tuple[int, ...]]:
    """The shapes of the weights."""
    return [(inputs, width), (width,), (width, SECOND), (SECOND,), (SECOND, OUTPUTS), (OUTPUTS,)]


def size(rules: Rules, players: int, width: int = HIDDEN) -> int:
    """How many weights there are."""
    return size_of(len(inputs_of(rules, players)), width)


def size_of(inputs: int, width: int = HIDDEN) -> int:
    """How many weights a network with so many inputs, and units in its first layer, has."""
    return sum(prod(shape) for shape in shapes(inputs, width))


def width_of(weights: Any, inputs: int) -> int:
    """How many units the first layer of a network with so many inputs has, if these are its weights."""
    without = size_of(inputs, 0)
    return (len(weights) - without) // (size_of(inputs, 1) - without)


def network_of(weights: Any, rules: Rules, players: int) -> Network:
    """A network on a flat array of weights: what changes there changes here."""
    parts = []
    start = 0
    inputs = len(inputs_of(rules, players))
    for shape in shapes(inputs, width_of(weights, inputs)):
        end = start + prod(shape)
        parts.append(weights[start:end].reshape(shape))
        start = end
    return Network(*parts)


def new_weights(rules: Rules, players: int, seed: int, width: int = HIDDEN) -> Any:
    """Weights that know nothing yet."""
    weights = np.zeros(size(rules, players, width), np.float32)
    net = network_of(weights, rules, players)
    random = np.random.default_rng(seed)
    for layer, spread in ((net.w1, 0.08), (net.w2, (2 / width) ** 0.5), (net.w3, 0.05)):
        layer[:] = random.standard_normal(layer.shape) * spread
    return weights


def widened(weights: Any, rules: Rules, players: int, seed: int, width: int) -> Any:
    """Weights of a network with more units, which judges as this one did until it learns: nobody heeds the new ones."""
    wide = new_weights(rules, players, seed, width)
    before, now = network_of(weights, rules, players), network_of(wide, rules, players)
    known = len(before.b1)
    now.w1[:, :known], now.b1[:known], now.w2[:known] = before.w1, before.b1, before.w2
    now.w2[known:] = 0.0
    now.b2[:], now.w3[:], now.b3[:] = before.b2, before.w3, before.b3
    return wide


def reseated(weights: Any, rules: Rules, before: int, players: int) -> Any:
    """Weights for another number of players: a seat takes over from those that sat about as far along the table."""
    known = network_of(weights, rules, before)
    wanted = np.zeros(size(rules, players, len(known.b1)), np.float32)
    reseat(known, network_of(wanted, rules, players), rules, before, players)
    return wanted


def reseat(known: Any, now: Any, rules: Rules, before: int, players: int) -> None:
    """Write over a network, or a guide, what one for another number of players knows."""
    share = np.zeros((players, before), np.float32)
    share[0, 0] = 1.0  # the seat that looks
    for i in range(1, players):
        place = 1 + (i - 1) * (before - 2) / max(players - 2, 1)
        share[i, int(place)] += 1 - place % 1
        share[i, min(int(place) + 1, before - 1)] += place % 1
    table, seat = (len(pieces.names) for pieces in PIECES[rules.name])
    now.w1[:table] = known.w1[:table]
    now.w1[table:] = np.tensordot(share, known.w1[table:].reshape(before, seat, -1), 1).reshape(players * seat, -1)
    now.b1[:], now.w2[:], now.b2[:] = known.b1, known.w2, known.b2
    for start in (0, POINTS):
        now.w3[:, start : start + players] = known.w3[:, start : start + before] @ share.T
        now.b3[start : start + players] = share @ known.b3[start : start + before]
    for theirs, mine in zip(known[6:], now[6:], strict=True):  # of a guide what is proposed, the same at any table
        mine[:] = theirs


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
        np.zeros(WIDEST, np.float32),
        np.zeros(WIDEST, np.float32),
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
    sums, first = scratch.sums[: len(net.b1)], scratch.first[: len(net.b1)]
    if k == FIRST_CHOICE:
        scratch.inputs[0] = n
        sum_inputs(net.w1, net.b1, scratch.which[k], scratch.amount[k], n, sums)
        first[:] = sums
    else:
        first[:] = sums
        add_inputs(net.w1, scratch.which[CHANGES], scratch.amount[CHANGES], _changes(scratch, k, n), first)
    upper_layers(net, players, first, scratch.second, scratch.out[k])


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
            scratch.sums[: len(net.b1)] = net.b1
        result(s, p, scratch.standings, scratch.out[k])
        return 0
    n = encode(before, s, p, scratch.which[k], scratch.amount[k])
    evaluate(net, s.players, scratch, k, n)
    return n
