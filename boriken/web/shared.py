"""What the workers of one machine count together: a small file that all of them map into their memory.

Nothing is locked. If two workers count the same visitor at the same instant, one of the two may be forgotten, which is
harmless for a limit; whatever stands in the file, nobody trips over it.
"""

from __future__ import annotations

import hashlib
import logging
import math
import mmap
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

log = logging.getLogger(__name__)
VARIABLE = "BORIKEN_SHARED_COUNTS"
"""Tells the workers the path of the file. The parent sets it; no host need."""

_SETS, _WAYS = 8192, 8
_BUCKETS = _SETS * _WAYS
_WORKERS, _ADDRESSES = 128, 1024
_ROWS = _WORKERS * _ADDRESSES
_SIZE = 8 * (3 * _BUCKETS + 2 * _ROWS)


class Counts:
    """The file, or memory of this process's own where there is none."""

    def __init__(self, path: str | None = None) -> None:
        self._file: int | None = None
        memory: bytearray | mmap.mmap = bytearray(_SIZE)
        if path:
            try:
                self._file = os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
                memory = mmap.mmap(self._file, _SIZE)
            except (OSError, ValueError) as error:
                log.warning("limits are not shared with the other workers: %s", type(error).__name__)
        self._salt = os.path.basename(path or "").encode()[:32]  # nobody can choose who shares a bucket with whom
        view = memoryview(memory)
        buckets, rows = 8 * _BUCKETS, 8 * 3 * _BUCKETS
        self._keys = view[:buckets].cast("Q")
        self._left = view[buckets : 2 * buckets].cast("d")
        self._counted = view[2 * buckets : rows].cast("d")
        self._row_keys, self._row_counts = np.frombuffer(view[rows:], np.uint64).reshape(2, _ROWS)
        self._first = self._claim() * _ADDRESSES
        self._row_counts[self._first : self._first + _ADDRESSES] = 0  # left behind by a worker that was killed
        self._places: dict[int, int] = {}
        self._free = list(range(self._first, self._first + _ADDRESSES))
        self._held: Counter[int] = Counter()

    @classmethod
    def of_this_machine(cls) -> Counts:
        """Those that the parent has named, if it has."""
        return cls(os.environ.get(VARIABLE))

    def _claim(self) -> int:
        """A row of this worker's own. The system gives it free when the worker ends, however that comes."""
        if self._file is not None:
            try:
                import fcntl
            except ImportError:  # Windows
                return os.getpid() % _WORKERS
            for row in range(_WORKERS):
                try:
                    fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, row)
                except OSError:
                    continue
                return row
        return 0

    def bucket(self, who: str, full: float) -> tuple[int, float, float]:
        """The place of somebody's bucket, what is left in it, and when that was counted; a new one is full.

        Of buckets that want the same places the one that was used last longest ago has to go.
        """
        key = self._key(who)
        first = key % _SETS * _WAYS
        keys = self._keys[first : first + _WAYS].tolist()
        if key in keys:
            place = first + keys.index(key)
            left = self._left[place]
            if 0.0 <= left <= full:  # anything else is not ours
                return place, left, self._counted[place]
        else:
            place = min(range(first, first + _WAYS), key=self._counted.__getitem__)
            self._keys[place] = key
        return place, full, math.inf

    def fill(self, place: int, left: float, moment: float) -> None:
        """So much is left in that bucket."""
        self._left[place] = left
        self._counted[place] = moment

    def opened(self, who: str) -> int:
        """How many things somebody holds open, at all workers."""
        key = self._key(who)
        return max(int(self._row_counts[self._row_keys == key].sum()), self._held[key])

    def open(self, who: str) -> None:
        """Somebody opens one more."""
        key = self._key(who)
        self._held[key] += 1
        if key not in self._places and self._free:
            self._places[key] = self._free.pop()
        self._write(key)

    def close(self, who: str) -> None:
        """One less."""
        key = self._key(who)
        self._held[key] -= 1
        self._write(key)
        if not self._held[key]:
            del self._held[key]
            if key in self._places:
                self._free.append(self._places.pop(key))

    def _write(self, key: int) -> None:
        if key in self._places:  # where very many addresses have pages open, some are counted by one worker only
            place = self._places[key]
            self._row_keys[place] = key
            self._row_counts[place] = self._held[key]

    def _key(self, who: str) -> int:
        """Never 0: that is an empty place."""
        digest = hashlib.blake2b(who.encode(), digest_size=8, key=self._salt).digest()
        return int.from_bytes(digest, "little") | 1 << 63


@contextmanager
def shared_counts() -> Iterator[None]:
    """While this lasts, workers that are started count together."""
    with tempfile.TemporaryDirectory(prefix="boriken-", ignore_cleanup_errors=True) as folder:  # for our eyes only
        path = Path(folder, os.urandom(16).hex())
        with path.open("wb") as file:
            file.truncate(_SIZE)
        os.environ[VARIABLE] = str(path)
        try:
            yield
        finally:
            os.environ.pop(VARIABLE, None)
