"""Version 0.1's bots, to be played against: `--field benchmarks.yardstick:Old:search:0.1s` in the arena.

Strength is measured against something that stands still. The code of version 0.1, with its weights, is taken out of the
repository's history once, into the folder of the cache, and runs in a process of its own: one for each process that
plays, whoever of its bots sit at the table. It is handed the imagined game field by field (the base game's records have
not changed) and answers with what its bot chooses; the time that a bot is given is spent there alone.

`python -m benchmarks.yardstick` checks that 0.1's bots play here what they play at home: whole games that the old code
plays by itself must come out action by action the same through the arena's own loop.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import functools
import itertools
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import platformdirs

from boriken.engine import Action, BadOption, Game, Outcome, derived_seed
from boriken.players.matches import play_to_end

COMMIT = "13ade6adb8"
"""The last one before the expansions came: version 0.1.0, whose games, records and networks are the base game's."""
PACKAGE = "boriken"
_PROGRAM = Path(__file__).with_name("yardstick_program.py")
_REPOSITORY = Path(__file__).parents[1]
_numbers = itertools.count()


class Old:
    """A bot of version 0.1. Settings: its spec, as that version knows it."""

    def __init__(self, seed: int, settings: str) -> None:
        if not settings:
            raise BadOption("which bot of version 0.1? For example benchmarks.yardstick:Old:learned")
        self._number = next(_numbers)
        self._program = _program()
        spoken = self._program.ask("make", player=self._number, spec=settings, seed=seed)
        self.name = f"0.1's {spoken}"

    def choose(self, game: Game) -> Action:
        return game.rules.actions[self._program.ask("choose", player=self._number, **_position(game))]

    def get_ready(self, game: Game) -> None:
        self._program.ask("ready", player=self._number, **_position(game))

    def goodbye(self, outcome: Outcome | None) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # it has gone, which has been told
            self._program.ask("bye", player=self._number)


def _position(game: Game) -> dict[str, Any]:
    fields = {name: game.states[name][0].tolist() for name in game.states.dtype.names}
    return {"table": _table(game), "seed": game.seed, "fields": fields}


def _table(game: Game) -> dict[str, Any]:
    if game.rules.expansions:
        raise BadOption("version 0.1 does not know Puerto Rico's expansions")
    known = {name: value for name, value in game.options.items() if not game.rules.options[name].later}
    return {"game": game.rules.name, "players": game.players, "options": known}


class _Program:
    """The old code at work."""

    def __init__(self) -> None:
        home = checkout()
        environment = os.environ | {"PYTHONPATH": str(home), "BORIKEN_CACHE_DIR": str(home / "cache")}
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_PROGRAM)], stdin=pipe, stdout=pipe, text=True, env=environment
        )
        atexit.register(self._end)

    def ask(self, kind: str, **more: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"type": kind, **more}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"version 0.1 has ended with exit status {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"version 0.1 says {answer['error']}")
        return answer["answer"]

    def _end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@functools.cache
def _program() -> _Program:
    return _Program()


def checkout() -> Path:
    """The folder of the old code, taken out of the history if it is not there yet."""
    base = os.environ.get("BORIKEN_CACHE_DIR") or platformdirs.user_cache_dir("boriken", appauthor=False)
    home = Path(base) / "yardstick" / COMMIT
    if not home.exists():
        found = subprocess.run(["git", "archive", COMMIT, PACKAGE], cwd=_REPOSITORY, capture_output=True, check=False)
        if found.returncode:
            raise BadOption(f"commit {COMMIT} is not in this repository: a shallow clone needs git fetch --unshallow")
        home.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=home.parent))
        with tarfile.open(fileobj=BytesIO(found.stdout)) as archive:
            archive.extractall(fresh, filter="data")
        try:
            fresh.rename(home)
        except OSError:  # another process was quicker
            shutil.rmtree(fresh)
    return home


# --- the check --------------------------------------------------------------------------------------------------------

TABLES = [("puerto-rico", players) for players in (2, 3, 4, 5)] + [("san-juan", players) for players in (2, 3, 4)]
REPEATABLE = ("heuristic", "learned", "search:64")
"""Bots that do not think by the clock."""


def same_game(name: str, players: int, spec: str, seed: int) -> bool:
    """Whether 0.1's bots play the same game here as at home."""
    game = Game.new(name, players=players, seed=seed)
    seeds = [derived_seed(seed, seat) for seat in range(players)]
    at_home: list[str] = _program().ask("play", table=_table(game), spec=spec, seed=seed, seeds=seeds)
    play_to_end(game, [f"benchmarks.yardstick:Old:{spec}"] * players, seeds)
    return [str(action) for action in game.actions] == at_home


def main() -> None:
    """Check that version 0.1's bots play through the yardstick as they do at home."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.yardstick", description=main.__doc__)
    asked.add_argument("--games", type=int, default=2, help="for each bot, game and number of players")
    games = asked.parse_args().games
    differ = 0
    for name, players in TABLES:
        for spec in REPEATABLE:
            same = sum(same_game(name, players, spec, seed) for seed in range(games))
            differ += games - same
            print(f"{name}, {players} players, {spec}: {same} of {games} games the same", flush=True)
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    from benchmarks import yardstick  # under the name by which the arena imports it: one process of the old code serves

    yardstick.main()
