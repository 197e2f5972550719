"""Searches on a GPU, launched: the kernels with their arrays."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from boriken.engine import Rules, new_chance, prepare
from boriken.engine.gpu.arrays import Device, DeviceArray
from boriken.engine.gpu.staging import WARP, WORD
from boriken.engine.gpu.twins import THREADS, Twins

from ...guided.network import size_of
from ...guided.sampling import habits_of
from ...guided.suspicion import at_first
from ...guided.tree import Tree
from ...learned.network import inputs_of
from ...rooms import Room
from ..guide_play import GuideManner, GuideSamples, guide_sample_room
from ..self_play import Samples, sample_room
from . import guide_kernels, kernels
from .guide_tables import GuideTables, guide_table_room, tree_of_search
from .playing import BUSY
from .tables import NONE, OVER


class GuideHall:
    """A hall full of tables, at which a guide searches, against itself and others."""

    def __init__(
        self, rules: Rules, players: int, beginnings: Any, device: Device, n: int, seed: int, manner: GuideManner
    ) -> None:
        """n games. Where hands are hidden nothing is played on beyond the tree: more games teach more."""
        self.n, self.players, self.rules, self._device, self._manner = n, players, rules, device, manner
        self.habits = habits_of(rules)._replace(depth=0)
        self._beginnings = device.array((beginnings.nbytes // WORD,), np.int64)
        self._beginnings.fill(np.ascontiguousarray(beginnings).view(np.int64))
        tree = Tree(**self._arrays(tree_of_search(rules, manner.thinking, self.habits), n))
        self.tables = GuideTables(**self._arrays(guide_table_room(rules, players), n), tree=tree)
        self.tables.chances.fill(np.stack([new_chance(seed * n + i) for i in range(n)]))
        self.tables.phase.fill(np.full(n, OVER))
        self.tables.chosen.fill(np.full(n, NONE))
        self.tables.suspected.fill(np.stack([at_first(rules)] * n))
        self.seen = device.array((n, len(inputs_of(rules, players))), np.float32)

    def _arrays(self, wanted: Room, n: int) -> dict[str, DeviceArray]:
        return {name: self._device.array((n, *shape), kind) for name, (shape, kind) in wanted.items()}

    def open(self, room: int, width: int) -> None:
        """Make room for so many samples a game and for a guide so wide; load the kernels, telling whoever waits."""
        size = size_of(self.seen.shape[1], len(self.rules.actions), width)
        self.nets = self._device.array((1, size), np.float32)
        most, many = self.tables.which.shape[1], self.n * room
        seen = Samples(**self._arrays(sample_room(most), many))
        self.samples = GuideSamples(seen, **self._arrays(guide_sample_room(self.rules), many))
        prepare(f"the training of guides for {self.rules.full_title} on a GPU", self._load)
        if not hasattr(self, "_spread"):  # compiled by somebody before
            self._load()

    def _load(self) -> None:
        rules, tables, samples, manner, habits = self.rules, self.tables, self.samples, self._manner, self.habits
        words, positions = tables.states.words(), tables.positions.words()
        load, near = partial(self._device.load, Twins(rules.dtype)), kernels.room_to_play(rules)
        keys = self._device.array((self.n,), np.uint8)  # nobody sorts by them
        begin = kernels.begin_kernel(rules)
        self._begin = load(begin, tables, manner, words, self._beginnings, keys, threads=THREADS)
        think = guide_kernels.think_kernel(rules)
        self._think = load(think, tables, samples, manner, habits, positions, threads=WARP, room=near)
        play = guide_kernels.play_kernel(rules)
        self._play = load(play, tables, samples, manner, habits, words, positions, threads=WARP, room=near)
        self._spread = load(guide_kernels.spread_kernel(self.seen.shape[1]), tables, self.seen, threads=THREADS)

    def begin(self) -> None:
        """Begin anew at all tables where the game is over."""
        self._begin(self.n)

    def go_on(self) -> None:
        """The guide has looked: go on at every table until it has to look again, and write what it is to look at."""
        self._think(self.n)
        self._play(self.n)
        self._spread(BUSY * WARP)
