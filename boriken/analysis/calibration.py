"""Do chances come true? Games of strong bots, what was thought of positions on the way, and how they ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from boriken.engine import Game, Rules, cores, derived_seed, new_chance
from boriken.engine.chance import below
from boriken.players.matches import play_to_end, warm_up

from .judging import desk_for, judgement
from .race import ROUND, Race
from .reviewing import moments
from .trees import new_desk

STRONG = "search:64"
"""Who plays: in Puerto Rico the level *hard*, with a guide, which judgements go without."""
POSITIONS = 10
"""Of a game, one from each tenth of it."""
BINS = 10
POWERS = np.arange(0.5, 1.51, 0.05)
"""Powers that are tried to set the chances right."""


@dataclass(frozen=True)
class Bin:
    """Chances of about the same size: what was said, and what came of it."""

    low: float
    high: float
    said: float
    """On average."""
    came: float
    """The share of wins."""
    chances: int


@dataclass(frozen=True)
class Calibration:
    """Chances beside results. A chance of each seat in each position counts; equal winners share a win."""

    games: int
    positions: int
    brier: float
    """Mean square of what the chances of a position are off by, all seats together: 0 is perfect."""
    brier_equal: float
    """The same if everybody always had the same chance."""
    brier_points: float
    """The same by points in sight, counted as the analysis of these very games shows to be best."""
    ece: float
    """Expected calibration error: how far what was said is from what came, on average over the bins."""
    bins: tuple[Bin, ...]
    power: float
    """By which these chances, raised to it, would have been least surprised (see `sharpness`)."""


@dataclass(frozen=True)
class Position:
    """What was thought, and what came, by seat."""

    chances: Any
    points: Any
    """In sight of the seat to move."""
    won: Any


def calibrate(
    rules: Rules, players: int, games: int, seed: int = 0, advance: Callable[[int], None] = lambda done: None
) -> Calibration:
    """Play so many games of strong bots, and compare what is thought of their positions with how they end."""
    warm_up(rules, players, {}, [STRONG] * players)
    new_desk(Game(rules, players, 0, {}))  # compiled before the threads begin
    positions: list[Position] = []
    with ThreadPoolExecutor(cores(), thread_name_prefix="analysis") as pool:
        played = pool.map(partial(_positions, rules, players), range(seed, seed + games))
        for done, of_game in enumerate(played, 1):
            positions += of_game
            advance(done)
    return compared(games, positions)


def _positions(rules: Rules, players: int, seed: int) -> list[Position]:
    game = Game(rules, players, seed, {})
    play_to_end(game, [STRONG] * players, [derived_seed(seed, seat) for seat in range(players)])
    assert game.outcome is not None
    won = np.zeros(players)
    won[list(game.outcome.winners)] = 1 / len(game.outcome.winners)
    return [Position(*_thought(before, seed), won) for before in _chosen(game, seed)]


def _chosen(game: Game, seed: int) -> Iterator[Game]:
    """A position of each tenth of a game, by chance."""
    n = len(game.decisions)
    chance = new_chance(seed)
    wanted = {(i * n + below(chance, n)) // POSITIONS for i in range(POSITIONS)}
    return (before for number, before in enumerate(moments(game)) if number in wanted)


def _thought(game: Game, seed: int) -> tuple[Any, Any]:
    """Chances by seat as the analysis sees them before a decision, and points in sight."""
    race = Race(game, seed)
    race.run(desk_for(game), ROUND * len(race.chances))
    imagined = game.determinize(race.seat, seed)
    return np.array(judgement(race).best.chances), np.array([sheet["total"] for sheet in imagined.scores()])


def compared(games: int, positions: Sequence[Position]) -> Calibration:
    """What was thought, beside what came."""
    chances, points, won = (np.array([getattr(p, name) for p in positions]) for name in ("chances", "points", "won"))
    players = won.shape[1]
    by_points = min(_brier(_shares(points * worth), won) for worth in np.arange(0.0, 1.01, 0.05))
    return Calibration(
        games=games,
        positions=len(positions),
        brier=_brier(chances, won),
        brier_equal=_brier(np.full_like(won, 1 / players), won),
        brier_points=by_points,
        ece=sum(b.chances * abs(b.said - b.came) for b in _bins(chances, won)) / won.size,
        bins=_bins(chances, won),
        power=float(min(POWERS, key=lambda power: _surprise(sharpened(chances, power), won))),
    )


def sharpened(chances: Any, power: float) -> Any:
    """Chances raised to a power, and made to add up again."""
    raised = np.maximum(chances, 1e-4) ** power
    return raised / raised.sum(axis=1, keepdims=True)


def _shares(worths: Any) -> Any:
    """Chances that grow with what each seat has (softmax)."""
    raised = np.exp(worths - worths.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def _brier(chances: Any, won: Any) -> float:
    return float(((chances - won) ** 2).sum(axis=1).mean())


def _surprise(chances: Any, won: Any) -> float:
    return float(-(won * np.log(chances)).sum(axis=1).mean())


def _bins(chances: Any, won: Any) -> tuple[Bin, ...]:
    said, came = chances.ravel(), won.ravel()
    which = np.minimum((said * BINS).astype(int), BINS - 1)
    return tuple(
        Bin(i / BINS, (i + 1) / BINS, float(said[here].mean()), float(came[here].mean()), int(here.sum()))
        for i in range(BINS)
        if (here := which == i).any()
    )
