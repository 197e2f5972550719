"""Compiling for the first start, in processes of their own.

A compiler needs much memory and does not give it back. So each bot is compiled for each game by a process that ends
when it is done, and of each game one after the other; the site then loads what it finds in the cache folder. If such a
process fails, the site compiles for itself, as any other program does.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from boriken.engine import Game, compile_rules
from boriken.engine.compiler import CACHE_FOLDER, INTERPRETED
from boriken.games import ALL_RULES
from boriken.players import LEVELS, choose, make_player

try:
    import fcntl
except ImportError:  # Windows: two processes may then compile the same, which costs time only
    fcntl = None  # type: ignore[assignment]

RULES = "rules"
_children: set[subprocess.Popen[bytes]] = set()
_ending = threading.Event()


def compile_side_by_side(levels: Iterable[str]) -> None:
    """Have the rules of all games and these bots for them compiled, the games side by side.

    With expansions only the rules: whoever opens such a table must not stop the site, but its bots may be waited for.
    """
    levels = tuple(levels)

    def compile_game(game: str) -> None:
        for what in (RULES,) if ALL_RULES[game].expansions else (RULES, *levels):
            compile_apart(game, what)

    with ThreadPoolExecutor(len(ALL_RULES)) as pool:
        try:
            list(pool.map(compile_game, ALL_RULES))
        except BaseException:
            stop()  # interrupted: it must not wait for the rest
            raise


def compile_apart(game: str, level: str = RULES) -> None:
    """Have the rules of a game, or a bot for it, compiled unless they have been; returns when they are."""
    marker = CACHE_FOLDER / f"{game}-{level}.apart"
    if INTERPRETED or marker.exists() or _ending.is_set():
        return
    with _alone(game), contextlib.suppress(OSError):
        if marker.exists() or _ending.is_set():
            return  # another worker has meanwhile
        child = subprocess.Popen([sys.executable, "-m", "boriken.web.compiling", game, level], stdin=subprocess.DEVNULL)
        _children.add(child)
        try:
            if child.wait() == 0:
                marker.touch()
        finally:
            child.kill()
            _children.discard(child)


def stop() -> None:
    """The site ends: compile no more."""
    _ending.set()
    for child in list(_children):
        child.terminate()


@contextlib.contextmanager
def _alone(game: str) -> Iterator[None]:
    """Of all processes with this cache folder, one at a time for each game."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            lock = stack.enter_context(open(CACHE_FOLDER / f"{game}-apart.lock", "w"))
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(game: str, level: str) -> None:
    rules = ALL_RULES[game]
    compile_rules(rules)
    if level != RULES:
        choose(make_player(LEVELS[level], 0), Game(rules, rules.usual_players, 0, {}), 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
