"""Who the others are, told by what they have done, compiled.

The search takes the others for its own kind: they think, too. Strangers may not. So what each of them has decided is
held against what the guide proposes there and against what rules of thumb would do, in every style: the likelier its
decisions are by some of these, the more of the samples are played as if that seat went by them. Which roles it takes is
told apart from all else that it decides, for there are players who think about roles alone.

Nobody is ever taken for one kind for sure: it may change its ways, and only happen to have done what others would.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from boriken.engine import Game, Rules, State, States, new_states, rule
from boriken.engine.chance import MASK, scatter
from boriken.engine.rules import legal
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

from ..heuristic import CHOOSES_ROLE, best_by_thumb
from ..learned.network import MOST_SEATS
from ..rooms import Room
from ..styles import STYLES
from .network import Guide, Sight, look

ROLES, ALL_ELSE = range(2)
"""What is told apart of what a seat decides."""
THINKS = -1
"""Of a seat: that it thinks like the one that searches. Else the number of a style, or:"""
ANYTHING = len(STYLES)
"""It may do anything, which fits whoever fits nothing else."""
KINDS = ANYTHING + 1
"""How many kinds of strangers there are."""
STRANGERS = {PUERTO_RICO.name: 0.05, SAN_JUAN.name: 0.0}
"""How likely another seat is a stranger before it has done anything; in the roles that it takes, and in all else."""
LOOKS_BACK = 100
"""Decisions of the others that are looked at, the last ones."""
SLIP = 0.25
"""How much of what somebody does is chance, whoever it is."""
DOUBT = 8
"""In one sample of so many of a choice everybody is taken for a thinker, whatever has been seen."""


def suspicion_room() -> Room:
    """For how likely each seat is a stranger, of which kind, in either of what it decides."""
    return {"suspected": ((MOST_SEATS, 2, KINDS), np.float32)}


def at_first(rules: Rules) -> Any:
    """What is thought of everybody before anything was seen: any kind of stranger is as likely."""
    return np.full((MOST_SEATS, 2, KINDS), STRANGERS[rules.name] / KINDS, np.float32)


def suspect(guide: Guide, game: Game, sight: Sight, suspected: Any) -> None:
    """Write what is thought of the others in an imagined game: by its past, if it has any, else as at first."""
    suspected[:] = at_first(game.rules)
    if game.past is not None:
        role, strangers = CHOOSES_ROLE[game.rules.name], STRANGERS[game.rules.name]
        weigh(guide, game.past.states, game.past.actions, sight, role, strangers, suspected)


def get_ready(guide: Guide, rules: Rules, sight: Sight, suspected: Any) -> None:
    """Compile what it takes."""
    weigh(guide, new_states(rules, 0), np.zeros(0, np.int16), sight, CHOOSES_ROLE[rules.name], 0.5, suspected)


@rule
def weigh(
    guide: Guide, positions: States, actions: Any, sight: Sight, role: int, strangers: float, suspected: Any
) -> None:
    """Write how likely each seat is which kind of stranger, after it has chosen these actions in these positions."""
    likelihood = np.zeros((MOST_SEATS, 2, KINDS + 1))  # logarithms; that it thinks stands behind the strangers
    for i in range(len(positions)):
        s = positions[i]
        n = legal(s, sight.legal)
        look(guide, s, n, sight)
        seen = likelihood[s.turn, part_of(s, role)]
        even = SLIP / n
        for c in range(n):
            if sight.legal[c] == actions[i]:
                seen[KINDS] += math.log((1.0 - SLIP) * sight.likely[c] + even)
        for style in range(ANYTHING):
            done = sight.legal[best_by_thumb(s, sight.legal, n, style)] == actions[i]
            seen[style] += math.log((1.0 - SLIP if done else 0.0) + even)
        seen[ANYTHING] -= math.log(n)
    expected = np.full(KINDS, strangers / KINDS)
    for q in range(MOST_SEATS):
        _conclude(likelihood[q, ALL_ELSE], expected, suspected[q, ALL_ELSE])
        _conclude(likelihood[q, ROLES], (expected + suspected[q, ALL_ELSE]) / 2, suspected[q, ROLES])


@rule
def _conclude(likelihood: Any, expected: Any, suspected: Any) -> None:
    """How likely each kind of stranger is by Bayes's rule, if they were expected to be so likely before."""
    most = likelihood.max()
    likely = np.exp(likelihood - most)
    likely[:KINDS] *= expected
    likely[KINDS] *= 1.0 - expected.sum()
    suspected[:] = likely[:KINDS] / likely.sum()


@rule
def part_of(s: State, role: int) -> int:
    """To which part of what a seat decides the decision at hand belongs; roles are taken at the decision `role`."""
    return ROLES if s.decision == role else ALL_ELSE


@rule
def taken_for(suspected: Any, number: int, q: int, part: int) -> int:
    """What a seat is taken for in a sample with this number: so often as it is suspected to be that.

    The samples of all choices that have the same number are alike in it.
    """
    left = scatter(((number & MASK) * 2 * MOST_SEATS + 2 * q + part) & MASK) / (MASK + 1.0)
    for kind in range(KINDS):
        left -= suspected[q, part, kind]
        if left < 0.0:
            return kind
    return THINKS
