"""`boriken bench`: how fast the engine is on this machine, on one core."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.table import Table

from boriken.engine import BorikenError, Game, Rules, States, new_chance, new_states, record_of, stepping
from boriken.engine.compiler import INTERPRETED
from boriken.games import WITH_EXPANSIONS

from .arguments import number_of_players, parse_options, rules_named
from .bench_bots import bench_bots
from .guard import FINE
from .measuring import REPEATS, Measured, best_rate, rounded
from .terminal import new_console

_COMPILE = """
import time
from boriken.engine import compile_rules, rules_of
rules = rules_of({name!r})
rules = rules.for_options(rules.check_options({players}, {options!r}))
start = time.perf_counter()
compile_rules(rules)
print(time.perf_counter() - start)
"""
_FIRST_MOVE = """
from boriken import Game
game = Game.new({name!r}, players={players}, **{options!r})
game.play(game.legal_actions[0])
"""


def bench(game: str | None, players: int | None, seconds: float, options: Sequence[str], as_json: bool) -> int:
    """Measure everything and print it."""
    rules = rules_named(game)
    count = number_of_players(rules, players)
    chosen = parse_options(options)
    rules = rules.for_options(rules.check_options(count, chosen))
    results = Measurements(rules, count, chosen, seconds).run()
    if as_json:
        print(json.dumps({result.key: result.value for result in results}))
        return FINE
    how = "interpreted" if INTERPRETED else "compiled"
    title = f"{rules.full_title}, rules {how}, one core, best of {REPEATS}"
    table = Table("measured", "", "", title=title, title_justify="left")
    table.columns[1].justify = "right"
    for result in results:
        table.add_row(result.what, f"{result.value:,}", result.unit)
    new_console().print(table)
    return FINE


class Measurements:
    """The measurements, one after the other."""

    def __init__(self, rules: Rules, players: int, options: dict[str, Any], seconds: float) -> None:
        Game(rules, players, 0, options)  # says what is wrong with the number of players, and compiles
        self.rules = rules
        self.players = players
        self.options = options
        self.seconds = seconds

    def run(self) -> list[Measured]:
        """Everything, each announced on standard error."""
        results: list[Measured] = []
        for announcement, measure in (
            ("random games, all compiled", self.compiled_games),
            ("random games with all expansions", self.expanded_games),
            ("random games, each move chosen and played from Python", self.python_games),
            ("copies of a game", self.copies),
            ("the bots", self.bots),
            ("compiling the rules into an empty cache (up to a minute)", self.compiling),
            ("a fresh start with everything compiled", self.starting),
        ):
            if measure == self.bots and (INTERPRETED or self.rules.expansions):
                continue  # interpreted, a training would take hours; and bots are measured without expansions
            if measure == self.expanded_games and self.rules.key not in WITH_EXPANSIONS:
                continue  # there are none, or they are what is measured
            print(f"measuring: {announcement} ...", file=sys.stderr, flush=True)
            results += measure()
        return results

    def compiled_games(self) -> list[Measured]:
        best, per_game = self._random_games()
        what = f"random games with {self.players} players, all compiled"
        return [
            Measured("games_per_s", rounded(best), "games/s", what),
            Measured("decisions_per_s", rounded(best * per_game), "decisions/s", "  the same, by decision"),
        ]

    def expanded_games(self) -> list[Measured]:
        """Always with as many players as usual: the key says nothing of them."""
        rules = WITH_EXPANSIONS[self.rules.name]
        best, _ = Measurements(rules, rules.usual_players, dict(rules.all_expansions), self.seconds)._random_games()
        what = f"random games with {rules.usual_players} players and all expansions, all compiled"
        return [Measured("expansions_games_per_s", rounded(best), "games/s", what)]

    def _random_games(self) -> tuple[float, float]:
        """Games a second, and decisions in a game."""
        states, legal = self._new_states(), self._legal()
        chance = new_chance(1)
        decisions = 0

        def play(games: int) -> None:
            nonlocal decisions
            decisions = stepping.random_games(states, 0, games, chance, legal)

        games, best = best_rate(play, self.seconds)
        return best, decisions / games

    def python_games(self) -> list[Measured]:
        chance = random.Random(1)
        game: Game | None = None
        seed = 0

        def play(decisions: int) -> None:
            nonlocal game, seed
            for _ in range(decisions):
                if game is None or game.over:
                    game = Game(self.rules, self.players, seed, self.options)
                    seed += 1
                game.play(chance.choice(game.legal_actions))

        _, best = best_rate(play, self.seconds)
        what = "random games, each decision made by Python through Game.play"
        return [Measured("python_decisions_per_s", rounded(best), "decisions/s", what)]

    def copies(self) -> list[Measured]:
        states = self._new_states()
        stepping.random_games(states, 0, 1, new_chance(1), self._legal())
        _, best = best_rate(lambda copies: stepping.copy_many(states, copies), self.seconds)
        return [
            Measured(
                "copy_us",
                float(f"{1e6 / best:.3g}"),
                "us",
                "copying a game's state over and over, in the processor's cache",
            ),
            Measured("state_bytes", self.rules.dtype.itemsize, "bytes", "size of a game's state"),
        ]

    def bots(self) -> list[Measured]:
        return bench_bots(self.rules, self.players, self.seconds)

    def compiling(self) -> list[Measured]:
        with tempfile.TemporaryDirectory(prefix="boriken-bench-") as folder:
            output = run_python(self._filled_in(_COMPILE), {"BORIKEN_CACHE_DIR": folder})
        what = "compiling the rules for the first time"
        return [Measured("compile_s", round(float(output), 2), "s", what)]

    def starting(self) -> list[Measured]:
        code = self._filled_in(_FIRST_MOVE)
        run_python(code)
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            run_python(code)
            times.append(time.perf_counter() - start)
        return [
            Measured("start_s", round(min(times), 3), "s", "a new process, from its start to the first move played")
        ]

    def _filled_in(self, code: str) -> str:
        return code.format(name=self.rules.name, players=self.players, options=self.options)

    def _new_states(self) -> States:
        states = new_states(self.rules, 2)
        state = record_of(states)
        state.players = self.players
        self.rules.write_options(state, self.rules.check_options(self.players, self.options))
        return states

    def _legal(self) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        return np.zeros(self.rules.most_legal, np.int16)


def run_python(code: str, environment: dict[str, str] | None = None) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | (environment or {}), capture_output=True, text=True)
    if done.returncode:
        raise BorikenError(f"a measurement failed: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    return done.stdout
