"""`boriken bench envs`: how fast the environments are on this machine, beside those of others."""

from __future__ import annotations

import importlib.util
import json
import random
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from rich.table import Table

import boriken.envs

from .arguments import parse_options
from .guard import FINE
from .measuring import Measured, best_rate
from .terminal import new_console

GAMES_AT_ONCE = 4096


def bench_envs(players: int | None, seconds: float, options: Sequence[str], as_json: bool) -> int:
    """Measure everything and print it."""
    table_of = {"game": "puerto-rico", "players": players or 4, **parse_options(options)}
    results = [*_batches(table_of, seconds), _aec(table_of, seconds), _clone(table_of, seconds)]
    peers = _peers(seconds)
    if as_json:
        print(json.dumps({result.key: result.value for result in results} | {"peers": peers}))
        return FINE
    table = Table("measured", "", "", title="environments, random legal actions, best of 3", title_justify="left")
    table.columns[1].justify = "right"
    for result in results:
        table.add_row(result.what, f"{result.value:,}", result.unit)
    for name, rate in peers.items():
        table.add_row(f"for comparison: {name}", f"{rate:,}", "decisions/s")
    new_console().print(table)
    return FINE


def _announce(what: str) -> None:
    print(f"measuring: {what} ...", file=sys.stderr, flush=True)


def _rounded(number: float) -> float:
    """Four figures are more than a measurement is good for."""
    return float(f"{number:.4g}") if number < 1000 else int(float(f"{number:.4g}"))


def _batches(table_of: dict[str, Any], seconds: float) -> Iterator[Measured]:
    for key, observe in (("batch_decisions_per_s", False), ("batch_observed_decisions_per_s", True)):
        what = (
            f"{GAMES_AT_ONCE} games of Puerto Rico, {table_of['players']} players, "
            + ("masks and observations", "masks")[not observe]
        )
        _announce(what)
        batch = boriken.envs.batch(GAMES_AT_ONCE, observe=observe, **table_of)
        batch.step_randomly(200)  # games in all phases
        _, steps = best_rate(partial(_step, batch), seconds)
        yield Measured(key, _rounded(steps * batch.n), "decisions/s", what)


def _step(batch: Any, times: int) -> None:
    """A call for each step, as a learner would: threads start and meet each time."""
    for _ in range(times):
        batch.step_randomly()


def _aec(table_of: dict[str, Any], seconds: float) -> Measured:
    what = f"PettingZoo AEC, Puerto Rico, {table_of['players']} players, each step from Python"
    _announce(what)
    rate = _pettingzoo(boriken.envs.aec(**table_of), seconds)
    return Measured("aec_steps_per_s", _rounded(rate), "steps/s", what)


def _clone(table_of: dict[str, Any], seconds: float) -> Measured:
    what = "copying a game of a batch over another, with mask and observation, from Python"
    _announce(what)
    batch = boriken.envs.batch(2, **table_of)

    def copy(times: int) -> None:
        for _ in range(times):
            batch.clone_game(0, 1)

    _, rate = best_rate(copy, seconds)
    return Measured("clone_us", float(f"{1e6 / rate:.3g}"), "us", what)


# --- other libraries, each asked for random games in its own usual way ----------------------------


def _peers(seconds: float) -> dict[str, float]:
    """Decisions a second, of those that are installed."""
    found: dict[str, float] = {}
    for name, library, measure in (
        ("pettingzoo connect_four", "pygame", _connect_four),
        ("rlcard gin-rummy", "rlcard", _rlcard),
        ("openspiel gin_rummy", "pyspiel", lambda s: _openspiel("gin_rummy", s)),
        ("openspiel hearts", "pyspiel", lambda s: _openspiel("hearts", s)),
        ("catanatron", "catanatron", _catanatron),
    ):
        if importlib.util.find_spec(library) is None:
            print(f"not installed: {name} ('pip install boriken[peers]')", file=sys.stderr)
            continue
        _announce(name)
        found[name] = _rounded(measure(seconds))
    return found


def _pettingzoo(env: Any, seconds: float) -> float:
    """Steps of an AEC environment with masks in its observations."""
    chooser = random.Random(1)
    env.reset(seed=1)

    def steps(times: int) -> None:
        for _ in range(times):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                observation, *_ = env.last()
            env.step(chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))

    return best_rate(steps, seconds)[1]


def _connect_four(seconds: float) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo is changing how environments are made
        from pettingzoo.classic import connect_four_v3

        env = connect_four_v3.env()
    return _pettingzoo(env, seconds)


def _games(play: Callable[[], int], seconds: float) -> float:
    """Decisions a second of whole games; `play` says how many decisions one had."""
    decisions = games = 0

    def some(times: int) -> None:
        nonlocal decisions, games
        for _ in range(times):
            decisions += play()
        games += times

    _, rate = best_rate(some, seconds)
    return rate * decisions / games


def _rlcard(seconds: float) -> float:
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": 1})
    chooser = random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chooser.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return _games(play, seconds)


def _openspiel(name: str, seconds: float) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    chooser = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(chooser.choice(state.legal_actions()))
        return decisions

    return _games(play, seconds)


def _catanatron(seconds: float) -> float:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return len(getattr(game.state, "action_records", None) or game.state.actions)

    return _games(play, seconds)
