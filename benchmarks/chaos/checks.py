"""What is stored against what was promised: nothing lost, nothing changed, every table can be played again."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boriken.engine import BorikenError, Game, Record, rules_of

from .players import Journal

_ROWS = "SELECT id, game, rules, players, options, seed, state, turn, last, round, result FROM tables"
_ENTRIES = "SELECT table_id, number, seat, action FROM entries ORDER BY table_id, number"


@dataclass(frozen=True)
class Stored:
    """A table as the database has it."""

    row: dict[str, Any]
    entries: list[tuple[int, int, str | None]]
    """Number, seat, action."""


Store = Callable[[], dict[str, Stored]]
"""Reads all tables of a site at one moment."""


def sqlite_store(path: Path) -> Store:
    """Beside the server, as another program would."""

    def read() -> dict[str, Stored]:
        connection = sqlite3.connect(path, timeout=30, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("BEGIN")  # both statements see the same moment
            rows = [dict(row) for row in connection.execute(_ROWS)]
            entries = [tuple(entry) for entry in connection.execute(_ENTRIES)]
            connection.execute("COMMIT")
        finally:
            connection.close()
        return _joined(rows, entries)

    return read


def postgres_store(url: str) -> Store:
    """Likewise."""

    async def read() -> dict[str, Stored]:
        import asyncpg

        connection = await asyncpg.connect(url, timeout=30)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                rows = [dict(row) for row in await connection.fetch(_ROWS)]
                entries = [tuple(entry) for entry in await connection.fetch(_ENTRIES)]
        finally:
            await connection.close()
        return _joined(rows, entries)

    return lambda: asyncio.run(read())


def _joined(rows: list[dict[str, Any]], entries: Collection[tuple[Any, ...]]) -> dict[str, Stored]:
    found = {row["id"]: Stored(row, []) for row in rows}
    for table, number, seat, action in entries:
        found[table].entries.append((number, seat, action))
    return found


class Checker:
    """Compares again and again, and knows what was stored the last time: entries are never changed."""

    def __init__(self) -> None:
        self.lost: set[tuple[str, int]] = set()
        """Acknowledged moves that are not there, by table and number."""
        self.broken: dict[str, str] = {}
        """Tables with whom something is wrong, and what."""
        self._before: dict[str, list[tuple[int, int, str | None]]] = {}
        self._games: dict[str, Game] = {}

    def check(self, promised: dict[str, list[Journal]], stored: dict[str, Stored]) -> None:
        """Everything that was promised before it was stored."""
        for table, journals in promised.items():
            found = stored.get(table)
            if found is None:
                self.broken[table] = "the table itself is gone"
                self.lost |= {(table, number) for journal in journals for number in journal.acknowledged}
                continue
            kept = {number: action for number, _, action in found.entries}
            for journal in journals:
                self.lost |= {
                    (table, number)
                    for number, action in journal.acknowledged.items()
                    if number not in kept or kept[number] != action
                }
            trouble = _promises(journals, found) or self._history(table, found) or self._replayed(table, found)
            if trouble:
                self.broken[table] = trouble

    def _history(self, table: str, found: Stored) -> str:
        if [number for number, _, _ in found.entries] != list(range(1, len(found.entries) + 1)):
            return "its entries are not numbered one by one"
        before = self._before.get(table, [])
        if found.entries[: len(before)] != before:
            return "its past has changed"
        return ""

    def _replayed(self, table: str, found: Stored) -> str:
        """Play what has come since the last time; what the lobby shows must come out."""
        row, known = found.row, len(self._before.get(table, []))
        game = self._games.get(table)
        if game is None:
            game = Game(rules_of(row["game"]), row["players"], row["seed"], json.loads(row["options"]))
        try:
            for _, seat, action in found.entries[known:]:
                if action is None:
                    game.undo()
                else:
                    game.play(action, seat)
        except BorikenError as error:
            return f"it cannot be played again: {error}"
        self._games[table], self._before[table] = game, found.entries
        if row["state"] == "waiting":
            return "" if not found.entries else "it waits for people and has entries"
        shown = (row["last"], row["turn"], row["state"], row["round"])
        real = (len(found.entries), game.turn, "over" if game.over else "running", game.view(None)["round"])
        if shown != real:
            return f"the lobby shows {shown}, and the entries say {real}"
        if game.over:
            outcome = game.outcome
            assert outcome is not None
            if (json.loads(row["result"]) or {}).get("points") != list(outcome.points):
                return "its result is not that of its game"
        return ""

    def check_record(self, table: str, text: str) -> None:
        """The record of a finished table, as the site gives it."""
        try:
            game = Record.from_json(text).replay()
        except BorikenError as error:
            self.broken[table] = f"its record cannot be played again: {error}"
            return
        ours = self._games.get(table)
        if ours is not None and [str(a) for a in ours.actions] != [str(a) for a in game.actions]:
            self.broken[table] = "its record is of another game"

    def forget(self, table: str) -> None:
        """A finished table needs no memory."""
        self._games.pop(table, None)
        self._before.pop(table, None)


def _promises(journals: list[Journal], found: Stored) -> str:
    """What is wrong between what different people were told, or between what was shown and what is there."""
    numbers = [number for journal in journals for number in journal.acknowledged]
    if len(numbers) != len(set(numbers)):
        return "two people were told that they had won the same number"
    if any(journal.seen > len(found.entries) for journal in journals):
        return "an entry was shown that is not there"
    return ""
