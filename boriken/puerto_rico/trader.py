"""The trader: each player may sell one barrel to the trading house; the trader gets one doubloon more."""

from __future__ import annotations

from boriken.engine import State, ask, rule

from .actions import Act
from .components import GOODS, ISLAND_SPACES, PRICE, TRADING_HOUSE_SPACES, Building
from .festival import tile_placed
from .guests import guests_can_help, legal_guests
from .nobles import discard_tile, has_tile_to_discard, legal_discards, with_colonist, with_noble
from .plantations import asks_for_forest, draw_plantation, plantation_to_draw
from .state import Decision, barrels_in_house, end_role, expansion, island_tiles, next_player, occupied, privilege


@rule
def trader_phase(s: State) -> None:
    _ask_from(s, s.chooser)


@rule
def may_sell(s: State, p: int, good: int) -> bool:
    """The house buys only kinds that it does not have; an office lifts that, but not the limit of four."""
    return (
        s.goods[p, good] > 0
        and not has_sold(s)
        and barrels_in_house(s) < TRADING_HOUSE_SPACES
        and (s.trading_house[good] == 0 or occupied(s, p, Building.OFFICE))
    )


@rule
def income(s: State, p: int, good: int) -> int:
    """What a sale brings p: the price, the trader's privilege, and the markets."""
    doubloons = PRICE[good] + privilege(s, p)
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
    n += legal_beside_the_house(s, out, n)
    n += legal_guests(s, out, n)
    out[n] = Act.PASS
    return n + 1


@rule
def apply_trader(s: State, action: int) -> None:
    p = s.turn
    if action == Act.PASS:
        _next_trader(s, p)
    elif action < Act.POST:
        good = action - Act.SELL
        s.doubloons[p] += income(s, p, good)
        s.goods[p, good] -= 1
        s.trading_house[good] += 1
        note_sale(s)
        go_on_trading(s, p)
    else:
        trade_beside_the_house(s, p, action)


@rule
def go_on_trading(s: State, p: int) -> None:
    """After the sale p's turn is over, unless there is a land office to be used."""
    if has_more_to_trade(s, p):
        ask(s, p, Decision.TRADER)
    else:
        _next_trader(s, p)


@rule
def _next_trader(s: State, p: int) -> None:
    end_turn(s)
    p = next_player(s, p)
    if p == s.chooser:
        _end_of_phase(s)
    else:
        _ask_from(s, p)


@rule
def _can_sell(s: State, p: int) -> bool:
    for good in range(GOODS):
        if may_sell(s, p, good):
            return True
    return has_more_to_trade(s, p)


@rule
def _ask_from(s: State, p: int) -> None:
    """Ask p, or the next seat after p that can sell anything."""
    while not _can_sell(s, p):
        p = next_player(s, p)
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


# --- expansions: the trading post and the land office -----------------------------------------------------------------


@expansion(False)
def has_sold(s: State) -> bool:
    """One sale a turn, to the house or to the trading post."""
    return s.sold != 0


@expansion()
def note_sale(s: State) -> None:
    s.sold = 1


@expansion()
def end_turn(s: State) -> None:
    s.sold = 0
    s.land_office_used = 0


@expansion(False)
def may_sell_to_post(s: State, p: int, good: int) -> bool:
    """The trading post takes any kind, whatever the house holds."""
    return s.goods[p, good] > 0 and not s.sold and occupied(s, p, Building.TRADING_POST)


@expansion(0)
def post_income(s: State, p: int, good: int) -> int:
    """The markets do not count at the trading post."""
    return PRICE[good] + privilege(s, p)


@expansion(False)
def may_buy_tile(s: State, p: int) -> bool:
    """A colonist in the land office: the top face-down tile for a doubloon."""
    return (
        not s.land_office_used
        and with_colonist(s, p, Building.LAND_OFFICE)
        and s.doubloons[p] > 0
        and island_tiles(s, p) < ISLAND_SPACES
        and plantation_to_draw(s)
    )


@expansion(False)
def may_sell_tile(s: State, p: int) -> bool:
    """A noble in the land office: a plantation or forest to the discards for a doubloon."""
    return not s.land_office_used and with_noble(s, p, Building.LAND_OFFICE) and has_tile_to_discard(s, p)


@expansion(0)
def legal_beside_the_house(s: State, out: State, n: int) -> int:
    p = s.turn
    first = n
    for good in range(GOODS):
        if may_sell_to_post(s, p, good):
            out[n] = Act.POST + good
            n += 1
    if may_buy_tile(s, p):
        out[n] = Act.LAND_OFFICE
        n += 1
    if may_sell_tile(s, p):
        n += legal_discards(s, out, n)
    return n - first


@expansion(False)
def has_more_to_trade(s: State, p: int) -> bool:
    """Anything but passing."""
    for good in range(GOODS):
        if may_sell(s, p, good) or may_sell_to_post(s, p, good):
            return True
    return may_buy_tile(s, p) or may_sell_tile(s, p) or guests_can_help(s, p, Decision.TRADER)


@expansion()
def trade_beside_the_house(s: State, p: int, action: int) -> None:
    if action < Act.LAND_OFFICE:
        good = action - Act.POST
        s.doubloons[p] += post_income(s, p, good)
        s.goods[p, good] -= 1
        s.supply[good] += 1
        note_sale(s)
    elif action == Act.LAND_OFFICE:
        s.doubloons[p] -= 1
        s.land_office_used = 1
        tile = draw_plantation(s)
        if asks_for_forest(s, p, tile):
            return
        s.island[p, tile] += 1
        tile_placed(s, p, tile)
    else:
        s.doubloons[p] += 1
        s.land_office_used = 1
        discard_tile(s, p, action)
    go_on_trading(s, p)
