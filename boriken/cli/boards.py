"""A game's board on a terminal: fitted to its width, with a little colour."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from boriken.engine import Rules

_LABEL = re.compile(r"\s*\S.*\s{2,}")
"""What the text of a line is aligned after: `ships      `, `    island  4/12  `."""


def board_lines(rules: Rules, view: dict[str, Any], names: list[str], width: int) -> tuple[str, list[str]]:
    """What a seat sees: the headline, which says whose turn it is, and the table below it."""
    headline, *rest = rules.board(view, names).split("\n")
    lines = [part for line in _whole_lines(rest) for part in fitted(line, width)]
    return headline, lines[1:] if lines and not lines[0] else lines


def _whole_lines(lines: list[str]) -> list[str]:
    """Join what was broken for another width: a line that ends with a comma goes on in the next."""
    whole: list[str] = []
    for line in lines:
        if whole and whole[-1].endswith(","):
            whole[-1] += f" {line.lstrip()}"
        else:
            whole.append(line)
    return whole


def fitted(line: str, width: int) -> list[str]:
    """Break a list at its commas so that it fits, continued below its start."""
    if len(line) <= width:
        return [line]
    label = _LABEL.match(line)
    indent = " " * len(label.group()) if label and len(label.group()) < width // 2 else "    "
    lines, rest = [], line
    while len(rest) > width:
        cut = rest.rfind(", ", len(indent), width)
        cut = cut + 1 if cut > 0 else rest.rfind(" ", len(indent) + 1, width)
        if cut <= 0:
            break
        lines.append(rest[:cut])
        rest = indent + rest[cut:].lstrip()
    return [*lines, rest]


def coloured(lines: list[str], own_name: str | None) -> Text:
    """Labels in colour, the lines of the seat itself bold."""
    text = Text()
    own = False
    for line in lines:
        if _starts_block(line):
            own = _is_block_of(line, own_name)
        label = _LABEL.match(line)
        styled = Text(line, style="bold" if own else "")
        if label:
            styled.stylize("cyan", 0, label.end())
        elif line.startswith(">"):
            styled.stylize("yellow", 0, 1)
        text.append_text(styled).append("\n")
    text.rstrip()
    return text


def block_of(lines: list[str], name: str) -> list[str]:
    """The lines about one seat: the one that starts with its name, and what is indented below it."""
    block: list[str] = []
    for line in lines:
        if _starts_block(line):
            if block:
                break
            if _is_block_of(line, name):
                block.append(line)
        elif block:
            block.append(line)
    return block


def _starts_block(line: str) -> bool:
    return not line.startswith("    ")


def _is_block_of(line: str, name: str | None) -> bool:
    return name is not None and line[2:].startswith(f"{name}:")
