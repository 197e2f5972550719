"""The end of the captain phase: what is kept, what is lost, and which ships are unloaded."""

from __future__ import annotations

import pytest

from .table import Table


@pytest.fixture
def table() -> Table:
    """A table at which nothing can be loaded any more."""
    table = Table()
    table.full_ships()
    return table


def test_each_player_keeps_one_barrel_of_his_choice(table: Table) -> None:
    table.give(0, goods={"corn": 2, "coffee": 1})
    table.take("captain", by=0)
    assert table.legal == {"keep:corn", "keep:coffee"}
    table.play("keep:coffee")
    assert table.goods(0) == {"coffee": 1}


def test_what_cannot_be_kept_goes_back_to_the_supply(table: Table) -> None:
    table.give(1, goods={"tobacco": 4, "coffee": 2})
    table.take("captain", by=0)
    table.play("keep:coffee")
    assert table.view["goods"]["tobacco"] == 9
    assert table.view["goods"]["coffee"] == 9 - 1


def test_a_single_barrel_is_kept_unasked(table: Table) -> None:
    table.give(0, goods={"coffee": 1})
    table.take("captain", by=0)
    assert table.goods(0) == {"coffee": 1}
    assert table.decision == "role"


def test_of_one_kind_one_barrel_is_kept_unasked(table: Table) -> None:
    table.give(0, goods={"coffee": 4})
    table.take("captain", by=0)
    assert table.goods(0) == {"coffee": 1}


def test_the_single_barrel_is_not_given_up(table: Table) -> None:
    table.give(0, goods={"corn": 2, "coffee": 1})
    table.take("captain", by=0)
    assert "pass" not in table.legal


def test_a_small_warehouse_does_not_replace_the_single_barrel_and_its_owner_chooses(table: Table) -> None:
    table.owns(0, "small-warehouse")
    table.give(0, goods={"corn": 3, "tobacco": 2, "coffee": 2})
    table.take("captain", by=0)
    assert table.legal == {"store:corn", "store:tobacco", "store:coffee", "pass"}
    table.play("store:tobacco")
    assert table.legal == {"keep:corn", "keep:coffee"}
    table.play("keep:coffee")
    assert table.goods(0) == {"tobacco": 2, "coffee": 1}


def test_the_large_warehouse_keeps_two_kinds_besides_the_single_barrel(table: Table) -> None:
    table.owns(0, "large-warehouse")
    table.give(0, goods={"corn": 3, "indigo": 3, "tobacco": 2, "coffee": 2})
    table.take("captain", by=0)
    table.play("store:corn", "store:coffee", "keep:tobacco")
    assert table.goods(0) == {"corn": 3, "coffee": 2, "tobacco": 1}


def test_both_warehouses_keep_three_kinds_besides_the_single_barrel(table: Table) -> None:
    table.owns(0, "small-warehouse", "large-warehouse")
    table.give(0, goods={"corn": 2, "indigo": 2, "sugar": 2, "tobacco": 2, "coffee": 2})
    table.take("captain", by=0)
    table.play("store:indigo", "store:tobacco", "store:coffee", "keep:sugar")
    assert table.goods(0) == {"indigo": 2, "tobacco": 2, "coffee": 2, "sugar": 1}


@pytest.mark.parametrize("warehouse", ["small-warehouse", "large-warehouse"])
def test_an_unoccupied_warehouse_keeps_nothing(table: Table, warehouse: str) -> None:
    table.owns(0, warehouse, colonists=0)
    table.give(0, goods={"corn": 3})
    table.take("captain", by=0)
    assert table.goods(0) == {"corn": 1}


def test_a_warehouse_may_be_left_unused(table: Table) -> None:
    table.owns(0, "small-warehouse")
    table.give(0, goods={"corn": 3, "coffee": 2})
    table.take("captain", by=0)
    table.play("pass", "keep:corn")
    assert table.goods(0) == {"corn": 1}


def test_the_second_space_of_a_large_warehouse_may_be_left_unused(table: Table) -> None:
    table.owns(0, "large-warehouse")
    table.give(0, goods={"corn": 3, "tobacco": 2, "coffee": 2})
    table.take("captain", by=0)
    table.play("store:corn", "pass", "keep:coffee")
    assert table.goods(0) == {"corn": 3, "coffee": 1}


def test_the_owner_of_a_warehouse_is_not_asked_when_nothing_would_be_lost(table: Table) -> None:
    table.owns(0, "small-warehouse")
    table.give(0, goods={"coffee": 1})
    table.take("captain", by=0)
    assert table.goods(0) == {"coffee": 1}
    assert table.decision == "role"


def test_a_barrel_besides_the_stored_kind_is_kept_unasked(table: Table) -> None:
    table.owns(0, "large-warehouse")
    table.give(0, goods={"corn": 4, "coffee": 1})
    table.take("captain", by=0)
    table.play("store:corn")
    assert table.goods(0) == {"corn": 4, "coffee": 1}
    assert table.decision == "role"


@pytest.mark.parametrize("warehouse", ["small-warehouse", "large-warehouse"])
def test_a_warehouse_does_not_protect_from_loading(warehouse: str) -> None:
    table = Table()
    table.owns(0, warehouse)
    table.give(0, goods={"corn": 3})
    table.take("captain", by=0)
    assert table.legal == {"load:corn@5", "load:corn@6", "load:corn@7"}


def test_goods_are_stored_from_the_captain_clockwise(table: Table) -> None:
    for seat in range(4):
        table.give(seat, goods={"tobacco": 1, "coffee": 1})
    table.take("captain", by=2)
    turns = []
    while table.decision == "windrose":
        turns.append(table.turn)
        table.play("keep:coffee")
    assert turns == [2, 3, 0, 1]


def test_goods_are_stored_only_after_all_loading_is_done() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.ship(6, "sugar", 1)
    table.ship(7, "indigo", 1)
    table.give(0, goods={"coffee": 2, "tobacco": 1})
    table.give(3, goods={"corn": 1, "sugar": 1})
    table.take("captain", by=0)
    assert (table.decision, table.turn) == ("captain", 3)
    assert table.goods(0) == {"coffee": 2, "tobacco": 1}


@pytest.mark.parametrize("role", ["settler", "mayor", "builder", "craftsman", "trader", "prospector"])
def test_no_other_phase_limits_the_goods_on_a_windrose(role: str) -> None:
    table = Table()
    table.give(0, goods={"corn": 3, "coffee": 4})
    table.take(role, by=1)
    table.finish_phase()
    assert table.goods(0) == {"corn": 3, "coffee": 4}


# --- unloading --------------------------------------------------------------------------------------------------------


def test_full_ships_are_unloaded_into_the_supply_at_the_end_of_the_phase(table: Table) -> None:
    table.take("captain", by=0)
    assert [table.on_ship(capacity) for capacity in (5, 6, 7)] == [(None, 0)] * 3
    assert table.view["goods"] == {"corn": 10, "indigo": 11, "sugar": 11, "tobacco": 9, "coffee": 9}


def test_ships_that_are_not_full_stay_as_they_are() -> None:
    table = Table()
    table.ship(5, "corn", 4)
    table.ship(6, "coffee", 1)
    table.take("captain", by=0)
    assert [table.on_ship(capacity) for capacity in (5, 6, 7)] == [("corn", 4), ("coffee", 1), (None, 0)]


def test_a_full_ship_is_not_unloaded_before_the_phase_ends() -> None:
    table = Table()
    table.ship(5, "corn", 4)
    table.give(0, goods={"corn": 1, "sugar": 1})
    table.give(1, goods={"corn": 2, "coffee": 1})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.on_ship(5) == ("corn", 5)
    assert table.legal == {"load:coffee@6", "load:coffee@7"}
