"""What libraries and people ask of environments beside their rules: pictures, shapes, seeds, copies, ends, resets."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import boriken.envs
from boriken import Game
from boriken.arena import Mode, Request
from boriken.engine import BadOption, IllegalAction


def legal(env: Any) -> int:
    return int(env.batch.masks[0].argmax())


def play_out(env: Any) -> None:
    """A game of a single learner, to its end."""
    ended = False
    while not ended:
        _, _, terminated, truncated, _ = env.step(legal(env))
        ended = terminated or truncated


# --- pictures, shapes, texts ------------------------------------------------------------------------------------------


def test_the_table_as_a_picture_has_the_same_size_all_along() -> None:
    env = gymnasium.make("boriken/PuertoRico-4p-v0", render_mode="rgb_array", new_buildings="random", nobles=True)
    env.reset(seed=1)
    first: Any = env.render()
    assert first.dtype == np.uint8
    assert first.shape[2] == 3
    assert len(np.unique(first)) > 2  # something is written there
    plain: Any = env.unwrapped
    for _ in range(12):
        env.step(legal(plain))
    later: Any = env.render()
    assert later.shape == first.shape
    assert (later != first).any()


def test_parallel_and_aec_environments_draw_pictures_too() -> None:
    for env in (boriken.envs.aec(render_mode="rgb_array"), boriken.envs.parallel(render_mode="rgb_array")):
        env.reset(seed=1)
        assert env.render().ndim == 3


def test_every_piece_has_a_shape_that_libraries_take() -> None:
    env = boriken.envs.single("puerto-rico", pieces=True, mask="info")
    observation, _ = env.reset(seed=1)
    space: Any = env.observation_space
    assert all(len(box.shape) >= 1 for box in space.values())
    assert space["round"].shape == observation["round"].shape == (1,)
    assert space.contains(observation)


def test_numbers_of_actions_as_text_and_back() -> None:
    table = boriken.envs.table("puerto-rico", 4)
    assert table.action_text(1) == "role:settler"
    assert int(table.rules.actions["role:settler"]) == 1


# --- seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint16])
def test_seeds_may_be_numbers_of_numpy(kind: Any) -> None:
    seed = kind(7)
    game = Game.new("puerto-rico", players=kind(4), seed=seed)
    assert game == Game.new("puerto-rico", players=4, seed=7)
    assert '"seed": 7' in game.to_json()
    assert game.view(kind(0)) == game.view(0)
    assert Request("san-juan", 2, {}, Mode.ONE, ("heuristic", "random"), kind(2), seed).to_json()
    single, vector = boriken.envs.single("san-juan"), boriken.envs.vector(2, "san-juan")
    assert single.reset(seed=seed)[1] == single.reset(seed=7)[1]
    assert (vector.reset(seed=seed)[0]["observation"] == vector.reset(seed=7)[0]["observation"]).all()
    for env in (boriken.envs.aec("san-juan"), boriken.envs.parallel("san-juan")):
        env.reset(seed=seed)
        assert env.batch.seeds.tolist() == [7]


def test_what_is_no_seed_is_still_refused() -> None:
    for seed in (-1, 2**63, 1.0, True, "7"):
        with pytest.raises(BadOption):
            Game.new("puerto-rico", players=4, seed=seed)  # type: ignore[arg-type]


# --- after the end ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("illegal", ["error", "random"])
def test_a_step_after_the_end_is_an_error(illegal: str) -> None:
    single = boriken.envs.single("san-juan", 2, illegal=illegal)
    single.reset(seed=1)
    play_out(single)
    with pytest.raises(IllegalAction, match="the game is over"):
        single.step(0)
    parallel = boriken.envs.parallel("san-juan", 2, illegal=illegal)
    parallel.reset(seed=1)
    while parallel.agents:
        parallel.step(dict.fromkeys(parallel.agents, legal(parallel)))
    with pytest.raises(IllegalAction, match="the game is over"):
        parallel.step({"player_0": 0, "player_1": 0})
    aec = boriken.envs.aec("san-juan", 2, illegal=illegal)
    aec.reset(seed=1)
    for _ in aec.agent_iter():
        _, _, termination, truncation, _ = aec.last()
        aec.step(None if termination or truncation else legal(aec))
    with pytest.raises(IllegalAction, match="the game is over"):
        aec.step(0)


# --- what follows a game that has ended -------------------------------------------------------------------------------


def until_one_ends(env: Any) -> tuple[Any, ...]:
    while True:
        result: tuple[Any, ...] = env.step(env.batch.masks.argmax(axis=1))
        if (result[2] | result[3]).any():
            return result


def test_the_next_game_begins_with_the_next_step() -> None:
    env = boriken.envs.vector(3, "san-juan", 2, opponents="random", autoreset="next-step")
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    env.reset(seed=1)
    observed, rewards, terminated, _, infos = until_one_ends(env)
    i = int(terminated.argmax())
    assert rewards[i] != 0
    assert observed["action_mask"][i].sum() == 0  # its last observation
    assert "final_obs" not in infos
    seed = int(env.batch.seeds[i])
    observed, rewards, terminated, _, _ = env.step(env.batch.masks.argmax(axis=1))
    assert (rewards[i], bool(terminated[i])) == (0, False)
    assert observed["action_mask"][i].sum() > 0
    assert env.batch.seeds[i] == seed + 3


def test_without_autoreset_a_mask_says_which_games_begin_anew() -> None:
    env = boriken.envs.vector(3, "san-juan", 2, opponents="random", autoreset="disabled")
    env.reset(seed=1)
    _, _, terminated, truncated, _ = until_one_ends(env)
    ended = terminated | truncated
    before = env.batch.states.copy()
    with pytest.raises(IllegalAction, match="the game is over"):
        env.clone().step(env.batch.masks.argmax(axis=1))
    observed, _ = env.reset(options={"reset_mask": ended})
    assert (observed["action_mask"].sum(axis=1) > 0).all()
    assert (env.batch.states == before).tolist() == (~ended).tolist()


def test_the_modes_of_autoreset_play_the_same_games() -> None:
    """What was won in the first games is the same, whatever follows them."""
    won = {}
    for mode in ("same-step", "next-step"):
        env = boriken.envs.vector(4, "san-juan", 2, opponents="heuristic", autoreset=mode)
        env.reset(seed=[0, 1, 2, 3])
        first: dict[int, float] = {}
        while len(first) < 4:
            _, rewards, terminated, _, _ = env.step(env.batch.masks.argmax(axis=1))
            first = {int(i): float(rewards[i]) for i in np.flatnonzero(terminated)} | first
        won[mode] = first
    assert won["same-step"] == won["next-step"]


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(BadOption, match="autoreset must be 'same-step'"):
        boriken.envs.vector(2, "san-juan", autoreset="sometimes")


# --- copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: env.clone()])
def test_vector_and_parallel_environments_can_be_copied_in_the_midst_of_a_game(how: Any) -> None:
    vector = boriken.envs.vector(3, "san-juan", 2, autoreset="next-step")
    vector.reset(seed=2)
    parallel = boriken.envs.parallel("san-juan", 2, pieces=True)
    parallel.reset(seed=2)
    for _ in range(20):
        vector.step(vector.batch.masks.argmax(axis=1))
        parallel.step(dict.fromkeys(parallel.agents, legal(parallel)))
    twin = how(vector)
    assert twin.metadata == vector.metadata
    for _ in range(80):  # past the end of some games
        mine, its = (env.step(env.batch.masks.argmax(axis=1)) for env in (vector, twin))
        assert (mine[0]["observation"] == its[0]["observation"]).all()
        assert (mine[1] == its[1]).all()
    assert (vector.reset()[0]["observation"] == twin.reset()[0]["observation"]).all()
    other = how(parallel)
    for _ in range(10):
        mine, its = (env.step(dict.fromkeys(env.agents, legal(env))) for env in (parallel, other))
        assert mine[1:] == its[1:]
    parallel.reset()
    other.reset()
    assert parallel.batch.seeds == other.batch.seeds


# --- what is not installed --------------------------------------------------------------------------------------------


def test_without_openspiel_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None\nimport boriken.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: OpenSpiel is not installed; 'pip install boriken[openspiel]' installs what is needed"
    )
