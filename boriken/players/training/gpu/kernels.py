"""What runs on the GPU: a thread for each game, a thread for each choice, and 32 threads for each judgement.

What the threads do with a game stands in `tables`; here they say which one is theirs.
"""

from __future__ import annotations

import math
from math import prod
from typing import Any

import numba
import numpy as np
from numba import cuda

from boriken.engine import Rules, below
from boriken.engine.gpu.staging import WARP, WORD, bring, record_in, reserve, spread, take_back
from boriken.engine.gpu.twins import Kernel
from boriken.engine.referee import Standings

from ...learned.network import HIDDEN, OUTPUTS, SECOND, shapes
from ..self_play import Samples
from .tables import OVER, Manner, Rows, Tables, attempt, begin, choose, go_on, key_of, write_down

JUDGES = 4
"""Warps of a block that judges."""
assert HIDDEN == 4 * WARP
assert SECOND == WARP


def room_to_play(rules: Rules) -> int:
    """Bytes that a block of one warp needs for its records."""
    return WARP * spread(rules.dtype.itemsize // WORD) * WORD


def clear_kernel(used: Any) -> None:
    """No rows yet."""
    if cuda.grid(1) == 0:
        used[0] = 0


def begin_kernel(rules: Rules) -> Kernel:
    """Begin all games that are over."""
    size = rules.dtype.itemsize // WORD

    def beginning(tables: Tables, manner: Manner, words: Any, beginnings: Any, keys: Any) -> None:
        i = cuda.grid(1)
        if i < len(keys) and tables.phase[i] == OVER:
            k = below(tables.chances[i], len(beginnings) // size)
            for w in range(size):
                words[i * size + w] = beginnings[k * size + w]
            begin(tables, i, manner)
            keys[i] = 0

    return beginning


def choose_kernel(tables: Tables, rows: Rows, samples: Samples, manner: Manner) -> None:
    """In all games, before anybody is asked anew: the rows are needed again then."""
    i = cuda.grid(1)
    if i < len(tables.choices):
        choose(tables, rows, samples, i, manner)


def ask_kernel(rules: Rules) -> Kernel:
    """Play what was chosen, and all that follows until a network is to choose; then write its choices down."""
    seats, sources, legal_room = rules.players[-1], len(rules.score_sources), rules.most_legal
    size = rules.dtype.itemsize // WORD
    apart = spread(size)

    def asking(
        tables: Tables,
        rows: Rows,
        samples: Samples,
        manner: Manner,
        words: Any,
        imagined_words: Any,
        order: Any,
        keys: Any,
        used: Any,
    ) -> None:
        t, lane = cuda.grid(1), cuda.threadIdx.x
        first, last = t - lane, len(order)
        if first >= last:
            return
        i, games = order[min(t, last - 1)], min(WARP, last - first)
        room = cuda.shared.array(0, numba.int64)
        bring(room, words, i, games, size, apart)
        s = record_in(room, lane * apart, tables.states)
        legal = cuda.local.array(legal_room, numba.int16)
        n = 0
        if t < last and tables.phase[i] != OVER:
            sheet = cuda.local.array((seats, sources), numba.int64)
            points = cuda.local.array(seats, numba.int64)
            ties = cuda.local.array(seats, numba.int64)
            ahead = cuda.local.array(seats, numba.int64)
            n = go_on(s, tables, samples, i, manner, legal, Standings(sheet, points, ties, ahead))
            keys[i] = key_of(s, tables, i)
        take_back(room, words, i, games, size, apart)
        start = reserve(used, n)
        if n > 0:
            write_down(s, tables, rows, i, start, n, legal)
        take_back(room, imagined_words, i, games, size, apart)

    return asking


def try_kernel(rules: Rules) -> Kernel:
    """Try every choice, and write what its seat then sees."""
    seats, sources = rules.players[-1], len(rules.score_sources)
    size = rules.dtype.itemsize // WORD
    apart = spread(size)

    def trying(tables: Tables, rows: Rows, imagined_words: Any, used: Any) -> None:
        lane = cuda.threadIdx.x
        room = cuda.shared.array(0, numba.int64)
        sheet = cuda.local.array((seats, sources), numba.int64)
        points = cuda.local.array(seats, numba.int64)
        ties = cuda.local.array(seats, numba.int64)
        ahead = cuda.local.array(seats, numba.int64)
        for first in range(cuda.grid(1) - lane, used[0], cuda.gridsize(1)):
            r, games = min(first + lane, used[0] - 1), min(WARP, used[0] - first)
            bring(room, imagined_words, rows.game[r], games, size, apart)
            if lane < games:
                s = record_in(room, lane * apart, tables.states)
                attempt(s, tables, rows, r, Standings(sheet, points, ties, ahead))

    return trying


def judge_kernel(inputs: int, players: int, width: int) -> Kernel:
    """The network, for all rows: as `learned.network.evaluate`, but each row by itself and a warp at a row."""
    _, b1, w2, b2, w3, b3 = (sum(map(prod, shapes(inputs, width)[:k])) for k in range(6))
    none = np.float32(0.0)

    def judging(rows: Rows, nets: Any, used: Any) -> None:
        lane, mine = cuda.threadIdx.x % WARP, cuda.threadIdx.x // WARP
        layer1 = cuda.shared.array((JUDGES, width), numba.float32)
        layer2 = cuda.shared.array((JUDGES, SECOND), numba.float32)
        layer3 = cuda.shared.array((JUDGES, OUTPUTS), numba.float32)
        first, second, last = layer1[mine], layer2[mine], layer3[mine]
        for r in range(cuda.grid(1) // WARP, used[0], cuda.gridsize(1) // WARP):
            if rows.inputs[r] == 0:
                continue
            net, which, amount = nets[rows.net[r]], rows.which[r], rows.amount[r]
            cuda.syncwarp()
            for u in range(lane, width, HIDDEN):  # four units of a thread at a time
                a, b, c, d = net[b1 + u], net[b1 + u + WARP], net[b1 + u + 2 * WARP], net[b1 + u + 3 * WARP]
                for k in range(rows.inputs[r]):
                    value, place = amount[k], which[k] * width + u
                    a += value * net[place]
                    b += value * net[place + WARP]
                    c += value * net[place + 2 * WARP]
                    d += value * net[place + 3 * WARP]
                first[u], first[u + WARP] = max(a, none), max(b, none)
                first[u + 2 * WARP], first[u + 3 * WARP] = max(c, none), max(d, none)
            cuda.syncwarp()
            a = net[b2 + lane]
            for k in range(width):
                a += first[k] * net[w2 + k * SECOND + lane]
            second[lane] = max(a, none)
            cuda.syncwarp()
            if lane < OUTPUTS:
                a = net[b3 + lane]
                for k in range(SECOND):
                    a += second[k] * net[w3 + k * OUTPUTS + lane]
                last[lane] = a
            cuda.syncwarp()
            if lane < OUTPUTS:
                if lane < players:
                    top, total = last[0], none
                    for k in range(1, players):
                        top = max(top, last[k])
                    for k in range(players):
                        total += math.exp(last[k] - top)
                    a = math.exp(last[lane] - top) / total
                rows.out[r, lane] = a

    return judging
