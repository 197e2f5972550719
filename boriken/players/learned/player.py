"""The learned player: takes the choice after which its network likes the position best."""

from __future__ import annotations

import threading
from pathlib import Path

from boriken.engine import Action, BadOption, Game, Rules, States, new_chance, new_states, prepare

from .network import Network, Scratch, new_scratch
from .policy import best_at_a_glance, best_by_network
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

    Its settings may name a file of weights instead of those in the package. With a number instead it is careless: it
    misjudges the chance to win after every action by about that share of it.
    """

    def __init__(self, seed: int, settings: str = "") -> None:
        self.name = f"learned:{settings}" if settings else "learned"
        self._careless = _carelessness(settings)
        self._file = "" if self._careless else settings
        if self._file and not Path(self._file).is_file():
            raise BadOption(
                f"the learned player takes a file of weights, and there is none at {settings}, or a number up to 1 for "
                "how careless it is (learned:0.1)"
            )
        self._chance = new_chance(seed)
        self._own_desks: dict[tuple[str, int], Desk] = {}

    def choose(self, game: Game) -> Action:
        actions, desk = game.legal_actions, self._desk(game)
        _, states, scratch = desk
        states[0] = game.states[0]
        scratch.legal[: len(actions)] = actions
        return actions[self._best(desk, len(actions))]

    def get_ready(self, game: Game) -> None:
        self._desk(game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        return [Path(self._file) if self._file else shipped_path(rules, players)]

    def _best(self, desk: Desk, n: int) -> int:
        net, states, scratch = desk
        if self._careless:
            return best_at_a_glance(net, states, n, scratch, self._chance, self._careless)
        return best_by_network(net, states, 0, 1, n, scratch)[0]

    def _desk(self, game: Game) -> Desk:
        """The one for a game and number of players; what it is needed for is compiled."""
        rules, players = game.rules, game.players
        key = rules.key, players
        desks = self._own_desks if self._file else _desks.kept
        if key not in desks:
            net = read_network(Path(self._file), rules, players) if self._file else shipped_network(rules, players)
            desks[key] = net, new_states(rules, 2), new_scratch(rules)
        what = "a careless learned player" if self._careless else "the learned player"
        prepare(f"{what} for {rules.full_title}", lambda: self._best(desks[key], 0))
        return desks[key]


def _carelessness(settings: str) -> float:
    """How careless somebody with these settings is: not at all, if they are no number."""
    try:
        number = float(settings)
    except ValueError:
        return 0.0
    return number if 0.0 < number <= 1.0 else 0.0
