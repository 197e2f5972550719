"""Many searches of a guide side by side: what is done with one of them between two looks of the guide.

A table holds a game and the search of whoever is to move there. These are the steps of `guide_play` and of
`guided.sampling`, cut apart where the guide is asked: it looks at all tables at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Rules, State, States, rule
from boriken.engine.referee import Standings
from boriken.engine.rules import legal, redraw

from ...guided.network import Sight
from ...guided.sampling import (
    AT_ONCE,
    ENDED,
    ROOT,
    Bench,
    Habits,
    add_up,
    begin_sample,
    begin_tree,
    drawn,
    go_on,
    open_root,
    sample_room,
)
from ...guided.tree import Tree, lead, tree_room
from ...learned.network import MOST_SEATS, OUTPUTS, encode, layout_of
from ...rooms import Room
from ..guide_play import GuideManner, GuideSamples, found, is_careful, is_kept, note, samples_for, stir
from ..self_play import LEARNER, any_seed
from .tables import PLAYING

PLANTING, SAMPLING, GLANCING = 2, 3, 4
"""Phases beside PLAYING and OVER, in which the guide is asked: about the position that is to be searched, about one in
a sample of it, or, for a stranger, what it proposes: that is then done."""
IDLE = ENDED - 1
"""No sample is under way."""


class GuideTables(NamedTuple):
    """The games, a row each, and what is thought about them."""

    states: States
    chances: Any
    who: Any
    """By seat: the guide (LEARNER), rules of thumb, or a stranger who goes by the guide's proposals alone."""
    chosen: Any
    """The action to be played; NONE if there is none."""
    kept: Any
    """How many samples to learn from this game has."""
    actions: Any
    final: Any
    """How it ended: shares of the win, then points."""
    phase: Any
    positions: States
    """What the seat to move imagines the game to be, and the sample of that which is being played."""
    careful: Any
    left: Any
    """Samples still to be played."""
    seed: Any
    """Of the first of them."""
    choices: Any
    """Among how many the guide is asked to look: 0 if it is not."""
    inputs: Any
    """How many there are of what it sees."""
    which: Any
    amount: Any
    legal: Any
    out: Any
    """What it says: see `Sight`."""
    likely: Any
    at: Any
    """Of the sample: see `Bench`."""
    path: Any
    sums: Any
    came: Any
    suspected: Any
    tree: Tree


def guide_table_room(rules: Rules, players: int) -> Room:
    """The shapes and kinds of `GuideTables`, of one game and without its tree."""
    row = 2 * layout_of(rules, players).most + 1  # as in `new_sight`
    return {
        "states": ((), rules.dtype),
        "chances": ((4,), np.uint32),
        "who": ((MOST_SEATS,), np.int8),
        "chosen": ((), np.int32),
        "kept": ((), np.int32),
        "actions": ((), np.int32),
        "final": ((OUTPUTS,), np.float32),
        "phase": ((), np.int8),
        "positions": ((2,), rules.dtype),
        "careful": ((), np.int8),
        "left": ((), np.int32),
        "seed": ((), np.int64),
        "choices": ((), np.int32),
        "inputs": ((), np.int32),
        "which": ((row,), np.int16),
        "amount": ((row,), np.float32),
        "legal": ((rules.most_legal,), np.int16),
        "out": ((OUTPUTS,), np.float32),
        "likely": ((rules.most_legal,), np.float32),
        **sample_room(rules),
    }


def tree_of_search(rules: Rules, thinking: int, habits: Habits) -> Room:
    """For a tree of so many samples."""
    return tree_room(rules, 2 * thinking + 2, habits.hands_hidden)


@rule
def tree_at(trees: Tree, i: int) -> Tree:
    """The tree of a table."""
    return Tree(
        trees.first[i],
        trees.count[i],
        trees.more[i],
        trees.opinion[i],
        trees.before[i],
        trees.seen[i],
        trees.places[i],
        trees.action[i],
        trees.child[i],
        trees.visits[i],
        trees.likely[i],
        trees.worth[i],
        trees.used[i],
    )


@rule
def bench_at(
    tables: GuideTables, i: int, now: Any, final: Any, judged: Any, standings: Standings, habits: Habits
) -> Bench:
    """The workspace of a table. What is only needed between two looks is the thread's own."""
    out = tables.out[i]
    sight = Sight(tables.which[i], tables.amount[i], out, out, out, tables.likely[i], tables.legal[i], standings)
    return Bench(
        tree_at(tables.tree, i),
        tables.positions[i],
        sight,
        tables.chances[i],
        tables.at[i],
        tables.path[i],
        now,
        final,
        judged,
        tables.sums[i],
        tables.came[i],
        tables.suspected[i],
        habits,
    )


@rule
def ask(s: State, bench: Bench, tables: GuideTables, i: int, n: int, thinking: int) -> None:
    """The seat to move has n choices: the record becomes what it imagines, and the guide is asked about that."""
    chance = tables.chances[i]
    redraw(s, s.turn, any_seed(chance))
    if tables.who[i, s.turn] == LEARNER:
        careful = is_careful(chance)
        tables.seed[i] = any_seed(chance)
        tables.careful[i] = careful
        tables.left[i] = samples_for(thinking, careful)
        begin_tree(bench, s)
        tables.phase[i] = PLANTING
    else:
        legal(s, bench.sight.legal)
        tables.phase[i] = GLANCING
    see(s, tables, i, n)


@rule
def see(s: State, tables: GuideTables, i: int, n: int) -> None:
    """Write what the seat to move sees of its n choices: the guide is to look at it."""
    tables.choices[i] = n
    tables.inputs[i] = encode(s, s, s.turn, tables.which[i], tables.amount[i])


@rule
def listen(s: State, bench: Bench, tables: GuideTables, i: int) -> int:
    """The guide has looked. Returns how the sample goes on: see `go_on`; IDLE if there is none."""
    n, phase = tables.choices[i], tables.phase[i]
    tables.choices[i] = 0
    if n == 0:
        return IDLE
    if phase == SAMPLING:
        return go_on(bench, s, n)
    if phase == PLANTING:
        open_root(bench, bench.states[ROOT], n)
        if tables.careful[i]:
            stir(bench, n)
        tables.phase[i] = SAMPLING
    else:
        tables.chosen[i] = bench.sight.legal[drawn(bench, n)]
        tables.phase[i] = PLAYING
    return IDLE


@rule
def next_sample(s: State, bench: Bench, tables: GuideTables, i: int) -> int:
    """Begin a sample, in a copy of the root. Returns the edge that it takes."""
    return begin_sample(bench, s, s.turn, tables.seed[i])


@rule
def end_sample(bench: Bench, tables: GuideTables, samples: GuideSamples, i: int, manner: GuideManner) -> None:
    """Count the sample; if it was the last one, keep what the search found, and choose."""
    root, chance, careful = bench.states[ROOT], tables.chances[i], tables.careful[i] != 0
    add_up(bench, root.players)
    tables.left[i] -= 1
    left = tables.left[i]
    given = samples_for(manner.thinking, careful) - left
    if left > 0 and (given % AT_ONCE != 0 or lead(bench.tree) <= left):
        return
    room = len(samples.choices) // len(tables.kept)
    if tables.kept[i] < room and is_kept(chance, careful, manner):
        note(bench, samples, i * room + tables.kept[i], root, careful)
        tables.kept[i] += 1
    tables.chosen[i] = bench.tree.action[found(bench, root.turn)]
    tables.phase[i] = PLAYING
