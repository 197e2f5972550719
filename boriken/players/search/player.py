"""The search player: thinks for so many samples, or so long, about every decision."""

from __future__ import annotations

from pathlib import Path

from boriken.engine import Action, BadOption, Game, Rules

from ..guided.suspicion import LOOKS_BACK
from ..guided.weights import guide_path
from ..learned.weights import search_path, shipped_path
from .budget import Budget
from .guided_thinking import GuidedThinker
from .thinking import LONGEST_SAMPLE, Thinker

USUAL_BUDGET = "0.1s"


class SearchPlayer:
    """With a budget in samples its choices are repeatable by its seed; with one in seconds the clock has its say.

    It goes by a guide where there is one for the game at hand, else by the learned player's kind of network. Further
    settings say how many decisions a sample is played on (`search:0.1s,40`; without a guide at least one) and name the
    file of a guide (`search:0.1s,training/san-juan-2-guide.npz`).
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        budget, *further = settings.split(",")
        self.budget = Budget.parse(budget or USUAL_BUDGET)
        self.depth, self._file = _further(further, settings)
        self.name = ",".join([f"search:{self.budget}", *further])
        self._seed = seed
        self._thinkers: dict[tuple[str, int], Thinker | GuidedThinker] = {}

    def choose(self, game: Game) -> Action:
        return self._thinker(game).think(game)[0].action

    def looks_back(self, rules: Rules) -> int:
        return LOOKS_BACK if rules.played_openly else 0

    def get_ready(self, game: Game) -> None:
        self._thinker(game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        guide = self._file or guide_path(rules, players)
        return [guide] if guide else sorted({search_path(rules, players), shipped_path(rules, players)})

    def _thinker(self, game: Game) -> Thinker | GuidedThinker:
        key = game.rules.key, game.players
        if key not in self._thinkers:
            guide = self._file or guide_path(game.rules, game.players)
            self._thinkers[key] = (
                GuidedThinker(game, guide, self._seed, self.budget, self.depth)
                if guide
                else Thinker(game, self._seed, self.budget, depth=self.depth)
            )
        return self._thinkers[key]


def _further(settings: list[str], all_of_them: str) -> tuple[int | None, Path | None]:
    """A number of decisions, a file, or both."""
    depth, file = None, None
    for setting in settings:
        if setting.isascii() and setting.isdecimal() and int(setting) <= LONGEST_SAMPLE and depth is None:
            depth = int(setting)
        elif file is None and Path(setting).is_file():
            file = Path(setting)
        else:
            raise BadOption(
                f"a sample is played on for 0 to {LONGEST_SAMPLE} decisions, and a guide is a file; {all_of_them!r} "
                "names something else"
            )
    return depth, file
