"""Arrays in a GPU's memory, which PyTorch, JAX and CuPy take over without a copy (DLPack, CUDA array interface)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import prod
from typing import Any, Protocol

import numpy as np

from boriken.engine import BadOption

MOST_WORDS = 1 << 32
"""Of 8 bytes in an array: kernels count with 32 bits."""


class Memory(Protocol):
    """A piece of the GPU's memory, freed when nobody holds it any more."""

    address: int
    ordinal: int
    """Which GPU it is of."""

    def write(self, array: Any, offset: int) -> None:
        """Copy a contiguous NumPy array into it."""

    def read(self, array: Any, offset: int) -> None:
        """Copy out of it into a contiguous NumPy array."""

    def wait(self) -> None:
        """Until everything has been done that was asked of this GPU."""


class DeviceArray:
    """An array in the GPU's memory. `numpy()` copies it; from_dlpack of PyTorch, JAX and CuPy do not."""

    def __init__(
        self,
        memory: Memory,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        offset: int = 0,
        strides: tuple[int, ...] | None = None,
    ) -> None:
        self.memory, self.shape, self.dtype, self._offset = memory, shape, dtype, offset
        self._strided = strides is not None
        self.strides = strides or tuple(dtype.itemsize * prod(shape[axis + 1 :]) for axis in range(len(shape)))

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def address(self) -> int:
        return self.memory.address + self._offset

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<array on the GPU, {self.dtype}, {' by '.join(map(str, self.shape))}>"

    def field(self, name: str) -> DeviceArray:
        """One field of an array of records, where it lies."""
        assert self.dtype.fields is not None
        dtype, offset = self.dtype.fields[name][:2]
        return DeviceArray(self.memory, self.shape, dtype, self._offset + offset, self.strides)

    def words(self) -> DeviceArray:
        """The same memory as whole words, the last of which may reach beyond it: `Device.array` leaves room."""
        words = -(-self.size * self.dtype.itemsize // 8)
        if words > MOST_WORDS:
            raise BadOption(f"that is too much for one batch: {words * 8 >> 30} GiB in one array; make several")
        return DeviceArray(self.memory, (words,), np.dtype(np.int64), self._offset)

    def numpy(self) -> Any:
        """A copy for the CPU."""
        if self._strided:  # a field of a record: copy the records
            raw = np.empty(self.shape[0] * self.strides[0], np.uint8)
            first = self._offset % self.strides[0]
            self.memory.read(raw, self._offset - first)
            return np.ndarray(self.shape, self.dtype, raw, first, self.strides).copy()
        array = np.empty(self.shape, self.dtype)
        if array.nbytes:
            self.memory.read(array, self._offset)
        return array

    def fill(self, array: Any) -> None:
        """Copy from the CPU."""
        if self.size:
            self.memory.write(np.ascontiguousarray(array, self.dtype).reshape(self.shape), self._offset)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    # --- for other libraries ------------------------------------------------------------------------------------------

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": self.strides if self._strided else None,
            "version": 3,
            "stream": 1,  # the default one: see device
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.memory.ordinal

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """As DLPack asks for; who computes on another stream than the default one waits for us first."""
        if stream not in (None, -1, 1):
            self.memory.wait()
        return _capsule(self)


# --- DLPack's structures: github.com/dmlc/dlpack, version 0 of its ABI, which everybody takes -------------------------

_CUDA = 2
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAME = b"dltensor"
_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER))


_lent: dict[int, tuple[Any, ...]] = {}
"""What others hold, by the address of its structure: kept until they give it back."""


def _give_back(managed: int) -> None:
    _lent.pop(managed, None)


_GIVE_BACK = _DELETER(_give_back)


_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype, _capsule_new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_capsule_valid = ctypes.pythonapi.PyCapsule_IsValid
_capsule_valid.restype, _capsule_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


def _thrown_away(capsule: int) -> None:
    """A capsule that nobody has taken: taken ones have another name."""
    if _capsule_valid(capsule, _NAME):
        _lent.pop(_capsule_pointer(capsule, _NAME), None)


_THROWN_AWAY = _DELETER(_thrown_away)


def _capsule(array: DeviceArray) -> Any:
    size, axes = array.dtype.itemsize, len(array.shape)
    shape = (ctypes.c_int64 * axes)(*array.shape)
    strides = (ctypes.c_int64 * axes)(*(stride // size for stride in array.strides))
    code = _CODES[array.dtype.kind]
    tensor = _Tensor(array.address, _CUDA, array.memory.ordinal, axes, code, 8 * size, 1, shape, strides, 0)
    managed = _Managed(tensor, None, _GIVE_BACK)
    address = ctypes.addressof(managed)
    _lent[address] = (managed, shape, strides, array.memory)
    return _capsule_new(address, _NAME, ctypes.cast(_THROWN_AWAY, ctypes.c_void_p))


Launch = Callable[[int], None]
"""Starts a kernel for so many games."""


class Device(Protocol):
    """What a batch asks of a GPU."""

    def array(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        """A new array of zeros, with room for whole words of 8 bytes."""

    def copy(self, target: DeviceArray, address: int) -> None:
        """Fill an array from elsewhere in the GPU's memory."""

    def load(self, twins: Any, kernel: Any, *arguments: Any, threads: int, games: int = 0, room: int = 0) -> Launch:
        """A kernel with its arguments: numbers, arrays, and tuples of them.

        A block has so many threads, as many games unless said otherwise, and so many bytes of memory to itself.
        """

    def record(self, launches: Callable[[], None]) -> Callable[[], None]:
        """Several launches as one, which starts quicker."""

    def wait(self) -> None:
        """Until everything is done."""
