"""Making reviews in the background, behind everything else.

A review is cut into pieces of a twentieth of a second or little more, and each waits in the queue of the searching bots
behind every move and every hint: so a table never waits for a review longer than for one such piece. While there is
much to do, reviews stop altogether (`load`). They begin with the last decision, for the end is sure soonest: first
every decision gets a quick look, then each as many trees as the budget has.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from boriken.analysis.explaining import consequences
from boriken.analysis.race import HANDFUL
from boriken.analysis.reviewing import Case, moments
from boriken.analysis.telling import told_decision
from boriken.engine import Game, derived_seed

from . import metrics
from .compiling import ANALYSIS
from .limits import Limits
from .load import Load
from .preparing import Preparation
from .queues import Crowd, Lane, Rank
from .refusals import Away, Busy, NotPossible, Preparing, Refusal, Stale
from .reviewed import Progress
from .reviews import FINAL, FIRST_LOOK, HELD_FOR, Held, Reviews, packed
from .settings import Settings
from .standing import OVER, Standing
from .tables import Tables

log = logging.getLogger(__name__)
T = TypeVar("T")
_STAGES = ((FIRST_LOOK, HANDFUL), (FINAL, None))
_PIECE = 0.05
"""Seconds after which a piece of work ends, as soon as the trees at hand are grown."""
_WRITE_EVERY = 1.0
_LOOK_EVERY = 5.0
"""Seconds between two looks for reviews that nobody works on."""
_BUSY = 1.0
"""Seconds between two looks whether there is less to do, or more prepared."""


class Reviewer:
    """Makes the reviews that this worker was asked for, and those that others have left."""

    def __init__(
        self,
        tables: Tables,
        reviews: Reviews,
        lane: Lane,
        load: Load,
        limits: Limits,
        preparation: Preparation,
        settings: Settings,
    ) -> None:
        self._tables = tables
        self._reviews = reviews
        self._lane = lane
        self._load = load
        self._limits = limits
        self._preparation = preparation
        self._trees = settings.review_trees
        self._most = settings.reviews_at_once
        self._name = secrets.token_hex(8)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def ask(self, standing: Standing, person: str, host: str) -> Progress:
        """Begin the review of a finished game, unless somebody has asked for it before."""
        table_id = standing.table.id
        if standing.table.state != OVER:
            raise NotPossible("A game is reviewed once it is over.")
        if not standing.game.decisions:
            raise NotPossible("Nobody had anything to decide in this game.")
        known = await self._reviews.progress(table_id)
        if known is not None and not known.failed:
            return known
        self._load.check("reviews")
        self._limits.review(person, host)
        if not await self._reviews.begin(table_id, len(standing.game.decisions), self._trees, person, self._most):
            raise Busy("Many games wait for their review. Try again in a while.", 60.0)
        self._take_up(table_id)
        progress = await self._reviews.progress(table_id)
        assert progress is not None
        return progress

    def start(self) -> None:
        """Go on with what was left, by this worker before it was started anew or by others."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())

    async def stop(self) -> None:
        """Work no more; others may go on at once."""
        tasks = [*self._tasks.values(), *([self._looking] if self._looking is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._looking is not None:
            with contextlib.suppress(Refusal, SQLAlchemyError):
                await self._reviews.let_go(self._name)

    async def _look(self) -> None:
        while True:
            with contextlib.suppress(Away, SQLAlchemyError):  # the storage has told the log
                for table_id in await self._reviews.unheld():
                    self._take_up(table_id)
            await asyncio.sleep(_LOOK_EVERY)

    def _take_up(self, table_id: str) -> None:
        if table_id not in self._tasks:
            task = self._tasks[table_id] = asyncio.get_running_loop().create_task(self._make(table_id))
            task.add_done_callback(lambda _: self._tasks.pop(table_id))

    async def _make(self, table_id: str) -> None:
        """Make one review, or go on with it, until it is done or another worker has it."""
        try:
            held = await self._reviews.hold(table_id, self._name)
            if held is not None:
                await self._work(held)
        except* (Stale, Away, SQLAlchemyError):
            pass  # not ours any more, or the database is away: whoever looks next goes on
        except* Exception as errors:
            log.error("the review of table %s has failed", table_id, exc_info=errors)

    async def _work(self, held: Held) -> None:
        found: dict[int, tuple[int, bytes]] = {}
        async with asyncio.TaskGroup() as group:
            writing = group.create_task(self._write(held, found))
            game = await self._game(held.table_id)
            cases = _Cases(game, held.seed)
            for stage, most in _STAGES:
                # One list for all threads: who is done with a decision takes the next.
                numbers = (n for n in reversed(range(len(game.decisions))) if held.stages.get(n, 0) < stage)
                look = partial(self._judge, held, cases, numbers, stage, most, found)
                await asyncio.gather(*(look() for _ in range(self._lane.threads)))
            writing.cancel()
        await self._reviews.keep(held.table_id, self._name, found, done=True)

    async def _game(self, table_id: str) -> Game:
        """The game of a table, once its rules and the analysis are prepared: after an update that takes a while."""
        while True:
            try:
                game = (await self._tables.read(table_id)).game
            except Preparing:
                await asyncio.sleep(_BUSY)
            else:
                await self._preparation.ready(game.rules.key, ANALYSIS)
                return game

    async def _write(self, held: Held, found: dict[int, tuple[int, bytes]]) -> None:
        """Write what is found, once a second, and say now and then that the work goes on."""
        said = time.monotonic()
        while True:
            await asyncio.sleep(_WRITE_EVERY)
            if found or time.monotonic() - said > HELD_FOR.total_seconds() / 3:
                writing = dict(found)
                await self._reviews.keep(held.table_id, self._name, writing, done=False)
                said = time.monotonic()
                for number, row in writing.items():
                    if found.get(number) == row:  # else a later stage has taken its place
                        del found[number]

    async def _judge(
        self,
        held: Held,
        cases: _Cases,
        numbers: Iterator[int],
        stage: int,
        most: int | None,
        found: dict[int, tuple[int, bytes]],
    ) -> None:
        """Judge the decisions of the list, one after another."""
        for number in numbers:
            row = None
            while row is None:
                row = await self._think(held.person, partial(cases.look, number, held.trees, most, stage == FINAL))
            found[number] = stage, row

    async def _think(self, visitor: str, work: Callable[[], T]) -> T:
        """Have a piece of work done when nothing else waits."""
        while self._load.gives_up("reviews"):
            await asyncio.sleep(_BUSY)

        def piece(crowd: Crowd) -> T:
            return thought.run(work)

        with metrics.Thought("review") as thought:
            job = self._lane.enter(visitor, Rank.REVIEW, piece)
            try:
                result: T = await job.result
                return result
            finally:
                self._lane.leave(job)


class _Cases:
    """The decisions of a game while they are judged. What a first look has grown, the last one goes on with."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._seed = seed
        self._positions: list[Game] = []
        self._cases: dict[int, Case] = {}

    def look(self, number: int, trees: int, most: int | None, final: bool) -> bytes | None:
        """Grow trees for a moment; what is to be kept of the decision, once it has what this stage gives."""
        end = time.monotonic() + _PIECE
        if not self._positions:
            self._positions = list(moments(self._game))  # two threads may both do so: no harm
        case = self._cases.get(number)
        if case is None:
            case = self._cases[number] = Case(self._game, number, self._positions[number], self._seed)
        while not case.step(trees, most):
            if time.monotonic() > end:
                return None
        if final:
            del self._cases[number]
        return packed(_told(case, self._seed))


def _told(case: Case, seed: int) -> dict[str, object]:
    """A row of the review, and what the best choice and the one that was played bring to whom."""
    decision = case.judged()
    imagined = case.position.determinize(decision.seat, derived_seed(seed, case.number))
    told = {choice.action for choice in (decision.best, decision.played)}
    brings = {str(action): consequences(imagined, action) for action in told}
    return {**told_decision(decision), "brings": brings}
