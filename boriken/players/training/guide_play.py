"""Games from which a guide learns, compiled: what a search with it found, or what the learned player would do."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Chance, Rules, State, States, below, rule
from boriken.engine.referee import next_choice
from boriken.engine.rules import apply, redraw, setup

from ..guided.network import Guide
from ..guided.sampling import ROOT, Bench, plant, think_until_clear
from ..guided.tree import Tree, most_tried
from ..heuristic import best_by_thumb
from ..learned.network import FIRST_CHOICE, POINTS, Network, Scratch, encode, judge, result, widest_layout
from ..learned.policy import TO_BE_AHEAD, best_by_network, utility
from ..rooms import Room, new_arrays
from .self_play import (
    LEARNER,
    LONGEST_GAME,
    Samples,
    aim,
    any_seed,
    asks_network,
    new_samples,
    seat_players,
    style_of,
)

MILLION = 1_000_000
CAREFUL = 4
"""One decision in so many is thought about at length, and proposals are learned from it; the others are made quickly,
so that there are more games to learn from who wins."""
HASTE = 6
"""Samples of a quick one: so many times fewer."""
NOISE = 0.25
"""How much of the proposals at the root of a long search is drawn at random, so that everything is tried at times."""
SPREAD = 10.0
"""Over about so many choices: the more, the more even is what is drawn (of all choices together)."""
LOOSE = 0.15
"""How often a choice is not the most tried one, but drawn by how often each was tried."""
MARGIN = 0.02
"""What the learned player takes for a clear difference: how its judgements become proposals."""


class GuideSamples(NamedTuple):
    """Decisions to learn from: what was seen and how the game went on, and what was found best."""

    seen: Samples
    """Before the decision. Its guess is what was thought of what seemed best."""
    choices: Any
    """How many there were; 0 where nothing is to be learned about them."""
    action: Any
    wanted: Any
    """How much each of them should be proposed."""


def guide_sample_room(rules: Rules) -> Room:
    """The shapes and kinds of `GuideSamples`, of one decision, beside what was seen."""
    most = (rules.most_legal,)
    return {"choices": ((), np.int32), "action": (most, np.int16), "wanted": (most, np.float32)}


def new_guide_samples(rules: Rules, n: int) -> GuideSamples:
    seen = new_samples(rules, n, 2 * widest_layout(rules).most + 1)  # as `new_sight`: they are encoded here
    return GuideSamples(seen, **new_arrays(guide_sample_room(rules), n))


class GuideLane(NamedTuple):
    """What a lane has for itself: several of them play side by side."""

    states: States
    """The game, an imagined copy, and room to try actions in."""
    who: Any
    chance: Chance
    bench: Bench
    samples: GuideSamples
    scratch: Scratch
    learned: Network
    """The learned player's: it is imitated, or a stranger."""
    totals: Any
    """Sums over the games without strangers: games, actions, points, and wins by seat."""


class GuideManner(NamedTuple):
    """How games are played, and what is kept of them. Shares are in millionths."""

    explore: int
    keep: int
    strangers: int
    trace: int
    styles: int
    rivals: int
    """Networks that do not learn: see `LEARNER`."""
    thinking: int
    """Samples of a long search; with none the learned player decides, and is imitated."""
    role: int
    """The decision which role to take."""


@rule
def guide_play(guide: Guide, lane: GuideLane, manner: GuideManner, beginnings: States, games: int) -> int:
    """Play games and keep decisions to learn from. Returns how many."""
    states, chance, scratch = lane.states, lane.chance, lane.scratch
    kept = 0
    for _ in range(games):
        states[0] = beginnings[below(chance, len(beginnings))]
        s = states[0]
        setup(s, any_seed(chance))
        strangers = seat_players(chance, lane.who, s.players, manner.strangers, manner.styles, manner.rivals)
        first, actions = kept, 0
        while True:
            n, forced = next_choice(s, scratch.legal, LONGEST_GAME - actions, None)
            actions += forced
            if n == 0 or actions == LONGEST_GAME:
                break
            who = lane.who[s.turn]
            if below(chance, MILLION) < manner.explore:
                action = scratch.legal[below(chance, n)]
            elif not asks_network(who, s.decision, manner.role):
                action = scratch.legal[best_by_thumb(s, scratch.legal, n, style_of(who))]
            else:
                states[1] = states[0]
                redraw(states[1], s.turn, any_seed(chance))
                if who > LEARNER:
                    action = scratch.legal[best_by_network(lane.learned, states, 1, 2, n, scratch)[0]]
                elif manner.thinking > 0:
                    action, kept = _search(guide, lane, manner, kept)
                else:
                    action, kept = _imitate(lane, n, manner, kept)
            apply(s, action)
            actions += 1
        result(s, 0, scratch.standings, scratch.out[0])
        if strangers == 0:
            lane.totals[0] += 1
            lane.totals[1] += actions
            for q in range(s.players):
                lane.totals[2] += scratch.out[0, POINTS + q]
                lane.totals[3 + q] += scratch.out[0, q]
        aim(lane.samples.seen, first, kept, s.players, scratch.out[0], manner.trace / MILLION)
    return kept


@rule
def _search(guide: Guide, lane: GuideLane, manner: GuideManner, kept: int) -> tuple[int, int]:
    """What a search finds in the imagined copy, and how many samples are kept now."""
    bench, chance, samples, s = lane.bench, lane.chance, lane.samples, lane.states[1]
    careful, first_seed = is_careful(chance), any_seed(chance)
    bench.states[ROOT] = lane.states[1]
    n = plant(guide, bench)
    if careful:
        stir(bench, n)
    think_until_clear(guide, bench, s.turn, first_seed, samples_for(manner.thinking, careful))
    if kept < len(samples.choices) and is_kept(chance, careful, manner):
        note(bench, samples, kept, s, careful)
        kept += 1
    return bench.tree.action[found(bench, s.turn)], kept


@rule
def is_careful(chance: Chance) -> bool:
    """Whether a decision is thought about at length."""
    return below(chance, CAREFUL) == 0


@rule
def samples_for(thinking: int, careful: bool) -> int:
    """For a long search of so many samples, or for a quick one."""
    return thinking if careful else max(thinking // HASTE, 4)


@rule
def is_kept(chance: Chance, careful: bool, manner: GuideManner) -> bool:
    """Whether something is learned from a decision."""
    return careful or below(chance, MILLION) < manner.keep


@rule
def stir(bench: Bench, n: int) -> None:
    """Mix chance into the proposals at the root: as if from a Dirichlet distribution."""
    tree, drawn = bench.tree, bench.sight.likely  # which the tree has copied
    total = 0.0
    for e in range(n):
        drawn[e] = ((1 + below(bench.chance, MILLION)) / MILLION) ** (n / SPREAD)
        total += drawn[e]
    for e in range(n):
        tree.likely[e] = (1.0 - NOISE) * tree.likely[e] + NOISE * drawn[e] / total


@rule
def note(bench: Bench, samples: GuideSamples, k: int, s: State, careful: bool) -> None:
    """Keep what a search found as sample k: what was thought of the best choice and, of a long one, what to propose."""
    tree, players = bench.tree, s.players
    see(samples, k, s)
    best, n = most_tried(tree, s.turn), tree.count[0]
    for q in range(players):
        samples.seen.guess[k, q] = bench.came[best, q] / tree.visits[best]
        samples.seen.guess[k, POINTS + q] = bench.came[best, POINTS + q] / tree.visits[best]
    if careful:
        total = tried(tree)
        samples.choices[k] = n
        for e in range(n):
            samples.action[k, e] = tree.action[e]
            samples.wanted[k, e] = tree.visits[e] / total


@rule
def see(samples: GuideSamples, k: int, s: State) -> None:
    """Write what the seat to move sees of its decision, as sample k."""
    seen = samples.seen
    seen.inputs[k] = encode(s, s, s.turn, seen.which[k], seen.amount[k])
    seen.seat[k] = s.turn
    samples.choices[k] = 0


@rule
def found(bench: Bench, p: int) -> int:
    """The edge that is taken after a search: the most tried one or, now and then, one drawn by how often it was."""
    tree = bench.tree
    if below(bench.chance, MILLION) >= LOOSE * MILLION:
        return most_tried(tree, p)
    left = below(bench.chance, tried(tree))
    for e in range(tree.count[0]):
        left -= tree.visits[e]
        if left < 0:
            return e
    return 0


@rule
def tried(tree: Tree) -> int:
    """Samples of the whole tree."""
    total = 0
    for e in range(tree.count[0]):
        total += tree.visits[e]
    return total


@rule
def _imitate(lane: GuideLane, n: int, manner: GuideManner, kept: int) -> tuple[int, int]:
    """What the learned player does in the imagined copy, and how many samples are kept now."""
    states, samples, scratch = lane.states, lane.samples, lane.scratch
    before = states[1]
    p, players = before.turn, before.players
    wanted = below(lane.chance, MILLION) < manner.keep and kept < len(samples.choices)
    best, most = 0, -1e30
    for i in range(n):
        states[2] = states[1]
        apply(states[2], scratch.legal[i])
        row = FIRST_CHOICE if i == 0 else 0
        judge(lane.learned, before, states[2], p, scratch, row)
        value = utility(scratch.out[row], 0, players, TO_BE_AHEAD)
        if value > most:
            best, most = i, value
        if wanted:
            samples.action[kept, i] = scratch.legal[i]
            samples.wanted[kept, i] = value
            if best == i:
                for k in range(players):
                    q = (p + k) % players
                    samples.seen.guess[kept, q] = scratch.out[row, k]
                    samples.seen.guess[kept, POINTS + q] = scratch.out[row, POINTS + k]
    if wanted:
        see(samples, kept, before)
        samples.choices[kept] = n
        total = 0.0
        for i in range(n):
            samples.wanted[kept, i] = np.exp((samples.wanted[kept, i] - most) / MARGIN)
            total += samples.wanted[kept, i]
        for i in range(n):
            samples.wanted[kept, i] /= total
        kept += 1
    return scratch.legal[best], kept
