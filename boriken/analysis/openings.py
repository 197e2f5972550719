"""Openings: what bots take in the first round, by place in the turn order, and how it went for those who took it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from boriken.engine import Game, Rules, Undecided, derived_seed
from boriken.players.matches import play_to_end, warm_up

from .race import Estimate

FORMAT = "boriken-openings-1"
USUAL_BOT = "learned"
FEWEST = 30
"""What was taken less often shows nothing, and is not listed."""
KINDS = ("role", "settle", "build")
"""Which actions are counted, as their texts begin."""


@dataclass(frozen=True)
class Taken:
    """Something that was taken in the first round, from one place at the table."""

    place: int
    """In the turn order of the first round, from 0: 0 is the first governor."""
    action: str
    games: int
    share: float
    """Of the games: how often it was taken there."""
    wins: Estimate
    points: float
    """On average, at the end."""


@dataclass(frozen=True)
class Openings:
    """What was taken at tables of one size."""

    game: str
    players: int
    bot: str
    games: int
    """That came to an end."""
    seed: int
    places: tuple[Taken, ...]
    """For each place, whatever was taken there: `action` is empty."""
    taken: tuple[Taken, ...]
    """By place, then by kind, the most frequent first."""

    def at(self, place: int, kind: str) -> list[Taken]:
        """What was taken of one kind from one place."""
        return [row for row in self.taken if row.place == place and kind_of(row.action) == kind]


def kind_of(action: str) -> str:
    return action.partition(":")[0]


Result = tuple[float, float]
"""What a seat won of a game (equal winners share it), and its points."""
Found = dict[tuple[int, str], list[Result]]


def openings(
    rules: Rules,
    players: int,
    games: int,
    bot: str = USUAL_BOT,
    seed: int = 0,
    advance: Callable[[int], None] = lambda done: None,
) -> Openings:
    """Let a bot play itself, and count what is taken in the first round."""
    warm_up(rules, players, {}, [bot] * players)
    found: Found = defaultdict(list)
    decided = 0
    for number in range(games):
        own = derived_seed(seed, number)
        game = Game(rules, players, own, {})
        advance(number + 1)
        try:
            play_to_end(game, [bot] * players, [derived_seed(own, seat) for seat in range(players)])
        except Undecided:  # four learned players of San Juan have been seen to trade for ever
            continue
        decided += 1
        count(game, found)
    return summed_up(rules, players, decided, bot, seed, found)


def count(game: Game, found: Found) -> None:
    """Add what was taken in the first round of a finished game. Of one kind only the first counts for a seat."""
    outcome = game.outcome
    assert outcome is not None
    governor = game.view_after(0, None)["governor"]
    won = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(game.players)]
    seen = set()
    for seat in range(game.players):
        found[(seat - governor) % game.players, ""].append((won[seat], float(outcome.points[seat])))
    for seat, action in first_round(game):
        kind = kind_of(action)
        if kind in KINDS and (seat, kind) not in seen:
            seen.add((seat, kind))
            found[(seat - governor) % game.players, action].append((won[seat], float(outcome.points[seat])))


def first_round(game: Game) -> Iterator[tuple[int, str]]:
    """Who did what in the first round, forced actions included."""
    begun = Game(game.rules, game.players, game.seed, game.options)
    for place in game.decisions:
        if begun.over or begun.view(None)["round"] > 1:
            break
        begun.play(game.actions[place])
    until = len(begun.actions)
    yield from zip(game.played_by[:until], map(str, game.actions[:until]), strict=True)


def summed_up(rules: Rules, players: int, games: int, bot: str, seed: int, found: Found) -> Openings:
    """What was counted, as shares and means."""
    rows = [_taken(place, action, results, games) for (place, action), results in found.items()]
    return Openings(
        rules.name,
        players,
        bot,
        games,
        seed,
        tuple(sorted((row for row in rows if not row.action), key=lambda row: row.place)),
        tuple(
            sorted(
                (row for row in rows if row.action and row.games >= FEWEST),
                key=lambda row: (row.place, KINDS.index(kind_of(row.action)), -row.games, row.action),
            )
        ),
    )


def _taken(place: int, action: str, results: Sequence[Result], games: int) -> Taken:
    won, points = np.array(results).T
    return Taken(place, action, len(results), len(results) / games, Estimate.of(won, 0.0, 1.0), float(points.mean()))


# --- as JSON ----------------------------------------------------------------------------------------------------------


def as_json(found: Openings) -> dict[str, Any]:
    """For programs, and for the package's file."""
    about = {name: getattr(found, name) for name in ("game", "players", "bot", "games", "seed")}
    return {
        "format": FORMAT,
        **about,
        "places": [_row(row) for row in found.places],
        "taken": [_row(row) for row in found.taken],
    }


def _row(row: Taken) -> dict[str, Any]:
    return {
        "place": row.place,
        "action": row.action,
        "games": row.games,
        "share": round(row.share, 4),
        "wins": [round(n, 4) for n in (row.wins.mean, row.wins.low, row.wins.high)],
        "points": round(row.points, 1),
    }


def from_json(data: dict[str, Any]) -> Openings:
    """As it was."""

    def rows(listed: Iterable[dict[str, Any]]) -> tuple[Taken, ...]:
        return tuple(Taken(**{**row, "wins": Estimate(*row["wins"])}) for row in listed)

    about = {name: data[name] for name in ("game", "players", "bot", "games", "seed")}
    return Openings(**about, places=rows(data["places"]), taken=rows(data["taken"]))


@cache
def shipped_openings(game: str) -> tuple[Openings, ...]:
    """Those in the package, by number of players; a game need not have any."""
    file = files("boriken.analysis") / "data" / f"openings-{game}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return tuple(from_json(json.loads(line)) for line in lines)
