"""What a seat cannot know, drawn anew: hands, cards under chapels and banks, goods, piles, tiles not yet seen."""

from __future__ import annotations

from boriken.engine import REDRAW_STREAM, State, below, draw, plain_rule, rule, seed_chance

from .components import BIT, KINDS, TILES, Card
from .state import Decision, owns


@plain_rule
def knows(s: State, seat: int | None, p: int) -> bool:
    """Whether a seat may know p's cards: those in hand, and those under chapel and bank with their number."""
    return p == seat or s.over != 0


@plain_rule
def knows_shown(s: State, seat: int | None) -> bool:
    """Whether a seat may know the cards drawn and in no hand yet: what a councillor draws is its own secret."""
    return seat == s.turn or s.decision != Decision.COUNCILLOR or s.over != 0


@plain_rule
def knows_order(s: State, seat: int | None) -> bool:
    """Whether a seat may know how far the one to move has come, kind by kind: with cards that tells about its hand."""
    d = s.decision
    goods = d == Decision.GOODS or d == Decision.PRODUCER or d == Decision.TRADER
    return seat == s.turn or goods or s.over != 0


@plain_rule
def tiles_known(s: State) -> int:
    """How many of the trading house tiles everybody knows: when all but one have been seen, the last as well."""
    return TILES if s.tiles_seen >= TILES - 1 else s.tiles_seen


@rule
def redraw(s: State, seat: int, seed: int) -> None:
    """Replace, in place, all that is hidden from a seat by something that agrees with what it sees.

    Every card that the seat does not see goes into one heap, which is dealt out again: as many to each place as lie
    there. How many cards lie under whose chapel is hidden as well; only their sum can be worked out. A seat is not
    credited with a memory: cards that it has discarded itself count as unseen.
    """
    seed_chance(s.chance, seed, REDRAW_STREAM)
    _redraw_tiles(s)
    if s.over:
        return  # all cards are open then
    shown_is_hidden = not knows_shown(s, seat)
    if not knows_order(s, seat):
        s.first = 0
    harbors = _count(s.harbor_cards)
    shown = _count(s.shown) if shown_is_hidden else 0
    # The heap is gathered in the pile.
    _gather(s, s.discards)
    _gather(s, s.goods_cards)
    _gather(s, s.harbor_cards)
    if shown_is_hidden:
        _gather(s, s.shown)
    tucked = 0
    for p in range(s.players):
        if p != seat:
            tucked += s.chapel[p] + s.bank[p]
            s.chapel[p] = 0
            s.bank[p] = 0
            _gather(s, s.hand[p])
            _gather(s, s.tucked[p])
    left = _count(s.pile)
    for p in range(s.players):
        if p != seat:
            left = _deal(s, s.hand[p], s.hand_size[p], left)
            s.held[p] = 0
            for card in range(KINDS):
                if s.hand[p, card] > 0:
                    s.held[p] |= BIT[card]
    for p in range(s.players):
        if p != seat and s.bank_used[p]:  # a bank that was used has a card under it
            left = _deal(s, s.tucked[p], 1, left)
            s.bank[p] = 1
            tucked -= 1
    for _ in range(tucked):
        left = _tuck_one(s, seat, left)
    left = _deal(s, s.goods_cards, s.goods_size, left)
    left = _deal(s, s.harbor_cards, harbors, left)
    left = _deal(s, s.shown, shown, left)
    _deal(s, s.discards, s.discards_size, left)


@rule
def _redraw_tiles(s: State) -> None:
    """Shuffle the tiles that nobody has seen; sorted first, so that nothing of their old order is left."""
    for place in range(s.tiles_seen + 1, TILES):
        for i in range(place, s.tiles_seen, -1):
            if s.tiles[i] < s.tiles[i - 1]:
                s.tiles[i], s.tiles[i - 1] = s.tiles[i - 1], s.tiles[i]
    for place in range(s.tiles_seen, TILES):
        pick = place + below(s.chance, TILES - place)
        s.tiles[place], s.tiles[pick] = s.tiles[pick], s.tiles[place]


@rule
def _count(heap: State) -> int:
    n = 0
    for card in range(KINDS):
        n += int(heap[card])  # a heap may hold more than an int8 does
    return n


@rule
def _gather(s: State, heap: State) -> None:
    for card in range(KINDS):
        s.pile[card] += heap[card]
        heap[card] = 0


@rule
def _deal(s: State, heap: State, cards: int, left: int) -> int:
    """Deal so many cards to a place; return how many are left."""
    for _ in range(cards):
        heap[draw(s.chance, s.pile, left)] += 1
        left -= 1
    return left


@rule
def _tuck_one(s: State, seat: int, left: int) -> int:
    """One card under a chapel or bank of another seat that has, or had, one."""
    places = 0
    for p in range(s.players):
        if p != seat:
            places += _may_have_tucked(s, p, Card.CHAPEL) + s.bank_used[p]
    place = below(s.chance, places)
    for p in range(s.players):
        if p != seat:
            if _may_have_tucked(s, p, Card.CHAPEL):
                if place == 0:
                    s.chapel[p] += 1
                    s.tucked[p, draw(s.chance, s.pile, left)] += 1
                    return left - 1
                place -= 1
            if s.bank_used[p]:
                if place == 0:
                    s.bank[p] += 1
                    s.tucked[p, draw(s.chance, s.pile, left)] += 1
                    return left - 1
                place -= 1
    return left


@rule
def _may_have_tucked(s: State, p: int, card: int) -> int:
    return 1 if owns(s, p, card) or s.covered[p, card] > 0 else 0
