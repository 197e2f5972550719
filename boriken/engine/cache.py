"""The folder where compiled code is kept between runs, and how it is found again: by content, not by where it lies.

Numba's cache watches only a function's own file, so a change in a function that it calls would go unnoticed. Our folder
is therefore named by a hash of all sources that compiled code depends on: another source, another folder. Numba also
goes by the path of a file; within our folder we go by its place in the package instead, so that another copy of the
same sources, in another virtual environment say, compiles nothing. Compiled code knows no addresses and no files: it
finds what it calls by name (see `generic`). Only the traceback of an error in a rule may name the copy that was
compiled.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core import caching

from .sources import compiled_sources

try:
    import fcntl
except ImportError:  # Windows: two processes may then compile the same, which costs time only
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).parent.parent
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
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    for part in more:
        digest.update(f"|{part}".encode())
    return digest.hexdigest()


def _sources() -> list[Path]:
    """The files that compiled code depends on: found out once for each state of our files, for it takes a while."""
    note = _base() / f"{_hash(sorted(PACKAGE.rglob('*.py')))}{_NOTE}"
    try:
        return [PACKAGE / line for line in note.read_text(encoding="utf-8").splitlines()]
    except OSError:
        found = compiled_sources(PACKAGE)
    with contextlib.suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        draft = note.with_suffix(f".{os.getpid()}")
        draft.write_text("\n".join(path.relative_to(PACKAGE).as_posix() for path in found), encoding="utf-8")
        draft.replace(note)  # at once: half a list would be taken for the whole
    return found


def _digest() -> str:
    """Everything that makes compiled code differ: our sources, Python, Numba, the processor, and Numba's settings."""
    versions = (sys.implementation.cache_tag, numba.__version__, np.__version__)
    settings = (numba.config.BOUNDSCHECK, numba.config.OPT)  # which Numba's own key leaves out
    return _hash(SOURCES, *versions, *settings, llvmlite.binding.get_host_cpu_name())


def _writable_folder(digest: str) -> Path:
    """The cache folder; if it cannot be written, a passing one, which the processes that this one starts use, too."""
    folder = _base() / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # in use today: see forget_unused
    except OSError:
        passing = tempfile.mkdtemp(prefix="boriken-")  # nobody else's: what lies there is run
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        os.environ["BORIKEN_CACHE_DIR"] = passing
        folder = _base() / digest
        folder.mkdir(parents=True)
    return folder


def forget_unused() -> None:
    """Delete compiled code of versions that nobody has used for a month, and all but the last few."""
    limit = time.time() - _UNUSED_DAYS * 86400
    folders = [folder for folder in CACHE_FOLDER.parent.iterdir() if folder.is_dir() and folder != CACHE_FOLDER]
    others = [(folder.stat().st_mtime, folder) for folder in folders]
    for i, (used, other) in enumerate(sorted(others, reverse=True)):
        if i >= _MOST_VERSIONS or used < limit:
            shutil.rmtree(other, ignore_errors=True)
    for note in CACHE_FOLDER.parent.glob(f"*{_NOTE}"):
        if note.stat().st_mtime < limit:
            note.unlink(missing_ok=True)


SOURCES = _sources()
"""The files that compiled code depends on."""
_DIGEST = _digest()
CACHE_FOLDER: Path = _writable_folder(_DIGEST)
"""Where the compiled code of exactly these sources is kept."""


class CodeCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one of our functions, by content. Processes that compile side by side write one after the other:

    of two that add to the same index, one would else be forgotten, or find the other's code under its name.
    """

    class _impl_class(caching.CompileResultCacheImpl):  # type: ignore[misc]  # noqa: N801 (Numba's name)
        @property
        def _locator_classes(self) -> list[Any]:
            return [_ByContent, *super()._locator_classes]

    def save_overload(self, sig: Any, data: Any) -> None:
        with alone("writing"):
            super().save_overload(sig, data)


class _ByContent:
    """Tells Numba where a function's code is kept: in a folder for each folder of the package, by name and line."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file  # for Numba's warnings
        self._line = function.__code__.co_firstlineno
        self._folder = CACHE_FOLDER / ".".join(Path(file).parent.relative_to(PACKAGE.parent).parts)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _ByContent | None:
        """None for what is not ours, or cannot be kept: Numba then looks for another way."""
        locator = cls(function, file) if Path(file).is_relative_to(PACKAGE) else None
        return locator if locator is not None and _can_be_written(locator._folder) else None

    def get_cache_path(self) -> str:
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return _DIGEST

    def get_disambiguator(self) -> str:
        return str(self._line)


@functools.cache
def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Of all processes with this cache folder, and all threads, one at a time under a name."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            lock = stack.enter_context(open(CACHE_FOLDER / f"{name}.lock", "w"))
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


numba.config.CACHE_DIR = str(CACHE_FOLDER)  # for rules outside the package, such as those of tests
