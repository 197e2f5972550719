"""The trader: each player may sell one barrel to the trading house; the trader gets one doubloon more."""

from __future__ import annotations

from boriken.engine import State, ask, next_seat, rule

from .actions import Act
from .components import GOODS, PRICE, TRADING_HOUSE_SPACES, Building
from .state import Decision, end_role, occupied


@rule
def trader_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def barrels_in_house(s: State) -> int:
    n = 0
    for good in range(GOODS):
        n += s.trading_house[good]
    return n


@rule
def may_sell(s: State, p: int, good: int) -> bool:
    """The house buys only kinds that it does not have; an office lifts that, but not the limit of four."""
    return (
        s.goods[p, good] > 0
        and barrels_in_house(s) < TRADING_HOUSE_SPACES
        and (s.trading_house[good] == 0 or occupied(s, p, Building.OFFICE))
    )


@rule
def income(s: State, p: int, good: int) -> int:
    """What a sale brings p: the price, the trader's privilege, and the markets."""
    doubloons = PRICE[good]
    if p == s.chooser:
        doubloons += 1
    if occupied(s, p, Building.SMALL_MARKET):
        doubloons += 1
    if occupied(s, p, Building.LARGE_MARKET):
        doubloons += 2
    return doubloons


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
        good = action - Act.SELL
        s.doubloons[p] += income(s, p, good)
        s.goods[p, good] -= 1
        s.trading_house[good] += 1
    p = next_seat(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _ask_from(s, p)


@rule
def _can_sell(s: State, p: int) -> bool:
    for good in range(GOODS):
        if may_sell(s, p, good):
            return True
    return False


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can sell anything."""
    while not _can_sell(s, p):
        p = next_seat(s, p)
        if p == s.chooser:
            _end_of_phase(s)
            return
    ask(s, p, Decision.TRADER)


@rule
def _end_of_phase(s: State) -> None:
    """A full house is emptied; otherwise the barrels stay."""
    if barrels_in_house(s) == TRADING_HOUSE_SPACES:
        for good in range(GOODS):
            s.supply[good] += s.trading_house[good]
            s.trading_house[good] = 0
    end_role(s)
