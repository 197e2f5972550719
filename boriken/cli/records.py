"""Files of records: one record as JSON, or many, one a line."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from boriken.engine import BadRecord
from boriken.games import Game, Record


class Entry(NamedTuple):
    """A record as it stands in a file."""

    line: int
    """Where it starts, from 1."""
    text: str | None
    """None: not UTF-8 text."""

    def read(self) -> tuple[Record, Game]:
        """The record, and its game at the end; raises BadRecord if anything in it does not fit."""
        if self.text is None:
            raise BadRecord("not UTF-8 text")
        record = Record.from_json(_of_arena(self.text) or self.text)
        return record, record.replay()


def entries(path: Path) -> Iterator[Entry]:
    """The records of a file, as they stand there: long files line by line, and pipes, which can be read only once."""
    with path.open("rb") as file:
        first = file.readline()
        if _is_json(_decoded(first)) or not first.strip():
            yield from _lines(itertools.chain([first], file))
            return
        whole = first + file.read()  # one object over several lines, or a broken first line
    if _is_json(_decoded(whole)):
        yield Entry(1, _decoded(whole))
    else:
        yield from _lines(whole.splitlines())


def _of_arena(text: str) -> str | None:
    """The record in a line of the arena that was asked to keep records; None if this is no such line."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_line = isinstance(data, dict) and "format" not in data and isinstance(data.get("record"), dict)
    return json.dumps(data["record"]) if is_line else None


def _lines(lines: Iterable[bytes]) -> Iterator[Entry]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield Entry(number, _decoded(line))


def _decoded(data: bytes) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _is_json(text: str | None) -> bool:
    try:
        json.loads(text or "")
    except (ValueError, RecursionError):
        return False
    return True
