"""Bots: they think in threads, at the pace of their table, and give hints.

Whoever changes a table wakes its bots. If two workers do, both think, and one of them writes its choice down: the key
of an entry sees to that.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from boriken.engine import BadOption, Game, derived_seed
from boriken.games import GAMES
from boriken.players import LEVELS, choose, make_player
from boriken.players.explain import explain
from boriken.players.search.budget import Budget

from .pages.scene import Hint, HintChoice
from .refusals import NotThere, Stale
from .tables import PACES, Standing, Tables

log = logging.getLogger(__name__)
USUAL_LEVEL = "medium"
HINT_BUDGET = Budget(seconds=1.0)
HINT_BOT = "expert"
"""Whose thoughts a hint shows."""
_COMPILED_FIRST = ("easy", "medium")
"""Levels that are there as soon as the site is. While one bot is being compiled, no other can be."""
_TROUBLE_PAUSE = 1.0


def check_level(level: str) -> str:
    """A level that there is; raises BadOption."""
    if level not in LEVELS:
        raise BadOption(f"there is no level {level!r}; there is {', '.join(LEVELS)}")
    return level


def compile_usual_bots() -> None:
    """Have the bots that most play against compiled for both games, telling whoever waits."""
    for rules in GAMES.values():
        for level in _COMPILED_FIRST:
            choose(make_player(level, 0), Game(rules, rules.usual_players, 0, {}))


class Bots:
    """Moves the bots of all tables that this worker has changed or shown."""

    def __init__(self, tables: Tables, threads: int) -> None:
        self._tables = tables
        self._threads = ThreadPoolExecutor(max(threads, 1), thread_name_prefix="bot")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._hurry: dict[str, asyncio.Event] = {}

    def warm_up(self) -> None:
        """Compile the other bots in a thread, before anybody waits for one of them."""
        for level in LEVELS:
            if level not in _COMPILED_FIRST:
                for rules in GAMES.values():
                    self._threads.submit(_choice, level, Game(rules, rules.usual_players, 0, {}), 0)

    def wake(self, table_id: str) -> None:
        """Let a table's bots play if it is their turn. Quick, and harmless if it is not."""
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        self._tasks[table_id] = asyncio.get_running_loop().create_task(self._play_on(table_id))

    def hurry(self, table_id: str) -> None:
        """Somebody does not want to watch: no pauses until a person is to move."""
        if table_id in self._tasks:
            self._hurry.setdefault(table_id, asyncio.Event()).set()

    async def stop(self) -> None:
        """Let no bot play any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _play_on(self, table_id: str) -> None:
        """Move bots until a person is to move; a bot that fails is tried again when somebody next looks."""
        try:
            standing = None
            while True:
                if standing is None:
                    self._again.discard(table_id)
                    standing = await self._tables.latest(table_id)
                seat = standing.bot_to_move
                if seat is not None:
                    standing = await self._move(standing, seat)
                elif table_id in self._again:
                    standing = None  # somebody has changed something since: look again
                else:
                    return
        except NotThere:
            pass
        except Exception:
            log.exception("a bot of table %s has failed", table_id)
            await asyncio.sleep(_TROUBLE_PAUSE)
        finally:
            self._hurry.pop(table_id, None)
            again = table_id in self._again
            self._again.discard(table_id)
            del self._tasks[table_id]  # at once: who wakes the bots from now on starts a new task
        if again:
            self.wake(table_id)  # somebody has looked while it was in trouble

    async def _move(self, standing: Standing, seat: int) -> Standing | None:
        """Let a bot think and play; returns the table afterwards, None if it has changed meanwhile."""
        table = standing.table
        started = time.monotonic()
        level = LEVELS.get(standing.seats[seat].level or "", LEVELS[USUAL_LEVEL])
        seed = derived_seed(table.seed, standing.number)
        action = await self._think(_choice, level, standing.game, seed)
        await self._pause(table.id, PACES[table.pace] - (time.monotonic() - started))
        try:
            return await self._tables.play_bot(table.id, seat, standing.number, action)
        except Stale:
            return None  # taken back meanwhile, or another worker was quicker

    async def _pause(self, table_id: str, seconds: float) -> None:
        if seconds <= 0:
            return
        hurry = self._hurry.setdefault(table_id, asyncio.Event())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await hurry.wait()

    async def hint(self, standing: Standing) -> Hint:
        """What a bot would do in the place of whoever is to move, knowing what that seat knows."""
        hint: Hint = await self._think(_hint, standing.game, derived_seed(standing.table.seed, standing.number))
        return hint

    async def _think(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


def _choice(player: str, game: Game, seed: int) -> str:
    return choose(make_player(player, seed), game, seed).text


def _hint(game: Game, seed: int) -> Hint:
    """Every choice of the seat to move, judged."""
    started = time.monotonic()
    judged = explain(game, HINT_BUDGET, seed).choices
    choices = tuple(HintChoice(str(c.action), c.chance, c.visits, c.points, c.sentence) for c in judged)
    return Hint(choices, bot=HINT_BOT, seconds=time.monotonic() - started)
