"""The producer, aqueduct and well."""

from __future__ import annotations

import pytest

from .table import Table

FIVE = ("sugar-mill", "tobacco-storage", "coffee-roaster", "silver-smelter")


def produce_all(table: Table, seat: int) -> int:
    """The seat produces as many goods as it may; returns how many."""
    while table.turn != seat:
        table.play("pass")
    while table.asked == ("producer", seat):
        legal = [str(action) for action in table.game.legal_actions]
        table.play(legal[0])
    return sum(table.goods(seat).values())


@pytest.mark.parametrize(
    ("by", "owned", "goods"),
    [
        (0, (), 1),
        (1, (), 2),
        (1, ("library",), 3),
        (0, ("library",), 1),
        (0, ("aqueduct",), 2),
        (1, ("aqueduct",), 3),
        (1, ("aqueduct", "library"), 4),
    ],
)
def test_each_produces_1_the_producer_2_with_library_3_and_the_aqueduct_adds_1(
    by: int, owned: tuple[str, ...], goods: int
) -> None:
    table = Table()
    table.owns(1, *FIVE, *owned)
    table.take("producer", by=by)
    assert produce_all(table, 1) == goods


def test_production_goes_clockwise_from_the_producer() -> None:
    table = Table()
    turns = []
    table.take("producer", by=2)
    while table.decision == "producer":
        turns.append(table.turn)
        table.play("produce:indigo")
    assert turns == [2, 3, 0, 1]
    assert all(table.goods(seat) == {"indigo": 1} for seat in range(4))


def test_a_good_is_a_card_from_the_pile_on_the_building_and_not_in_the_hand() -> None:
    table = Table()
    pile = table.view["pile"]
    table.take("producer", by=0)
    table.play("produce:indigo")
    assert table.view["pile"] == pile - 1
    assert table.goods(0) == {"indigo": 1}
    assert table.size(0) == 0


def test_a_production_building_holds_one_good_at_most() -> None:
    table = Table()
    table.owns(0, "sugar-mill")
    table.lay(0, "sugar")
    table.take("producer", by=0)
    assert table.legal == {"produce:indigo", "pass"}
    table.play("produce:indigo")
    assert table.goods(0) == {"indigo": 1, "sugar": 1}
    assert table.turn == 1


def test_whoever_has_no_empty_production_building_is_passed_over() -> None:
    table = Table()
    table.lay(0, "indigo")
    table.lay(1, "indigo")
    table.take("producer", by=0)
    assert table.turn == 2


def test_each_of_several_equal_buildings_may_produce() -> None:
    table = Table()
    table.owns(0, "indigo-plant", "indigo-plant")
    table.take("producer", by=0)
    table.play("produce:indigo", "produce:indigo")
    assert table.goods(0) == {"indigo": 2}
    assert table.turn == 1


def test_any_empty_building_may_be_chosen() -> None:
    table = Table()
    table.owns(0, *FIVE)
    table.take("producer", by=0)
    assert table.legal == {
        "produce:indigo",
        "produce:sugar",
        "produce:tobacco",
        "produce:coffee",
        "produce:silver",
        "pass",
    }
    table.play("produce:sugar", "produce:silver")
    assert table.goods(0) == {"sugar": 1, "silver": 1}


def test_goods_are_chosen_in_order() -> None:
    table = Table()
    table.owns(0, *FIVE)
    table.take("producer", by=0)
    table.play("produce:coffee")
    assert table.legal == {"produce:silver", "pass"}


def test_producing_may_be_declined_before_the_first_good_and_after_it() -> None:
    table = Table()
    table.owns(0, "sugar-mill")
    table.take("producer", by=0)
    table.play("produce:indigo", "pass", "pass")
    assert table.goods(0) == {"indigo": 1}
    assert table.goods(1) == {}
    assert table.turn == 2


def test_a_city_building_makes_no_good() -> None:
    table = Table(new_buildings=True)
    table.no_indigo_plant(0)
    table.owns(0, "customs-office", "well")
    table.take("producer", by=0)
    assert table.turn == 1


# --- well -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goods", "cards"), [(1, 0), (2, 1), (3, 1)])
def test_the_well_draws_one_card_for_2_or_more_goods(goods: int, cards: int) -> None:
    table = Table()
    table.owns(0, *FIVE, "well", "library")
    table.take("producer", by=0)
    for good in ("indigo", "sugar", "tobacco")[:goods]:
        table.play(f"produce:{good}")
    if goods < 3:
        table.play("pass")
    assert table.turn == 1
    assert table.size(0) == cards


def test_the_well_works_also_for_whoever_is_not_the_producer() -> None:
    table = Table()
    table.owns(1, *FIVE, "well", "aqueduct")
    table.take("producer", by=0)
    table.play("pass", "produce:indigo", "produce:sugar")
    assert table.size(1) == 1


def test_the_well_counts_goods_produced_now_and_not_those_that_lay_there() -> None:
    table = Table()
    table.owns(0, "sugar-mill", "well")
    table.lay(0, "sugar")
    table.take("producer", by=0)
    table.play("produce:indigo")
    assert table.size(0) == 0


def test_the_well_does_nothing_for_the_others() -> None:
    table = Table()
    table.owns(0, "sugar-mill")
    table.owns(1, "well")
    table.take("producer", by=0)
    table.play("produce:indigo", "produce:sugar")
    table.finish_phase()
    assert table.sizes() == [0, 0, 0, 0]


# --- cards running out ------------------------------------------------------------------------------------------------


def test_without_a_card_left_no_good_is_produced() -> None:
    table = Table()
    table.owns(0, "sugar-mill")
    table.pile("hero")
    table.no_discards()
    table.take("producer", by=0)
    assert table.play("produce:sugar") == ["produce:sugar"]
    assert table.goods(0) == {"sugar": 1}
    assert table.asked == ("role", 1)


def test_the_well_goes_without_when_no_card_is_left() -> None:
    table = Table()
    table.owns(0, "sugar-mill", "well")
    table.pile("hero", "statue")
    table.no_discards()
    table.take("producer", by=0)
    table.play("produce:indigo", "produce:sugar")
    assert table.goods(0) == {"indigo": 1, "sugar": 1}
    assert table.size(0) == 0
