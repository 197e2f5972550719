"""New Buildings in the captain phase: small wharf, lighthouse, union hall, library; the storehouse at its end."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, CHRIS, BigTable

# --- the small wharf --------------------------------------------------------------------------------------------------


def test_the_small_wharf_ships_any_barrels_for_half_a_point_each() -> None:
    """Case 52: the captain, with a harbor: 1 + 1 + 1 points for three barrels."""
    table = BigTable()
    table.owns(ANNA, "small-wharf", "harbor")
    table.give(ANNA, goods={"corn": 3, "coffee": 2})
    table.take("captain", by=ANNA)
    table.play("small-wharf:corn", "small-wharf:corn", "small-wharf:coffee", "pass")
    assert table.vp(ANNA) == 3
    assert table.goods(ANNA) == {"corn": 1, "coffee": 1}
    assert (table.view["goods"]["corn"], table.view["goods"]["coffee"]) == (9, 8)


@pytest.mark.parametrize(("building", "points", "doubloons"), [("", 0, 0), ("lighthouse", 0, 1), ("harbor", 1, 0)])
def test_a_single_barrel_on_the_small_wharf_is_a_load(building: str, points: int, doubloons: int) -> None:
    """Case 53."""
    table = BigTable()
    table.owns(BOB, "small-wharf", *building.split())
    table.give(BOB, doubloons=0, goods={"corn": 1})
    table.full_ships()
    table.take("captain", by=ANNA)
    table.play("small-wharf:corn")
    assert (table.vp(BOB), table.doubloons(BOB), table.goods(BOB)) == (points, doubloons, {})


def test_the_small_wharf_is_used_once_in_a_captain_phase() -> None:
    """Case 54: the wharf, in another turn."""
    table = BigTable()
    table.owns(BOB, "small-wharf", "wharf")
    table.give(BOB, goods={"corn": 2, "coffee": 1})
    table.full_ships()
    table.take("captain", by=ANNA)
    table.play("small-wharf:corn", "pass")
    assert table.legal == {"wharf:corn", "wharf:coffee", "pass"}
    assert table.player(BOB)["small_wharf_used"]
    table.finish_phase()
    assert not table.player(BOB)["small_wharf_used"]


def test_whoever_could_only_use_the_small_wharf_may_pass_and_is_asked_again() -> None:
    """Case 55."""
    table = BigTable()
    table.owns(BOB, "small-wharf")
    table.owns(CHRIS, "wharf")
    table.give(BOB, goods={"corn": 1})
    table.give(CHRIS, goods={"coffee": 1})
    table.full_ships()
    table.take("captain", by=ANNA)
    assert table.legal == {"small-wharf:corn", "pass"}
    table.play("pass", "wharf:coffee")
    assert (table.decision, table.turn) == ("captain", BOB)
    table.play("pass")
    assert table.decision == "role"


def test_the_small_wharf_may_be_used_although_a_ship_could_be_loaded() -> None:
    """Case 56: but who can load a ship may not pass."""
    table = BigTable()
    table.owns(BOB, "small-wharf")
    table.give(BOB, goods={"corn": 1})
    table.ship(5, "corn", 1)
    table.take("captain", by=ANNA)
    assert table.legal == {"load:corn@5", "small-wharf:corn"}


def test_each_cargo_of_the_small_wharf_is_offered_in_one_order() -> None:
    table = BigTable()
    table.owns(BOB, "small-wharf")
    table.give(BOB, goods={"corn": 2, "sugar": 1, "coffee": 1})
    table.take("captain", by=ANNA)
    table.play("small-wharf:sugar")
    assert table.legal == {"small-wharf:coffee", "pass"}


# --- the lighthouse ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colonists", "doubloons"), [(1, 1), (0, 0)])
def test_the_lighthouse_pays_for_taking_the_captain_without_a_barrel(colonists: int, doubloons: int) -> None:
    """Cases 57 and 59: if it is occupied."""
    table = BigTable()
    table.owns(ANNA, "lighthouse", colonists=colonists)
    table.give(ANNA, doubloons=0)
    table.take("captain", by=ANNA)
    assert table.doubloons(ANNA) == doubloons


def test_the_lighthouse_pays_for_each_load() -> None:
    """Case 58: 8 coffee by wharf are one load."""
    table = BigTable()
    table.owns(ANNA, "lighthouse", "wharf")
    table.give(ANNA, doubloons=0, goods={"coffee": 8})
    table.take("captain", by=ANNA)
    table.play("wharf:coffee")
    assert (table.doubloons(ANNA), table.vp(ANNA)) == (2, 9)


def test_the_lighthouse_pays_who_loads_without_being_captain() -> None:
    table = BigTable()
    table.owns(BOB, "lighthouse")
    table.give(BOB, doubloons=0, goods={"corn": 3})
    table.ship(5, "corn", 1)
    table.take("captain", by=ANNA)
    assert (table.doubloons(BOB), table.vp(BOB)) == (1, 3)


# --- the union hall, the library --------------------------------------------------------------------------------------


def test_the_union_hall_gives_a_point_for_every_two_barrels_of_a_kind_before_loading() -> None:
    """Case 70: 3 corn, 2 indigo, 1 coffee; nothing is given up."""
    table = BigTable()
    table.owns(BOB, "union-hall")
    table.give(BOB, goods={"corn": 3, "indigo": 2, "coffee": 1})
    table.take("captain", by=ANNA)
    assert (table.decision, table.turn) == ("captain", BOB)
    assert table.vp(BOB) == 2
    assert table.goods(BOB) == {"corn": 3, "indigo": 2, "coffee": 1}


def test_the_union_hall_scores_once_though_its_owner_cannot_load() -> None:
    """Case 71."""
    table = BigTable()
    table.owns(BOB, "union-hall")
    table.give(BOB, goods={"corn": 2})
    table.full_ships()
    table.take("captain", by=ANNA)
    table.finish_phase()
    assert table.vp(BOB) == 1


def test_the_union_hall_scores_only_in_the_first_turn() -> None:
    table = BigTable()
    table.owns(BOB, "union-hall")
    table.give(BOB, goods={"corn": 2, "coffee": 3})
    table.ship(5, "corn", 1)
    table.ship(6, "coffee", 5)
    table.take("captain", by=ANNA)
    table.play("load:coffee@6")
    assert table.vp(BOB) == 2 + 1 + 2, "then the corn is loaded, which is forced"


def test_the_captain_with_a_library_gets_2_points_with_his_first_load() -> None:
    """Case 60."""
    table = BigTable()
    table.owns(ANNA, "library")
    table.give(ANNA, goods={"corn": 3})
    table.ship(5, "corn", 1)
    table.take("captain", by=ANNA)
    assert table.vp(ANNA) == 5


# --- the storehouse ---------------------------------------------------------------------------------------------------


def store(table: BigTable) -> None:
    """Nobody can load anything; on to the storage."""
    table.full_ships()
    table.take("captain", by=ANNA)


@pytest.mark.parametrize(
    ("answers", "kept"),
    [
        (["keep:indigo"], {"corn": 1, "indigo": 2, "coffee": 1}),
        (["keep:corn", "keep:coffee"], {"corn": 2, "indigo": 1, "coffee": 1}),
        (["keep:corn", "keep:indigo"], {"corn": 2, "indigo": 2}),
    ],
)
def test_the_storehouse_keeps_three_barrels_more_of_any_kinds(answers: list[str], kept: dict[str, int]) -> None:
    """Case 35: any four of five."""
    table = BigTable()
    table.owns(BOB, "storehouse")
    table.give(BOB, goods={"corn": 2, "indigo": 2, "coffee": 1})
    store(table)
    table.play(*answers)
    assert table.goods(BOB) == kept
    assert table.decision == "role"


def test_the_storehouse_helps_besides_warehouses() -> None:
    """Case 36: two kinds in full, four single barrels of the others."""
    table = BigTable()
    table.owns(BOB, "storehouse", "large-warehouse")
    table.give(BOB, goods={"corn": 3, "indigo": 2, "sugar": 2, "tobacco": 2, "coffee": 2})
    store(table)
    table.play("store:corn", "store:indigo")
    assert table.decision == "windrose"
    table.play("keep:tobacco")
    assert table.goods(BOB) == {"corn": 3, "indigo": 2, "tobacco": 2, "coffee": 2}


def test_the_storehouse_asks_nothing_when_all_fits() -> None:
    """Case 37."""
    table = BigTable()
    table.owns(BOB, "storehouse")
    table.give(BOB, goods={"corn": 2, "indigo": 2})
    store(table)
    assert table.decision == "role"
    assert table.goods(BOB) == {"corn": 2, "indigo": 2}


def test_an_unoccupied_storehouse_keeps_nothing() -> None:
    table = BigTable()
    table.owns(BOB, "storehouse", colonists=0)
    table.give(BOB, goods={"corn": 2, "indigo": 2})
    store(table)
    table.play("keep:corn")
    assert table.goods(BOB) == {"corn": 1}
