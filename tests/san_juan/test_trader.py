"""The trader, trading house tiles, trading post, market stand and market hall."""

from __future__ import annotations

import pytest

from .table import Table

FIVE = ("sugar-mill", "tobacco-storage", "coffee-roaster", "silver-smelter")
GOODS = ("indigo", "sugar", "tobacco", "coffee", "silver")


def trader(*owned: str, by: int = 1, players: int = 4) -> Table:
    """Seat 1 has all five goods and these buildings; the tile brings 1 1 2 2 3; a seat takes the trader."""
    table = Table(players)
    table.owns(1, *FIVE, *owned)
    table.lay(1, *GOODS)
    table.tile(1, 1, 2, 2, 3)
    table.take("trader", by=by)
    return table


@pytest.mark.parametrize(
    ("by", "owned", "goods"),
    [
        (0, (), 1),
        (1, (), 2),
        (1, ("library",), 3),
        (0, ("library",), 1),
        (0, ("trading-post",), 2),
        (1, ("trading-post",), 3),
        (1, ("trading-post", "library"), 4),
    ],
)
def test_each_sells_1_the_trader_2_with_library_3_and_the_trading_post_adds_1(
    by: int, owned: tuple[str, ...], goods: int
) -> None:
    table = trader(*owned, by=by)
    sold = 0
    while table.asked == ("trader", 1):
        table.play(f"sell:{GOODS[sold]}")
        sold += 1
    assert sold == goods
    assert sum(table.goods(1).values()) == 5 - goods


@pytest.mark.parametrize(
    "prices", [(1, 1, 1, 2, 2), (1, 1, 2, 2, 2), (1, 1, 2, 2, 3), (1, 2, 2, 2, 3), (1, 2, 2, 3, 3)]
)
def test_the_tile_says_how_many_cards_a_good_brings(prices: tuple[int, ...]) -> None:
    for good, price in zip(GOODS, prices, strict=True):
        table = Table()
        table.owns(1, *FIVE)
        table.lay(1, *GOODS)
        table.tile(*prices)
        table.take("trader", by=0)
        table.play(f"sell:{good}")
        assert table.size(1) == price


def test_the_example_of_edition_1_market_stand_and_trading_post_bring_7_cards() -> None:
    table = trader("market-stand", "trading-post")
    table.play("sell:indigo", "sell:tobacco", "sell:silver")
    assert table.size(1) == 1 + 2 + 3 + 1
    assert table.goods(1) == {"sugar": 1, "coffee": 1}


def test_the_example_of_edition_2_trading_post_and_market_hall_bring_7_cards() -> None:
    table = trader("trading-post", "market-hall")
    table.play("sell:indigo", "sell:tobacco", "sell:silver")
    assert table.size(1) == 1 + 2 + 3 + 1


def test_goods_sold_go_to_the_discards() -> None:
    table = trader()
    table.play("sell:indigo", "sell:sugar")
    assert table.view["discards"] == 2
    assert table.goods(1) == {"tobacco": 1, "coffee": 1, "silver": 1}


def test_goods_are_announced_in_order_and_leave_together() -> None:
    table = trader("trading-post")
    table.play("sell:tobacco")
    assert table.legal == {"sell:coffee", "sell:silver", "pass"}
    assert table.size(1) == 0
    assert table.view["discards"] == 0
    table.play("pass")
    assert table.size(1) == 2
    assert table.view["discards"] == 1


def test_goods_of_a_kind_may_be_sold_as_often_as_they_lie_there() -> None:
    table = Table()
    table.owns(0, "indigo-plant", "indigo-plant")
    table.lay(0, "indigo", "indigo")
    table.take("trader", by=0)
    table.play("sell:indigo", "sell:indigo")
    assert table.goods(0) == {}
    assert table.size(0) == 2


def test_selling_goes_clockwise_from_the_trader() -> None:
    table = Table()
    for seat in range(4):
        table.lay(seat, "indigo")
    turns = []
    table.take("trader", by=2)
    while table.decision == "trader":
        turns.append(table.turn)
        table.play("sell:indigo")
    assert turns == [2, 3, 0, 1]
    assert table.sizes() == [1, 1, 1, 1]


def test_selling_may_be_declined_before_the_first_good_and_after_it() -> None:
    table = trader("trading-post")
    table.lay(2, "indigo")
    table.play("sell:silver")
    assert table.goods(1) == {"indigo": 1, "sugar": 1, "tobacco": 1, "coffee": 1}
    table.play("pass")
    assert table.goods(2) == {"indigo": 1}


def test_whoever_has_no_good_is_passed_over() -> None:
    table = Table()
    table.lay(2, "indigo")
    table.take("trader", by=0)
    assert table.asked == ("trader", 2)


def test_the_trader_who_sells_nothing_draws_nothing() -> None:
    table = trader("market-hall", "market-stand")
    table.play("pass")
    assert table.size(1) == 0


# --- market stand and market hall -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goods", "cards"), [(1, 0), (2, 1), (3, 1)])
def test_the_market_stand_draws_one_card_for_2_or_more_goods(goods: int, cards: int) -> None:
    table = trader("market-stand", "trading-post", by=1)
    prices = (1, 1, 2)
    for good in GOODS[:goods]:
        table.play(f"sell:{good}")
    if goods < 3:
        table.play("pass")
    assert table.size(1) == sum(prices[:goods]) + cards


def test_the_market_stand_works_also_for_whoever_is_not_the_trader() -> None:
    table = trader("market-stand", "trading-post", by=0)
    table.play("sell:indigo", "sell:sugar")
    assert table.size(1) == 1 + 1 + 1


@pytest.mark.parametrize(("goods", "cards"), [(1, 1 + 1), (2, 1 + 1 + 1), (3, 1 + 1 + 2 + 1)])
def test_the_market_hall_draws_one_card_for_any_sale_and_no_more_for_several(goods: int, cards: int) -> None:
    table = trader("market-hall", "trading-post")
    for good in GOODS[:goods]:
        table.play(f"sell:{good}")
    if goods < 3:
        table.play("pass")
    assert table.size(1) == cards


def test_the_example_of_a_market_hall_with_sugar_for_1_and_coffee_for_2_brings_4_cards() -> None:
    table = trader("market-hall")
    table.play("sell:sugar", "sell:coffee")
    assert table.size(1) == 1 + 2 + 1


def test_market_stand_and_market_hall_add_up() -> None:
    table = trader("market-stand", "market-hall")
    table.play("sell:indigo", "sell:sugar")
    assert table.size(1) == 1 + 1 + 1 + 1


def test_market_stand_and_market_hall_do_nothing_for_the_others() -> None:
    table = trader("market-stand", "market-hall")
    table.lay(0, "indigo")
    table.play("pass", "sell:indigo")
    assert table.size(0) == 1


def test_one_draw_covers_prices_and_bonuses_after_the_goods_have_left() -> None:
    table = Table()
    table.owns(0, "market-hall")
    table.lay(0, "indigo")
    table.pile("hero")
    table.no_discards()
    table.take("trader", by=0)
    table.play("sell:indigo")
    assert table.size(0) == 2  # the hero, and the good itself, shuffled
    assert (table.view["pile"], table.view["discards"]) == (0, 0)


# --- the tiles --------------------------------------------------------------------------------------------------------


def test_the_tile_is_turned_when_the_role_is_taken_and_lies_open_during_the_phase() -> None:
    table = Table()
    table.lay(0, "indigo")
    table.tile(1, 2, 2, 3, 3)
    open_tiles = [table.view["tile"]]
    table.take("trader", by=0)
    open_tiles.append(table.view["tile"])
    table.play("sell:indigo")
    open_tiles.append(table.view["tile"])
    assert open_tiles == [None, [1, 2, 2, 3, 3], None]


def turned(table: Table, times: int, good: bool) -> list[list[int]]:
    """The tiles that are turned up, one round after another."""
    tiles = []
    for _ in range(times):
        table.hand(0)
        if good:
            table.lay(0, "indigo")
        table.take("trader", by=0)
        if good:
            tiles.append(table.view["tile"])
            table.play("sell:indigo")
        else:
            tiles.append(table.view["tiles"][-1])
        table.new_round()
    return tiles


def test_the_tile_goes_under_the_stack_and_the_order_never_changes() -> None:
    tiles = turned(Table(), times=12, good=True)
    assert sorted(tiles[:5]) == [[1, 1, 1, 2, 2], [1, 1, 2, 2, 2], [1, 1, 2, 2, 3], [1, 2, 2, 2, 3], [1, 2, 2, 3, 3]]
    assert tiles[5:10] == tiles[:5]
    assert tiles[10:] == tiles[:2]


def test_the_tile_goes_under_the_stack_also_when_nothing_is_sold() -> None:
    assert turned(Table(), times=7, good=False) == turned(Table(), times=7, good=True)
