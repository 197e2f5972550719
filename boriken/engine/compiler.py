"""Compiled rules: the `rule` decorator, and the folder where compiled code is kept between runs.

Rules are plain Python functions on a NumPy record, compiled by Numba on first use. Set `NUMBA_DISABLE_JIT=1` to run
the very same functions interpreted, with a debugger if need be.

Numba's cache watches only a function's own file, so a change in a function that it calls would go unnoticed. Our cache
folder is therefore named by a hash of all sources that compiled code depends on: another source, another folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.extending import register_jitable

from .sources import compiled_sources

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""Whether the rules run as plain Python (`NUMBA_DISABLE_JIT=1`)."""

_PACKAGE = Path(__file__).parent.parent
_NOTE = ".sources"
_UNUSED_DAYS = 30
_MOST_VERSIONS = 12


def _base() -> Path:
    """`BORIKEN_CACHE_DIR`, else the user's cache folder."""
    base = os.environ.get("BORIKEN_CACHE_DIR") or platformdirs.user_cache_dir("boriken", appauthor=False)
    return Path(base) / "compiled"


def _hash(paths: Iterable[Path], *more: object) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in paths:
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    for part in more:
        digest.update(f"|{part}".encode())
    return digest.hexdigest()


def _sources() -> list[Path]:
    """The files that compiled code depends on: found out once for each state of our files, for it takes a while."""
    note = _base() / f"{_hash(sorted(_PACKAGE.rglob('*.py')))}{_NOTE}"
    try:
        return [_PACKAGE / line for line in note.read_text(encoding="utf-8").splitlines()]
    except OSError:
        found = compiled_sources(_PACKAGE)
    with contextlib.suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        draft = note.with_suffix(f".{os.getpid()}")
        draft.write_text("\n".join(path.relative_to(_PACKAGE).as_posix() for path in found), encoding="utf-8")
        draft.replace(note)  # at once: half a list would be taken for the whole
    return found


def _digest() -> str:
    """Everything that makes compiled code differ: our sources, Numba, and settings that Numba's own key leaves out."""
    # Numba's own cache also goes by where a source lies and by the processor.
    where = (_PACKAGE, llvmlite.binding.get_host_cpu_name())
    return _hash(_SOURCES, numba.__version__, np.__version__, numba.config.BOUNDSCHECK, numba.config.OPT, *where)


def _writable_folder() -> Path:
    """The cache folder; if it cannot be written, a passing one."""
    folder = _base() / _digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # in use today: see _forget_unused
    except OSError:
        return Path(tempfile.mkdtemp(prefix="boriken-"))  # of this process alone: what lies there is run
    return folder


def _forget_unused(folder: Path) -> None:
    """Delete compiled code of versions that nobody has used for a month, and all but the last few."""
    limit = time.time() - _UNUSED_DAYS * 86400
    others = [(other.stat().st_mtime, other) for other in folder.parent.iterdir() if other.is_dir() and other != folder]
    for i, (used, other) in enumerate(sorted(others, reverse=True)):
        if i >= _MOST_VERSIONS or used < limit:
            shutil.rmtree(other, ignore_errors=True)
    for note in folder.parent.glob(f"*{_NOTE}"):
        if note.stat().st_mtime < limit:
            note.unlink(missing_ok=True)


_SOURCES = _sources()
CACHE_FOLDER: Path = _writable_folder()
"""Where the compiled code of exactly these sources is kept."""

numba.config.CACHE_DIR = str(CACHE_FOLDER)


def rule(function: F) -> F:
    """Compile a function on first use, keep it on disk, and release the interpreter lock while it runs."""
    return _compile(function, fastmath=False)


def arithmetic(function: F) -> F:
    """Like `rule`, for sums of fractions that may be added up in any order: the machine then adds several at once."""
    return _compile(function, fastmath={"reassoc", "contract"})


def plain_rule(function: F) -> F:
    """A rule that Python may ask as well, of a game's `Fields`; compiled callers have it compiled into them."""
    _check_source(function)
    plain: F = register_jitable(function)
    return plain


def _compile(function: F, fastmath: bool | set[str]) -> F:
    _check_source(function)
    compiled: Any = numba.njit(cache=True, nogil=True, fastmath=fastmath)(function)
    if not INTERPRETED:
        _widen(compiled)
    return cast(F, compiled)


def _check_source(function: Callable[..., Any]) -> None:
    source = Path(function.__code__.co_filename)
    if source.is_relative_to(_PACKAGE) and source not in _SOURCES:
        raise TypeError(f"{function.__module__} is not among the sources of compiled code: stale code could be run")


def _widen(compiled: Any) -> None:
    """Have it called with numbers of one width: Numba would compile it anew for every mix of int8 and int64."""
    template = compiled.get_call_template

    def widened(given: Any, named: Any) -> Any:
        return template([_wide(one) for one in given], {name: _wide(one) for name, one in named.items()})

    compiled.get_call_template = widened


def _wide(given: Any) -> Any:
    """The type that a number is passed as: whole numbers with a sign as int64."""
    given = numba.types.unliteral(given)
    return numba.types.int64 if isinstance(given, numba.types.Integer) and given.signed else given


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


_prepared: dict[str, bool] = {}
"""What has been prepared, or is just being prepared (False)."""
_preparing = threading.RLock()


def prepare(what: str, warm_up: Callable[[], object]) -> None:
    """Run `warm_up`, which uses all that has to be compiled, once a process; tell whoever waits if it takes long.

    Compiling happens once for each machine and version; afterwards `warm_up` only loads from the cache folder. A second
    thread that asks for the same waits: it may be about to start a clock.
    """
    if _prepared.get(what):
        return
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
            _forget_unused(CACHE_FOLDER)
        except OSError:
            pass  # a cache that cannot be written only costs time
