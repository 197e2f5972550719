"""Writing observations: each function writes some numbers from place k on, and returns the place after them.

They are compiled into their callers: with constant lengths and places, writing an observation is a third faster.
"""

from __future__ import annotations

from typing import Any

import numba

from boriken.engine import State

written_out = numba.njit(inline="always")


@written_out
def put(out: Any, k: int, number: int) -> int:
    out[k] = number
    return k + 1


@written_out
def put_all(out: Any, k: int, numbers: Any, n: int) -> int:
    """The first n numbers of a field."""
    for i in range(n):
        out[k + i] = numbers[i]
    return k + n


@written_out
def put_zeros(out: Any, k: int, n: int) -> int:
    for i in range(n):
        out[k + i] = 0
    return k + n


@written_out
def put_one_of(out: Any, k: int, n: int, which: int) -> int:
    """A one at the place of that number among zeros; no one at all for a number that is not of 0 to n - 1."""
    for i in range(n):
        out[k + i] = 0
    if 0 <= which < n:
        out[k + int(which)] = 1
    return k + n


@written_out
def put_set(out: Any, k: int, n: int, bits: int) -> int:
    """A set of bits as zeros and ones. (Sets are mostly small: quicker than asking for each bit.)"""
    for i in range(n):
        out[k + i] = 0
    i = k
    while bits > 0:
        out[i] = bits & 1
        bits >>= 1
        i += 1
    return k + n


@written_out
def put_seat(out: Any, k: int, s: State, seat: int, which: int) -> int:
    """A seat, counted from the observer's; no one at all for no seat."""
    players = int(s.players)
    return put_one_of(out, k, players, -1 if which < 0 else (which - seat + players) % players)
