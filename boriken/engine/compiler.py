"""Compiled rules: the `rule` decorator, and `prepare`, by which whoever has to wait for the compiler is told.

Rules are plain Python functions on a NumPy record, compiled by Numba on first use. Set `NUMBA_DISABLE_JIT=1` to run
the very same functions interpreted, with a debugger if need be. What was compiled is kept: see `cache`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.extending import register_jitable
from numba.np import arrayobj

from .cache import CACHE_FOLDER, PACKAGE, SOURCES, CodeCache, forget_unused

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""Whether the rules run as plain Python (`NUMBA_DISABLE_JIT=1`)."""


def rule(function: F) -> F:
    """Compile a function on first use, keep it on disk, and release the interpreter lock while it runs."""
    return _compile(function, fastmath=False)


def arithmetic(function: F) -> F:
    """Like `rule`, for sums of fractions that may be added up in any order: the machine then adds several at once."""
    return _compile(function, fastmath={"reassoc", "contract"})


def plain_rule(function: F) -> F:
    """A rule that Python may ask as well, of a game's `Fields`; compiled callers have it compiled into them."""
    _check_source(function)
    plain: Any = register_jitable(function)
    plain.for_record = lambda dtype: function
    return cast(F, plain)


def _compile(function: F, fastmath: bool | set[str]) -> F:
    _check_source(function)
    compiled: Any = numba.njit(nogil=True, fastmath=fastmath)(function)
    if not INTERPRETED:
        compiled._cache = CodeCache(function)
        widen(compiled)
    return cast(F, compiled)


def _check_source(function: Callable[..., Any]) -> None:
    source = Path(function.__code__.co_filename)
    if source.is_relative_to(PACKAGE) and source not in SOURCES:
        raise TypeError(f"{function.__module__} is not among the sources of compiled code: stale code could be run")


def widen(compiled: Any) -> None:
    """Have it called with numbers of one width: Numba would compile it anew for every mix of int8 and int64."""
    template = compiled.get_call_template

    def widened(given: Any, named: Any) -> Any:
        return template([_wide(one) for one in given], {name: _wide(one) for name, one in named.items()})

    compiled.get_call_template = widened


def _wide(given: Any) -> Any:
    """The type that a number is passed as: whole numbers with a sign as int64."""
    given = numba.types.unliteral(given)
    return numba.types.int64 if isinstance(given, numba.types.Integer) and given.signed else given


_OURS = f"_ZN{len(PACKAGE.name)}{PACKAGE.name}"
"""How the names of this package's functions begin in machine code."""
_numbas_index = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Our rules never count from the end of an array, so nothing looks whether they do: 5 % of all time.

    Where bounds are checked, as in every test, a negative index is an error.
    """
    if kind.signed and builder.function.name.startswith(_OURS):
        return context.cast(builder, index, kind, numba.types.intp)
    return _numbas_index(context, builder, kind, index, size)


arrayobj.fix_integer_index = _index


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


_prepared: dict[str, bool] = {}
"""What has been prepared, or is just being prepared (False)."""
_preparing = threading.RLock()
_promised: dict[str, Callable[[], Exception]] = {}
"""What somebody is going to prepare, and what is said to whoever asks for it before."""


def prepare(what: str, warm_up: Callable[[], object], as_promised: bool = False) -> None:
    """Run `warm_up`, which uses all that has to be compiled, once a process; tell whoever waits if it takes long.

    Compiling happens once for each machine and version; afterwards `warm_up` only loads from the cache folder. A second
    thread that asks for the same waits: it may be about to start a clock. What was promised is refused meanwhile.
    """
    if _prepared.get(what):
        return
    if what in _promised and not as_promised:
        raise _promised[what]()
    with _preparing:
        if what in _prepared:
            return  # meanwhile; or this very thread asks again while it prepares
        _prepared[what] = False
        try:
            _warm_up(what, warm_up)
        except BaseException:
            del _prepared[what]
            raise
        _prepared[what] = True


def promise(what: str, refusal: Callable[[], Exception]) -> None:
    """Somebody will `prepare` this as promised. Until it is there, who needs it is refused and never kept waiting."""
    _promised[what] = refusal


def withdraw(what: str) -> None:
    """It will not be prepared: who needs it does so for himself."""
    _promised.pop(what, None)


def _warm_up(what: str, warm_up: Callable[[], object]) -> None:
    marker = CACHE_FOLDER / f"{what.replace(' ', '-').lower()}.ready"
    first = not INTERPRETED and not marker.exists()
    if first:
        _say(f"boriken: compiling {what} for this machine, once (up to a minute) ...")
    start = time.perf_counter()
    warm_up()
    seconds = time.perf_counter() - start
    if first:
        _say(f"boriken: compiled in {seconds:.0f} s; from now on it starts at once.")
        try:
            marker.touch()
            forget_unused()
        except OSError:
            pass  # a cache that cannot be written only costs time
