"""The state of a game of San Juan, as one record, and the small questions that every phase asks of it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from boriken.engine import COMMON_FIELDS, LAST_FIELDS, State, narrowed, rule

from .components import COST, GOODS, KINDS, MOST_PLAYERS, ROLES, TILES, Card


class Decision(IntEnum):
    """What is being asked; the rows of the table in docs/decisions-san-juan.md."""

    START = 0
    OFFICE = 1
    CHAPEL = 2
    BANK = 3
    TOWER = 4
    LIMIT = 5
    ROLE = 6
    LIBRARY = 7
    BUILDER = 8
    CRANE = 9
    GOODS = 10
    PAY = 11
    CARPENTER = 12
    POOR_HOUSE = 13
    PRODUCER = 14
    TRADER = 15
    COUNCILLOR = 16
    ARCHIVE = 17
    GOLDSMITH = 18
    GOLD_MINE = 19
    GOLD_MINE_CARD = 20
    OVER = 21
    END_OF_ROLE = 22  # nobody is asked: a phase has just ended (never seen from outside)


class Reason(IntEnum):
    """Why the game is over."""

    TWELVE_BUILDINGS = 1
    NO_CARDS = 2


STATE = np.dtype(
    [
        *COMMON_FIELDS,
        # options
        ("first_governor", np.int8),  # seat, or NONE: drawn
        ("edition", np.int8),
        ("new_buildings", np.int8),
        ("variation", np.int8),
        # the round
        ("round_number", np.int16),
        ("governor", np.int8),
        ("chooser", np.int8),  # who took the role that is being played, or NONE
        ("role", np.int8),  # the role being played, or NONE
        ("roles_taken", np.int8),  # in this round
        ("taken_by", np.int8, (ROLES,)),  # seat or NONE
        ("doubled", np.int8),  # the chooser's library doubles the privilege of this role
        ("library_used", np.int8, (MOST_PLAYERS,)),  # two players: in this round
        ("reason", np.int8),
        # cards; each heap is unordered and counted by kind
        ("pile", np.int8, (KINDS,)),
        ("discards", np.int8, (KINDS,)),
        ("goods_cards", np.int8, (KINDS,)),  # the cards that lie on buildings as goods: seen by nobody
        ("harbor_cards", np.int8, (KINDS,)),  # the cards under harbors: seen by nobody
        ("shown", np.int8, (KINDS,)),  # drawn and not yet in a hand
        ("pile_size", np.int16),
        ("discards_size", np.int16),
        ("goods_size", np.int8),
        ("cathedral", np.int8),  # on the table
        ("tiles", np.int8, (TILES,)),  # the trading house tiles, from the top as they lay at the start
        ("top_tile", np.int8),  # which of them is on top now
        ("tiles_seen", np.int8),  # how many of them everybody has seen
        # players
        ("hand", np.int8, (MOST_PLAYERS, KINDS)),
        ("hand_size", np.int8, (MOST_PLAYERS,)),
        ("held", np.int64, (MOST_PLAYERS,)),  # the kinds in hand, as a set: loops over hands are most of the work
        ("city", np.int8, (MOST_PLAYERS, KINDS)),  # buildings by kind; what is covered does not count
        ("buildings", np.int8, (MOST_PLAYERS,)),  # how many stand in the city
        ("covered", np.int8, (MOST_PLAYERS, KINDS)),
        ("goods", np.int8, (MOST_PLAYERS, GOODS)),  # how many buildings have this good on them
        ("chapel", np.int16, (MOST_PLAYERS,)),  # cards under it: there are more than 127
        ("bank", np.int8, (MOST_PLAYERS,)),
        ("harbor", np.int16, (MOST_PLAYERS,)),
        ("tucked", np.int8, (MOST_PLAYERS, KINDS)),  # the cards under chapel and bank, known to their owner
        ("bank_used", np.int8, (MOST_PLAYERS,)),
        # within a phase; zero or NONE outside it, so that equal positions are equal bytes
        ("first", np.int8),  # cards or goods chosen one by one: the next is of this kind or a later one
        ("left", np.int8),  # how many may or must still be chosen
        ("spare", np.int8),  # archive: one more may be discarded
        ("chosen", np.int8),  # how many have been chosen (discarded, produced, sold, kept)
        ("sold", np.int8, (GOODS,)),  # trader: by the seat that is selling
        ("anybody_sold", np.int8),  # trader: in this phase
        ("building", np.int8),  # builder: the card being built
        ("cover", np.int8),  # builder: the building to be covered
        ("cover_good", np.int8),  # builder: with a good on it
        ("to_pay", np.int8),  # builder: what must still be paid
        ("full_price", np.int8),  # builder: what could be paid if all discounts were declined
        ("paid", np.int8),  # builder: goods and cards paid so far
        ("goods_paid", np.int8),
        ("goods_done", np.int8),  # builder: no more goods will be paid
        ("built", np.int8, (MOST_PLAYERS,)),  # builder: what each seat has built in this phase
        *LAST_FIELDS,
    ],
    align=True,
)
OLDER = (narrowed(STATE, chapel=np.int8, harbor=np.int8),)
"""Earlier layouts, of which records of bytes may be kept."""


@rule
def owns(s: State, p: int, card: int) -> bool:
    """Whether a building stands in p's city, not covered."""
    return s.city[p, card] > 0


@rule
def cost(s: State, card: int) -> int:
    """What is printed on a card, in this edition."""
    return COST[s.edition, card]


@rule
def all_goods(s: State, p: int) -> int:
    n = 0
    for good in range(GOODS):
        n += s.goods[p, good]
    return n


@rule
def library_doubles(s: State, p: int) -> bool:
    """Whether p, who took the role, has twice its privilege."""
    return p == s.chooser and s.doubled != 0 and owns(s, p, Card.LIBRARY)


@rule
def privilege(s: State, p: int) -> int:
    """How often p has the privilege of the role: 0, 1 or, with a library, 2."""
    if p != s.chooser:
        return 0
    return 2 if library_doubles(s, p) else 1


@rule
def end_role(s: State) -> None:
    """The phase is over. `play` goes on with the next role or round."""
    s.decision = Decision.END_OF_ROLE
