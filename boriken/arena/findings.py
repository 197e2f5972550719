"""What games show: shares, lengths, points, buildings, roles, openings. Each a table, a sentence and maybe a chart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .charts import Bars, Chart, Stacks
from .humans import compared_with_people
from .intervals import Share, grouped_share
from .played import Line, is_whole, place_in_order, rules_in, wins
from .results import seat_shares

_MOST_OPENINGS = 12
_MOST_PLAYERS = 12
"""With more, they are not shown one by one."""

Cell = str | int | float


@dataclass(frozen=True)
class Finding:
    """One thing that games show."""

    key: str
    title: str
    words: str
    """What is shown, and how to read it."""
    headings: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    """Shares are written as such, with a percent sign."""
    chart: Chart | None = None


def of_games(lines: Sequence[Line]) -> list[Finding]:
    """All that can be said about finished games of one kind: same game, same number of players."""
    whole = [line for line in lines if is_whole(line)]
    if not whole:
        return [end_reasons(lines)]
    return [
        seats(whole),
        lengths(whole),
        end_reasons(lines),
        points_by_source(whole),
        buildings(whole),
        roles_by_round(whole),
        openings(whole),
        first_buildings(whole),
    ]


def seats(lines: Sequence[Line]) -> Finding:
    """Wins by place in the first round's order."""
    players = lines[0]["players"]
    shares = seat_shares(lines)
    labels = [_place(i) for i in range(players)]
    words = (
        f"Wins by place in the order of the first round, whoever sat there; the line is the fair share, 1 in {players}."
    )
    headings: tuple[str, ...] = ("place", "wins", "share", "95 % interval", "mean points")
    rows: list[tuple[Cell, ...]] = [
        (
            label,
            round(row["wins"], 1),
            percent(row["share"]),
            _interval(row["low"], row["high"]),
            row["points"]["mean"],
        )
        for label, row in zip(labels, shares, strict=True)
    ]
    people = compared_with_people(rules_in(lines[0]).key, [row["wins"] for row in shares])
    if people is not None:
        words += " " + people.words
        headings += ("people",)
        rows = [(*row, percent(share)) for row, share in zip(rows, people.shares, strict=True)]
    chart = Bars(
        labels, [row["share"] for row in shares], [(row["low"], row["high"]) for row in shares], 1 / players, True
    )
    return Finding("seats", "Win share by seat", words, headings, rows, chart)


def lengths(lines: Sequence[Line]) -> Finding:
    """How long games were."""
    counts = Counter(line["rounds"] for line in lines)
    span = list(range(min(counts), max(counts) + 1))
    mean = sum(line["rounds"] for line in lines) / len(lines)
    actions = sum(line["actions"] for line in lines) / len(lines)
    return Finding(
        "lengths",
        "Length of games",
        f"Games took {mean:.1f} rounds and {actions:.0f} actions on average.",
        ("rounds", "games", "share"),
        [(n, counts[n], percent(counts[n] / len(lines))) for n in span],
        Bars([f"{n} rounds" for n in span], [counts[n] / len(lines) for n in span], percent=True),
    )


def end_reasons(lines: Sequence[Line]) -> Finding:
    """Why games ended."""
    counts = Counter(reason for line in lines for reason in line["reasons"]).most_common()
    names = [reason.replace("-", " ") for reason, _ in counts]
    return Finding(
        "ends",
        "Why games ended",
        "The share of games that each reason ended; several can meet in one game.",
        ("reason", "games", "share"),
        [(name, n, percent(n / len(lines))) for name, (_, n) in zip(names, counts, strict=True)],
        Bars(names, [n / len(lines) for _, n in counts], percent=True),
    )


def points_by_source(lines: Sequence[Line]) -> Finding:
    """Where points came from: for winners and others, and for each player."""
    sources = [source for source in lines[0]["sources"][0] if any(s[source] for line in lines for s in line["sources"])]
    groups: dict[str, list[dict[str, int]]] = {"winners": [], "all others": []}
    by_player: dict[str, list[dict[str, int]]] = defaultdict(list)
    for line in lines:
        for seat, sheet in enumerate(line["sources"]):
            groups["winners" if seat in line["winners"] else "all others"].append(sheet)
            by_player[line["seats"][seat]].append(sheet)
    if 1 < len(by_player) <= _MOST_PLAYERS:
        groups |= by_player
    means = {
        name: [sum(sheet[source] for sheet in sheets) / len(sheets) for source in sources]
        for name, sheets in groups.items()
        if sheets
    }
    return Finding(
        "points",
        "Points by source",
        "Mean points for each seat, by where they came from.",
        ("who", *(source.replace("-", " ") for source in sources), "total"),
        [(name, *(round(x, 2) for x in row), round(sum(row), 2)) for name, row in means.items()],
        Stacks(list(means), [source.replace("-", " ") for source in sources], list(means.values())),
    )


def buildings(lines: Sequence[Line]) -> Finding:
    """How often those who owned a building at the end had won."""
    share = _shares(lines, lambda line, seat: line["buildings"][seat])
    fair = 1 / lines[0]["players"]
    return _won_with(
        share,
        sum(line["players"] for line in lines),
        Finding(
            "buildings",
            "Buildings against winning",
            "How often a seat that owned the building at the end had won; the line is the fair share. A winner has "
            "more of everything: this says what goes with winning, not what causes it.",
            ("building", "owned by", "won", "95 % interval"),
            [],
        ),
        fair,
    )


def first_buildings(lines: Sequence[Line]) -> Finding:
    """How seats fared by what they built first."""
    share = _shares(lines, lambda line, seat: line["built"][seat][:1])
    return _won_with(
        share,
        sum(line["players"] for line in lines),
        Finding(
            "first-buildings",
            "First building",
            "How often a seat won that built this first; the line is the fair share.",
            ("first building", "chosen by", "won", "95 % interval"),
            [],
        ),
        1 / lines[0]["players"],
    )


def roles_by_round(lines: Sequence[Line]) -> Finding:
    """Which roles were taken in each round."""
    counts: list[Counter[str]] = []
    for line in lines:
        for i, taken in enumerate(line["roles"]):
            if i == len(counts):
                counts.append(Counter())
            counts[i].update(role for _, role in taken)
    total = sum(counts, Counter[str]())
    names = sorted(total)
    rows = [("all rounds", total), *((f"round {i + 1}", row) for i, row in enumerate(counts))]
    shares = [[row[name] / row.total() for name in names] for _, row in rows]
    return Finding(
        "roles",
        "Role choice by round",
        "Of the roles taken in a round, the share of each. Late rounds are those of long games.",
        ("round", "taken", *names),
        [(label, row.total(), *map(percent, share)) for (label, row), share in zip(rows, shares, strict=True)],
        Stacks([label for label, _ in rows], names, shares, percent=True),
    )


def openings(lines: Sequence[Line]) -> Finding:
    """The roles of the first round in order, and how the seats fared that began so."""
    players = lines[0]["players"]
    counts: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line["roles"]:
            counts[" > ".join(role for _, role in line["roles"][0][:players])].append(line)
    most = sorted(counts.items(), key=lambda item: (-len(item[1]), item[0]))[:_MOST_OPENINGS]
    rows: list[tuple[Cell, ...]] = []
    for opening, of_it in most:
        won = [0.0] * players
        for line in of_it:
            for seat in range(players):
                won[place_in_order(line, seat)] += wins(line, seat)
        rows.append(
            (opening, len(of_it), percent(len(of_it) / len(lines)), " / ".join(percent(w / len(of_it)) for w in won))
        )
    words = f"The first {players} roles taken, in order, and who won afterwards by place in that order."
    if len(counts) > len(most):
        words += f" The {len(most)} most frequent of {len(counts)} are shown."
    short = [" > ".join(role[:5] for role in opening.split(" > ")) for opening, _ in most]
    chart = Bars(short, [len(of_it) / len(lines) for _, of_it in most], percent=True)
    return Finding("openings", "Openings", words, ("opening", "games", "share", "wins by place"), rows, chart)


# --- common to several ------------------------------------------------------------------------------------------------


def _shares(lines: Sequence[Line], of_seat: Callable[[Line, int], Iterable[str]]) -> dict[str, tuple[int, Share]]:
    """For each thing that a seat may have: how many seats had it, and what they won."""
    groups: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0]))
    for line in lines:
        for seat in range(line["players"]):
            for thing in of_seat(line, seat):
                group = groups[thing][line["seed"]]
                group[0] += wins(line, seat)
                group[1] += 1
    return {
        thing: (
            sum(int(n) for _, n in by_seed.values()),
            grouped_share((won, int(n)) for won, n in by_seed.values()),
        )
        for thing, by_seed in groups.items()
    }


def _won_with(shares: dict[str, tuple[int, Share]], seats: int, about: Finding, fair: float) -> Finding:
    """A finding with a row for each thing, the most winning first."""
    order = sorted(shares.items(), key=lambda item: (-item[1][1].share, item[0]))
    rows: list[tuple[Cell, ...]] = [
        (name.replace("-", " "), percent(n / seats), percent(won.share), _interval(won.low, won.high))
        for name, (n, won) in order
    ]
    chart = Bars(
        [f"{row[0]} ({row[1]})" for row in rows],
        [won.share for _, (_, won) in order],
        [(won.low, won.high) for _, (_, won) in order],
        fair,
        True,
    )
    return Finding(about.key, about.title, about.words, about.headings, rows, chart if rows else None)


def _place(place: int) -> str:
    return ("first", "second", "third", "fourth", "fifth")[place]


def percent(share: float) -> str:
    """A share in writing: `25.0 %`."""
    return f"{100 * share:.1f} %"


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Findings by key, for programs: what each says, and its rows."""
    return {
        finding.key: {
            "words": finding.words,
            "rows": [dict(zip(finding.headings, row, strict=True)) for row in finding.rows],
        }
        for finding in findings
    }
