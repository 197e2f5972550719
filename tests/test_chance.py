"""Chance: the published algorithm, even, and different for every seed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from boriken.engine import below, new_chance
from boriken.engine.chance import random_bits

MASK = 0xFFFFFFFF


def xoshiro128pp(state: list[int]) -> int:
    """The algorithm as published, in Python's whole numbers."""

    def rotate(x: int, by: int) -> int:
        return ((x << by) | (x >> (32 - by))) & MASK

    result = (rotate((state[0] + state[3]) & MASK, 7) + state[0]) & MASK
    shifted = (state[1] << 9) & MASK
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotate(state[3], 11)
    return result


def test_random_bits_follow_the_published_algorithm() -> None:
    chance = np.array([1, 2, 3, 4], np.uint32)
    state = [1, 2, 3, 4]
    assert [random_bits(chance) for _ in range(1000)] == [xoshiro128pp(state) for _ in range(1000)]
    assert chance.tolist() == state


def test_the_first_numbers_are_those_of_the_authors() -> None:
    chance = np.array([1, 2, 3, 4], np.uint32)
    assert [random_bits(chance) for _ in range(2)] == [641, 1573767]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 50])
def test_numbers_below_n_are_even(n: int) -> None:
    chance = new_chance(12)
    draws = 4000 * n
    counts = Counter(int(below(chance, n)) for _ in range(draws))
    assert set(counts) == set(range(n))
    chi_square = sum((count - 4000) ** 2 / 4000 for count in counts.values())
    assert chi_square < n + 5 * n**0.5  # several standard deviations


def test_every_seed_and_stream_starts_elsewhere() -> None:
    seeds = {*range(2000), *(1 << bit for bit in range(11, 63)), 2**63 - 1}
    starts = {new_chance(seed, stream).tobytes() for seed in seeds for stream in range(3)}
    assert len(starts) == 3 * len(seeds)


def test_the_first_draw_is_even_over_seeds() -> None:
    counts = Counter(int(below(new_chance(seed), 10)) for seed in range(10_000))
    assert all(850 < counts[i] < 1150 for i in range(10))
