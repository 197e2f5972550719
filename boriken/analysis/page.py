"""A review as one HTML file, with nothing to load: the curve of chances, turning points, and every decision.

Seats are told apart by dashes as well as by colours, verdicts by words; the numbers of the curve stand in the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from boriken.engine import rules_of

from .reviewing import Verdict

Told = dict[str, Any]
"""A review as data: `telling.told`."""

_WIDTH, _HEIGHT, _LEFT, _BELOW = 760, 260, 44, 46


def page(review: Told) -> str:
    """The page of a review."""
    title = f"{rules_of(review['game']).title}: {', '.join(review['seats'])}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        "<p>Chances to win as the seat to move could know them, and how sure they are: ± holds 19 times in 20 as far "
        "as the samples tell. <em>Best</em> means that no difference to the best is shown.</p>",
        _about_open_cards(review),
        "<h2>Chances to win</h2>",
        f"<figure>{_curve(review)}</figure>",
        "<h2>Turning points</h2>",
        _turning_points(review),
        "<h2>Accuracy</h2>",
        _accuracy(review),
        "<h2>Decisions</h2>",
        _decisions(review),
    ]
    css = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
    return f'<!doctype html><html lang="en"><head>{head}<style>{css}</style></head><body>{"".join(parts)}</body></html>'


def _curve(review: Told) -> str:
    """A line for each seat, from the first decision to the last."""
    rows = review["decisions"]
    step = (_WIDTH - _LEFT) / max(1, len(rows) - 1)
    drawn = []
    for share in (0, 25, 50, 75, 100):
        y = _HEIGHT * (1 - share / 100)
        drawn.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH}"/>')
        drawn.append(f'<text class="tick" x="{_LEFT - 6}" y="{y + 4:.1f}">{share} %</text>')
    for i, row in enumerate(rows):
        if i == 0 or rows[i - 1]["round"] != row["round"]:
            drawn.append(f'<text class="round" x="{_LEFT + i * step:.1f}" y="{_HEIGHT + 16}">{row["round"]}</text>')
    for seat, name in enumerate(review["seats"]):
        points = "L".join(
            f"{_LEFT + i * step:.1f} {_HEIGHT * (1 - row['chances'][seat]):.1f}" for i, row in enumerate(rows)
        )
        drawn.append(f'<path class="s{seat}" d="M{points}"><title>{escape(name)}</title></path>')
        x = _LEFT + seat * (_WIDTH - _LEFT) / len(review["seats"])
        drawn.append(f'<path class="s{seat}" d="M{x:.0f} {_HEIGHT + 36}h26"/>')
        drawn.append(f'<text x="{x + 32:.0f}" y="{_HEIGHT + 40}">{escape(name[:20])}</text>')
    said = "Chances to win of each seat, by rounds; the numbers stand in the table of decisions."
    return (
        f'<svg viewBox="0 -8 {_WIDTH + 8} {_HEIGHT + _BELOW + 8}" role="img" aria-label="{said}">{"".join(drawn)}</svg>'
    )


def _turning_points(review: Told) -> str:
    by_number = {row["decision"]: row for row in review["decisions"]}
    items = []
    for turn in review["turning_points"]:
        row = by_number[turn["decision"]]
        who, whose = (escape(review["seats"][seat]) for seat in (row["seat"], turn["seat"]))
        change = f"{100 * turn['change']:+.0f} % for {whose}"
        items.append(
            f'<li><a href="#d{row["decision"]}">Round {row["round"]}: {who}, {escape(row["played"])}</a>: {change}</li>'
        )
    return f"<ol>{''.join(items)}</ol>"


def _accuracy(review: Told) -> str:
    rows = [
        [
            escape(name),
            "not enough is known" if accuracy is None else f"{accuracy:.0f}",
            *(str(counts[verdict]) for verdict in Verdict),
        ]
        for name, accuracy, counts in zip(review["seats"], review["accuracy"], review["verdicts"], strict=True)
    ]
    return _table(["seat", "accuracy", *map(str, Verdict)], rows)


def _decisions(review: Told) -> str:
    rows = []
    for row in review["decisions"]:
        loss = f"{-100 * row['loss']:.0f} %" if row["loss"] else ""
        rows.append(
            [
                f'<span id="d{row["decision"]}">{row["round"]}</span>',
                escape(review["seats"][row["seat"]]),
                f"<details><summary>{escape(row['played'])}</summary>{_choices(row)}</details>",
                f'<span class="{row["verdict"]}">{row["verdict"]}</span>',
                loss,
                " ".join(f"{100 * chance:.0f}" for chance in row["chances"]),
            ]
        )
    return _table(["round", "seat", "played", "verdict", "loss", "chances, %"], rows)


def _about_open_cards(review: Told) -> str:
    if not any(row.get("open_cards") for row in review["decisions"]):
        return ""
    return (
        "<p><em>All cards open</em> is what a choice comes to as everything lay, hands and piles. The game is over, so "
        "it can be told; nobody could know it, and no verdict goes by it.</p>"
    )


def _choices(row: Told) -> str:
    opened = {choice["action"]: _chance(choice) for choice in row.get("open_cards") or ()}
    rows = [
        [
            escape(choice["action"]),
            _chance(choice),
            *([opened.get(choice["action"], "")] if opened else []),
            f"{choice['points']:.1f}",
            str(choice["group"] + 1),
        ]
        for choice in row["choices"]
    ]
    return _table(["choice", "chance", *(["all cards open"] if opened else []), "points", "group"], rows)


def _chance(choice: Told) -> str:
    low, high = choice["interval"]
    return f"{100 * choice['chance']:.0f} % ± {100 * (high - low) / 2:.0f}"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML."""
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
