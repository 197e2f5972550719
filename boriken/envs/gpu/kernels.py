"""What runs on the GPU: a thread for each game, and the sorting of games by what they are about.

The threads only say which game is theirs: what they do with it stands in `core.passes`.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import cuda

from boriken.engine import Rules
from boriken.engine.gpu.staging import WARP, WORD, bring, expect, fetch, record_in, spread, take_back, write_out
from boriken.engine.gpu.twins import Kernel
from boriken.engine.referee import Standings
from boriken.puerto_rico import PUERTO_RICO
from boriken.puerto_rico.state import Decision as PuertoRico
from boriken.san_juan import SAN_JUAN
from boriken.san_juan.state import Decision as SanJuan

from ..core import ROOM, Games, Settings
from ..core.passes import (
    WAITS,
    answer,
    answer_randomly,
    begin_game,
    go_on,
    key_of,
    reply,
    show,
    show_legal,
    waits_for_an_opponent,
)

_ROLE = {PUERTO_RICO.name: int(PuertoRico.ROLE), SAN_JUAN.name: int(SanJuan.ROLE)}
"""The decision after which games part: what follows depends on the role."""

KEYS = 128
"""More than any key."""
GAMES_A_BLOCK = 1024
"""Of which one block sorts the keys: so many share one count."""
SORTERS = 256
"""Threads of such a block."""


def begin_kernel(errands: Any, keys: Any) -> None:
    i = cuda.grid(1)
    if i < len(keys):
        begin_game(errands, i)
        keys[i] = 0


def answer_kernel(rules: Rules) -> Kernel:
    role = _ROLE[rules.name]

    def answering(games: Games, settings: Settings, errands: Any, keys: Any, wrong: Any) -> None:
        i = cuda.grid(1)
        if i < len(keys):
            if answer(games, settings, errands, i) != 0:
                cuda.atomic.add(wrong, 0, 1)
            keys[i] = key_of(games.states[i], errands[i], role)

    return answering


def random_kernel(rules: Rules) -> Kernel:
    role = _ROLE[rules.name]

    def answering_randomly(games: Games, settings: Settings, errands: Any, keys: Any, times: Any) -> None:
        i = cuda.grid(1)
        if i < len(keys):
            answer_randomly(games, errands, i, times[0])
            keys[i] = key_of(games.states[i], errands[i], role)

    return answering_randomly


def reply_kernel(rules: Rules) -> Kernel:
    role = _ROLE[rules.name]

    def replying(games: Games, errands: Any, keys: Any, replies: Any, policies: Any, which: int, wrong: Any) -> None:
        i = cuda.grid(1)
        if i < len(keys):
            if reply(games, errands, replies, policies, which, i) != 0:
                cuda.atomic.add(wrong, 0, 1)
            keys[i] = key_of(games.states[i], errands[i], role)

    return replying


def waiting_kernel(games: Games, waiting: Any) -> None:
    """How many games wait for an opponent."""
    i = cuda.grid(1)
    if i < len(games.seats) and waits_for_an_opponent(games, i):
        cuda.atomic.add(waiting, 0, 1)


def pass_kernel(rules: Rules, bots: bool) -> Kernel:
    """A pass over all games that do not wait, in the order in which they were sorted. A block is one warp."""
    seats, sources, role = rules.players[-1], len(rules.score_sources), _ROLE[rules.name]
    size = rules.dtype.itemsize // WORD
    apart = spread(size)

    def passing(
        games: Games,
        settings: Settings,
        errands: Any,
        keys: Any,
        words: Any,
        errand_words: Any,
        order: Any,
        counts: Any,
        which: int,
        most: int,
    ) -> None:
        t, lane = cuda.grid(1), cuda.threadIdx.x
        first, last = t - lane, len(order) - counts[which, WAITS]
        if first >= last:
            return
        i, n = order[min(t, last - 1)], min(WARP, last - first)
        room = cuda.shared.array(0, numba.int64)
        behind = WARP * apart  # the records: the errands
        fetch(room, behind + lane, errand_words, i)
        expect(games.desks, i)
        bring(room, words, i, n, size, apart)
        if t < last:
            s, errand = record_in(room, lane * apart, games.states), record_in(room, behind + lane, errands)
            sheet = cuda.local.array((seats, sources), numba.int64)
            points = cuda.local.array(seats, numba.int64)
            ties = cuda.local.array(seats, numba.int64)
            ahead = cuda.local.array(seats, numba.int64)
            choices = cuda.local.array(ROOM, numba.int16)
            standings = Standings(sheet, points, ties, ahead)
            go_on(s, games, settings, errand, standings, choices, i, most, role, bots)
            keys[i] = key_of(s, errand, role)
            errand_words[i] = room[behind + lane]
        take_back(room, words, i, n, size, apart)

    return passing


def show_kernel(rules: Rules) -> Kernel:
    """Masks and observations of all games, in the order in which they lie in memory. A block is one warp."""
    size = rules.dtype.itemsize // WORD
    apart = spread(size)

    def showing(games: Games, settings: Settings, words: Any, mask_words: Any, observation_words: Any) -> None:
        i, t = cuda.grid(1), cuda.threadIdx.x
        n = len(games.states)
        room = cuda.shared.array(0, numba.int64)
        rows = cuda.shared.array(0, numba.int16)
        masks = cuda.shared.array(0, numba.int8)
        behind = WARP * apart  # the records: first observations, then masks
        numbers, actions = games.observations.shape[1], games.masks.shape[1]
        bring(room, words, i, min(WARP, n - i + t), size, apart)
        if i < n:
            s = record_in(room, t * apart, games.states)
            row = behind * WORD // 2 + t * numbers
            show(s, games, settings, rows[row : row + numbers], i)
        if settings.observe:
            write_out(room, behind, observation_words, i - t, n, 2 * numbers)
        if i < n:
            row = behind * WORD + t * actions
            show_legal(games, masks[row : row + actions], i)
        write_out(room, behind, mask_words, i - t, n, actions)

    return showing


def room_to_show(rules: Rules, actions: int, observed: int) -> int:
    """Bytes that `show_kernel` needs: for so many actions, and so many numbers of an observation."""
    return WARP * (spread(rules.dtype.itemsize // WORD) * WORD + max(actions, 2 * observed))


def room_to_play(rules: Rules) -> int:
    """Bytes that `pass_kernel` needs."""
    return WARP * (spread(rules.dtype.itemsize // WORD) + 1) * WORD


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
        place[t] = counts[which, t]
    cuda.syncthreads()
    first = cuda.blockIdx.x * GAMES_A_BLOCK
    last = min(first + GAMES_A_BLOCK, len(keys))
    for i in range(first + t, last, cuda.blockDim.x):
        cuda.atomic.add(mine, keys[i], 1)
    step = 1
    while step < KEYS:  # sums of all counts up to each key
        before = place[t - step] if step <= t < KEYS else 0
        cuda.syncthreads()
        if t < KEYS:
            place[t] += before
        cuda.syncthreads()
        step *= 2
    if t < KEYS:
        place[t] -= counts[which, t]
        if mine[t] > 0:
            place[t] += cuda.atomic.add(placed, (which, t), mine[t])
        if cuda.blockIdx.x == 0:  # the other half of the counts is for the next pass
            counts[1 - which, t] = 0
            placed[1 - which, t] = 0
    cuda.syncthreads()
    for i in range(first + t, last, cuda.blockDim.x):
        order[cuda.atomic.add(place, keys[i], 1)] = i
