"""Bots: they think, at the pace of their table, and give hints.

Whoever changes a table wakes its bots; who looks at it does so, too, if nothing happens there. If two workers let them
play, both think, and one of them writes its choice down: the key of an entry sees to that. Bots that search and hints
wait for few threads in a fair queue; quick bots choose at once, for to hand that to a thread would take longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from boriken.analysis.explaining import explain
from boriken.engine import BadOption, Game, derived_seed
from boriken.games import GAMES
from boriken.players import LEVELS, choose, make_player
from boriken.players.search.budget import Budget
from boriken.players.search.thinking import SAMPLES_A_SECOND

from . import metrics, pages
from .compiling import ANALYSIS, USUAL_LEVEL
from .load import LESS_TIME, Load, busy
from .own_bots import ALL_LEVELS, OWN_LEVELS
from .pages.scene import Hint, HintChoice
from .preparing import Preparation
from .queues import Crowd, Job, Lane, Rank
from .refusals import NotPossible, OurFault, Refusal, Stale
from .standing import PACES, Standing
from .tables import Tables

log = logging.getLogger(__name__)
HINT_BUDGET = Budget(seconds=1.0)
HINT_BOT = "expert"
"""By whose strength a hint is called: the analysis searches as it does, for every choice alike."""
_SEARCH = "search"
QUICK_LEVELS = {
    game: tuple(level for level, bots in LEVELS.items() if bots.get(game, _SEARCH).partition(":")[0] != _SEARCH)
    for game in GAMES
}
"""Levels that choose within a moment, from weak to strong, by game."""
_WATCHED_FOR = 60.0
"""Seconds: pages and streams look at their table more often than that."""
_BETWEEN_TABLES = 0.005
_WRITTEN_WITHIN = 0.1
"""Seconds of a bot's pause in which its move may be written along with others."""
_TRIES = 3
"""After so many failures a quicker level plays."""
_LONGEST_PAUSE = 60.0
_LONGEST_OUTAGE = 4.0
"""Seconds: once the database is there again, nobody waits for longer."""
_SELDOM = 60.0
"""Seconds between two lines in the log about the same trouble."""
_MOST_KEPT = 1000


class BotFailed(Exception):
    """A bot has not chosen, or nothing that is allowed."""


def check_level(level: str) -> str:
    """A level that there is; raises BadOption."""
    if level not in ALL_LEVELS:
        raise BadOption(f"there is no level {level!r}; there is {', '.join(ALL_LEVELS)}")
    return level


class Bots:
    """Moves the bots of all tables that this worker has changed or shown."""

    def __init__(
        self,
        tables: Tables,
        load: Load,
        preparation: Preparation,
        threads: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tables = tables
        self._load = load
        self._preparation = preparation
        self._clock = clock
        self.searches = Lane("searching-bot", threads)
        load.waiting = lambda: self.searches.queue.moves() / self.searches.threads
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._hurry: dict[str, asyncio.Event] = {}
        self._jobs: dict[str, Job] = {}  # moves that wait for a thread or are thought about
        self._watched: dict[str, float] = {}  # when somebody last looked
        self._failures: dict[str, int] = {}
        self._told: dict[str, float] = {}
        self._resuming: asyncio.Task[None] | None = None

    def wake(self, table_id: str) -> None:
        """Somebody looks at a table: let its bots play if it is their turn. Quick, and harmless if it is not."""
        self._watched.pop(table_id, None)
        self._watched[table_id] = self._clock()
        while len(self._watched) > _MOST_KEPT:
            del self._watched[next(iter(self._watched))]
        if table_id in self._jobs:
            self._jobs[table_id].rank = Rank.WATCHED
        self.resume(table_id)

    def changed(self, table_id: str) -> None:
        """A table has changed. If its bots did not change it, somebody is there."""
        if table_id in self._tasks:
            self._again.add(table_id)
        else:
            self.wake(table_id)

    def resume(self, table_id: str) -> None:
        """Let a table's bots play though nobody may be looking."""
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        self._tasks[table_id] = asyncio.get_running_loop().create_task(self._play_on(table_id))

    def resume_all(self, table_ids: Sequence[str]) -> None:
        """Let the bots of many tables play, one table after another: people who come meanwhile need not wait."""

        async def resume() -> None:
            for table_id in table_ids:
                self.resume(table_id)
                await asyncio.sleep(_BETWEEN_TABLES)

        self._resuming = asyncio.get_running_loop().create_task(resume())

    def hurry(self, table_id: str) -> None:
        """Somebody does not want to watch: no pauses until a person is to move."""
        if table_id in self._tasks:
            self._hurry.setdefault(table_id, asyncio.Event()).set()

    async def stop(self) -> None:
        """Let no bot play any more."""
        tasks = [*self._tasks.values(), *([self._resuming] if self._resuming is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.searches.stop()

    async def _play_on(self, table_id: str) -> None:
        """Move bots until a person is to move; what fails is tried again after a pause, each longer than the last."""
        standing: Standing | None = None
        trouble = 0
        try:
            while True:
                try:
                    if standing is None:
                        self._again.discard(table_id)
                        standing = await self._read(table_id)
                    seat = standing.bot_to_move if standing is not None else None
                    if standing is not None and seat is not None:
                        standing = await self._move(standing, seat)
                        trouble = 0
                    elif table_id in self._again:
                        standing = None  # somebody has changed something since: look again
                    else:
                        return
                except Exception as error:
                    trouble += 1
                    self._note_trouble(table_id, error)
                    standing = None
                    mine = isinstance(error, BotFailed)
                    await asyncio.sleep(pause_after(trouble, _LONGEST_PAUSE if mine else _LONGEST_OUTAGE))
        finally:
            self._hurry.pop(table_id, None)
            self._again.discard(table_id)
            del self._tasks[table_id]  # at once: who wakes the bots from now on starts a new task

    async def _read(self, table_id: str) -> Standing | None:
        """The table; None if bots cannot play there: it is gone, or of other rules."""
        try:
            return await self._tables.latest(table_id)
        except OurFault:
            raise  # the database is away for a while
        except Refusal:
            return None

    async def _move(self, standing: Standing, seat: int) -> Standing | None:
        """Let a bot think and play; returns the table afterwards, None if it has changed meanwhile."""
        table = standing.table
        started = time.monotonic()
        try:
            action = await self._choose(standing, seat)
        except Exception as error:
            raise BotFailed from error
        pause = PACES[table.pace] - (time.monotonic() - started) - _WRITTEN_WITHIN
        patience = _WRITTEN_WITHIN if await self._pause(table.id, pause) else 0.0
        try:
            after = await self._tables.play_bot(table.id, seat, standing.number, action, patience)
        except Stale:
            return None  # taken back meanwhile, or another worker was quicker
        except NotPossible as error:
            if (await self._tables.read(table.id)).number != standing.number:
                return None  # likewise, and the game is over
            raise BotFailed from error
        if self._failures.get(table.id, 0) < _TRIES:
            self._failures.pop(table.id, None)
        return after

    async def _choose(self, standing: Standing, seat: int) -> str:
        """What the bot on a seat plays, as soon as it is its turn to think."""
        table, game = standing.table, standing.game
        name = game.rules.name
        level = quicker(_level(standing, seat), name, self._failures.get(table.id, 0) // _TRIES)
        seed = derived_seed(table.seed, standing.number)
        await self._preparation.ready(game.rules.key, level)  # keeping no thread from those that are

        def choice(crowd: Crowd) -> str:
            return _choice(self._player(level, name, crowd), game, seed)

        with metrics.Thought(level) as thought:
            if level in QUICK_LEVELS[name]:
                return thought.run(_choice, LEVELS[level][name], game, seed)
            think = partial(thought.run, choice)
            job = self._jobs[table.id] = self.searches.enter(_visitor(standing), self._rank(table.id), think)
            try:
                action: str = await job.result
                return action
            finally:
                self.searches.leave(job)
                del self._jobs[table.id]

    def _rank(self, table_id: str) -> Rank:
        looked = self._watched.get(table_id)
        watched = looked is not None and self._clock() - looked < _WATCHED_FOR
        return Rank.WATCHED if watched else Rank.UNWATCHED

    def _player(self, level: str, game: str, crowd: Crowd) -> str:
        """Who plays for a level while so many wait: itself, itself with less time, or the best of the quick ones."""
        player = ALL_LEVELS[level][game]
        if level in QUICK_LEVELS[game] or level in OWN_LEVELS:
            return player
        kind, _, settings = player.partition(":")
        budget, comma, depth = settings.partition(",")
        usual = _seconds(Budget.parse(budget))
        seconds = self._load.thinking_time(usual, crowd, self.searches.threads)
        if seconds >= usual:
            return player
        return f"{kind}:{seconds:.3f}s{comma}{depth}" if seconds else LEVELS[QUICK_LEVELS[game][-1]][game]

    def note(self, standing: Standing) -> str:
        """What is to be known of the bot to move: it is being prepared, or has less time to think than usual."""
        seat = standing.bot_to_move
        if seat is None:
            return ""
        level, rank = _level(standing, seat), self._rank(standing.table.id)
        crowd = self.searches.crowd(_visitor(standing), rank)
        game = standing.game.rules.name
        less_time = LESS_TIME if self._player(level, game, crowd) != ALL_LEVELS[level][game] else ""
        return self._preparation.bots_note(standing.game.rules, level) or less_time

    async def _pause(self, table_id: str, seconds: float) -> bool:
        """Wait for so long; whether nobody is in a hurry."""
        if seconds <= 0:
            return False
        hurry = self._hurry.setdefault(table_id, asyncio.Event())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await hurry.wait()
        return not hurry.is_set()

    def _note_trouble(self, table_id: str, error: Exception) -> None:
        """Say it, but not again and again; if it is the bot's fault, count it. (Of the database its storage speaks.)"""
        mine = isinstance(error, BotFailed)
        if mine and self._news("failed"):
            log.error("a bot of table %s has failed and is tried again", table_id, exc_info=error)
        elif not mine and not isinstance(error, OurFault | SQLAlchemyError) and self._news(type(error).__name__):
            log.error("bots cannot play for now, but try again: %s", type(error).__name__)
        if not mine:
            return
        failures = self._failures.pop(table_id, 0) + 1
        self._failures[table_id] = failures
        while len(self._failures) > _MOST_KEPT:
            del self._failures[next(iter(self._failures))]
        if failures == _TRIES and self._news("quicker"):
            log.warning("the bots of table %s have failed %d times: quicker ones play instead", table_id, failures)

    def _news(self, kind: str) -> bool:
        """Whether this has not been said for a while."""
        moment = self._clock()
        if moment - self._told.get(kind, -_SELDOM) < _SELDOM:
            return False
        self._told[kind] = moment
        return True

    async def hint(self, standing: Standing, person: str | None = None) -> Hint:
        """What a bot would do in the place of whoever is to move, knowing what that seat knows.

        Its chance comes from what everybody knows: the table's seed is a secret, and nothing shown may depend on it.
        """
        game, seed = standing.game, derived_seed(*standing.table.id.encode(), standing.number)
        staged = pages.plan(game, game.turn, standing.staged).actions[:1] if game.turn is not None else ()
        return await self.judge(game, seed, person or _visitor(standing), staged)

    async def judge(
        self, game: Game, seed: int, visitor: str, asked: Sequence[str] = (), open_cards: bool = False
    ) -> Hint:
        """Every choice of the seat to move, from what it knows, once no move waits; those asked about rated well.

        With `open_cards`, for games that are over, also as everything lay.
        """
        await self._preparation.soon(game.rules, ANALYSIS, "Hints")

        def think(crowd: Crowd) -> Hint:
            usual = _seconds(HINT_BUDGET)
            seconds = self._load.thinking_time(usual, crowd, self.searches.threads)
            if not seconds:
                raise busy("hints")
            if seconds >= usual:
                return _hint(game, HINT_BUDGET, seed, asked, open_cards=open_cards)
            return _hint(game, Budget(seconds=seconds), seed, asked, LESS_TIME)

        with metrics.Thought("hint") as thought:
            job = self.searches.enter(visitor, Rank.HINT, partial(thought.run, think))
            try:
                hint: Hint = await job.result
                return hint
            finally:
                self.searches.leave(job)


def quicker(level: str, game: str, steps: int) -> str:
    """The level so many steps down, of those that choose within a moment in a game.

    >>> quicker("expert", "puerto-rico", 0), quicker("expert", "puerto-rico", 1), quicker("expert", "san-juan", 1)
    ('expert', 'medium', 'hard')
    >>> quicker("easy", "puerto-rico", 9)
    'beginner'
    """
    names = list(ALL_LEVELS)
    down = [level, *(quick for quick in reversed(QUICK_LEVELS[game]) if names.index(quick) < names.index(level))]
    return down[min(steps, len(down) - 1)]


def pause_after(failures: int, longest: float) -> float:
    """Seconds until something is tried again that has failed so many times in a row.

    >>> [pause_after(n, 60) for n in (1, 2, 3, 99)]
    [0.5, 1.0, 2.0, 60.0]
    """
    return float(min(0.5 * 2.0 ** min(failures - 1, 20), longest))


def _level(standing: Standing, seat: int) -> str:
    level = standing.seats[seat].level
    return level if level in ALL_LEVELS else USUAL_LEVEL


def _visitor(standing: Standing) -> str:
    """Whose turn a table's bots use up: the host's, who has chosen how many tables there are and how strong their bots.

    (The others at the table may be many or none, and could be made to pay for tables that they did not open.)
    """
    return standing.table.host or ""


def _seconds(budget: Budget) -> float:
    """How long it takes, about."""
    return budget.seconds or budget.samples / SAMPLES_A_SECOND


def _choice(player: str, game: Game, seed: int) -> str:
    return choose(make_player(player, seed), game, seed).text


def _hint(
    game: Game, budget: Budget, seed: int, asked: Sequence[str] = (), sentence: str = "", open_cards: bool = False
) -> Hint:
    """Every choice of the seat to move, judged."""
    started = time.monotonic()
    legal = [action for action in game.legal_actions if action.text in asked]
    judged = explain(game, budget, seed, legal, open_cards)
    choices = tuple(HintChoice(**{**vars(choice), "action": str(choice.action)}) for choice in judged.choices)
    return Hint(choices, HINT_BOT, time.monotonic() - started, sentence, judged.chances)
