"""The games as PettingZoo knows games: agents that act in turn (AEC), or all in each cycle (parallel)."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from boriken.engine import BadOption, IllegalAction

from .batching import Batch, check_version
from .saving import pack, unpack
from .spaces import Observations, action_space
from .tables import RENDER_MODES, TableSettings, check_render_mode, checked_seed, shown


class _Seats:
    """What both kinds of environment share: one game, and an agent for each seat."""

    metadata: dict[str, Any]

    def __init__(self, table: TableSettings, mask: str, pieces: bool, render_mode: str | None) -> None:
        if table.opponents is not None:
            raise BadOption("here every seat is an agent; for opponents inside the step there is single, vector, batch")
        check_render_mode(render_mode)
        self.table = table
        self.render_mode = render_mode
        self.metadata = {"name": table.name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(table.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = Observations(table, mask, pieces)
        self._action_spaces = {agent: action_space(table) for agent in self.possible_agents}
        self._observation_spaces = {agent: self._observations.space(table.actions) for agent in self.possible_agents}
        self.batch = Batch(1, table, again=False, threads=1)
        self._next_seed: int | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Without a seed: the one after the last, or any."""
        if seed is None:
            seed = secrets.randbits(62) if self._next_seed is None else self._next_seed
        self.batch.begin(checked_seed(seed))
        self._next_seed = (int(seed) + 1) % 2**63

    def _arrays(self, agent: str, to_move: str | None) -> tuple[Any, Any]:
        """New arrays with what an agent sees and what it may do: nothing unless it is to move."""
        batch = self.batch
        if agent == to_move:
            return batch.observations[0].copy(), batch.masks[0].copy()
        return batch.look(0, self._seat_of[agent]), np.zeros(self.table.actions, np.int8)

    def state(self) -> Any:
        """For critics, everything but chance to come: what seat 0 sees, then what is hidden from somebody."""
        return np.concatenate([self.batch.look(0, 0), self.batch.look_behind(0, 0)])

    @property
    def state_space(self) -> spaces.Box:
        low = np.concatenate([self.table.layout.low, self.table.secrets.low])
        high = np.concatenate([self.table.layout.high, self.table.secrets.high])
        return spaces.Box(low, high, dtype=np.int16)

    def render(self) -> Any:
        """The table as an onlooker sees it: as text, with 'rgb_array' as a picture; with 'human' it is printed."""
        return shown(self.batch.text(0, None, self.possible_agents), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class Aec(_Seats, AECEnv[str, Any, Any]):
    """A game in which agents act in turn, one decision at a time.

    Observations are {"observation": vector, "action_mask": mask}: the numbers are those of `table.layout`, from the
    agent's own point of view. Only the agent to move has anything in its mask. Rewards come when the game ends. Forced
    actions are played within the step, so an agent that is asked has two choices or more.

    >>> import boriken.envs
    >>> env = boriken.envs.aec("san-juan", players=2)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     if termination or truncation:
    ...         action = None
    ...     else:
    ...         action = int(observation["action_mask"].argmax())
    ...     env.step(action)
    >>> env.agents
    []
    """

    def __init__(
        self, table: TableSettings, mask: str = "observation", pieces: bool = False, render_mode: str | None = None
    ) -> None:
        super().__init__(table, mask, pieces, render_mode)
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed, the same one every time; without, the next."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ended = False
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.batch.seats[0]]
        if self._observations.mask_in_info:
            for agent in self.agents:
                self.infos[agent] = {"action_mask": self._arrays_mask(agent)}

    def _arrays_mask(self, agent: str) -> Any:
        mine = agent == self.agent_selection and not self._ended
        return self.batch.masks[0].copy() if mine else np.zeros(self.table.actions, np.int8)

    def step(self, action: Any) -> None:
        """Play the action of the agent to move; an agent whose game is over takes its leave with None."""
        if not self.agents:
            raise IllegalAction("the game is over: begin the next one with reset")
        if self._ended:
            self._was_dead_step(action)
            return
        batch = self.batch
        batch.step(action)  # raises if it is not legal, and then nothing has changed
        if not (batch.terminated[0] or batch.truncated[0]):
            self._select()
            return
        self._ended = True
        rewards = batch.rewards[0].tolist()
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] = reward
            self.terminations[agent] = terminated
            self.truncations[agent] = truncated
        self._select()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """What an agent sees now, in new arrays."""
        return self._observations.hand_out(*self._arrays(agent, None if self._ended else self.agent_selection))

    # --- copies ---------------------------------------------------------------------------------------------------

    def clone(self) -> Aec:
        """An independent copy. (The spaces are shared: they do not change.)"""
        twin = object.__new__(Aec)
        twin.__dict__.update(self.__dict__)
        twin.batch = self.batch.clone()
        twin.agents = list(self.agents)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def to_bytes(self) -> bytes:
        """Everything as bytes, from which `from_bytes` makes an equal environment."""
        header = {
            "mask": "info" if self._observations.mask_in_info else "observation",
            "pieces": self._observations.pieces,
            "render_mode": self.render_mode,
            "next_seed": self._next_seed,
            "ended": self._ended,
            "agents": self.agents,
            "agent_selection": self.agent_selection,
            "rewards": self.rewards,
            "cumulative_rewards": self._cumulative_rewards,
            "terminations": self.terminations,
            "truncations": self.truncations,
        }
        return pack("aec", self.table.rules, header, {"batch": np.frombuffer(self.batch.to_bytes(), np.uint8)})

    @staticmethod
    def from_bytes(data: bytes) -> Aec:
        """The environment that was saved; raises BadRecord if the data are damaged or of other rules."""
        header, parts, version = unpack("aec", data)
        batch = Batch.from_bytes(parts["batch"])
        check_version(batch.table.rules, version)
        env = Aec(batch.table, header["mask"], header["pieces"], header["render_mode"])
        env.batch = batch
        env._next_seed = header["next_seed"]
        env._ended = header["ended"]
        env.agents = header["agents"]
        env.rewards = header["rewards"]
        env._cumulative_rewards = header["cumulative_rewards"]
        env.terminations = header["terminations"]
        env.truncations = header["truncations"]
        env.infos = {agent: {} for agent in env.agents}
        env._select()
        env.agent_selection = header["agent_selection"]
        return env

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return Aec.from_bytes, (self.to_bytes(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Aec:
        return self.clone()


WAIT = 0
"""In a parallel environment: the action of all who are not to move. (It is also the number of 'pass'.)"""


class Parallel(_Seats, ParallelEnv[str, Any, Any]):
    """The same games, for algorithms that step all agents at once: in each cycle only the seat to move is heard.

    The masks of the others allow nothing but WAIT. `max_cycles` ends a game after so many decisions, as it stands.
    """

    def __init__(
        self, table: TableSettings, max_cycles: int | None = None, pieces: bool = False, render_mode: str | None = None
    ) -> None:
        if max_cycles is not None:
            table = TableSettings(**table.as_dict() | {"limit": max_cycles})
        super().__init__(table, "observation", pieces, render_mode)
        self.metadata["is_parallelizable"] = True
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a game: with a seed, the same one every time; without, the next."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._look(False), {agent: {} for agent in self.agents}

    def _look(self, ended: bool) -> dict[str, Any]:
        to_move = None if ended else self.possible_agents[self.batch.seats[0]]
        seen = {}
        for agent in self.possible_agents:
            vector, mask = self._arrays(agent, to_move)
            if agent != to_move and not ended:
                mask[WAIT] = 1
            seen[agent] = self._observations.hand_out(vector, mask)
        return seen

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the action of the seat to move; the others' are not looked at."""
        if not self.agents:
            raise IllegalAction("the game is over: begin the next one with reset")
        batch = self.batch
        batch.step(actions[self.possible_agents[batch.seats[0]]])
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        agents = self.possible_agents
        results: tuple[dict[str, Any], ...] = (
            self._look(terminated or truncated),
            dict(zip(agents, batch.rewards[0].tolist(), strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: {} for agent in agents},
        )
        if terminated or truncated:
            self.agents = []
        return results

    # --- copies ---------------------------------------------------------------------------------------------------

    def clone(self) -> Parallel:
        """An independent copy. (The spaces are shared: they do not change.)"""
        twin = object.__new__(Parallel)
        twin.__dict__.update(self.__dict__)
        twin.batch = self.batch.clone()
        twin.agents = list(self.agents)
        return twin

    def to_bytes(self) -> bytes:
        """Everything as bytes, from which `from_bytes` makes an equal environment."""
        header = {
            "pieces": self._observations.pieces,
            "render_mode": self.render_mode,
            "next_seed": self._next_seed,
            "agents": self.agents,
        }
        return pack("parallel", self.table.rules, header, {"batch": np.frombuffer(self.batch.to_bytes(), np.uint8)})

    @staticmethod
    def from_bytes(data: bytes) -> Parallel:
        """The environment that was saved; raises BadRecord if the data are damaged or of other rules."""
        header, parts, version = unpack("parallel", data)
        batch = Batch.from_bytes(parts["batch"])
        check_version(batch.table.rules, version)
        env = Parallel(batch.table, pieces=header["pieces"], render_mode=header["render_mode"])
        env.batch = batch
        env._next_seed = header["next_seed"]
        env.agents = header["agents"]
        return env

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return Parallel.from_bytes, (self.to_bytes(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Parallel:
        return self.clone()
