"""Rules on a GPU: from the same source, compiled by numba-cuda into machine code that is kept like that of the CPU.

A rule calls others by name. Its twin for the GPU is the same code with other names: those of the twins. So nothing is
written twice, and whoever plays on the CPU never loads this module. Compiling needs no GPU, only running does.
"""

from __future__ import annotations

import contextlib
import dis
import hashlib
import importlib.util
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba.core.dispatcher import Dispatcher

from ..cache import CACHE_FOLDER, PACKAGE, alone
from ..compiler import INTERPRETED, widen
from ..errors import BorikenError

F = TypeVar("F", bound=Callable[..., Any])

THREADS = 128
"""Of a block, unless a kernel has reasons for another number."""

Kernel = Any
"""A function that every thread of the GPU runs."""

Capability = tuple[int, int]
"""What a GPU can do, as NVIDIA counts it: (9, 0) is an H100 or H200."""


def check_compiler() -> None:
    """Raises BorikenError if numba-cuda is not there."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise BorikenError("numba-cuda is not installed; 'pip install boriken[cuda]' installs what a GPU needs")
    if INTERPRETED:
        raise BorikenError("rules that run interpreted (NUMBA_DISABLE_JIT=1) cannot run on a GPU")


def gpu_only(function: F) -> F:
    """A function that kernels call and nobody else."""
    function.for_record = lambda dtype: function  # type: ignore[attr-defined]
    return function


class Twins:
    """The rules of one game for the GPU, each made when another calls it."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        """A game is known by its record."""
        self._dtype = dtype
        self._made: dict[Any, Any] = {}

    def of(self, value: Any) -> Any:
        """What a name in a rule stands for on the GPU: for a rule its twin, for most things the thing itself."""
        if isinstance(value, IntEnum):
            return int(value)
        if type(value) is tuple:
            return tuple(self.of(one) for one in value)
        if isinstance(value, type) and issubclass(value, IntEnum):
            return self._once(value, _numbers)
        if isinstance(value, ModuleType) and value.__name__.startswith(f"{PACKAGE.name}."):
            return self._once(value, self._module)
        if isinstance(value, Dispatcher):
            return self._once(value.py_func, self._device_function)
        if hasattr(value, "for_record"):
            return self._once(value.for_record(self._dtype), self._device_function)
        return value

    def _once(self, key: Any, make: Callable[[Any], Any]) -> Any:
        if isinstance(key, Dispatcher):
            key = key.py_func
        if key not in self._made:
            self._made[key] = make(key)
        return self._made[key]

    def _module(self, module: ModuleType) -> ModuleType:
        """A module of which a rule calls rules by their full names."""
        twin = ModuleType(module.__name__)
        twin.__dict__["__getattr__"] = lambda name: self.of(getattr(module, name))
        return twin

    def renamed(self, function: Any) -> FunctionType:
        """The same code, in which names stand for twins."""
        code, known = function.__code__, function.__globals__
        used = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"} & known.keys()
        names = {name: self.of(known[name]) for name in used} | {"__name__": function.__module__}
        return FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)

    def _device_function(self, function: FunctionType) -> Any:
        from numba import cuda

        made = cuda.jit(device=True)(self.renamed(function))
        widen(made)
        return made


def _numbers(kinds: type[IntEnum]) -> ModuleType:
    """An enum as a module of numbers, which numba-cuda takes as constants; members of an enum are no index to it."""
    module = ModuleType(kinds.__name__)
    module.__dict__.update({name: int(member) for name, member in kinds.__members__.items()})
    return module


def machine_code(
    twins: Twins, kernel: Kernel, types: tuple[Any, ...], capability: Capability, threads: int = THREADS
) -> tuple[str, bytes]:
    """A kernel's name in its code, and the code, for arguments of these types: from the cache, or compiled now.

    The folder of the cache tells one version of the rules from another, the key all else that the code depends on.
    """
    import numba_cuda

    written = [value for value in kernel.__globals__.values() if isinstance(value, FunctionType)]
    files = {__file__, *(function.__code__.co_filename for function in written)}
    sources = [Path(file).read_bytes() for file in sorted(files)]
    constants = [cell.cell_contents for cell in kernel.__closure__ or ()]
    key = repr((sources, kernel.__qualname__, constants, types, capability, threads, numba_cuda.__version__))
    name = f"{kernel.__name__}-{hashlib.blake2b(key.encode(), digest_size=8).hexdigest()}"
    kept = CACHE_FOLDER / "gpu" / f"{name}.cubin"
    if not kept.exists():
        with alone(name):  # another process may be at it
            if not kept.exists():
                _keep(kept, _compile(twins, kernel, types, capability, threads))
    entry, _, code = kept.read_bytes().partition(b"\n")
    return entry.decode(), code


def _compile(twins: Twins, kernel: Kernel, types: tuple[Any, ...], capability: Capability, threads: int) -> bytes:
    """The name and the code. Products and sums are rounded one by one, as on the CPU: `fma` would join them."""
    import numba
    from numba.cuda.compiler import compile_cuda, kernel_fixup
    from numba.cuda.cudadrv import nvvm

    options = {"opt": 3, "fma": False}
    with _pretending(capability), _narrow_indices():
        made = compile_cuda(twins.renamed(kernel), numba.void, types, nvvm_options=options, cc=capability)
        library, entry = made.library, made.fndesc.llvm_func_name
        function = library.get_function(entry)
        library._entry_name = entry
        kernel_fixup(function, False)
        nvvm.set_launch_bounds(function, threads)
        code: bytes = library.get_cubin(cc=capability).code
    return bytes(entry.encode() + b"\n" + code)


@contextlib.contextmanager
def _pretending(capability: Capability) -> Iterator[None]:
    """numba-cuda asks the GPU for its capability while it compiles, even if it was told; there may be none here."""
    from numba.cuda import dispatcher

    asks = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = asks


@contextlib.contextmanager
def _narrow_indices() -> Iterator[None]:
    """Indices are numbers of 32 bits that are not negative, which is half the work and half the registers.

    No rule counts from the end of an array: tests, which check bounds, would say so.
    """
    from numba.core import types
    from numba.cuda.np import arrayobj

    def narrowed(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        wide = context.cast(builder, index, kind, types.intp)
        return builder.zext(builder.trunc(wide, ir.IntType(32)), wide.type)

    usual = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = narrowed
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


def _keep(path: Path, code: bytes) -> None:
    """Nobody shall read half a file."""
    path.parent.mkdir(exist_ok=True)
    passing = path.with_suffix(".new")
    passing.write_bytes(code)
    passing.replace(path)
