"""Scoring: printed points, cards under chapel, bank and harbor, the 6-cost buildings, and the palace last."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, State, rule

from .components import (
    ARCH_POINTS,
    KINDS,
    MOST_SETS,
    PRODUCTION_KINDS,
    SET_POINTS,
    SIX_COST,
    VICTORY_POINTS,
    Card,
)
from .state import Reason, all_goods, cost, owns

SCORE_SOURCES = (
    "buildings",
    "chapel",
    "bank",
    "harbor",
    "triumphal-arch",
    "guild-hall",
    "city-hall",
    "residence",
    "cathedral",
    "palace",
)


@rule
def score(s: State, p: int, out: Any) -> None:
    """Write p's points by source."""
    out[0] = _printed(s, p)
    out[1] = s.chapel[p]
    out[2] = s.bank[p]
    out[3] = s.harbor[p]
    out[4] = _triumphal_arch(s, p)
    out[5] = _guild_hall(s, p)
    out[6] = _city_hall(s, p)
    out[7] = _residence(s, p)
    out[8] = _cathedral(s, p)
    out[9] = 0
    if owns(s, p, Card.PALACE):
        points = 0
        for source in range(9):
            points += out[source]
        out[9] = points // 4


@rule
def tie_break(s: State, p: int) -> int:
    """Cards in hand and goods on buildings."""
    return s.hand_size[p] + all_goods(s, p)


@rule
def _printed(s: State, p: int) -> int:
    points = 0
    for card in range(KINDS):
        points += s.city[p, card] * VICTORY_POINTS[card]
    return points


@rule
def _triumphal_arch(s: State, p: int) -> int:
    if not owns(s, p, Card.TRIUMPHAL_ARCH):
        return 0
    return ARCH_POINTS[s.city[p, Card.STATUE] + s.city[p, Card.VICTORY_COLUMN] + s.city[p, Card.HERO]]


@rule
def _guild_hall(s: State, p: int) -> int:
    """Edition 1: two points for each production building. Edition 2: one for each, and one for each kind."""
    if not owns(s, p, Card.GUILD_HALL):
        return 0
    points = 0
    for card in range(PRODUCTION_KINDS):
        n = s.city[p, card]
        if s.edition == 1:
            points += 2 * n
        elif n > 0:
            points += n + 1
    return points


@rule
def _city_hall(s: State, p: int) -> int:
    """One point for each city building, itself and the cathedral included."""
    if not owns(s, p, Card.CITY_HALL):
        return 0
    points = 0
    for card in range(PRODUCTION_KINDS, KINDS):
        points += s.city[p, card]
    return points


@rule
def _residence(s: State, p: int) -> int:
    """Sets of three different buildings of equal cost. Of two equal buildings each may serve in another set."""
    if not owns(s, p, Card.RESIDENCE):
        return 0
    sets = 0
    for equal_cost in range(1, SIX_COST + 1):
        sets += _sets_of_three(s, p, equal_cost)
    return SET_POINTS[min(sets, MOST_SETS)]


@rule
def _sets_of_three(s: State, p: int, equal_cost: int) -> int:
    """The most sets: n sets can be made if each kind, used at most n times, fills 3 * n places."""
    sets = 0
    while True:
        places = 0
        for card in range(KINDS):
            if cost(s, card) == equal_cost:
                places += min(s.city[p, card], sets + 1)
        if places < 3 * (sets + 1):
            return sets
        sets += 1


@rule
def _cathedral(s: State, p: int) -> int:
    """For the 6-cost buildings of all others."""
    if not owns(s, p, Card.CATHEDRAL):
        return 0
    n = 0
    for other in range(s.players):
        if other != p:
            for card in range(KINDS):
                if cost(s, card) == SIX_COST:
                    n += s.city[other, card]
    return SET_POINTS[min(n, MOST_SETS)]


REASON_WORDS = {
    "twelve-buildings": "somebody had twelve buildings",
    "no-cards": "there were no cards left to draw, and nobody could ever build again",
}


def reasons(s: Fields) -> tuple[str, ...]:
    """Why the game is over."""
    return (Reason(s.reason).name.lower().replace("_", "-"),) if s.reason else ()
