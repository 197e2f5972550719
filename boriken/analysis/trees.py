"""Small trees, compiled: what a choice comes to if everybody searches from there on.

For a choice a tree is grown that begins with it, of 64 samples by the search that goes without a guide; its
samples together say what the choice is worth. One tree alone says nothing about how sure that is. In Puerto Rico hardly
anything is hidden: grown again with other tiles to come, a tree comes to the same within a tenth of a per cent, and is
as wrong as before. What it does not know is how far the network is off. So each tree bends the network's judgements by
whims of its own, about as far as the network errs: trees then differ as far as such errors matter, and on average they
matter less.

The n-th tree of every choice has the same cards, tiles and whims, so that choices are compared under equal conditions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Game, prepare, rule
from boriken.engine.rules import redraw
from boriken.players.learned.network import Network
from boriken.players.learned.weights import search_network, search_path, shipped_network
from boriken.players.search.thinking import DEPTH
from boriken.players.search.tree import GAME, NETWORK, ROOT, Bench, new_bench, open_edges, plant, play_sample

from .sharpness import sharpness_of

SAMPLES = 64
"""Of a tree, unless a desk is for larger ones."""
WHIM = 0.3
"""By such a factor, about, the chances that the network names are bent: 25 % to 19 or 34 %. Its judgement of a single
position is off by at least as much."""


class Desk(NamedTuple):
    """All that a thread needs to grow trees."""

    network: Network
    bench: Bench
    depth: int
    """Decisions that the network plays a sample on, beyond the tree."""
    sharpness: float
    """See `sharpness`."""
    samples: int
    """Of a tree."""


def new_desk(game: Game, samples: int = SAMPLES) -> Desk:
    """For positions of one game and number of players; what is not compiled yet is compiled."""
    rules, players = game.rules, game.players
    bench = new_bench(rules, shipped_network(rules, players), 0, samples, samples + 2, WHIM)
    sharpness = sharpness_of(search_path(rules, players))
    desk = Desk(search_network(rules, players), bench, DEPTH[rules.name], sharpness, samples)

    def warm_up() -> None:
        new = Game(rules, players, 0, game.options)
        bench.states[ROOT] = new.states[0]
        grow_trees(desk, 0, int(new.legal_actions[0]), 0, False, np.zeros((1, players)), np.zeros((1, players)))

    prepare(f"the analysis of {rules.full_title}", warm_up)
    return desk


@rule
def grow_trees(desk: Desk, seat: int, choice: int, first: int, open_cards: bool, chances: Any, points: Any) -> None:
    """Grow a tree for each row of the arrays, numbered from `first`, from a choice of the position at ROOT.

    With open cards nothing is drawn anew: everything lies, and is drawn, as it does there.
    Rows are what it comes to by seat: chances to win, which add up to 1, and points as the network counts them.
    """
    net, bench = desk.network, desk.bench
    tree, states = bench.tree, bench.states
    players = states[ROOT].players
    for i in range(len(chances)):
        bench.mood[0] = first + i
        plant(bench)
        states[GAME] = states[ROOT]
        bench.scratch.legal[0] = choice
        open_edges(net, bench, 0, 1)
        tree.wins[0] = 0.0  # what the network alone thinks of it does not count among the samples
        tree.points[0] = 0.0
        for sample in range(desk.samples):
            states[GAME] = states[ROOT]
            if not open_cards:
                redraw(states[GAME], seat, (first + i) * desk.samples + sample)
            play_sample(net, bench, 0, seat, sample, NETWORK, desk.depth)
        total = 0.0
        for p in range(players):
            chances[i, p] = (tree.wins[0, p] / desk.samples) ** desk.sharpness
            points[i, p] = tree.points[0, p] / desk.samples
            total += chances[i, p]
        for p in range(players):
            chances[i, p] /= total
