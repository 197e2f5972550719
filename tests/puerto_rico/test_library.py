"""The library in the roles that have no buildings of their own: mayor, prospector, buccaneer; and with two players."""

from __future__ import annotations

import pytest

from .table import ANNA, BigTable


@pytest.mark.parametrize(("supply", "colonists"), [(75, 2), (1, 1)])
def test_the_mayor_with_a_library_takes_two_colonists_if_there_are_two(supply: int, colonists: int) -> None:
    """Case 66: besides the one from the ship."""
    table = BigTable()
    table.owns(ANNA, "library")
    table.colonists(supply=supply)
    table.take("mayor", by=ANNA)
    for _ in range(colonists):
        assert table.legal == {"privilege:colonist", "pass"}
        table.play("privilege:colonist")
    assert table.decision != "mayor"
    assert table.all_colonists(ANNA) == 1 + colonists + 1


def test_the_mayor_may_take_only_one_of_the_librarys_two_colonists() -> None:
    table = BigTable()
    table.owns(ANNA, "library")
    table.take("mayor", by=ANNA)
    table.play("privilege:colonist", "pass")
    assert table.all_colonists(ANNA) == 1 + 1 + 1


def test_the_prospector_with_a_library_gets_2_doubloons_and_what_lies_on_the_card() -> None:
    """Case 67: the doubloons on the card are not doubled."""
    table = BigTable()
    table.owns(ANNA, "library")
    table.give(ANNA, doubloons=0)
    table.role_doubloons("prospector", 2)
    table.take("prospector", by=ANNA)
    assert table.doubloons(ANNA) == 4


def test_with_two_players_the_library_serves_one_role_in_a_round() -> None:
    """Case 68: for the builder, so no more for the trader."""
    table = BigTable(players=2)
    table.owns(ANNA, "library")
    table.give(ANNA, doubloons=6, goods={"corn": 1})
    table.take("builder", by=ANNA)
    assert table.legal == {"library", "pass"}
    table.play("library", "build:harbor")
    assert table.doubloons(ANNA) == 0
    table.finish_phase()
    table.take("trader", by=ANNA)
    assert table.decision == "trader", "not asked for the library again"
    table.play("sell:corn")
    assert table.doubloons(ANNA) == 1


def test_with_two_players_the_library_may_wait_for_a_later_role() -> None:
    table = BigTable(players=2)
    table.owns(ANNA, "library")
    table.give(ANNA, doubloons=0)
    table.take("prospector", by=ANNA)
    table.play("pass")
    assert table.doubloons(ANNA) == 1
    assert not table.player(ANNA)["library_used"]
    table.take("captain", by=ANNA)
    assert table.decision == "library"


def test_with_two_players_the_library_serves_again_in_the_next_round() -> None:
    table = BigTable(players=2)
    table.owns(ANNA, "library")
    table.take("prospector", by=ANNA)
    table.play("library")
    assert table.player(ANNA)["library_used"]
    table.finish_round()
    assert not table.player(ANNA)["library_used"]


def test_the_library_has_nothing_to_double_for_the_buccaneer() -> None:
    """Case 69."""
    table = BigTable(players=2, buccaneer=True)
    table.owns(ANNA, "library")
    table.take("buccaneer", by=ANNA)
    assert table.decision == "buccaneer"
    assert not table.player(ANNA)["library_used"]


def test_the_library_doubles_a_kidnapped_role() -> None:
    table = BigTable(buccaneer=True)
    table.owns(ANNA, "library")
    table.island(ANNA, corn=(1, 1))
    table.take("buccaneer", by=ANNA)
    table.play("kidnap:craftsman")
    table.play("role:prospector", "role:trader", "role:captain")
    assert (table.decision, table.turn) == ("craftsman", ANNA)
    table.play("privilege:corn", "privilege:corn")
    assert table.goods(ANNA) == {"corn": 3}
