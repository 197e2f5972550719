"""Short names: programs and classes of others call themselves something, and their specs are long commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from .played import Line
from .request import Request


def labels(lines: Sequence[Line]) -> dict[str, str]:
    """By spec, what its player calls itself, as it did first; where two call themselves alike, their specs stay."""
    found: dict[str, str] = {}
    for line in lines:
        found = line.get("labels", {}) | found
    taken = Counter(found.values()) + Counter({spec for line in lines for spec in line["seats"]})
    return {spec: label for spec, label in found.items() if taken[label] == 1}


def under_labels(request: Request, lines: Sequence[Line]) -> tuple[Request, list[Line]]:
    """The same tournament for people to read, with short names for specs. It is shown, never played or kept."""
    short = labels(lines)
    shown = replace(request, contestants=tuple(short.get(spec, spec) for spec in request.contestants))
    return shown, [line | {"seats": [short.get(spec, spec) for spec in line["seats"]]} for line in lines]
