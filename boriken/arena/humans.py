"""How people fare: the seats of 346 four-player tournament games of Puerto Rico, known from the literature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .intervals import chi_square

GAME, PLAYERS, GAMES = "puerto-rico", 4, 346
SHARES = (0.211, 0.174, 0.309, 0.306)
"""Wins by place in the order of the first round: the first governor first."""
_UNLIKELY = 0.05


@dataclass(frozen=True)
class Comparison:
    """Our games beside those of people."""

    shares: tuple[float, ...]
    words: str


def compared_with_people(key: str, won: Sequence[float]) -> Comparison | None:
    """Whether seats win as often as with people; None where no games of people are known. (`key`: of the rules.)"""
    if (key, len(won)) != (GAME, PLAYERS) or sum(won) == 0:
        return None
    value, freedom, probability = chi_square(won, [share * GAMES for share in SHARES])
    numbers = f"chi-square {value:.1f} with {freedom} degrees of freedom, p {_said(probability)}"
    if probability < _UNLIKELY:
        verdict = f"The seats win other shares than with people ({numbers})"
    else:
        verdict = f"These games do not show that seats win other shares than with people ({numbers})"
    people = " / ".join(f"{100 * share:.1f}" for share in SHARES)
    words = f"{verdict}: in {GAMES} tournament games of people it was {people} %."
    return Comparison(SHARES, words)


def _said(probability: float) -> str:
    return "below 0.001" if probability < 0.001 else f"= {probability:.3f}"
