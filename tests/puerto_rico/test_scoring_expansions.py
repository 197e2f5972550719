"""What New Buildings and Nobles change at the end of the game."""

from __future__ import annotations

import pytest

from .table import ANNA, BigTable


def test_the_cloister_counts_sets_of_three_equal_tiles_of_any_sort() -> None:
    """Case 73: 6 forests and 3 quarries are three sets; 2 corn and 1 coffee are none."""
    table = BigTable()
    table.owns(ANNA, "cloister")
    table.island(ANNA, corn=(2, 0), coffee=(1, 0), quarry=(3, 0))
    table.forests(ANNA, corn=3, indigo=2, sugar=1)
    assert table.score(ANNA)["cloister"] == 6


@pytest.mark.parametrize(("tiles", "points"), [(2, 0), (3, 1), (6, 3), (9, 6), (12, 10)])
def test_the_cloister_gives_0_1_3_6_or_10_points(tiles: int, points: int) -> None:
    table = BigTable()
    table.owns(ANNA, "cloister")
    table.island(ANNA)
    table.forests(ANNA, corn=min(tiles, 6), indigo=max(tiles - 6, 0))
    assert table.score(ANNA)["cloister"] == points


def test_an_unoccupied_cloister_has_its_printed_points_only() -> None:
    """Case 74."""
    table = BigTable()
    table.owns(ANNA, "cloister", colonists=0)
    table.island(ANNA, corn=(6, 0))
    assert table.score(ANNA)["cloister"] == 0
    assert table.score(ANNA)["buildings"] == table.score(ANNA)["total"] == 4


def test_the_guild_hall_counts_the_jeweler_as_a_large_production_building() -> None:
    """Case 89: with a coffee roaster."""
    table = BigTable()
    table.owns(ANNA, "guild-hall", "jeweler", "coffee-roaster")
    assert table.score(ANNA)["guild-hall"] == 4


def test_the_city_hall_counts_the_nobles_buildings_but_the_jeweler() -> None:
    """Case 90: villa and city hall."""
    table = BigTable()
    table.owns(ANNA, "city-hall", "jeweler", "villa")
    assert table.score(ANNA)["city-hall"] == 2


def test_the_city_hall_counts_all_new_buildings() -> None:
    table = BigTable()
    new = ("aqueduct", "forest-house", "black-market", "storehouse", "guest-house", "trading-post", "church")
    table.owns(ANNA, "city-hall", *new)
    assert table.score(ANNA)["city-hall"] == 8


def test_each_noble_is_a_point_and_in_the_royal_garden_another_one() -> None:
    """Case 91: no chips, so the customs house does not count them."""
    table = BigTable(nobles=True)
    table.owns(ANNA, "customs-house")
    table.noble_in(ANNA, "royal-garden")
    table.nobles_in_san_juan(ANNA, 2)
    table.give(ANNA, vp=4)
    sheet = table.score(ANNA)
    assert (sheet["nobles"], sheet["royal-garden"], sheet["customs-house"]) == (3, 3, 1)
    assert sheet["total"] == 4 + 8 + 3 + 3 + 1


def test_an_unoccupied_royal_garden_gives_nothing_but_nobles_count() -> None:
    table = BigTable(nobles=True)
    table.owns(ANNA, "royal-garden", colonists=0)
    table.nobles_in_san_juan(ANNA, 2)
    sheet = table.score(ANNA)
    assert (sheet["nobles"], sheet["royal-garden"], sheet["total"]) == (2, 0, 6)


def test_the_fortress_counts_nobles_too() -> None:
    """Case 92: 14 colonists and 4 nobles."""
    table = BigTable(nobles=True)
    table.owns(ANNA, "fortress")
    table.give(ANNA, san_juan=13)
    table.nobles_in_san_juan(ANNA, 4)
    assert table.persons(ANNA) == (14, 4)
    assert table.score(ANNA)["fortress"] == 6


def test_the_residence_counts_forests() -> None:
    table = BigTable()
    table.owns(ANNA, "residence")
    table.island(ANNA, corn=(5, 0))
    table.forests(ANNA, indigo=6)
    assert table.score(ANNA)["residence"] == 6
