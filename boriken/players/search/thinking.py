"""Thinking about a position: each choice with its chance to win, as far as the samples tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boriken.engine import Action, Game, prepare

from ..learned.network import POINTS_SCALE, Network
from .halving import Budget, halve
from .sampling import NETWORK, ROOT, Bench, new_bench, sweep

DEPTH = 8
"""Decisions that a sample is played on before the network judges it."""


@dataclass(frozen=True)
class Thought:
    """What came of thinking about one choice."""

    action: Action
    visits: int
    worth: float
    """What the search goes by: the chance to win and, a little, the points."""
    chances: tuple[float, ...]
    """The chance to win, by seat."""
    points: tuple[float, ...]
    """Expected points at the end, by seat."""


class Thinker:
    """Thinks about positions of one game, with one network. For one thread at a time."""

    def __init__(self, game: Game, network: Network, seed: int, policy: int = NETWORK, depth: int = DEPTH) -> None:
        self._network = network
        self._policy = policy
        self._depth = depth
        self._bench: Bench = new_bench(game.rules, seed)
        self._drawn = seed % 2**32 * 2**24
        prepare(f"the search player for {game.rules.title}", lambda: self._warm_up(game))

    def _warm_up(self, game: Game) -> None:
        self._bench.states[ROOT] = game.states[0]
        self._bench.choices[0] = game.legal_actions[0]
        sweep(self._network, self._bench, np.arange(1), game.turn or 0, 0, 1, self._policy, 1)

    def think(self, game: Game, budget: Budget) -> list[Thought]:
        """Every legal action of an imagined game, best first. The game must be one that only the seat to move knows."""
        actions, seat = game.legal_actions, game.turn
        assert seat is not None, "somebody is to move"
        bench = self._bench
        tally = bench.tally
        bench.states[ROOT] = game.states[0]
        bench.choices[: len(actions)] = actions
        for sums in tally:
            sums[:] = 0

        def samples(alive: np.ndarray[tuple[int], np.dtype[np.int64]], n: int) -> None:
            sweep(self._network, bench, alive, seat, self._drawn, n, self._policy, self._depth)
            self._drawn += n

        order = halve(tally, len(actions), budget, samples)
        players = game.players
        thoughts = []
        for i in order:
            n = max(int(tally.visits[i]), 1)
            turned = [(q - seat) % players for q in range(players)]
            thoughts.append(
                Thought(
                    action=actions[i],
                    visits=int(tally.visits[i]),
                    worth=float(tally.worth[i] / n),
                    chances=tuple(float(tally.wins[i, k] / n) for k in turned),
                    points=tuple(float(tally.points[i, k] / n * POINTS_SCALE) for k in turned),
                )
            )
        return thoughts
