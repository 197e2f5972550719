"""Many games at once on a GPU: the calls of `boriken.envs.batching.Batch`, over arrays that stay there."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from boriken.engine import BadOption, IllegalAction, Rules, prepare
from boriken.engine.gpu.arrays import Device, DeviceArray, Launch
from boriken.engine.gpu.staging import WARP
from boriken.engine.gpu.twins import THREADS, Twins

from ..batching import Batch
from ..core import Bot, Games
from ..core.passes import ALL, ERRAND
from ..opponents import COMPILED
from ..saving import fill
from ..tables import MOST_SEEDS, TableSettings, checked_seed
from . import kernels
from .outsiders import Outsiders

AT_A_TIME = 4
"""Actions that a game plays in a pass, as long as it is about the same."""
PASSES = 2
"""In a step, when every seat is asked: the action, and what is forced after it. What is left is played unsorted."""
PASSES_WITH_BOTS = 8
"""In a step with opponents, who make several choices each."""
PASSES_A_DECISION = 0.8
"""Of random games, with what is forced: so many are sorted, the games that are behind then catch up."""
PASSES_AT_ONCE = 8
"""Of random games, launched together. Even, as all of these are: passes count in two halves, by turns."""


@cache
def _twins(rules: Rules) -> Twins:
    return Twins(rules.dtype)


class GpuBatch:
    """n games, stepped together on a GPU.

    It is used like `Batch`, and plays the same games to the bit. Its arrays are on the GPU: torch.from_dlpack, and the
    like of JAX and CuPy, hand them over without a copy, and `numpy()` copies one. They are written in place, on the
    default stream. What else there is to a batch, `on_cpu` has.
    """

    observations: DeviceArray
    masks: DeviceArray
    seats: DeviceArray
    rewards: DeviceArray
    terminated: DeviceArray
    truncated: DeviceArray
    points: DeviceArray
    secrets: DeviceArray
    last_observations: DeviceArray
    actions: DeviceArray
    """int64, n: the last actions played. Write here, and call `step` with it, to spare a copy."""
    states: DeviceArray
    desks: DeviceArray

    def __init__(
        self,
        n: int,
        table: TableSettings,
        device: Device,
        *,
        seed: int = 0,
        observe: bool = True,
        reveal: bool = False,
        keep_last: bool = False,
    ) -> None:
        """Game i begins with seed + i; whenever a game ends, the next has a seed higher by n."""
        if type(n) is not int or n < 1:
            raise BadOption(f"the number of games is 1 or more, not {n!r}")
        self._wants = {"again": True, "observe": observe, "reveal": reveal, "keep_last": keep_last}
        settings = table.settings(seed_step=n, **self._wants)
        opponents: Any = table.opponents or ()
        for opponent in opponents:
            if not callable(opponent) and opponent not in COMPILED:
                raise BadOption(f"on a GPU opponents are {', '.join(COMPILED)} or policies to call, not {opponent!r}")
        self.n, self.table = n, table
        self._device = device
        blank = Batch.blank(1, table, **self._wants)
        for name in Games._fields:
            like = getattr(blank, name)
            rows = n if len(like) else 0
            setattr(self, name, device.array((rows, *like.shape[1:]), like.dtype))
        self.states.fill(np.tile(np.asarray(blank.states).view(np.uint8), n).view(blank.states.dtype))
        self._errands = device.array((n,), ERRAND)
        self._keys = device.array((n,), np.uint8)
        self._order = device.array((n,), np.int32)
        self._wrong = device.array((1,), np.int32)
        bots = device.array(settings.bots.shape, np.int64)
        bots.fill(settings.bots)
        games = Games(*(getattr(self, name) for name in Games._fields))
        self._common = (games, settings._replace(bots=bots))
        self._outsiders = Outsiders(table, n, device) if Bot.OUTSIDE in settings.bots else None
        if self._outsiders and not observe:
            raise BadOption("a policy goes by observations: leave observe=False out")
        bots_too = "" if table.opponents is None else " and bots"
        prepare(f"{table.rules.full_title}{bots_too} for the GPU", self._load)
        if not hasattr(self, "_step"):  # compiled by somebody before
            self._load()
        self.begin(seed)

    def _load(self) -> None:
        """Load the kernels with their arguments, and record what is launched together."""
        table, rules = self.table, self.table.rules
        load = partial(self._device.load, _twins(rules), threads=THREADS)
        of_games = (*self._common, self._errands, self._keys)
        words = self.states.words()
        self._begin = load(kernels.begin_kernel, self._errands, self._keys)
        self._answer = load(kernels.answer_kernel(rules), *of_games, self._wrong)
        self._times = self._device.array((1,), np.int64)
        self._answer_randomly = load(kernels.random_kernel(rules), *of_games, self._times)
        if self._outsiders:
            self._outsiders.load(load, self._common[0], self._errands, self._keys)
        shown = (words, self.masks.words(), self.observations.words())
        room = kernels.room_to_show(rules, table.actions, self.observations.shape[1] if self._wants["observe"] else 0)
        self._show = load(kernels.show_kernel(rules), *self._common, *shown, threads=WARP, room=room)
        counts, placed = (self._device.array((2, kernels.KEYS), np.int32) for _ in range(2))
        sort = partial(load, threads=kernels.SORTERS, games=kernels.GAMES_A_BLOCK)
        pass_kernel, room = kernels.pass_kernel(rules, table.opponents is not None), kernels.room_to_play(rules)
        play = partial(load, pass_kernel, threads=WARP, room=room)
        self._count, self._sort, self._play, self._play_all = [], [], [], []
        for half in range(2):
            self._count.append(sort(kernels.count_kernel, self._keys, counts, half))
            self._sort.append(sort(kernels.order_kernel, self._keys, self._order, counts, placed, half))
            of_pass = (*of_games, words, self._errands.words(), self._order, counts, half)
            self._play.append(play(*of_pass, AT_A_TIME))
            self._play_all.append(play(*of_pass, ALL))
        record = self._device.record
        self._passes = record(lambda: self._pass(PASSES_AT_ONCE))
        passes = PASSES if table.opponents is None or self._outsiders else PASSES_WITH_BOTS
        self._step = record(lambda: self._pass(passes, last=True))

    def _pass(self, passes: int, last: bool = False) -> None:
        """Launch so many passes; in the last one of a step everything is played that is left, and shown."""
        for i in range(passes):
            half = i % 2
            self._count[half](self.n)
            self._sort[half](self.n)
            play: list[Launch] = self._play_all if last and i == passes - 1 else self._play
            play[half](self.n)
        if last:
            self._show(self.n)

    def begin(self, seed: Any = None) -> None:
        """Begin all games anew: from a first seed, from a seed for each game, or each with its next one."""
        desks = self.desks.numpy()
        if seed is None:
            desks["seed"] += self.n
        elif np.ndim(seed) == 0:
            first = checked_seed(seed)
            if first + self.n > MOST_SEEDS:
                raise BadOption(f"the first of {self.n} seeds is too high: {seed}")
            desks["seed"] = np.arange(first, first + self.n)
        else:
            if len(seed) != self.n:
                raise BadOption(f"there are {self.n} games, and {len(seed)} seeds")
            desks["seed"] = [checked_seed(one) for one in seed]
        self.desks.fill(desks)
        self._begin(self.n)
        self._go_on()

    def step(self, actions: Any) -> None:
        """Play an action in each game, then all that is forced and, if there are any, the opponents' choices.

        Actions are whole numbers of 64 bits, on the GPU or not. If one is not legal, IllegalAction is raised when all
        other games have been stepped; to find out, the CPU waits for the GPU. Set up with illegal='random' it does not.
        """
        self._take(actions, self.actions)
        self._answer(self.n)
        self._go_on()
        if not self._common[1].replace and self._wrong.numpy()[0]:
            self._wrong.fill(np.zeros(1, np.int32))
            i = int(np.flatnonzero(self.illegal.numpy())[0])
            raise IllegalAction(f"game {i}: action {self.actions.numpy()[i]} is not legal now")

    def _go_on(self) -> None:
        """Until every game waits for whoever is asked."""
        self._step()
        while self._outsiders and self._outsiders.reply(self.observations, self.masks, self._take):
            self._step()

    def _take(self, actions: Any, target: DeviceArray) -> None:
        """Put actions where the kernels read them."""
        there = getattr(actions, "__cuda_array_interface__", None)
        if there is None:
            given = np.asarray(actions)
            if given.shape not in ((), (self.n,)):
                raise BadOption(f"there are {self.n} games, and actions of shape {given.shape}")
            target.fill(np.broadcast_to(given, self.n))
        elif there["shape"] != (self.n,) or there["typestr"] != "<i8" or (there.get("strides") or (8,)) != (8,):
            raise BadOption(f"actions on the GPU are {self.n} numbers of 64 bits side by side: int64")
        elif there["data"][0] != target.address:
            if there.get("stream") not in (None, 1):
                self._device.wait()  # for whoever writes them on a stream of his own
            self._device.copy(target, there["data"][0])

    def step_randomly(self, times: int = 1) -> None:
        """Step all games with legal actions drawn at random, so often; `actions` holds the last ones."""
        rounds, at_once = (times, 1) if self._outsiders else (min(times, 1), times)
        if at_once != self._last_times:
            self._times.fill(np.array([at_once]))
            self._last_times = at_once
        for _ in range(rounds):
            self._answer_randomly(self.n)
            for _ in range(int(at_once * PASSES_A_DECISION) // PASSES_AT_ONCE):
                self._passes()
            self._go_on()

    _last_times = 0

    def wait(self) -> None:
        """Until all steps are done: for whoever measures time, or reads the arrays on another stream."""
        self._device.wait()

    @property
    def seeds(self) -> DeviceArray:
        """The seed of each game being played."""
        return self.desks.field("seed")

    @property
    def learners(self) -> DeviceArray:
        """With opponents: the seat that is asked in each game; else -1."""
        return self.desks.field("learner")

    @property
    def lengths(self) -> DeviceArray:
        """How many decisions the last game that ended took, of all seats together."""
        return self.desks.field("length")

    @property
    def decisions(self) -> DeviceArray:
        """How many decisions have been made in each game so far."""
        return self.desks.field("decisions")

    @property
    def illegal(self) -> DeviceArray:
        """1 where the last action given for a game was not legal."""
        return self.desks.field("illegal")

    def on_cpu(self) -> Batch:
        """The same games as a batch on the CPU, which steps on to the same positions: a copy."""
        batch = Batch.blank(self.n, self.table, **self._wants)
        for name in Games._fields:
            fill(getattr(batch, name), getattr(self, name).numpy().tobytes(), name)
        return batch

    def __repr__(self) -> str:
        return f"<GpuBatch of {self.n} games of {self.table.rules.full_title}, {self.table.seats} players>"
