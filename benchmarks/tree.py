"""A tree instead of one level: does the search play better that way?

    python benchmarks/tree.py --games 100 --seconds 0.03

One player grows a tree (`Tree`), the others at the table are the search player as it is shipped; all have the same time
for a decision. Seats are rotated. The tree keeps a value for every player at each choice: whoever is to move there
follows what promises most to them (upper confidence bounds). Hidden things are drawn anew for every descent. A position
that is new to the tree gives each of its choices the network's judgement as a first opinion; then the network plays on
for some decisions, as in the samples of the one-level search.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from boriken import Game
from boriken.arena.intervals import grouped_share
from boriken.engine import Action, States, new_states, rule
from boriken.engine.rules import apply, legal, redraw
from boriken.players import choose
from boriken.players.learned.network import (
    FIRST_CHOICE,
    MOST_SEATS,
    POINTS,
    Network,
    Scratch,
    judge,
    new_scratch,
    result,
)
from boriken.players.learned.policy import POINTS_MATTER, best_by_network
from boriken.players.learned.weights import shipped_network
from boriken.players.search.player import SearchPlayer

ROOT, GAME, TRIAL = 0, 1, 2
DEEPEST = 60
NONE = -1


class Tree(NamedTuple):
    """Nodes are decisions with more than one choice; each has a list of edges, one for each action seen there."""

    first_edge: Any
    """Of each node."""
    action: Any
    """Of each edge, as all below."""
    next_edge: Any
    child: Any
    visits: Any
    worth: Any
    """Sums, by seat."""
    used: Any
    """How many nodes and edges there are."""


def new_tree(nodes: int) -> Tree:
    edges = nodes * 12
    return Tree(
        np.full(nodes, NONE, np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float32),
        np.zeros((edges, MOST_SEATS), np.float32),
        np.zeros(2, np.int64),
    )


@rule
def worths(out: Any, p: int, players: int, into: Any) -> None:
    """A judgement by seat p as what it is worth to every seat."""
    total = 0.0
    for i in range(players):
        total += out[POINTS + i]
    for i in range(players):
        others = (total - out[POINTS + i]) / (players - 1)
        into[(p + i) % players] = out[i] + POINTS_MATTER * (out[POINTS + i] - others)


@rule
def edge_of(tree: Tree, node: int, action: int) -> int:
    e: int = tree.first_edge[node]
    while e != NONE and tree.action[e] != action:
        e = tree.next_edge[e]
    return e


@rule
def open_edges(net: Network, tree: Tree, node: int, states: States, n: int, scratch: Scratch) -> bool:
    """Give every legal action its edge, with the network's judgement as a first opinion. False if there is no room."""
    before = states[GAME]
    p = before.turn
    for i in range(n):
        if edge_of(tree, node, scratch.legal[i]) != NONE:
            continue
        if tree.used[1] >= len(tree.action):
            return False
        e = tree.used[1]
        tree.used[1] += 1
        states[TRIAL] = states[GAME]
        apply(states[TRIAL], scratch.legal[i])
        judge(net, before, states[TRIAL], p, scratch, FIRST_CHOICE)
        tree.action[e] = scratch.legal[i]
        tree.next_edge[e] = tree.first_edge[node]
        tree.first_edge[node] = e
        tree.child[e] = NONE
        tree.visits[e] = 1.0
        worths(scratch.out[FIRST_CHOICE], p, before.players, tree.worth[e])
    return True


@rule
def best_edge(tree: Tree, node: int, p: int, n: int, scratch: Scratch, explore: float) -> int:
    total = 0.0
    for i in range(n):
        total += tree.visits[edge_of(tree, node, scratch.legal[i])]
    log = np.log(total + 1.0)
    best, most = NONE, -1e30
    for i in range(n):
        e = edge_of(tree, node, scratch.legal[i])
        bound = tree.worth[e, p] / tree.visits[e] + explore * np.sqrt(log / tree.visits[e])
        if bound > most:
            best, most = e, bound
    return best


@rule
def play_on(net: Network, states: States, scratch: Scratch, depth: int, into: Any) -> None:
    """From a position that is new to the tree: the network plays on, then judges."""
    s = states[GAME]
    decisions = 0
    while True:
        n = legal(s, scratch.legal)
        if n == 0:
            result(s, 0, scratch.sheet, scratch.out[0])
            worths(scratch.out[0], 0, s.players, into)
            return
        chosen = 0
        if n > 1:
            chosen, row, _ = best_by_network(net, states, GAME, TRIAL, n, scratch)
            decisions += 1
            if decisions >= depth:
                worths(scratch.out[row], s.turn, s.players, into)
                return
        apply(s, scratch.legal[chosen])


@rule
def grow(
    net: Network,
    tree: Tree,
    states: States,
    scratch: Scratch,
    seat: int,
    seed: int,
    descents: int,
    depth: int,
    explore: float,
) -> None:
    """Descend so often from the root; each time one position joins the tree."""
    path = np.zeros(DEEPEST, np.int64)
    worth = np.zeros(MOST_SEATS, np.float32)
    for k in range(descents):
        states[GAME] = states[ROOT]
        s = states[GAME]
        redraw(s, seat, seed + k)
        node, length = 0, 0
        while True:
            n = legal(s, scratch.legal)
            if n == 0:
                play_on(net, states, scratch, depth, worth)
                break
            if n == 1:
                apply(s, scratch.legal[0])
                continue
            new = tree.first_edge[node] == NONE
            if length == DEEPEST or not open_edges(net, tree, node, states, n, scratch):
                play_on(net, states, scratch, depth, worth)
                break
            if new and node != 0:
                play_on(net, states, scratch, depth, worth)
                break
            e = best_edge(tree, node, s.turn, n, scratch, explore)
            path[length] = e
            length += 1
            apply(s, tree.action[e])
            if tree.child[e] == NONE:
                if tree.used[0] >= len(tree.first_edge):
                    play_on(net, states, scratch, depth, worth)
                    break
                tree.child[e] = tree.used[0]
                tree.first_edge[tree.used[0]] = NONE
                tree.used[0] += 1
            node = tree.child[e]
        for i in range(length):
            tree.visits[path[i]] += 1.0
            for q in range(s.players):
                tree.worth[path[i], q] += worth[q]


class TreePlayer:
    """Chooses what was tried most."""

    name = "tree"

    def __init__(self, seed: int, seconds: float, depth: int, explore: float) -> None:
        self._seed = seed * 2**24
        self._seconds, self._depth, self._explore = seconds, depth, explore
        self._tree = new_tree(20_000)
        self._room: tuple[States, Scratch] | None = None
        self.descents = 0

    def choose(self, game: Game) -> Action:
        start = time.perf_counter()
        actions, seat, tree = game.legal_actions, game.turn, self._tree
        assert seat is not None
        if self._room is None:
            self._room = new_states(game.rules, 3), new_scratch(game.rules.most_legal)
        states, scratch = self._room
        states[ROOT] = game.states[0]
        tree.used[:] = 1, 0
        tree.first_edge[0] = NONE
        net = shipped_network(game.rules.name, game.players)
        while time.perf_counter() - start < self._seconds:
            grow(net, tree, states, scratch, seat, self._seed, 4, self._depth, self._explore)
            self._seed += 4
            self.descents += 4
        edges = {int(tree.action[e]): float(tree.visits[e]) for e in range(tree.used[1]) if _at_root(tree, e)}
        return max(actions, key=lambda action: edges[action])


def _at_root(tree: Tree, edge: int) -> bool:
    e = int(tree.first_edge[0])
    while e not in (NONE, edge):
        e = int(tree.next_edge[e])
    return e == edge


def play(game: str, players: int, number: int, settings: argparse.Namespace) -> float:
    """What one game comes to for the tree, whose seat is turned with the number of the game."""
    group, seat = divmod(number, players)
    table: list[Any] = [SearchPlayer(number * 10 + q, f"{settings.seconds}s") for q in range(players)]
    table[seat] = TreePlayer(number, settings.seconds, settings.depth, settings.explore)
    played = Game.new(game, players=players, seed=1000 + group)
    while played.turn is not None:
        player = table[played.turn]
        actions = played.legal_actions
        played.play(actions[0] if len(actions) == 1 else choose(player, played, len(played.actions)))
    outcome = played.outcome
    assert outcome is not None
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="puerto-rico", choices=["puerto-rico", "san-juan"])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.03, help="for each decision (0.03)")
    parser.add_argument("--depth", type=int, default=20, help="decisions that the network plays on (20)")
    parser.add_argument("--explore", type=float, default=0.15, help="weight of the upper confidence bound (0.15)")
    settings = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        tasks = [pool.submit(play, settings.game, settings.players, i, settings) for i in range(settings.games)]
        won = [task.result() for task in tasks]
    size = settings.players
    groups = [(sum(won[i : i + size]), len(won[i : i + size])) for i in range(0, len(won), size)]
    share = grouped_share(groups)
    print(f"tree: {100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f}) of {len(won)} games")


if __name__ == "__main__":
    main()
