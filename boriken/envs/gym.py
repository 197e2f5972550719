"""The games as Gymnasium knows environments: one learner against bots, alone or many at once."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boriken.engine import BadOption, BadRecord

from .batching import Batch, check_version
from .core import STAY
from .saving import pack, unpack
from .spaces import Observations, action_space
from .tables import RENDER_MODES, TableSettings, check_render_mode, checked_seed, shown


def _check_opponents(table: TableSettings) -> None:
    if table.opponents is None:
        raise BadOption("name opponents, as 'heuristic': one for all or one for each seat")


class Single(gymnasium.Env[Any, Any]):
    """One learner at a table of bots, which play inside the step.

    Observations are {"observation": vector, "action_mask": mask}, as in `aec`. The reward is the learner's, when the
    game ends. `info` has the learner's seat, whether the last action was not legal and, at the end, the points.

    >>> import boriken.envs
    >>> env = boriken.envs.single("san-juan", players=3, opponents="random")
    >>> observation, info = env.reset(seed=4)
    >>> info["seat"]  # another with each seed
    1
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self, table: TableSettings, mask: str = "observation", pieces: bool = False, render_mode: str | None = None
    ) -> None:
        _check_opponents(table)
        check_render_mode(render_mode)
        self.table = table
        self.render_mode = render_mode
        self._observations = Observations(table, mask, pieces)
        self.observation_space = self._observations.space(table.actions)
        self.action_space = action_space(table)
        self.batch = Batch(1, table, again=False, threads=1)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game: with a seed, the same one every time; without, one drawn by `np_random`."""
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        self.batch.begin(int(self.np_random.integers(2**62)) if seed is None else seed)
        return self._result()

    def _result(self) -> tuple[Any, dict[str, Any]]:
        batch = self.batch
        mask = batch.masks[0].copy()
        info: dict[str, Any] = {"seat": int(batch.learners[0]), "illegal": bool(batch.illegal[0])}
        if batch.terminated[0] or batch.truncated[0]:
            info["points"] = batch.points[0].tolist()
        if self._observations.mask_in_info:
            info["action_mask"] = mask
        return self._observations.hand_out(batch.observations[0].copy(), mask), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then all that the others do until it is the learner's turn again."""
        batch = self.batch
        batch.step(action)
        observation, info = self._result()
        reward = float(batch.rewards[0, batch.learners[0]])
        return observation, reward, bool(batch.terminated[0]), bool(batch.truncated[0]), info

    def action_masks(self) -> Any:
        """What is legal now, as libraries ask for it."""
        return self.batch.masks[0].astype(np.bool_)

    def state(self) -> Any:
        """For critics, everything but chance to come: what the learner sees, then what is hidden from somebody."""
        seat = int(self.batch.learners[0])
        return np.concatenate([self.batch.look(0, seat), self.batch.look_behind(0, seat)])

    def render(self) -> Any:
        """The table as the learner sees it: as text, with 'rgb_array' as a picture; with 'human' it is printed."""
        seat = int(self.batch.learners[0])
        names = ["learner" if p == seat else f"seat {p}" for p in range(self.table.seats)]
        return shown(self.batch.text(0, seat, names), self.render_mode)

    # --- copies ---------------------------------------------------------------------------------------------------

    def clone(self) -> Single:
        """An independent copy. (The spaces are shared: they do not change.)"""
        twin = object.__new__(Single)
        twin.__dict__.update(self.__dict__)
        twin.batch = self.batch.clone()
        twin._np_random = deepcopy(self._np_random)
        return twin

    def to_bytes(self) -> bytes:
        """Everything as bytes, from which `from_bytes` makes an equal environment."""
        header = {
            "mask": "info" if self._observations.mask_in_info else "observation",
            "pieces": self._observations.pieces,
            "render_mode": self.render_mode,
            **_drawn_so_far(self),
        }
        return pack("single", self.table.rules, header, {"batch": np.frombuffer(self.batch.to_bytes(), np.uint8)})

    @staticmethod
    def from_bytes(data: bytes) -> Single:
        """The environment that was saved; raises BadRecord if the data are damaged or of other rules."""
        header, parts, version = unpack("single", data)
        batch = Batch.from_bytes(parts["batch"])
        check_version(batch.table.rules, version)
        env = Single(batch.table, header["mask"], header["pieces"], header["render_mode"])
        env.batch = batch
        _draw_on(env, header)
        return env

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return Single.from_bytes, (self.to_bytes(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Single:
        return self.clone()


def _drawn_so_far(env: Any) -> dict[str, Any]:
    """Where an environment's own chance stands, as plain data."""
    generator = None if env._np_random is None else env._np_random.bit_generator.state
    return {"generator": generator, "np_random_seed": env._np_random_seed}


def _draw_on(env: Any, header: dict[str, Any]) -> None:
    """Let an environment's own chance go on from there."""
    if header["generator"] is None:
        return
    generator = np.random.PCG64()
    try:
        generator.state = header["generator"]
    except (ValueError, TypeError, KeyError) as error:
        raise BadRecord(f"a saved environment is damaged: {error}") from None
    env._np_random = np.random.Generator(generator)
    env._np_random_seed = header["np_random_seed"]


AUTORESET = {
    "same-step": AutoresetMode.SAME_STEP,
    "next-step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}
RESET_MASK = "reset_mask"
"""Gymnasium's option of `reset`: which games to begin anew."""


class Vector(VectorEnv[Any, Any, Any]):
    """Many tables of one learner and bots, over `batch`.

    Observations are {"observation": n vectors, "action_mask": n masks}. What follows a game that ends is said by
    `autoreset`, in Gymnasium's words:

    - 'same-step': the next game, in the same step. `infos["final_obs"]` holds the last observations of what has ended.
    - 'next-step': its last observation, and with the next step, whose action is not looked at, the next game.
    - 'disabled': its last observation, until `reset(options={"reset_mask": ...})` begins the next; a step is an error.

    `infos["points"]` has all seats' points where games have ended.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, n: int, table: TableSettings, threads: int | None = None, autoreset: str = "same-step") -> None:
        _check_opponents(table)
        if autoreset not in AUTORESET:
            raise BadOption(f"autoreset must be {' or '.join(map(repr, AUTORESET))}, not {autoreset!r}")
        same_step = autoreset == "same-step"
        self._set_up(n, table, autoreset, Batch(n, table, keep_last=same_step, again=same_step, threads=threads))

    def _set_up(self, n: int, table: TableSettings, autoreset: str, batch: Batch) -> None:
        self.table = table
        self.num_envs = n
        self.metadata = self.metadata | {"autoreset_mode": AUTORESET[autoreset]}
        self.single_observation_space = Observations(table, "observation", False).space(table.actions)
        self.single_action_space = action_space(table)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = spaces.MultiDiscrete(np.full(n, table.actions))
        self.batch = batch
        self._autoreset = autoreset
        self._games = np.arange(n)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew, or those of a mask: from a first seed, a seed for each, or drawn by `np_random`."""
        several = seed is None or isinstance(seed, list | tuple | np.ndarray)
        one = None if several else checked_seed(seed)
        super().reset(seed=one)
        seeds = self.np_random.integers(2**62, size=self.num_envs).tolist()
        if one is not None:
            seeds = [one + i for i in range(self.num_envs)]
        elif seed is not None:
            given = [*seed, *[None] * (self.num_envs - len(seed))]  # type: ignore[misc, arg-type]
            seeds = [drawn if wanted is None else wanted for wanted, drawn in zip(given, seeds, strict=True)]
        if options and RESET_MASK in options:
            games = np.flatnonzero(options[RESET_MASK])
            self.batch.begin_again(games, [seeds[i] for i in games])
        else:
            self.batch.begin(seeds)
        return self._observed(), {"seat": self.batch.learners.copy()}

    def _observed(self) -> dict[str, Any]:
        return {"observation": self.batch.observations.copy(), "action_mask": self.batch.masks.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game, then all that the others do until it is the learner's turn again."""
        batch = self.batch
        learners = batch.learners.copy()
        over = np.zeros(self.num_envs, np.bool_)
        if self._autoreset == "next-step" and (over := batch.terminated | batch.truncated).any():
            actions = np.where(over, STAY, actions)
        batch.step(actions)
        if over.any():
            batch.begin_again(np.flatnonzero(over))
        rewards = batch.rewards[self._games, learners].astype(np.float64)
        infos: dict[str, Any] = {"seat": batch.learners.copy(), "illegal": batch.illegal}
        ended = batch.terminated | batch.truncated
        if ended.any():
            infos |= {"points": batch.points.copy(), "_points": ended}
            if self._autoreset == "same-step":
                infos |= {"final_obs": self._last_of(ended), "_final_obs": ended.copy()}
        return self._observed(), rewards, batch.terminated.copy(), batch.truncated.copy(), infos

    def _last_of(self, ended: Any) -> Any:
        """The last observations of games that have ended, as Gymnasium wants them: objects in an array."""
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            mask = np.zeros(self.table.actions, np.int8)
            final[i] = {"observation": self.batch.last_observations[i].copy(), "action_mask": mask}
        return final

    # --- copies ---------------------------------------------------------------------------------------------------

    def clone(self) -> Vector:
        """An independent copy. (The spaces are shared: they do not change.)"""
        twin = object.__new__(Vector)
        twin.__dict__.update(self.__dict__)
        twin.batch = self.batch.clone()
        twin._np_random = deepcopy(self._np_random)
        return twin

    def to_bytes(self) -> bytes:
        """Everything as bytes, from which `from_bytes` makes an equal environment."""
        header = {"autoreset": self._autoreset, **_drawn_so_far(self)}
        return pack("vector", self.table.rules, header, {"batch": np.frombuffer(self.batch.to_bytes(), np.uint8)})

    @staticmethod
    def from_bytes(data: bytes) -> Vector:
        """The environment that was saved; raises BadRecord if the data are damaged or of other rules."""
        header, parts, version = unpack("vector", data)
        batch = Batch.from_bytes(parts["batch"])
        check_version(batch.table.rules, version)
        env = object.__new__(Vector)
        env._set_up(batch.n, batch.table, header["autoreset"], batch)
        _draw_on(env, header)
        return env

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return Vector.from_bytes, (self.to_bytes(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Vector:
        return self.clone()


def make_vector(num_envs: int, **arguments: Any) -> Vector:
    """For `gymnasium.make_vec`."""
    from . import vector

    return vector(num_envs, **arguments)
