"""A stand-in for a GPU: the kernels as plain Python, thread after thread, calling the rules compiled for the CPU.

It tries everything but the driver, the compiler for the GPU, and sorting, whose threads meet: for that there is
numba-cuda's simulator (test_gpu.py).
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from boriken.engine.gpu import THREADS
from boriken.envs.gpu import kernels
from boriken.envs.gpu.arrays import DeviceArray


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
        return DeviceArray(HostMemory(int(np.prod(shape)) * kind.itemsize), shape, kind)

    def copy(self, target: DeviceArray, address: int) -> None:
        raise NotImplementedError

    def load(self, twins: Any, kernel: Any, *arguments: Any) -> Callable[[int], None]:
        given = [_host(argument) for argument in arguments]
        if kernel is kernels.count_kernel:
            return lambda games: None
        if kernel is kernels.order_kernel:
            return lambda games: _sort(*given)
        thread = SimpleNamespace(number=0)
        cuda = SimpleNamespace(
            grid=lambda axes: thread.number,
            local=SimpleNamespace(array=lambda shape, dtype: np.zeros(shape, np.int64)),
            atomic=SimpleNamespace(add=_add),
        )
        function = FunctionType(kernel.__code__, kernel.__globals__ | {"cuda": cuda}, None, None, kernel.__closure__)

        def launch(games: int) -> None:
            self.passes += kernel.__name__ == "passing"
            for thread.number in range(-(-games // THREADS) * THREADS):
                function(*given)

        return launch

    def record(self, launches: Callable[[], None]) -> Callable[[], None]:
        return launches

    def wait(self) -> None:
        pass


def _host(argument: Any) -> Any:
    if isinstance(argument, DeviceArray):
        memory: Any = argument.memory
        return np.ndarray(argument.shape, argument.dtype, memory.bytes)
    if isinstance(argument, tuple):
        return type(argument)(*map(_host, argument))  # a named one
    return argument


def _add(array: Any, place: Any, number: int) -> None:
    array[place] += number


def _sort(keys: Any, order: Any, counts: Any, placed: Any, half: int) -> None:
    counts[half] = np.bincount(keys, minlength=kernels.KEYS)
    order[:] = np.argsort(keys, kind="stable")
