"""The builder, quarries, city spaces, and the university."""

from __future__ import annotations

import pytest

from .table import Table


def test_the_builder_pays_one_doubloon_less_and_the_others_the_full_price() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.give(1, doubloons=10)
    table.take("builder", by=0)
    table.play("build:office", "build:office")
    assert table.doubloons(0) == 10 - 4
    assert table.doubloons(1) == 10 - 5


def test_each_player_may_build_one_building_from_the_builder_clockwise() -> None:
    table = Table()
    turns = []
    table.take("builder", by=1)
    for building in ("small-market", "small-indigo-plant", "small-indigo-plant", "small-indigo-plant"):
        turns.append(table.turn)
        table.play(f"build:{building}")
    assert turns == [1, 2, 3, 0]
    assert [len(table.player(seat)["city"]) for seat in range(4)] == [1, 1, 1, 1]
    assert table.decision == "role"


def test_a_built_building_leaves_the_supply_and_is_unoccupied() -> None:
    table = Table()
    table.take("builder", by=0)
    table.play("build:hacienda")
    assert table.player(0)["city"] == {"hacienda": 0}
    assert table.view["buildings"]["hacienda"] == 1


def test_building_may_be_declined() -> None:
    table = Table()
    table.take("builder", by=0)
    assert "pass" in table.legal
    table.play("pass", "pass", "pass", "pass")
    assert all(table.player(seat)["city"] == {} for seat in range(4))
    assert table.decision == "role"


def test_a_builder_who_does_not_build_gets_no_doubloon() -> None:
    table = Table()
    table.take("builder", by=0)
    table.play("pass")
    assert table.doubloons(0) == 3


def test_nobody_builds_what_he_cannot_pay() -> None:
    table = Table()
    table.give(1, doubloons=4)
    table.take("builder", by=0)
    table.play("pass")
    assert {"build:sugar-mill", "build:hospice"} <= table.legal
    assert not table.legal & {"build:tobacco-storage", "build:office", "build:large-market"}


def test_whoever_can_pay_for_nothing_is_passed_over() -> None:
    table = Table()
    table.give(1, doubloons=0)
    table.take("builder", by=0)
    table.play("pass")
    assert table.turn == 2


# --- quarries ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "pays"), [("construction-hut", 1), ("office", 3), ("harbor", 5), ("city-hall", 7)]
)
def test_the_example_of_prices_with_three_occupied_quarries(building: str, pays: int) -> None:
    table = Table()
    table.give(1, doubloons=10)
    table.island(1, quarry=(3, 3))
    table.take("builder", by=0)
    table.play("pass", f"build:{building}")
    assert table.doubloons(1) == 10 - pays


@pytest.mark.parametrize(
    ("quarries", "pays"),
    [(0, [2, 5, 8, 10]), (1, [1, 4, 7, 9]), (2, [1, 3, 6, 8]), (4, [1, 3, 5, 6]), (8, [1, 3, 5, 6])],
)
def test_quarries_count_up_to_the_column_of_the_building(quarries: int, pays: list[int]) -> None:
    paid = []
    for building in ("construction-hut", "office", "harbor", "city-hall"):
        table = Table()
        table.give(1, doubloons=10)
        table.island(1, quarry=(quarries, quarries))
        table.take("builder", by=0)
        table.play("pass", f"build:{building}")
        paid.append(10 - table.doubloons(1))
    assert paid == pays


def test_only_occupied_quarries_lower_the_price() -> None:
    table = Table()
    table.give(1, doubloons=10)
    table.island(1, quarry=(4, 1))
    table.take("builder", by=0)
    table.play("pass", "build:harbor")
    assert table.doubloons(1) == 10 - 7


def test_the_builders_doubloon_comes_on_top_of_the_quarries() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.island(0, quarry=(3, 3))
    table.take("builder", by=0)
    table.play("build:harbor")
    assert table.doubloons(0) == 10 - 4


def test_a_price_never_falls_below_zero() -> None:
    table = Table()
    table.give(0, doubloons=0)
    table.island(0, quarry=(1, 1))
    table.take("builder", by=0)
    table.play("build:small-market")
    assert table.player(0)["city"] == {"small-market": 0}
    assert table.doubloons(0) == 0


def test_quarries_decide_what_can_be_paid() -> None:
    table = Table()
    table.give(1, doubloons=6)
    table.island(1, quarry=(4, 4))
    table.take("builder", by=0)
    table.play("pass")
    assert {"build:fortress", "build:wharf"} <= table.legal
    table.play("build:fortress")
    assert table.doubloons(1) == 0


# --- the city ---------------------------------------------------------------------------------------------------------


def test_each_player_may_have_each_building_only_once() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "office", colonists=0)
    table.take("builder", by=0)
    assert "build:office" not in table.legal
    assert table.view["buildings"]["office"] == 1


def test_a_building_that_is_sold_out_cannot_be_built() -> None:
    table = Table()
    table.give(2, doubloons=10)
    table.owns(0, "office")
    table.owns(1, "office")
    table.take("builder", by=2)
    assert "build:office" not in table.legal
    assert "build:large-market" in table.legal


def test_a_large_building_needs_two_city_spaces() -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces=11)
    table.take("builder", by=0)
    assert "build:small-indigo-plant" in table.legal
    assert "build:fortress" not in table.legal


def test_two_free_spaces_are_enough_for_a_large_building_wherever_they_are() -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces=10)
    table.take("builder", by=0)
    table.play("build:fortress")
    assert "fortress" in table.player(0)["city"]


def test_five_large_buildings_fill_ten_spaces_and_two_small_ones_the_rest() -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.owns(0, "guild-hall", "residence", "fortress", "customs-house", "city-hall", "wharf")
    table.take("builder", by=0)
    table.play("build:harbor")
    assert len(table.player(0)["city"]) == 7
    assert table.view["triggers"] == ["city"]


def test_whoever_has_no_empty_city_space_builds_nothing_more() -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces=12)
    table.take("builder", by=0)
    assert (table.decision, table.turn) == ("builder", 1)


# --- university -------------------------------------------------------------------------------------------------------


def test_the_university_puts_a_colonist_from_the_supply_into_the_new_building() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university")
    table.colonists(supply=10, ship=4)
    table.take("builder", by=0)
    table.play("build:harbor", "university")
    assert table.player(0)["city"] == {"university": 1, "harbor": 1}
    assert (table.view["colonist_supply"], table.view["colonist_ship"]) == (9, 4)


def test_the_university_gives_one_colonist_also_for_a_building_with_three_circles() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university")
    table.take("builder", by=0)
    table.play("build:tobacco-storage", "university")
    assert table.player(0)["city"]["tobacco-storage"] == 1
    assert table.turn == 1


def test_the_university_occupies_a_large_building_too() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university")
    table.take("builder", by=0)
    table.play("build:residence", "university")
    assert table.player(0)["city"]["residence"] == 1
    assert table.score(0)["residence"] == 4


def test_the_university_takes_the_colonist_from_the_ship_when_the_supply_is_empty() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university")
    table.colonists(supply=0, ship=3)
    table.take("builder", by=0)
    table.play("build:harbor", "university")
    assert table.player(0)["city"]["harbor"] == 1
    assert (table.view["colonist_supply"], table.view["colonist_ship"]) == (0, 2)


def test_the_university_goes_without_when_supply_and_ship_are_empty() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university")
    table.colonists(supply=0, ship=0)
    table.take("builder", by=0)
    table.play("build:harbor")
    assert table.player(0)["city"]["harbor"] == 0
    assert table.turn == 1


def test_the_university_colonist_may_be_declined() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university")
    table.take("builder", by=0)
    table.play("build:harbor")
    assert table.legal == {"university", "pass"}
    table.play("pass")
    assert table.player(0)["city"]["harbor"] == 0
    assert table.turn == 1


def test_an_unoccupied_university_gives_no_colonist() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.owns(0, "university", colonists=0)
    table.take("builder", by=0)
    table.play("build:harbor")
    assert table.player(0)["city"]["harbor"] == 0
    assert table.turn == 1


def test_the_university_gives_no_colonist_to_itself() -> None:
    table = Table()
    table.give(0, doubloons=10)
    table.take("builder", by=0)
    table.play("build:university")
    assert table.player(0)["city"] == {"university": 0}
    assert table.turn == 1
