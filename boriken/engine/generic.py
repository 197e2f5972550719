"""Generic functions: one name that serves every game, and a compiled function of each game behind it.

Numba links whatever a function calls into it, and LLVM then optimises all of it anew: every loop that contains all
rules would cost seconds when it is compiled. So a generic function is compiled once for each game, for fixed types, and
called by its address. The address stands in a cell that the linker knows by name, which keeps callers in the cache on
disk; the cell is filled when the function is compiled, or else at the first call.
"""

from __future__ import annotations

import _thread
import ctypes
import inspect
import typing
from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, ParamSpec, TypeVar

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from .compiler import INTERPRETED

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")

GAME = numba.types.Opaque("game")
"""In a signature: the record of whichever game it is."""

_FILL = "boriken.fill"
_POINTER = ir.IntType(8).as_pointer()


class _Cell:
    """Where the address of one game's function stands."""

    def __init__(self, name: str, function: Any, signature: Any) -> None:
        self.name = name
        self.signature = signature
        self._function = function
        self._address = ctypes.c_void_p()
        _CELLS[ctypes.addressof(self._address)] = self
        llvmlite.binding.add_symbol(name, ctypes.addressof(self._address))

    def fill(self) -> None:
        """Compile the function, or fetch it from the cache on disk."""
        if self._address.value is None:
            self._function.compile(self.signature)
            compiled = self._function.overloads[self.signature.args]
            if compiled.signature.return_type != self.signature.return_type:
                raise TypeError(f"{self.name} returns {compiled.signature.return_type}: {self.signature} was said")
            self._address.value = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)

    def call(self, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Write the call into a caller's code (for Numba's `lower_builtin`)."""
        cell = builder.module.globals.get(self.name) or ir.GlobalVariable(builder.module, _POINTER, self.name)
        with builder.if_then(cgutils.is_null(builder, builder.load(cell)), likely=False):
            fill = ir.FunctionType(ir.VoidType(), [_POINTER.as_pointer()])
            builder.call(cgutils.get_or_insert_function(builder.module, fill, _FILL), [cell])
            with builder.if_then(cgutils.is_null(builder, builder.load(cell)), likely=False):
                context.call_conv.return_user_exc(builder, RuntimeError, (f"{self.name} could not be compiled",))
        function_type = context.call_conv.get_function_type(signature.return_type, signature.args)
        function = builder.bitcast(builder.load(cell), function_type.as_pointer())
        status, result = context.call_conv.call_function(
            builder, function, signature.return_type, signature.args, arguments
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result


_CELLS: dict[int, _Cell] = {}


def _fill(address: int) -> None:
    """Compiled code from the cache calls a function that nobody has called yet in this process."""
    try:
        _CELLS[address].fill()
    except KeyboardInterrupt:
        _thread.interrupt_main()  # an exception would end here, between two compiled functions


_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_fill)
llvmlite.binding.add_symbol(_FILL, ctypes.cast(_CALLBACK, ctypes.c_void_p).value)


class Generic(typing.Generic[P, R]):
    """A generic function: interpreted, it looks the game up by its record; compiled, Numba picks it while compiling."""

    def __init__(self, declared: Callable[P, R], signature: Any) -> None:
        update_wrapper(self, declared)
        self.name = declared.__name__
        self._signature = signature
        self._game = signature.args.index(GAME)
        self._functions: dict[np.dtype[Any], Callable[P, R]] = {}
        self._cells: dict[Any, _Cell] = {}

        def typed(*given: Any) -> Any:
            cell = self._of_game(self._cells, given[self._game])
            cell.fill()
            return cell.signature

        typed.pysig = inspect.signature(declared)  # type: ignore[attr-defined]
        type_callable(self)(lambda context: typed)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        record: Any = args[self._game]
        return self._of_game(self._functions, record.dtype)(*args, **kwargs)

    def _of_game(self, table: Mapping[Any, V], record: Any) -> V:
        """What a table has for the game with this record."""
        if record not in table:
            raise TypeError(f"this game has no function `{self.name}`: name it where `{self.name}` is declared")
        return table[record]

    def for_record(self, dtype: np.dtype[Any]) -> Callable[P, R]:
        """The function of the game with this record."""
        return self._of_game(self._functions, dtype)

    def fetch(self, dtype: np.dtype[Any]) -> None:
        """Have a game's function compiled or loaded now, not at its first call."""
        if not INTERPRETED:
            self._cells[numba.from_dtype(dtype)].fill()

    def add(self, name: str, dtype: np.dtype[Any], function: Callable[P, R]) -> None:
        """Say what the function of a game is."""
        self._functions[dtype] = function
        record = numba.from_dtype(dtype)
        signature = self._signature.return_type(*(record if given == GAME else given for given in self._signature.args))
        cell = self._cells[record] = _Cell(f"boriken.{self.name}.{name}", function, signature)
        lower_builtin(self, *signature.args)(cell.call)


def generic(
    signature: Any, functions: Mapping[Any, Callable[..., Any]] | None = None
) -> Callable[[Callable[P, R]], Generic[P, R]]:
    """Declare a generic function by its signature, and the function of each game (`Rules`) where they are known."""

    def declare(declared: Callable[P, R]) -> Generic[P, R]:
        function = Generic(declared, signature)
        for rules, one in (functions or {}).items():
            function.add(rules.key, rules.dtype, one)
        return function

    return declare
