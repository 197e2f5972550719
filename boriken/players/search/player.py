"""The search player: thinks for so many samples, or so long, about every decision."""

from __future__ import annotations

from pathlib import Path

from boriken.engine import Action, BadOption, Game, Rules

from ..learned.weights import search_path, shipped_path
from .budget import Budget
from .thinking import LONGEST_SAMPLE, Thinker

USUAL_BUDGET = "0.1s"


class SearchPlayer:
    """With a budget in samples its choices are repeatable by its seed; with one in seconds the clock has its say.

    A second setting says how many decisions the network plays a sample on: `search:0.1s,40`.
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        budget, _, depth = settings.partition(",")
        self.budget = Budget.parse(budget or USUAL_BUDGET)
        self.depth = _depth(depth, settings) if depth else None
        self.name = f"search:{self.budget}" + (f",{self.depth}" if depth else "")
        self._seed = seed
        self._thinkers: dict[tuple[str, int], Thinker] = {}

    def choose(self, game: Game) -> Action:
        return self._thinker(game).think(game)[0].action

    def get_ready(self, game: Game) -> None:
        self._thinker(game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        return sorted({search_path(rules, players), shipped_path(rules, players)})

    def _thinker(self, game: Game) -> Thinker:
        key = game.rules.key, game.players
        if key not in self._thinkers:
            self._thinkers[key] = Thinker(game, self._seed, self.budget, depth=self.depth)
        return self._thinkers[key]


def _depth(text: str, settings: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= LONGEST_SAMPLE):
        raise BadOption(f"a sample is played on for 1 to {LONGEST_SAMPLE} decisions, which {settings!r} does not say")
    return int(text)
