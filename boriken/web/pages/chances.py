"""The chart of all seats' chances over a game: a band for each seat, textured as its flag, that together fill it.

Everything stands in per cent of the plot, so that it fits any width and keeps the size of its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from boriken.analysis import Decision, Review, Verdict

Chances = tuple[float, ...]
_TEXTURES = (
    ("9", "M0 3h9v3H0z"),
    ("9", "M0 0h4.5v9H0z"),
    ("12", "M5 1.5h2v3.5h3.5v2H7v3.5H5V7H1.5V5H5z"),
    ("10", "M0 0h5v5H0zM5 5h5v5H5z"),
    ("10", "M5 1l4 4-4 4-4-4z"),
)
"""Of each seat: the size of the pattern, and the ink in it."""
_ROOM_FOR_A_NUMBER = 3.2
"""Per cent of the width below which the next round's number is left out."""


@dataclass(frozen=True)
class Point:
    """Chances of all seats after so many actions."""

    at: int
    round: int
    chances: Chances


def points_of(review: Review) -> list[Point]:
    """What is known of the chances, from the first decision on after which none is missing; the result at the end."""
    judged = {decision.number: decision for decision in review.decisions}
    known: list[Decision] = []
    for number in reversed(range(len(review.game.decisions))):
        if number not in judged:
            break
        known.append(judged[number])
    points = [Point(decision.after, decision.round, decision.before) for decision in reversed(known)]
    if points and review.outcome is not None:
        winners = review.outcome.winners
        result = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(review.game.players))
        points.append(Point(len(review.game.actions), points[-1].round, result))
    return points


class Chart:
    """Draws the bands of one review, the viewer's own at the bottom."""

    def __init__(self, review: Review, rounds: Sequence[int], me: int | None) -> None:
        self._review = review
        self._points = points_of(review)
        self._last = max(len(review.game.actions), 1)
        self._rounds = rounds
        self._me = me
        first = me if me is not None else 0
        self.order = [(first + i) % review.game.players for i in range(review.game.players)]
        """Seats from the bottom to the top."""

    @property
    def known(self) -> bool:
        """Whether there is anything to draw."""
        return len(self._points) > 1

    def table(self) -> list[tuple[int, Chances]]:
        """The chances at the beginning of each round, and of the whole: what a reader hears instead of the chart."""
        rows: dict[int, Chances] = {}
        for point in self._points:
            rows.setdefault(point.round, point.chances)
        return list(rows.items())

    def result(self) -> Chances | None:
        """The last that is known."""
        return self._points[-1].chances if self._points else None

    def rounds(self) -> list[tuple[str, int]]:
        """Where the number of each round stands, as far as there is room."""
        placed: list[tuple[str, int]] = []
        free = 0.0
        for number, (begins, ends) in enumerate(zip(self._rounds, [*self._rounds[1:], self._last], strict=True), 1):
            middle = 100 * (begins + ends) / 2 / self._last
            if middle >= free:
                placed.append((f"{middle:.2f}%", number))
                free = middle + _ROOM_FOR_A_NUMBER
        return placed

    def bands(self, said: str) -> Markup:
        """The picture itself; `said` is it in a sentence."""
        out = [f'<svg class="chances__svg" role="img" aria-label="{escape(said)}"><defs>']
        for seat in self.order:
            size, ink = _TEXTURES[seat]
            out.append(
                f'<pattern id="tex-{seat + 1}" class="tex-{seat + 1}" width="{size}" height="{size}" '
                f'patternUnits="userSpaceOnUse"><path class="tex__bed" d="M0 0h{size}v{size}H0z"/>'
                f'<path class="tex__ink" d="{ink}"/></pattern>'
            )
        lower = [1.0] * len(self._points)
        edges: list[tuple[int, list[float]]] = []
        for seat in self.order:
            upper = [low - point.chances[seat] for low, point in zip(lower, self._points, strict=True)]
            path = f"M{self._path(upper)} {self._path(lower, backwards=True)}Z"
            out.append(
                f'<clipPath id="band-{seat + 1}" clipPathUnits="objectBoundingBox"><path d="{path}"/></clipPath>'
            )
            edges.append((seat, upper))
            lower = upper
        out.append("</defs>")
        for seat in self.order:
            fill, clip = f"url(#tex-{seat + 1})", f"url(#band-{seat + 1})"
            out.append(f'<rect width="100%" height="100%" fill="{fill}" clip-path="{clip}"/>')
        out.append('<svg width="100%" height="100%" viewBox="0 0 1 1" preserveAspectRatio="none" class="over">')
        for seat, upper in edges[:-1]:
            mine = " edge--me" if seat == self._me else ""
            out.append(f'<path class="edge{mine}" d="M{self._path(upper)}"/>')
        out.append("</svg>")
        out += [
            f'<line class="chances__round" x1="{x}" x2="{x}" y1="0" y2="100%"/>'
            for x in (f"{100 * begins / self._last:.2f}%" for begins in self._rounds[1:])
        ]
        out.append('<line class="chances__half" x1="0" x2="100%" y1="50%" y2="50%"/>')
        out.append(self._blank())
        out.append("</svg>")
        return Markup("".join(out))

    def _path(self, heights: Sequence[float], backwards: bool = False) -> str:
        """The points of an edge, as shares of width and height."""
        places = [
            f"{point.at / self._last:.4f} {max(height, 0):.4f}"
            for point, height in zip(self._points, heights, strict=True)
        ]
        return " ".join(reversed(places) if backwards else places)

    def _blank(self) -> str:
        """What was not looked at is blank paper, not a guess."""
        first = self._points[0].at / self._last
        if first < 0.01:
            return ""
        words = (
            f'<text class="chances__soon" x="{50 * first:.1f}%" y="50%" text-anchor="middle">still to come</text>'
            if first > 0.2 and len(self._review.decisions) < len(self._review.game.decisions)
            else ""
        )
        return f'<rect class="chances__blank" width="{100 * first:.2f}%" height="100%"/>{words}'

    def pins(self, marked: Sequence[Decision]) -> Markup:
        """Over the bands: turning points by number, and what of mine was doubtful or a mistake."""
        out = ['<svg class="chances__svg chances__over" aria-hidden="true">']
        for decision in marked:
            if decision.verdict in (Verdict.DOUBTFUL, Verdict.MISTAKE):
                out.append(
                    f'<svg x="{self._x(decision.after)}" y="100%" class="over mark--{decision.verdict}">'
                    f'<use href="#review-{decision.verdict}" x="-6" y="-6" width="12" height="12"/></svg>'
                )
        turns = [turn for turn in self._review.turning_points if round(100 * turn.change)]
        for number, turn in enumerate(turns, 1):
            height = self._height(turn.decision, turn.seat)
            if height is not None:
                out.append(
                    f'<svg x="{self._x(turn.decision.after)}" y="{100 * height:.1f}%" class="over">'
                    f'<circle class="pin__disc" r="9"/><text class="pin__n" y="4">{number}</text></svg>'
                )
        return Markup("".join([*out, "</svg>"]))

    def _x(self, at: int) -> str:
        return f"{100 * at / self._last:.2f}%"

    def _height(self, decision: Decision, seat: int) -> float | None:
        """Where the upper edge of a seat's band is; None where nothing is drawn."""
        if not self._points or decision.after < self._points[0].at:
            return None
        below = self.order[: self.order.index(seat) + 1]
        return 1 - sum(decision.before[p] for p in below)
