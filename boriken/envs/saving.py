"""Environments as bytes: a line of JSON, then the arrays. Reading them runs no code, unlike a pickle."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from boriken.engine import BadRecord, Rules

from .registration import VERSION

_MAGIC = b"boriken environment\n"


def pack(kind: str, rules: Rules, header: dict[str, Any], arrays: dict[str, Any]) -> bytes:
    """Everything as bytes."""
    versions = {"kind": kind, "version": VERSION, "rules_version": rules.version}
    sizes = {name: array.nbytes for name, array in arrays.items()}
    line = json.dumps(versions | {"header": header, "sizes": sizes})
    return b"".join(
        [_MAGIC, line.encode(), b"\n", *(np.ascontiguousarray(array).tobytes() for array in arrays.values())]
    )


def unpack(kind: str, data: bytes) -> tuple[dict[str, Any], dict[str, bytes], int]:
    """The header, the bytes of each array, and the version of the rules that they are of; raises BadRecord."""
    if not data.startswith(_MAGIC):
        raise BadRecord("this is not a saved environment")
    line, _, rest = data[len(_MAGIC) :].partition(b"\n")
    try:
        found = json.loads(line)
        parts: dict[str, bytes] = {}
        at = 0
        for name, size in found["sizes"].items():
            parts[name] = rest[at : at + size]
            at += size
        complete = at == len(rest)
        versions = (found["kind"], found["version"], found["rules_version"], found["header"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(f"a saved environment is damaged: {error}") from None
    if not complete:
        raise BadRecord("a saved environment is damaged: it is too short or too long")
    if versions[:2] != (kind, VERSION):
        raise BadRecord(f"this is a saved {versions[0]} of version {versions[1]}; wanted: {kind} of version {VERSION}")
    return versions[3], parts, versions[2]


def fill(array: Any, data: bytes, name: str) -> None:
    """Write bytes into an array of the same size, to the byte; raises BadRecord."""
    raw = np.frombuffer(data, np.uint8)
    target = np.asarray(array).view(np.ndarray).reshape(-1).view(np.uint8)
    if raw.shape != target.shape:
        raise BadRecord(f"a saved environment is damaged: {name} has another size")
    target[:] = raw
