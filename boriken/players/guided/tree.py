"""The tree of a guided search, compiled.

A node is a decision with more than one choice; each choice is an edge. A sample draws anew what the seat that thinks
cannot know and walks down the tree: at every node it takes the edge that promises the seat to move there most, where
what the guide proposes is tried first and most (PUCT, as in AlphaZero). At a decision that is new to the tree the guide
looks once: its judgement is added to all edges on the way, its proposals are kept for the walks to come.

Where hands are hidden (San Juan) a node would mix up what different hands do. So the others have none: they take what
the guide proposes to whoever holds the hand of that sample. And the nodes of the seat that thinks are told apart by
what it sees there: with other cards drawn, it decides elsewhere (an information set).

Nobody knows who the others are. In some of the samples they neither think nor ask the guide, but go by rules of thumb
in a style of their own: what is good against one's own kind alone is not good enough.

The choices at the root are compared under the same conditions: the n-th sample of each has the same cards and tiles. As
hidden things differ from sample to sample, so may the choices at a node: an edge is opened when its action is first
possible, and only those that are possible now are compared.
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

from ..heuristic import best_by_thumb, styles_of
from ..learned.network import MOST_SEATS, OUTPUTS, POINTS, encode, result
from ..learned.policy import TO_BE_AHEAD, Ambition, utility
from .network import Guide, Sight, look, new_sight

ROOT, GAME = 0, 1
"""Places in the array of games: the position asked about, and the sample being played."""
NONE = -1
AT_ONCE = 8
"""Samples between two looks at whether the choice is clear."""
DEEPEST = 60
"""The most decisions of a sample that are made in the tree."""
FINE = 840.0
"""Inputs are told apart by so many parts of one: all that they are divided by go into it."""
EXPLORE = {PUERTO_RICO.name: 0.6, SAN_JUAN.name: 0.25}
"""How much it counts for a choice that it was proposed but hardly tried."""
DEPTH = {PUERTO_RICO.name: 0, SAN_JUAN.name: 10}
"""Decisions that a sample is played on beyond the tree, by the guide's proposals, before it is judged."""
HANDS_HIDDEN = {PUERTO_RICO.name: False, SAN_JUAN.name: True}
"""Where the others have no nodes, and one's own are told apart."""
STRANGERS = {PUERTO_RICO.name: 8, SAN_JUAN.name: 0}
"""In one sample of so many the others go by rules of thumb, in any style (0: in none)."""
AMBITION = {PUERTO_RICO.name: Ambition(points=0.10, rivalry=0.0), SAN_JUAN.name: TO_BE_AHEAD}


class Tree(NamedTuple):
    """Nodes and edges, numbered in the order in which they came. The edges of a node lie side by side."""

    first: Any
    """Of each node, as all up to `opinion`: its first edge."""
    count: Any
    """How many edges it has; 0 if nobody has looked yet."""
    more: Any
    """Another node that holds further edges, which became possible later; NONE if there is none."""
    opinion: Any
    """What the guide thought it worth, by seat."""
    before: Any
    """Where nodes are told apart: the edge that leads to it"""
    seen: Any
    """and what is seen there, as a number;"""
    places: Any
    """and, not of each node, where to find one by both: a table of hashes."""
    action: Any
    """Of each edge, as all below."""
    child: Any
    """The node it leads to."""
    visits: Any
    likely: Any
    """How much the guide proposes it (prior)."""
    worth: Any
    """Sum of what its samples were worth, by seat."""
    used: Any
    """How many nodes and edges there are."""


class Bench(NamedTuple):
    """All that a thread needs to grow a tree: its workspace."""

    tree: Tree
    states: States
    sight: Sight
    chance: Chance
    path: Any
    """The edges of a sample."""
    now: Any
    """The edges of the legal actions at hand."""
    final: Any
    """What a sample was worth, by seat."""
    judged: Any
    """Wins and points that a sample came to, by seat."""
    came: Any
    """Of each edge at the root: the sums of these."""
    explore: float
    depth: int
    hands_hidden: bool
    strangers: int
    styles: int
    """Of strangers: how many there are."""
    ambition: Ambition


def new_bench(rules: Rules, seed: int, nodes: int) -> Bench:
    """For a tree of so many nodes at most."""
    edges = nodes * 8 + 2 * rules.most_legal
    apart = nodes if HANDS_HIDDEN[rules.name] else 1
    tree = Tree(
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.full(nodes, NONE, np.int32),
        np.zeros((nodes, MOST_SEATS)),
        np.zeros(apart, np.int32),
        np.zeros(apart, np.int64),
        np.zeros(1 << (2 * apart).bit_length(), np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float32),
        np.zeros((edges, MOST_SEATS)),
        np.zeros(2, np.int64),
    )
    return Bench(
        tree,
        new_states(rules, 2),
        new_sight(rules),
        new_chance(seed),
        np.zeros(DEEPEST, np.int64),
        np.zeros(rules.most_legal, np.int64),
        np.zeros(MOST_SEATS),
        np.zeros(OUTPUTS),
        np.zeros((rules.most_legal, OUTPUTS)),
        EXPLORE[rules.name],
        DEPTH[rules.name],
        HANDS_HIDDEN[rules.name],
        STRANGERS[rules.name],
        styles_of(rules),
        AMBITION[rules.name],
    )


@rule
def plant(guide: Guide, bench: Bench) -> int:
    """A tree of one node, the position at ROOT. Returns how many choices there are: the edges 0, 1, ..."""
    tree, sight = bench.tree, bench.sight
    tree.used[0], tree.used[1] = 0, 0
    tree.places[:] = NONE
    _new_node(tree)
    s = bench.states[ROOT]
    n = legal(s, sight.legal)
    look(guide, s, n, sight)
    _worth(bench, s)
    _open(bench, 0, n, s.players)
    for e in range(n):
        for o in range(OUTPUTS):
            bench.came[e, o] = 0.0
    return n


@rule
def grow(guide: Guide, bench: Bench, seat: int, first_seed: int, samples: int) -> None:
    """Play so many samples of the position at ROOT, as the seat to move knows it."""
    states, tree = bench.states, bench.tree
    n, players = tree.count[0], states[ROOT].players
    for _ in range(samples):
        for i in range(n):
            bench.now[i] = i
        e = _most_promising(bench, 0, seat, n)
        states[GAME] = states[ROOT]
        redraw(states[GAME], seat, first_seed + tree.visits[e])
        length = _walk_down(guide, bench, e, seat, _style_of_others(bench, e))
        for i in range(length):
            edge = bench.path[i]
            tree.visits[edge] += 1
            for q in range(players):
                tree.worth[edge, q] += bench.final[q]
        for o in range(OUTPUTS):
            bench.came[e, o] += bench.judged[o]


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


@rule
def lead(tree: Tree) -> int:
    """By how many samples the most tried choice at the root is ahead of the next."""
    most, second = 0, 0
    for e in range(tree.count[0]):
        visits = tree.visits[e]
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second


@rule
def most_tried(bench: Bench) -> int:
    """The edge at the root that most samples took; of equals the one that they were worth most."""
    tree, p = bench.tree, bench.states[ROOT].turn
    best = 0
    for e in range(1, tree.count[0]):
        more = tree.visits[e] - tree.visits[best]
        if more > 0 or (more == 0 and tree.worth[e, p] > tree.worth[best, p]):
            best = e
    return best


@rule
def _style_of_others(bench: Bench, e: int) -> int:
    """The style in which the others play the next sample of an edge at the root; NONE if they think like this seat."""
    if bench.strangers == 0 or (bench.tree.visits[e] + 1) % bench.strangers != 0:
        return NONE
    return below(bench.chance, bench.styles)


@rule
def _walk_down(guide: Guide, bench: Bench, e: int, seat: int, style: int) -> int:
    """Down an edge at the root, to a decision that is new to the tree or the game's end. Returns the path's length."""
    tree, sight, s = bench.tree, bench.sight, bench.states[GAME]
    length = 0
    while True:
        bench.path[length] = e
        length += 1
        apply(s, tree.action[e])
        n = _next_decision(guide, bench, seat, style)
        if n == 0:
            _play_on(guide, bench, 0)
            return length
        node = _seen_node(bench, e) if bench.hands_hidden else _child(tree, e)
        if node == NONE or tree.count[node] == 0 or length == DEEPEST:
            look(guide, s, n, sight)
            if node != NONE and tree.count[node] == 0:
                _worth(bench, s)
                _open(bench, node, n, s.players)
            _play_on(guide, bench, n)
            return length
        found = _find(guide, bench, node, n)
        if style != NONE and s.turn != seat and found == n:
            e = bench.now[best_by_thumb(s, sight.legal, n, style)]
        else:
            e = _most_promising(bench, node, s.turn, found)
        if e == NONE:
            _play_on(guide, bench, n)
            return length


@rule
def _next_decision(guide: Guide, bench: Bench, seat: int, style: int) -> int:
    """Play on to the next decision that is made in the tree. Returns its number of choices; 0 if the game is over."""
    s, sight = bench.states[GAME], bench.sight
    while True:
        n, _ = next_choice(s, sight.legal, NO_END, None)
        if n == 0 or not bench.hands_hidden or s.turn == seat:
            return n
        if style == NONE:
            look(guide, s, n, sight)
            apply(s, sight.legal[_drawn(bench, n)])
        else:
            apply(s, sight.legal[best_by_thumb(s, sight.legal, n, style)])


@rule
def _child(tree: Tree, e: int) -> int:
    """The node that an edge leads to; NONE if there is no room for it."""
    if tree.child[e] == NONE and tree.used[0] < len(tree.first):
        tree.child[e] = _new_node(tree)
    return tree.child[e]


@rule
def _seen_node(bench: Bench, e: int) -> int:
    """The node at which one sees, after an edge, what is seen now; NONE if there is no room for it."""
    tree, sight, s = bench.tree, bench.sight, bench.states[GAME]
    seen = scatter(e)
    for i in range(encode(s, s, s.turn, sight.which, sight.amount)):
        seen = scatter(seen ^ (int(sight.which[i]) << 16) ^ int(sight.amount[i] * FINE))
    place = seen & (len(tree.places) - 1)
    while tree.places[place] != NONE:
        node = tree.places[place]
        if tree.before[node] == e and tree.seen[node] == seen:
            return node
        place = (place + 1) & (len(tree.places) - 1)
    if tree.used[0] == len(tree.first):
        return NONE
    node = _new_node(tree)
    tree.before[node], tree.seen[node], tree.places[place] = e, seen, node
    return node


@rule
def _drawn(bench: Bench, n: int) -> int:
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
def _play_on(guide: Guide, bench: Bench, n: int) -> None:
    """Play the sample on, from a decision between n choices that was looked at, and judge it; or take its result."""
    s, sight = bench.states[GAME], bench.sight
    decisions = 0
    while n > 0 and decisions < bench.depth:
        apply(s, sight.legal[_drawn(bench, n)])
        n, _ = next_choice(s, sight.legal, NO_END, None)
        if n > 0:
            look(guide, s, n, sight)
        decisions += 1
    if n == 0:
        result(s, s.turn, sight.standings, sight.out)
    _worth(bench, s)


@rule
def _worth(bench: Bench, s: State) -> None:
    """What the judgement of the seat to move is worth to each: into `final`, and what it says, by seat."""
    out, players = bench.sight.out, s.players
    for i in range(players):
        q = (s.turn + i) % players
        bench.final[q] = utility(out, i, players, bench.ambition)
        bench.judged[q] = out[i]
        bench.judged[POINTS + q] = out[POINTS + i]


@rule
def _new_node(tree: Tree) -> int:
    node = tree.used[0]
    tree.used[0] += 1
    tree.count[node] = 0
    tree.more[node] = NONE
    return node


@rule
def _open(bench: Bench, node: int, n: int, players: int) -> None:
    """Give a node that was looked at its edges. If the tree is full, it stays without."""
    tree, sight = bench.tree, bench.sight
    if tree.used[1] + n > len(tree.action):
        return
    tree.first[node] = tree.used[1]
    tree.count[node] = n
    for q in range(players):
        tree.opinion[node, q] = bench.final[q]
    for i in range(n):
        _new_edge(tree, sight.legal[i], sight.likely[i], players)


@rule
def _new_edge(tree: Tree, action: int, likely: float, players: int) -> int:
    e = tree.used[1]
    tree.used[1] += 1
    tree.action[e] = action
    tree.likely[e] = likely
    tree.child[e] = NONE
    tree.visits[e] = 0
    for q in range(players):
        tree.worth[e, q] = 0.0
    return e


@rule
def _find(guide: Guide, bench: Bench, node: int, n: int) -> int:
    """The edges of the n legal actions, into `now`. Returns how many.

    Those that were not possible so far are opened; where there is no room, they are left out.
    """
    tree, sight, now = bench.tree, bench.sight, bench.now
    first, count = tree.first[node], tree.count[node]
    looked = False
    found = 0
    for i in range(n):
        action = sight.legal[i]
        as_before = i < count and tree.action[first + i] == action  # nearly always: the choices are what they were
        e = first + i if as_before else _edge(tree, node, action)
        if e == NONE:
            if not looked:
                look(guide, bench.states[GAME], n, sight)
                looked = True
            e = _add_edge(bench, node, i)
        if e != NONE:
            now[found] = e
            found += 1
    return found


@rule
def _edge(tree: Tree, node: int, action: int) -> int:
    """The edge of an action, NONE if it was not possible there so far."""
    while node != NONE:
        for e in range(tree.first[node], tree.first[node] + tree.count[node]):
            if tree.action[e] == action:
                return e
        node = tree.more[node]
    return NONE


@rule
def _add_edge(bench: Bench, node: int, i: int) -> int:
    """An edge for the i-th legal action, in a node of its own behind the given one; NONE if there is no room."""
    tree = bench.tree
    if tree.used[0] == len(tree.first) or tree.used[1] == len(tree.action):
        return NONE
    while tree.more[node] != NONE:
        node = tree.more[node]
    extra = _new_node(tree)
    tree.more[node] = extra
    tree.first[extra] = _new_edge(tree, bench.sight.legal[i], bench.sight.likely[i], bench.states[GAME].players)
    tree.count[extra] = 1
    return tree.first[extra]


@rule
def _most_promising(bench: Bench, node: int, p: int, n: int) -> int:
    """Of n edges in `now` the one that promises seat p most, proposals that were hardly tried counted in its favour.

    What was not tried yet promises what the node does so far. NONE if there are no edges.
    """
    tree, now = bench.tree, bench.now
    visits, worth = 1, tree.opinion[node, p]
    for i in range(n):
        visits += tree.visits[now[i]]
        worth += tree.worth[now[i], p]
    so_far = worth / visits
    eager = bench.explore * np.sqrt(visits)
    best, most = NONE, -1e30
    for i in range(n):
        e = now[i]
        tried = tree.visits[e]
        promise = tree.worth[e, p] / tried if tried > 0 else so_far
        bound = promise + eager * tree.likely[e] / (1 + tried)
        if bound > most:
            best, most = e, bound
    return best
