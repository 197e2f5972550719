"""A tournament's folder: the request, and a line for each finished game, never changed once written.

A line is there as soon as its game is finished, so nothing is lost when the program is killed, and nothing is played
twice: whoever goes on reads what is there and plays the rest. A line that was being written at that moment is dropped.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from boriken.engine import BadOption, BadRecord

from .played import Line
from .request import Request, differences

REQUEST, GAMES, PARQUET = "request.json", "games.jsonl", "games.parquet"
_SYNC_SECONDS = 1.0


class Store:
    """A folder to which games are added, by one process at a time."""

    def __init__(self, folder: Path, request: Request) -> None:
        """Open a folder, made if need be; raises BadOption if it belongs to another tournament."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = (folder / GAMES).open("a+b")
        try:
            _lock(self._file, folder)
            _claim(folder, request)
        except BaseException:
            self._file.close()
            raise
        self._synced = 0.0

    def finished(self) -> list[Line]:
        """The games that are there. A torn last line is cut off the file."""
        self._file.seek(0)
        lines, good = _read(self._file)
        self._file.truncate(good)
        return lines

    def add(self, lines: list[Line]) -> None:
        """Keep finished games."""
        self._file.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        self._file.flush()  # from here on a kill loses nothing; against power cuts now and then will do
        if time.monotonic() - self._synced > _SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        os.fsync(self._file.fileno())
        self._file.close()


def _claim(folder: Path, request: Request) -> None:
    """The folder is this tournament's from now on, or was before."""
    path = folder / REQUEST
    text = request.to_json()
    if path.exists():
        before = path.read_text(encoding="utf-8")
        Request.from_json(before)  # says what is wrong with it
        if different := differences(before, text):
            raise BadOption(f"{folder} holds another tournament, with {different}; name another folder")
    elif (folder / GAMES).stat().st_size:
        raise BadOption(f"{folder} holds games, but no {REQUEST} that says of which tournament; name another folder")
    else:
        _write_whole(path, text + "\n")


def read_folder(folder: Path) -> tuple[Request, list[Line]]:
    """A tournament's request and its finished games, in the order of the schedule."""
    try:
        request = Request.from_json((folder / REQUEST).read_text(encoding="utf-8"))
        with (folder / GAMES).open("rb") as file:
            lines, _ = _read(file)
    except FileNotFoundError:
        raise BadRecord(f"{folder} is not the folder of a tournament: 'boriken arena ... --out {folder}'") from None
    return request, sorted(lines, key=lambda line: int(line["number"]))


def _read(file: IO[bytes]) -> tuple[list[Line], int]:
    """The games of a file, each once, and how many bytes of it are whole lines."""
    lines: dict[int, Line] = {}
    good = 0
    for number, text in enumerate(_whole_lines(file), 1):
        try:
            line = json.loads(text)
            lines.setdefault(line["number"], line)
        except (ValueError, KeyError, TypeError):
            raise BadRecord(f"{file.name}, line {number}: not a game of a tournament") from None
        good += len(text)
    return list(lines.values()), good


def _whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    return (line for line in file if line.endswith(b"\n"))


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there in full or not at all."""
    new = path.with_suffix(".new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _lock(file: IO[bytes], folder: Path) -> None:
    """Two programs that add to one folder would play the same games twice. The lock ends with the process."""
    try:
        import fcntl
    except ImportError:
        return  # not on this system
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadOption(f"another program is playing the tournament in {folder}") from None
