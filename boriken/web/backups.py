"""Copies of the whole database in one file, the same for SQLite and PostgreSQL: a site can move from one to the other.

The file is compressed by gzip and holds a line of JSON for each row. The first line says what it is, under which schema
it was made and how many rows of each kind follow; the last line says that this is the end. A copy is of one moment,
while the site goes on. To bring one back is all or nothing: everything happens in one transaction, in which the tables
are first made as they were when the copy was made, and brought up to date afterwards.
"""

from __future__ import annotations

import gzip
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, DateTime, MetaData, Table, func, inspect, select, text

from boriken import __version__
from boriken.engine import BorikenError

from .models import Base, now
from .storage import alembic_config, upgrade

_WHAT, _FORMAT = "boriken backup", 1
_BATCH = 500
_ALEMBIC = "alembic_version"
Advance = Callable[[int], None]
"""Called with the number of rows that are done."""


class BadBackup(BorikenError):
    """Not a copy that this version can bring back."""


class NotEmpty(BorikenError):
    """There is something in the database already."""


@dataclass(frozen=True)
class Header:
    """What a copy says of itself."""

    schema: str
    rows: dict[str, int]
    made: str
    version: str

    @property
    def total(self) -> int:
        return sum(self.rows.values())


# --- making one -----------------------------------------------------------------------------------------------------


def back_up(connection: Connection, path: Path, advance: Advance) -> Header:
    """Write all there is to a file that only its owner may read; it is there whole or not at all."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))  # one moment
    schema = _schema(connection)
    if schema is None:
        raise BadBackup("there is no site in this database yet")
    kinds = _kinds(connection)
    rows = {kind.name: _count(connection, kind) for kind in kinds}
    header = Header(schema, rows, now().isoformat(timespec="seconds") + "Z", __version__)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with gzip.GzipFile("", "wb", 6, file) as packed:
                for line in _lines(connection, kinds, header, advance):
                    packed.write(json.dumps(line, ensure_ascii=False, default=_as_json).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return header


def count(connection: Connection) -> int:
    """How many rows a copy would have."""
    return sum(_count(connection, kind) for kind in _kinds(connection))


def _count(connection: Connection, kind: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(kind)).scalar_one())


def _lines(connection: Connection, kinds: list[Table], header: Header, advance: Advance) -> Iterator[Any]:
    yield {"what": _WHAT, "format": _FORMAT, **vars(header)}
    done = 0
    for kind in kinds:
        keys = list(kind.primary_key.columns)
        query = select(kind).order_by(*keys).execution_options(yield_per=_BATCH)
        for rows in connection.execute(query).mappings().partitions():
            for row in rows:
                yield [kind.name, dict(row)]
            done += len(rows)
            advance(done)
    yield {"end": done}


def _as_json(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{value!r} cannot be written down")


# --- bringing one back ----------------------------------------------------------------------------------------------


def check(path: Path) -> Header:
    """Read a copy from beginning to end; raises BadBackup if it is not whole, or of a version we do not know."""
    with _opened(path) as lines:
        header = _header(next(lines, None), path)
        left = dict(header.rows)
        ended = False
        for line in lines:
            if ended:
                raise BadBackup(f"{path}: something follows its end")
            if isinstance(line, dict) and line == {"end": header.total}:
                ended = True
                continue
            match line:
                case [str(kind), dict()] if left.get(kind, 0) > 0:
                    left[kind] -= 1
                case _:
                    raise BadBackup(f"{path}: a line is not a row of a table that it announced")
        if not ended or any(left.values()):
            raise BadBackup(f"{path} is not whole: its end is missing")
    known = [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()]
    if header.schema not in known:
        raise BadBackup(f"{path} was made by version {header.version}, which is newer than this one ({__version__})")
    return header


def restore(connection: Connection, path: Path, header: Header, replace: bool, advance: Advance) -> None:
    """Bring a checked copy back, within this transaction; refused if something is there that is not to be replaced."""
    there = _there(connection)
    if there and not replace:
        raise NotEmpty(f"there are {there} tables and people in the database already; --replace deletes them first")
    old = MetaData()
    old.reflect(connection, only=lambda name, _: name in Base.metadata.tables or name == _ALEMBIC)
    old.drop_all(connection)
    upgrade(connection, header.schema)
    kinds = {kind.name: kind for kind in _kinds(connection)}
    done = 0
    with _opened(path) as lines:
        next(lines)
        rows = (line for line in lines if isinstance(line, list))
        for name, batch in _batches(rows):
            kind = kinds[name]
            times = [column.name for column in kind.columns if isinstance(column.type, DateTime)]
            for row in batch:
                row.update({time: datetime.fromisoformat(row[time]) for time in times if row.get(time)})
            connection.execute(kind.insert(), batch)
            done += len(batch)
            advance(done)
    upgrade(connection)


def _there(connection: Connection) -> int:
    """How many people and tables are in the database."""
    names = set(inspect(connection).get_table_names()) & {"people", "tables"}
    return sum(int(connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one()) for name in names)


def _batches(rows: Iterable[list[Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows that follow each other in the same table, not too many at a time."""
    rows = iter(rows)
    while some := list(islice(rows, _BATCH)):
        start = 0
        for i in range(1, len(some) + 1):
            if i == len(some) or some[i][0] != some[start][0]:
                yield some[start][0], [row for _, row in some[start:i]]
                start = i


class _opened:  # noqa: N801 - used like a function
    """The lines of a copy; whatever is wrong with the file is a BadBackup."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = gzip.open(path, "rb")  # noqa: SIM115 - closed below

    def __enter__(self) -> Iterator[Any]:
        return self._read()

    def _read(self) -> Iterator[Any]:
        try:
            for line in self._file:
                yield json.loads(line)
        except (EOFError, gzip.BadGzipFile, ValueError) as error:
            raise BadBackup(f"{self._path} is not a backup, or is damaged ({type(error).__name__})") from None

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _header(line: Any, path: Path) -> Header:
    match line:
        case {
            "what": str(what),
            "format": int(number),
            "schema": str(schema),
            "rows": dict(rows),
            "made": str(made),
            "version": str(version),
        } if what == _WHAT:
            if number != _FORMAT:
                raise BadBackup(f"{path} has format {number}; this version knows format {_FORMAT}")
            if not all(name in Base.metadata.tables and type(n) is int for name, n in rows.items()):
                raise BadBackup(f"{path} holds tables that this version does not know")
            return Header(schema, rows, made, version)
    raise BadBackup(f"{path} is not a backup of Boriken")


def _schema(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _kinds(connection: Connection) -> list[Table]:
    """Our tables as they are in the database, those that others refer to first."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in Base.metadata.tables)
    return found.sorted_tables
