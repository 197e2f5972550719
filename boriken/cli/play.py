"""`boriken play`: a game in the terminal, for a person or several, against bots."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from boriken.engine import Action, BadOption, BorikenError
from boriken.players import is_known

from .arguments import is_game, number_of_players, parse_options, parse_value, rules_named
from .guard import CUT_SHORT, FINE, complain, file_trouble
from .narration import Narrator
from .saves import games_folder, last_unfinished, read_record, write_whole
from .screen import Screen
from .table import TerminalTable
from .terminal import ask, new_console, printable

HELP = """\
a number          play that choice
its text          the same, as in records: role:builder, or just builder
u, undo           back to your last decision
b, board          the whole board
l, log            the last actions
s, save [FILE]    save a copy as FILE (every move is saved anyhow)
h, help, ?        this
q, quit           leave; the game is kept"""
_NEW_SEEDS = 10**9


def play(
    target: str | None,
    resume: bool,
    players: int | None,
    seed: int | None,
    bots: Sequence[str],
    seats: Sequence[int],
    governor: str | None,
    options: Sequence[str],
    names: Sequence[str],
) -> int:
    """Play to the end or until the person leaves; returns the exit code."""
    if resume:
        if players is not None or seed is not None or governor is not None or any((options, names)):
            raise BadOption("--resume continues a game as it is: it goes with no other option but --seat and --bot")
        if any(is_known(bot) for bot in bots):
            raise BadOption("--resume continues a game as it is: --bot names players of yours that sit there already")
        return Conversation(TerminalTable.load(_file_to_resume(target), sorted(set(seats)), bots)).run("Resumed")
    rules = rules_named(target)
    count = number_of_players(rules, players)
    chosen = parse_options(options)
    if governor is not None:
        chosen["governor"] = parse_value(governor)
    elif "governor" in rules.check_options(count, {}):
        chosen.setdefault("governor", "random")
    rules.check_options(count, chosen)
    seed = secrets.randbelow(_NEW_SEEDS) if seed is None else seed
    conversation = Conversation(TerminalTable.new(rules, count, seed, chosen, sorted(set(seats)) or [0], names, bots))
    conversation.save()
    return conversation.run("New game")


def _file_to_resume(target: str | None) -> Path:
    if target is None or is_game(target):
        return last_unfinished(target)
    return Path(target)


class Leave(Exception):
    """The person leaves the table."""


class Conversation:
    """What is said at a table."""

    def __init__(self, table: TerminalTable) -> None:
        self.table = table
        self.console: Console = new_console()
        self.screen = Screen(self.console, table)
        self.narrator = Narrator(self.console, table.names, table.people())
        self._unsaved = False  # the last attempt to save the game has failed
        self._asked: int | None = None  # the person who was asked last
        self._seen: int | None = None  # the seat that was shown the whole board last, while nobody else has decided

    def run(self, greeting: str) -> int:
        """Until the game is over or left; returns the exit code."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (editing of what is typed)
        try:
            self.screen.greet(greeting)
            self.narrator.tell_round(self.table.game)
            while not self.table.game.over:
                self._next_decision()
        except (Leave, EOFError):
            return self._farewell(FINE)
        except KeyboardInterrupt:
            return self._farewell(CUT_SHORT)
        self.narrator.flush()
        self.screen.end()
        if not self._unsaved:
            self.console.print(f"The record is in {self.table.path}", soft_wrap=True)
        return FINE

    # --- one decision after the other ---------------------------------------------------------------------------------

    def _next_decision(self) -> None:
        """Let a bot choose; or show a person the position, all of it if others have moved, and ask."""
        seat = self.table.game.turn
        assert seat is not None
        if seat in self.table.bots:
            self._seen = None
            self._play(self.table.bot_choice())
            return
        self.narrator.flush()
        if seat != self._asked:
            self.screen.hand_over(seat)
        self._asked = seat
        self.screen.position(seat, briefly=self._seen == seat)
        self._seen = seat
        choices = self.table.game.legal_actions
        self.screen.choices(choices)
        while not self._answer(seat, choices):
            pass

    def _answer(self, seat: int, choices: list[Action]) -> bool:
        """Read a line and do what it says; whether the game has changed."""
        entry = ask(f"Your choice (1-{len(choices)}, h for help): ").strip()
        word, _, rest = entry.partition(" ")
        match word.lower():
            case "":
                pass
            case "u" | "undo":
                return self._undo()
            case "b" | "board":
                self.screen.whole_board(seat)
                self.screen.choices(choices)
            case "l" | "log":
                self.screen.log(seat)
            case "s" | "save":
                self._save_as(rest.strip().strip("'\""))
            case "h" | "help" | "?":
                self.console.print(HELP)
            case "q" | "quit" | "exit":
                raise Leave
            case _:
                return self._play_entry(entry.lower(), choices)
        return False

    def _play_entry(self, entry: str, choices: list[Action]) -> bool:
        try:
            action = self._understood(entry, choices)
        except BorikenError as error:
            self.console.print(printable(str(error)), style="red")
            return False
        self._play(action)
        return True

    def _understood(self, entry: str, choices: list[Action]) -> Action:
        """The choice that an entry means: its number, its text, or the end of its text if that is clear."""
        if entry.isdecimal() and len(entry) < 6:
            if not 1 <= int(entry) <= len(choices):
                raise BorikenError(f"There are choices 1 to {len(choices)}.")
            return choices[int(entry) - 1]
        meant = [a for a in choices if entry in (a.text, a.text.partition(":")[2])]
        if len(meant) == 1:
            return meant[0]
        known = self.table.game.rules.actions[entry]
        raise BorikenError(f"'{known}' is not possible now.")

    def _play(self, action: Action) -> None:
        game = self.table.game
        before = len(game.actions)
        game.play(action)
        self.save()
        self.narrator.tell_from(game, before)

    # --- saving and leaving -------------------------------------------------------------------------------------------

    def _undo(self) -> bool:
        if not self.table.take_back():
            self.console.print("There is no decision of yours to take back.")
            return False
        self._seen = None
        self.save()
        self.narrator.note_round(self.table.game)
        self.console.print("Taken back.")
        return True

    def save(self) -> None:
        """Keep the game in its file. Where that is impossible one can still play, but should know."""
        try:
            self.table.save()
            self._unsaved = False
        except OSError as error:
            if not self._unsaved:
                complain(f"this game is not being saved: {file_trouble(error)}")
            self._unsaved = True

    def _save_as(self, name: str) -> None:
        try:
            path = Path(name).expanduser() if name else self.table.path
            if path != self.table.path and path.exists():
                read_record(path)  # only a saved game may be overwritten
            write_whole(path, self.table.to_json())
        except OSError as error:
            self.console.print(f"Not saved: {printable(file_trouble(error))}", style="red")
        except (RuntimeError, ValueError) as error:  # no such user's home, a name that cannot be a file's
            self.console.print(f"Not saved: {printable(str(error))}", style="red")
        except BorikenError as error:
            self.console.print(f"Not saved, that is another file: {printable(str(error))}", style="red")
        else:
            self.console.print(f"Saved in {path}", soft_wrap=True)

    def _farewell(self, code: int) -> int:
        """Say how to go on. The file holds the game as it is: it was written after the last move."""
        self.narrator.flush()
        self.console.print()
        if not self._unsaved:
            self.console.print(f"The game is saved in {self.table.path}", soft_wrap=True)
            self.console.print(f"Continue it with: {self._how_to_resume()}", soft_wrap=True)
        return code

    def _how_to_resume(self) -> str:
        command = f"{_how_called()} play --resume"
        if self.table.path.parent == games_folder():
            return command
        return f"{command} {shlex.quote(str(self.table.path))}"


def _how_called() -> str:
    """The command as the person can type it here: `boriken`, or where it lies if it is not on the path."""
    called = Path(sys.argv[0])
    if called.name != "boriken" or shutil.which("boriken") is not None:
        return "boriken"
    return shlex.quote(os.path.relpath(called))
