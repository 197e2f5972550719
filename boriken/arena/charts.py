"""Charts as SVG, drawn by hand: two kinds are enough, and a page's own colours and letters serve for light and dark.

Each chart is a picture with a name and a description for whoever cannot see it; the numbers stand in a table beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH = 760
_LABELS = 210
_NUMBERS = 90
_ROW = 26
_BAR = 16
_LONGEST_LABEL = 30
_LETTER = 6.6
"""Roughly how wide a letter is: for deciding what fits into a bar."""
COLOURS = 10
"""The page defines as many colours for the parts of stacked bars."""


@dataclass(frozen=True)
class Bars:
    """A bar for each row, with its interval if it has one."""

    labels: Sequence[str]
    values: Sequence[float]
    intervals: Sequence[tuple[float, float]] | None = None
    mark: float | None = None
    """A value to compare with, drawn as a line."""
    percent: bool = False

    def svg(self, name: str, description: str) -> str:
        """The drawing."""
        highs = [high for _, high in self.intervals] if self.intervals else []
        lows = [low for low, _ in self.intervals] if self.intervals else []
        scale = _Scale(min([0.0, *self.values, *lows]), max([*self.values, *highs, self.mark or 0.0]), self.percent)
        parts = scale.axis(len(self.labels))
        for i, (label, value) in enumerate(zip(self.labels, self.values, strict=True)):
            y = i * _ROW + (_ROW - _BAR) / 2
            left, right = sorted((scale.x(0), scale.x(value)))
            number = scale.text(value, exact=True)
            parts.append(_label(label, y))
            parts.append(
                f'<rect class="bar" x="{left:.1f}" y="{y:.1f}" width="{right - left:.1f}" height="{_BAR}">'
                f"<title>{escape(label)}: {number}</title></rect>"
            )
            end = right
            if self.intervals:
                low, high = scale.x(self.intervals[i][0]), scale.x(self.intervals[i][1])
                middle = y + _BAR / 2
                parts.append(
                    f'<path class="interval" d="M{low:.1f} {middle - 4}v8M{low:.1f} {middle}H{high:.1f}'
                    f'M{high:.1f} {middle - 4}v8"/>'
                )
                end = max(end, high)
            parts.append(f'<text x="{end + 6:.1f}" y="{y + _BAR - 4:.1f}">{number}</text>')
        if self.mark is not None:
            x = scale.x(self.mark)
            parts.append(f'<path class="mark" d="M{x:.1f} 0V{len(self.labels) * _ROW}"/>')
        return _drawing(parts, len(self.labels) * _ROW + 24, name, description)


@dataclass(frozen=True)
class Stacks:
    """A bar for each row, made up of parts."""

    labels: Sequence[str]
    parts: Sequence[str]
    """What the parts are called."""
    values: Sequence[Sequence[float]]
    """For each row, how much of each part."""
    percent: bool = False

    def svg(self, name: str, description: str) -> str:
        """The drawing, with its key below."""
        scale = _Scale(0.0, max(sum(row) for row in self.values), self.percent)
        drawn = scale.axis(len(self.labels))
        for i, (label, row) in enumerate(zip(self.labels, self.values, strict=True)):
            y = i * _ROW + (_ROW - _BAR) / 2
            drawn.append(_label(label, y))
            sum_so_far = 0.0
            for part, value in enumerate(row):
                if value > 0:
                    left, right = scale.x(sum_so_far), scale.x(sum_so_far + value)
                    drawn.append(self._part(label, part, value, left, right, y, scale))
                sum_so_far += value
        height = len(self.labels) * _ROW + 30
        x, y = 0.0, float(height)
        for part, part_name in enumerate(self.parts):
            width = 22 + _LETTER * len(part_name) + 14
            if x + width > _WIDTH:
                x, y = 0.0, y + 20
            drawn.append(f'<rect class="part c{part % COLOURS}" x="{x:.0f}" y="{y:.0f}" width="14" height="14"/>')
            drawn.append(f'<text x="{x + 20:.0f}" y="{y + 12:.0f}">{escape(part_name)}</text>')
            x += width
        return _drawing(drawn, y + 20, name, description)

    def _part(self, label: str, part: int, value: float, left: float, right: float, y: float, scale: _Scale) -> str:
        said = scale.text(value, exact=True)
        what = f"{escape(label)}, {escape(self.parts[part])}: {said}"
        box = (
            f'<rect class="part c{part % COLOURS}" x="{left:.1f}" y="{y:.1f}" width="{right - left:.1f}" '
            f'height="{_BAR}"><title>{what}</title></rect>'
        )
        if right - left < _LETTER * len(said) + 4:
            return box
        return box + f'<text class="inside" x="{(left + right) / 2:.1f}" y="{y + _BAR - 4:.1f}">{said}</text>'


Chart = Bars | Stacks


class _Scale:
    """Where a value lies on the drawing, and how it is written."""

    def __init__(self, low: float, high: float, percent: bool) -> None:
        self.step = _nice((high - low) / 5 or 1.0)
        self.low = math.floor(low / self.step + 1e-9) * self.step
        self.high = math.ceil(high / self.step - 1e-9) * self.step
        if self.high <= self.low:
            self.high = self.low + self.step
        self.percent = percent

    def x(self, value: float) -> float:
        return _LABELS + (value - self.low) / (self.high - self.low) * (_WIDTH - _LABELS - _NUMBERS)

    def text(self, value: float, exact: bool = False) -> str:
        if self.percent:
            return f"{100 * value:.{1 if exact else 0}f} %"
        return f"{value:,.{1 if exact and value != int(value) else 0}f}" if self.step >= 1 else f"{value:.2f}"

    def axis(self, rows: int) -> list[str]:
        """Faint lines down the drawing, with their values below."""
        parts = []
        for i in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + i * self.step
            x = self.x(value)
            parts.append(f'<path class="line" d="M{x:.1f} 0V{rows * _ROW}"/>')
            parts.append(f'<text class="tick" x="{x:.1f}" y="{rows * _ROW + 16}">{self.text(value)}</text>')
        return parts


def _nice(step: float) -> float:
    """The next step of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


def _label(text: str, y: float) -> str:
    short = text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"
    title = f"<title>{escape(text)}</title>" if short != text else ""
    return f'<text class="label" x="{_LABELS - 8}" y="{y + _BAR - 4:.1f}">{escape(short)}{title}</text>'


def _drawing(parts: Sequence[str], height: float, name: str, description: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" aria-label="{escape(name)}">'
        f"<title>{escape(name)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg>"
    )
