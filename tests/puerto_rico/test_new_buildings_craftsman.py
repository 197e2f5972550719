"""New Buildings in the craftsman phase: aqueduct, specialty factory, library."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, BigTable


def produced(table: BigTable) -> tuple[dict[str, int], int]:
    """Somebody else takes the craftsman: Bob's barrels and doubloons after it."""
    table.give(BOB, doubloons=0)
    table.take("craftsman", by=ANNA)
    return table.goods(BOB), table.doubloons(BOB)


# --- the aqueduct -----------------------------------------------------------------------------------------------------


def test_the_aqueduct_adds_a_barrel_to_what_the_large_plants_make() -> None:
    """Cases 1 and 2."""
    table = BigTable()
    table.island(BOB, indigo=(1, 1))
    table.owns(BOB, "aqueduct", "indigo-plant")
    assert produced(table)[0] == {"indigo": 2}
    table = BigTable()
    table.island(BOB, indigo=(1, 1), sugar=(3, 3))
    table.owns(BOB, "aqueduct", "indigo-plant")
    table.owns(BOB, "sugar-mill", colonists=3)
    assert produced(table)[0] == {"indigo": 2, "sugar": 4}


def test_the_aqueduct_adds_nothing_to_small_plants() -> None:
    """Case 3."""
    table = BigTable()
    table.island(BOB, indigo=(1, 1), sugar=(1, 1))
    table.owns(BOB, "aqueduct", "small-indigo-plant", "small-sugar-mill")
    assert produced(table)[0] == {"indigo": 1, "sugar": 1}


def test_an_unoccupied_aqueduct_adds_nothing() -> None:
    table = BigTable()
    table.island(BOB, indigo=(1, 1))
    table.owns(BOB, "indigo-plant")
    table.owns(BOB, "aqueduct", colonists=0)
    assert produced(table)[0] == {"indigo": 1}


@pytest.mark.parametrize(("in_the_large_plant", "indigo"), [(0, 1), (1, 2)])
def test_the_owner_may_call_the_barrel_made_in_the_large_plant_if_it_is_occupied(
    in_the_large_plant: int, indigo: int
) -> None:
    """Cases 4 and 5: beside a small plant that works."""
    table = BigTable()
    table.island(BOB, indigo=(1, 1))
    table.owns(BOB, "aqueduct", "small-indigo-plant")
    table.owns(BOB, "indigo-plant", colonists=in_the_large_plant)
    assert produced(table)[0] == {"indigo": indigo}


def test_the_aqueduct_finds_no_barrel_in_an_empty_supply() -> None:
    """Case 6."""
    table = BigTable()
    table.island(BOB, indigo=(2, 2))
    table.owns(BOB, "aqueduct")
    table.owns(BOB, "indigo-plant", colonists=2)
    table.barrels(indigo=1)
    assert produced(table)[0] == {"indigo": 1}


def test_the_aqueduct_adds_only_to_what_was_really_made() -> None:
    """Case 7: without a barrel made there is none more; here another's mill left none."""
    table = BigTable()
    table.island(BOB, sugar=(2, 2), indigo=(1, 0))
    table.owns(BOB, "aqueduct", "indigo-plant")
    table.owns(BOB, "sugar-mill", colonists=2)
    table.barrels(sugar=0)
    assert produced(table)[0] == {}


def test_the_aqueducts_barrel_counts_for_the_specialty_factory() -> None:
    """Case 8."""
    table = BigTable()
    table.island(BOB, sugar=(3, 3))
    table.owns(BOB, "aqueduct", "specialty-factory")
    table.owns(BOB, "sugar-mill", colonists=3)
    assert produced(table) == ({"sugar": 4}, 3)


def test_the_aqueduct_adds_no_kind_for_the_factory() -> None:
    """Case 9."""
    table = BigTable()
    table.island(BOB, indigo=(1, 1), sugar=(1, 1))
    table.owns(BOB, "aqueduct", "factory", "indigo-plant", "sugar-mill")
    assert produced(table) == ({"indigo": 2, "sugar": 2}, 1)


# --- the specialty factory --------------------------------------------------------------------------------------------


def test_the_specialty_factory_pays_for_all_barrels_but_one_of_the_best_kind() -> None:
    """Case 10: 4 corn, 3 sugar, 2 coffee."""
    table = BigTable()
    table.island(BOB, corn=(4, 4), sugar=(3, 3), coffee=(2, 2))
    table.owns(BOB, "specialty-factory")
    table.owns(BOB, "sugar-mill", colonists=3)
    table.owns(BOB, "coffee-roaster", colonists=2)
    assert produced(table) == ({"corn": 4, "sugar": 3, "coffee": 2}, 2)


def test_the_specialty_factory_pays_nothing_for_corn() -> None:
    """Case 11."""
    table = BigTable()
    table.island(BOB, corn=(5, 5))
    table.owns(BOB, "specialty-factory")
    assert produced(table) == ({"corn": 5}, 0)


@pytest.mark.parametrize("occupied", [0, 1])
def test_the_specialty_factory_never_costs_anything(occupied: int) -> None:
    """Case 12: with a single barrel, or none at all."""
    table = BigTable()
    table.island(BOB, indigo=(1, occupied))
    table.owns(BOB, "specialty-factory", "indigo-plant")
    assert produced(table)[1] == 0


def test_the_specialty_factory_counts_the_craftsmans_privilege() -> None:
    """Case 13."""
    table = BigTable()
    table.island(ANNA, tobacco=(2, 2))
    table.owns(ANNA, "specialty-factory")
    table.owns(ANNA, "tobacco-storage", colonists=2)
    table.give(ANNA, doubloons=0)
    table.take("craftsman", by=ANNA)
    table.play("privilege:tobacco")
    assert table.doubloons(ANNA) == 2


def test_the_specialty_factory_counts_barrels_taken_not_those_that_could_be_made() -> None:
    """Case 14."""
    table = BigTable()
    table.island(BOB, tobacco=(3, 3))
    table.owns(BOB, "specialty-factory")
    table.owns(BOB, "tobacco-storage", colonists=3)
    table.barrels(tobacco=1)
    assert produced(table) == ({"tobacco": 1}, 0)


def test_the_specialty_factory_counts_barrels_of_this_phase_only() -> None:
    table = BigTable()
    table.island(BOB, tobacco=(1, 1))
    table.owns(BOB, "specialty-factory", "tobacco-storage")
    table.give(BOB, goods={"tobacco": 3})
    assert produced(table) == ({"tobacco": 4}, 0)


# --- the library ------------------------------------------------------------------------------------------------------


def test_the_craftsman_with_a_library_takes_two_barrels_of_one_kind_or_two() -> None:
    """Case 61."""
    table = BigTable()
    table.island(ANNA, corn=(1, 1), indigo=(1, 1))
    table.owns(ANNA, "library", "small-indigo-plant")
    table.take("craftsman", by=ANNA)
    table.play("privilege:indigo")
    assert table.legal == {"privilege:corn", "privilege:indigo", "pass"}
    table.play("privilege:indigo")
    assert table.goods(ANNA) == {"corn": 1, "indigo": 3}
    assert table.decision == "role"


def test_the_librarys_second_barrel_must_be_in_the_supply() -> None:
    """Case 62."""
    table = BigTable()
    table.island(ANNA, indigo=(1, 1))
    table.owns(ANNA, "library", "small-indigo-plant")
    table.barrels(indigo=2)
    table.take("craftsman", by=ANNA)
    table.play("privilege:indigo")
    assert table.decision == "role"
    assert table.goods(ANNA) == {"indigo": 2}


def test_passing_gives_up_both_barrels_of_the_privilege() -> None:
    table = BigTable()
    table.island(ANNA, corn=(1, 1))
    table.owns(ANNA, "library")
    table.take("craftsman", by=ANNA)
    table.play("pass")
    assert table.decision == "role"
    assert table.goods(ANNA) == {"corn": 1}
