"""Thinking about a position with a guide: each choice with its chance to win, as far as the samples tell."""

from __future__ import annotations

from pathlib import Path

from boriken.engine import Game, prepare

from ..guided import suspicion
from ..guided.sampling import ROOT, grow, new_bench, plant
from ..guided.tree import lead
from ..guided.weights import read_guide
from ..learned.layout import POINTS_SCALE
from ..learned.network import POINTS
from .budget import Budget
from .spending import spend
from .thinking import MOST_NODES, Thought

SAMPLES_A_SECOND = 50_000
"""About as many as there are on one core of today."""
ROOM = 2
"""For so many times as many nodes: a choice that becomes possible later takes one, too, and machines differ."""


class GuidedThinker:
    """Thinks about positions of one game and number of players. For one thread at a time."""

    def __init__(self, game: Game, path: Path, seed: int, budget: Budget, depth: int | None = None) -> None:
        self._guide = read_guide(path, game.rules, game.players)
        self._budget = budget
        nodes = ROOM * (budget.samples or int(budget.seconds * SAMPLES_A_SECOND))
        bench = new_bench(game.rules, seed, min(nodes, MOST_NODES) + 2)
        self._bench = bench if depth is None else bench._replace(habits=bench.habits._replace(depth=depth))
        self._drawn = seed % 2**32 * 2**24
        prepare(f"the guided search for {game.rules.full_title}", lambda: self._warm_up(game))

    def _warm_up(self, game: Game) -> None:
        """On a bench of its own: the first player of a process shall draw as all others do."""
        bench = new_bench(game.rules, 0, 3)
        bench.states[ROOT] = game.states[0]
        plant(self._guide, bench)
        grow(self._guide, bench, game.turn or 0, 0, 1)
        lead(bench.tree)
        suspicion.get_ready(self._guide, game.rules, bench.sight, bench.suspected)

    def think(self, game: Game) -> list[Thought]:
        """Every legal action of an imagined game, best first. The game must be one that only the seat to move knows."""
        actions, seat = game.legal_actions, game.turn
        assert seat is not None, "somebody is to move"
        bench, tree = self._bench, self._bench.tree
        suspicion.suspect(self._guide, game, bench.sight, bench.suspected)
        bench.states[ROOT] = game.states[0]
        plant(self._guide, bench)
        at_first, worth_at_first = bench.judged.copy(), float(bench.final[seat])
        first_seed = self._drawn

        def sample(n: int) -> None:
            grow(self._guide, bench, seat, first_seed, n)
            self._drawn += n

        spend(self._budget, sample, lambda: lead(tree))
        thoughts = []
        for e, action in enumerate(actions):
            visits = int(tree.visits[e])
            came = bench.came[e] / visits if visits else at_first  # what was never tried promises what the position did
            thoughts.append(
                Thought(
                    action=action,
                    visits=visits,
                    worth=float(tree.worth[e, seat] / visits) if visits else worth_at_first,
                    chances=tuple(came[: game.players].tolist()),
                    points=tuple((came[POINTS : POINTS + game.players] * POINTS_SCALE).tolist()),
                )
            )
        return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.worth))
