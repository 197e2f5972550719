"""New Buildings and Nobles in the builder phase: numbers and prices, the church, the statue."""

from __future__ import annotations

from typing import Any

import pytest

from boriken.puerto_rico.components import BUILDING_TABLE, COPIES_FOR_TWO, Building

from .table import ANNA, BOB, CHRIS, BigTable, enum_name

#    building           cost, points, column, circles, copies
DATA = {
    "aqueduct": (1, 1, 1, 1, 2),
    "forest-house": (2, 1, 1, 1, 2),
    "black-market": (2, 1, 1, 1, 2),
    "storehouse": (3, 1, 1, 1, 2),
    "guest-house": (4, 2, 2, 2, 2),
    "trading-post": (5, 2, 2, 1, 2),
    "church": (5, 2, 2, 1, 2),
    "small-wharf": (6, 2, 2, 1, 2),
    "lighthouse": (7, 3, 3, 1, 2),
    "specialty-factory": (8, 3, 3, 1, 2),
    "library": (8, 3, 3, 1, 2),
    "union-hall": (9, 3, 3, 1, 2),
    "statue": (10, 8, 4, 0, 1),
    "cloister": (10, 4, 4, 1, 1),
    "land-office": (2, 1, 1, 1, 2),
    "chapel": (3, 1, 1, 1, 2),
    "hunting-lodge": (4, 2, 2, 1, 2),
    "zoning-office": (5, 2, 2, 1, 2),
    "royal-supplier": (6, 2, 2, 1, 2),
    "villa": (7, 3, 3, 1, 2),
    "jeweler": (8, 3, 3, 1, 2),
    "royal-garden": (10, 4, 4, 1, 1),
}


def bob_builds(table: BigTable, building: str, builder: int = ANNA) -> int:
    """Bob builds it with 20 doubloons; returns what he pays."""
    table.give(BOB, doubloons=20)
    table.take("builder", by=builder)
    table.until("builder", BOB)
    table.play(f"build:{building}")
    return 20 - table.doubloons(BOB)


# --- the tables -------------------------------------------------------------------------------------------------------


def test_22_new_kinds_with_their_numbers() -> None:
    for name, numbers in DATA.items():
        row = BUILDING_TABLE[Building[enum_name(name)]]
        assert (row.cost, row.vp, row.column, row.circles, row.copies) == numbers, name
    assert sum(copies for *_, copies in DATA.values()) == 26 + 15


def test_two_players_have_one_of_each_new_kind() -> None:
    assert all(COPIES_FOR_TWO[Building[enum_name(name)]] == 1 for name in DATA)


@pytest.mark.parametrize("building", DATA)
def test_quarries_count_up_to_the_column_of_a_new_building(building: str) -> None:
    """The column is not to be read off the cost."""
    cost, _, column, _, _ = DATA[building]
    table = BigTable()
    table.island(BOB, quarry=(4, 4))
    assert bob_builds(table, building) == max(cost - column, 0)


# --- forests, zoning office, library ----------------------------------------------------------------------------------


def test_each_pair_of_forests_makes_every_building_a_doubloon_cheaper() -> None:
    """Case 19: three forests are one pair."""
    for forests, less in ((1, 0), (2, 1), (3, 1), (4, 2)):
        table = BigTable()
        table.forests(BOB, corn=forests)
        assert bob_builds(table, "guild-hall") == 10 - less


def test_forests_save_besides_quarries_and_the_builders_privilege() -> None:
    """Case 18: 6 forests, 2 quarries, the builder; large warehouse."""
    table = BigTable()
    table.forests(BOB, corn=6)
    table.island(BOB, quarry=(2, 2))
    assert bob_builds(table, "large-warehouse", builder=BOB) == 0


def test_forests_save_without_anybody_in_the_forest_house() -> None:
    """Case 20."""
    table = BigTable()
    table.owns(BOB, "forest-house", colonists=0)
    table.forests(BOB, corn=4)
    assert bob_builds(table, "small-market") == 0
    table = BigTable()
    table.forests(BOB, corn=4)
    assert bob_builds(table, "small-warehouse") == 3 - 2


def test_nothing_is_paid_back_for_forests() -> None:
    """Case 21."""
    table = BigTable()
    table.forests(BOB, corn=4, indigo=4)
    assert bob_builds(table, "construction-hut") == 0


@pytest.mark.parametrize(
    ("noble", "building", "price"),
    [(False, "small-market", 0), (False, "tobacco-storage", 4), (False, "guild-hall", 10), (True, "small-market", 1)],
)
def test_the_zoning_office_saves_1_in_columns_1_to_3_with_a_colonist(noble: bool, building: str, price: int) -> None:
    """Case 93."""
    table = BigTable(nobles=True)
    if noble:
        table.noble_in(BOB, "zoning-office")
    else:
        table.owns(BOB, "zoning-office")
    assert bob_builds(table, building) == price


def test_the_zoning_office_saves_2_in_column_4_with_a_noble() -> None:
    """Case 94: with the builder and 4 quarries."""
    table = BigTable(nobles=True)
    table.noble_in(BOB, "zoning-office")
    table.island(BOB, quarry=(4, 4))
    assert bob_builds(table, "guild-hall", builder=BOB) == 3


def test_the_builder_with_a_library_pays_2_less() -> None:
    table = BigTable()
    table.owns(BOB, "library")
    assert bob_builds(table, "harbor", builder=BOB) == 6
    table = BigTable()
    table.owns(BOB, "library")
    assert bob_builds(table, "harbor", builder=ANNA) == 8


# --- the church -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "points"),
    [("sugar-mill", 1), ("tobacco-storage", 1), ("small-market", 0), ("statue", 2), ("guild-hall", 2), ("villa", 1)],
)
def test_the_church_gives_1_point_in_columns_2_and_3_and_2_in_column_4(building: str, points: int) -> None:
    """Case 48."""
    table = BigTable()
    table.owns(BOB, "church")
    bob_builds(table, building)
    assert table.vp(BOB) == points
    assert table.view["vp_pool"] == 100 - points


def test_an_unoccupied_church_gives_nothing() -> None:
    table = BigTable()
    table.owns(BOB, "church", colonists=0)
    bob_builds(table, "sugar-mill")
    assert table.vp(BOB) == 0


def test_the_church_gives_nothing_for_itself() -> None:
    """Case 49: not even with a colonist of the university."""
    table = BigTable()
    table.owns(BOB, "university")
    bob_builds(table, "church")
    table.play("university")
    assert table.vp(BOB) == 0
    assert table.workers(BOB)["church"] == 1


def test_the_church_works_beside_a_university() -> None:
    """Case 50."""
    table = BigTable()
    table.owns(BOB, "church", "university")
    bob_builds(table, "harbor")
    table.play("university")
    assert table.vp(BOB) == 1
    assert table.workers(BOB)["harbor"] == 1


def test_the_last_chip_ends_the_game_with_the_round_in_any_phase() -> None:
    """Case 51: here the church takes it."""
    table = BigTable()
    table.owns(BOB, "church")
    table.vp_pool(1)
    bob_builds(table, "sugar-mill")
    assert table.view["triggers"] == ["victory-points"]
    assert (table.decision, table.turn) == ("builder", CHRIS)
    table.finish_round()
    assert table.game.over


def test_points_beyond_the_last_chip_are_noted() -> None:
    table = BigTable()
    table.owns(BOB, "church")
    table.vp_pool(1)
    bob_builds(table, "guild-hall")
    assert table.vp(BOB) == 2


# --- the statue, the jeweler ------------------------------------------------------------------------------------------


def test_the_statue_has_no_circle_and_8_points_counted_once() -> None:
    """Case 75: nobody comes with the university."""
    table = BigTable()
    table.owns(BOB, "university", "city-hall")
    bob_builds(table, "statue")
    assert table.turn == CHRIS, "the university does not ask"
    sheet: dict[str, Any] = table.score(BOB)
    assert sheet["buildings"] == 8 + 3 + 4
    assert sheet["city-hall"] == 3
    assert sheet["total"] == 8 + 3 + 4 + 3


def test_the_statue_takes_two_city_spaces_and_can_end_the_game() -> None:
    table = BigTable()
    table.fill_city(BOB, 10)
    bob_builds(table, "statue")
    assert "city" in table.view["triggers"]
