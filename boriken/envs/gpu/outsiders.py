"""Opponents inside the step that are networks on the same GPU: see boriken.envs.opponents for those of the CPU.

The passes stop at a seat that is theirs, as they do at the learner's. Then they are asked, for all games at once, and
the passes go on, until every game waits for its learner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boriken.engine import IllegalAction
from boriken.engine.gpu.arrays import Device, DeviceArray

from ..core import Games
from ..tables import TableSettings
from . import kernels

NO_POLICY = -1


class Outsiders:
    """The opponents of a batch that are policies to call."""

    def __init__(self, table: TableSettings, n: int, device: Device) -> None:
        opponents: Any = table.opponents
        self._rules, self._n = table.rules, n
        self._policies = [policy for policy in dict.fromkeys(opponents) if callable(policy)]
        self._replies = device.array((n,), np.int64)
        self._waiting, self._wrong = (device.array((1,), np.int32) for _ in range(2))
        self._places = device.array((table.seats,), np.int64)
        numbers = [self._policies.index(its) if callable(its) else NO_POLICY for its in opponents]
        self._places.fill(np.array([NO_POLICY, *numbers]))

    def load(self, load: Callable[..., Any], games: Games, errands: DeviceArray, keys: DeviceArray) -> None:
        """Load the kernels."""
        kernel, given = kernels.reply_kernel(self._rules), (games, errands, keys, self._replies, self._places)
        self._reply = [load(kernel, *given, which, self._wrong) for which in range(len(self._policies))]
        self._count = load(kernels.waiting_kernel, games, self._waiting)

    def reply(self, observations: DeviceArray, masks: DeviceArray, take: Callable[[Any, DeviceArray], None]) -> bool:
        """Choose in all games that wait for one of them; returns whether any did.

        A policy is given the rows of all games; what it says of those that do not wait for it is left aside.
        """
        self._count(self._n)
        if not _read(self._waiting):
            return False
        for policy, reply in zip(self._policies, self._reply, strict=True):
            take(policy(observations, masks), self._replies)
            reply(self._n)
        if _read(self._wrong):
            raise IllegalAction("an opponent chose an action that is not legal now")
        return True


def _read(counter: DeviceArray) -> int:
    """What kernels have counted; it begins anew."""
    found = int(counter.numpy()[0])
    if found:
        counter.fill(np.zeros(1, np.int32))
    return found
