"""The buildings: each row of the table (price, points, circles, column), and what holds for all of them."""

from __future__ import annotations

import pytest

from .table import Table

#            building              cost, points and column, circles
BUILDINGS = [
    ("small-indigo-plant", 1, 1, 1),
    ("small-sugar-mill", 2, 1, 1),
    ("indigo-plant", 3, 2, 3),
    ("sugar-mill", 4, 2, 3),
    ("tobacco-storage", 5, 3, 3),
    ("coffee-roaster", 6, 3, 2),
    ("small-market", 1, 1, 1),
    ("hacienda", 2, 1, 1),
    ("construction-hut", 2, 1, 1),
    ("small-warehouse", 3, 1, 1),
    ("hospice", 4, 2, 1),
    ("office", 5, 2, 1),
    ("large-market", 5, 2, 1),
    ("large-warehouse", 6, 2, 1),
    ("factory", 7, 3, 1),
    ("university", 8, 3, 1),
    ("harbor", 8, 3, 1),
    ("wharf", 9, 3, 1),
    ("guild-hall", 10, 4, 1),
    ("residence", 10, 4, 1),
    ("fortress", 10, 4, 1),
    ("customs-house", 10, 4, 1),
    ("city-hall", 10, 4, 1),
]
LARGE = ("guild-hall", "residence", "fortress", "customs-house", "city-hall")


@pytest.mark.parametrize(("building", "cost"), [(name, cost) for name, cost, _, _ in BUILDINGS])
def test_each_building_has_its_price(building: str, cost: int) -> None:
    table = Table()
    table.give(1, doubloons=cost)
    table.give(2, doubloons=cost - 1)
    table.take("builder", by=0)
    table.play("pass", f"build:{building}")
    assert table.doubloons(1) == 0
    assert table.turn != 2 or f"build:{building}" not in table.legal


@pytest.mark.parametrize(("building", "cost", "column"), [(name, cost, column) for name, cost, column, _ in BUILDINGS])
def test_each_building_has_its_column_of_quarries(building: str, cost: int, column: int) -> None:
    table = Table()
    table.give(1, doubloons=10)
    table.island(1, quarry=(5, 5))
    table.take("builder", by=0)
    table.play("pass", f"build:{building}")
    assert table.doubloons(1) == 10 - (cost - column)


@pytest.mark.parametrize(("building", "points"), [(name, points) for name, _, points, _ in BUILDINGS])
def test_each_building_has_its_points_also_unoccupied(building: str, points: int) -> None:
    table = Table()
    table.owns(0, building, colonists=0)
    assert table.score(0)["buildings"] == table.score(0)["total"] == points


@pytest.mark.parametrize(("building", "circles"), [(name, circles) for name, _, _, circles in BUILDINGS])
def test_each_building_has_its_circles(building: str, circles: int) -> None:
    table = Table()
    table.island(0)
    table.owns(0, building, colonists=0)
    table.give(0, san_juan=5)
    table.colonists(ship=0)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.workers(0) == {building: circles}
    assert table.player(0)["san_juan"] == 5 - circles


@pytest.mark.parametrize("building", LARGE)
def test_the_five_large_buildings_take_two_city_spaces(building: str) -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.fill_city(0, spaces=10)
    table.take("builder", by=0)
    table.play(f"build:{building}")
    assert table.view["triggers"] == ["city"]


@pytest.mark.parametrize("building", [name for name, _, _, _ in BUILDINGS if name not in LARGE])
def test_all_other_buildings_take_one_city_space(building: str) -> None:
    table = Table()
    table.give(0, doubloons=20)
    table.owns(0, *(name for name in LARGE))
    table.take("builder", by=0)
    table.play(f"build:{building}")
    assert table.view["triggers"] == []


def test_one_colonist_is_enough_to_occupy_a_building_with_three_circles() -> None:
    table = Table()
    table.island(1, tobacco=(1, 1))
    table.owns(1, "tobacco-storage", colonists=1)
    table.take("craftsman", by=0)
    assert table.goods(1) == {"tobacco": 1}


def test_each_owner_of_the_two_copies_uses_his_own() -> None:
    table = Table()
    for seat in (1, 2):
        table.owns(seat, "harbor")
        table.give(seat, goods={"corn": 1})
    table.take("captain", by=0)
    table.finish_phase()
    assert [table.vp(seat) for seat in (1, 2)] == [2, 2]
