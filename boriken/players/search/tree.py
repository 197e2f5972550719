"""The tree of a search, compiled.

A node is a decision with more than one choice. Each choice is an edge that keeps, for every player, what its samples
came to. A sample draws anew what the seat that thinks cannot know, walks down the tree, adds one node to it, and lets
the network play all seats on for a few decisions; its judgement there, or the result if the game has ended, is added to
all edges on the way. On the way down the seat that thinks chooses what promises most (upper confidence bounds); the
network's judgement of each choice is a first opinion that counts as some samples do, so that nothing has to be tried
blindly and chance does not overrule it at once.

How the others will play is not known. In one sample of four they do what the learned player would do in their place,
with the cards they hold there; in the rest they search as well, and choose what promises most to them. Each of the two
grows a tree of its own below every choice at the root. The first alone beats learned players almost always, but loses
to other searches; the second alone is the other way round. In a long search the first kind is rarer: there it did harm
against other searches. In San Juan all samples are of the first kind.

The choices at the root are compared under the same conditions: the n-th sample of each has the same cards, tiles and
others. As hidden things differ from sample to sample, so may the choices at a node: an edge is opened when its action
is first possible, and only those that are possible now are compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Chance, Rules, State, States, new_chance, new_states, rule
from boriken.engine.chance import MASK, scatter
from boriken.engine.referee import NO_END, next_choice
from boriken.engine.rules import apply, legal, redraw
from boriken.engine.stepping import play_out
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

from ..learned.network import FIRST_CHOICE, MOST_SEATS, POINTS, Network, Scratch, judge, new_scratch, result
from ..learned.policy import TO_BE_AHEAD, Ambition, best_by_network, utility

ROOT, GAME, TRIAL = 0, 1, 2
"""Places in the array of games: the position asked about, the sample being played, trials."""

NETWORK, RANDOM = 0, 1
"""Who plays the samples on: the network, for some decisions; or anybody at random, to the end."""

SEARCHING, LEARNED = 0, 1
"""What the others are taken for in a sample."""

NONE = -1
AT_ONCE = 8
"""Samples between two looks at whether the choice is clear."""
DEEPEST = 60
"""The most decisions of a sample that are made in the tree."""
EXPLORE = 0.05
"""How much the uncertainty of a choice counts for it."""
OPINION = {PUERTO_RICO.name: 5, SAN_JUAN.name: 15}
"""How many samples the network's first opinion of a choice counts for (prior visits): more where the cards decide
more."""
LEARNED_EVERY = {PUERTO_RICO.name: 4, SAN_JUAN.name: 1}
"""In every so many-th sample of a choice the others are taken for learned players. In San Juan in all: a node at which
they search would mix up many hands."""
LEARNED_MOST = {PUERTO_RICO.name: 250, SAN_JUAN.name: 10**9}
"""In a search that is longer than so many of these, they are rarer: about so many in all."""
LEARNED_DEEPEST = {PUERTO_RICO.name: 5, SAN_JUAN.name: 60}
"""Decisions in the tree of such a sample: a long line that beats only such players is not worth its time."""
AMBITION = {PUERTO_RICO.name: Ambition(points=0.30, rivalry=0.0), SAN_JUAN.name: TO_BE_AHEAD}
"""In Puerto Rico one's own points alone: tables score more than if those ahead of the others count, and no loss of
strength was seen."""


class Tree(NamedTuple):
    """Nodes and edges, numbered in the order in which they came."""

    first_edge: Any
    """Of each node: its last opened edge, NONE if it has none yet."""
    action: Any
    """Of each edge, as all below."""
    next_edge: Any
    """Of the same node."""
    child: Any
    """The node it leads to: when the others search, and when they play as the learned player would."""
    visits: Any
    """How many samples went this way, and those that the first opinion counts for."""
    worth: Any
    """Sum of what the samples were worth, by seat."""
    wins: Any
    """Sum of the chances to win, by seat."""
    points: Any
    """Sum of the final points, by seat."""
    used: Any
    """How many nodes and edges there are."""


class Bench(NamedTuple):
    """All that a thread needs to grow a tree: its workspace."""

    tree: Tree
    states: States
    scratch: Scratch
    chance: Chance
    path: Any
    """The edges of a sample."""
    final: Any
    """What a sample or a judgement came to: worth, wins and points, by seat."""
    learned: Network
    """By which learned players choose."""
    opinion: int
    learned_every: int
    deepest: Any
    """The most decisions in the tree, by what the others are taken for."""
    ambition: Ambition
    whim: float
    """How far the network's judgements are bent at random, see `_bend`; players do not."""
    mood: Any
    """On which whims hang, beside the moment: for whoever has some to change."""


def new_bench(rules: Rules, learned: Network, seed: int, samples: int, nodes: int, whim: float = 0.0) -> Bench:
    """For about so many samples, in a tree of so many nodes at most."""
    edges = nodes * 8 + 2 * rules.most_legal
    tree = Tree(
        np.full(nodes, NONE, np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.int32),
        np.zeros((edges, 2), np.int32),
        np.zeros(edges, np.int64),
        np.zeros((edges, MOST_SEATS)),
        np.zeros((edges, MOST_SEATS)),
        np.zeros((edges, MOST_SEATS)),
        np.zeros(2, np.int64),
    )
    return Bench(
        tree,
        new_states(rules, 3),
        new_scratch(rules),
        new_chance(seed),
        np.zeros(DEEPEST, np.int64),
        np.zeros((3, MOST_SEATS)),
        learned,
        OPINION[rules.name],
        max(LEARNED_EVERY[rules.name], samples // LEARNED_MOST[rules.name]),
        np.array([DEEPEST, LEARNED_DEEPEST[rules.name]]),
        AMBITION[rules.name],
        whim,
        np.zeros(1, np.int64),
    )


@rule
def plant(bench: Bench) -> None:
    """A tree of one node, without edges."""
    bench.tree.used[0] = 1
    bench.tree.used[1] = 0
    bench.tree.first_edge[0] = NONE


@rule
def grow(net: Network, bench: Bench, seat: int, first_seed: int, samples: int, policy: int, depth: int) -> None:
    """Play so many samples of the position at ROOT, as the seat to move knows it."""
    states, scratch, tree = bench.states, bench.scratch, bench.tree
    for _ in range(samples):
        states[GAME] = states[ROOT]
        n = legal(states[GAME], scratch.legal)
        open_edges(net, bench, 0, n)
        e = _most_promising(tree, 0, seat, n, scratch)
        sample = tree.visits[e] - bench.opinion
        redraw(states[GAME], seat, first_seed + sample)
        play_sample(net, bench, e, seat, sample, policy, depth)


@rule
def play_sample(net: Network, bench: Bench, e: int, seat: int, sample: int, policy: int, depth: int) -> None:
    """Play the sample of that number from the position at GAME: the one at the root, as it is imagined this time."""
    others = LEARNED if policy == NETWORK and (sample + 1) % bench.learned_every == 0 else SEARCHING
    length = _walk_down(net, bench, e, seat, others)
    _play_on(net, bench, policy, depth)
    _add_up(bench, length, bench.states[ROOT].players)


@rule
def think_until_clear(net: Network, bench: Bench, seat: int, first_seed: int, samples: int, depth: int) -> None:
    """So many samples of the position at ROOT, in a new tree; fewer once no other choice could catch up."""
    plant(bench)
    left = samples
    while left > 0:
        n = min(left, AT_ONCE)
        grow(net, bench, seat, first_seed, n, NETWORK, depth)
        left -= n
        if lead(bench.tree) > left:
            return


@rule
def lead(tree: Tree) -> int:
    """By how many samples the most tried choice at the root is ahead of the next."""
    most, second = 0, 0
    e = tree.first_edge[0]
    while e != NONE:
        visits = tree.visits[e]
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
        e = tree.next_edge[e]
    return most - second


@rule
def most_tried(tree: Tree) -> int:
    """The edge at the root that most samples took."""
    best = tree.first_edge[0]
    e = best
    while e != NONE:
        if tree.visits[e] > tree.visits[best]:
            best = e
        e = tree.next_edge[e]
    return best


@rule
def _add_up(bench: Bench, length: int, players: int) -> None:
    """Add what a sample came to, to all edges on its way."""
    tree, final = bench.tree, bench.final
    for i in range(length):
        e = bench.path[i]
        tree.visits[e] += 1
        for q in range(players):
            tree.worth[e, q] += final[0, q]
            tree.wins[e, q] += final[1, q]
            tree.points[e, q] += final[2, q]


@rule
def look(bench: Bench, choices: Any, n: int, edges: Any) -> None:
    """Which edges the n choices at the root have."""
    for i in range(n):
        edges[i] = _edge(bench.tree, 0, choices[i])


@rule
def _walk_down(net: Network, bench: Bench, e: int, seat: int, others: int) -> int:
    """Down an edge at the root, to a position that is new to the tree or the game's end. Returns the path's length."""
    states, scratch, tree = bench.states, bench.scratch, bench.tree
    s = states[GAME]
    length = 0
    while True:
        bench.path[length] = e
        length += 1
        apply(s, tree.action[e])
        node = _child(tree, e, others)
        n = _next_decision(bench, seat, others)
        if n == 0 or node == NONE or length == bench.deepest[others]:
            return length
        new = tree.first_edge[node] == NONE
        if not open_edges(net, bench, node, n) or new:
            return length
        e = _most_promising(tree, node, s.turn, n, scratch)


@rule
def _next_decision(bench: Bench, seat: int, others: int) -> int:
    """Play on to the next decision that is made in the tree. Returns its number of choices; 0 if the game is over."""
    states, scratch = bench.states, bench.scratch
    s = states[GAME]
    while True:
        n, _ = next_choice(s, scratch.legal, NO_END, None)
        if n == 0 or others == SEARCHING or s.turn == seat:
            return n
        chosen, _, _ = best_by_network(bench.learned, states, GAME, TRIAL, n, scratch)
        apply(s, scratch.legal[chosen])


@rule
def _child(tree: Tree, e: int, others: int) -> int:
    """The node that an edge leads to. If the tree is full it grows no more, but goes on counting: then it is NONE."""
    node = tree.child[e, others]
    if node == NONE and tree.used[0] < len(tree.first_edge):
        node = tree.used[0]
        tree.child[e, others] = node
        tree.first_edge[node] = NONE
        tree.used[0] += 1
    return node


@rule
def _edge(tree: Tree, node: int, action: int) -> int:
    """The edge of an action, NONE if it was not possible there so far."""
    e = tree.first_edge[node]
    while e != NONE and tree.action[e] != action:
        e = tree.next_edge[e]
    return e


@rule
def open_edges(net: Network, bench: Bench, node: int, n: int) -> bool:
    """Give every legal action its edge, with the network's judgement. False if there is no room."""
    states, scratch, tree = bench.states, bench.scratch, bench.tree
    before = states[GAME]
    p = before.turn
    opened = 0
    for i in range(n):
        if _edge(tree, node, scratch.legal[i]) != NONE:
            continue
        e = tree.used[1]
        if e == len(tree.action):
            return False
        states[TRIAL] = states[GAME]
        apply(states[TRIAL], scratch.legal[i])
        row = FIRST_CHOICE if opened == 0 else 0
        judge(net, before, states[TRIAL], p, scratch, row)
        if bench.whim > 0.0 and not states[TRIAL].over:
            _bend(scratch.out[row], before, scratch.legal[i], bench)
        _turn_to_seats(scratch.out[row], p, before.players, bench)
        for q in range(before.players):
            tree.worth[e, q] = bench.opinion * bench.final[0, q]
            tree.wins[e, q] = bench.opinion * bench.final[1, q]
            tree.points[e, q] = bench.opinion * bench.final[2, q]
        tree.action[e] = scratch.legal[i]
        tree.next_edge[e] = tree.first_edge[node]
        tree.child[e, SEARCHING] = NONE
        tree.child[e, LEARNED] = NONE
        tree.visits[e] = bench.opinion
        tree.first_edge[node] = e
        tree.used[1] += 1
        opened += 1
    return True


@rule
def _most_promising(tree: Tree, node: int, p: int, n: int, scratch: Scratch) -> int:
    """The edge that promises a seat most, uncertainty counted in its favour."""
    total = 0
    for i in range(n):
        total += tree.visits[_edge(tree, node, scratch.legal[i])]
    log = np.log(total + 1.0)
    best, most = NONE, -1e30
    for i in range(n):
        e = _edge(tree, node, scratch.legal[i])
        bound = tree.worth[e, p] / tree.visits[e] + EXPLORE * np.sqrt(log / tree.visits[e])
        if bound > most:
            best, most = e, bound
    return best


@rule
def _play_on(net: Network, bench: Bench, policy: int, depth: int) -> None:
    """Play the sample on for so many decisions, then judge it; to the end, and it is its result."""
    states, scratch = bench.states, bench.scratch
    s = states[GAME]
    if policy == RANDOM:
        play_out(s, bench.chance, scratch.legal)
    decisions = 0
    while True:
        n, _ = next_choice(s, scratch.legal, NO_END, None)
        if n == 0:
            result(s, 0, scratch.standings, scratch.out[0])
            _turn_to_seats(scratch.out[0], 0, s.players, bench)
            return
        decisions += 1
        chosen, row, _ = best_by_network(net, states, GAME, TRIAL, n, scratch)
        if decisions >= depth:  # cut off right after a decision: the network has judged that position already
            if bench.whim > 0.0:
                _bend(scratch.out[row], s, scratch.legal[chosen], bench)
            _turn_to_seats(scratch.out[row], s.turn, s.players, bench)
            return
        apply(s, scratch.legal[chosen])


@rule
def _bend(out: Any, before: State, action: int, bench: Bench) -> None:
    """Bend a judgement as a network that is wrong by that much might have given it.

    Whims hang on the mood, the moment and the action, not on the order in which they are asked for: other choices at
    the root meet the same.
    """
    p, players = int(before.turn), int(before.players)
    moment = scatter(bench.mood[0] & MASK) ^ (p << 24 | int(before.round_number) << 8 | int(before.decision))
    moment = scatter(moment ^ (int(action) << 12))
    total = 0.0
    for i in range(players):
        bits = scatter(moment ^ ((p + i) % players))
        dice = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24)  # four of 256: almost normal
        out[i] *= np.exp(bench.whim * (dice - 510.0) / 147.8)
        total += out[i]
    for i in range(players):
        out[i] /= total


@rule
def _turn_to_seats(out: Any, p: int, players: int, bench: Bench) -> None:
    """A judgement by seat p, turned to seats: what it is worth to each of them, their wins and points."""
    final = bench.final
    for i in range(players):
        q = (p + i) % players
        final[0, q] = utility(out, i, players, bench.ambition)
        final[1, q] = out[i]
        final[2, q] = out[POINTS + i]
