"""Requests for small tournaments, lines to compare, and a cluster, for the tests of the arena."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from boriken.arena import Line, Mode, Request
from boriken.engine import BorikenError


def request(**changes: Any) -> Request:
    usual: dict[str, Any] = {
        "game": "puerto-rico",
        "players": 4,
        "options": {},
        "mode": Mode.ONE,
        "contestants": ("heuristic", "random"),
        "games": 12,
        "seed": 1,
    }
    return Request(**usual | changes)


def timeless(lines: Sequence[Line]) -> list[Line]:
    """Lines without what no two runs have in common, as they look after a file."""
    read: list[Line] = json.loads(json.dumps([line | {"seconds": None} for line in lines]))
    return read


class FakeRay(SimpleNamespace):
    """Ray's functions, as far as they are used, on this process; everything travels as bytes, the last one first."""

    def __init__(self) -> None:
        super().__init__(calls=[], exceptions=SimpleNamespace(RayError=FakeTaskError))

    def init(self, **settings: Any) -> None:
        self.calls.append(("init", settings["address"]))

    def shutdown(self) -> None:
        self.calls.append(("shutdown", None))

    def put(self, value: Any) -> bytes:
        return pickle.dumps(value)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, function: Any) -> Any:
        return SimpleNamespace(remote=lambda shared, batch: pickle.dumps((function, pickle.loads(shared), batch)))

    def wait(self, running: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        return running[-1:], running[:-1]

    def get(self, task: bytes) -> Any:
        function, request, batch = pickle.loads(task)
        try:
            return pickle.loads(pickle.dumps(function(request, batch)))
        except BorikenError as error:
            raise FakeTaskError(error) from None


class FakeTaskError(Exception):
    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause
