"""Reviewing a game: every decision judged from what its seat knew, what it lost, and where the game turned."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise, repeat

from boriken.engine import Game, Outcome, cores, derived_seed

from .judging import USUAL_TREES, Choice, Judgement, desk_for, judgement
from .race import HANDFUL, ROUND, Race, hides_something

DOUBTFUL, MISTAKE = 0.03, 0.08
"""A choice that loses so much is doubtful, or a mistake."""
TURNING_POINTS = 3


class Verdict(StrEnum):
    """On what was played."""

    BEST = "best"
    """No difference to the best is shown."""
    GOOD = "good"
    DOUBTFUL = "doubtful"
    MISTAKE = "mistake"


@dataclass(frozen=True)
class Decision:
    """A decision of the game, judged."""

    number: int
    """Among the decisions, from 0."""
    after: int
    """So many actions went before, forced ones counted."""
    round: int
    asked: str
    """What the seat was asked, as views name it."""
    played: Choice
    judgement: Judgement
    open_cards: Judgement | None = None
    """The best choice and the one that was played, with all cards open: as everything lay. Only of games that are over,
    and where something was hidden. Nobody could know it: verdict, loss and accuracy do not go by it."""

    @property
    def seat(self) -> int:
        return self.judgement.seat

    @property
    def best(self) -> Choice:
        return self.judgement.best

    @property
    def before(self) -> tuple[float, ...]:
        """Chances to win by seat, as the best choice has them."""
        return self.best.chances

    @property
    def loss(self) -> float:
        """By how much what was played wins less often than the best; 0 where no difference is shown."""
        return max(0.0, self.played.loss.mean) if self.played.group else 0.0

    @property
    def known(self) -> bool:
        """Whether a loss would have been seen: with fewer trees than a handful nothing is called worse."""
        choices = self.judgement.choices
        all_the_same = len({choice.same_as or choice.action for choice in choices}) == 1
        return all_the_same or all(choice.trees >= HANDFUL for choice in choices)

    @property
    def verdict(self) -> Verdict:
        if not self.played.group:
            return Verdict.BEST
        return Verdict.GOOD if self.loss < DOUBTFUL else Verdict.DOUBTFUL if self.loss < MISTAKE else Verdict.MISTAKE


@dataclass(frozen=True)
class Turn:
    """From one decision of a seat to its next: what became of its chance, by what it knew itself."""

    decision: Decision
    until: int
    """The number of its next decision."""
    change: float

    @property
    def seat(self) -> int:
        return self.decision.seat

    def overlaps(self, other: Turn) -> bool:
        """Whether both tell of the same moves: what one seat wins, others lose."""
        return self.decision.number < other.until and other.decision.number < self.until


@dataclass(frozen=True)
class Review:
    """A game, decision by decision."""

    game: Game
    decisions: tuple[Decision, ...]
    outcome: Outcome | None
    trees: int
    """That a decision may have had so far."""
    final: bool
    """Whether it gets no better with this budget."""

    @cached_property
    def accuracy(self) -> tuple[float | None, ...]:
        """By seat, 0 to 100: what its decisions are worth on average, one that loses 8 % being worth 37.

        100 is as well as the analysis could. None where not enough is known: of a seat that never had a choice, or of
        whose decisions most have not had a handful of trees for each choice.
        """
        return tuple(_accuracy([d for d in self.decisions if d.seat == seat]) for seat in range(self.game.players))

    def counts(self, seat: int) -> dict[Verdict, int]:
        """How many of a seat's decisions got which verdict."""
        verdicts = [decision.verdict for decision in self.decisions if decision.seat == seat]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}

    @cached_property
    def turning_points(self) -> tuple[Turn, ...]:
        """Where a seat's chance changed most between two decisions of its own, in the order of the game.

        That may be what it chose, what others did, or what came to light. Chances are compared only with those that the
        same seat had: others know other things.
        """
        found: list[Turn] = []
        for turn in sorted(self._turns(), key=lambda turn: -abs(turn.change)):
            if len(found) < TURNING_POINTS and not any(map(turn.overlaps, found)):
                found.append(turn)
        return tuple(sorted(found, key=lambda turn: turn.decision.number))

    def _turns(self) -> Iterator[Turn]:
        for seat in range(self.game.players):
            own = [decision for decision in self.decisions if decision.seat == seat]
            for now, later in pairwise([*own, None]):
                assert now is not None
                if later is not None:
                    yield Turn(now, later.number, later.before[seat] - now.before[seat])
                else:
                    yield Turn(now, len(self.game.decisions), self._end(now)[seat] - now.before[seat])

    def _end(self, last: Decision) -> tuple[float, ...]:
        """Chances after a seat's last decision: the result, if there is one."""
        if self.outcome is None:
            return last.played.chances
        winners = self.outcome.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.game.players))


def _accuracy(decisions: Sequence[Decision]) -> float | None:
    worth = [math.exp(-decision.loss / MISTAKE) for decision in decisions if decision.known]
    return 100 * sum(worth) / len(worth) if worth and 2 * len(worth) >= len(decisions) else None


def review(game: Game, trees: int = USUAL_TREES, seed: int = 0, threads: int | None = None, first: int = 0) -> Review:
    """Judge the decisions of a game, all or from that number on, with so many trees each at most.

    >>> from boriken import Game
    >>> game = Game.new("san-juan", players=2, seed=1)
    >>> _ = game.play("role:prospector")
    >>> [decision.seat for decision in review(game, trees=8).decisions]
    [0]
    """
    *_, last = reviews(game, trees, seed, threads, first)
    return last


def reviews(
    game: Game, trees: int = USUAL_TREES, seed: int = 0, threads: int | None = None, first: int = 0
) -> Iterator[Review]:
    """The same, as it gets better: after a few trees for every choice, after a handful, and when all are spent.

    Equal games, trees and seeds give equal reviews, whatever the number of threads.
    """
    positions = dict(list(enumerate(moments(game)))[first:])
    with ThreadPoolExecutor(threads or cores(), thread_name_prefix="analysis") as pool:
        cases = list(pool.map(lambda number: Case(game, number, positions[number], seed), positions))
        for stage in STAGES:
            decisions = tuple(pool.map(Case.judge, cases, repeat(trees), repeat(stage)))
            yield Review(game, decisions, game.outcome, trees if stage is None else stage, stage is None)


STAGES = (ROUND, HANDFUL, None)
"""How many trees a choice gets at most until everybody had as many; None: as many as the budget has."""


class Case:
    """A decision of a game while it is judged: the more trees, the surer. For one thread at a time."""

    def __init__(self, game: Game, number: int, position: Game, seed: int) -> None:
        """`position`: the game before the decision with that number (`moments`)."""
        self._game = game
        self.number = number
        self.position = position
        self._action = game.actions[game.decisions[number]]
        self._seed = derived_seed(seed, number)
        self._race = Race(position, self._seed)
        self._open: Race | None = None

    def judge(self, trees: int, stage: int | None = None) -> Decision:
        """What is thought of it once it has had what a stage gives."""
        self._race.run(desk_for(self._game), _budget(self._race, trees, stage), [self._action])
        while stage is None and not self._step_with_open_cards():
            pass
        return self.judged()

    def step(self, trees: int, stage: int | None) -> bool:
        """Only a few of those trees, for who cannot be away for long; whether those were the last.

        Whole or in steps, the same trees are grown, and the same is thought.
        """
        race, before = self._race, self._race.spent
        race.run(desk_for(self._game), min(_budget(race, trees, stage), ROUND * len(race.chances)), [self._action])
        return race.spent == before and (stage is not None or self._step_with_open_cards())

    def _step_with_open_cards(self) -> bool:
        """A few trees of the best choice and the one that was played, as everything lay; whether those were the last.

        A handful for each is enough: they differ by their whims alone, and no verdict hangs on them.
        """
        if self._open is None:
            if not self._game.over or not hides_something(self.position):
                return True
            among = {judgement(self._race).best.action, self._action}
            self._open = Race(self.position, self._seed, among, open_cards=True)
        race, before = self._open, self._open.spent
        race.run(desk_for(self._game), min(HANDFUL * len(race.chances) - before, ROUND * len(race.chances)))
        return race.spent == before

    def judged(self) -> Decision:
        """What is thought of it by now."""
        judged = judgement(self._race)
        view = self.position.view(judged.seat)
        place = self._game.decisions[self.number]
        opened = None if self._open is None else judgement(self._open)
        return Decision(self.number, place, view["round"], view["decision"], judged.of(self._action), judged, opened)


def _budget(race: Race, trees: int, most: int | None) -> int:
    """How many more trees a race gets, so that no choice has more than so many of them; every choice gets a few."""
    total = trees if most is None else min(trees, most * len(race.chances))
    return max(total, ROUND * len(race.chances)) - race.spent


def moments(game: Game) -> Iterator[Game]:
    """The game before each of its decisions."""
    again = Game(game.rules, game.players, game.seed, game.options)
    for place in game.decisions:
        yield again.copy()
        again.play(game.actions[place])
