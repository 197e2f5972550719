"""The learned player: takes the choice after which its network likes the position best, if the guide proposes it, too.

The network looks at the position after every choice. The guide has learned from searches what they end up choosing:
together they see more than either, for one more look.
"""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import NamedTuple

from boriken.engine import Action, BadOption, Game, Rules, States, new_chance, new_states, prepare, rule
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN

from ..learned.network import Network, Scratch, new_scratch
from ..learned.policy import best_at_a_glance, best_by_network, worth_after
from ..learned.weights import read_network, shipped_network, shipped_path
from .network import Guide, Sight, look, new_sight, no_guide
from .weights import guide_path, read_guide

PROPOSED = {PUERTO_RICO.name: {2: 0.06, 3: 0.06, 4: 0.05, 5: 0.03}, SAN_JUAN.name: {2: 0.06, 3: 0.06, 4: 0.06}}
"""By game and number of players: how much of a chance to win it is worth to be proposed e times as much as another."""
HARDLY = 1e-6
"""What is proposed less than that is proposed so much."""


class Advice(NamedTuple):
    """The guide, and room for what it sees."""

    guide: Guide
    sight: Sight
    counts: float


def advice_for(rules: Rules, players: int) -> Advice | None:
    """What the learned player goes by beside its network, where the package has a guide."""
    path = guide_path(rules, players)
    return Advice(read_guide(path, rules, players), new_sight(rules), PROPOSED[rules.name][players]) if path else None


def no_advice(rules: Rules, players: int) -> Advice:
    """For a network alone, where compiled code serves both."""
    return Advice(no_guide(rules, players), new_sight(rules), 0.0)


class Desk(NamedTuple):
    """All that it takes to choose."""

    net: Network
    states: States
    scratch: Scratch
    advice: Advice | None
    """None where the network chooses alone."""


@rule
def best_as_proposed(net: Network, advice: Advice, states: States, n: int, scratch: Scratch) -> int:
    """Which of n legal actions of game 0 promises most, where what the guide proposes counts, too."""
    sight = advice.sight
    for i in range(n):
        sight.legal[i] = scratch.legal[i]
    look(advice.guide, states[0], n, sight)
    chosen, most = 0, -1e30
    for i in range(n):
        value = worth_after(net, states, i, scratch) + advice.counts * math.log(max(sight.likely[i], HARDLY))
        if value > most:
            chosen, most = i, value
    return chosen


class _Desks(threading.local):
    """Desks with the package's networks, kept for each thread: a site makes a new player for every move."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int, bool], Desk] = {}


_desks = _Desks()


class LearnedPlayer:
    """Looks one action ahead. It uses no chance of its own: equal positions, equal choices.

    Its settings may name a file of weights instead of those in the package: that network then chooses alone. With a
    number instead it is careless: it asks no guide, and misjudges the chance to win after every action by about that
    share of it.
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
        self._own_desks: dict[tuple[str, int, bool], Desk] = {}

    def choose(self, game: Game) -> Action:
        actions, desk = game.legal_actions, self._desk(game)
        desk.states[0] = game.states[0]
        desk.scratch.legal[: len(actions)] = actions
        return actions[self._best(desk, len(actions))]

    def get_ready(self, game: Game) -> None:
        self._desk(game)

    def files(self, rules: Rules, players: int) -> list[Path]:
        if self._file:
            return [Path(self._file)]
        guide = None if self._careless else guide_path(rules, players)
        return [shipped_path(rules, players), *([guide] if guide else [])]

    def _best(self, desk: Desk, n: int) -> int:
        net, states, scratch, advice = desk
        if self._careless:
            return best_at_a_glance(net, states, n, scratch, self._chance, self._careless)
        if advice:
            return best_as_proposed(net, advice, states, n, scratch)
        return best_by_network(net, states, 0, 1, n, scratch)[0]

    def _desk(self, game: Game) -> Desk:
        """The one for a game and number of players; what it is needed for is compiled."""
        rules, players = game.rules, game.players
        key = rules.key, players, bool(self._careless)
        desks = self._own_desks if self._file else _desks.kept
        if key not in desks:
            desks[key] = self._new_desk(rules, players)
        desk = desks[key]
        what = "a careless learned player" if self._careless else "the learned player"
        alone = "" if desk.advice or self._careless else " without a guide"
        prepare(f"{what}{alone} for {rules.full_title}", lambda: self._best(desk, 0))
        return desk

    def _new_desk(self, rules: Rules, players: int) -> Desk:
        net = read_network(Path(self._file), rules, players) if self._file else shipped_network(rules, players)
        advice = None if self._file or self._careless else advice_for(rules, players)
        return Desk(net, new_states(rules, 2), new_scratch(rules), advice)


def _carelessness(settings: str) -> float:
    """How careless somebody with these settings is: not at all, if they are no number."""
    try:
        number = float(settings)
    except ValueError:
        return 0.0
    return number if 0.0 < number <= 1.0 else 0.0
