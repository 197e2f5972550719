"""PettingZoo's own suites, and what they do not look at."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

import boriken.envs
from boriken.engine import BadOption, BadRecord, IllegalAction
from boriken.envs.pettingzoo import Aec

from ..walk import Variant, options_of
from .variants import TRIED

with warnings.catch_warnings():  # where pygame is installed, this loads environments of PettingZoo's own, which warn
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        performance_benchmark,
        seed_test,
    )

# Said of every environment with masks in its observations that is not on PettingZoo's own list of names.
EXPECTED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",  # once the game is over
}


@pytest.mark.parametrize("variant", TRIED, ids=str)
def test_api(variant: Variant) -> None:
    options = options_of(variant, 7)
    api_test(boriken.envs.aec(variant.game, variant.players, mask="info", **options), num_cycles=150)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
@pytest.mark.parametrize("pieces", [False, True])
def test_api_with_the_mask_in_the_observation(game: str, pieces: bool) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(boriken.envs.aec(game, pieces=pieces, limit=100), num_cycles=60)
    assert {str(warning.message) for warning in caught} <= EXPECTED


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_seeds(game: str) -> None:
    seed_test(lambda: boriken.envs.aec(game), num_cycles=100)
    parallel_seed_test(lambda: boriken.envs.parallel(game, illegal="random"), num_cycles=20)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_parallel_api(game: str) -> None:
    parallel_api_test(boriken.envs.parallel(game, illegal="random", limit=150), num_cycles=100)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_max_cycles(game: str) -> None:
    """PettingZoo asks that every agent acts in each cycle, and acts without looking at masks."""

    def simultaneous(max_cycles: int) -> Any:
        return boriken.envs.parallel(game, illegal="random", max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=simultaneous, env=lambda max_cycles: parallel_to_aec(simultaneous(max_cycles)))
    )


def test_performance_benchmark(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count(step=0.02)  # it goes on for five seconds
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks)))
    performance_benchmark(boriken.envs.aec("puerto-rico", 4))
    assert "turns per second" in capsys.readouterr().out


def play(env: Aec, seed: int, most: int = 10_000) -> list[Any]:
    """Play at random; everything that agents were told on the way."""
    chooser = random.Random(seed)
    told = []
    for agent in env.agent_iter(most):
        observation, reward, termination, truncation, _ = env.last()
        told.append((agent, observation["observation"].tobytes(), reward, termination, truncation))
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if termination or truncation else chooser.choice(legal))
    return told


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_every_agent_is_told_its_reward_at_the_end(game: str) -> None:
    env = boriken.envs.aec(game)
    env.reset(seed=3)
    told = play(env, 3)
    final = told[-env.max_num_agents :]
    assert sorted(agent for agent, *_ in final) == env.possible_agents
    assert all(termination and not truncation for *_, termination, truncation in final)
    assert sorted(reward for _, _, reward, _, _ in final) == sorted(env.batch.rewards[0].tolist())
    assert not any(reward for _, _, reward, _, _ in told[: -env.max_num_agents])


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
@pytest.mark.parametrize("moment", [0, 40, -2])
def test_copies_play_on_alike_and_apart(game: str, moment: int) -> None:
    env = boriken.envs.aec(game)
    env.reset(seed=8)
    length = len(play(env.clone(), 1))
    play(env, 1, moment if moment >= 0 else length + moment)
    copies = [env.clone(), Aec.from_bytes(env.to_bytes()), pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    rest = [play(twin, 2) for twin in copies]
    assert all(told == rest[0] for told in rest)
    assert play(env, 2) == rest[0]
    for twin in (env, *copies):
        twin.reset()
    assert all(
        (twin.observe("player_0")["observation"] == env.observe("player_0")["observation"]).all() for twin in copies
    )


def test_only_the_agent_to_move_has_a_mask() -> None:
    env = boriken.envs.aec("puerto-rico", 3)
    env.reset(seed=1)
    assert {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents} == {
        "player_0": 6,
        "player_1": 0,
        "player_2": 0,
    }


def test_named_pieces_are_the_same_numbers() -> None:
    plain, pieces = boriken.envs.aec("san-juan"), boriken.envs.aec("san-juan", pieces=True)
    for env in (plain, pieces):
        env.reset(seed=2)
    observation = pieces.observe("player_1")
    assert pieces.observation_space("player_1").contains(observation)
    named = plain.table.layout.named(plain.observe("player_1")["observation"])
    assert all((named[name] == part).all() for name, part in observation["observation"].items())
    assert observation["observation"]["hand"].sum() == 4


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    env = boriken.envs.aec("puerto-rico")
    env.reset(seed=1)
    before = env.to_bytes()
    with pytest.raises(IllegalAction, match="pass is not legal now"):
        env.step(0)
    assert env.batch.states.tobytes() == Aec.from_bytes(before).batch.states.tobytes()
    assert env.agent_selection == "player_0"
    env.step(1)


def test_the_state_for_critics_tells_what_observations_hide() -> None:
    env = boriken.envs.aec("san-juan", 2)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    secrets = env.table.secrets.named(env.state()[env.table.layout.size :])
    hands = [env.table.layout.named(env.observe(agent)["observation"])["hand"] for agent in env.agents]
    assert (secrets["hands"] == hands).all()


def test_a_seed_gives_the_same_game_and_no_seed_the_next() -> None:
    env = boriken.envs.aec("puerto-rico", governor="random")
    env.reset(seed=41)
    env.reset()
    first = env.observe("player_0")["observation"]
    env.reset(seed=42)
    assert (env.observe("player_0")["observation"] == first).all()


def test_render_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    env = boriken.envs.aec("puerto-rico", render_mode="ansi")
    assert "player_0" in str(env.render())
    human = boriken.envs.aec("puerto-rico", render_mode="human")
    assert human.render() is None
    assert "player_0" in capsys.readouterr().out


def test_what_cannot_be_set_up_is_said_in_words() -> None:
    bad: list[tuple[dict[str, Any], str]] = [
        ({"opponents": "random"}, "every seat is an agent"),
        ({"render_mode": "film"}, "render_mode must be"),
        ({"mask": "nowhere"}, "mask must be"),
    ]
    for arguments, why in bad:
        with pytest.raises(BadOption, match=why):
            boriken.envs.aec("puerto-rico", **arguments)
    with pytest.raises(BadRecord, match="not a saved environment"):
        Aec.from_bytes(b"")
