"""Chances that were said against what came true, as one SVG with nothing to load: a square for each table.

What is on the diagonal came true as often as it was said. The picture has its own paper, by day and by lamplight, so it
can be read wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from boriken.engine import rules_of

Told = dict[str, Any]
"""A calibration as data: what `boriken analyse --calibrate --json` prints."""

_SIDE, _LEFT, _ABOVE, _BELOW, _BETWEEN = 190, 62, 46, 44, 22
_LARGEST = 9.0
"""Radius of the point with most chances; areas say how many there are."""
_STYLE = """
:root { --ink: #1d2a30; --paper: #fbf8f1; --faint: #d9d2c3; --line: #2f7f86; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --paper: #171d20; --faint: #3a4347; --line: #4fa7ae; } }
svg { font: 12px system-ui, sans-serif; fill: var(--ink); }
.paper { fill: var(--paper); }
.grid { fill: none; stroke: var(--faint); }
.right { stroke: var(--ink); stroke-dasharray: 4 4; }
.curve { fill: none; stroke: var(--line); stroke-width: 2; }
.point { fill: var(--line); fill-opacity: .45; stroke: var(--line); }
.title { font-weight: bold; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
"""


def picture(found: Sequence[Told]) -> str:
    """The reliability curves of some tables, two in a row."""
    across, down = _LEFT + _SIDE + _BETWEEN, _ABOVE + _SIDE + _BELOW
    width, height = min(len(found), 2) * across, (len(found) + 1) // 2 * down
    squares = "".join(
        f'<g transform="translate({_LEFT + i % 2 * across} {_ABOVE + i // 2 * down})">{_square(one)}</g>'
        for i, one in enumerate(found)
    )
    said = " ".join(map(in_words, found))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
        f"<title>Chances said against what came true</title><desc>{escape(said)}</desc><style>{_STYLE}</style>"
        f'<rect class="paper" width="{width}" height="{height}"/>{squares}</svg>\n'
    )


def table_of(one: Told) -> str:
    """`San Juan, 2 players`"""
    return f"{rules_of(one['game']).title}, {one['players']} players"


def in_words(one: Told) -> str:
    """What a square shows, for who does not see it."""
    points = ", ".join(f"{_percent(b['said'])} came {_percent(b['came'])}" for b in one["bins"])
    return f"{table_of(one)}: of {points}."


def _square(one: Told) -> str:
    most = max(b["chances"] for b in one["bins"])
    drawn = [f'<path class="grid" d="M0 0H{_SIDE}V{_SIDE}H0Z"/><path class="right" d="M0 {_SIDE}L{_SIDE} 0"/>']
    for share in (0.0, 0.5, 1.0):
        x, y = share * _SIDE, (1 - share) * _SIDE
        drawn.append(f'<path class="grid" d="M0 {y:.0f}H{_SIDE}M{x:.0f} 0V{_SIDE}"/>')
        drawn.append(f'<text class="end" x="-6" y="{y + 4:.0f}">{_percent(share)}</text>')
        drawn.append(f'<text class="middle" x="{x:.0f}" y="{_SIDE + 17}">{_percent(share)}</text>')
    places = [(b["said"] * _SIDE, (1 - b["came"]) * _SIDE, b["chances"]) for b in one["bins"]]
    drawn.append(f'<path class="curve" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y, _ in places)}"/>')
    drawn += [
        f'<circle class="point" cx="{x:.1f}" cy="{y:.1f}" r="{max(2.0, _LARGEST * (n / most) ** 0.5):.1f}"/>'
        for x, y, n in places
    ]
    drawn.append(f'<text class="title" x="0" y="-26">{escape(table_of(one))}</text>')
    drawn.append(f'<text x="0" y="-9">{one["games"]} games, ece {one["ece"]:.3f}</text>')
    drawn.append(f'<text class="middle" x="{_SIDE / 2:.0f}" y="{_SIDE + 35}">said</text>')
    drawn.append(f'<text class="middle" transform="translate(-48 {_SIDE / 2:.0f}) rotate(-90)">came true</text>')
    return "".join(drawn)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
