"""Self-play, compiled: games of the network against itself, and the positions to learn from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Chance, Rules, States, below, rule
from boriken.engine.chance import random_bits
from boriken.engine.referee import next_choice
from boriken.engine.rules import apply, redraw, setup

from ..guided.learned import Advice, best_as_proposed
from ..heuristic import best_by_thumb
from ..learned.network import FIRST_CHOICE, OUTPUTS, POINTS, Network, Scratch, judge, result, widest_layout
from ..learned.policy import best_by_network
from ..rooms import Room, new_arrays
from ..search.tree import ROOT, Bench, most_tried, think_until_clear
from ..styles import PLAIN

LONGEST_GAME = 6000
"""Actions after which a game is scored as it stands: a network that knows nothing yet may never end one."""


class Samples(NamedTuple):
    """Positions to learn from: what was seen, and how the game went on."""

    which: Any
    amount: Any
    inputs: Any
    seat: Any
    """The seat that looked."""
    guess: Any
    """What the network thought, by seat."""
    target: Any
    """What it should have thought, counted from the seat that looked."""


def sample_room(most: int) -> Room:
    """The shapes and kinds of `Samples`, of one position with so many inputs at most."""
    return {
        "which": ((most,), np.int16),
        "amount": ((most,), np.float32),
        "inputs": ((), np.int32),
        "seat": ((), np.int8),
        "guess": ((OUTPUTS,), np.float32),
        "target": ((OUTPUTS,), np.float32),
    }


def new_samples(rules: Rules, n: int, room: int = 0) -> Samples:
    """For n positions with as many inputs as there can be; more room for each if it is asked for."""
    return Samples(**new_arrays(sample_room(room or widest_layout(rules).most), n))


@rule
def any_seed(chance: Chance) -> int:
    """A seed drawn at random."""
    return (random_bits(chance) << 31) ^ random_bits(chance)


LEARNER, HEURISTIC = 0, -1
"""Who sits at a seat: the network that learns, rules of thumb (from -1 on down, one number for each style) or (from 1
on) somebody who does not learn: an exploiter's rival, on a GPU a past self, beside a guide the learned player."""
ADVISED = 64
"""On top of a network's number: that network takes the roles there, and rules of thumb decide all else."""


class Rival(NamedTuple):
    """Somebody who does not learn: the learned player, or a network alone."""

    net: Network
    advice: Advice
    """What the guide proposes; of a network alone it counts nothing."""


class Lane(NamedTuple):
    """What a lane has for itself: several of them play side by side."""

    states: States
    """The game, an imagined copy, and room to try actions in."""
    who: Any
    """Who sits where."""
    chance: Chance
    bench: Bench
    samples: Samples
    scratch: Scratch
    rival: Rival
    totals: Any
    """Sums over the games without strangers, of an exploiter over all: games, actions, points and wins by seat."""


class Manner(NamedTuple):
    """How games are played, and what is kept of them: see `TrainingRequest`."""

    explore: float
    keep: float
    trace: float
    strangers: float
    styles: int
    """Of rules of thumb: a stranger has any of them."""
    rivals: int
    """1 if all strangers are the lane's rival; there are no styles then."""
    thinking: int
    depth: int
    """Decisions that a sample of the search is played on."""


@rule
def self_play(net: Network, lane: Lane, manner: Manner, beginnings: States, games: int) -> int:
    """Play games of the network against itself and keep some of the positions. Returns how many.

    Each choice of the network is made in an imagined copy, so that it does not learn to rely on what it cannot know: by
    the network alone, or by a search with it. At some tables strangers sit down: rules of thumb in any style, so that
    the network also learns what to do against other ways of playing. (They are given the game as it is, for speed, and
    look at nothing hidden; an exploiter's rival is given an imagined copy.)
    """
    states, chance, samples, scratch, totals = lane.states, lane.chance, lane.samples, lane.scratch, lane.totals
    who = lane.who
    kept = 0
    odds = int(manner.explore * 1_000_000)
    keep_odds = int(manner.keep * 1_000_000)
    stranger_odds = int(manner.strangers * 1_000_000)
    for _ in range(games):
        states[0] = beginnings[below(chance, len(beginnings))]
        s = states[0]
        setup(s, any_seed(chance))
        strangers = seat_players(chance, who, s.players, stranger_odds, manner.styles, manner.rivals)
        first = kept
        actions = 0
        while True:
            n, forced = next_choice(s, scratch.legal, LONGEST_GAME - actions, None)
            actions += forced
            if n == 0 or actions == LONGEST_GAME:
                break
            if below(chance, 1_000_000) < odds:
                action = scratch.legal[below(chance, n)]
            elif who[s.turn] < LEARNER:
                action = scratch.legal[best_by_thumb(s, scratch.legal, n, style_of(who[s.turn]))]
            else:
                states[1] = states[0]
                redraw(states[1], s.turn, any_seed(chance))
                if who[s.turn] > LEARNER:
                    action = scratch.legal[_chosen_by(lane.rival, states[1:], n, scratch)]
                else:
                    action, row, inputs = _choose(net, lane, manner, n)
                    if below(chance, 1_000_000) < keep_odds and kept < len(samples.inputs) and inputs > 0:
                        seen, amount, out = scratch.which[row], scratch.amount[row], scratch.out[row]
                        keep(samples, kept, s.turn, s.players, seen, amount, out, inputs)
                        kept += 1
            apply(s, action)
            actions += 1
        result(s, 0, scratch.standings, scratch.out[0])
        if strangers == 0 or manner.rivals:
            totals[0] += 1
            totals[1] += actions
            mine = first_learner(who) if manner.rivals else 0
            for i in range(s.players):
                q = (mine + i) % s.players
                totals[2] += scratch.out[0, POINTS + q]
                totals[3 + i] += scratch.out[0, q]
        aim(samples, first, kept, s.players, scratch.out[0], manner.trace)
    return kept


@rule
def seat_players(chance: Chance, who: Any, players: int, odds: int, styles: int, rivals: int) -> int:
    """Say who sits where. At some tables, so many in a million, there are strangers. Returns how many.

    They never have all seats, and as often as not all but one. As often as not they are one of the networks that do not
    learn, where there are such, or are only advised by it; else each goes by rules of thumb, as often as not the
    heuristic player's, or in a style of its own. With no styles strangers have all seats but one, and are one of these
    networks.
    """
    for p in range(players):
        who[p] = LEARNER
    if below(chance, 1_000_000) >= odds:
        return 0
    strangers = 0
    alone, all_others = below(chance, players), styles == 0 or below(chance, 2) == 1
    rival = 1 + below(chance, rivals) if rivals and (styles == 0 or below(chance, 2)) else LEARNER
    if rival != LEARNER and styles > 0 and below(chance, 2):
        rival += ADVISED
    for p in range(players):
        if p != alone and (all_others or below(chance, 2)):
            who[p] = rival if rival != LEARNER else HEURISTIC - _any_style(chance, styles)
            strangers += 1
    return strangers


@rule
def first_learner(who: Any) -> int:
    """The first seat at which the network that learns sits: an exploiter's only one."""
    p = 0
    while who[p] != LEARNER:
        p += 1
    return p


@rule
def _any_style(chance: Chance, styles: int) -> int:
    """Every other one is the heuristic player's."""
    return below(chance, styles) if below(chance, 2) else PLAIN


@rule
def style_of(who: int) -> int:
    """The style in which rules of thumb play there."""
    return PLAIN if who >= ADVISED else HEURISTIC - who


@rule
def asks_network(who: int, decision: int, role: int) -> bool:
    """Whether a network decides there. `role` is the number of the decision which role to take."""
    return who >= LEARNER and (who < ADVISED or decision == role)


@rule
def _chosen_by(rival: Rival, states: States, n: int, scratch: Scratch) -> int:
    """Which of n legal actions of game 0 somebody takes who does not learn."""
    if rival.advice.counts > 0.0:
        return best_as_proposed(rival.net, rival.advice, states, n, scratch)
    return best_by_network(rival.net, states, 0, 1, n, scratch)[0]


@rule
def _choose(net: Network, lane: Lane, manner: Manner, n: int) -> tuple[int, int, int]:
    """The action to play in the imagined copy, the row of `scratch` with what it promises, and its number of inputs."""
    states, scratch = lane.states, lane.scratch
    if manner.thinking == 0:
        chosen, row, inputs = best_by_network(net, states, 1, 2, n, scratch)
        return scratch.legal[chosen], row, inputs
    p, players, tree = states[1].turn, states[1].players, lane.bench.tree
    lane.bench.states[ROOT] = states[1]
    think_until_clear(net, lane.bench, p, any_seed(lane.chance), manner.thinking, manner.depth)
    e = most_tried(tree)
    states[2] = states[1]
    apply(states[2], tree.action[e])
    inputs = judge(net, states[1], states[2], p, scratch, FIRST_CHOICE)
    for i in range(players):  # what the search found is a better aim than what the network thought before
        q = (p + i) % players
        scratch.out[FIRST_CHOICE, i] = tree.wins[e, q] / tree.visits[e]
        scratch.out[FIRST_CHOICE, POINTS + i] = tree.points[e, q] / tree.visits[e]
    return tree.action[e], FIRST_CHOICE, inputs


@rule
def keep(samples: Samples, k: int, seat: int, players: int, which: Any, amount: Any, out: Any, inputs: int) -> None:
    """Keep a position as sample k: what the seat saw, and what the network thought of it, which is told by seat."""
    for i in range(inputs):
        samples.which[k, i] = which[i]
        samples.amount[k, i] = amount[i]
    samples.inputs[k] = inputs
    samples.seat[k] = seat
    for i in range(players):
        q = (seat + i) % players
        samples.guess[k, q] = out[i]
        samples.guess[k, POINTS + q] = out[POINTS + i]


@rule
def aim(samples: Samples, first: int, end: int, players: int, final: Any, trace: float) -> None:
    """From the end of a game back to its start: each position aims at what was thought or known later."""
    for k in range(end - 1, first - 1, -1):
        for i in range(players):
            q = (samples.seat[k] + i) % players
            samples.target[k, i] = final[q]
            samples.target[k, POINTS + i] = final[POINTS + q]
        for o in range(OUTPUTS):
            final[o] = trace * final[o] + (1.0 - trace) * samples.guess[k, o]
