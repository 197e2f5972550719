"""`boriken replay`: recorded games again, in words, or verified."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from rich.console import Console

from boriken.arena.played import is_whole
from boriken.engine import BadOption, BadRecord, Game, Record, counted, worth_telling

from .boards import board_lines, coloured
from .guard import BAD_FILE, CUT_SHORT, FINE
from .narration import said
from .records import entries
from .scores import show_end
from .terminal import ask, is_interactive, new_console, printable, seat_names


def replay(path: Path, number: int, with_board: bool, check: bool, as_json: bool) -> int:
    """Show one record of a file, or verify all of them."""
    if check:
        return check_all(path, as_json)
    if as_json:
        raise BadOption("--json goes with --check")
    entry = next(itertools.islice(entries(path), number - 1, None), None)
    if entry is None:
        raise BadRecord(f"{path}: there is no record number {number} in it")
    try:
        record, game = entry.read()
    except BadRecord as error:
        raise BadRecord(_where(path, entry.line, str(error))) from None
    return Showing(record, game, with_board).run()


def check_all(path: Path, as_json: bool) -> int:
    """Verify every record; prints how many are right and what is wrong with the others."""
    right = broken_off = 0
    wrong: list[tuple[int, str]] = []
    for entry in entries(path):
        of_arena = entry.arena_line
        if of_arena is not None and not is_whole(of_arena):
            broken_off += 1
            continue
        try:
            entry.read()
            right += 1
        except BadRecord as error:
            wrong.append((entry.line, str(error)))
    if as_json:
        errors = [{"line": line, "error": trouble} for line, trouble in wrong]
        counts = {"records": right + len(wrong), "right": right, "broken_off": broken_off}
        print(json.dumps({"file": str(path)} | counts | {"errors": errors}))
    else:
        for line, trouble in wrong:
            print(printable(_where(path, line, trouble)))
        print(printable(f"{path}: {_summary(right, len(wrong))}"))
        if broken_off:
            print(f"{counted(broken_off, 'game')} without an end left out")
    return FINE if right and not wrong else BAD_FILE


def _summary(right: int, wrong: int) -> str:
    if not right and not wrong:
        return "no records in it"
    return f"{right} of {right + wrong} records are right"


def _where(path: Path, line: int, trouble: str) -> str:
    return f"{path}, line {line}: {trouble}"


class Enough(Exception):
    """The person has seen enough."""


class Showing:
    """A recorded game, shown action by action."""

    def __init__(self, record: Record, game: Game, with_board: bool) -> None:
        self.console: Console = new_console()
        self.game = game
        self.names = seat_names(record.seats)
        self.with_board = with_board
        self._stepping = is_interactive()

    def run(self) -> int:
        """From the first action to the last, or until the person has seen enough; returns the exit code."""
        self._head()
        try:
            for i, action in enumerate(self.game.actions):
                self._show(i, f"{i + 1:4}  {self.names[self.game.played_by[i]]}: {said(action, openly=self.game.over)}")
        except (Enough, EOFError):
            return FINE
        except KeyboardInterrupt:
            print()
            return CUT_SHORT
        self._tail()
        return FINE

    def _head(self) -> None:
        game = self.game
        self.console.print(f"{game.rules.full_title}, {game.players} players, seed {game.seed}", style="bold")
        told = worth_telling(game.rules.options, game.options)
        options = ", ".join(f"{name}={value}" for name, value in told.items())
        self.console.print(f"at the table: {', '.join(self.names)}; options: {options}")
        if self._stepping:
            self.console.print("Enter: the next action; a: all the rest; q: stop", style="dim")
        if self.with_board:
            self._board(0)

    def _show(self, i: int, line: str) -> None:
        """An action, and the board after it. Where Enter steps, the line stands last, to be seen on a low terminal."""
        if self.with_board and not self._stepping:
            self.console.print(line, style="bold")
        if self.with_board:
            self._board(i + 1)
        if self._stepping:
            self._wait(line)
        elif not self.with_board:
            self.console.print(line)

    def _wait(self, line: str) -> None:
        answer = ask(f"{line} ").strip().lower()
        if answer in ("q", "quit"):
            raise Enough
        self._stepping = answer not in ("a", "all")

    def _board(self, actions: int) -> None:
        view = self.game.view_after(actions, None)
        headline, lines = board_lines(self.game.rules, view, self.names, self.console.width)
        self.console.print()
        self.console.print(coloured([headline, *lines], None))
        self.console.print()

    def _tail(self) -> None:
        self.console.print()
        if self.game.over:
            show_end(self.console, self.game, self.names)
        else:
            assert self.game.turn is not None
            self.console.print(f"The record ends here: {self.names[self.game.turn]} is to choose.")
