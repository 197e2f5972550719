"""Openings as a page: for each number of players and each place what was taken in the first round."""

from __future__ import annotations

from typing import Any

from boriken.analysis.openings import FEWEST, KINDS, Openings, Taken, shipped_openings
from boriken.games import GAMES
from boriken.players import LEVELS

from .presenter import action_icon
from .presenters import PRESENTERS
from .render import environment

_PLACES = ("Governor", "Second", "Third", "Fourth", "Fifth")


def openings_page(game: str, name: str) -> str:
    """All tables of a game."""
    return (
        environment()
        .get_template("openings.html")
        .render(
            game=game,
            game_title=GAMES[game].title,
            games=[(each, rules.title) for each, rules in GAMES.items()],
            tables=[_table(found) for found in shipped_openings(game)],
            fewest=FEWEST,
            name=name,
        )
    )


def _table(found: Openings) -> dict[str, Any]:
    places = [
        {
            "name": _PLACES[whole.place],
            **_numbers(whole),
            "rows": [_row(found.game, row) for kind in KINDS for row in found.at(whole.place, kind)],
        }
        for whole in found.places
    ]
    return {
        "players": found.players,
        "bot": found.bot,
        "level": next((f" (the level {of})" for of, bots in LEVELS.items() if bots.get(found.game) == found.bot), ""),
        "games": f"{found.games:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"),
        "fair": round(100 / found.players),
        "places": places,
    }


def _row(game: str, row: Taken) -> dict[str, Any]:
    meaning = GAMES[game].actions[row.action].meaning
    icon = action_icon(PRESENTERS[game], row.action)
    return {"name": f"{meaning[:1].upper()}{meaning[1:]}", "icon": icon, **_numbers(row)}


def _numbers(row: Taken) -> dict[str, Any]:
    wins = row.wins
    percent = {"share": row.share, "won": wins.mean, "low": wins.low, "high": wins.high}
    return {name: round(100 * share) for name, share in percent.items()} | {"points": f"{row.points:.1f}"}
