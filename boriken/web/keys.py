"""The keys that sign identities: one for new ones, and older ones that still count for a while.

The key file has a line for each key, the newest first; the others say until when they count:

    NEWEST
    OLDER until 2026-12-16T19:00:00Z

A running site looks at the file every few seconds, so that a key that has leaked can be ended at once.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from boriken.engine import BorikenError

from .models import now

_LOOK_AGAIN = 5.0
"""Seconds for which the file is believed."""


class BadKey(BorikenError):
    """The key file says nothing, or something else than keys."""


@dataclass(frozen=True)
class Key:
    """A key, and until when it counts (None: for good)."""

    secret: str
    until: datetime | None = None

    def counts(self) -> bool:
        return self.until is None or now() < self.until

    def __str__(self) -> str:
        return self.secret if self.until is None else f"{self.secret} until {self.until.isoformat(timespec='seconds')}Z"


def parse(text: str, where: str) -> list[Key]:
    """The keys of a file, newest first."""
    keys = []
    for line in filter(None, map(str.strip, text.splitlines())):
        secret, _, until = line.partition(" until ")
        try:
            keys.append(Key(secret, datetime.fromisoformat(until.strip().removesuffix("Z")) if until else None))
        except ValueError:
            raise BadKey(f"{where}: {until!r} is not a time like 2026-12-16T19:00:00Z") from None
    if not keys:
        raise BadKey(f"{where} holds no key; delete it to have a new one made (everybody is a stranger then)")
    return keys


class Keys:
    """The keys that count now."""

    def __init__(self, secret: str, older: Sequence[str] = (), path: Path | None = None) -> None:
        """Fixed ones, unless there is a file: then what it says."""
        self._keys = [Key(secret), *map(Key, older)]
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._looked = -_LOOK_AGAIN
        self._clock: Callable[[], float] = time.monotonic

    def secrets(self) -> tuple[str, ...]:
        """Oldest first, as itsdangerous wants them: the last one signs."""
        if self._path is not None and self._clock() - self._looked >= _LOOK_AGAIN:
            self._looked = self._clock()
            with contextlib.suppress(OSError, BadKey):  # a file that cannot be read just now: go on as before
                status = self._path.stat()
                seen = (status.st_mtime_ns, status.st_ino)
                if seen != self._seen:
                    self._keys = parse(self._path.read_text(), str(self._path))
                    self._seen = seen
        newest, *older = self._keys
        return (*(key.secret for key in reversed(older) if key.counts()), newest.secret)


def rotate(path: Path, keep: timedelta) -> int:
    """Put a new key before the others; those count for so long yet, or as long as they did if that is shorter.

    Returns how many older ones still count. The file is replaced whole, and is safe on the disk.
    """
    end = now() + keep
    kept = [Key(key.secret, min(key.until or end, end)) for key in parse(path.read_text(), str(path)) if key.counts()]
    kept = [key for key in kept if key.counts()]
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write("".join(f"{key}\n" for key in (Key(secrets.token_urlsafe(32)), *kept)))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return len(kept)
