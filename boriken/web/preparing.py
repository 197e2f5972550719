"""What is prepared while the site answers already: the rules of the games, and their bots.

On the first start all of it is compiled, on every other loaded from the cache folder. A game can be played as soon as
its rules are there. Who needs more than there is is told so, and about how long it will take; nobody is kept waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable
from functools import partial

from boriken.engine import Rules, the_rules
from boriken.engine.compiler import promise, withdraw
from boriken.games import ALL_RULES

from .compiling import ANALYSIS, LANES, RULES, STEPS, Compilers, Step, use
from .pages.scene import GamePrepared, Prepared
from .refusals import Preparing

log = logging.getLogger(__name__)
_SECONDS = {RULES: 24.0, "medium": 12.0, "beginner": 7.0, "easy": 2.0, "hard": 17.0, "expert": 2.0, ANALYSIS: 15.0}
"""That compiling a step takes on one core, about (`python -m benchmarks.compiling`), its process's start included."""
_WITH_EXPANSIONS = 1.6
"""Times as long."""
_LOADING = 0.5
"""Seconds that a step takes which has been compiled."""
_A_MOMENT = 5
"""Seconds that somebody may wait for a hint to be loaded."""
_STILL = 0.25
"""What takes longer than usual may take a quarter of that time more."""


class Preparation:
    """Has everything prepared in the background, and knows what is ready."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._compilers = Compilers()
        self._ready: dict[Step, asyncio.Future[None]] = {}
        self._cost: dict[Step, float] = {}
        self._begun: dict[Step, float] = {}
        self._order = STEPS
        self._at_last: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Begin. Rules that were compiled before are loaded when this returns: it takes a moment."""
        loop = asyncio.get_running_loop()
        self._ready = {step: loop.create_future() for step in STEPS}
        self._cost = {step: _LOADING if step.is_compiled else _cost(step) for step in STEPS}
        compiled = [step for step in STEPS if step.what == RULES and step.is_compiled]
        self._order = (*compiled, *(step for step in STEPS if step not in compiled))
        for rules in ALL_RULES.values():
            promise(the_rules(rules), partial(self.refusal, rules))
        self.thread = threading.Thread(target=self._prepare_all, args=(loop,), name="preparing", daemon=True)
        self.thread.start()
        if compiled:
            await asyncio.wait([self._ready[step] for step in compiled])

    def stop(self) -> None:
        """Prepare no more."""
        self._compilers.stop()
        for rules in ALL_RULES.values():
            withdraw(the_rules(rules))

    def at_last(self, work: Callable[[], None]) -> None:
        """Have something done when all is prepared, in the same thread. To be said before it begins."""
        self._at_last = work

    def _prepare_all(self, loop: asyncio.AbstractEventLoop) -> None:
        self._compilers.each(partial(self._prepare, loop), self._order)
        if not self._compilers.ending:
            self._at_last()

    def _prepare(self, loop: asyncio.AbstractEventLoop, step: Step) -> None:
        self._begun[step] = self._clock()
        try:
            self._compilers.compile_apart(step)
            if not self._compilers.ending:
                use(step)
        except Exception:
            log.exception("%s of %s cannot be compiled", step.what, step.rules.full_title)
            withdraw(the_rules(step.rules))  # if it was they: who needs them shall hear why
        finally:
            with contextlib.suppress(RuntimeError):  # the site has ended meanwhile
                loop.call_soon_threadsafe(_tell, self._ready[step])

    # --- what is ready ------------------------------------------------------------------------------------------------

    def is_ready(self, game: str, what: str = RULES) -> bool:
        """Whether a game's rules, or a bot for it, can be used at once."""
        ready = self._ready.get(Step(game, what))
        return ready is None or ready.done()

    async def ready(self, game: str, what: str = RULES) -> None:
        """Wait for it."""
        ready = self._ready.get(Step(game, what))
        if ready is not None and not ready.done():
            await asyncio.wait([ready])

    async def soon(self, rules: Rules, level: str, what: str) -> None:
        """Wait for a bot that is there in a moment; refuse what it is wanted for if it takes longer."""
        if self.seconds(rules.key, level) <= _A_MOMENT:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2 * _A_MOMENT):
                    await self.ready(rules.key, level)
        if not self.is_ready(rules.key, level):
            seconds = self.seconds(rules.key, level)
            raise Preparing(f"{what} are being prepared for this machine: about {seconds} seconds more.", seconds)

    @property
    def has_all_rules(self) -> bool:
        """Whether every table can be played."""
        return all(map(self.is_ready, ALL_RULES))

    def seconds(self, game: str, what: str = RULES) -> int:
        """About how long it will take: at least a second."""
        wanted = Step(game, what)
        ahead = [step for step in self._order[: self._order.index(wanted)] if not self.is_ready(*step)]
        by_itself = sum(map(self._left, [*(step for step in ahead if step.game == game), wanted]))
        return math.ceil(max(by_itself, sum(map(self._left, ahead)) / LANES + self._left(wanted)))

    def _left(self, step: Step) -> float:
        """Seconds that a step by itself will take from now on."""
        cost = self._cost.get(step, 0.0)
        if step not in self._begun:
            return cost * self._slowness
        passed = self._clock() - self._begun[step]
        return max(cost - passed, passed * _STILL, 1.0)

    @property
    def _slowness(self) -> float:
        """How many times longer than usual it takes on this machine, by what is under way."""
        under_way = [step for step in list(self._begun) if not self.is_ready(*step) and self._cost[step] > _LOADING]
        took = [(self._clock() - self._begun[step] + self._left(step)) / self._cost[step] for step in under_way]
        return max([1.0, *took])

    def _undone(self, step: Step) -> float:
        """Which share of a step is not done yet."""
        if step not in self._begun:
            return 1.0
        left = self._left(step)
        return left / (self._clock() - self._begun[step] + left)

    # --- in words -----------------------------------------------------------------------------------------------------

    def refusal(self, rules: Rules) -> Preparing:
        """What is said to whoever needs rules that are not ready."""
        seconds = self.seconds(rules.key)
        return Preparing(
            f"{rules.full_title} is being prepared for this machine, which happens once: about {seconds} seconds more. "
            "Nothing is lost.",
            seconds,
        )

    def bots_note(self, rules: Rules, level: str) -> str:
        """What stands at a table whose bots are not ready; empty if they are."""
        if self.is_ready(rules.key, level):
            return ""
        return f"Preparing the {level} bots for this machine, about {self.seconds(rules.key, level)} s."

    @property
    def shown(self) -> Prepared | None:
        """For the lobby; None when everything is ready, or was compiled before and is there in a moment."""
        waiting = [step for step in STEPS if not self.is_ready(*step)]
        if all(self._cost[step] == _LOADING for step in waiting):
            return None
        share = 1 - sum(self._undone(step) * self._cost[step] for step in waiting) / sum(self._cost.values())
        return Prepared(percent=int(100 * share), games=tuple(map(self._game, ALL_RULES.values())))

    def _game(self, rules: Rules) -> GamePrepared:
        steps = [step for step in STEPS if step.game == rules.key and step.what != ANALYSIS]
        ready = [step.what for step in steps if step.what != RULES and self.is_ready(*step)]
        next_one = next((step for step in steps if not self.is_ready(*step)), None)
        return GamePrepared(
            name=rules.key,
            title=rules.full_title,
            ready=self.is_ready(rules.key),
            levels=tuple(ready),
            next_one="" if next_one is None else next_one.what,
            seconds=0 if next_one is None else self.seconds(*next_one),
        )


def _cost(step: Step) -> float:
    return _SECONDS[step.what] * (_WITH_EXPANSIONS if step.rules.expansions else 1.0)


def _tell(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
