"""The mayor: colonists arrive, everybody places all colonists anew, and the ship is filled again."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, CHRIS, DAVID, Table


def test_the_example_of_six_colonists_gives_3_2_1_1() -> None:
    table = Table()
    table.colonists(ship=6)
    table.take("mayor", by=ANNA)
    table.play("privilege:colonist")
    assert [table.all_colonists(seat) for seat in (ANNA, BOB, CHRIS, DAVID)] == [3, 2, 1, 1]


@pytest.mark.parametrize(
    ("players", "ship", "dealt"),
    [(3, 3, [1, 1, 1]), (3, 7, [2, 2, 3]), (4, 2, [0, 0, 1, 1]), (5, 13, [2, 2, 3, 3, 3]), (5, 0, [0, 0, 0, 0, 0])],
)
def test_the_ship_is_dealt_out_one_by_one_from_the_mayor_clockwise(players: int, ship: int, dealt: list[int]) -> None:
    table = Table(players)
    table.colonists(ship=ship)
    table.take("mayor", by=2)
    table.play("pass")
    assert [table.all_colonists(seat) for seat in range(players)] == dealt


def test_the_privilege_takes_a_colonist_from_the_supply_not_from_the_ship() -> None:
    table = Table()
    table.colonists(supply=20, ship=4)
    table.take("mayor", by=0)
    table.play("privilege:colonist")
    assert [table.all_colonists(seat) for seat in range(4)] == [2, 1, 1, 1]
    assert table.view["colonist_supply"] == 20 - 1 - 4
    assert table.view["colonist_ship"] == 4


def test_the_privilege_need_not_be_taken() -> None:
    table = Table()
    table.take("mayor", by=0)
    assert table.legal == {"privilege:colonist", "pass"}
    table.play("pass")
    assert [table.all_colonists(seat) for seat in range(4)] == [1, 1, 1, 1]


def test_there_is_no_privilege_when_the_supply_is_empty() -> None:
    table = Table()
    table.colonists(supply=0, ship=4)
    table.take("mayor", by=0)
    assert table.decision == "role"
    assert [table.all_colonists(seat) for seat in range(4)] == [1, 1, 1, 1]


def test_nobody_may_refuse_colonists_from_the_ship() -> None:
    table = Table()
    table.colonists(ship=4)
    for seat in range(4):
        table.island(seat, corn=(1, 0), indigo=(1, 0))
    table.take("mayor", by=0)
    table.play("privilege:colonist")
    assert [table.all_colonists(seat) for seat in range(4)] == [2, 1, 1, 1]
    assert table.legal == {"place:corn", "place:indigo"}


def test_a_player_chooses_where_a_colonist_goes() -> None:
    table = Table()
    table.island(0, corn=(1, 0), quarry=(1, 0))
    table.owns(0, "harbor", colonists=0)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.legal == {"place:corn", "place:quarry", "place:harbor"}
    table.play("place:harbor")
    assert table.workers(0) == {"harbor": 1}


def test_colonists_placed_in_earlier_rounds_may_be_moved() -> None:
    table = Table()
    table.island(0, corn=(1, 1), quarry=(1, 0))
    table.owns(0, "harbor", colonists=0)
    table.take("mayor", by=0)
    table.play("pass", "place:quarry")
    assert table.workers(0) == {"quarry": 1, "harbor": 1}


def test_colonists_may_be_moved_though_none_arrives() -> None:
    table = Table()
    table.colonists(ship=0)
    table.island(1, corn=(1, 1), quarry=(1, 0))
    table.take("mayor", by=0)
    table.play("pass", "place:quarry")
    assert table.workers(1) == {"quarry": 1}


def test_colonists_may_stay_where_they_are() -> None:
    table = Table()
    table.colonists(ship=0)
    table.island(0, corn=(1, 0), quarry=(1, 1))
    table.take("mayor", by=0)
    table.play("pass", "place:quarry")
    assert table.workers(0) == {"quarry": 1}


def test_colonists_without_a_circle_stay_in_san_juan() -> None:
    table = Table()
    table.colonists(ship=8)
    table.take("mayor", by=0)
    table.play("privilege:colonist")
    assert [table.player(seat)["san_juan"] for seat in range(4)] == [2, 1, 1, 1]
    assert table.workers(0) == {"indigo": 1}


def test_colonists_of_san_juan_are_placed_in_a_later_mayor_phase() -> None:
    table = Table()
    table.give(0, san_juan=2)
    table.island(0, corn=(4, 0))
    table.take("mayor", by=0)
    table.play("pass")
    assert table.player(0)["san_juan"] == 0
    assert table.workers(0) == {"corn": 3}


def test_nobody_may_keep_a_colonist_in_san_juan_while_a_circle_is_empty() -> None:
    table = Table()
    table.give(0, san_juan=1)
    table.island(0, corn=(2, 0), indigo=(1, 0))
    table.take("mayor", by=0)
    table.play("pass")
    assert table.legal == {"place:corn", "place:indigo"}
    table.play("place:indigo")
    assert table.player(0)["san_juan"] == 0
    assert table.workers(0) == {"corn": 1, "indigo": 1}


def test_with_enough_colonists_all_circles_are_filled_unasked() -> None:
    table = Table()
    table.island(0, corn=(2, 0), quarry=(1, 0))
    table.owns(0, "sugar-mill", colonists=0)
    table.give(0, san_juan=6)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.workers(0) == {"corn": 2, "quarry": 1, "sugar-mill": 3}
    assert table.player(0)["san_juan"] == 1


def test_the_mayor_places_first_then_the_others_clockwise() -> None:
    table = Table()
    for seat in range(4):
        table.island(seat, corn=(1, 0), indigo=(1, 0))
    table.take("mayor", by=2)
    table.play("pass")
    turns = []
    while table.decision == "place":
        turns.append(table.turn)
        table.play("place:indigo")
    assert turns == [2, 3, 0, 1]


def test_colonists_arrive_before_anybody_places() -> None:
    table = Table()
    table.island(0, corn=(1, 0), indigo=(1, 0))
    table.take("mayor", by=0)
    table.play("pass")
    assert (table.decision, table.turn) == ("place", 0)
    assert table.view["colonist_ship"] == 0
    assert [table.all_colonists(seat) for seat in range(4)] == [1, 1, 1, 1]


# --- filling the ship -------------------------------------------------------------------------------------------------


def test_a_colonist_comes_for_each_empty_building_circle_of_all_players() -> None:
    table = Table()
    table.colonists(ship=0)
    table.owns(0, "tobacco-storage", colonists=0)
    table.owns(1, "sugar-mill", colonists=0)
    table.owns(3, "harbor", "coffee-roaster", colonists=0)
    table.take("mayor", by=0)
    table.play("pass")
    assert table.view["colonist_ship"] == 3 + 3 + 1 + 2
    assert table.view["colonist_supply"] == 75 - 9


def test_the_ship_gets_at_least_as_many_colonists_as_there_are_players() -> None:
    table = Table(players=5)
    table.owns(0, "tobacco-storage", colonists=0)
    table.take("mayor", by=0)
    table.finish_phase()
    assert table.view["colonist_ship"] == 5


def test_empty_plantations_and_quarries_do_not_call_colonists() -> None:
    table = Table()
    table.colonists(ship=0)
    for seat in range(4):
        table.island(seat, sugar=(2, 0), quarry=(2, 0))
    table.take("mayor", by=0)
    table.play("pass")
    assert table.view["colonist_ship"] == 4


def test_empty_circles_are_counted_after_all_have_placed() -> None:
    table = Table()
    for seat in range(4):
        table.island(seat)
    table.owns(0, "sugar-mill", colonists=0)
    for seat in (1, 2, 3):
        table.owns(seat, "tobacco-storage", colonists=0)
    table.take("mayor", by=0)
    table.play("privilege:colonist")
    assert table.view["colonist_ship"] == 1 + 2 + 2 + 2


def test_what_is_left_of_the_colonists_goes_on_the_ship() -> None:
    table = Table()
    table.colonists(supply=3, ship=4)
    table.take("mayor", by=0)
    table.play("pass")
    assert (table.view["colonist_ship"], table.view["colonist_supply"]) == (3, 0)


def test_the_ship_stays_empty_when_the_supply_is_empty() -> None:
    table = Table()
    table.colonists(supply=0, ship=4)
    table.take("mayor", by=0)
    assert (table.view["colonist_ship"], table.view["colonist_supply"]) == (0, 0)
