"""The random player: any legal action, each as likely as the next."""

from __future__ import annotations

from boriken.engine import Action, Game, below, new_chance

from .base import no_settings


class RandomPlayer:
    """Plays at random, repeatably by its seed."""

    name = "random"

    def __init__(self, seed: int, settings: str = "") -> None:
        no_settings(self.name, settings)
        self._chance = new_chance(seed)

    def choose(self, game: Game) -> Action:
        actions = game.legal_actions
        return actions[below(self._chance, len(actions))]
