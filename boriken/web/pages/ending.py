"""The end of a game: the verdict in words, the score sheet by source, the curve of points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markupsafe import Markup, escape

from .presenter import Presenter, Source
from .scene import Scene
from .words import title


def ending(presenter: Presenter, scene: Scene) -> dict[str, Any]:
    """Everything that the end page needs; the winner's column comes first."""
    totals = [row["total"] for row in scene.sheet]
    order = sorted(range(len(totals)), key=lambda p: (p not in scene.winners, -totals[p], -scene.tie_break[p], p))
    best = order[0]
    return {
        "order": order,
        "players": [_player(scene, p) for p in order],
        "rows": _rows(presenter, scene, order),
        "tie_words": presenter.tie_words,
        "verdict": verdict(scene),
        "why": _why(scene, order),
        "score": totals[best],
        "flag": best + 1,
        "chart": chart(scene, order),
    }


def _player(scene: Scene, p: int) -> dict[str, Any]:
    return {
        "name": scene.table.seats[p].name,
        "seat": p + 1,
        "total": scene.sheet[p]["total"],
        "tie": scene.tie_break[p],
        "best": p in scene.winners,
        "is_me": p == scene.seat,
    }


def verdict(scene: Scene) -> str:
    """`You win by 3`, `Mangle wins by 3`, `You and Inés share the win`."""
    totals = [row["total"] for row in scene.sheet]
    names = ["You" if p == scene.seat else scene.table.seats[p].name for p in scene.winners]
    if len(scene.winners) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]} share the win"
    winner = scene.winners[0]
    others = [n for p, n in enumerate(totals) if p != winner]
    ahead = totals[winner] - max(others)
    verb = "win" if winner == scene.seat else "wins"
    return f"{names[0]} {verb} by {ahead}" if ahead else f"{names[0]} {verb} on the tie-break"


def _why(scene: Scene, order: list[int]) -> str:
    reason = ", and ".join(scene.reasons)
    words = [f"The game ended in round {scene.view['round']} because {reason}."]
    if len(scene.winners) == 1:
        told = scene.seat if scene.seat is not None and scene.seat not in scene.winners else order[1]
        who = "You came" if told == scene.seat else f"{scene.table.seats[told].name} came"
        place = ("first", "second", "third", "fourth", "last")[order.index(told)]
        words.append(f"{who} {place} with {scene.sheet[told]['total']}.")
    if scene.table.minutes:
        words.append(f"{scene.table.minutes} minute{'s' * (scene.table.minutes != 1)}, {scene.moves} moves.")
    return " ".join(words)


# --- the sheet --------------------------------------------------------------------------------------------------------


def _rows(presenter: Presenter, scene: Scene, order: list[int]) -> list[dict[str, Any]]:
    """A row for each source of points in this game."""
    rows = []
    for name in scene.sheet[0]:
        if name == "total":
            continue
        source = presenter.sources.get(name, Source())
        points = [scene.sheet[p][name] for p in order]
        if (source.only_if_scored and not any(points)) or (source.in_game and not source.in_game(scene.view)):
            continue
        boards = [scene.view["players"][p] for p in order]
        notes = [source.note(board) if source.note and n else "" for board, n in zip(boards, points, strict=True)]
        rows.append(
            {
                "name": source.name or title(name),
                "note": "printed points" if name == "buildings" else "",
                "icon": source.icon or presenter.icon_of(name),
                "cells": [(n, note) if n else None for n, note in zip(points, notes, strict=True)],
            }
        )
    return rows


# --- the curve --------------------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT = 760, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 138, 14, 30
_NAME_GAP = 24
_MARKS = (
    "M-4 -4h8v8h-8z",
    "M0 -5.5l5.5 5.5-5.5 5.5-5.5-5.5z",
    "M0 -4.5a4.5 4.5 0 1 0 .01 0z",
    "M0 -5.4l5 9.2h-10z",
    "M-4.5 0h9M0 -4.5v9",
)


def chart(scene: Scene, order: list[int]) -> Markup:
    """Points at the end of each round as one picture: lines told apart by dash, mark and name, then by colour."""
    curves = scene.curve
    rounds = len(curves[0]) if curves else 0
    if rounds < 2:
        return Markup("")
    most = max(max(curve) for curve in curves)
    step = 10 if most > 25 else 5
    top = -(-most // step) * step

    def x(i: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * i / (rounds - 1)

    def y(points: int) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - points / top)

    names = [scene.table.seats[p].name for p in range(len(curves))]
    said = ", ".join(f"{names[p]} {curves[p][-1]}" for p in order)
    out = [
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="plot-t">'
        f'<title id="plot-t">Points after each of {rounds} rounds; at the end {escape(said)}.</title>'
    ]
    for points in range(0, top + 1, step):
        out.append(f'<path class="plot__grid" d="M{_LEFT} {y(points):.1f}H{x(rounds - 1):.1f}"/>')
        out.append(
            f'<text class="plot__tick" x="{_LEFT - 6}" y="{y(points) + 4:.1f}" text-anchor="end">{points}</text>'
        )
    every = -(-rounds // 16)
    for i in range(0, rounds, every):
        out.append(f'<text class="plot__tick" x="{x(i):.1f}" y="{_HEIGHT - 10}" text-anchor="middle">{i + 1}</text>')
    places = _name_places({p: y(curves[p][-1]) for p in order})
    for p in sorted(order, key=lambda p: p == scene.seat):
        out.append(_line(curves[p], p, p == scene.seat, names[p], places[p], x, y))
    return Markup("".join([*out, "</svg>"]))


def _name_places(wanted: dict[int, float]) -> dict[int, float]:
    """Where the names stand beside the ends of their lines, without covering each other."""
    places: dict[int, float] = {}
    last = -99.0
    for p, height in sorted(wanted.items(), key=lambda item: item[1]):
        last = places[p] = max(height, last + _NAME_GAP)
    return places


def _line(
    curve: tuple[int, ...],
    p: int,
    is_me: bool,
    name: str,
    place: float,
    x: Callable[[int], float],
    y: Callable[[int], float],
) -> str:
    points = " ".join(f"{x(i):.1f},{y(n):.1f}" for i, n in enumerate(curve))
    end = len(curve) - 1
    out = [f'<g class="plot__line seat-{p + 1}{" is-me" if is_me else ""}"><polyline points="{points}"/>']
    for i, n in enumerate(curve):
        if i % 2 == 0 or i == end:
            out.append(f'<path class="plot__mark" transform="translate({x(i):.1f} {y(n):.1f})" d="{_MARKS[p]}"/>')
    out.append(f'<path class="plot__lead" d="M{x(end) + 6:.1f} {y(curve[-1]):.1f}L{x(end) + 14:.1f} {place:.1f}"/>')
    out.append(
        f'<text class="plot__name" x="{x(end) + 18:.1f}" y="{place + 5:.1f}">{escape(name)} '
        f'<tspan class="plot__v">{curve[-1]}</tspan></text></g>'
    )
    return "".join(out)
