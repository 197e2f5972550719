"""The trader: one sale each, the trading house, markets and office."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, CHRIS, Table

PRICES = [("corn", 0), ("indigo", 1), ("sugar", 2), ("tobacco", 3), ("coffee", 4)]


@pytest.mark.parametrize(("good", "price"), PRICES)
def test_each_good_has_its_price(good: str, price: int) -> None:
    table = Table()
    table.give(1, goods={good: 1})
    table.take("trader", by=0)
    table.play(f"sell:{good}")
    assert table.doubloons(1) == 3 + price


@pytest.mark.parametrize(("good", "price"), PRICES)
def test_the_trader_gets_one_doubloon_more_for_his_sale(good: str, price: int) -> None:
    table = Table()
    table.give(0, goods={good: 1})
    table.take("trader", by=0)
    table.play(f"sell:{good}")
    assert table.doubloons(0) == 3 + price + 1


def test_a_trader_who_does_not_sell_gets_no_doubloon() -> None:
    table = Table()
    table.give(0, goods={"corn": 1})
    table.take("trader", by=0)
    table.play("pass")
    assert table.doubloons(0) == 3


def test_nobody_need_sell() -> None:
    table = Table()
    table.give(1, goods={"coffee": 2})
    table.take("trader", by=0)
    assert table.legal == {"sell:coffee", "pass"}
    table.play("pass")
    assert table.goods(1) == {"coffee": 2}
    assert table.decision == "role"


def test_each_player_sells_one_barrel_from_the_trader_clockwise() -> None:
    table = Table()
    for seat, good in enumerate(("sugar", "tobacco", "coffee", "corn")):
        table.give(seat, goods={good: 2})
    table.take("trader", by=3)
    table.play("sell:corn")
    assert table.turn == 0
    table.play("sell:sugar", "sell:tobacco", "sell:coffee")
    assert [sum(table.goods(seat).values()) for seat in range(4)] == [1, 1, 1, 1]
    assert table.decision == "role"


def test_a_sold_barrel_lies_in_the_trading_house() -> None:
    table = Table()
    table.give(0, goods={"sugar": 1})
    table.take("trader", by=0)
    table.play("sell:sugar")
    assert table.middle("trading_house") == {"sugar": 1}
    assert table.view["goods"]["sugar"] == 11 - 1


def test_the_trading_house_buys_only_kinds_that_it_does_not_have() -> None:
    table = Table()
    table.trading_house("tobacco")
    table.give(0, goods={"tobacco": 2, "corn": 1})
    table.give(1, goods={"tobacco": 2})
    table.take("trader", by=0)
    assert table.legal == {"sell:corn", "pass"}
    table.play("sell:corn")
    assert table.decision == "role"


def test_a_full_trading_house_ends_the_selling() -> None:
    table = Table()
    table.trading_house("corn", "indigo", "sugar")
    table.give(0, goods={"tobacco": 1})
    table.give(1, goods={"coffee": 1})
    table.take("trader", by=0)
    table.play("sell:tobacco")
    assert table.goods(1) == {"coffee": 1}
    assert table.decision == "role"


def test_a_full_trading_house_is_emptied_into_the_supply() -> None:
    table = Table()
    table.trading_house("corn", "indigo", "sugar")
    table.give(0, goods={"tobacco": 1})
    table.take("trader", by=0)
    table.play("sell:tobacco")
    assert table.middle("trading_house") == {}
    assert table.view["goods"] == {"corn": 10, "indigo": 11, "sugar": 11, "tobacco": 9, "coffee": 9}


def test_a_trading_house_with_fewer_than_four_barrels_keeps_them() -> None:
    table = Table()
    table.trading_house("corn", "indigo")
    table.give(0, goods={"tobacco": 1})
    table.take("trader", by=0)
    table.play("sell:tobacco")
    assert table.middle("trading_house") == {"corn": 1, "indigo": 1, "tobacco": 1}


def test_corn_may_be_sold_for_nothing() -> None:
    table = Table()
    table.give(1, goods={"corn": 1})
    table.take("trader", by=0)
    table.play("sell:corn")
    assert table.doubloons(1) == 3
    assert table.middle("trading_house") == {"corn": 1}


def test_whoever_has_nothing_to_sell_is_passed_over() -> None:
    table = Table()
    table.give(2, goods={"corn": 1})
    table.take("trader", by=0)
    assert table.turn == 2


# --- markets ----------------------------------------------------------------------------------------------------------


def test_the_small_market_example_pays_anna_1_doubloon_for_corn() -> None:
    table = Table()
    table.owns(ANNA, "small-market")
    table.give(ANNA, goods={"corn": 1}, doubloons=0)
    table.take("trader", by=BOB)
    table.play("sell:corn")
    assert table.doubloons(ANNA) == 1


@pytest.mark.parametrize(
    ("markets", "more"), [(["small-market"], 1), (["large-market"], 2), (["small-market", "large-market"], 3)]
)
def test_markets_bring_1_or_2_or_together_3_doubloons_more(markets: list[str], more: int) -> None:
    table = Table()
    table.owns(1, *markets)
    table.give(1, goods={"coffee": 1}, doubloons=0)
    table.take("trader", by=0)
    table.play("sell:coffee")
    assert table.doubloons(1) == 4 + more


def test_markets_and_the_traders_privilege_add_up() -> None:
    table = Table()
    table.owns(0, "small-market", "large-market")
    table.give(0, goods={"coffee": 1}, doubloons=0)
    table.take("trader", by=0)
    table.play("sell:coffee")
    assert table.doubloons(0) == 4 + 1 + 1 + 2


def test_unoccupied_markets_bring_nothing() -> None:
    table = Table()
    table.owns(1, "small-market", "large-market", colonists=0)
    table.give(1, goods={"coffee": 1}, doubloons=0)
    table.take("trader", by=0)
    table.play("sell:coffee")
    assert table.doubloons(1) == 4


def test_markets_bring_nothing_without_a_sale() -> None:
    table = Table()
    table.owns(0, "small-market", "large-market")
    table.give(0, goods={"coffee": 1})
    table.take("trader", by=0)
    table.play("pass")
    assert table.doubloons(0) == 3


# --- office -----------------------------------------------------------------------------------------------------------


def test_the_office_example_lets_bob_and_chris_sell_tobacco_beside_tobacco() -> None:
    table = Table()
    table.trading_house("tobacco")
    table.owns(BOB, "office")
    table.owns(CHRIS, "office")
    table.give(BOB, goods={"tobacco": 1})
    table.give(CHRIS, goods={"tobacco": 1})
    table.take("trader", by=ANNA)
    table.play("sell:tobacco", "sell:tobacco")
    assert table.middle("trading_house") == {"tobacco": 3}
    assert [table.doubloons(seat) for seat in (BOB, CHRIS)] == [3 + 3, 3 + 3]


def test_the_office_does_not_help_when_the_trading_house_is_full() -> None:
    table = Table()
    table.trading_house("corn", "tobacco", "tobacco")
    table.owns(1, "office")
    table.give(0, goods={"coffee": 1})
    table.give(1, goods={"tobacco": 1})
    table.take("trader", by=0)
    table.play("sell:coffee")
    assert table.goods(1) == {"tobacco": 1}
    assert table.decision == "role"


def test_an_unoccupied_office_does_not_help() -> None:
    table = Table()
    table.trading_house("tobacco")
    table.owns(0, "office", colonists=0)
    table.give(0, goods={"tobacco": 1})
    table.take("trader", by=0)
    assert table.goods(0) == {"tobacco": 1}
    assert table.decision == "role"


def test_the_owner_of_an_office_still_sells_only_one_barrel() -> None:
    table = Table()
    table.owns(0, "office")
    table.give(0, goods={"tobacco": 3})
    table.take("trader", by=0)
    table.play("sell:tobacco")
    assert table.goods(0) == {"tobacco": 2}
    assert table.decision == "role"


def test_a_house_filled_with_equal_goods_by_offices_is_emptied_too() -> None:
    table = Table()
    table.trading_house("tobacco", "tobacco", "corn")
    table.owns(0, "office")
    table.give(0, goods={"tobacco": 1})
    table.take("trader", by=0)
    table.play("sell:tobacco")
    assert table.middle("trading_house") == {}
    assert table.view["goods"]["tobacco"] == 9
