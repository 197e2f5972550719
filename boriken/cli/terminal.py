"""Output: consoles, and text that is safe to show."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PLAIN_WIDTH = 100
"""Columns where no terminal says how many it has."""


def new_console(stderr: bool = False) -> Console:
    """A console that shows texts as they are: no markup, no guessed highlights."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PLAIN_WIDTH
    console.on_broken_pipe = _pass_on  # type: ignore[method-assign]
    return console


def _pass_on() -> None:
    """A pipe that nobody reads any more is the whole command's affair: see `guard`."""
    raise BrokenPipeError


def printable(text: str) -> str:
    """Texts of files and people may hold control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def aligned(rows: Sequence[Sequence[str]], styles: Sequence[str], gap: int = 2) -> Text:
    """Rows of words below each other, in a style for each column. (Rich's grids would end each line in blanks.)"""
    from rich.text import Text

    widths = [max(len(row[column]) for row in rows) for column in range(len(styles))]
    text = Text("\n").join(
        Text.assemble(
            *((cell.ljust(width + gap), style) for cell, width, style in zip(row, widths, styles, strict=True))
        )
        for row in rows
    )
    return Text("\n").join(_stripped(line) for line in text.split("\n"))


def _stripped(line: Text) -> Text:
    line.rstrip()
    return line


def seat_names(seats: Sequence[str]) -> list[str]:
    """The names of a record's seats, safe to show and no two alike."""
    names = [printable(name) for name in seats]
    return [f"{name} (seat {seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def ask(prompt: str) -> str:
    """A line of input; raises EOFError where none is left, or where there is no standard input at all."""
    if sys.stdin is None:
        raise EOFError
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # nobody has typed it, but whoever reads the output should see it
    return line


def forget_typed() -> None:
    """Empty the history of typed lines, where the terminal keeps one."""
    with contextlib.suppress(ImportError):
        import readline

        readline.clear_history()
