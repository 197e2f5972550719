"""What runs on the GPU: a thread for each game, and the sorting of games by what they are about.

The threads only say which game is theirs: what they do with it stands in `core.passes`.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import cuda

from boriken.engine import Rules
from boriken.engine.gpu import Kernel
from boriken.engine.referee import Standings
from boriken.puerto_rico import PUERTO_RICO
from boriken.puerto_rico.state import Decision as PuertoRico
from boriken.san_juan import SAN_JUAN
from boriken.san_juan.state import Decision as SanJuan

from ..core import Games, Settings
from ..core.passes import NO_ROLE, WAITS, answer, answer_randomly, begin_game, go_on, key_of, show

_ROLE = {PUERTO_RICO.name: int(PuertoRico.ROLE), SAN_JUAN.name: int(SanJuan.ROLE)}
"""The decision after which games part: what follows depends on the role."""

KEYS = 128
"""More than any key."""
GAMES_A_BLOCK = 1024
"""Of which one block sorts the keys: so many share one count."""


def begin_kernel(games: Games, settings: Settings, errands: Any, keys: Any) -> None:
    i = cuda.grid(1)
    if i < len(keys):
        begin_game(games, settings, errands, i)
        keys[i] = key_of(games, errands, i, NO_ROLE)


def answer_kernel(games: Games, settings: Settings, errands: Any, keys: Any, wrong: Any) -> None:
    i = cuda.grid(1)
    if i < len(keys):
        if answer(games, settings, errands, i) != 0:
            cuda.atomic.add(wrong, 0, 1)
        keys[i] = key_of(games, errands, i, NO_ROLE)


def random_kernel(games: Games, settings: Settings, errands: Any, keys: Any, times: Any) -> None:
    i = cuda.grid(1)
    if i < len(keys):
        answer_randomly(games, errands, i, times[0])
        keys[i] = key_of(games, errands, i, NO_ROLE)


def show_kernel(games: Games, settings: Settings, keys: Any) -> None:
    i = cuda.grid(1)
    if i < len(keys):
        show(games, settings, i)


def pass_kernel(rules: Rules, bots: bool) -> Kernel:
    """A pass over all games that do not wait, in the order in which they were sorted."""
    seats, sources, role = rules.players[-1], len(rules.score_sources), _ROLE[rules.name]

    def passing(
        games: Games, settings: Settings, errands: Any, keys: Any, order: Any, counts: Any, which: int, most: int
    ) -> None:
        t = cuda.grid(1)
        if t < len(order) - counts[which, WAITS]:
            sheet = cuda.local.array((seats, sources), numba.int64)
            points = cuda.local.array(seats, numba.int64)
            ties = cuda.local.array(seats, numba.int64)
            ahead = cuda.local.array(seats, numba.int64)
            i = order[t]
            standings = Standings(sheet, points, ties, ahead)
            go_on(games, settings, errands, standings, i, most, role, bots)
            keys[i] = key_of(games, errands, i, role)

    return passing


# --- sorting: games of equal keys side by side ------------------------------------------------------------------------


def count_kernel(keys: Any, counts: Any, which: int) -> None:
    """How many games have each key. Every block counts some games by itself, then adds its counts to all."""
    mine = cuda.shared.array(KEYS, numba.int32)
    t = cuda.threadIdx.x
    if t < KEYS:
        mine[t] = 0
    cuda.syncthreads()
    first = cuda.blockIdx.x * GAMES_A_BLOCK
    for i in range(first + t, min(first + GAMES_A_BLOCK, len(keys)), cuda.blockDim.x):
        cuda.atomic.add(mine, keys[i], 1)
    cuda.syncthreads()
    if t < KEYS and mine[t] > 0:
        cuda.atomic.add(counts, (which, t), mine[t])


def order_kernel(keys: Any, order: Any, counts: Any, placed: Any, which: int) -> None:
    """Write the games in the order of their keys. Every block asks for room for its games of each key."""
    mine = cuda.shared.array(KEYS, numba.int32)
    place = cuda.shared.array(KEYS, numba.int32)
    t = cuda.threadIdx.x
    if t < KEYS:
        mine[t] = 0
    cuda.syncthreads()
    first = cuda.blockIdx.x * GAMES_A_BLOCK
    last = min(first + GAMES_A_BLOCK, len(keys))
    for i in range(first + t, last, cuda.blockDim.x):
        cuda.atomic.add(mine, keys[i], 1)
    cuda.syncthreads()
    if t < KEYS:
        before = 0
        for key in range(t):
            before += counts[which, key]
        if mine[t] > 0:
            before += cuda.atomic.add(placed, (which, t), mine[t])
        place[t] = before
        if cuda.blockIdx.x == 0:  # the other half of the counts is for the next pass
            counts[1 - which, t] = 0
            placed[1 - which, t] = 0
    cuda.syncthreads()
    for i in range(first + t, last, cuda.blockDim.x):
        order[cuda.atomic.add(place, keys[i], 1)] = i
