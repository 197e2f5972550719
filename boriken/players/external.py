"""External players: any program that reads and writes lines of JSON can play. docs/external-players.md says how.

A program is started for each game and seat, told who and where it is, and asked with what its seat may see. It is never
trusted: whatever it does or leaves undone, the game is not harmed, and the trouble is told in one line.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import signal
import subprocess
import tempfile
import threading
from typing import IO, Any

from boriken.engine import Action, BadOption, Game, Outcome

from .base import PlayerFailed

PROTOCOL = 1
"""The version of the protocol, said in the hello."""
SECONDS = 30.0
"""How long a program may take for an answer, unless its spec says otherwise."""
LONGEST_LABEL = 32
"""Letters of a program's own name."""
_GOODBYE_SECONDS = 2.0
_LONGEST_LINE = 65_536
_LONGEST_WORDS = 4096
"""So much is looked at of what a program wrote last on standard error."""
_LINES_AHEAD = 8
"""So many lines are read before anybody asks for them; a program that writes more has to wait."""
_SETTINGS = re.compile(r"(?:(?P<seconds>\d+(?:\.\d+)?)s:)?(?P<command>.+)", re.DOTALL)


class ExternalPlayer:
    """A program as a player. Settings: a command line, with `SECONDSs:` before it for another time limit."""

    def __init__(self, seed: int, settings: str) -> None:
        self.name = "external"  # until it has introduced itself
        match = _SETTINGS.fullmatch(settings.strip())
        if match is None:
            raise BadOption(
                "an external player needs a command: external:COMMAND, or external:5s:COMMAND for 5 seconds"
            )
        try:
            self._command = shlex.split(match["command"])
        except ValueError as error:
            raise BadOption(f"external:{settings} cannot be read as a command: {error}") from None
        if not self._command:
            raise BadOption(f"external:{settings} names no command")
        self._seconds = float(match["seconds"] or SECONDS)
        self._seed = seed
        self._program: _Program | None = None

    def choose(self, game: Game) -> Action:
        seat = game.turn
        assert seat is not None
        texts = [str(action) for action in game.legal_actions]
        try:
            if self._program is None:
                self._program = _Program(self._command)
                self.name = _label(self._ask(self._hello(game, seat), "hello")["hello"]) or self.name
            answer = self._ask({"type": "choose", "seat": seat, "view": game.view(seat), "legal": texts}, "action")
            action = answer["action"]
            if action not in texts:
                raise _Trouble(f"it answered {_shortened(action)}, which is not among the legal actions")
        except _Trouble as trouble:
            self.goodbye(None)
            command = shlex.join(self._command)
            raise PlayerFailed(f"the player '{command}' on seat {seat} failed: {trouble}", seat) from None
        return game.rules.actions[action]

    def _hello(self, game: Game, seat: int) -> dict[str, Any]:
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": game.rules.name,
            "edition": game.edition,
            "rules": game.rules.version,
            "players": game.players,
            "seat": seat,
            "options": game.options,
            "seed": self._seed,
            "seconds": self._seconds,
        }

    def _ask(self, message: dict[str, Any], wanted: str) -> dict[str, Any]:
        """Send a message and wait for an answer with a text under the name that is wanted."""
        assert self._program is not None
        self._program.expect_silence()
        self._program.send(message)
        line = self._program.line(self._seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get(wanted), str):
            raise _Trouble(f'it should answer {{"{wanted}": "..."}}, but wrote {_shortened(line)}')
        return answer

    def goodbye(self, outcome: Outcome | None) -> None:
        """Tell the program how the game ended, if it did, and see it off."""
        program, self._program = self._program, None
        if program is None:
            return
        result = None if outcome is None else {"points": outcome.points, "winners": outcome.winners}
        with contextlib.suppress(_Trouble):
            program.send({"type": "bye", "result": result})
        program.end()


class _Trouble(Exception):
    """What is wrong with a program, in words."""


class _Program:
    """A running program, spoken to in lines."""

    def __init__(self, command: list[str]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed with the program
        pipe = subprocess.PIPE
        try:
            with _may_start:
                # In a session of its own: Ctrl-C is for us, and we take leave of the program properly.
                self._process = subprocess.Popen(
                    command, stdin=pipe, stdout=pipe, stderr=self._errors, start_new_session=True
                )
                _running.add(self)
        except OSError as error:
            self._errors.close()
            raise _Trouble(f"it cannot be started: {(error.strerror or str(error)).lower()}") from None
        self._lines: queue.Queue[bytes] = queue.Queue(_LINES_AHEAD)
        self._leaving = False
        self._reader = threading.Thread(target=self._read, daemon=True)  # pipes cannot be read with a time limit
        self._reader.start()

    def _read(self) -> None:
        """Hand on line by line what the program writes; an empty one at its end."""
        assert self._process.stdout is not None
        line = b"-"
        while line:
            try:
                line = self._process.stdout.readline(_LONGEST_LINE)
            except (OSError, ValueError):  # closed under our hands
                line = b""
            if not self._leaving:
                self._lines.put(line)

    def send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise _Trouble(self._how_it_ended()) from None

    def expect_silence(self) -> None:
        """Before a question: a line that is there already would be taken for its answer."""
        with contextlib.suppress(queue.Empty):
            if line := self._lines.get_nowait():
                raise _Trouble(f"it wrote {_shortened(_text(line))} unasked")
            self._lines.put(line)  # its end, which whoever asks will see

    def line(self, seconds: float) -> str:
        """The next line that the program writes, within so many seconds."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise _Trouble(f"it did not answer within {seconds:g} s") from None
        if not line:
            raise _Trouble(self._how_it_ended())
        return _text(line)

    def _how_it_ended(self) -> str:
        """Its exit status, and the last line that it wrote on standard error."""
        try:
            status = f"ended with exit status {self._process.wait(_GOODBYE_SECONDS)}"
        except subprocess.TimeoutExpired:
            status = "closed its end of the conversation"
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _LONGEST_WORDS))
        lines = self._errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"it {status}" + (f"; its last words: {_shortened(last)}" if last else "")

    def end(self) -> None:
        """Give it a moment to leave by itself; then make it."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        self._leaving = True
        with contextlib.suppress(queue.Empty):
            while True:  # a program that waits for somebody to take its lines could not leave
                self._lines.get_nowait()
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            process.wait()
        _running.discard(self)
        self._reader.join(_GOODBYE_SECONDS)
        if not self._reader.is_alive():  # else a child of the program still holds the pipe
            process.stdout.close()
        self._errors.close()

    def kill(self) -> None:
        """End the program at once, and all that it has started in its session."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


_running: set[_Program] = set()
_may_start = threading.Lock()


def kill_programs() -> None:
    """End all programs that play for this process: it is about to end itself, without a goodbye.

    Not for the thread that plays: one that is just being started is waited for, and no other is started any more.
    """
    _may_start.acquire()
    for program in list(_running):
        program.kill()


def _label(name: str) -> str:
    """The name by which a program has introduced itself, fit for tables and plots."""
    words = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    return words if len(words) <= LONGEST_LABEL else words[: LONGEST_LABEL - 3] + "..."


def _text(line: bytes) -> str:
    return line.decode(errors="replace").rstrip("\r\n")


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
