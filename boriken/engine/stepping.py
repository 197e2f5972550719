"""Playing on: compiled loops that serve every game. Forced actions are played here and nowhere else."""

from __future__ import annotations

from typing import Any

from .chance import Chance, below
from .compiled import rule
from .rules import States, apply, legal, redraw, score, setup, tie_break

MOST_FORCED = 512
"""More forced actions than ever follow from one decision."""


NO_SEED = -1
"""For `advance`: go on from where the game is."""


@rule
def advance(
    states: States, seed: int, actions: Any, n: int, most_forced: int, legal_out: Any, played_out: Any
) -> tuple[int, int, int]:
    """Set game 0 up anew if there is a seed, play n legal actions, then forced ones, up to so many of them.

    Returns how many actions are legal now, how many forced ones were played, and to which seats the last of the n
    actions, with what it forced, has shown something new (a bit for each). The forced ones are written to `played_out`,
    each with the seat that played it. (One function for beginning, playing, taking back and looking: each compiled
    function that contains all rules costs seconds when they are compiled.)
    """
    s = states[0]
    if seed != NO_SEED:
        setup(s, seed)
    done = 0
    count = 0
    told = 0
    while True:
        if done < n:
            action = actions[done]
            told = 0
        else:
            count = legal(s, legal_out)
            if count != 1 or done - n == most_forced:
                return count, done - n, told
            action = legal_out[0]
            played_out[done - n, 0] = action
            played_out[done - n, 1] = s.turn
        apply(s, action)
        told |= s.told
        done += 1


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
