"""What the network sees of a game of San Juan: the table, its own cards, then each seat in turn order.

A choice is judged by the position after it, but cards drawn on the way must not be seen: whoever looks knows the cards
that were there before, and only the number of the new ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import State, rule
from boriken.san_juan.components import (
    GOODS,
    KINDS,
    LAST_BUILDING,
    NONE,
    PRODUCTION_KINDS,
    ROLES,
    SIX_COST,
    TILES,
    Card,
    Good,
    Role,
)
from boriken.san_juan.hidden import knows
from boriken.san_juan.scoring import SCORE_SOURCES, score
from boriken.san_juan.state import Decision, cost, owns

from .layout import Pieces, add

COSTS = SIX_COST + 2
"""What cards can cost: 0 to 7."""

# The table.
_table = Pieces()
OPTIONS = _table.take("options", ("edition", "new-buildings", "variation"))
ROUND = _table.take("round")
DECISION = _table.take("decision", Decision, most=1)
ROLES_TAKEN = _table.take("roles-taken", ROLES + 1, most=1)
ROLE_OPEN = _table.take("role-open", Role)
ROLE = _table.take("role", Role, most=1)
DOUBLED = _table.take("doubled")
TILE = _table.take("tile", TILES, most=1)
PILE = _table.take("pile")
CATHEDRAL = _table.take("cathedral")
LONGEST_CITY = _table.take("longest-city", LAST_BUILDING + 2, most=1)
BUILDING = _table.take("building", Card, most=1)
COVER = _table.take("cover", Card, most=1)
TO_PAY = _table.take("to-pay")
LEFT = _table.take("left")
FIRST = _table.take("first")
CHOSEN = _table.take("chosen")
ANYBODY_SOLD = _table.take("anybody-sold")
# My cards: by kind; and, by cost, whether I have one that I could pay for.
HAND = _table.take("hand", Card)
NEW_CARDS = _table.take("new-cards")
IN_REACH = _table.take("in-reach", COSTS)
SHOWN = _table.take("shown", Card)
NEW_SHOWN = _table.take("new-shown")
SOLD = _table.take("sold", Good)
TABLE = len(_table.names)

# Each seat.
_seat = Pieces()
BUILDINGS = _seat.take("buildings")
CITY = _seat.take("city", Card, most=LAST_BUILDING + 1)
COVERED = _seat.take("covered")
ON_BUILDINGS = _seat.take("on-buildings", Good)
HAND_SIZE = _seat.take("hand-size")
EMPTY_HAND = _seat.take("empty-hand")
FULL_HAND = _seat.take("full-hand")
UNDER = _seat.take("under")
POINTS = _seat.take("points")
GOVERNOR = _seat.take("governor")
CHOOSER = _seat.take("chooser")
TURN = _seat.take("turn")
BANK_USED = _seat.take("bank-used")
LIBRARY_USED = _seat.take("library-used")
SEAT = len(_seat.names)
PIECES = _table, _seat

OPEN_SOURCE = np.array([source not in ("chapel", "bank", "palace") for source in SCORE_SOURCES])
"""Which points of others are in sight: cards under chapel and bank are not, and the palace counts them too."""


@rule
def encode(before: State, s: State, p: int, which: Any, amount: Any) -> int:
    """Write what seat p sees of a position that it brings about, judged from the position before."""
    n = _encode_table(before, s, which, amount)
    n = _encode_cards(before, s, p, which, amount, n)
    for i in range(s.players):
        n = _encode_seat(s, p, (p + i) % s.players, TABLE + i * SEAT, which, amount, n)
    return n


@rule
def _encode_table(before: State, s: State, which: Any, amount: Any) -> int:
    n = add(which, amount, 0, OPTIONS, s.edition - 1)
    n = add(which, amount, n, OPTIONS + 1, s.new_buildings)
    n = add(which, amount, n, OPTIONS + 2, s.variation)
    n = add(which, amount, n, ROUND, s.round_number / 15.0)
    n = add(which, amount, n, DECISION + s.decision, 1.0)
    n = add(which, amount, n, ROLES_TAKEN + s.roles_taken, 1.0)
    for role in range(ROLES):
        n = add(which, amount, n, ROLE_OPEN + role, 1.0 if s.taken_by[role] == NONE else 0.0)
    if s.role != NONE:
        n = add(which, amount, n, ROLE + s.role, 1.0)
    n = add(which, amount, n, DOUBLED, s.doubled)
    if before.tiles_seen > s.top_tile:
        n = add(which, amount, n, TILE + s.tiles[s.top_tile], 1.0)
    n = add(which, amount, n, PILE, s.pile_size / 60.0)
    n = add(which, amount, n, CATHEDRAL, s.cathedral)
    longest = 0
    for q in range(s.players):
        longest = max(longest, s.buildings[q])
    n = add(which, amount, n, LONGEST_CITY + min(longest, LAST_BUILDING + 1), 1.0)
    if s.building != NONE:
        n = add(which, amount, n, BUILDING + s.building, 1.0)
    if s.cover != NONE:
        n = add(which, amount, n, COVER + s.cover, 1.0)
    n = add(which, amount, n, TO_PAY, s.to_pay / 3.0)
    n = add(which, amount, n, LEFT, s.left / 3.0)
    n = add(which, amount, n, FIRST, s.first / 20.0)
    n = add(which, amount, n, CHOSEN, s.chosen / 3.0)
    return add(which, amount, n, ANYBODY_SOLD, s.anybody_sold)


@rule
def _encode_cards(before: State, s: State, p: int, which: Any, amount: Any, n: int) -> int:
    """The cards in p's hand and those shown to it, as far as it knew them before; and its sale so far."""
    new = s.hand_size[p]
    open_before = before.turn == p
    new_shown = 0
    in_reach = 0
    looking = s.turn == p
    for card in range(KINDS):
        known = before.hand[p, card] + (before.shown[card] if open_before else 0)
        held = min(s.hand[p, card], known)
        if held > 0:
            new -= held
            n = add(which, amount, n, HAND + card, held)
            if cost(s, card) < s.hand_size[p] and not (owns(s, p, card) and card >= PRODUCTION_KINDS):
                in_reach |= 1 << cost(s, card)
        if looking and s.shown[card] > 0:
            shown = min(s.shown[card], before.shown[card] if open_before else 0)
            new_shown += s.shown[card] - shown
            n = add(which, amount, n, SHOWN + card, shown)
    for price in range(COSTS):
        n = add(which, amount, n, IN_REACH + price, (in_reach >> price) & 1)
    n = add(which, amount, n, NEW_CARDS, new / 2.0)
    n = add(which, amount, n, NEW_SHOWN, new_shown / 3.0)
    if looking:
        for good in range(GOODS):
            n = add(which, amount, n, SOLD + good, s.sold[good])
    return n


@rule
def _encode_seat(s: State, p: int, q: int, start: int, which: Any, amount: Any, n: int) -> int:
    known = knows(s, p, q)
    n = add(which, amount, n, start + BUILDINGS, s.buildings[q] / 12.0)
    covered = 0
    for card in range(KINDS):
        n = add(which, amount, n, start + CITY + card, s.city[q, card])
        covered += s.covered[q, card]
    n = add(which, amount, n, start + COVERED, covered)
    for good in range(GOODS):
        n = add(which, amount, n, start + ON_BUILDINGS + good, s.goods[q, good])
    n = add(which, amount, n, start + HAND_SIZE, s.hand_size[q] / 5.0)
    n = add(which, amount, n, start + EMPTY_HAND, 1.0 if s.hand_size[q] < 2 else 0.0)
    n = add(which, amount, n, start + FULL_HAND, max(s.hand_size[q] - 7, 0) / 3.0)
    under = s.harbor[q] + (s.chapel[q] + s.bank[q] if known else 0)
    n = add(which, amount, n, start + UNDER, under / 5.0)
    sheet = amount[n + 1 :]  # room that is not in use yet
    score(s, q, sheet)
    points = 0.0
    for source in range(len(SCORE_SOURCES)):
        if known or OPEN_SOURCE[source]:
            points += sheet[source]
    n = add(which, amount, n, start + POINTS, points / 20.0)
    n = add(which, amount, n, start + GOVERNOR, 1.0 if s.governor == q else 0.0)
    n = add(which, amount, n, start + CHOOSER, 1.0 if s.chooser == q else 0.0)
    n = add(which, amount, n, start + TURN, 1.0 if s.turn == q else 0.0)
    n = add(which, amount, n, start + BANK_USED, s.bank_used[q])
    return add(which, amount, n, start + LIBRARY_USED, s.library_used[q])
