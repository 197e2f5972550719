"""The guide: what the seat to move sees goes in; what it should choose and everybody's chances come out.

The learned player's network is asked about the position after every choice, so a decision costs it as many looks as
there are choices. The guide looks at a decision once: its proposals (a policy) say which choices are worth a sample,
and its judgement (a value) what the position is worth. So it may be larger and a search still sees far more positions.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Rules, State, arithmetic, rule
from boriken.engine.referee import Standings, new_standings

from ..learned.layers import ZERO, add_up_to_one, next_layer, sum_inputs
from ..learned.network import MOST_SEATS, OUTPUTS, Network, encode, inputs_of, reseat, widest_layout

WIDTHS = (256, 512, 1024)
"""Units of the first layer: one of these, as the number of its weights tells."""
USUAL_WIDTH = 512
SECOND = 64


class Guide(NamedTuple):
    """The weights, for one game and number of players: two layers, what is judged, and what is proposed."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    """To the outputs: win of each seat, counted from the one that looks, and from POINTS on its points."""
    b3: Any
    near: Any
    """To the proposals, for each action: from the second layer"""
    far: Any
    """and from the first."""
    likely: Any
    """How likely an action is, whatever is seen."""


def shapes(inputs: int, actions: int, width: int) -> list[tuple[int, ...]]:
    """The shapes of the weights."""
    return [
        *((inputs, width), (width,), (width, SECOND), (SECOND,), (SECOND, OUTPUTS), (OUTPUTS,)),
        *((actions, SECOND), (actions, width), (actions,)),
    ]


def size_of(inputs: int, actions: int, width: int) -> int:
    """How many weights a guide with so many inputs, actions, and units in its first layer has."""
    return sum(prod(shape) for shape in shapes(inputs, actions, width))


def width_of(weights: Any, inputs: int, actions: int) -> int:
    """How many units the first layer of a guide has, if these are its weights; 0 if they are of none."""
    return next((width for width in WIDTHS if weights.shape == (size_of(inputs, actions, width),)), 0)


def guide_of(weights: Any, rules: Rules, players: int) -> Guide:
    """A guide on a flat array of weights: what changes there changes here."""
    return Guide(*parts_of(weights, len(inputs_of(rules, players)), len(rules.actions)))


def no_guide(rules: Rules, players: int) -> Guide:
    """One that proposes all alike, where a guide has to stand that nobody asks."""
    weights = np.zeros(size_of(len(inputs_of(rules, players)), len(rules.actions), WIDTHS[0]), np.float32)
    return guide_of(weights, rules, players)


def parts_of(weights: Any, inputs: int, actions: int) -> list[Any]:
    """A flat array of weights as those of each layer."""
    parts = []
    start = 0
    for shape in shapes(inputs, actions, width_of(weights, inputs, actions)):
        end = start + prod(shape)
        parts.append(weights[start:end].reshape(shape))
        start = end
    return parts


def new_weights(rules: Rules, players: int, seed: int, width: int) -> Any:
    """Weights that know nothing yet."""
    weights = np.zeros(size_of(len(inputs_of(rules, players)), len(rules.actions), width), np.float32)
    guide = guide_of(weights, rules, players)
    random = np.random.default_rng(seed)
    for layer, spread in ((guide.w1, 0.08), (guide.w2, (2 / width) ** 0.5), (guide.w3, 0.05), (guide.near, 0.02)):
        layer[:] = random.standard_normal(layer.shape) * spread
    return weights


def grown_from(learned: Network, rules: Rules, players: int, seed: int, width: int) -> Any:
    """Weights that know what the learned player's network knows, and have room for more."""
    weights = new_weights(rules, players, seed, width)
    guide = guide_of(weights, rules, players)
    known, second = learned.w2.shape
    guide.w1[:, :known], guide.b1[:known] = learned.w1, learned.b1
    guide.w2[:known, :second], guide.b2[:second] = learned.w2, learned.b2
    guide.w2[known:, :second] *= 0.1  # what is new must not drown what is known
    guide.w3[:second], guide.b3[:] = learned.w3, learned.b3
    guide.w3[second:] *= 0.1
    return weights


def widened(weights: Any, rules: Rules, players: int, seed: int, width: int) -> Any:
    """Weights of a guide with more units, which says what this one did until it learns: nobody heeds the new ones."""
    wide = new_weights(rules, players, seed, width)
    before, now = guide_of(weights, rules, players), guide_of(wide, rules, players)
    known = len(before.b1)
    now.w1[:, :known], now.b1[:known] = before.w1, before.b1
    now.w2[:known], now.w2[known:] = before.w2, 0.0
    now.b2[:], now.w3[:], now.b3[:] = before.b2, before.w3, before.b3
    now.near[:], now.far[:, :known], now.likely[:] = before.near, before.far, before.likely
    return wide


def reseated(weights: Any, rules: Rules, before: int, players: int) -> Any:
    """Weights of a guide for another number of players: as a network's, and it proposes the same."""
    known = guide_of(weights, rules, before)
    wanted = np.zeros(size_of(len(inputs_of(rules, players)), len(rules.actions), len(known.b1)), np.float32)
    reseat(known, guide_of(wanted, rules, players), rules, before, players)
    return wanted


class Sight(NamedTuple):
    """Room to look in, for one thread, and what was seen last."""

    which: Any
    amount: Any
    first: Any
    second: Any
    out: Any
    """The chances to win by seat, counted from the one that looks, then points."""
    likely: Any
    """How much each legal action is proposed, in their order: they add up to 1."""
    legal: Any
    standings: Standings


def new_sight(rules: Rules) -> Sight:
    room = 2 * widest_layout(rules).most + 1  # some inputs are worked out behind the last one that is written
    return Sight(
        np.zeros(room, np.int16),
        np.zeros(room, np.float32),
        np.zeros(WIDTHS[-1], np.float32),
        np.zeros(SECOND, np.float32),
        np.zeros(OUTPUTS, np.float32),
        np.zeros(rules.most_legal, np.float32),
        np.zeros(rules.most_legal, np.int16),
        new_standings(rules, MOST_SEATS),
    )


@rule
def judge(guide: Guide, players: int, which: Any, amount: Any, n: int, sight: Sight) -> None:
    """Who will win, and with how many points, by seat counted from the one that looks: into `sight.out`."""
    first = sight.first[: len(guide.b1)]
    sum_inputs(guide.w1, guide.b1, which, amount, n, first)
    next_layer(guide.w2, guide.b2, first, sight.second)
    next_layer(guide.w3, guide.b3, sight.second, sight.out)
    add_up_to_one(sight.out, players)


@arithmetic
def propose(guide: Guide, legal: Any, n: int, sight: Sight) -> None:
    """How much each of n legal actions is proposed, by what was judged last: into `sight.likely`."""
    for i in range(n):
        action = legal[i]
        near, far = ZERO, ZERO
        for j in range(SECOND):
            near += guide.near[action, j] * sight.second[j]
        for j in range(len(guide.b1)):
            far += guide.far[action, j] * sight.first[j]
        sight.likely[i] = guide.likely[action] + near + far
    add_up_to_one(sight.likely, n)


@rule
def look(guide: Guide, s: State, n: int, sight: Sight) -> None:
    """The seat to move looks at its decision between the n legal actions in `sight`."""
    inputs = encode(s, s, s.turn, sight.which, sight.amount)
    judge(guide, s.players, sight.which, sight.amount, inputs, sight)
    propose(guide, sight.legal, n, sight)
