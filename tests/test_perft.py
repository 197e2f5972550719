"""Node counts, as perft in chess: how many ways there are to play the next decisions.

A changed number means that a rule has changed (then raise the rules version) or broken.
"""

from __future__ import annotations

import pytest

from boriken import Game

from .walk import EXPANSIONS, Variant, walked

COUNTS = [
    # game, decisions already played at random, counts for 1, 2, 3, ... decisions
    (Variant("puerto-rico", 2), 0, [7, 41, 233, 1362, 6980]),
    (Variant("puerto-rico", 2), 100, [2, 6, 18, 54, 122, 274, 1048, 4740]),
    (Variant("puerto-rico", 3), 0, [6, 30, 145, 740, 3782, 16203]),
    (Variant("puerto-rico", 3), 120, [2, 4, 15, 63, 205, 605, 1999, 7165]),
    (Variant("puerto-rico", 4), 0, [7, 41, 238, 1496, 10388]),
    (Variant("puerto-rico", 4), 150, [2, 4, 9, 26, 84, 283, 1039, 3941, 16949]),
    (Variant("puerto-rico", 5), 0, [7, 46, 325, 2585, 22739]),
    (Variant("puerto-rico", 5), 200, [3, 6, 19, 94, 429, 2042, 10428]),
    (Variant("san-juan", 2, 1), 0, [5, 25, 95, 441, 1580, 5337]),
    (Variant("san-juan", 2, 1), 100, [3, 9, 21, 69, 228, 706, 2227, 6377]),
    (Variant("san-juan", 2, 2), 0, [5, 25, 95, 441, 1580, 5247]),
    (Variant("san-juan", 2, 2), 100, [3, 9, 21, 69, 228, 706, 2227, 6377]),
    (Variant("san-juan", 2, 2, True), 0, [5, 25, 95, 450, 1725, 5566]),
    (Variant("san-juan", 2, 2, True), 100, [4, 20, 70, 260, 1048, 3758]),
    (Variant("san-juan", 3, 1), 0, [5, 25, 90, 355, 1330, 5043]),
    (Variant("san-juan", 3, 1), 120, [4, 8, 32, 95, 258, 673, 1723, 4713]),
    (Variant("san-juan", 3, 2), 0, [5, 25, 90, 355, 1330, 5043]),
    (Variant("san-juan", 3, 2), 120, [4, 8, 32, 95, 258, 673, 1723, 4713]),
    (Variant("san-juan", 3, 2, True), 0, [5, 25, 90, 355, 1330, 5070]),
    (Variant("san-juan", 3, 2, True), 120, [3, 10, 30, 100, 364, 1282, 4440]),
    (Variant("san-juan", 4, 1), 0, [5, 25, 90, 355, 1325, 5010]),
    (Variant("san-juan", 4, 1), 140, [4, 8, 40, 204, 1228, 7376]),
    (Variant("san-juan", 4, 2), 0, [5, 25, 90, 355, 1325, 5010]),
    (Variant("san-juan", 4, 2), 140, [4, 8, 40, 204, 1224, 7324]),
    (Variant("san-juan", 4, 2, True), 0, [5, 25, 90, 355, 1325, 5010]),
    (Variant("san-juan", 4, 2, True), 140, [7, 30, 71, 201, 561, 1596, 5902]),
]
EXPANDED_COUNTS = [
    # players, seed (10: buildings are drafted, 5: all new ones), decisions already played at random, counts
    (2, 10, 0, [31, 918, 25854]),
    (2, 10, 17, [3, 24, 168, 996, 6486]),
    (2, 5, 150, [7, 37, 148, 679, 3134, 12798]),
    (2, 5, 300, [19, 328, 2624, 18574]),
    (3, 10, 0, [31, 918, 25854]),
    (3, 10, 17, [3, 21, 129, 732, 2946, 15864]),
    (3, 5, 150, [2, 14, 55, 370, 3275, 22299]),
    (3, 5, 300, [7, 51, 328, 1965, 9970]),
    (4, 10, 0, [31, 918, 25854]),
    (4, 10, 17, [3, 24, 171, 1203, 7365]),
    (4, 5, 150, [8, 46, 322, 2414, 39593]),
    (4, 5, 300, [6, 37, 384, 1877, 9339]),
    (5, 10, 0, [31, 918, 25854]),
    (5, 10, 17, [3, 24, 189, 1605, 15897]),
    (5, 5, 150, [7, 37, 300, 1804, 10183]),
    (5, 5, 300, [8, 60, 558, 3468, 21560]),
]
"""With all four expansions."""


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


@pytest.mark.parametrize(("variant", "decisions", "counts"), COUNTS, ids=str)
def test_node_counts(variant: Variant, decisions: int, counts: list[int]) -> None:
    game = walked(variant, seed=9, decisions=decisions)
    assert [perft(game, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("players", "seed", "decisions", "counts"), EXPANDED_COUNTS)
def test_node_counts_with_expansions(players: int, seed: int, decisions: int, counts: list[int]) -> None:
    game = walked(Variant("puerto-rico", players, expansions=EXPANSIONS), seed, decisions)
    assert [perft(game, depth + 1) for depth in range(len(counts))] == counts
