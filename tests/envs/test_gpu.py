"""Games on a GPU, tried without one: `boriken bench gpu --check` tries the same on a real one."""

from __future__ import annotations

import ctypes.util
import gc
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba_cuda")

import boriken.envs
from boriken.cli.bench_gpu import played, variants
from boriken.engine import BadOption, BorikenError, IllegalAction
from boriken.engine.compiler import INTERPRETED
from boriken.engine.gpu import arrays
from boriken.engine.gpu.device import type_of
from boriken.engine.gpu.staging import WARP
from boriken.engine.gpu.twins import Twins, machine_code
from boriken.envs.gpu import kernels
from boriken.envs.gpu.batching import GpuBatch
from boriken.envs.tables import TableSettings
from tests.envs.stand_in import HostMemory, StandIn

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a GPU runs compiled rules alone")

HOPPER = (9, 0)
TABLE = ("players", "opponents", "seat", "reward", "limit", "illegal")


def stood_in(n: int, game: str = "puerto-rico", seed: int = 0, **arguments: Any) -> Any:
    """As `boriken.envs.batch`, on the stand-in."""
    wants = {name: arguments.pop(name) for name in ("observe", "reveal", "keep_last") if name in arguments}
    table = {name: arguments.pop(name) for name in TABLE if name in arguments}
    return GpuBatch(n, TableSettings(game, **table, options=arguments), StandIn(), seed=seed, **wants)


@pytest.mark.parametrize("variant", [*list(variants())[::7], *list(variants())[-2:]], ids=str)
def test_passes_play_the_same_games_as_the_step_on_the_cpu(variant: dict[str, Any], monkeypatch: Any) -> None:
    monkeypatch.setattr("boriken.cli.bench_gpu.GAMES_CHECKED", 12)
    monkeypatch.setattr("boriken.cli.bench_gpu.ROUNDS_CHECKED", 14)
    here, ended = played(boriken.envs.batch, variant)
    assert ended > 0
    assert played(stood_in, variant) == (here, ended)


def test_illegal_action_is_an_error_and_leaves_its_game_as_it_was() -> None:
    batch, twin = stood_in(3), boriken.envs.batch(3, "puerto-rico")
    actions = twin.masks.argmax(axis=1)
    actions[1] = 120
    for one in (batch, twin):
        with pytest.raises(IllegalAction, match="game 1"):
            one.step(actions)
    assert batch.states.numpy().tobytes() == twin.states.tobytes()
    batch.step(twin.masks.argmax(axis=1))  # and it goes on


def test_an_opponent_that_is_not_compiled_is_refused() -> None:
    with pytest.raises(BadOption, match="random, heuristic or policies to call, not 'learned'"):
        stood_in(3, opponents="learned")


def test_an_action_of_a_policy_that_is_not_legal_is_an_error() -> None:
    with pytest.raises(IllegalAction, match="an opponent chose"):
        stood_in(2, opponents=lambda observations, masks: np.full(2, 999))  # in game 1 it begins


def test_arrays_beyond_what_kernels_can_count_are_refused() -> None:
    with pytest.raises(BadOption, match="64 GiB in one array; make several"):
        arrays.DeviceArray(HostMemory(1), (1 << 36,), np.dtype(np.int8)).words()


def test_copy_on_the_cpu_plays_on_to_the_same_positions() -> None:
    batch = stood_in(4, "san-juan")
    batch.step_randomly(30)
    copy = batch.on_cpu()
    batch.step_randomly(7)
    copy.step_randomly(7)
    assert copy.states.tobytes() == batch.states.numpy().tobytes()
    assert copy.masks.tobytes() == batch.masks.numpy().tobytes()


def test_actions_for_another_number_of_games_are_refused() -> None:
    with pytest.raises(BadOption, match="3 games"):
        stood_in(3).step([0, 1])


def test_field_of_records_is_shown_where_it_lies() -> None:
    batch = stood_in(5, seed=40)
    assert batch.seeds.numpy().tolist() == [40, 41, 42, 43, 44]
    interface = batch.seeds.__cuda_array_interface__
    assert interface["strides"] == (batch.desks.dtype.itemsize,)
    assert interface["data"][0] == batch.desks.address + batch.desks.dtype.fields["seed"][1]


def test_memory_lent_by_dlpack_is_kept_until_it_is_given_back() -> None:
    batch = stood_in(2)
    before = len(arrays._lent)
    capsule = batch.rewards.__dlpack__(stream=1)
    assert len(arrays._lent) == before + 1
    del capsule
    gc.collect()
    assert len(arrays._lent) == before
    assert batch.rewards.__dlpack_device__() == (2, 0)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_rules_compile_for_a_gpu(game: str) -> None:
    """Observing calls a good part of the rules; what a pass calls takes half a minute to compile."""
    batch = stood_in(1, game)
    arrays = (batch.states.words(), batch.masks.words(), batch.observations.words())
    kernel, types = kernels.show_kernel(batch.table.rules), tuple(map(type_of, (*batch._common, *arrays)))
    name, code = machine_code(Twins(batch.table.rules.dtype), kernel, types, HOPPER, WARP)
    assert kernel.__name__ in name
    assert code.startswith(b"\x7fELF")


SORTED = """
import numpy as np
from numba import cuda
from boriken.envs.gpu import kernels
chooser = np.random.default_rng(1)
n = 1300  # two blocks
counts, placed, order = np.zeros((2, 128), np.int32), np.zeros((2, 128), np.int32), np.zeros(n, np.int32)
for half in (0, 1, 0):  # each half is cleared by the other
    keys = chooser.choice([0, 3, 64, 127], n).astype(np.uint8)
    cuda.jit(kernels.count_kernel)[2, 128](keys, counts, half)
    cuda.jit(kernels.order_kernel)[2, 128](keys, order, counts, placed, half)
    assert counts[half].tolist() == np.bincount(keys, minlength=128).tolist()
    assert sorted(order) == list(range(n))
    assert (np.diff(keys[order].astype(int)) >= 0).all()
print("sorted")
"""


def test_games_are_sorted_by_what_they_are_about() -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", SORTED], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "sorted\n", done.stderr


def test_without_a_gpu_the_error_says_what_is_missing() -> None:
    if ctypes.util.find_library("cuda"):
        pytest.skip("there is a driver here")
    with pytest.raises(BorikenError, match="NVIDIA GPU with its driver"):
        boriken.envs.batch(2, device="cuda")


def test_unknown_device_is_refused() -> None:
    with pytest.raises(BadOption, match="'cuda:1'"):
        boriken.envs.batch(2, device="tpu")
