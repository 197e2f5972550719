"""The trader: each player may sell one good; the trader two."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule, tell_all

from .actions import Act
from .cards import discard, draw_into_hand, lift_good
from .components import CUSTOMS_PRICE, GOODS, PRICES, TILES, Card, Good
from .state import Decision, end_role, owns, privilege


@rule
def turn_tile(s: State) -> None:
    """The top tile is turned up when the role is taken; the last of the five nobody needs to see."""
    if s.tiles_seen < TILES - 1:
        tell_all(s)
    if s.tiles_seen < TILES:
        s.tiles_seen += 1


@rule
def trader_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def price(s: State, good: int) -> int:
    """What a good brings, in cards, by the tile turned up; the good on a customs office always brings two."""
    return CUSTOMS_PRICE if good == Good.CUSTOMS else PRICES[s.tiles[s.top_tile], good]


@rule
def sales_allowed(s: State, p: int) -> int:
    """One; the privilege one more, with a library two; a trading post one more."""
    return 1 + privilege(s, p) + (1 if owns(s, p, Card.TRADING_POST) else 0)


@rule
def may_sell(s: State, p: int, good: int) -> bool:
    """Goods are chosen in order, and leave together when all are announced."""
    return good >= s.first and s.goods[p, good] > s.sold[good]


@rule
def legal_trader(s: State, out: State) -> int:
    n = 0
    for good in range(GOODS):
        if may_sell(s, s.turn, good):
            out[n] = Act.SELL + good
            n += 1
    out[n] = Act.PASS
    return n + 1


@rule
def apply_trader(s: State, action: int) -> None:
    p = s.turn
    if action != Act.PASS:
        s.first = action - Act.SELL
        s.sold[s.first] += 1
        s.left -= 1
        s.chosen += 1
        if s.left > 0 and _can_sell(s, p):
            return
    if s.chosen > 0:
        _sell(s, p)
    s.first = 0
    s.left = 0
    s.chosen = 0
    p = next_seat(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _ask_from(s, p)


@rule
def _sell(s: State, p: int) -> None:
    """The goods leave, one of them under a harbor; then one draw covers prices, market stand and market hall."""
    s.anybody_sold = 1
    harbor = owns(s, p, Card.HARBOR)
    cards = 0
    for good in range(GOODS):
        while s.sold[good] > 0:
            s.sold[good] -= 1
            cards += price(s, good)
            card = lift_good(s, p, good)
            if harbor:
                s.harbor_cards[card] += 1
                s.harbor[p] += 1
                harbor = False
            else:
                discard(s, card)
    if s.chosen >= 2 and owns(s, p, Card.MARKET_STAND):
        cards += 1
    if owns(s, p, Card.MARKET_HALL):
        cards += 1
    draw_into_hand(s, p, cards)


@rule
def _can_sell(s: State, p: int) -> bool:
    for good in range(GOODS):
        if may_sell(s, p, good):
            return True
    return False


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that has a good."""
    while not _can_sell(s, p):
        p = next_seat(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return
    s.left = sales_allowed(s, p)
    ask(s, p, Decision.TRADER)


@rule
def _end_of_phase(s: State) -> None:
    """Huts, if nobody sold anything; then the tile goes under the stack."""
    if not s.anybody_sold:
        p = s.chooser
        for _ in range(s.players):
            if owns(s, p, Card.HUT):
                draw_into_hand(s, p, 1)
            p = next_seat(s, p)
    s.anybody_sold = 0
    s.top_tile = (s.top_tile + 1) % TILES
    end_role(s)
