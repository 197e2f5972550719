"""New Buildings in the trader phase: the trading post, the library."""

from __future__ import annotations

from .table import ANNA, BOB, CHRIS, BigTable


def test_the_trading_post_buys_when_the_house_is_full_and_without_the_markets() -> None:
    """Case 44: the barrel goes straight to the supply."""
    table = BigTable()
    table.trading_house("corn", "indigo", "sugar", "tobacco")
    table.owns(BOB, "trading-post", "small-market", "large-market")
    table.give(BOB, doubloons=0, goods={"coffee": 1})
    table.take("trader", by=ANNA)
    assert table.legal == {"post:coffee", "pass"}
    table.play("post:coffee")
    assert table.doubloons(BOB) == 4
    assert table.view["goods"]["coffee"] == 9


def test_the_trader_with_a_library_gets_2_doubloons_more_at_the_post_too() -> None:
    """Case 45."""
    table = BigTable()
    table.owns(ANNA, "trading-post", "library")
    table.give(ANNA, doubloons=0, goods={"coffee": 1})
    table.take("trader", by=ANNA)
    table.play("post:coffee")
    assert table.doubloons(ANNA) == 6


def test_the_trader_with_a_library_gets_2_doubloons_more_in_the_house() -> None:
    table = BigTable()
    table.owns(ANNA, "library", "small-market")
    table.give(ANNA, doubloons=0, goods={"coffee": 1})
    table.take("trader", by=ANNA)
    table.play("sell:coffee")
    assert table.doubloons(ANNA) == 4 + 2 + 1


def test_the_trading_post_buys_a_kind_that_is_in_the_house() -> None:
    """Case 46: without an office."""
    table = BigTable()
    table.trading_house("coffee")
    table.owns(BOB, "trading-post")
    table.give(BOB, goods={"coffee": 1})
    table.take("trader", by=ANNA)
    assert table.legal == {"post:coffee", "pass"}


def test_the_trading_post_and_the_house_are_one_sale() -> None:
    table = BigTable()
    table.owns(BOB, "trading-post")
    table.give(BOB, goods={"coffee": 2, "corn": 1})
    table.take("trader", by=ANNA)
    assert table.legal == {"sell:corn", "sell:coffee", "post:corn", "post:coffee", "pass"}
    table.play("post:coffee")
    assert table.decision == "role"
    assert table.middle("trading_house") == {}


def test_a_sale_to_the_post_does_not_keep_a_full_house_from_being_emptied() -> None:
    """Case 47."""
    table = BigTable()
    table.trading_house("corn", "indigo", "sugar")
    table.give(BOB, goods={"tobacco": 1})
    table.owns(CHRIS, "trading-post")
    table.give(CHRIS, doubloons=0, goods={"coffee": 1})
    table.take("trader", by=ANNA)
    table.play("sell:tobacco")
    assert table.turn == CHRIS
    table.play("post:coffee")
    assert table.doubloons(CHRIS) == 4
    assert table.middle("trading_house") == {}


def test_an_unoccupied_trading_post_buys_nothing() -> None:
    table = BigTable()
    table.trading_house("coffee")
    table.owns(BOB, "trading-post", colonists=0)
    table.give(BOB, goods={"coffee": 1})
    table.take("trader", by=ANNA)
    assert table.decision == "role"
