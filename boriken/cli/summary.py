"""What a series of games comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from boriken.arena.intervals import wilson
from boriken.arena.results import spread
from boriken.engine import Game, Outcome, Rules

from .terminal import new_console


@dataclass(frozen=True)
class Finished:
    """What is kept of a finished game."""

    outcome: Outcome
    decisions: int
    rounds: int | None
    """None where a game has no rounds."""

    @classmethod
    def of(cls, game: Game, decisions: int) -> Finished:
        assert game.outcome is not None
        return cls(game.outcome, decisions, game.view(None).get("round"))


def summarize(games: Sequence[Finished], bots: Sequence[str], seconds: float) -> dict[str, Any]:
    """The whole summary, ready for JSON."""
    rounds = [game.rounds for game in games if game.rounds is not None]
    decisions = [game.decisions for game in games]
    return {
        "games": len(games),
        "seats": [{"seat": seat, "bot": bot} | _of_seat(games, seat) for seat, bot in enumerate(bots)],
        "rounds": spread(rounds),
        "decisions": spread(decisions),
        "reasons": dict(Counter(reason for game in games for reason in game.outcome.reasons).most_common()),
        "seconds": round(seconds, 3),
        "games_per_s": round(len(games) / seconds, 2),
        "decisions_per_s": round(sum(decisions) / seconds),
    }


def _of_seat(games: Sequence[Finished], seat: int) -> dict[str, Any]:
    won = sum(1 / len(game.outcome.winners) for game in games if seat in game.outcome.winners)
    low, high = wilson(won, len(games))
    return {
        "wins": round(won, 3),
        "win_share": round(won / len(games), 4),
        "win_share_95": [round(low, 4), round(high, 4)],
        "points": spread([game.outcome.points[seat] for game in games]),
    }


def show_summary(summary: dict[str, Any], rules: Rules) -> None:
    """The summary as text."""
    console = new_console()
    n = summary["games"]
    title = f"{rules.full_title}, {summary['players']} players"
    console.print(f"{title}: {n} games from seed {summary['seed']}", style="bold")
    if summary["stopped"]:
        console.print("Stopped early: this is what was finished.")
    table = Table("seat", "bot", "won", "95 % interval", "mean points", "least", "most")
    for column in table.columns[2:]:
        column.justify = "right"
    for seat in summary["seats"]:
        low, high = seat["win_share_95"]
        points = seat["points"]
        table.add_row(
            str(seat["seat"]), seat["bot"], f"{seat['win_share']:.1%}", f"{low:.1%} to {high:.1%}",
            f"{points['mean']:.2f}", str(points["min"]), str(points["max"]),
        )  # fmt: skip
    console.print(table)
    lengths = [(name, summary[name]) for name in ("rounds", "decisions") if summary[name]]
    for name, numbers in lengths:
        console.print(f"{name}: {numbers['mean']:.1f} on average, {numbers['min']} to {numbers['max']}")
    ends = ", ".join(f"{reason.replace('-', ' ')} {count / n:.0%}" for reason, count in summary["reasons"].items())
    console.print(f"ended by: {ends} (several can meet)")
    speed = f"{summary['games_per_s']} games/s, {summary['decisions_per_s']} decisions/s"
    console.print(f"time: {summary['seconds']:.1f} s, {speed}")
