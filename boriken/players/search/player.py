"""The search player: thinks for so many samples, or so long, about every decision."""

from __future__ import annotations

from boriken.engine import Action, Game

from ..learned.weights import shipped_network
from .halving import Budget
from .thinking import Thinker

USUAL_BUDGET = "0.1s"


class SearchPlayer:
    """With a budget in samples its choices are repeatable by its seed; with one in seconds the clock has its say."""

    def __init__(self, seed: int, settings: str = "") -> None:
        self.budget = Budget.parse(settings or USUAL_BUDGET)
        self.name = f"search:{self.budget}"
        self._seed = seed
        self._thinkers: dict[tuple[str, int], Thinker] = {}

    def choose(self, game: Game) -> Action:
        return self._thinker(game).think(game, self.budget)[0].action

    def _thinker(self, game: Game) -> Thinker:
        key = game.rules.name, game.players
        if key not in self._thinkers:
            self._thinkers[key] = Thinker(game, shipped_network(*key), self._seed)
        return self._thinkers[key]
