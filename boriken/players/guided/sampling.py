"""Samples of a guided search, compiled.

A sample draws anew what the seat that thinks cannot know and walks down the tree: at every node it takes the edge that
promises the seat to move there most, where what the guide proposes is tried first and most (PUCT, as in AlphaZero). At
a decision that is new to the tree the guide looks once: its judgement is added to all edges on the way, its proposals
are kept for the walks to come.

Where hands are hidden (San Juan) a node would mix up what different hands do. So the others have none: they take what
the guide proposes to whoever holds the hand of that sample. And the nodes of the seat that thinks are told apart by
what it sees there: with other cards drawn, it decides elsewhere (an information set). Few samples meet again in such a
tree, so they are played on beyond it. What one is worth is judged by the seat that thinks alone, for the others do not
see its hand: the mean of what it thinks at its decisions on the way, for the last of them has most luck in it.

Nobody knows who the others are. Where everybody sees what they do (Puerto Rico), they are taken for what their
decisions so far suggest (`suspicion`): in some of the samples they do not think, but go by rules of thumb in some
style, or do anything. What is good against one's own kind alone is not good enough.

The choices at the root are compared under the same conditions: the n-th sample of each has the same cards and tiles.

A sample stops wherever the guide has to look, and goes on when it has: on the CPU at once (`grow`), on a GPU once it
has looked at the samples of thousands of trees together (`training.gpu`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Chance, Rules, State, States, below, new_chance, new_states, rule
from boriken.engine.chance import scatter
from boriken.engine.referee import NO_END, next_choice
from boriken.engine.rules import apply, legal, redraw
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

from ..heuristic import CHOOSES_ROLE, best_by_thumb
from ..learned.network import MOST_SEATS, OUTPUTS, POINTS, encode, result
from ..learned.policy import TO_BE_AHEAD, Ambition, utility
from ..rooms import Room, new_arrays
from .network import Guide, Sight, look, new_sight
from .suspicion import ANYTHING, DOUBT, THINKS, at_first, part_of, suspicion_room, taken_for
from .tree import (
    NONE,
    Tree,
    add_edges,
    child,
    clear,
    find_edges,
    has_room_for_more,
    lead,
    most_promising,
    open_node,
    seen_node,
    tree_room,
)

ROOT, GAME = 0, 1
"""Places in the array of games: the position asked about, and the sample being played."""
AT_ONCE = 8
"""Samples between two looks at whether the choice is clear."""
DEEPEST = 60
"""The most decisions of a sample that are made in the tree."""
FINE = 840.0
"""Inputs are told apart by so many parts of one: all that they are divided by go into it."""
EXPLORE = {PUERTO_RICO.name: 0.6, SAN_JUAN.name: 0.25}
"""How much it counts for a choice that it was proposed but hardly tried."""
DEPTH = {PUERTO_RICO.name: 0, SAN_JUAN.name: 40}
"""Decisions that a sample is played on beyond the tree, by the guide's proposals, before it is judged."""
HANDS_HIDDEN = {PUERTO_RICO.name: False, SAN_JUAN.name: True}
"""Where the others have no nodes, and one's own are told apart."""
AMBITION = {PUERTO_RICO.name: Ambition(points=0.10, rivalry=0.0), SAN_JUAN.name: TO_BE_AHEAD}

SEAT, LENGTH, REASON, NODE, PLAYED, LOOKS, TAKEN_FOR = range(7)
"""What `Bench.at` says of a sample: the seat that thinks, how many edges it has come down, why the guide is to look (as
below) and at which node, how many decisions it was played on beyond the tree, of how many looks its judgement is the
mean and, from TAKEN_FOR on, what each seat is taken for, in the roles that it takes and in all else."""
NEW, OTHER, MORE, BEYOND = range(4)
"""At a decision that is new to the tree; for what another will do, who has no nodes; at choices that were not possible
at this node so far; beyond the tree."""
ENDED = -2
"""Of a sample, where an edge is told on which it goes on; NONE if it goes on from where it stands."""


class Habits(NamedTuple):
    """How a game is searched: see the tables above."""

    explore: float
    depth: int
    hands_hidden: bool
    role: int
    """The decision which role to take."""
    ambition: Ambition


def habits_of(rules: Rules) -> Habits:
    """Those of players."""
    name = rules.name
    return Habits(EXPLORE[name], DEPTH[name], HANDS_HIDDEN[name], CHOOSES_ROLE[name], AMBITION[name])


class Bench(NamedTuple):
    """All that a thread needs to grow a tree: its workspace."""

    tree: Tree
    states: States
    sight: Sight
    chance: Chance
    at: Any
    """Where the sample stands, in numbers."""
    path: Any
    """The edges of a sample."""
    now: Any
    """The edges of the legal actions at hand."""
    final: Any
    """What a sample was worth, by seat."""
    judged: Any
    """Wins and points that a sample came to, by seat."""
    sums: Any
    """Of what was judged on a sample's way."""
    came: Any
    """Of each edge at the root: what its samples were judged, summed up."""
    suspected: Any
    """How likely each seat is which kind of stranger."""
    habits: Habits


def sample_room(rules: Rules) -> Room:
    """For what there is of a sample between two looks, and what samples came to."""
    return {
        "at": ((TAKEN_FOR + 2 * MOST_SEATS,), np.int64),
        "path": ((DEEPEST,), np.int64),
        "sums": ((OUTPUTS,), np.float64),
        "came": ((rules.most_legal, OUTPUTS), np.float64),
        **suspicion_room(),
    }


def new_bench(rules: Rules, seed: int, nodes: int) -> Bench:
    """For a tree of so many nodes at most."""
    habits = habits_of(rules)
    bench = Bench(
        tree=Tree(**new_arrays(tree_room(rules, nodes, habits.hands_hidden))),
        states=new_states(rules, 2),
        sight=new_sight(rules),
        chance=new_chance(seed),
        now=np.zeros(rules.most_legal, np.int64),
        final=np.zeros(MOST_SEATS),
        judged=np.zeros(OUTPUTS),
        habits=habits,
        **new_arrays(sample_room(rules)),
    )
    bench.suspected[:] = at_first(rules)
    return bench


# --- a whole search, where the guide can look at once -----------------------------------------------------------------


@rule
def plant(guide: Guide, bench: Bench) -> int:
    """A tree of one node, the position at ROOT. Returns how many choices there are: the edges 0, 1, ..."""
    s = bench.states[ROOT]
    n = begin_tree(bench, s)
    look(guide, s, n, bench.sight)
    open_root(bench, s, n)
    return n


@rule
def grow(guide: Guide, bench: Bench, seat: int, first_seed: int, samples: int) -> None:
    """Play so many samples of the position at ROOT, as the seat to move knows it."""
    states = bench.states
    for _ in range(samples):
        states[GAME] = states[ROOT]
        s = states[GAME]
        e = begin_sample(bench, s, seat, first_seed)
        while e != ENDED:
            n = walk_down(bench, s, e)
            if n == 0:
                break
            look(guide, s, n, bench.sight)
            e = go_on(bench, s, n)
        add_up(bench, s.players)


@rule
def think_until_clear(guide: Guide, bench: Bench, seat: int, first_seed: int, samples: int) -> None:
    """So many samples of the position at ROOT, planted before; fewer once no other choice could catch up."""
    left = samples
    while left > 0:
        n = min(left, AT_ONCE)
        grow(guide, bench, seat, first_seed, n)
        left -= n
        if lead(bench.tree) > left:
            return


# --- step by step -----------------------------------------------------------------------------------------------------


@rule
def begin_tree(bench: Bench, s: State) -> int:
    """A new tree for a position. Returns among how many choices the guide is to look there."""
    clear(bench.tree)
    return legal(s, bench.sight.legal)


@rule
def open_root(bench: Bench, s: State, n: int) -> None:
    """The guide has looked at the position."""
    sight = bench.sight
    _worth(bench, s.turn, s.players)
    open_node(bench.tree, 0, sight.legal, sight.likely, n, bench.final, s.players)
    for e in range(n):
        for o in range(OUTPUTS):
            bench.came[e, o] = 0.0


@rule
def begin_sample(bench: Bench, s: State, seat: int, first_seed: int) -> int:
    """Begin a sample in a copy of the position at ROOT. Returns the edge that it takes."""
    tree, at, habits = bench.tree, bench.at, bench.habits
    n = tree.count[0]
    for i in range(n):
        bench.now[i] = i
    e = most_promising(tree, 0, seat, bench.now, n, habits.explore)
    number = first_seed + int(tree.visits[e])
    redraw(s, seat, number)
    doubted = tree.visits[e] % DOUBT == DOUBT // 2  # not the first, lest short searches doubt more
    for q in range(s.players):
        for part in range(2):
            known = doubted or habits.hands_hidden or q == seat
            at[TAKEN_FOR + 2 * q + part] = THINKS if known else taken_for(bench.suspected, number, q, part)
    at[SEAT], at[LENGTH], at[PLAYED], at[LOOKS] = seat, 0, 0, 1
    for o in range(OUTPUTS):
        bench.sums[o] = 0.0
    return e


@rule
def go_on(bench: Bench, s: State, n: int) -> int:
    """The guide has looked at a decision between n choices. Returns the edge on which the sample goes on; NONE if it
    goes on without; ENDED if it is judged.
    """
    tree, sight, at = bench.tree, bench.sight, bench.at
    reason, node = at[REASON], at[NODE]
    if reason == MORE:
        add_edges(tree, node, sight.legal, sight.likely, n, s.players)
        e = _choose_edge(bench, s, node, n, find_edges(tree, node, sight.legal, n, bench.now))
        if e != NONE:
            return e
    elif reason == NEW:
        _worth(bench, s.turn, s.players)
        open_node(tree, node, sight.legal, sight.likely, n, bench.final, s.players)
    if reason != OTHER:
        own, hidden = s.turn == at[SEAT], bench.habits.hands_hidden
        if at[PLAYED] >= bench.habits.depth and (own or not hidden):
            _judge(bench, s, n)
            return ENDED
        at[PLAYED] += 1
        if own and hidden:
            at[LOOKS] += 1
            for o in range(OUTPUTS):
                bench.sums[o] += sight.out[o]
    apply(s, sight.legal[drawn(bench, n)])
    return NONE


@rule
def add_up(bench: Bench, players: int) -> None:
    """A sample is over: what it came to is added to all edges on its way."""
    tree, e = bench.tree, bench.path[0]
    for i in range(bench.at[LENGTH]):
        edge = bench.path[i]
        tree.visits[edge] += 1
        for q in range(players):
            tree.worth[edge, q] += bench.final[q]
    for o in range(OUTPUTS):
        bench.came[e, o] += bench.judged[o]


@rule
def walk_down(bench: Bench, s: State, e: int) -> int:
    """Down an edge, or on from here (NONE), until the guide has to look. Returns at how many choices; 0 at the end."""
    tree, at, path = bench.tree, bench.at, bench.path
    while True:
        if e != NONE:
            path[at[LENGTH]] = e
            at[LENGTH] += 1
            apply(s, tree.action[e])
        n, _ = next_choice(s, bench.sight.legal, NO_END, None)
        if n == 0:
            _judge(bench, s, 0)
            return 0
        if at[PLAYED] > 0:
            at[REASON] = BEYOND
            return n
        if bench.habits.hands_hidden and s.turn != at[SEAT]:
            at[REASON] = OTHER
            return n
        last = path[at[LENGTH] - 1]
        node = seen_node(tree, last, _what_is_seen(bench, s, last)) if bench.habits.hands_hidden else child(tree, last)
        at[NODE] = node
        if node == NONE or tree.count[node] == 0 or at[LENGTH] == DEEPEST:
            at[REASON] = NEW if node != NONE and tree.count[node] == 0 else BEYOND
            return n
        found = find_edges(tree, node, bench.sight.legal, n, bench.now)
        if found < n and has_room_for_more(tree):
            at[REASON] = MORE
            return n
        e = _choose_edge(bench, s, node, n, found)
        if e == NONE:
            at[REASON] = BEYOND
            return n


@rule
def _what_is_seen(bench: Bench, s: State, e: int) -> int:
    """What the seat to move sees after an edge, as a number."""
    sight = bench.sight
    seen = scatter(e)
    for i in range(encode(s, s, s.turn, sight.which, sight.amount)):
        seen = scatter(seen ^ (int(sight.which[i]) << 16) ^ int(sight.amount[i] * FINE))
    return seen


@rule
def _choose_edge(bench: Bench, s: State, node: int, n: int, found: int) -> int:
    """The edge that is taken at a node with n choices, so many of which have one (in `now`); NONE if none has."""
    kind = bench.at[TAKEN_FOR + 2 * s.turn + part_of(s, bench.habits.role)]
    if kind == ANYTHING and found > 0:
        return bench.now[below(bench.chance, found)]
    if kind != THINKS and found == n:
        return bench.now[best_by_thumb(s, bench.sight.legal, n, kind)]
    return most_promising(bench.tree, node, s.turn, bench.now, found, bench.habits.explore)


@rule
def drawn(bench: Bench, n: int) -> int:
    """One of n choices, by the square of how much each is proposed: what is hardly proposed is hardly ever done."""
    likely = bench.sight.likely
    total = 0.0
    for i in range(n):
        total += likely[i] * likely[i]
    left = total * below(bench.chance, 1_000_000) / 1_000_000.0
    for i in range(n):
        left -= likely[i] * likely[i]
        if left < 0.0:
            return i
    return n - 1


@rule
def _judge(bench: Bench, s: State, n: int) -> None:
    """What the sample comes to: what was seen last or, without choices, the result of the game.

    Where hands are hidden, the mean of that and of what the seat that thinks has seen beyond the tree.
    """
    at, out, sums = bench.at, bench.sight.out, bench.sums
    judge = at[SEAT] if bench.habits.hands_hidden else s.turn
    if n == 0:
        result(s, judge, bench.sight.standings, out)
    for o in range(OUTPUTS):
        out[o] = (sums[o] + out[o]) / at[LOOKS]
    _worth(bench, judge, s.players)


@rule
def _worth(bench: Bench, judge: int, players: int) -> None:
    """What the judgement of a seat is worth to each: into `final`, and what it says, by seat."""
    out = bench.sight.out
    for i in range(players):
        q = (judge + i) % players
        bench.final[q] = utility(out, i, players, bench.habits.ambition)
        bench.judged[q] = out[i]
        bench.judged[POINTS + q] = out[POINTS + i]
