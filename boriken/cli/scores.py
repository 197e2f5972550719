"""The end of a game: the score sheet, who won, and why it ended."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from boriken.engine import Game, Outcome


def show_end(console: Console, game: Game, names: list[str]) -> None:
    """The score sheet by source, the winners and the reason."""
    outcome = game.outcome
    assert outcome is not None
    console.print(score_sheet(game, outcome, names))
    why = ", and ".join(game.rules.reason_words[reason] for reason in outcome.reasons)
    console.print(f"The game ended because {why}.")
    console.print(winners_line(outcome, names), style="bold")


def score_sheet(game: Game, outcome: Outcome, names: list[str]) -> Table:
    """A row for each source of points, a column for each seat."""
    sheet = Table("points from", title="Score sheet", title_justify="left")
    for seat, name in enumerate(names):
        sheet.add_column(name, justify="right", style="bold" if seat in outcome.winners else "")
    scores = game.scores()
    for source in game.rules.score_sources:
        sheet.add_row(source.replace("-", " "), *(str(seat[source] or "-") for seat in scores))
    sheet.add_section()
    sheet.add_row("total", *map(str, outcome.points))
    sheet.add_row("tie-break", *map(str, outcome.tie_break))
    return sheet


def winners_line(outcome: Outcome, names: list[str]) -> str:
    """`Winner: Ann, 52 points.`"""
    best = max(outcome.points)
    won = " and ".join(names[seat] for seat in outcome.winners)
    level = sum(points == best for points in outcome.points)
    word = "Winner" if len(outcome.winners) == 1 else "Winners, equal in everything"
    by = " (by the tie-break)" if level > len(outcome.winners) else ""
    return f"{word}: {won}, {best} points{by}."
