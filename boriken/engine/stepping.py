"""Playing on: what Python calls of the compiled rules, for every game."""

from __future__ import annotations

from typing import Any

from .chance import Chance, below
from .compiler import rule
from .referee import NO_END, TOLD, Standings, next_choice, rank
from .rules import States, apply, redraw, setup

MOST_FORCED = 512
"""More forced actions than ever follow from one decision."""


NO_SEED = -1
"""For `advance`: go on from where the game is."""


@rule
def advance(
    states: States, seed: int, actions: Any, n: int, most_forced: int, legal_out: Any, log: Any
) -> tuple[int, int, int]:
    """Set game 0 up anew if there is a seed, play n legal actions, then forced ones, up to so many of them.

    Returns how many actions are legal now, how many forced ones were played, and to which seats the last of the n
    actions, with what it forced, has shown something new (a bit for each). The forced ones are written to the log.
    """
    s = states[0]
    if seed != NO_SEED:
        setup(s, seed)
    told = 0
    for i in range(n):
        apply(s, actions[i])
        told = int(s.told)
    count, forced = next_choice(s, legal_out, most_forced, log)
    for i in range(forced):
        told |= log[i, TOLD]
    return count, forced, told


@rule
def imagine(states: States, seat: int, seed: int) -> None:
    """Draw anew what a seat of game 0 cannot know."""
    redraw(states[0], seat, seed)


@rule
def imagine_all(states: States, seat: int, seed: int) -> None:
    """In every game draw anew what a seat cannot know."""
    for i in range(len(states)):
        redraw(states[i], seat, seed)


@rule
def look_back(states: States, seed: int, actions: Any, at: Any, before: States) -> None:
    """Set game 0 up anew and play these actions; copy the positions before some of them, in order, to `before`."""
    s = states[0]
    setup(s, seed)
    copied = 0
    for i in range(len(actions)):
        if copied == len(at):
            return
        if i == at[copied]:
            before[copied] = states[0]
            copied += 1
        apply(s, actions[i])


@rule
def count_up(states: States, standings: Standings) -> None:
    """Write how game 0 stands."""
    rank(states[0], standings)


@rule
def play_out(s: Any, chance: Chance, legal_out: Any) -> int:
    """Play a game to its end at random. Returns the number of decisions: forced actions do not count."""
    decisions = 0
    while True:
        n, _ = next_choice(s, legal_out, NO_END, None)
        if n == 0:
            return decisions
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
