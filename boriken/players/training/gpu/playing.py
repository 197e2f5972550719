"""Games on a GPU, launched: the kernels with their arrays, and what comes of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from boriken.engine import Rules, new_chance, prepare
from boriken.engine.gpu.arrays import Device, DeviceArray
from boriken.engine.gpu.staging import WARP, WORD
from boriken.engine.gpu.twins import THREADS, Twins

from ...learned.network import HIDDEN, inputs_of, layout_of, size
from ..self_play import Samples, sample_room
from . import kernels
from .tables import OVER, Manner, Rows, Tables, new_rows, new_tables

BUSY = 132 * 16
"""Warps that are launched where each does as many rows as it comes to: enough for the largest GPU of today."""


class Hall:
    """A hall full of tables, at which a network plays against itself and against others."""

    def __init__(self, rules: Rules, players: int, beginnings: Any, device: Device, n: int, seed: int) -> None:
        """n games; the first networks are all zero: `nets` has a row of weights for each."""
        self.n, self.players, self.rules, self._device = n, players, rules, device
        self._beginnings = device.array((beginnings.nbytes // WORD,), np.int64)
        self._beginnings.fill(np.ascontiguousarray(beginnings).view(np.int64))
        self.tables = Tables(**self._arrays(new_tables(rules, n)))
        self.tables.chances.fill(np.stack([new_chance(seed * n + i) for i in range(n)]))
        self.tables.phase.fill(np.full(n, OVER))
        self.order = device.array((n,), np.int32)
        self.order.fill(np.arange(n))
        self.keys = device.array((n,), np.uint8)
        self.used = device.array((1,), np.int64)

    def _arrays(self, wanted: dict[str, tuple[tuple[int, ...], Any]]) -> dict[str, DeviceArray]:
        return {name: self._device.array(shape, kind) for name, (shape, kind) in wanted.items()}

    def open(self, nets: int, manner: Manner, room: int, width: int = HIDDEN) -> None:
        """Make room for so many networks, and samples a game, and load the kernels, telling whoever waits for them."""
        rules, n, device = self.rules, self.n, self._device
        most = layout_of(rules, self.players).most
        self.nets = device.array((nets, size(rules, self.players, width)), np.float32)
        self.rows = Rows(**self._arrays(new_rows(n * rules.most_legal, most)))
        self.samples = Samples(
            **{name: device.array((n * room, *shape), kind) for name, (shape, kind) in sample_room(most).items()}
        )
        prepare(f"the training for {rules.full_title} on a GPU", partial(self._load, manner, width))
        if not hasattr(self, "_judge"):  # compiled by somebody before
            self._load(manner, width)

    def _load(self, manner: Manner, width: int) -> None:
        rules, tables, rows, samples = self.rules, self.tables, self.rows, self.samples
        words, imagined = tables.states.words(), tables.imagined.words()
        load, near = partial(self._device.load, Twins(rules.dtype)), kernels.room_to_play(rules)
        self._begin = load(
            kernels.begin_kernel(rules), tables, manner, words, self._beginnings, self.keys, threads=THREADS
        )
        self._choose = load(kernels.choose_kernel, tables, rows, samples, manner, threads=THREADS)
        self._clear = load(kernels.clear_kernel, self.used, threads=WARP)
        self._ask = load(
            kernels.ask_kernel(rules),
            *(tables, rows, samples, manner, words, imagined, self.order, self.keys, self.used),
            threads=WARP,
            room=near,
        )
        self._try = load(kernels.try_kernel(rules), tables, rows, imagined, self.used, threads=WARP, room=near)
        judge = kernels.judge_kernel(len(inputs_of(rules, self.players)), self.players, width)
        self._judge = load(judge, rows, self.nets, self.used, threads=WARP * kernels.JUDGES)

    def begin(self) -> None:
        """Begin anew at all tables where the game is over."""
        self._begin(self.n)

    def decide(self) -> None:
        """A decision at every table: what was judged last is played, and the next choices are judged."""
        self._choose(self.n)
        self._clear(1)
        self._ask(self.n)
        self._try(BUSY * WARP)
        self._judge(BUSY * WARP)
