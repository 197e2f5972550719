"""The learned player: takes the choice after which its network likes the position best."""

from __future__ import annotations

import threading
from pathlib import Path

from boriken.engine import Action, BadOption, Game, Rules, States, new_states, prepare

from .network import Network, Scratch, new_scratch
from .policy import best_by_network
from .weights import read_network, shipped_network, shipped_path

Desk = tuple[Network, States, Scratch]
"""A network, and room to think in."""


class _Desks(threading.local):
    """Desks with the package's networks, kept for each thread: a site makes a new player for every move."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], Desk] = {}


_desks = _Desks()


class LearnedPlayer:
    """Looks one action ahead. It uses no chance of its own: equal positions, equal choices.

    Its settings may name a file of weights instead of those in the package.
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        self.name = f"learned:{settings}" if settings else "learned"
        self._file = settings
        if settings and not Path(settings).is_file():
            raise BadOption(f"there is no file {settings} of weights for the learned player")
        self._own_desks: dict[tuple[str, int], Desk] = {}

    def choose(self, game: Game) -> Action:
        actions = game.legal_actions
        net, states, scratch = self._desk(game)
        states[0] = game.states[0]
        scratch.legal[: len(actions)] = actions
        return actions[best_by_network(net, states, 0, 1, len(actions), scratch)[0]]

    def get_ready(self, game: Game) -> None:
        self._desk(game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        return [Path(self._file) if self._file else shipped_path(rules, players)]

    def _desk(self, game: Game) -> Desk:
        """The one for a game and number of players."""
        rules, players = game.rules, game.players
        key = rules.key, players
        desks = self._own_desks if self._file else _desks.kept
        if key not in desks:
            net = read_network(Path(self._file), rules, players) if self._file else shipped_network(rules, players)
            states, scratch = new_states(rules, 2), new_scratch(rules)
            states[0] = game.states[0]
            scratch.legal[0] = game.legal_actions[0]
            what = f"the learned player for {rules.full_title}"
            prepare(what, lambda: best_by_network(net, states, 0, 1, 1, scratch))
            desks[key] = net, states, scratch
        return desks[key]
