"""The craftsman: production, its limits, the privilege, and the factory."""

from __future__ import annotations

import pytest

from .table import ANNA, DAVID, Table

PLANTS = ("indigo-plant", "sugar-mill", "tobacco-storage", "coffee-roaster")


def test_the_production_example_makes_2_corn_1_tobacco_3_sugar() -> None:
    table = Table()
    table.island(1, corn=(3, 2), tobacco=(2, 2), sugar=(4, 3))
    table.owns(1, "tobacco-storage", colonists=1)
    table.owns(1, "small-sugar-mill", colonists=1)
    table.owns(1, "sugar-mill", colonists=3)
    table.take("craftsman", by=0)
    assert table.goods(1) == {"corn": 2, "tobacco": 1, "sugar": 3}


def test_corn_needs_no_building() -> None:
    table = Table()
    table.island(1, corn=(2, 2))
    table.take("craftsman", by=0)
    assert table.goods(1) == {"corn": 2}


@pytest.mark.parametrize("good", ["indigo", "sugar", "tobacco", "coffee"])
def test_the_other_goods_need_an_occupied_building(good: str) -> None:
    table = Table()
    table.island(1, **{good: (2, 2)})
    table.owns(1, *PLANTS, colonists=0)
    table.take("craftsman", by=0)
    assert table.goods(1) == {}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_building_without_occupied_plantations_makes_nothing(plant: str) -> None:
    table = Table()
    table.island(1, indigo=(1, 0), sugar=(1, 0), tobacco=(1, 0), coffee=(1, 0))
    table.owns(1, plant, colonists=2)
    table.take("craftsman", by=0)
    assert table.goods(1) == {}


@pytest.mark.parametrize(
    ("good", "plant", "circles"),
    [
        ("indigo", "small-indigo-plant", 1),
        ("indigo", "indigo-plant", 3),
        ("sugar", "small-sugar-mill", 1),
        ("sugar", "sugar-mill", 3),
        ("tobacco", "tobacco-storage", 3),
        ("coffee", "coffee-roaster", 2),
    ],
)
def test_each_production_building_makes_its_own_good_up_to_its_colonists(good: str, plant: str, circles: int) -> None:
    table = Table()
    table.island(1, **{good: (4, 4)})
    table.owns(1, plant, colonists=circles)
    table.take("craftsman", by=0)
    assert table.goods(1) == {good: circles}


def test_small_and_large_plants_of_a_kind_add_up() -> None:
    table = Table()
    table.island(1, indigo=(5, 5))
    table.owns(1, "small-indigo-plant", colonists=1)
    table.owns(1, "indigo-plant", colonists=3)
    table.take("craftsman", by=0)
    assert table.goods(1) == {"indigo": 4}


def test_produced_barrels_come_out_of_the_supply() -> None:
    table = Table()
    table.island(1, corn=(3, 3))
    table.take("craftsman", by=0)
    assert table.view["goods"]["corn"] == 10 - 3


def test_production_starts_with_the_craftsman() -> None:
    table = Table()
    for seat in range(4):
        table.island(seat, corn=(2, 2))
    table.barrels(corn=5)
    table.take("craftsman", by=2)
    assert [table.goods(seat).get("corn", 0) for seat in range(4)] == [1, 0, 2, 2]


def test_whoever_finds_the_supply_empty_goes_without() -> None:
    table = Table()
    table.island(0, corn=(2, 2))
    table.island(1, corn=(2, 2))
    table.barrels(corn=1)
    table.take("craftsman", by=0)
    assert table.goods(0) == {"corn": 1}
    assert table.goods(1) == {}


def test_production_is_not_declined() -> None:
    table = Table()
    table.island(1, corn=(1, 1))
    table.take("craftsman", by=0)
    assert table.goods(1) == {"corn": 1}
    assert table.decision == "role"


def test_goods_pile_up_without_limit_until_the_captain_comes() -> None:
    table = Table()
    table.island(1, corn=(2, 2))
    table.give(1, goods={"corn": 7, "indigo": 9})
    table.take("craftsman", by=0)
    assert table.goods(1) == {"corn": 9, "indigo": 9}


# --- the privilege ----------------------------------------------------------------------------------------------------


def test_the_craftsman_takes_one_more_barrel_of_a_kind_that_he_produced() -> None:
    table = Table()
    table.island(0, corn=(1, 1), indigo=(1, 1))
    table.owns(0, "small-indigo-plant")
    table.take("craftsman", by=0)
    assert table.legal == {"privilege:corn", "privilege:indigo", "pass"}
    table.play("privilege:indigo")
    assert table.goods(0) == {"corn": 1, "indigo": 2}
    assert table.view["goods"]["indigo"] == 11 - 2


def test_the_craftsmans_privilege_may_be_declined() -> None:
    table = Table()
    table.island(0, corn=(1, 1))
    table.take("craftsman", by=0)
    assert table.legal == {"privilege:corn", "pass"}
    table.play("pass")
    assert table.goods(0) == {"corn": 1}


def test_a_craftsman_who_produces_nothing_has_no_privilege() -> None:
    table = Table()
    table.give(0, goods={"corn": 2})
    table.take("craftsman", by=0)
    assert table.goods(0) == {"corn": 2}
    assert (table.decision, table.turn) == ("role", 1)


def test_a_craftsman_who_found_the_supply_empty_has_no_privilege() -> None:
    table = Table()
    table.island(0, corn=(1, 1))
    table.barrels(corn=0)
    table.take("craftsman", by=0)
    assert table.goods(0) == {}
    assert (table.decision, table.turn) == ("role", 1)


def test_the_privilege_comes_after_all_have_produced() -> None:
    table = Table()
    table.island(0, corn=(1, 1), indigo=(1, 1))
    table.owns(0, "small-indigo-plant")
    table.island(3, corn=(1, 1))
    table.barrels(corn=2)
    table.take("craftsman", by=0)
    assert table.goods(3) == {"corn": 1}
    assert table.legal == {"privilege:indigo", "pass"}


def test_only_the_craftsman_has_the_privilege() -> None:
    table = Table()
    table.island(1, corn=(1, 1))
    table.take("craftsman", by=0)
    assert table.goods(1) == {"corn": 1}
    assert table.decision == "role"


# --- factory ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kinds", "doubloons"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 5)])
def test_the_factory_pays_0_1_2_3_5_for_1_to_5_kinds(kinds: int, doubloons: int) -> None:
    table = Table()
    goods = ("corn", "indigo", "sugar", "tobacco", "coffee")[:kinds]
    table.island(1, **dict.fromkeys(goods, (1, 1)))
    table.owns(1, "factory", *PLANTS)
    table.take("craftsman", by=0)
    assert len(table.goods(1)) == kinds
    assert table.doubloons(1) == 3 + doubloons


def test_the_factory_counts_kinds_not_barrels() -> None:
    table = Table()
    table.island(1, corn=(6, 6))
    table.owns(1, "factory")
    table.take("craftsman", by=0)
    assert table.goods(1) == {"corn": 6}
    assert table.doubloons(1) == 3


def test_the_factory_example_pays_david_1_for_two_kinds_really_produced() -> None:
    table = Table()
    table.island(DAVID, corn=(3, 3), sugar=(3, 3), tobacco=(1, 1))
    table.owns(DAVID, "factory", "tobacco-storage", colonists=1)
    table.owns(DAVID, "sugar-mill", colonists=3)
    table.barrels(corn=0, sugar=2)
    table.take("craftsman", by=ANNA)
    assert table.goods(DAVID) == {"sugar": 2, "tobacco": 1}
    assert table.doubloons(DAVID) == 3 + 1


def test_an_unoccupied_factory_pays_nothing() -> None:
    table = Table()
    table.island(1, corn=(1, 1), indigo=(1, 1))
    table.owns(1, "small-indigo-plant")
    table.owns(1, "factory", colonists=0)
    table.take("craftsman", by=0)
    assert table.doubloons(1) == 3


def test_the_privilege_barrel_does_not_count_for_the_factory() -> None:
    table = Table()
    table.island(0, corn=(1, 1), indigo=(1, 1))
    table.owns(0, "factory", "small-indigo-plant")
    table.take("craftsman", by=0)
    assert table.doubloons(0) == 3 + 1
    table.play("privilege:corn")
    assert table.doubloons(0) == 3 + 1


def test_goods_from_earlier_rounds_do_not_count_for_the_factory() -> None:
    table = Table()
    table.island(1, corn=(1, 1))
    table.owns(1, "factory")
    table.give(1, goods={"indigo": 1, "sugar": 1, "coffee": 1})
    table.take("craftsman", by=0)
    assert table.doubloons(1) == 3
