"""A GPU, through NVIDIA's driver: memory, kernels, and launches recorded as one.

Everything runs on the default stream of the primary context, where PyTorch and CuPy run, too: what was launched first
is done first, and nobody has to wait for anybody.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from boriken.engine import BorikenError

from .arrays import DeviceArray, Launch
from .twins import Twins, check_compiler, machine_code

_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
_NON_BLOCKING, _RELAXED = 1, 2  # CU_STREAM_NON_BLOCKING, CU_STREAM_CAPTURE_MODE_RELAXED
_ROOM_UNASKED, _MOST_ROOM = 48 << 10, 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_DEFAULT_STREAM = ctypes.c_void_p(0)
_OLDEST = (8, 0)  # of those that copy into a multiprocessor's memory by themselves


@cache
def _library() -> Any:
    for name in ("libcuda.so.1", "libcuda.so", "nvcuda.dll"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise BorikenError("device='cuda' needs an NVIDIA GPU with its driver, and there is no driver on this machine")


def _call(name: str, *arguments: Any) -> None:
    """Call the driver; raises BorikenError with its own words."""
    library = _library()
    status = getattr(library, name)(*arguments)
    if status:
        words = ctypes.c_char_p()
        library.cuGetErrorString(status, ctypes.byref(words))
        raise BorikenError(f"the GPU's driver says: {(words.value or b'unknown error').decode()} ({name})")


class CudaMemory:
    """A piece of a GPU's memory."""

    def __init__(self, gpu: Gpu, size: int) -> None:
        self._gpu, self.ordinal = gpu, gpu.ordinal
        address = ctypes.c_uint64()
        gpu.enter()
        _call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        _call("cuMemsetD8_v2", address, ctypes.c_ubyte(0), ctypes.c_size_t(max(size, 1)))
        self.address: int = address.value
        weakref.finalize(self, _library().cuMemFree_v2, address).atexit = False

    def write(self, array: Any, offset: int) -> None:
        self._gpu.enter()
        source = ctypes.c_void_p(array.ctypes.data)
        _call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address + offset), source, ctypes.c_size_t(array.nbytes))

    def read(self, array: Any, offset: int) -> None:
        self._gpu.enter()
        target = ctypes.c_void_p(array.ctypes.data)
        _call("cuMemcpyDtoH_v2", target, ctypes.c_uint64(self.address + offset), ctypes.c_size_t(array.nbytes))

    def wait(self) -> None:
        self._gpu.wait()


class Gpu:
    """One GPU."""

    def __init__(self, ordinal: int = 0) -> None:
        """Raises BorikenError if there is none, or if it is too old."""
        check_compiler()
        self.ordinal = ordinal
        _call("cuInit", 0)
        count = ctypes.c_int()
        _call("cuDeviceGetCount", ctypes.byref(count))
        if not 0 <= ordinal < count.value:
            raise BorikenError(f"there is no GPU number {ordinal}: the driver knows {count.value}")
        self._device = ctypes.c_int()
        _call("cuDeviceGet", ctypes.byref(self._device), ordinal)
        self.capability = (self._attribute(_MAJOR), self._attribute(_MINOR))
        if self.capability < _OLDEST:
            raise BorikenError(f"the GPU is too old: compute capability {self.capability}, {_OLDEST} is needed")
        self._context, self._stream = ctypes.c_void_p(), _DEFAULT_STREAM
        _call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._device)
        self._loaded: dict[tuple[str, bytes], ctypes.c_void_p] = {}

    @property
    def name(self) -> str:
        """As NVIDIA calls it."""
        text = ctypes.create_string_buffer(100)
        _call("cuDeviceGetName", text, len(text), self._device)
        return text.value.decode()

    def _attribute(self, which: int) -> int:
        value = ctypes.c_int()
        _call("cuDeviceGetAttribute", ctypes.byref(value), which, self._device)
        return value.value

    def enter(self) -> None:
        """Whoever calls the driver from this thread now means this GPU."""
        _call("cuCtxSetCurrent", self._context)

    def array(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        kind = np.dtype(dtype)
        return DeviceArray(CudaMemory(self, int(np.prod(shape)) * kind.itemsize + 7), shape, kind)

    def copy(self, target: DeviceArray, address: int) -> None:
        self.enter()
        size = ctypes.c_size_t(target.size * target.dtype.itemsize)
        _call("cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target.address), ctypes.c_uint64(address), size, self._stream)

    def load(self, twins: Twins, kernel: Any, *arguments: Any, threads: int, games: int = 0, room: int = 0) -> Launch:
        name, code = machine_code(twins, kernel, tuple(map(type_of, arguments)), self.capability, threads)
        function = self._function(name, code)
        if room > _ROOM_UNASKED:
            _call("cuFuncSetAttribute", function, _MOST_ROOM, room)
        values = [value for argument in arguments for value in _flat(argument)]
        places = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))

        def launch(n: int) -> None:
            assert values  # kept as long as the places that point to them
            self.enter()
            blocks = -(-n // (games or threads))
            _call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, room, self._stream, places, None)

        return launch

    def _function(self, name: str, code: bytes) -> ctypes.c_void_p:
        if (name, code) not in self._loaded:  # names alone are not unique: each process counts its own
            self.enter()
            module, function = ctypes.c_void_p(), ctypes.c_void_p()
            _call("cuModuleLoadData", ctypes.byref(module), code)
            _call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
            self._loaded[name, code] = function
        return self._loaded[name, code]

    def record(self, launches: Callable[[], None]) -> Callable[[], None]:
        self.enter()
        stream, graph, ready = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        _call("cuStreamCreate", ctypes.byref(stream), _NON_BLOCKING)
        _call("cuStreamBeginCapture_v2", stream, _RELAXED)
        self._stream = stream
        try:
            launches()
        finally:
            self._stream = _DEFAULT_STREAM
            _call("cuStreamEndCapture", stream, ctypes.byref(graph))
        _call("cuGraphInstantiateWithFlags", ctypes.byref(ready), graph, ctypes.c_uint64(0))

        def launch() -> None:
            self.enter()
            _call("cuGraphLaunch", ready, self._stream)

        return launch

    def wait(self) -> None:
        self.enter()
        _call("cuCtxSynchronize")


@cache
def gpu(ordinal: int) -> Gpu:
    """The GPU of that number: one of each, with what was loaded into it."""
    return Gpu(ordinal)


_NUMBERS = (
    (bool, numba.types.boolean, ctypes.c_uint8),
    (int, numba.types.int64, ctypes.c_int64),
    (float, numba.types.float64, ctypes.c_double),
)
"""What is a number in Python is that to Numba, and that to the driver."""


def type_of(argument: Any) -> Any:
    """What a kernel's argument is to Numba."""
    if isinstance(argument, DeviceArray):
        return numba.types.Array(numba.from_dtype(argument.dtype), len(argument.shape), "C")
    if isinstance(argument, tuple):
        return numba.types.NamedTuple([type_of(one) for one in argument], type(argument))
    return next(kind for given, kind, _ in _NUMBERS if isinstance(argument, given))


def _flat(argument: Any) -> list[Any]:
    """An argument as Numba's kernels take it: piece by piece. Of an array: owners, size, place, shape and strides."""
    if isinstance(argument, DeviceArray):
        size = (argument.size, argument.dtype.itemsize)
        numbers = (0, 0, *size, argument.address, *argument.shape, *argument.strides)
        return [ctypes.c_int64(number) for number in numbers]
    if isinstance(argument, tuple):
        return [value for one in argument for value in _flat(one)]
    return [next(made for given, _, made in _NUMBERS if isinstance(argument, given))(argument)]
