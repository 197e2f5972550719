"""Thinking about a position: each choice with its chance to win, as far as the samples tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boriken.engine import Action, Game, prepare
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

from ..learned.layout import POINTS_SCALE
from ..learned.weights import search_network, shipped_network
from .budget import Budget
from .spending import spend
from .tree import NETWORK, ROOT, Bench, grow, lead, look, new_bench, plant

DEPTH = {PUERTO_RICO.name: 4, SAN_JUAN.name: 16}
"""Decisions that the network plays a sample on, beyond the tree, before it judges."""
LONGEST_SAMPLE = 400
"""The most that may be asked for."""
SAMPLES_A_SECOND = 10_000
"""About as many as there are on one core of today."""
ROOM = 4
"""For so many times as many nodes, where the time is given: machines differ, and late in a game samples are short."""
MOST_NODES = 200_000


@dataclass(frozen=True)
class Thought:
    """What came of thinking about one choice."""

    action: Action
    visits: int
    """How many samples began with it."""
    worth: float
    """What the search goes by: the chance to win and, less, the points."""
    chances: tuple[float, ...]
    """The chance to win, by seat."""
    points: tuple[float, ...]
    """Expected points at the end, by seat."""


class Thinker:
    """Thinks about positions of one game and number of players. For one thread at a time."""

    def __init__(self, game: Game, seed: int, budget: Budget, policy: int = NETWORK, depth: int | None = None) -> None:
        self._network = search_network(game.rules, game.players)
        self._budget = budget
        self._policy = policy
        self._depth = DEPTH[game.rules.name] if depth is None else depth
        samples = budget.samples or int(budget.seconds * SAMPLES_A_SECOND)
        nodes = samples * ROOM if budget.seconds else samples
        learned = shipped_network(game.rules, game.players)
        self._bench: Bench = new_bench(game.rules, learned, seed, samples, min(nodes, MOST_NODES) + 2)
        self._edges = np.zeros(game.rules.most_legal, np.int64)
        self._drawn = seed % 2**32 * 2**24
        prepare(f"the search player for {game.rules.full_title}", lambda: self._warm_up(game))

    def _warm_up(self, game: Game) -> None:
        self._bench.states[ROOT] = game.states[0]
        plant(self._bench)
        grow(self._network, self._bench, game.turn or 0, 0, 1, self._policy, 1)
        lead(self._bench.tree)
        look(self._bench, np.array(game.legal_actions, np.int16), 1, self._edges)

    def think(self, game: Game) -> list[Thought]:
        """Every legal action of an imagined game, best first. The game must be one that only the seat to move knows."""
        actions, seat = game.legal_actions, game.turn
        assert seat is not None, "somebody is to move"
        bench, tree = self._bench, self._bench.tree
        choices, edges = np.array(actions, np.int16), self._edges[: len(actions)]
        bench.states[ROOT] = game.states[0]
        plant(bench)
        first_seed = self._drawn

        def sample(n: int) -> None:
            grow(self._network, bench, seat, first_seed, n, self._policy, self._depth)
            self._drawn += n

        spend(self._budget, sample, lambda: lead(tree))
        look(bench, choices, len(actions), edges)
        thoughts = []
        for action, edge in zip(actions, edges, strict=True):
            n = int(tree.visits[edge])
            thoughts.append(
                Thought(
                    action=action,
                    visits=n - bench.opinion,
                    worth=float(tree.worth[edge, seat] / n),
                    chances=tuple((tree.wins[edge, : game.players] / n).tolist()),
                    points=tuple((tree.points[edge, : game.players] / n * POINTS_SCALE).tolist()),
                )
            )
        return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.worth))
