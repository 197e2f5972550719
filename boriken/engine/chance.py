"""Chance: a small generator that lives inside a game's record, so that a game is repeatable on every machine.

The algorithm is xoshiro128++ of Blackman and Vigna. It needs only 32-bit sums, shifts and rotations, which fit into
int64 without overflow: compiled and interpreted code then agree to the bit.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from .compiler import rule

Chance = Any
"""A generator's state: four uint32, usually the field `chance` of a record."""

CHANCE = (np.uint32, (4,))
"""How a record declares its generator."""

MASK = 0xFFFFFFFF
_WORDS = np.array([0x243F6A88, 0x05A308D3, 0x13198A2E, 0x03707344], np.int64)  # digits of pi: any four numbers do


GAME_STREAM, REDRAW_STREAM, PLAYER_STREAM = 0, 1, 2
"""Equal seeds give other numbers in other streams: what a bot imagines or throws must not be what is to come."""


def new_chance(seed: int, stream: int = PLAYER_STREAM) -> Chance:
    """A generator of its own, outside any record."""
    chance = np.zeros(4, np.uint32)
    seed_chance(chance, seed, stream)
    return chance


def derived_seed(*parts: int) -> int:
    """A seed of 0 to 2**63 - 1 that depends on all the parts."""
    digest = hashlib.blake2b("/".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


@rule
def scatter(x: int) -> int:
    """Scatter a 32-bit number. The factors are below 2**31, so that no product leaves int64."""
    x = x ^ (x >> 15)
    x = (x * 0x2C1B3C6D) & MASK
    x = x ^ (x >> 12)
    x = (x * 0x297A2D39) & MASK
    return x ^ (x >> 15)


@rule
def seed_chance(chance: Chance, seed: int, stream: int) -> None:
    """Start the generator anew from a seed of 0 to 2**63 - 1."""
    low = np.int64(seed) & MASK
    high = np.int64(seed) >> 32
    for i in range(4):
        word = scatter(scatter(low ^ _WORDS[i]) ^ ((high + i * 0x9E3779B9) & MASK))
        chance[i] = scatter(word ^ stream) if stream != GAME_STREAM else word
    chance[3] |= 1  # the one forbidden state is all zeros


@rule
def _rotate(x: int, by: int) -> int:
    return ((x << by) | (x >> (32 - by))) & MASK


@rule
def random_bits(chance: Chance) -> int:
    """The next 32 random bits."""
    a, b = np.int64(chance[0]), np.int64(chance[1])
    c, d = np.int64(chance[2]), np.int64(chance[3])
    bits = (_rotate((a + d) & MASK, 7) + a) & MASK
    c ^= a
    d ^= b
    chance[1] = b ^ c
    chance[0] = a ^ d
    chance[2] = c ^ ((b << 9) & MASK)
    chance[3] = _rotate(d, 11)
    return bits


@rule
def below(chance: Chance, n: int) -> int:
    """A random number of 0 to n - 1. (Uneven by less than n / 2**32: far less than anyone could measure.)"""
    return (random_bits(chance) * n) >> 32


@rule
def draw(chance: Chance, heap: Any, n: int) -> int:
    """Take one of the n pieces of a heap at random; return its kind. A heap is unordered: so many of each kind."""
    number = below(chance, n)
    kind = 0
    while number >= heap[kind]:
        number -= heap[kind]
        kind += 1
    heap[kind] -= 1
    return kind


@rule
def gumbel(chance: Chance) -> float:
    """Noise: added to what choices are worth, it makes the best of them come out with the odds of a softmax."""
    return -np.log(-np.log((random_bits(chance) + 0.5) / (MASK + 1.0)))
