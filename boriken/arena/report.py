"""Reports: one HTML file, with nothing to load, for light and dark screens, and readable without seeing the plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from boriken import __version__
from boriken.engine import worth_telling

from .charts import Bars
from .findings import Finding, of_games, percent
from .labels import under_labels
from .played import Line
from .request import Mode, Request
from .results import summarize
from .schedule import number_of_games


def tournament_page(request: Request, lines: Sequence[Line]) -> str:
    """The report on a tournament."""
    request, lines = under_labels(request, lines)
    title = f"{request.rules.full_title}: {_who_meets_whom(request)}"
    planned = number_of_games(request)
    asked = f"{len(lines)} games" + (f" of {planned} planned" if len(lines) < planned else "")
    about = f"{asked}, {request.players} players at a table, seeds from {request.seed}. {_options(request)}"
    return page(title, about, [("", [*standing(request, lines), *of_games(lines)])])


def _who_meets_whom(request: Request) -> str:
    if request.mode == Mode.ONE:
        one, *field = request.contestants
        return f"{one} against {' and '.join(field)}"
    return f"{request.mode.replace('-', ' ')} of {', '.join(request.contestants)}"


def _options(request: Request) -> str:
    rules = request.rules
    options = worth_telling(rules.options, rules.check_options(request.players, request.options))
    return "Options: " + ", ".join(f"{name} {value}" for name, value in options.items()) + "."


def standing(request: Request, lines: Sequence[Line]) -> list[Finding]:
    """Who won how much: ratings, and shares or the rungs of a ladder."""
    summary = summarize(request, lines)
    rows = summary["contestants"]
    fair = 1 / request.players
    findings = [_ratings(rows)] if all("rating" in row for row in rows) else []
    findings.append(_rungs(summary["rungs"], fair) if request.mode == Mode.LADDER else _shares(rows, fair))
    return findings


def _ratings(rows: Sequence[dict[str, Any]]) -> Finding:
    rated = [(row["player"], row["rating"]["mu"], row["rating"]["sigma"]) for row in rows]
    rated.sort(key=lambda row: -row[1])
    return Finding(
        "ratings",
        "Ratings",
        "By the model of Plackett and Luce (openskill), games taken in the order of the schedule. Everybody starts at "
        "25; the whiskers are two standard deviations.",
        ("player", "rating", "standard deviation"),
        list(rated),
        Bars(
            [row[0] for row in rated], [mu for _, mu, _ in rated], [(mu - 2 * s, mu + 2 * s) for _, mu, s in rated], 25
        ),
    )


def _shares(rows: Sequence[dict[str, Any]], fair: float) -> Finding:
    rows = sorted(rows, key=lambda row: -row["share"])
    return Finding(
        "shares",
        "Games won",
        f"Wins for each seat that a player had; a shared win counts in part. The line is the fair {percent(fair)}. "
        "Intervals are 95 %, with games of one seed taken together.",
        ("player", "seats", "won", "share", "from", "to", "mean points", "ms a decision", "failed"),
        [
            (
                row["player"],
                row["seats_played"],
                round(row["wins"], 2),
                *_percents(row),
                row["points"]["mean"] if row["points"] else "-",
                "-" if row["seconds_per_decision"] is None else round(1000 * row["seconds_per_decision"], 2),
                row["forfeits"],
            )
            for row in rows
        ],
        _share_bars([row["player"] for row in rows], rows, fair),
    )


def _rungs(rungs: Sequence[dict[str, Any]], fair: float) -> Finding:
    names = [f"{rung['player']} against {rung['field']}" for rung in rungs]
    return Finding(
        "rungs",
        "Rungs of the ladder",
        "What each player won, alone against a field of the one below it.",
        ("rung", "games", "share", "from", "to"),
        [(name, rung["games"], *_percents(rung)) for name, rung in zip(names, rungs, strict=True)],
        _share_bars(names, rungs, fair),
    )


def _percents(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(percent(row[name]) for name in ("share", "low", "high"))


def _share_bars(names: Sequence[str], rows: Sequence[dict[str, Any]], fair: float) -> Bars:
    return Bars(names, [row["share"] for row in rows], [(row["low"], row["high"]) for row in rows], fair, True)


def page(title: str, about: str, parts: Sequence[tuple[str, Sequence[Finding]]]) -> str:
    """A whole page: findings under headings (an empty heading is left out)."""
    links, body = [], []
    for number, (heading, findings) in enumerate(parts):
        if heading:
            body.append(f'<h2 class="part">{escape(heading)}</h2>\n')
        for finding in findings:
            anchor = f"{finding.key}-{number}" if number else finding.key
            links.append(f'<li><a href="#{anchor}">{escape(finding.title)}</a></li>')
            body.append(_section(finding, anchor))
    style = (resources.files("boriken.arena") / "report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(title)}</h1>\n<p>{escape(about)}</p></header>\n"
        f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>\n<main>\n{"".join(body)}</main>\n'
        f"<footer>Made by Boriken {__version__}.</footer>\n</body>\n</html>\n"
    )


def _section(finding: Finding, anchor: str) -> str:
    chart = ""
    if finding.chart is not None:
        description = f"{finding.words} The same numbers stand in the table that follows."
        chart = f"<figure>{finding.chart.svg(finding.title, description)}</figure>\n"
    return (
        f'<section id="{anchor}">\n<h2>{escape(finding.title)}</h2>\n<p>{escape(finding.words)}</p>\n{chart}'
        f"<details{'' if chart else ' open'}><summary>{escape(finding.title)} in numbers</summary>\n"
        f"{_table(finding)}</details>\n</section>\n"
    )


def _table(finding: Finding) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in finding.headings)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>\n" for row in finding.rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
