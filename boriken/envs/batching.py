"""Many games at once: compiled steps over arrays that are made once and written in place."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from boriken.engine import (
    BadOption,
    BadRecord,
    IllegalAction,
    Rules,
    carried_over,
    compile_rules,
    cores,
    fields_of,
    new_states,
    prepare,
    record_of,
)
from boriken.engine.compiler import INTERPRETED
from boriken.engine.referee import new_standings

from .core import DESK, ROOM, Games, StepKind, look, step
from .opponents import Outsiders
from .saving import fill, pack, unpack
from .tables import MOST_SEEDS, TableSettings, checked_seed

FEWEST_A_THREAD = 64
"""Fewer games are not worth a thread of their own."""


class Batch:
    """n games, stepped together.

    Every array is made once and written in place by `begin` and `step`: copy what you keep. A game that ends is
    followed by the next one at once: its last rewards are written, `terminated` or `truncated` says so, and
    observation and mask are those of the next game.

    >>> import boriken.envs
    >>> batch = boriken.envs.batch(2, "puerto-rico", players=4)
    >>> batch.masks.sum(axis=1)  # seven roles to choose from
    array([7, 7])
    >>> batch.step([1, 2])  # the settler in one game, the mayor in the other
    >>> batch.seats
    array([0, 0], dtype=int8)
    >>> batch.named()["doubloons"][0].tolist()
    [3, 3, 3, 3]
    """

    observations: Any
    """int16, n by `table.layout.size`: each game as the seat in `seats` sees it."""
    masks: Any
    """int8, n by the number of actions: 1 for what is legal."""
    seats: Any
    """int8, n: the seat that is asked."""
    rewards: Any
    """float32, n by players: what the end of a game was worth to each seat; zeros while it goes on."""
    terminated: Any
    """bool, n: a game has ended in this step."""
    truncated: Any
    """bool, n: a game was ended in this step by the limit on decisions, and rewarded as it stood."""
    points: Any
    """int32, n by players: the points of the last game that ended."""
    secrets: Any
    """int16, n by `table.secrets.size`: for critics, what is hidden; no rows unless asked for."""
    last_observations: Any
    """int16: the last observation of a game that ended; no rows unless asked for."""

    _outsiders: Outsiders | None = None

    def __init__(
        self,
        n: int,
        table: TableSettings,
        *,
        seed: int = 0,
        observe: bool = True,
        reveal: bool = False,
        keep_last: bool = False,
        again: bool = True,
        threads: int | None = None,
    ) -> None:
        """Game i begins with seed + i; whenever a game ends, the next has a seed higher by n."""
        if type(n) is not int or n < 1:
            raise BadOption(f"the number of games is 1 or more, not {n!r}")
        if threads is not None and (type(threads) is not int or threads < 1):
            raise BadOption(f"the number of threads is 1 or more, not {threads!r}")
        self.n = n
        self.table = table
        self._again, self._observe, self._reveal, self._keep_last = again, observe, reveal, keep_last
        self._threads = threads
        self._make_arrays()
        self._share_out()
        _compile(table)
        self._outsiders = Outsiders(self)
        self.begin(seed)

    @classmethod
    def blank(cls, n: int, table: TableSettings, *, again: bool, observe: bool, reveal: bool, keep_last: bool) -> Batch:
        """Room for n games, none of which has begun: for whoever fills the arrays himself."""
        batch = cls.__new__(cls)
        batch.n, batch.table, batch._threads = n, table, 1
        batch._again, batch._observe, batch._reveal, batch._keep_last = again, observe, reveal, keep_last
        batch._make_arrays()
        batch._share_out()
        return batch

    @property
    def observes(self) -> bool:
        """Whether observations are written."""
        return self._observe

    def _make_arrays(self) -> None:
        n, table = self.n, self.table
        self.states = new_states(table.rules, n)
        self.desks = _new_desks(table.rules, n)
        first = record_of(self.states)
        first.players = table.seats
        table.rules.write_options(first, table.options)
        self.states[1:] = self.states[:1]  # not [0], in whose gaps between fields NumPy leaves what was there before
        self._settings = table.settings(
            again=self._again, seed_step=n, observe=self._observe, reveal=self._reveal, keep_last=self._keep_last
        )
        self.actions = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int8)
        self.masks = np.zeros((n, table.actions), np.int8)
        self.observations = np.zeros((n if self._observe else 0, table.layout.size), np.int16)
        self.secrets = np.zeros((n if self._reveal else 0, table.secrets.size), np.int16)
        self.rewards = np.zeros((n, table.seats), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.points = np.zeros((n, table.seats), np.int32)
        self.last_observations = np.zeros((n if self._keep_last else 0, table.layout.size), np.int16)

    def _share_out(self) -> None:
        """Divide the games among threads, each with scratch space of its own."""
        most = max(1, self.n // FEWEST_A_THREAD)
        threads = min(self._threads or cores(), most)
        bounds = [self.n * i // threads for i in range(threads + 1)]
        self._chunks = [
            (new_standings(self.table.rules, self.table.seats), bounds[i], bounds[i + 1]) for i in range(threads)
        ]
        self._games = Games(**{name: getattr(self, name) for name in Games._fields})
        self._per_game = tuple(array for array in self._saved().values() if len(array))
        self._pool = ThreadPoolExecutor(threads - 1, "boriken") if threads > 1 else None

    def _run(self, mode: int, times: int = 1) -> int:
        """Step all chunks side by side; the first in this thread."""
        others = []
        if self._pool is not None:
            for chunk in self._chunks[1:]:
                others.append(self._pool.submit(step, self._games, self._settings, *chunk, mode, times))
        wrong = step(self._games, self._settings, *self._chunks[0], mode, times)
        for other in others:
            wrong += other.result()
        return wrong

    def begin(self, seed: Any = None) -> None:
        """Begin all games anew: from a first seed, from a seed for each game, or each with its next one."""
        if seed is None:
            self.desks["seed"] += self.n
        elif np.ndim(seed) == 0:
            first = checked_seed(seed)
            if first + self.n > MOST_SEEDS:
                raise BadOption(f"the first of {self.n} seeds is too high: {seed}")
            self.desks["seed"] = np.arange(first, first + self.n)
        else:
            if len(seed) != self.n:
                raise BadOption(f"there are {self.n} games, and {len(seed)} seeds")
            self.desks["seed"] = [checked_seed(one) for one in seed]
        self._run(StepKind.BEGIN)
        if self._outsiders:
            self._outsiders.play(self)

    def begin_again(self, games: Any, seeds: Any = None) -> None:
        """Begin some games anew, by their numbers: with these seeds, or each with its next one."""
        rows = np.asarray(games, np.int64)
        self.desks["seed"][rows] = (
            self.desks["seed"][rows] + self.n if seeds is None else list(map(checked_seed, seeds))
        )
        standings = self._chunks[0][0]
        for i in rows.tolist():
            step(self._games, self._settings, standings, i, i + 1, StepKind.BEGIN, 1)
        if self._outsiders:
            self._outsiders.play(self)

    def step(self, actions: Any) -> None:
        """Play an action in each game, then all that is forced and, if there are any, the opponents' choices.

        An action that is not legal raises IllegalAction when all other games have been stepped; that game stays as it
        was. (Set up with illegal='random', a random one is played instead, and `illegal` says where.)
        """
        self.actions[:] = actions
        over = False if self._again else self._over  # before: what was replaced may end a game
        wrong = self.play_chosen()
        if self._outsiders:
            self._outsiders.play(self)
        if wrong:
            refused = self.illegal & (over if self._settings.replace else True)
            for i in np.flatnonzero(refused)[:1].tolist():
                raise IllegalAction(f"game {i}: {self._explain(i, int(self.actions[i]))}")

    def play_chosen(self) -> int:
        """Play what stands in `actions`, each game until somebody is asked; returns how many were not legal."""
        return self._run(StepKind.PLAY)

    @property
    def _over(self) -> Any:
        """Games that have ended and are not followed by another."""
        return self.desks["count"] == 0

    def step_randomly(self, times: int = 1) -> None:
        """Step all games with legal actions drawn at random, so often; `actions` holds the last ones."""
        if not self._again and self._over.any():
            raise IllegalAction(f"game {int(np.argmax(self._over))}: the game is over")
        if not self._outsiders:
            self._run(StepKind.RANDOM, times)
            return
        for _ in range(times):
            self._run(StepKind.RANDOM)
            self._outsiders.play(self)

    def _explain(self, i: int, action: int) -> str:
        if self.desks["count"][i] == 0:
            return "the game is over: begin the next one with reset"
        names = self.table.rules.actions
        offered = ", ".join(str(names[int(a)]) for a in np.flatnonzero(self.masks[i]))
        given = str(names[action]) if 0 <= action < len(names) else f"action {action}"
        return f"{given} is not legal now; legal: {offered}"

    @property
    def seeds(self) -> Any:
        """The seed of each game being played."""
        return self.desks["seed"]

    @property
    def learners(self) -> Any:
        """With opponents: the seat that is asked in each game; else -1."""
        return self.desks["learner"]

    @property
    def lengths(self) -> Any:
        """How many decisions the last game that ended took, of all seats together."""
        return self.desks["length"]

    @property
    def decisions(self) -> Any:
        """How many decisions have been made in each game so far."""
        return self.desks["decisions"]

    @property
    def illegal(self) -> Any:
        """Whether the last action given for each game was not legal."""
        return self.desks["illegal"] != 0

    def named(self) -> dict[str, Any]:
        """The observations as a dictionary of named pieces: views, nothing is copied."""
        return self.table.layout.named(self.observations)

    def look(self, i: int, seat: int) -> Any:
        """Game i as any seat sees it: a new array."""
        observation = np.zeros(self.table.layout.size, np.int16)
        look(self.states, i, seat, observation, observation[:0])
        return observation

    def look_behind(self, i: int, seat: int) -> Any:
        """What is hidden in game i, for a critic, seats counted from this one: a new array."""
        secrets = np.zeros(self.table.secrets.size, np.int16)
        look(self.states, i, seat, secrets[:0], secrets)
        return secrets

    def text(self, i: int, seat: int | None, names: Sequence[str]) -> str:
        """Game i as text, as a seat sees it; None: as an onlooker does."""
        rules = self.table.rules
        return rules.board(rules.view(fields_of(self.states, i), seat), names)

    # --- copies ---------------------------------------------------------------------------------------------------

    def clone_game(self, source: int, target: int) -> None:
        """Make one game of the batch an exact copy of another: for search."""
        for array in self._per_game:
            array[target] = array[source]

    def clone(self) -> Batch:
        """An independent copy."""
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        twin._make_arrays()
        twin._share_out()
        for mine, its in zip(self._per_game, twin._per_game, strict=True):
            fill(its, mine.tobytes(), "an array")
        return twin

    def _saved(self) -> dict[str, Any]:  # in the order of version 0.1
        names = ["states", "desks", "actions", "seats", "masks", "rewards", "terminated", "truncated", "points"]
        names += ["observations", "secrets", "last_observations"]
        return {name: getattr(self, name) for name in names}

    def to_bytes(self) -> bytes:
        """Everything as bytes, from which `from_bytes` makes an equal batch."""
        header = {
            "n": self.n,
            "table": self.table.as_dict(),
            "observe": self._observe,
            "reveal": self._reveal,
            "keep_last": self._keep_last,
            "again": self._again,
            "threads": self._threads,
        }
        return pack("batch", self.table.rules, header, self._saved())

    @staticmethod
    def from_bytes(data: bytes) -> Batch:
        """The batch that was saved; raises BadRecord if the data are damaged or of other rules."""
        header, parts, version = unpack("batch", data)
        table = TableSettings(**header.pop("table"))
        check_version(table.rules, version)
        batch = Batch(header.pop("n"), table, **header)
        parts["states"] = carried_over(table.rules, parts["states"], batch.n)
        for name, array in batch._saved().items():
            fill(array, parts[name], name)
        return batch

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return Batch.from_bytes, (self.to_bytes(),)

    def __copy__(self) -> Batch:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.clone()

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.table.rules.full_title}, {self.table.seats} players>"


def check_version(rules: Rules, version: int) -> None:
    """Refuse what was saved under other rules; raises BadRecord."""
    if version != rules.version:
        raise BadRecord(f"saved under version {version} of the rules of {rules.title}; these are {rules.version}")


def _new_desks(rules: Rules, n: int) -> Any:
    if rules.most_legal > ROOM:  # compiled code would write past the end without a word
        raise ValueError(f"{rules.title} has up to {rules.most_legal} legal actions, and a desk has room for {ROOM}")
    desks = np.zeros(n, DESK)
    return desks.view(np.recarray) if INTERPRETED else desks


def _compile(table: TableSettings) -> None:
    """Make sure that the compiled part is there, telling whoever waits."""

    def warm_up() -> None:
        small = Batch.blank(1, table, again=False, observe=True, reveal=True, keep_last=True)
        small.begin(0)
        small.look(0, 0)

    compile_rules(table.rules)
    prepare(f"the environments of {table.rules.full_title}", warm_up)
