"""Training: the network plays against itself, learns from it, and plays on, until so many games have been played.

Everything is decided by the request: the same request gives the same weights on the same machine, with any number of
threads, and whether it was interrupted or not. Games are played in a fixed number of lanes, each with a generator of
its own, which share the weights of the round; what they teach is added up in the order of the lanes.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar
from zipfile import BadZipFile

import numpy as np

from boriken.engine import BadOption, BorikenError, Rules, States, new_chance, new_states, prepare, record_of, rules_of

from ..guided.learned import advice_for, no_advice
from ..heuristic import styles_of
from ..learned.layout import POINTS_SCALE
from ..learned.network import HIDDEN, MOST_SEATS, network_of, new_scratch, new_weights
from ..learned.policy import TO_BE_AHEAD
from ..search.thinking import DEPTH
from ..search.tree import new_bench
from .learning import Descent, descend, gradient
from .self_play import Lane, Manner, Rival, new_samples, self_play

LANES = 4
GAMES_A_ROUND = 16
"""That each lane plays before the network learns from them."""
SAMPLES_A_GAME = 200
"""Room for so many, on average."""
BATCH = 64
"""Samples of each lane that make up one step of learning."""
AVERAGE = 0.9995
"""The weights that are kept are an average over the last few thousand steps: steadier than any of them."""


@dataclass(frozen=True)
class TrainingRequest:
    """What is to be trained, and how."""

    game: str
    players: int
    games: int
    seed: int = 1
    rate: float = 0.002
    """How far the weights move at first; at the end it is a twentieth of that."""
    explore: float = 0.01
    """How often a random action is played."""
    keep: float = 0.65
    """The share of positions that are learned from."""
    passes: int = 2
    """How often each of them is learned from."""
    trace: float = 0.95
    """How far a position aims at the end of its game rather than at what the network thought soon after (lambda)."""
    strangers: float = 0.35
    """The share of games in which players of other styles sit at the table (an opponent pool)."""
    start: str = ""
    """The file whose weights it starts from, its name and digest; without one it knows nothing yet, a guide what its
    teacher knows."""
    thinking: int = 0
    """Samples of the search that makes each decision, of a guide's one in four; with none the network decides alone."""
    points_weight: float = 0.5
    """How much the error in points counts beside the error in winning."""
    expansions: bool = False
    """Whether it plays with expansions, in each game with others of them, now and then with none."""
    device: str = "cpu"
    """Where it plays and learns: see `gpu.trainer`."""
    past_selves: int = 0
    """On a GPU: so many networks of earlier rounds are half of the strangers, or tell them which roles to take."""
    against: str = ""
    """Who has all other seats and learns nothing: the file of a network, its name and digest, or the learned player,
    with the digests of its files. (An exploiter's training: how much does somebody win who learns to beat just it? Now
    and then a random action is played at its seats, too.)"""
    width: int = HIDDEN
    """Units of the network's first layer."""
    guide: bool = False
    """Whether it is a guide that learns, from searches with it or, without thinking, from the learned player."""
    teacher: str = ""
    """Of a guide: the file of the learned player that it grows from, imitates and meets, its name and digest."""
    lanes: int = LANES
    """Games that are played side by side: more of them use more cores, and give other weights."""

    @property
    def rules(self) -> Rules:
        rules = rules_of(self.game)
        if not self.expansions:
            return rules
        if not rules.all_expansions:
            raise BadOption(f"{rules.title} has no expansions")
        return rules.for_options(rules.check_options(self.players, rules.all_expansions))

    def rate_after(self, games: int) -> float:
        """How far the weights move after so many games."""
        return self.rate * (1.0 - 0.95 * min(games / self.games, 1.0))


@dataclass(frozen=True)
class Report:
    """How the training stands."""

    games: int
    error: float
    """Cross entropy of who wins, in the last round."""
    points: float
    """Mean points of a seat, since the last report."""
    actions: float
    """Mean actions of a game."""
    wins: tuple[float, ...]
    """Share of wins by seat, counted from the first governor, of an exploiter from its own seat."""
    wrong: float = 0.0
    """Of a guide: cross entropy of what is to be chosen, since the last report."""

    @staticmethod
    def of(games: int, error: float, totals: Any, players: int, wrong: float = 0.0) -> Report:
        """From the sums over some games: how many there were, actions, points, and wins by seat."""
        played = max(totals[0], 1)
        return Report(
            games=games,
            error=round(float(error), 4),
            points=round(float(totals[2] / played / players * POINTS_SCALE), 2),
            actions=round(float(totals[1] / played), 1),
            wins=tuple(round(float(w / played), 4) for w in totals[3 : 3 + players]),
            wrong=round(float(wrong), 4),
        )


def beginnings(rules: Rules, players: int) -> States:
    """A game of each combination of options; half of all are plain: as usual, or with all expansions."""
    names = [name for name, option in rules.options.items() if not option.seat]
    choices = [rules.options[name].choices for name in names]
    combinations = []
    for values in itertools.product(*choices):
        try:
            options = rules.check_options(players, dict(zip(names, values, strict=True)) | {"governor": 0})
        except BadOption:
            continue  # these do not go together
        if rules.for_options(options) is rules:
            combinations.append(options)
    plain = rules.check_options(players, {**(rules.all_expansions if rules.expansions else {}), "governor": 0})
    combinations += [plain] * (len(combinations) - 2)
    states = new_states(rules, len(combinations))
    for i, options in enumerate(combinations):
        state = record_of(states, i)
        state.players = players
        rules.write_options(state, options)
    return states


class Training:
    """A training under way."""

    USUAL: ClassVar[dict[str, Any]] = {}
    """Where a request differs from the usual one because of the device."""

    def __init__(self, request: TrainingRequest) -> None:
        self.request = request
        self.rules = request.rules
        if request.players not in self.rules.players:
            raise BadOption(
                f"{self.rules.title} is for {self.rules.players[0]} to {self.rules.players[-1]} players, "
                f"not {request.players}"
            )
        self.games = 0
        self.steps = 0
        self.weights = self._new_weights()
        self.average = self.weights.copy()
        zeros = np.zeros_like(self.weights)
        lanes = request.lanes
        gradients = np.zeros((lanes, len(zeros)), np.float32)
        self._descent = Descent(self.weights, self.average, gradients, zeros.copy(), zeros.copy())
        # Apart from each other: cores that write side by side wait for each other.
        self._chances = [new_chance(request.seed * lanes + lane) for lane in range(lanes)]
        self._order = np.random.default_rng(request.seed)
        self._totals = np.zeros((lanes, 8))
        self._error = 0.0
        self._met = False
        self._make_room()

    def start_from(self, weights: Any) -> None:
        """Begin with weights that know something already."""
        self.weights[:] = weights
        self.average[:] = weights

    def meet(self, weights: Any, advised: bool = False) -> None:
        """These are the weights of the network that it plays against, advised by the package's guide or not."""
        rules, players = self.rules, self.request.players
        net = network_of(weights, rules, players)
        self._met = True
        for i, lane in enumerate(self._lanes):
            advice = advice_for(rules, players) if advised else None
            self._lanes[i] = lane._replace(rival=Rival(net, advice or no_advice(rules, players)))

    def _new_weights(self) -> Any:
        return new_weights(self.rules, self.request.players, self.request.seed, self.request.width)

    def _make_room(self) -> None:
        rules, players = self.rules, self.request.players
        self._beginnings = beginnings(rules, players)
        self._net = network_of(self.weights, rules, players)
        self._slopes = [network_of(row, rules, players) for row in self._descent.gradients]
        self._lanes = [self._new_lane(lane) for lane in range(self.request.lanes)]

    def _new_lane(self, lane: int) -> Lane:
        rules, thinking = self.rules, self.request.thinking
        bench = new_bench(rules, self._net, lane, thinking, thinking + 2)
        return Lane(
            states=new_states(rules, 3),
            who=np.zeros(MOST_SEATS, np.int8),
            chance=self._chances[lane],
            bench=bench._replace(ambition=TO_BE_AHEAD),  # the shipped weights have learned from players who want that
            samples=new_samples(rules, GAMES_A_ROUND * SAMPLES_A_GAME),
            scratch=new_scratch(rules),
            rival=Rival(self._net, no_advice(rules, self.request.players)),
            totals=self._totals[lane],
        )

    @property
    def done(self) -> bool:
        return self.games >= self.request.games

    def prepare(self) -> None:
        """Compile, telling whoever waits."""

        def warm_up() -> None:
            twin = type(self)(replace(self.request, thinking=min(self.request.thinking, 1)))
            twin._play(0, 1)
            twin._learn(0, np.arange(1))
            with ThreadPoolExecutor(1) as pool:
                twin._descend(pool, 1)

        prepare(f"the training for {self.rules.full_title}", warm_up)

    def round(self, pool: ThreadPoolExecutor) -> None:
        """Every lane plays some games; then the network learns from all of them."""
        assert not self.request.against or self._met, "an exploiter has a rival: `meet` it first"
        lanes = self.request.lanes
        kept = list(pool.map(lambda lane: self._play(lane, GAMES_A_ROUND), range(lanes)))
        batches = min(kept) // BATCH
        for _ in range(self.request.passes):
            orders = [self._order.permutation(n) for n in kept]
            error = 0.0
            for i in range(batches):
                part = slice(i * BATCH, (i + 1) * BATCH)
                error += sum(pool.map(self._learn, range(lanes), [order[part] for order in orders]))
                self._descend(pool, lanes * BATCH)
        self.games += lanes * GAMES_A_ROUND
        self._error = error / max(batches * BATCH * lanes, 1)

    def _play(self, lane: int, games: int) -> int:
        r = self.request
        styles, rivals = (0, 1) if r.against else (styles_of(self.rules), 0)
        manner = Manner(r.explore, r.keep, r.trace, r.strangers, styles, rivals, r.thinking, DEPTH[self.rules.name])
        return self_play(self._net, self._lanes[lane], manner, self._beginnings, games)

    def _learn(self, lane: int, order: Any) -> float:
        r, mine = self.request, self._lanes[lane]
        return gradient(self._net, r.players, mine.samples, order, r.points_weight, mine.scratch, self._slopes[lane])

    def _descend(self, pool: ThreadPoolExecutor, samples: int) -> None:
        """One step of learning, each part of the weights on its own."""
        self.steps += 1
        rate = self.request.rate_after(self.games)
        keep = min(AVERAGE, self.steps / (self.steps + 10))
        bounds = np.linspace(0, len(self.weights), self.request.lanes + 1).astype(int)
        for _ in pool.map(
            lambda start, end: descend(self._descent, self.steps, rate, samples, keep, start, end),
            bounds[:-1],
            bounds[1:],
        ):
            pass

    def report(self) -> Report:
        """How it stands; means are taken since the last report."""
        totals = self._totals.sum(axis=0)
        self._totals[:] = 0
        return Report.of(self.games, self._error, totals, self.request.players)

    # --- interruptions ----------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all that it takes to go on; whatever was there is replaced at once or not at all."""
        passing = path.with_suffix(".part.npz")
        about = {
            "request": asdict(self.request),
            "games": self.games,
            "steps": self.steps,
            "order": self._order.bit_generator.state,
        }
        np.savez(
            passing,
            about=np.array(json.dumps(about)),
            weights=self.weights,
            average=self.average,
            mean=self._descent.mean,
            square=self._descent.square,
            chances=np.stack(self._chances),
            totals=self._totals,
        )
        os.replace(passing, path)

    @classmethod
    def load(cls, path: Path) -> Training:
        """Go on from where `save` was called; says so if that cannot be read."""
        with reading(path) as file:
            about = json.loads(str(file["about"]))
            training = cls(TrainingRequest(**about["request"]))
            training.games = about["games"]
            training.steps = about["steps"]
            training._order.bit_generator.state = about["order"]
            training.weights[:] = file["weights"]
            training.average[:] = file["average"]
            training._descent.mean[:] = file["mean"]
            training._descent.square[:] = file["square"]
            for mine, saved in zip(training._chances, file["chances"], strict=True):
                mine[:] = saved
            training._totals[:] = file["totals"]
        return training


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Any]:
    """A checkpoint; says so if it cannot be read."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            yield file
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BorikenError(f"{path} is not a checkpoint of this version; delete it to begin anew") from error
