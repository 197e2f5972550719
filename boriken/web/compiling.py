"""Compiling in processes of its own: the steps, their order, and who does them.

A compiler needs much memory and does not give it back. So the rules of each game and each bot for it are compiled by a
process that ends when it is done; the site then loads what it finds in the cache folder. If such a process fails, the
site compiles for itself, as any other program does. These processes step back behind everything that answers people.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from boriken.analysis.judging import desk_for
from boriken.engine import Game, Rules, cache, compile_rules, cores
from boriken.engine.compiler import INTERPRETED
from boriken.games import ALL_RULES, GAMES
from boriken.players import LEVELS, choose, make_player

from .queues import step_back

RULES, ANALYSIS = "rules", "analysis"
USUAL_LEVEL = "medium"
LANES = min(len(GAMES), cores())
"""So many compile side by side: with one core, the first game is ready sooner if the second waits."""
_BEHIND_ALL = 15
"""How far compiling steps back: further than bots that think, who keep the interpreter from those that answer."""


_CHILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the site, which ends its compilers
from boriken.web.compiling import main
main(*sys.argv[1:])
"""


class Step(NamedTuple):
    """Something to be compiled: a game's rules; a bot for it or its analysis, which need them."""

    game: str
    """Its key: a game with expansions has rules of its own."""
    what: str
    """`RULES`, a level or `ANALYSIS`."""

    @property
    def rules(self) -> Rules:
        return ALL_RULES[self.game]

    @property
    def is_compiled(self) -> bool:
        """Whether it is found in the cache folder."""
        return INTERPRETED or self.marker.exists()

    @property
    def marker(self) -> Path:
        return cache.CACHE_FOLDER / f"{self.game}-{self.what}.apart"


_ORDER = (RULES, USUAL_LEVEL, *(level for level in LEVELS if level != USUAL_LEVEL), ANALYSIS)
STEPS = tuple(
    Step(rules.key, what)
    for rank in (False, True)
    for what in _ORDER
    for rules in ALL_RULES.values()
    if bool(rules.expansions) == rank
)
"""All of them: first what most need to play, the stronger bots later, then hints, everything with expansions last."""


class Compilers:
    """Processes that compile for one site or command."""

    def __init__(self) -> None:
        self._children: set[subprocess.Popen[bytes]] = set()
        self._ending = threading.Event()

    def each(self, work: Callable[[Step], None], steps: Sequence[Step] = STEPS) -> None:
        """Do something with every step, two games side by side and each of them step by step; returns afterwards."""
        waiting, busy, turn = list(steps), set[str](), threading.Condition()

        def take() -> Step | None:
            with turn:
                while waiting and not self._ending.is_set():
                    step = next((step for step in waiting if step.game not in busy), None)
                    if step is not None:
                        waiting.remove(step)
                        busy.add(step.game)
                        return step
                    turn.wait()
                return None

        def lane() -> None:
            while (step := take()) is not None:
                try:
                    work(step)
                finally:
                    with turn:
                        busy.discard(step.game)
                        turn.notify_all()

        with ThreadPoolExecutor(LANES, thread_name_prefix="compiling", initializer=step_back) as pool:
            try:
                for done in [pool.submit(lane) for _ in range(LANES)]:
                    done.result()
            except BaseException:
                self.stop()  # interrupted: it must not wait for the rest
                raise

    def compile_apart(self, step: Step) -> None:
        """Have a step compiled unless it has been; returns when it is, or has failed."""
        if step.is_compiled:
            return
        with cache.alone(f"{step.game}-apart"), contextlib.suppress(OSError):
            if step.is_compiled or self._ending.is_set():
                return  # another worker has meanwhile
            child = subprocess.Popen([sys.executable, "-c", _CHILD, *step], stdin=subprocess.DEVNULL)
            self._children.add(child)
            if self._ending.is_set():
                child.terminate()  # stop may not have seen it yet
            try:
                if child.wait() == 0:
                    step.marker.touch()
            finally:
                child.kill()
                self._children.discard(child)

    @property
    def ending(self) -> bool:
        """Whether nothing is compiled any more."""
        return self._ending.is_set()

    def stop(self) -> None:
        """Compile no more."""
        self._ending.set()
        for child in list(self._children):
            child.terminate()


def use(step: Step) -> None:
    """Compile a step in this process, or load it if it has been compiled."""
    rules = step.rules
    compile_rules(rules, as_promised=True)
    if step.what == ANALYSIS:
        desk_for(Game(rules, rules.usual_players, 0, {}))
    elif step.what != RULES:
        choose(make_player(_briefest(step.what, rules.name), 0), Game(rules, rules.usual_players, 0, {}), 0)


def _briefest(level: str, game: str) -> str:
    """The player of a level. One that searches plays a single sample: it needs no more code for a second's thought."""
    player = LEVELS[level][game]
    return "search:1" if player.startswith("search:") else player


def main(game: str, what: str) -> None:
    """What a process does that compiles a step."""
    if hasattr(os, "nice"):
        os.nice(_BEHIND_ALL)
    use(Step(game, what))
