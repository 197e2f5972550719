"""The player that searches roles: a plain Monte Carlo tree search over who takes which role.

A node is a choice of a role. Whatever is decided between two of them is decided by rules of thumb, and so is the rest
of the game, to its end (a rollout). A sample is won by whoever has won alone: a shared win is nobody's. No network has
a say: it is a bot of another kind than `search`, to measure against.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Action, Game, Rules, State, States, new_states, prepare, rule
from boriken.engine.referee import NO_END, Standings, new_standings, next_choice, rank
from boriken.engine.rules import apply, redraw

from .heuristic import CHOOSES_ROLE, HeuristicPlayer, best_by_thumb
from .search.budget import Budget
from .search.spending import spend
from .styles import PLAIN

USUAL_BUDGET = "500"
SAMPLES_A_SECOND = 10_000
"""Room for so many, where the time is given; a tree that is full grows no more, but goes on counting."""
MOST_NODES = 200_000
EXPLORE = 0.35
"""How much the uncertainty of a choice counts for it."""
LONGEST_ROLLOUT = 1500
"""Decisions: rules of thumb can go on for ever in San Juan, from a position to which nobody would have played."""
DEEPEST = 200
"""Choices of a sample in the tree: more than any game has roles to take."""

ROOT, GAME = 0, 1
"""Places in the array of games: the position asked about, the sample being played."""
NONE = -1


class Tree(NamedTuple):
    """Nodes and edges, numbered in the order in which they came."""

    first_edge: Any
    """Of each node: its last opened edge, NONE if it has none yet."""
    action: Any
    """Of each edge, as all below."""
    next_edge: Any
    """Of the same node."""
    child: Any
    """The node it leads to."""
    visits: Any
    wins: Any
    """Of the seat that chooses there, alone."""
    used: Any
    """How many nodes and edges there are."""


class Bench(NamedTuple):
    """All that a player needs to grow a tree: its workspace."""

    tree: Tree
    states: States
    legal: Any
    standings: Standings
    path: Any
    """The edges of a sample, and who chose each."""
    chooses_role: int


def new_bench(rules: Rules, players: int, nodes: int) -> Bench:
    edges = nodes * 8 + 2 * rules.most_legal
    tree = Tree(
        np.full(nodes, NONE, np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.int64),
        np.zeros(2, np.int64),
    )
    return Bench(
        tree,
        new_states(rules, 2),
        np.zeros(rules.most_legal, np.int16),
        new_standings(rules, players),
        np.zeros((2, DEEPEST), np.int64),
        CHOOSES_ROLE[rules.name],
    )


@rule
def plant(tree: Tree) -> None:
    """A tree of one node, without edges."""
    tree.used[0] = 1
    tree.used[1] = 0
    tree.first_edge[0] = NONE


@rule
def grow(bench: Bench, seat: int, first_seed: int, samples: int) -> None:
    """Play so many samples of the position at ROOT, as the seat to move knows it."""
    states, tree, path = bench.states, bench.tree, bench.path
    s = states[GAME]
    for sample in range(samples):
        states[GAME] = states[ROOT]
        redraw(s, seat, first_seed + sample)
        length = _walk_down(bench, s)
        _play_out(bench, s)
        winner = _winner(s, bench.standings)
        for i in range(length):
            tree.visits[path[0, i]] += 1
            tree.wins[path[0, i]] += path[1, i] == winner


@rule
def _walk_down(bench: Bench, s: State) -> int:
    """From the root to a choice that is new to the tree, or to the game's end. Returns the path's length."""
    tree, path = bench.tree, bench.path
    node, length = 0, 0
    n = _next_role(bench, s)
    while n > 0 and node != NONE and length < DEEPEST:
        e = _promising(bench, node, n)
        if e == NONE:
            return length
        path[0, length], path[1, length] = e, s.turn
        length += 1
        apply(s, tree.action[e])
        if tree.visits[e] == 0:
            return length
        node = _child(tree, e)
        n = _next_role(bench, s)
    return length


@rule
def _next_role(bench: Bench, s: State) -> int:
    """Play on to the next choice of a role. Returns among how many; 0 if the game is over."""
    while True:
        n, _ = next_choice(s, bench.legal, NO_END, None)
        if n == 0 or s.decision == bench.chooses_role:
            return n
        _decide(bench, s, n)


@rule
def _play_out(bench: Bench, s: State) -> None:
    """The rollout: roles, too, are now taken without looking ahead. What does not end is counted as it stands."""
    for _ in range(LONGEST_ROLLOUT):
        n = next_choice(s, bench.legal, NO_END, None)[0]
        if n == 0:
            return
        _decide(bench, s, n)


@rule
def _decide(bench: Bench, s: State, n: int) -> None:
    """One of n legal actions, by rules of thumb."""
    apply(s, bench.legal[best_by_thumb(s, bench.legal, n, PLAIN)])


@rule
def _winner(s: State, standings: Standings) -> int:
    """The seat that has won alone, or NONE."""
    rank(s, standings)
    winner = NONE
    for p in range(s.players):
        if standings.ahead[p] == 0:
            if winner != NONE:
                return NONE
            winner = p
    return winner


@rule
def _promising(bench: Bench, node: int, n: int) -> int:
    """The first edge that was never tried; else the one that promises most (upper confidence bounds).

    NONE if there is no room for it.
    """
    tree, legal = bench.tree, bench.legal
    total = 0
    for i in range(n):
        e = _edge(tree, node, legal[i])
        if e == NONE or tree.visits[e] == 0:
            return e
        total += tree.visits[e]
    log = np.log(total)
    best, most = NONE, -1.0
    for i in range(n):
        e = _edge(tree, node, legal[i])
        bound = tree.wins[e] / tree.visits[e] + EXPLORE * np.sqrt(log / tree.visits[e])
        if bound > most:
            best, most = e, bound
    return best


@rule
def _edge(tree: Tree, node: int, action: int) -> int:
    """The edge of an action, opened where it is new. NONE if there is no room."""
    e = tree.first_edge[node]
    while e != NONE and tree.action[e] != action:
        e = tree.next_edge[e]
    if e == NONE and tree.used[1] < len(tree.action):
        e = tree.used[1]
        tree.used[1] += 1
        tree.action[e] = action
        tree.next_edge[e] = tree.first_edge[node]
        tree.first_edge[node] = e
        tree.child[e] = NONE
        tree.visits[e] = 0
        tree.wins[e] = 0
    return e


@rule
def _child(tree: Tree, e: int) -> int:
    """The node that an edge leads to; NONE if there is no room."""
    if tree.child[e] == NONE and tree.used[0] < len(tree.first_edge):
        tree.child[e] = tree.used[0]
        tree.first_edge[tree.used[0]] = NONE
        tree.used[0] += 1
    return tree.child[e]


@rule
def lead(tree: Tree) -> int:
    """By how many samples the most tried choice at the root is ahead of the next."""
    most, second = 0, 0
    e = tree.first_edge[0]
    while e != NONE:
        if tree.visits[e] > most:
            most, second = tree.visits[e], most
        elif tree.visits[e] > second:
            second = tree.visits[e]
        e = tree.next_edge[e]
    return most - second


@rule
def most_tried(tree: Tree) -> int:
    """The action at the root that most samples took; of equals the one that won more."""
    best = tree.first_edge[0]
    e = best
    while e != NONE:
        more = tree.visits[e] - tree.visits[best]
        if more > 0 or (more == 0 and tree.wins[e] > tree.wins[best]):
            best = e
        e = tree.next_edge[e]
    return tree.action[best]


class RolesPlayer:
    """Before it takes a role it plays so many samples, or for so long; all else it decides as the heuristic does.

    It is repeatable as `search` is.
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        self._budget = Budget.parse(settings or USUAL_BUDGET)
        self.name = f"roles:{self._budget}"
        self._thumb = HeuristicPlayer(seed)
        self._drawn = seed % 2**32 * 2**24
        self._benches: dict[tuple[str, int], Bench] = {}

    def get_ready(self, game: Game) -> None:
        self._thumb.get_ready(game)
        self._bench(game)

    def choose(self, game: Game) -> Action:
        bench, seat = self._bench(game), game.turn
        assert seat is not None, "somebody is to move"
        if int(game.states["decision"][0]) != bench.chooses_role:
            return self._thumb.choose(game)
        bench.states[ROOT] = game.states[0]
        plant(bench.tree)

        def sample(n: int) -> None:
            grow(bench, seat, self._drawn, n)
            self._drawn += n

        spend(self._budget, sample, lambda: lead(bench.tree))
        chosen = most_tried(bench.tree)
        return next(action for action in game.legal_actions if action == chosen)

    def _bench(self, game: Game) -> Bench:
        """The one for a game and number of players."""
        key = game.rules.key, game.players
        if key not in self._benches:
            samples = self._budget.samples or int(self._budget.seconds * SAMPLES_A_SECOND)
            bench = new_bench(game.rules, game.players, min(samples, MOST_NODES) + 2)
            prepare(f"the search of roles for {game.rules.full_title}", lambda: _warm_up(bench, game))
            self._benches[key] = bench
        return self._benches[key]


def _warm_up(bench: Bench, game: Game) -> None:
    bench.states[ROOT] = game.states[0]
    plant(bench.tree)
    grow(bench, game.turn or 0, 0, 1)
    lead(bench.tree)
    most_tried(bench.tree)
