"""Which violet buildings are in the game: seventeen kinds, so many of each cost."""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from boriken.engine import State, ask, below, next_seat

from .actions import DRAFTED, Act
from .components import BIT, BOX, COPIES, COPIES_FOR_TWO, COST, NONE, PRODUCTION, Box, Building, bits
from .state import Decision, expansion

MOST_COST = 10
#                   cost    0  1  2  3  4  5  6  7  8  9  10
SPACES_BY_COST = np.array([0, 1, 2, 1, 1, 2, 1, 1, 2, 1, 5], np.int64)
CHOSEN = int(SPACES_BY_COST.sum())


class Selection(IntEnum):
    """How the violet buildings are chosen."""

    OFF = 0  # those of the base game; New Buildings stay in their box
    LIST = 1  # as named in advance
    RANDOM = 2
    DRAFT = 3


class Pairs(IntEnum):
    """Which buildings never meet."""

    FREE = 0
    RULEBOOK = 1
    ADVISED = 2
    CLUB = 3


BARRED = (
    (Building.HACIENDA, Building.FOREST_HOUSE, Pairs.RULEBOOK),
    (Building.OFFICE, Building.TRADING_POST, Pairs.ADVISED),
    (Building.FACTORY, Building.SPECIALTY_FACTORY, Pairs.CLUB),
    (Building.VILLA, Building.JEWELER, Pairs.CLUB),
)
"""Pairs, and from which value of the option on they are kept apart."""
_FIRST = np.array([first for first, _, _ in BARRED], np.int64)
_SECOND = np.array([second for _, second, _ in BARRED], np.int64)
_FROM = np.array([pairs for _, _, pairs in BARRED], np.int64)

_MOST_OF_COST = max(int(np.sum(_costs[list(DRAFTED)] == _cost)) for _costs in COST for _cost in range(MOST_COST + 1))
_OF_COST = np.full((len(COST), MOST_COST + 1, _MOST_OF_COST), NONE, np.int64)
"""The kinds of each cost, without and with the swap, in the order of buildings."""
for _swap, _costs in enumerate(COST):
    for _cost in range(MOST_COST + 1):
        _kinds = [building for building in DRAFTED if _costs[building] == _cost]
        _OF_COST[_swap, _cost, : len(_kinds)] = _kinds
_WAYS = np.array([[math.comb(n, k) for k in range(6)] for n in range(_MOST_OF_COST + 1)], np.int64)

_BASE = BOX[Box.BASE]
_NOBLES = BOX[Box.NOBLES]
_FIRST_DRAFTED = DRAFTED[0]
_LAST_DRAFTED = DRAFTED[-1]
NEW_CHOICE = bits(
    [
        *DRAFTED[DRAFTED.index(Building.AQUEDUCT) : DRAFTED.index(Building.CLOISTER) + 1],
        Building.GUILD_HALL,
        Building.CUSTOMS_HOUSE,
        Building.CITY_HALL,
    ]
)
"""All fourteen new kinds, and three of the large ones of the base game."""


@expansion(False)
def asks_for_draft(s: State) -> bool:
    """Put the kinds into the game; returns whether players are asked for them."""
    s.in_game = PRODUCTION
    if s.with_nobles and not s.nobles_drafted:
        s.in_game |= _NOBLES
        if s.pairs >= Pairs.CLUB:
            s.in_game &= ~BIT[Building.JEWELER]
    if s.selection == Selection.OFF:
        s.in_game |= _BASE
    elif s.selection == Selection.LIST:
        s.in_game |= s.listed
    elif s.selection == Selection.RANDOM:
        _select_at_random(s)
    else:
        _lay_out_copies(s)
        ask(s, s.governor, Decision.DRAFT)
        return True
    _lay_out_copies(s)
    return False


@expansion(0)
def legal_draft(s: State, out: State) -> int:
    """A kind whose cost has a free space, unless its partner is in the game."""
    n = 0
    for building in range(_FIRST_DRAFTED, _LAST_DRAFTED + 1):
        if may_enter(s, building) and _free_spaces(s, COST[s.swap, building]) > 0:
            out[n] = Act.DRAFT + building - _FIRST_DRAFTED
            n += 1
    return n


@expansion(False)
def asks_for_more(s: State, action: int) -> bool:
    """Put the kind into the game; returns whether another is to be named, by the next seat."""
    s.in_game |= BIT[action - Act.DRAFT + _FIRST_DRAFTED]
    _lay_out_copies(s)
    for cost in range(1, MOST_COST + 1):
        if _free_spaces(s, cost) > 0:
            ask(s, next_seat(s, s.turn), Decision.DRAFT)
            return True
    return False


@expansion(False)
def _is_candidate(s: State, building: int) -> bool:
    """Whether a kind stands for choice at all: nobles' buildings do so only by the house rule."""
    return (s.nobles_drafted and s.with_nobles) or _NOBLES & BIT[building] == 0


@expansion(False)
def may_enter(s: State, building: int) -> bool:
    """A candidate that is not in the game yet, and whose partner is not either."""
    if not _is_candidate(s, building) or s.in_game & BIT[building]:
        return False
    for i in range(len(_FIRST)):
        if s.pairs >= _FROM[i]:
            if building == _FIRST[i] and s.in_game & BIT[_SECOND[i]]:
                return False
            if building == _SECOND[i] and s.in_game & BIT[_FIRST[i]]:
                return False
    return True


@expansion(0)
def _free_spaces(s: State, cost: int) -> int:
    """How many kinds of a cost are still to be named."""
    n = 0 + SPACES_BY_COST[cost]
    for i in range(_MOST_OF_COST):
        building = _OF_COST[s.swap, cost, i]
        if building != NONE and s.in_game & BIT[building] and _is_candidate(s, building):
            n -= 1
    return n


@expansion()
def _select_at_random(s: State) -> None:
    """For each cost one of the choices that fit together, all equally likely, given those at lower costs.

    The choices are numbered in lexicographic order: first those with the first candidate, then those without it.
    """
    for cost in range(1, MOST_COST + 1):
        left = SPACES_BY_COST[cost]
        number = below(s.chance, _choices(s, cost, 0, left))
        for i in range(_MOST_OF_COST):
            building = _OF_COST[s.swap, cost, i]
            if left > 0 and building != NONE and may_enter(s, building):
                s.in_game |= BIT[building]
                with_it = _choices(s, cost, i + 1, left - 1)
                if number < with_it:
                    left -= 1
                else:
                    number -= with_it
                    s.in_game &= ~BIT[building]


@expansion(0)
def _choices(s: State, cost: int, first: int, spaces: int) -> int:
    """In how many ways the candidates of a cost from the first on can fill so many spaces.

    At most one barred pair is of one cost: the ways with both are not counted.
    """
    candidates = 0
    among = np.int64(0)
    for i in range(first, _MOST_OF_COST):
        building = _OF_COST[s.swap, cost, i]
        if building != NONE and may_enter(s, building):
            candidates += 1
            among |= BIT[building]
    ways = _WAYS[candidates, spaces]
    for i in range(len(_FIRST)):
        pair = BIT[_FIRST[i]] | BIT[_SECOND[i]]
        if s.pairs >= _FROM[i] and among & pair == pair and spaces >= 2:
            ways -= _WAYS[candidates - 2, spaces - 2]
    return ways


@expansion()
def _lay_out_copies(s: State) -> None:
    for building in range(len(COPIES)):
        in_game = s.in_game & BIT[building] != 0
        copies = COPIES_FOR_TWO[building] if s.players == 2 else COPIES[building]
        s.copies[building] = copies if in_game else 0
