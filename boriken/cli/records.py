"""Files of records: one record as JSON, or many, one a line."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from boriken.arena.played import Line
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
        line = self.arena_line
        kept = None if line is None else line.get("record")
        record = Record.from_json(self.text if kept is None else json.dumps(kept))
        return record, record.replay()

    @property
    def arena_line(self) -> Line | None:
        """What stands there, if it is a line of the arena: records have a format, the arena's lines a number."""
        try:
            data = json.loads(self.text or "null")
        except (ValueError, RecursionError):
            return None
        return data if isinstance(data, dict) and "number" in data and "format" not in data else None

    @property
    def is_json(self) -> bool:
        return _is_json(self.text)


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
