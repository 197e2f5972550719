"""Samples, compiled: the hidden part drawn anew, a choice made, and all seats played on by the network."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Chance, Rules, States, new_chance, new_states, rule
from boriken.engine.rules import apply, legal, redraw
from boriken.engine.stepping import play_out

from ..learned.network import FIRST_CHOICE, MOST_SEATS, POINTS, Network, Scratch, judge, new_scratch, result
from ..learned.policy import best_by_network, utility

ROOT, IMAGINED, GAME, TRIAL = 0, 1, 2, 3
"""Places in the array of games: the position asked about, one drawing of it, the sample being played, trials."""

LONGEST_SAMPLE = 400
"""Decisions after which a sample is judged as it stands."""

NETWORK, RANDOM = 0, 1
"""Who plays the samples on: the network, for some decisions; or anybody at random, to the end."""


class Tally(NamedTuple):
    """What the samples of each choice came to."""

    visits: Any
    worth: Any
    """Sum of what they are worth to the seat that thinks."""
    worth_squared: Any
    wins: Any
    """Sum of the chances to win, by seat counted from the one that thinks."""
    points: Any
    """Likewise of final points."""


class Bench(NamedTuple):
    """All that a thread needs to play samples."""

    states: States
    scratch: Scratch
    chance: Chance
    choices: Any
    """The actions that may be chosen."""
    tally: Tally


def new_bench(rules: Rules, seed: int) -> Bench:
    most = rules.most_legal
    tally = Tally(
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(most),
        np.zeros((most, MOST_SEATS)),
        np.zeros((most, MOST_SEATS)),
    )
    return Bench(new_states(rules, 4), new_scratch(most), new_chance(seed), np.zeros(most, np.int16), tally)


@rule
def play_on(net: Network, bench: Bench, seat: int, policy: int, depth: int) -> int:
    """Play the sample on for so many decisions, and on to the seat's own next one. Returns the row of its judgement.

    That of a finished game is its result. Cutting off right after an own decision costs nothing, as the network has
    judged that position for the seat already; and it is the kind of position that it has learned from.
    """
    states, scratch = bench.states, bench.scratch
    s = states[GAME]
    if policy == RANDOM:
        play_out(s, bench.chance, scratch.legal)
    decisions = 0
    while True:
        n = legal(s, scratch.legal)
        if n == 0:
            result(s, seat, scratch.sheet, scratch.out[0])
            return 0
        chosen = 0
        if n > 1:
            decisions += 1
            chosen, row, _ = best_by_network(net, states, GAME, TRIAL, n, scratch)
            if decisions >= depth and s.turn == seat:
                return row
            if decisions >= LONGEST_SAMPLE:
                judge(net, s, s, seat, scratch, FIRST_CHOICE)
                return FIRST_CHOICE
        apply(s, scratch.legal[chosen])


@rule
def sweep(
    net: Network,
    bench: Bench,
    alive: Any,
    seat: int,
    first_seed: int,
    sweeps: int,
    policy: int,
    depth: int,
) -> None:
    """Give each choice that is still alive so many samples. All choices meet the same drawings of what is hidden."""
    states, scratch, tally = bench.states, bench.scratch, bench.tally
    players = states[ROOT].players
    for k in range(sweeps):
        states[IMAGINED] = states[ROOT]
        redraw(states[IMAGINED], seat, first_seed + k)
        for i in range(len(alive)):
            choice = alive[i]
            states[GAME] = states[IMAGINED]
            apply(states[GAME], bench.choices[choice])
            out = scratch.out[play_on(net, bench, seat, policy, depth)]
            worth = utility(out, players)
            tally.visits[choice] += 1
            tally.worth[choice] += worth
            tally.worth_squared[choice] += worth * worth
            for q in range(players):
                tally.wins[choice, q] += out[q]
                tally.points[choice, q] += out[POINTS + q]
