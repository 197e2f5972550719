"""Tables as this worker has just left or seen them: for showing them without asking the database again.

What is kept here is never what a move is checked against: that is always the database. It may be shown because whoever
changes a table tells, and whoever hears of it forgets what was kept. Should news be lost, it is forgotten after a few
seconds all the same.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
_FRESH = 5.0
"""Seconds: who is present is noted in the database without telling."""
_MOST_KEPT = 2000


class Latest(Generic[T]):
    """The last known state of each table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, T]] = OrderedDict()
        self._changed: OrderedDict[str, float] = OrderedDict()
        """When others were last heard to have changed a table."""
        self._all_changed = -math.inf

    def now(self) -> float:
        """To be asked before a change or a look is begun, for `keep`."""
        return self._clock()

    def keep(self, table_id: str, state: T, begun: float) -> None:
        """A table as it is after a change, or a look, that was begun then.

        If it was changed or kept by others meanwhile, nobody knows which state is the later one: then none is kept.
        """
        kept_at, _ = self._kept.get(table_id, (-math.inf, None))
        if max(self._changed.get(table_id, -math.inf), self._all_changed, kept_at) < begun:
            _put(self._kept, table_id, (self._clock(), state))
        else:
            self._kept.pop(table_id, None)
        self._forget_old()

    def _forget_old(self) -> None:
        """What is too old to be shown would only take room."""
        while self._kept and self._clock() - next(iter(self._kept.values()))[0] >= _FRESH:
            self._kept.popitem(last=False)

    def get(self, table_id: str) -> T | None:
        """The table, if nobody has changed it since and that was a moment ago."""
        at, state = self._kept.get(table_id, (0.0, None))
        return state if state is not None and self._clock() - at < _FRESH else None

    def forget(self, table_id: str | None) -> None:
        """Others have changed a table; None: any table."""
        if table_id is None:
            self._kept.clear()
            self._all_changed = self._clock()
        else:
            self._kept.pop(table_id, None)
            _put(self._changed, table_id, self._clock())


def _put(kept: OrderedDict[str, T], table_id: str, value: T) -> None:
    kept[table_id] = value
    kept.move_to_end(table_id)
    if len(kept) > _MOST_KEPT:
        kept.popitem(last=False)
