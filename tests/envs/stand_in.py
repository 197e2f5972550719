"""A stand-in for a GPU: the kernels as plain Python, thread after thread, calling the rules compiled for the CPU.

It tries everything but the driver, the compiler for the GPU, and sorting, whose threads meet: for that there is
numba-cuda's simulator (test_gpu.py).
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from boriken.engine.gpu.arrays import DeviceArray
from boriken.envs.gpu import kernels


class HostMemory:
    ordinal = 0

    def __init__(self, size: int) -> None:
        self.bytes = np.zeros(max(size, 1), np.uint8)
        self.address: int = self.bytes.ctypes.data

    def write(self, array: Any, offset: int) -> None:
        self.bytes[offset : offset + array.nbytes] = np.ascontiguousarray(array).view(np.uint8).ravel()

    def read(self, array: Any, offset: int) -> None:
        array.view(np.uint8).ravel()[:] = self.bytes[offset : offset + array.nbytes]

    def wait(self) -> None:
        pass


class StandIn:
    """A `Device` whose memory is the CPU's."""

    def __init__(self) -> None:
        self.passes = 0

    def array(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        kind = np.dtype(dtype)
        return DeviceArray(HostMemory(int(np.prod(shape)) * kind.itemsize + 7), shape, kind)

    def copy(self, target: DeviceArray, address: int) -> None:
        raise NotImplementedError

    def load(
        self, twins: Any, kernel: Any, *arguments: Any, threads: int, games: int = 0, room: int = 0
    ) -> Callable[[int], None]:
        given = [host(argument) for argument in arguments]
        if kernel is kernels.count_kernel:
            return lambda games: None
        if kernel is kernels.order_kernel:
            return lambda games: _sort(*given)
        thread, grid = SimpleNamespace(number=0), SimpleNamespace(threads=0)
        near = np.zeros(room, np.uint8)
        cuda = SimpleNamespace(
            grid=lambda axes: thread.number,
            gridsize=lambda axes: grid.threads,
            threadIdx=SimpleNamespace(x=0),
            local=SimpleNamespace(array=lambda shape, dtype: np.zeros(shape, dtype.name)),
            shared=SimpleNamespace(array=lambda shape, dtype: near.view(dtype.name)),
            atomic=SimpleNamespace(add=_add),
        )
        known = kernel.__globals__ | {"cuda": cuda} | _STAGING
        function = FunctionType(kernel.__code__, known, None, None, kernel.__closure__)

        def launch(n: int) -> None:
            self.passes += kernel.__name__ == "passing"
            grid.threads = -(-n // threads) * threads
            for thread.number in range(grid.threads):
                function(*given)

        return launch

    def record(self, launches: Callable[[], None]) -> Callable[[], None]:
        return launches

    def wait(self) -> None:
        pass


def host(argument: Any) -> Any:
    """What a kernel is given, as NumPy knows it."""
    if isinstance(argument, DeviceArray):
        memory: Any = argument.memory
        return np.ndarray(argument.shape, argument.dtype, memory.bytes)
    if isinstance(argument, tuple):
        return type(argument)(*map(host, argument))  # a named one
    return argument


def _fetch(room: Any, k: int, words: Any, w: int) -> None:
    room[k] = words[w]


def _bring(room: Any, words: Any, mine: int, games: int, size: int, apart: int) -> None:
    if games > 0:
        room[:size] = words[mine * size :][:size]


def _take_back(room: Any, words: Any, mine: int, games: int, size: int, apart: int) -> None:
    words[mine * size :][:size] = room[:size]


def _record_in(room: Any, k: int, records: Any) -> Any:
    return np.ndarray(1, records.dtype, room, 8 * k)[0]


def _write_out(room: Any, start: int, words: Any, first: int, last: int, size: int) -> None:
    if first < last:
        words.view(np.uint8)[first * size :][:size] = room[start:].view(np.uint8)[:size]


def _reserve(used: Any, n: int) -> int:
    used[0] += n
    return int(used[0]) - n


_STAGING = {
    "fetch": _fetch,
    "expect": lambda records, i: None,
    "bring": _bring,
    "reserve": _reserve,
    "take_back": _take_back,
    "record_in": _record_in,
    "write_out": _write_out,
}
"""As in `staging`, for a warp of one thread."""


def _add(array: Any, place: Any, number: int) -> None:
    array[place] += number


def _sort(keys: Any, order: Any, counts: Any, placed: Any, half: int) -> None:
    counts[half] = np.bincount(keys, minlength=kernels.KEYS)
    order[:] = np.argsort(keys, kind="stable")
