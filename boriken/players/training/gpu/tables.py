"""Many games of the network side by side: what is done with one of them between two looks of the network.

A round of the table: the choices of a decision are written down as rows, each row is tried in an imagined copy, the
network judges all rows of all games at once, and the best one is played. These are the steps of `self_play`, cut apart
where the network is asked.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boriken.engine import Rules, State, States, below, rule
from boriken.engine.referee import Standings, next_choice
from boriken.engine.rules import apply, redraw, setup

from ...heuristic import best_by_thumb
from ...learned.network import MOST_SEATS, OUTPUTS, encode, result
from ...learned.policy import TO_BE_AHEAD, utility
from ..self_play import (
    ADVISED,
    LEARNER,
    LONGEST_GAME,
    Samples,
    aim,
    any_seed,
    asks_network,
    keep,
    seat_players,
    style_of,
)

NONE = -1
PLAYING, OVER = 0, 1
OVER_KEY = 127
"""More than any decision."""

AT_A_TIME = 3
"""Decisions by rules of thumb and whims that are played in one go: 32 threads wait for the slowest of them."""


class Tables(NamedTuple):
    """The games, a row each."""

    states: States
    imagined: States
    """What the seat to move imagines the game to be."""
    chances: Any
    who: Any
    """By seat."""
    first: Any
    """The first row of the choices that the network is asked about."""
    choices: Any
    """How many there are: 0 if it is not asked."""
    chosen: Any
    """The action that it has chosen; NONE if it was not asked."""
    kept: Any
    """How many samples of this game there are."""
    actions: Any
    final: Any
    """How it ended: shares of the win, then points."""
    phase: Any


class Rows(NamedTuple):
    """The choices that the network is asked about, of all games."""

    game: Any
    action: Any
    net: Any
    """Which network judges it."""
    inputs: Any
    """0 where the game is over: then nobody needs to be asked."""
    which: Any
    amount: Any
    out: Any


class Manner(NamedTuple):
    """How games are played: see `TrainingRequest`. Shares are in millionths."""

    explore: int
    keep: int
    strangers: int
    trace: int
    styles: int
    rivals: int
    """Networks that do not learn."""
    role: int
    """The decision which role to take."""


AnyTables = Any
"""`Tables`, or those at which a guide searches (`guide_tables`), which have games, too."""
AnyManner = Any


def new_tables(rules: Rules, n: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shapes and kinds of `Tables`, for n games."""
    return {
        "states": ((n,), rules.dtype),
        "imagined": ((n,), rules.dtype),
        "chances": ((n, 4), np.uint32),
        "who": ((n, MOST_SEATS), np.int8),
        "first": ((n,), np.int32),
        "choices": ((n,), np.int32),
        "chosen": ((n,), np.int32),
        "kept": ((n,), np.int32),
        "actions": ((n,), np.int32),
        "final": ((n, OUTPUTS), np.float32),
        "phase": ((n,), np.int8),
    }


def new_rows(n: int, most: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shapes and kinds of `Rows`, for n choices with so many inputs at most."""
    return {
        "game": ((n,), np.int32),
        "action": ((n,), np.int16),
        "net": ((n,), np.int8),
        "inputs": ((n,), np.int32),
        "which": ((n, most), np.int16),
        "amount": ((n, most), np.float32),
        "out": ((n, OUTPUTS), np.float32),
    }


@rule
def begin(tables: AnyTables, i: int, manner: AnyManner) -> None:
    """Begin a game whose options stand in its record, and say who sits where."""
    chance, s = tables.chances[i], tables.states[i]
    setup(s, any_seed(chance))
    seat_players(chance, tables.who[i], s.players, manner.strangers, manner.styles, manner.rivals)
    tables.choices[i] = tables.kept[i] = tables.actions[i] = 0
    tables.phase[i] = PLAYING


@rule
def choose(tables: Tables, rows: Rows, samples: Samples, i: int, manner: Manner) -> None:
    """Choose what the network likes best of what it was asked about, and perhaps keep that to learn from."""
    s, first, n, chance = tables.states[i], tables.first[i], tables.choices[i], tables.chances[i]
    tables.chosen[i] = NONE
    if n == 0:
        return
    best, most = first, -1e30
    for r in range(first, first + n):
        value = utility(rows.out[r], 0, s.players, TO_BE_AHEAD)
        if value > most:
            best, most = r, value
    room = len(samples.inputs) // len(tables.kept)
    wanted = below(chance, 1_000_000) < manner.keep
    if wanted and tables.kept[i] < room and rows.inputs[best] > 0 and rows.net[best] == LEARNER:
        k, inputs = i * room + tables.kept[i], rows.inputs[best]
        keep(samples, k, s.turn, s.players, rows.which[best], rows.amount[best], rows.out[best], inputs)
        tables.kept[i] += 1
    tables.chosen[i] = rows.action[best]
    tables.choices[i] = 0


@rule
def go_on(
    s: State, tables: AnyTables, samples: Samples, i: int, manner: AnyManner, legal: Any, standings: Standings
) -> int:
    """Play what was chosen, and on until a network has to choose. Returns among how many actions: 0 if it has not."""
    chance = tables.chances[i]
    if tables.chosen[i] != NONE:
        apply(s, tables.chosen[i])
        tables.actions[i] += 1
    for _ in range(AT_A_TIME):
        n, forced = next_choice(s, legal, LONGEST_GAME - tables.actions[i], None)
        tables.actions[i] += forced
        if n == 0 or tables.actions[i] >= LONGEST_GAME:
            _end(s, tables, samples, i, manner, standings)
            return 0
        if below(chance, 1_000_000) < manner.explore:
            action = legal[below(chance, n)]
        elif asks_network(tables.who[i, s.turn], s.decision, manner.role):
            return n
        else:
            action = legal[best_by_thumb(s, legal, n, style_of(tables.who[i, s.turn]))]
        apply(s, action)
        tables.actions[i] += 1
    return 0


@rule
def _end(s: State, tables: AnyTables, samples: Samples, i: int, manner: AnyManner, standings: Standings) -> None:
    """Every sample of the game is told what it should have thought."""
    result(s, 0, standings, tables.final[i])
    first = i * (len(samples.inputs) // len(tables.kept))
    aim(samples, first, first + tables.kept[i], s.players, tables.final[i], manner.trace / 1_000_000)
    result(s, 0, standings, tables.final[i])  # aiming has used it up
    tables.phase[i] = OVER


@rule
def key_of(s: State, tables: Tables, i: int) -> int:
    """What the game is about: those of equal keys are played side by side."""
    return OVER_KEY if tables.phase[i] == OVER else s.decision


@rule
def write_down(s: State, tables: Tables, rows: Rows, i: int, first: int, n: int, legal: Any) -> None:
    """Ask the network about n actions, in rows from `first` on; the record becomes what the seat to move imagines."""
    tables.first[i] = first
    tables.choices[i] = n
    for k in range(n):
        rows.game[first + k] = i
        rows.action[first + k] = legal[k]
        rows.net[first + k] = tables.who[i, s.turn] % ADVISED
    redraw(s, s.turn, any_seed(tables.chances[i]))


@rule
def attempt(s: State, tables: Tables, rows: Rows, r: int, standings: Standings) -> None:
    """Play a row's action in a copy of what its seat imagines, and write what that seat then sees."""
    before = tables.imagined[rows.game[r]]
    p = before.turn
    apply(s, rows.action[r])
    if s.over:
        rows.inputs[r] = 0
        result(s, p, standings, rows.out[r])
    else:
        rows.inputs[r] = encode(before, s, p, rows.which[r], rows.amount[r])
