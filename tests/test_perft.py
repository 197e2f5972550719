"""Node counts, as perft in chess: how many ways there are to play the next decisions.

A changed number means that a rule has changed (then raise the rules version) or broken.
"""

from __future__ import annotations

import pytest

from boriken import Game

from .walk import walked

COUNTS = [
    # players, decisions already played at random, counts for 1, 2, 3, ... decisions
    (2, 0, [7, 41, 233, 1362, 6980]),
    (2, 100, [2, 6, 18, 54, 122, 274, 1048, 4740]),
    (3, 0, [6, 30, 145, 740, 3782, 16203]),
    (3, 120, [2, 4, 15, 63, 205, 605, 1999, 7165]),
    (4, 0, [7, 41, 238, 1496, 10388]),
    (4, 150, [2, 4, 9, 26, 84, 283, 1039, 3941, 16949]),
    (5, 0, [7, 46, 325, 2585, 22739]),
    (5, 200, [3, 6, 19, 94, 429, 2042, 10428]),
]


def perft(game: Game, depth: int) -> int:
    if game.over:
        return 1
    if depth == 1:
        return len(game.legal_actions)
    total = 0
    for action in game.legal_actions:
        after = game.copy()
        after.play(action)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(("players", "decisions", "counts"), COUNTS)
def test_node_counts(players: int, decisions: int, counts: list[int]) -> None:
    game = walked(players, seed=9, decisions=decisions)
    assert [perft(game, depth + 1) for depth in range(len(counts))] == counts
