"""What runs on the GPU while a guide searches: a thread for each table, and a warp for each row of what is seen."""

from __future__ import annotations

from typing import Any

import numba
from numba import cuda

from boriken.engine import Rules
from boriken.engine.gpu.staging import WARP, WORD, bring, record_in, spread, take_back
from boriken.engine.gpu.twins import Kernel
from boriken.engine.referee import Standings

from ...guided.sampling import ENDED, GAME, ROOT, Habits, walk_down
from ...learned.network import MOST_SEATS, OUTPUTS
from ..guide_play import GuideManner, GuideSamples
from .guide_tables import IDLE, SAMPLING, GuideTables, ask, bench_at, end_sample, listen, next_sample, see
from .tables import NONE, OVER, PLAYING, go_on

AT_A_TIME = 3
"""Samples that are begun in one go, if they end before the guide has to look: 32 threads wait for the slowest."""


def think_kernel(rules: Rules) -> Kernel:
    """In all searches: use what the guide said, and go on until it has to look again."""
    seats, sources, most = rules.players[-1], len(rules.score_sources), rules.most_legal
    size = rules.dtype.itemsize // WORD
    apart = spread(size)

    def thinking(
        tables: GuideTables, samples: GuideSamples, manner: GuideManner, habits: Habits, positions: Any
    ) -> None:
        t, lane = cuda.grid(1), cuda.threadIdx.x
        first, last = t - lane, len(tables.phase)
        if first >= last:
            return
        i, games = min(t, last - 1), min(WARP, last - first)
        room = cuda.shared.array(0, numba.int64)
        bring(room, positions, 2 * i + GAME, games, size, apart)
        s = record_in(room, lane * apart, tables.states)
        now, final = cuda.local.array(most, numba.int64), cuda.local.array(MOST_SEATS, numba.float64)
        judged = cuda.local.array(OUTPUTS, numba.float64)
        sheet = cuda.local.array((seats, sources), numba.int64)
        points = cuda.local.array(seats, numba.int64)
        ties = cuda.local.array(seats, numba.int64)
        ahead = cuda.local.array(seats, numba.int64)
        n = 0
        if t < last and tables.phase[i] > OVER:
            bench = bench_at(tables, i, now, final, judged, Standings(sheet, points, ties, ahead), habits)
            e, begun = listen(s, bench, tables, i), 0
            while n == 0:
                if e == ENDED:
                    end_sample(bench, tables, samples, i, manner)
                    e = IDLE
                if e == IDLE and (begun == AT_A_TIME or tables.phase[i] != SAMPLING):
                    break
                if e == IDLE:
                    begun += 1
                    for w in range(size):
                        room[lane * apart + w] = positions[(2 * i + ROOT) * size + w]
                    e = next_sample(s, bench, tables, i)
                n = walk_down(bench, s, e)
                e = ENDED
            if n > 0:
                see(s, tables, i, n)
        take_back(room, positions, 2 * i + GAME, games, size, apart)

    return thinking


def play_kernel(rules: Rules) -> Kernel:
    """In all games where nobody is thinking: play on until the guide has to, and ask it."""
    seats, sources, most = rules.players[-1], len(rules.score_sources), rules.most_legal
    size = rules.dtype.itemsize // WORD
    apart = spread(size)

    def playing(
        tables: GuideTables, samples: GuideSamples, manner: GuideManner, habits: Habits, words: Any, positions: Any
    ) -> None:
        t, lane = cuda.grid(1), cuda.threadIdx.x
        first, last = t - lane, len(tables.phase)
        if first >= last:
            return
        i, games = min(t, last - 1), min(WARP, last - first)
        room = cuda.shared.array(0, numba.int64)
        bring(room, words, i, games, size, apart)
        s = record_in(room, lane * apart, tables.states)
        now, final = cuda.local.array(most, numba.int64), cuda.local.array(MOST_SEATS, numba.float64)
        judged = cuda.local.array(OUTPUTS, numba.float64)
        sheet = cuda.local.array((seats, sources), numba.int64)
        points = cuda.local.array(seats, numba.int64)
        ties = cuda.local.array(seats, numba.int64)
        ahead = cuda.local.array(seats, numba.int64)
        standings = Standings(sheet, points, ties, ahead)
        n = 0
        if t < last and tables.phase[i] == PLAYING:
            n = go_on(s, tables, samples.seen, i, manner, tables.legal[i], standings)
            tables.chosen[i] = NONE
        take_back(room, words, i, games, size, apart)
        if n > 0:
            ask(s, bench_at(tables, i, now, final, judged, standings, habits), tables, i, n, manner.thinking)
            for w in range(size):
                positions[(2 * i + ROOT) * size + w] = room[lane * apart + w]

    return playing


def spread_kernel(inputs: int) -> Kernel:
    """What the guide is to look at, as a full row of inputs for each table, for products of matrices."""

    def spreading(tables: GuideTables, seen: Any) -> None:
        lane = cuda.threadIdx.x % WARP
        for i in range(cuda.grid(1) // WARP, len(tables.choices), cuda.gridsize(1) // WARP):
            if tables.choices[i] > 0:
                for k in range(lane, inputs, WARP):
                    seen[i, k] = 0.0
                cuda.syncwarp()
                for k in range(lane, tables.inputs[i], WARP):
                    seen[i, tables.which[i, k]] = tables.amount[i, k]

    return spreading
