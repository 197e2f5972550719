"""The learned player: takes the choice after which its network likes the position best."""

from __future__ import annotations

from pathlib import Path

from boriken.engine import Action, Game, States, new_states, prepare

from .network import Network, Scratch, new_scratch
from .policy import best_by_network
from .weights import read_network, shipped_network


class LearnedPlayer:
    """Looks one action ahead. It uses no chance of its own: equal positions, equal choices.

    Its settings may name a file of weights instead of those in the package.
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        self.name = f"learned:{settings}" if settings else "learned"
        self._file = settings
        self._desks: dict[tuple[str, int], tuple[Network, States, Scratch]] = {}

    def choose(self, game: Game) -> Action:
        actions = game.legal_actions
        net, states, scratch = self._desk(game)
        states[0] = game.states[0]
        scratch.legal[: len(actions)] = actions
        prepare(f"the learned player for {game.rules.title}", lambda: best_by_network(net, states, 0, 1, 1, scratch))
        return actions[best_by_network(net, states, 0, 1, len(actions), scratch)[0]]

    def _desk(self, game: Game) -> tuple[Network, States, Scratch]:
        """The network for a game and number of players, and room to think in."""
        rules, players = game.rules, game.players
        key = rules.name, players
        if key not in self._desks:
            net = read_network(Path(self._file), rules, players) if self._file else shipped_network(*key)
            self._desks[key] = net, new_states(rules, 2), new_scratch(rules.most_legal)
        return self._desks[key]
