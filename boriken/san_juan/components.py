"""The pieces of San Juan: every number of the game, in tables.

Orders matter here: they are the order of the columns in the record and of actions in lists
(docs/decisions-san-juan.md).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Role(IntEnum):
    BUILDER = 0
    PRODUCER = 1
    TRADER = 2
    COUNCILLOR = 3
    PROSPECTOR = 4


class Good(IntEnum):
    """The first five are made by the production buildings of the same numbers; the last lies on a customs office."""

    INDIGO = 0
    SUGAR = 1
    TOBACCO = 2
    COFFEE = 3
    SILVER = 4
    CUSTOMS = 5


class Card(IntEnum):
    """Every kind of card, each also a building: production buildings, city buildings, The New Buildings."""

    INDIGO_PLANT = 0
    SUGAR_MILL = 1
    TOBACCO_STORAGE = 2
    COFFEE_ROASTER = 3
    SILVER_SMELTER = 4
    SMITHY = 5
    GOLD_MINE = 6
    ARCHIVE = 7
    POOR_HOUSE = 8
    BLACK_MARKET = 9
    TRADING_POST = 10
    WELL = 11
    MARKET_STAND = 12
    CRANE = 13
    CHAPEL = 14
    TOWER = 15
    AQUEDUCT = 16
    CARPENTER = 17
    PREFECTURE = 18
    MARKET_HALL = 19
    QUARRY = 20
    LIBRARY = 21
    STATUE = 22
    VICTORY_COLUMN = 23
    HERO = 24
    GUILD_HALL = 25
    CITY_HALL = 26
    TRIUMPHAL_ARCH = 27
    PALACE = 28
    GUARD_ROOM = 29
    OFFICE_BUILDING = 30
    HUT = 31
    TAVERN = 32
    PARK = 33
    CUSTOMS_OFFICE = 34
    BANK = 35
    HARBOR = 36
    GOLDSMITH = 37
    RESIDENCE = 38
    CATHEDRAL = 39


ROLES = len(Role)
GOODS = len(Good)
PRODUCTION_KINDS = 5
"""The first kinds of card, and the first goods."""
KINDS = len(Card)
HAND_KINDS = KINDS - 1
"""Kinds that come into a hand: all but the cathedral, which lies on the table."""

MOST_PLAYERS = 4
LAST_BUILDING = 12
"""So many buildings end the game."""
START_HAND = 4
HAND_LIMIT = 7
GUARD_ROOM_LIMIT = 6
"""For whoever has neither guard room nor tower, while somebody else has a guard room."""
TOWER_LIMIT = 12
BLACK_MARKET_GOODS = 2
OFFICE_CARDS = 2
GOLD_MINE_CARDS = 4
POOR_HOUSE_CARDS = 1
"""The poor house helps whoever has no more cards than this."""
PARK_DISCOUNT = 6
CUSTOMS_PRICE = 2
NONE = -1
"""No card, no seat: where a number stands for a piece."""


class CardData(NamedTuple):
    """A row of the card table."""

    cost: int
    vp: int
    copies: int
    """In the base deck."""
    new_copies: int
    """That The New Buildings add."""
    effect: str


CARD_TABLE: dict[Card, CardData] = {
    # card                      cost vp copies new
    Card.INDIGO_PLANT: CardData(1, 1, 10, 1, "makes indigo"),
    Card.SUGAR_MILL: CardData(2, 1, 8, 0, "makes sugar"),
    Card.TOBACCO_STORAGE: CardData(3, 2, 8, 1, "makes tobacco"),
    Card.COFFEE_ROASTER: CardData(4, 2, 8, 1, "makes coffee"),
    Card.SILVER_SMELTER: CardData(5, 3, 8, 1, "makes silver"),
    Card.SMITHY: CardData(1, 1, 3, 0, "builder: production buildings cost 1 less"),
    Card.GOLD_MINE: CardData(1, 1, 3, 0, "prospector: turn up 4 cards; if all costs differ, keep one"),
    Card.ARCHIVE: CardData(1, 1, 3, 0, "councillor: discard from the whole hand"),
    Card.POOR_HOUSE: CardData(2, 1, 3, 0, "builder: with 0 or 1 cards left after building, draw 1"),
    Card.BLACK_MARKET: CardData(2, 1, 3, 0, "builder: pay with up to 2 goods"),
    Card.TRADING_POST: CardData(2, 1, 3, 0, "trader: sell 1 good more"),
    Card.WELL: CardData(2, 1, 3, 0, "producer: draw 1 for 2 or more goods produced"),
    Card.MARKET_STAND: CardData(2, 1, 3, 0, "trader: draw 1 for 2 or more goods sold"),
    Card.CRANE: CardData(2, 1, 3, 0, "builder: build over an own building and pay the difference"),
    Card.CHAPEL: CardData(3, 2, 3, 0, "round start: put a card under it, 1 point each"),
    Card.TOWER: CardData(3, 2, 3, 0, "round start: keep up to 12 cards"),
    Card.AQUEDUCT: CardData(3, 2, 3, 0, "producer: make 1 good more"),
    Card.CARPENTER: CardData(3, 2, 3, 0, "builder: draw 1 after building a city building"),
    Card.PREFECTURE: CardData(3, 2, 3, 0, "councillor: keep 2 cards"),
    Card.MARKET_HALL: CardData(4, 2, 3, 0, "trader: draw 1 for any sale"),
    Card.QUARRY: CardData(4, 2, 3, 0, "builder: city buildings cost 1 less"),
    Card.LIBRARY: CardData(5, 3, 3, 0, "doubles the privilege of the role taken"),
    Card.STATUE: CardData(3, 3, 3, 0, "monument"),
    Card.VICTORY_COLUMN: CardData(4, 4, 3, 0, "monument"),
    Card.HERO: CardData(5, 5, 3, 0, "monument"),
    Card.GUILD_HALL: CardData(6, 0, 2, 0, "end: points for production buildings"),
    Card.CITY_HALL: CardData(6, 0, 2, 0, "end: 1 point for each city building"),
    Card.TRIUMPHAL_ARCH: CardData(6, 0, 2, 0, "end: 4/6/8 points for 1/2/3 monuments"),
    Card.PALACE: CardData(6, 0, 2, 0, "end: 1 point for every 4 other points"),
    Card.GUARD_ROOM: CardData(1, 1, 0, 3, "round start: others may keep only 6 cards"),
    Card.OFFICE_BUILDING: CardData(1, 1, 0, 3, "round start: exchange up to 2 cards"),
    Card.HUT: CardData(1, 1, 0, 3, "trader: draw 1 if nobody sold anything"),
    Card.TAVERN: CardData(2, 1, 0, 3, "builder's end: draw 1 if nobody has fewer buildings and somebody more"),
    Card.PARK: CardData(3, 2, 0, 3, "built over with a crane it counts up to 6"),
    Card.CUSTOMS_OFFICE: CardData(3, 2, 0, 3, "councillor: gets a good, to be sold for 2"),
    Card.BANK: CardData(3, 2, 0, 3, "round start, once: put any number of cards under it, 1 point each"),
    Card.HARBOR: CardData(4, 2, 0, 3, "trader: a good sold goes under it, 1 point each"),
    Card.GOLDSMITH: CardData(5, 3, 0, 3, "prospector: turn up a card; keep it if nobody has built it"),
    Card.RESIDENCE: CardData(6, 0, 0, 2, "end: 4/3/2/1 points for sets of 3 different buildings of equal cost"),
    Card.CATHEDRAL: CardData(7, 0, 0, 0, "end: 4/3/2/1 points for the others' 6-cost buildings"),
}

assert list(CARD_TABLE) == list(Card), "the rows stand in the order of the names"

SIX_COST = 6

COPIES = np.array([row.copies for row in CARD_TABLE.values()], np.int64)
NEW_COPIES = np.array([row.new_copies for row in CARD_TABLE.values()], np.int64)
COST = np.array(
    [
        [row.cost for row in CARD_TABLE.values()],
        [row.cost for row in CARD_TABLE.values()],
        [4 if card == Card.PREFECTURE else row.cost for card, row in CARD_TABLE.items()],
    ],
    np.int64,
)
"""Printed costs by edition (1 or 2; row 0 is never used)."""
VICTORY_POINTS = np.array([row.vp for row in CARD_TABLE.values()], np.int64)

BIT = np.array([1 << card for card in range(KINDS)], np.int64)
"""Kinds of card as a set: one bit for each."""

GOOD_ON = np.array(
    [
        Good.CUSTOMS if card == Card.CUSTOMS_OFFICE else (card if card < PRODUCTION_KINDS else NONE)
        for card in CARD_TABLE
    ],
    np.int64,
)
"""Which good can lie on a building."""

#                  indigo sugar tobacco coffee silver
PRICES = np.array(
    [
        [1, 1, 1, 2, 2],
        [1, 1, 2, 2, 2],
        [1, 1, 2, 2, 3],
        [1, 2, 2, 2, 3],
        [1, 2, 2, 3, 3],
    ],
    np.int64,
)
"""The trading house tiles."""
TILES = len(PRICES)

ARCH_POINTS = np.array([0, 4, 6, 8], np.int64)
"""By the number of monuments."""
SET_POINTS = np.array([0, 4, 7, 9, 10], np.int64)
"""4, then 3, 2, 1 more: residence (sets) and cathedral (6-cost buildings)."""
MOST_SETS = 4

ROLES_IN_ROUND = np.array([0, 0, 3, 3, 4], np.int64)
"""By the number of players."""
