"""The tree of a guided search, compiled: nodes, edges, and which of them promises most.

A node is a decision with more than one choice; each choice is an edge. As hidden things differ from sample to sample,
so may the choices at a node: an edge is opened when its action is first possible, and only those that are possible now
are compared.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Rules, rule

from ..learned.network import MOST_SEATS
from ..rooms import Room

NONE = -1


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
    """Where nodes are told apart by what is seen: the edge that leads to it"""
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


def tree_room(rules: Rules, nodes: int, told_apart: bool) -> Room:
    """For a tree of so many nodes at most."""
    edges = nodes * 8 + 2 * rules.most_legal
    apart = nodes if told_apart else 1
    return {
        "first": ((nodes,), np.int32),
        "count": ((nodes,), np.int32),
        "more": ((nodes,), np.int32),
        "opinion": ((nodes, MOST_SEATS), np.float64),
        "before": ((apart,), np.int32),
        "seen": ((apart,), np.int64),
        "places": ((1 << (2 * apart).bit_length(),), np.int32),
        "action": ((edges,), np.int16),
        "child": ((edges,), np.int32),
        "visits": ((edges,), np.int32),
        "likely": ((edges,), np.float32),
        "worth": ((edges, MOST_SEATS), np.float64),
        "used": ((2,), np.int64),
    }


@rule
def clear(tree: Tree) -> None:
    """A tree of one node, number 0, which nobody has looked at."""
    tree.used[0], tree.used[1] = 0, 0
    for place in range(len(tree.places)):
        tree.places[place] = NONE
    _new_node(tree)


@rule
def _new_node(tree: Tree) -> int:
    node = tree.used[0]
    tree.used[0] += 1
    tree.count[node] = 0
    tree.more[node] = NONE
    return node


@rule
def child(tree: Tree, e: int) -> int:
    """The node that an edge leads to; NONE if there is no room for it."""
    if tree.child[e] == NONE and tree.used[0] < len(tree.first):
        tree.child[e] = _new_node(tree)
    return tree.child[e]


@rule
def seen_node(tree: Tree, e: int, seen: int) -> int:
    """The node at which one sees this after an edge; NONE if there is no room for it."""
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
def open_node(tree: Tree, node: int, legal: Any, likely: Any, n: int, worth: Any, players: int) -> None:
    """Give a node that was looked at its edges. If the tree is full, it stays without."""
    if tree.used[1] + n > len(tree.action):
        return
    tree.first[node] = tree.used[1]
    tree.count[node] = n
    for q in range(players):
        tree.opinion[node, q] = worth[q]
    for i in range(n):
        _new_edge(tree, legal[i], likely[i], players)


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
def has_room_for_more(tree: Tree) -> bool:
    """Whether an action that was not possible so far can be given an edge."""
    return tree.used[0] < len(tree.first) and tree.used[1] < len(tree.action)


@rule
def find_edges(tree: Tree, node: int, legal: Any, n: int, now: Any) -> int:
    """The edges of the n legal actions, into `now`. Returns how many have one."""
    first, count = tree.first[node], tree.count[node]
    found = 0
    for i in range(n):
        as_before = i < count and tree.action[first + i] == legal[i]  # nearly always: the choices are what they were
        e = first + i if as_before else _edge(tree, node, legal[i])
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
def add_edges(tree: Tree, node: int, legal: Any, likely: Any, n: int, players: int) -> None:
    """Edges for those of n legal actions that were not possible so far, each in a node of its own behind the given one.

    Where there is no room, they are left out.
    """
    for i in range(n):
        if _edge(tree, node, legal[i]) == NONE and has_room_for_more(tree):
            last = node
            while tree.more[last] != NONE:
                last = tree.more[last]
            extra = _new_node(tree)
            tree.more[last] = extra
            tree.first[extra] = _new_edge(tree, legal[i], likely[i], players)
            tree.count[extra] = 1


@rule
def most_promising(tree: Tree, node: int, p: int, now: Any, n: int, explore: float) -> int:
    """Of n edges in `now` the one that promises seat p most, proposals that were hardly tried counted in its favour.

    What was not tried yet promises what the node does so far. NONE if there are no edges.
    """
    visits, worth = 1, tree.opinion[node, p]
    for i in range(n):
        visits += tree.visits[now[i]]
        worth += tree.worth[now[i], p]
    so_far = worth / visits
    eager = explore * math.sqrt(visits)
    best, most = NONE, -1e30
    for i in range(n):
        e = now[i]
        tried = tree.visits[e]
        promise = tree.worth[e, p] / tried if tried > 0 else so_far
        bound = promise + eager * tree.likely[e] / (1 + tried)
        if bound > most:
            best, most = e, bound
    return best


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
def most_tried(tree: Tree, p: int) -> int:
    """The edge at the root that most samples took; of equals the one that they were worth most to seat p."""
    best = 0
    for e in range(1, tree.count[0]):
        more = tree.visits[e] - tree.visits[best]
        if more > 0 or (more == 0 and tree.worth[e, p] > tree.worth[best, p]):
            best = e
    return best
