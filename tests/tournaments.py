"""Requests for small tournaments, and lines to compare, for the tests of the arena."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from boriken.arena import Line, Mode, Request


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
