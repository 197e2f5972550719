"""Cards on the move: drawn, discarded, laid on buildings as goods.

Draw pile and discards are unordered heaps from which cards are drawn at random: the same thing as a well-shuffled pile,
and nothing about its order is there to be seen.
"""

from __future__ import annotations

import numpy as np

from boriken.engine import State, draw, rule, tell

from .components import BIT, KINDS, NONE

KIND_BY_REMAINDER = np.zeros(67, np.int64)
KIND_BY_REMAINDER[BIT % 67] = np.arange(KINDS)


@rule
def can_draw(s: State) -> bool:
    return s.pile_size > 0 or s.discards_size > 0


@rule
def draw_card(s: State) -> int:
    """Take the top card of the pile; the discards are shuffled first if it is empty. NONE if they are gone as well."""
    if s.pile_size == 0:
        if s.discards_size == 0:
            return NONE
        for card in range(KINDS):
            s.pile[card] = s.discards[card]
            s.discards[card] = 0
        s.pile_size = s.discards_size
        s.discards_size = 0
    s.pile_size -= 1
    return draw(s.chance, s.pile, s.pile_size + 1)


@rule
def draw_into_hand(s: State, p: int, cards: int) -> None:
    """Draw so many cards, or as many as there are."""
    for _ in range(cards):
        card = draw_card(s)
        if card == NONE:
            return
        add_to_hand(s, p, card)
        tell(s, p)


@rule
def draw_to_show(s: State, cards: int) -> int:
    """Draw so many cards without taking them into a hand; return how many there were."""
    for i in range(cards):
        card = draw_card(s)
        if card == NONE:
            return i
        s.shown[card] += 1
    return cards


@rule
def discard(s: State, card: int) -> None:
    s.discards[card] += 1
    s.discards_size += 1


@rule
def discard_shown(s: State) -> None:
    for card in range(KINDS):
        s.discards[card] += s.shown[card]
        s.discards_size += s.shown[card]
        s.shown[card] = 0


@rule
def take_shown(s: State, p: int, card: int) -> None:
    s.shown[card] -= 1
    add_to_hand(s, p, card)


@rule
def add_to_hand(s: State, p: int, card: int) -> None:
    s.hand[p, card] += 1
    s.hand_size[p] += 1
    s.held[p] |= BIT[card]


@rule
def take_from_hand(s: State, p: int, card: int) -> None:
    s.hand[p, card] -= 1
    s.hand_size[p] -= 1
    if s.hand[p, card] == 0:
        s.held[p] &= ~BIT[card]


@rule
def discard_from_hand(s: State, p: int, card: int) -> None:
    take_from_hand(s, p, card)
    discard(s, card)


@rule
def lay_good(s: State, p: int, good: int) -> None:
    """A card from the pile, unseen, on a building of p's (there must be a card)."""
    s.goods_cards[draw_card(s)] += 1
    s.goods_size += 1
    s.goods[p, good] += 1


@rule
def lift_good(s: State, p: int, good: int) -> int:
    """Take a good off a building of p's; return which card it was: chance says so, since nobody has seen it."""
    s.goods[p, good] -= 1
    s.goods_size -= 1
    return draw(s.chance, s.goods_cards, s.goods_size + 1)


# --- cards chosen one by one, in the order of kinds, so that each choice of several cards is offered once ----------


@rule
def held_from(s: State, p: int, first: int) -> int:
    """The kinds in p's hand from this one on, as a set."""
    return s.held[p] >> first << first


@rule
def first_of(kinds: int) -> int:
    """The first kind of a set. (The lowest bit, as a power of two, leaves another remainder for each kind.)"""
    return KIND_BY_REMAINDER[(kinds & -kinds) % 67]


@rule
def but_first(kinds: int) -> int:
    """A set without its first kind."""
    return kinds & (kinds - 1)


@rule
def cards_from(s: State, p: int, first: int) -> int:
    """How many cards of this kind and later ones p holds."""
    n = 0
    kinds = held_from(s, p, first)
    while kinds:
        n += s.hand[p, first_of(kinds)]
        kinds = but_first(kinds)
    return n


@rule
def legal_cards(s: State, out: State, n: int, act: int, required: int) -> int:
    """Append the cards in hand from `first` on, as far as so many required ones are still to be found from there on."""
    p = s.turn
    there = cards_from(s, p, s.first) if required > 0 else 0
    kinds = held_from(s, p, s.first)
    while kinds and there >= required:
        card = first_of(kinds)
        out[n] = act + card
        n += 1
        if required > 0:
            there -= s.hand[p, card]
        kinds = but_first(kinds)
    return n
