"""The captain: loading, victory points, harbor and wharf. What is left on the windroses: test_storage.py."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, CHRIS, DAVID, Table


@pytest.fixture
def example() -> Table:
    """The rulebook's example: Anna is captain, three corn are on the ship for six."""
    table = Table()
    table.ship(6, "corn", 3)
    table.give(ANNA, goods={"corn": 2, "sugar": 6})
    table.give(BOB, goods={"sugar": 2, "tobacco": 3})
    table.give(CHRIS, goods={"corn": 2, "tobacco": 1})
    table.give(DAVID, goods={"corn": 1, "indigo": 5})
    table.take("captain", by=ANNA)
    return table


def test_in_the_example_anna_loads_six_sugar_on_the_ship_for_seven_and_gets_7(example: Table) -> None:
    assert example.legal == {"load:corn@6", "load:sugar@7"}
    example.play("load:sugar@7")
    assert example.on_ship(7) == ("sugar", 6)
    assert example.vp(ANNA) == 6 + 1


def test_in_the_example_bob_fills_the_sugar_ship_with_one_barrel(example: Table) -> None:
    example.play("load:sugar@7")
    assert example.legal == {"load:sugar@7", "load:tobacco@5"}
    example.play("load:sugar@7")
    assert example.goods(BOB) == {"sugar": 1, "tobacco": 3}
    assert example.vp(BOB) == 1


def test_in_the_example_the_rest_of_the_loading_follows_from_chris_choosing_tobacco(example: Table) -> None:
    example.play("load:sugar@7", "load:sugar@7")
    assert example.legal == {"load:corn@6", "load:tobacco@5"}
    forced = example.play("load:tobacco@5")[1:]
    assert forced[:3] == ["load:corn@6", "load:corn@6", "load:tobacco@5"]
    assert [example.vp(seat) for seat in (ANNA, BOB, CHRIS, DAVID)] == [7 + 2, 1 + 3, 1, 1]


def test_in_the_example_each_keeps_one_barrel_and_the_two_full_ships_are_unloaded(example: Table) -> None:
    example.play("load:sugar@7", "load:sugar@7", "load:tobacco@5")
    assert [example.goods(seat) for seat in (ANNA, CHRIS, DAVID)] == [{}, {"corn": 1}, {"indigo": 1}]
    assert [example.on_ship(capacity) for capacity in (5, 6, 7)] == [("tobacco", 4), (None, 0), (None, 0)]
    assert example.view["goods"]["corn"] == 10 - 1
    assert (example.decision, example.turn) == ("role", BOB)


# --- who must load what, and where ------------------------------------------------------------------------------------


def test_whoever_can_load_must_load() -> None:
    table = Table()
    table.give(0, goods={"corn": 1, "sugar": 2})
    table.take("captain", by=0)
    assert "pass" not in table.legal
    assert all(action.startswith("load:") for action in table.legal)


def test_a_turn_loads_one_kind_only() -> None:
    table = Table()
    table.give(0, goods={"corn": 1, "sugar": 2})
    table.give(1, goods={"indigo": 1})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.goods(0) == {"sugar": 2}
    assert table.turn == 1


def test_as_many_barrels_as_fit_must_be_loaded() -> None:
    table = Table()
    table.ship(5, "corn", 2)
    table.give(0, goods={"corn": 5})
    table.take("captain", by=0)
    assert table.vp(0) == 3 + 1
    assert table.goods(0) == {"corn": 1}


def test_the_kind_is_chosen_freely_not_the_one_with_the_most_barrels() -> None:
    table = Table()
    table.give(0, goods={"corn": 1, "sugar": 5})
    table.take("captain", by=0)
    table.play("load:corn@7")
    assert table.vp(0) == 1 + 1


def test_a_ship_carries_one_kind_only() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.give(0, goods={"sugar": 2})
    table.take("captain", by=0)
    assert table.legal == {"load:sugar@6", "load:sugar@7"}


def test_a_kind_that_is_on_a_ship_goes_on_no_other() -> None:
    table = Table()
    table.ship(5, "corn", 4)
    table.give(0, goods={"corn": 3, "sugar": 1})
    table.take("captain", by=0)
    assert table.legal == {"load:corn@5", "load:sugar@6", "load:sugar@7"}


def test_a_kind_whose_ship_is_full_cannot_be_loaded_at_all() -> None:
    table = Table()
    table.ship(5, "corn", 4)
    table.give(0, goods={"corn": 3})
    table.take("captain", by=0)
    assert table.vp(0) == 1 + 1
    assert [table.on_ship(capacity)[0] for capacity in (6, 7)] == [None, None]
    assert table.decision == "role"


@pytest.mark.parametrize(
    ("barrels", "ships"), [(1, {5, 6, 7}), (5, {5, 6, 7}), (6, {6, 7}), (7, {7}), (8, {7}), (11, {7})]
)
def test_among_empty_ships_only_those_that_take_the_most(barrels: int, ships: set[int]) -> None:
    table = Table()
    table.give(0, goods={"sugar": barrels, "corn": 1})
    table.take("captain", by=0)
    assert {action for action in table.legal if "sugar" in action} == {f"load:sugar@{ship}" for ship in ships}


def test_ships_that_are_not_empty_do_not_count_among_those_that_take_the_most() -> None:
    table = Table()
    table.ship(7, "corn", 1)
    table.give(0, goods={"sugar": 7, "tobacco": 1})
    table.take("captain", by=0)
    assert table.legal == {"load:sugar@6", "load:tobacco@5", "load:tobacco@6"}


def test_loading_goes_round_and_round_while_anybody_can_load() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.ship(6, "sugar", 1)
    table.give(0, goods={"corn": 1, "sugar": 1})
    table.give(1, goods={"corn": 1, "sugar": 1})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.play("load:sugar@6") == ["load:sugar@6", "load:sugar@6", "load:corn@5"]
    assert [table.vp(seat) for seat in (0, 1)] == [2 + 1, 2]


def test_whoever_cannot_load_is_passed_over_and_has_his_turn_later() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.ship(6, "sugar", 5)
    table.ship(7, "coffee", 6)
    table.give(1, goods={"corn": 2, "coffee": 1})
    table.give(2, goods={"indigo": 1})
    table.take("captain", by=0)
    assert table.turn == 1
    table.play("load:coffee@7")
    assert table.vp(1) == 1 + 2
    assert table.goods(2) == {"indigo": 1}


def test_a_captain_without_goods_lets_the_others_load() -> None:
    table = Table()
    table.give(2, goods={"corn": 2})
    table.take("captain", by=0)
    assert (table.decision, table.turn) == ("captain", 2)


# --- victory points ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("good", ["corn", "indigo", "sugar", "tobacco", "coffee"])
def test_each_barrel_brings_one_point_whatever_its_kind(good: str) -> None:
    table = Table()
    table.give(1, goods={good: 3})
    table.take("captain", by=0)
    table.play(f"load:{good}@5")
    assert table.vp(1) == 3
    assert table.view["vp_pool"] == 100 - 3


def test_the_captain_gets_one_point_more_once_however_many_kinds_he_loads() -> None:
    table = Table()
    table.give(0, goods={"corn": 1, "sugar": 1, "coffee": 1})
    table.take("captain", by=0)
    table.finish_phase()
    assert table.vp(0) == 3 + 1


def test_a_captain_who_loads_nothing_gets_no_point() -> None:
    table = Table()
    table.give(1, goods={"corn": 2})
    table.take("captain", by=0)
    table.finish_phase()
    assert [table.vp(seat) for seat in range(4)] == [0, 2, 0, 0]


def test_the_captain_gets_his_point_in_each_captain_phase() -> None:
    table = Table()
    table.give(0, goods={"corn": 1})
    table.take("captain", by=0)
    table.finish_round()
    table.give(0, goods={"corn": 1})
    table.take("captain", by=0)
    table.finish_phase()
    assert table.vp(0) == 2 + 2


# --- harbor -----------------------------------------------------------------------------------------------------------


def test_the_harbor_brings_one_point_more_with_each_load() -> None:
    table = Table()
    table.owns(1, "harbor")
    table.give(1, goods={"corn": 2, "sugar": 1})
    table.take("captain", by=0)
    table.finish_phase()
    assert table.vp(1) == 2 + 1 + 1 + 1


def test_harbor_and_privilege_add_up_for_the_captain() -> None:
    table = Table()
    table.owns(0, "harbor")
    table.give(0, goods={"corn": 2})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.vp(0) == 2 + 1 + 1


def test_an_unoccupied_harbor_brings_nothing() -> None:
    table = Table()
    table.owns(1, "harbor", colonists=0)
    table.give(1, goods={"corn": 2})
    table.take("captain", by=0)
    table.play("load:corn@5")
    assert table.vp(1) == 2


# --- wharf ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def harbor_and_wharf() -> Table:
    """The rulebook's example: room for three of five tobacco and for two sugar, and nobody else has goods."""
    table = Table()
    table.ship(7, "tobacco", 4)
    table.ship(5, "sugar", 2)
    table.owns(BOB, "harbor", "wharf")
    table.give(BOB, goods={"tobacco": 5, "sugar": 2})
    table.take("captain", by=ANNA)
    return table


def test_the_harbor_and_wharf_example_brings_3_and_1_then_2_and_1_then_2_and_1(harbor_and_wharf: Table) -> None:
    table = harbor_and_wharf
    points: list[int] = []
    for action in ("load:tobacco@7", "load:sugar@5", "wharf:tobacco"):
        table.play(action)
        points.append(table.vp(BOB) - sum(points))
    assert points == [3 + 1, 2 + 1, 2 + 1]
    assert table.on_ship(7) == (None, 0)


def test_in_the_other_harbor_and_wharf_example_the_tobacco_ship_is_not_full_and_stays(harbor_and_wharf: Table) -> None:
    table = harbor_and_wharf
    table.play("wharf:tobacco")
    assert table.vp(BOB) == (5 + 1) + (2 + 1)  # the sugar had to follow
    assert table.on_ship(7) == ("tobacco", 4)


def test_the_wharf_may_be_used_though_ships_could_be_loaded() -> None:
    table = Table()
    table.owns(0, "wharf")
    table.give(0, goods={"corn": 3})
    table.take("captain", by=0)
    assert table.legal == {"load:corn@5", "load:corn@6", "load:corn@7", "wharf:corn"}


def test_the_wharf_ships_all_barrels_of_the_kind_into_the_supply() -> None:
    table = Table()
    table.owns(1, "wharf")
    table.give(1, goods={"indigo": 11})
    table.take("captain", by=0)
    table.play("wharf:indigo")
    assert table.goods(1) == {}
    assert table.view["goods"]["indigo"] == 11
    assert table.vp(1) == 11
    assert table.on_ship(7) == (None, 0)


def test_the_wharf_takes_any_kind_not_only_the_one_with_the_most_barrels() -> None:
    table = Table()
    table.full_ships()
    table.owns(0, "wharf")
    table.give(0, goods={"corn": 1, "tobacco": 4})
    table.take("captain", by=0)
    assert table.legal == {"wharf:corn", "wharf:tobacco", "pass"}
    table.play("wharf:corn")
    assert table.vp(0) == 1 + 1


def test_the_wharf_takes_a_kind_that_is_on_a_ship_or_on_the_other_wharf() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.owns(0, "wharf")
    table.owns(1, "wharf")
    table.give(0, goods={"corn": 2})
    table.give(1, goods={"corn": 3})
    table.take("captain", by=0)
    table.play("wharf:corn", "wharf:corn")
    assert [table.vp(seat) for seat in (0, 1)] == [2 + 1, 3]


def test_the_wharf_works_once_in_a_captain_phase() -> None:
    table = Table()
    table.full_ships()
    table.owns(0, "wharf")
    table.give(0, goods={"corn": 1, "tobacco": 1})
    table.take("captain", by=0)
    table.play("wharf:corn")
    assert table.goods(0) == {"tobacco": 1}
    assert table.decision == "role"


def test_the_wharf_works_again_in_the_next_captain_phase() -> None:
    table = Table()
    table.owns(0, "wharf")
    table.give(0, goods={"corn": 1})
    table.take("captain", by=0)
    table.play("wharf:corn")
    table.finish_round()
    table.give(0, goods={"corn": 1})
    table.take("captain", by=0)
    assert "wharf:corn" in table.legal


def test_the_wharf_is_a_choice_and_never_forced() -> None:
    table = Table()
    table.full_ships()
    table.owns(0, "wharf")
    table.give(0, goods={"tobacco": 1})
    table.take("captain", by=0)
    assert table.legal == {"wharf:tobacco", "pass"}
    table.play("pass")
    assert table.goods(0) == {"tobacco": 1}
    assert table.vp(0) == 0


def test_the_wharf_is_no_way_to_pass_while_a_ship_can_be_loaded() -> None:
    table = Table()
    table.owns(0, "wharf")
    table.give(0, goods={"corn": 1})
    table.take("captain", by=0)
    assert "pass" not in table.legal


def test_the_wharf_may_wait_for_a_later_turn_while_others_load() -> None:
    table = Table()
    table.ship(5, "corn", 1)
    table.ship(6, "sugar", 1)
    table.ship(7, "coffee", 1)
    table.owns(0, "wharf")
    table.give(0, goods={"tobacco": 2})
    table.give(1, goods={"corn": 1})
    table.take("captain", by=0)
    table.play("pass")
    assert table.vp(1) == 1
    assert (table.turn, table.legal) == (0, {"wharf:tobacco", "pass"})
    table.play("wharf:tobacco")
    assert table.vp(0) == 2 + 1


def test_a_whole_lap_without_a_load_ends_the_loading() -> None:
    table = Table()
    table.full_ships()
    for seat in (0, 2):
        table.owns(seat, "wharf")
        table.give(seat, goods={"tobacco": 1})
    table.take("captain", by=0)
    table.play("pass")
    assert table.turn == 2
    table.play("pass")
    assert table.decision == "role"
    assert [table.vp(seat) for seat in (0, 2)] == [0, 0]


def test_the_wharf_counts_as_a_load_for_harbor_and_privilege() -> None:
    table = Table()
    table.full_ships()
    table.owns(0, "wharf", "harbor")
    table.give(0, goods={"tobacco": 2})
    table.take("captain", by=0)
    table.play("wharf:tobacco")
    assert table.vp(0) == 2 + 1 + 1


def test_an_unoccupied_wharf_does_not_work() -> None:
    table = Table()
    table.full_ships()
    table.owns(0, "wharf", colonists=0)
    table.give(0, goods={"tobacco": 1})
    table.take("captain", by=0)
    assert table.vp(0) == 0
    assert table.decision == "role"
