"""Gymnasium's own checks, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import boriken.envs
from boriken.engine import BadOption, IllegalAction
from boriken.envs.gym import Single
from boriken.envs.registration import ids

from ..walk import Variant, options_of
from .variants import TRIED


@pytest.mark.parametrize("name", ids())
def test_check_env_by_its_name(name: str) -> None:
    env = gymnasium.make(name)
    assert env.unwrapped.table.seats == int(name.split("-")[1][0])  # type: ignore[attr-defined]
    check_env(env.unwrapped)


@pytest.mark.parametrize("variant", TRIED, ids=str)
def test_check_env_with_options(variant: Variant) -> None:
    options = options_of(variant, 7)
    for arguments in ({"mask": "info"}, {"pieces": True}):
        env = boriken.envs.single(variant.game, variant.players, "random", **arguments, **options)
        check_env(env, skip_render_check=True)


def finish(env: Single, seed: int) -> tuple[list[Any], float]:
    """Play at random to the end."""
    chooser = np.random.default_rng(seed)
    told = []
    ended = False
    reward = 0.0
    while not ended:
        _, reward, terminated, truncated, info = env.step(int(chooser.choice(np.flatnonzero(env.action_masks()))))
        told.append((reward, terminated, truncated, str(info)))
        ended = terminated or truncated
    return told, reward


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_the_reward_is_the_learners(game: str) -> None:
    for seed in range(4):
        env = boriken.envs.single(game, opponents="random", reward="margin")
        _, info = env.reset(seed=seed)
        assert info["seat"] == seed % env.table.seats
        _, reward = finish(env, seed)
        points = env.batch.points[0].tolist()
        mine = points.pop(info["seat"])
        assert reward == mine - max(points)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_copies_play_on_alike_and_apart(game: str) -> None:
    env = boriken.envs.single(game, opponents="random")
    env.reset(seed=8)
    for _ in range(10):
        env.step(int(env.action_masks().argmax()))
    copies = [env.clone(), Single.from_bytes(env.to_bytes()), pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    rest = [finish(twin, 2) for twin in copies]
    assert all(told == rest[0] for told in rest)
    assert finish(env, 2) == rest[0]
    again = [twin.reset()[0]["observation"].tobytes() for twin in (env, *copies)]
    assert len(set(again)) == 1


def test_an_illegal_action_is_replaced_and_told_or_refused() -> None:
    env = boriken.envs.single("puerto-rico", seat=0)
    env.reset(seed=1)
    assert env.step(0)[4]["illegal"] is True
    assert env.step(int(env.action_masks().argmax()))[4]["illegal"] is False
    strict = boriken.envs.single("puerto-rico", seat=0, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(0)


def test_opponents_must_be_named() -> None:
    with pytest.raises(BadOption, match="name opponents"):
        boriken.envs.single("puerto-rico", opponents=None)  # type: ignore[arg-type]


def test_the_state_for_critics_begins_with_what_the_learner_sees() -> None:
    env = boriken.envs.single("san-juan", 3, "random")
    observation, _ = env.reset(seed=5)
    assert (env.state()[: env.table.layout.size] == observation["observation"]).all()
    assert len(env.state()) == env.table.layout.size + env.table.secrets.size


def test_render_shows_what_the_learner_sees() -> None:
    env = boriken.envs.single("san-juan", 3, "random", render_mode="ansi")
    env.reset(seed=5)
    assert "learner" in env.render()


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_a_vector_is_the_same_as_single_environments(game: str) -> None:
    n = 3
    vector = boriken.envs.vector(n, game, opponents="random")
    singles = [boriken.envs.single(game, opponents="random") for _ in range(n)]
    seeds = [10 + i for i in range(n)]
    seen, infos = vector.reset(seed=10)
    now = [env.reset(seed=seed) for env, seed in zip(singles, seeds, strict=True)]
    assert vector.observation_space.contains(seen)
    chooser = np.random.default_rng(1)
    ended = 0
    while ended < n:
        assert infos["seat"].tolist() == [info["seat"] for _, info in now]
        for i in range(n):
            assert (seen["observation"][i] == now[i][0]["observation"]).all()
            assert (seen["action_mask"][i] == now[i][0]["action_mask"]).all()
        actions = [int(chooser.choice(np.flatnonzero(mask))) for mask in seen["action_mask"]]
        seen, rewards, terminated, truncated, infos = vector.step(np.array(actions))
        for i, env in enumerate(singles):
            observation, reward, over, _, info = env.step(actions[i])
            assert (rewards[i], terminated[i], truncated[i]) == (reward, over, False)
            if over:
                ended += 1
                assert infos["_final_obs"][i]
                assert (infos["final_obs"][i]["observation"] == observation["observation"]).all()
                assert infos["points"][i].tolist() == info["points"]
                seeds[i] += n
                observation, info = env.reset(seed=seeds[i])
            now[i] = (observation, info)


def test_gymnasium_makes_vectors_by_name() -> None:
    vector = gymnasium.make_vec("boriken/SanJuan-2p-v0", num_envs=4, opponents="random")
    seen, _ = vector.reset(seed=[5, None, 7, 8])  # type: ignore[arg-type]
    assert seen["action_mask"].shape == (4, vector.unwrapped.table.actions)  # type: ignore[attr-defined]
    first, _ = vector.reset(seed=1)
    second, _ = vector.reset(seed=1)
    assert (first["observation"] == second["observation"]).all()
    third, _ = vector.reset()
    assert (third["observation"] != second["observation"]).any()
    vector.close()
