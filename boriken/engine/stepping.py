"""Playing on: compiled loops that serve every game. Forced actions are played here and nowhere else."""

from __future__ import annotations

from typing import Any

from .chance import Chance, below
from .compiled import rule
from .rules import States, apply, legal, redraw, score, setup, tie_break

MOST_PLAYED = 512
"""Room for one action and the forced ones that follow from it."""


@rule
def begin(states: States, seed: int, legal_out: Any, played_out: Any) -> tuple[int, int]:
    """Set up game 0. Returns how many actions are legal, and how many forced ones were played.

    What is played is written to `played_out`, with the seat that played it: two columns.
    """
    s = states[0]
    setup(s, seed)
    return _play_forced(s, legal_out, played_out, 0)


@rule
def step(states: States, action: int, legal_out: Any, played_out: Any) -> tuple[int, int]:
    """Play an action of game 0 and every forced one after it. Returns how many are legal now, how many were played."""
    s = states[0]
    played_out[0, 0] = action
    played_out[0, 1] = s.turn
    apply(s, action)
    return _play_forced(s, legal_out, played_out, 1)


@rule
def _play_forced(s: Any, legal_out: Any, played_out: Any, played: int) -> tuple[int, int]:
    n = legal(s, legal_out)
    while n == 1:
        played_out[played, 0] = legal_out[0]
        played_out[played, 1] = s.turn
        played += 1
        apply(s, legal_out[0])
        n = legal(s, legal_out)
    return n, played


@rule
def replay(states: States, seed: int, actions: Any, n: int, legal_out: Any) -> int:
    """Set up game 0 and play n actions that are known to be legal. Returns how many are legal then."""
    s = states[0]
    setup(s, seed)
    for i in range(n):
        apply(s, actions[i])
    return legal(s, legal_out)


@rule
def look(states: States, legal_out: Any) -> int:
    """The legal actions of game 0, worked out anew."""
    return legal(states[0], legal_out)


@rule
def imagine(states: States, seat: int, seed: int) -> None:
    """Draw anew what a seat of game 0 cannot know."""
    redraw(states[0], seat, seed)


@rule
def score_all(states: States, sheet: Any, ties: Any) -> None:
    """Write game 0's points by seat and source, and each seat's tie-break."""
    s = states[0]
    for seat in range(s.players):
        score(s, seat, sheet[seat])
        ties[seat] = tie_break(s, seat)


@rule
def play_out(s: Any, chance: Chance, legal_out: Any) -> int:
    """Play a game to its end at random. Returns the number of decisions: forced actions do not count."""
    decisions = 0
    while True:
        n = legal(s, legal_out)
        if n == 0:
            return decisions
        if n == 1:
            apply(s, legal_out[0])
        else:
            decisions += 1
            apply(s, legal_out[below(chance, n)])


@rule
def random_games(states: States, first_seed: int, games: int, chance: Chance, legal_out: Any) -> int:
    """Play whole games at random, one after the other. Returns the number of decisions."""
    s = states[0]
    decisions = 0
    for seed in range(first_seed, first_seed + games):
        setup(s, seed)
        decisions += play_out(s, chance, legal_out)
    return decisions


@rule
def copy_many(states: States, copies: int) -> None:
    """Copy game 0 over game 1 again and again, for measuring."""
    for _ in range(copies):
        states[1] = states[0]
