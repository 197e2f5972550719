"""What the games of a tournament come to, ready for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .intervals import Share, grouped_share
from .labels import labels
from .played import Line, failed_seat, is_whole, place_in_order, wins
from .ratings import rate
from .request import Mode, Request
from .schedule import everybody, matches, number_of_games


def summarize(request: Request, lines: Sequence[Line]) -> dict[str, Any]:
    """The whole summary. Of one against a field, `share`, `low` and `high` are that one's; else see `contestants`."""
    ratings = rate(lines)
    short = labels(lines)
    summary: dict[str, Any] = {
        "game": request.game,
        "players": request.players,
        "options": request.rules.check_options(request.players, request.options),
        "seed": request.seed,
        "mode": str(request.mode),
        "games": len(lines),
        "planned": number_of_games(request),
        "fair": round(1 / request.players, 4),
    }
    if request.mode == Mode.ONE:
        one, *field = request.contestants
        summary |= {"one": one, "field": field} | share_of(lines, one)
    if request.mode == Mode.LADDER:
        summary["rungs"] = _rungs(request, lines)
    # On a ladder a player sits alone on one rung and three times on the next: its share of all seats says nothing.
    shared = request.mode != Mode.LADDER
    summary["contestants"] = [
        {"player": spec, "label": short.get(spec, spec)}
        | of_player(lines, spec)
        | (share_of(lines, spec) if shared else {})
        | ({"rating": ratings[spec]._asdict()} if ratings and spec in ratings else {})
        for spec in everybody(request)
        if any(spec in line["seats"] for line in lines)
    ]
    return summary | of_games(lines)


def of_games(lines: Sequence[Line]) -> dict[str, Any]:
    """What holds for the games as such: seats, lengths, ends."""
    whole = [line for line in lines if is_whole(line)]
    return {
        "seats": seat_shares(whole),
        "rounds": spread([line["rounds"] for line in whole]),
        "decisions": spread([sum(line["decisions"]) for line in whole if line["decisions"]]),
        "reasons": dict(Counter(reason for line in lines for reason in line["reasons"]).most_common()),
        "shared_wins": sum(len(line["winners"]) > 1 for line in whole),
        "forfeits": sum(failed_seat(line) is not None for line in lines),
    }


def _rungs(request: Request, lines: Sequence[Line]) -> list[dict[str, Any]]:
    rungs = []
    for match, (table,) in enumerate(matches(request)):
        of_rung = [line for line in lines if line["match"] == match]
        if of_rung:
            better, worse, *_ = table
            rungs.append({"player": better, "field": worse, "games": len(of_rung)} | share_of(of_rung, better))
    return rungs


def share_of(lines: Sequence[Line], spec: str) -> dict[str, float]:
    """A player's wins for each seat that it had, with the interval by seeds."""
    return _rounded(grouped_share(_groups(lines, spec)))


def _groups(lines: Sequence[Line], spec: str) -> list[tuple[float, int]]:
    """Won and seats played, for each seed."""
    groups: dict[int, tuple[float, int]] = {}
    for line in lines:
        for seat, player in enumerate(line["seats"]):
            if player == spec:
                won, games = groups.get(line["seed"], (0.0, 0))
                groups[line["seed"]] = (won + wins(line, seat), games + 1)
    return list(groups.values())


def of_player(lines: Sequence[Line], spec: str) -> dict[str, Any]:
    """What a player came to."""
    seats = [(line, seat) for line in lines for seat, player in enumerate(line["seats"]) if player == spec]
    scored = [(line, seat) for line, seat in seats if is_whole(line)]
    timed = [(line["seconds"][seat], line["decisions"][seat]) for line, seat in scored if line["seconds"]]
    decided = sum(decisions for _, decisions in timed)
    return {
        "seats_played": len(seats),
        "wins": round(sum(wins(line, seat) for line, seat in seats), 3),
        "points": spread([line["points"][seat] for line, seat in scored]),
        "seconds_per_decision": round(sum(seconds for seconds, _ in timed) / decided, 6) if decided else None,
        "forfeits": sum(failed_seat(line) == seat for line, seat in seats),
    }


def seat_shares(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """What each place in the order of the first round won, whoever sat there."""
    if not lines:
        return []
    groups: dict[int, list[list[float]]] = {}
    for line in lines:
        won = groups.setdefault(line["seed"], [[0.0, 0] for _ in range(line["players"])])
        for seat in range(line["players"]):
            place = place_in_order(line, seat)
            won[place][0] += wins(line, seat)
            won[place][1] += 1
    points = _points_by_place(lines)
    return [
        {"place": place + 1, "wins": round(sum(group[place][0] for group in groups.values()), 3)}
        | _rounded(grouped_share((group[place][0], int(group[place][1])) for group in groups.values()))
        | {"points": spread(points[place])}
        for place in range(lines[0]["players"])
    ]


def _points_by_place(lines: Sequence[Line]) -> list[list[int]]:
    points: list[list[int]] = [[] for _ in range(lines[0]["players"])]
    for line in lines:
        for seat, scored in enumerate(line["points"]):
            points[place_in_order(line, seat)].append(scored)
    return points


def _rounded(share: Share) -> dict[str, float]:
    return {name: round(value, 4) for name, value in vars(share).items()}


def spread(numbers: Sequence[int]) -> dict[str, float] | None:
    """Mean, least and most; None of no numbers."""
    if not numbers:
        return None
    return {"mean": round(sum(numbers) / len(numbers), 2), "min": min(numbers), "max": max(numbers)}
