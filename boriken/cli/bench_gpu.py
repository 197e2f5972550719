"""`boriken bench gpu`: how fast a GPU steps games, and whether it plays the same games as the CPU."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from rich.table import Table

import boriken.envs
from boriken.engine import RANDOM
from boriken.engine.rules import copy_states
from boriken.envs.core import ROOM

from .guard import BAD_FILE, FINE
from .measuring import Measured, best_rate, rounded
from .terminal import new_console

GAMES_AT_ONCE = (1 << 16, 1 << 18, 1 << 20)
"""Few fit into the GPU's cache, many keep all of it busy: the best of these counts."""
STEPS = 100
"""Random steps of a call: the GPU is not waited for in between."""

GAMES_CHECKED = 256
"""Of each variant, at a time; games that end are followed by others."""
ROUNDS_CHECKED, STEPS_CHECKED = 12, 50


class _FirstLegal:
    """A policy to call, wherever the arrays are."""

    def __call__(self, observations: Any, masks: Any) -> Any:
        return np.asarray(masks).argmax(axis=1)

    def __repr__(self) -> str:
        return "first legal"


FIRST_LEGAL = _FirstLegal()

Play = Callable[..., Any]
"""Makes a batch, as `boriken.envs.batch` does."""


def bench_gpu(seconds: float, as_json: bool) -> int:
    """Measure everything and print it."""
    results = list(measured(partial(boriken.envs.batch, device="cuda"), seconds))
    if as_json:
        print(json.dumps({result.key: result.value for result in results}))
        return FINE
    table = Table("measured", "", "", title="games on a GPU, random legal actions, best of 3", title_justify="left")
    table.columns[1].justify = "right"
    for result in results:
        table.add_row(result.what, f"{result.value:,}", result.unit)
    new_console().print(table)
    return FINE


def measured(batch_of: Play, seconds: float) -> Iterator[Measured]:
    """Both games: with nothing written between the steps, and with masks and observations at each step."""
    for prefix, game, players in (("", "puerto-rico", 4), ("san_juan_", "san-juan", 3)):
        for key, observe in (
            ("random_decisions_per_s", False),
            ("observed_decisions_per_s", True),
        ):
            rates = {n: _rate(batch_of(n, game, players, observe=observe), observe, seconds) for n in GAMES_AT_ONCE}
            n = max(rates, key=rates.__getitem__)
            what = f"{game}, {players} players, {n:,} games" + (", masks and observations" if observe else "")
            yield Measured(prefix + key, rounded(rates[n]), "decisions/s", what)


def _rate(batch: Any, observe: bool, seconds: float) -> float:
    """Decisions a second, of all games together."""
    batch.step_randomly(2 * STEPS)  # games in all phases

    def step(times: int) -> None:
        for _ in range(times):
            if observe:
                batch.step_randomly()
            else:
                batch.step_randomly(STEPS)
        batch.wait()

    rate: float = best_rate(step, seconds)[1] * batch.n * (1 if observe else STEPS)
    print(f"measured: {batch!r}: {rate:,.0f} decisions/s", file=sys.stderr, flush=True)
    return rate


# --- the same games as on the CPU -------------------------------------------------------------------------------------


def check_gpu() -> int:
    """Play every variant on the CPU and on the GPU, with the same seeds and actions, and compare to the byte."""
    wrong = games = 0
    for variant in variants():
        here, ended = played(boriken.envs.batch, variant)
        there, _ = played(partial(boriken.envs.batch, device="cuda"), variant)
        wrong += here != there
        games += ended
        print(f"{'the same' if here == there else 'DIFFERENT'}, {ended:,} games ended: {variant}", flush=True)
    print(f"{games:,} games ended; {wrong} variants differ")
    return BAD_FILE if wrong else FINE


def variants() -> Iterator[dict[str, Any]]:
    """What the tables are set up with: games, players, options, opponents, limits, rewards."""
    bots = (None, "heuristic", "random")
    house = {"swap": True, "corn_start": True, "hidden_vp": True, "governor": RANDOM}
    for players, opponents, options in product((2, 3, 4, 5), bots, ({}, house)):
        yield {"game": "puerto-rico", "players": players, "opponents": opponents, **options}
    for players, edition, opponents in product((2, 3, 4), (1, 2), bots):
        yield {"game": "san-juan", "players": players, "opponents": opponents, "edition": edition}
    every = {"new_buildings": RANDOM, "nobles": True, "buccaneer": True, "festival": True}
    chosen: list[dict[str, Any]] = [{name: value} for name, value in every.items()]
    for options in ({"new_buildings": "draft"}, *chosen, every):
        for players, opponents in product((2, 3, 4, 5), bots):
            yield {"game": "puerto-rico", "players": players, "opponents": opponents, **options}
    yield {"game": "san-juan", "players": 4, "edition": 2, "new_buildings": True, "reward": "win"}
    yield {"game": "puerto-rico", "players": 4, "opponents": "random", "limit": 40, "reward": "margin", "seat": 1}
    yield {"game": "puerto-rico", "players": 3, "limit": 150, "illegal": "random"}
    yield {"game": "puerto-rico", "players": 3, "opponents": (FIRST_LEGAL, "heuristic")}
    yield {"game": "san-juan", "players": 3, "opponents": FIRST_LEGAL}


def played(batch_of: Play, variant: dict[str, Any]) -> tuple[str, int]:
    """A digest of all that a batch shows and holds over many steps, and how many games ended."""
    batch = batch_of(GAMES_CHECKED, seed=1, reveal=True, keep_last=True, **variant)
    digest = hashlib.blake2b(digest_size=8)
    first = np.array(batch.seeds)
    chooser = np.random.default_rng(1)
    for _ in range(ROUNDS_CHECKED):
        _add(digest, batch)
        likings = chooser.random(np.shape(batch.masks))
        batch.step((np.array(batch.masks) * likings).argmax(axis=1))
        _add(digest, batch)
        batch.step_randomly(STEPS_CHECKED)
    _add(digest, batch)
    return digest.hexdigest(), int((np.array(batch.seeds) - first).sum()) // GAMES_CHECKED


def _add(digest: Any, batch: Any) -> None:
    """All bytes, those between the fields of records too: NumPy's copies would leave them out."""
    desks = copy_states(np.asarray(batch.desks))
    desks["legal"][np.arange(ROOM) >= desks["count"][:, None]] = 0  # left over from earlier lists
    digest.update(desks.tobytes())
    for name in ("states", "seats", "masks", "observations", "secrets", "rewards", "points"):
        digest.update(np.asarray(getattr(batch, name)).tobytes())
    for name in ("terminated", "truncated", "actions", "last_observations"):
        digest.update(np.asarray(getattr(batch, name)).tobytes())
