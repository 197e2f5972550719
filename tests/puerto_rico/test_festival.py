"""The festival: three goals for the first who meets them; what they show is locked until then."""

from __future__ import annotations

from typing import Any

from .table import ANNA, BOB, BigTable, Table


def festival(players: int = 4, **goals: str) -> BigTable:
    table = BigTable(players, festival=True)
    table.festival(**goals)
    return table


# --- set-up -----------------------------------------------------------------------------------------------------------


def goals(seed: int, **options: Any) -> dict[str, Any]:
    drawn: dict[str, Any] = Table(4, seed, festival=True, **options).view["festival"]
    return drawn


def test_a_plantation_three_barrels_and_a_building_of_column_3_are_drawn() -> None:
    column_3 = {"tobacco-storage", "coffee-roaster", "factory", "university", "harbor", "wharf"}
    drawn = [goals(seed) for seed in range(200)]
    assert {each["plantation"] for each in drawn} == {"corn", "indigo", "sugar", "tobacco", "coffee"}
    assert all(sum(each["goods"].values()) == 3 for each in drawn)
    assert {max(each["goods"].values()) for each in drawn} == {1, 2, 3}, "kinds may repeat"
    assert {each["building"] for each in drawn} == column_3


def test_the_building_that_makes_the_drawn_plantations_good_is_no_goal() -> None:
    """Case 123: the drawn barrels bar nothing."""
    drawn = [goals(seed) for seed in range(400)]
    pairs = {(each["plantation"], each["building"]) for each in drawn}
    assert ("tobacco", "tobacco-storage") not in pairs
    assert ("coffee", "coffee-roaster") not in pairs
    assert {("tobacco", "coffee-roaster"), ("coffee", "tobacco-storage")} <= pairs
    assert any("tobacco" in each["goods"] and each["building"] == "tobacco-storage" for each in drawn)


def test_villa_and_jeweler_may_be_the_goal_if_they_are_in_the_game() -> None:
    assert {"villa", "jeweler"} <= {goals(seed, nobles=True)["building"] for seed in range(200)}


def test_what_the_goals_show_is_locked_away() -> None:
    table = festival(plantation="corn", goods="corn corn indigo", building="harbor")
    view = table.view
    tiles = sum(view["face_up"].values()) + sum(view["face_down"].values())
    assert tiles == 50 - 4 - 1
    assert (view["goods"]["corn"], view["goods"]["indigo"]) == (10 - 2, 11 - 1)
    assert view["buildings"]["harbor"] == 1


# --- the plantation ---------------------------------------------------------------------------------------------------


def test_the_third_plantation_of_the_kind_brings_3_colonists_to_san_juan() -> None:
    """Case 116: here the hacienda's tile; the locked tile is discarded."""
    table = festival(plantation="corn")
    table.island(ANNA, corn=(2, 0))
    table.owns(ANNA, "hacienda")
    table.stacks(face_down={"corn": 5}, discards={})
    supply = table.view["colonist_supply"]
    table.take("settler", by=ANNA)
    table.play("hacienda")
    assert table.player(ANNA)["san_juan"] == 3
    assert table.view["colonist_supply"] == supply - 3
    assert table.view["festival"]["plantation_met"] == ANNA
    assert table.view["discards"]["corn"] == 1


def test_a_forest_does_not_count_for_the_festival() -> None:
    """Case 117."""
    table = festival(plantation="corn")
    table.island(ANNA, corn=(2, 0))
    table.owns(ANNA, "forest-house")
    table.face_up("corn", "corn")
    table.take("settler", by=ANNA)
    table.play("settle:forest-corn")
    assert table.view["festival"]["plantation_met"] is None


def test_the_festival_brings_as_many_colonists_as_there_are() -> None:
    """Case 118."""
    table = festival(plantation="corn")
    table.island(ANNA, corn=(2, 0))
    table.face_up("corn")
    table.colonists(supply=1)
    table.take("settler", by=ANNA)
    table.play("settle:corn")
    assert table.player(ANNA)["san_juan"] == 1
    assert table.view["festival"]["plantation_met"] == ANNA


def test_the_festivals_colonists_come_before_the_hospices() -> None:
    table = festival(plantation="corn")
    table.island(ANNA, corn=(2, 0))
    table.owns(ANNA, "hospice")
    table.face_up("corn")
    table.colonists(supply=3, ship=0)
    table.take("settler", by=ANNA)
    table.play("settle:corn")
    assert table.player(ANNA)["san_juan"] == 3
    assert table.turn == BOB, "none is left for the hospice"


def test_a_tile_of_the_land_office_counts_for_the_festival() -> None:
    table = festival(plantation="corn")
    table.island(BOB, corn=(2, 0))
    table.owns(BOB, "land-office")
    table.stacks(face_down={"corn": 5}, discards={})
    table.take("trader", by=ANNA)
    table.play("land-office")
    assert table.view["festival"]["plantation_met"] == BOB


def test_a_goal_is_for_the_first_who_meets_it() -> None:
    table = festival(plantation="corn")
    for seat in (ANNA, BOB):
        table.island(seat, corn=(2, 0))
    table.face_up("corn", "corn")
    table.take("settler", by=ANNA)
    table.play("settle:corn", "settle:corn")
    assert table.view["festival"]["plantation_met"] == ANNA
    assert table.player(BOB)["san_juan"] == 0


# --- the barrels ------------------------------------------------------------------------------------------------------


def test_all_three_barrels_in_one_craftsman_phase_bring_3_doubloons() -> None:
    """Case 119: kinds may repeat, and the locked barrels go back to the supply."""
    table = festival(goods="corn corn indigo")
    table.island(BOB, corn=(2, 2), indigo=(1, 1))
    table.owns(BOB, "small-indigo-plant")
    table.give(BOB, doubloons=0)
    table.take("craftsman", by=ANNA)
    assert table.doubloons(BOB) == 3
    assert table.view["festival"]["goods_met"] == BOB
    assert (table.view["goods"]["corn"], table.view["goods"]["indigo"]) == (10 - 2, 11 - 1)


def test_barrels_of_an_earlier_phase_do_not_count() -> None:
    table = festival(goods="corn corn indigo")
    table.island(BOB, corn=(1, 1), indigo=(1, 1))
    table.owns(BOB, "small-indigo-plant")
    table.give(BOB, goods={"corn": 3})
    table.take("craftsman", by=ANNA)
    assert table.view["festival"]["goods_met"] is None


def test_the_next_seat_may_already_get_the_barrels_that_were_locked() -> None:
    table = festival(goods="corn corn corn")
    table.island(ANNA, corn=(3, 3))
    table.island(BOB, corn=(2, 2))
    table.barrels(corn=3)
    table.take("craftsman", by=ANNA)
    assert table.goods(BOB) == {"corn": 2}


def test_the_privilege_comes_too_late_if_a_later_seat_makes_all_three() -> None:
    """Case 120."""
    table = festival(goods="corn corn corn")
    table.island(ANNA, corn=(2, 2))
    table.island(BOB, corn=(3, 3))
    table.take("craftsman", by=ANNA)
    assert table.view["festival"]["goods_met"] == BOB


def test_the_privilege_barrel_counts_for_the_festival() -> None:
    table = festival(goods="corn corn corn")
    table.island(ANNA, corn=(2, 2))
    table.give(ANNA, doubloons=0)
    table.take("craftsman", by=ANNA)
    table.play("privilege:corn")
    assert table.view["festival"]["goods_met"] == ANNA
    assert table.doubloons(ANNA) == 3


def test_the_aqueducts_barrel_counts_for_the_festival() -> None:
    table = festival(goods="corn indigo indigo")
    table.island(BOB, corn=(1, 1), indigo=(1, 1))
    table.owns(BOB, "aqueduct", "indigo-plant")
    table.take("craftsman", by=ANNA)
    assert table.view["festival"]["goods_met"] == BOB


# --- the building -----------------------------------------------------------------------------------------------------


def test_who_builds_the_goal_gets_3_points_and_the_copy_goes_back_on_sale() -> None:
    """Case 121."""
    table = festival(building="harbor")
    table.give(ANNA, doubloons=10)
    table.take("builder", by=ANNA)
    table.play("build:harbor")
    assert table.vp(ANNA) == 3
    assert table.view["festival"]["building_met"] == ANNA
    assert table.view["buildings"]["harbor"] == 1
    table.give(BOB, doubloons=10)
    table.play("build:harbor")
    assert table.vp(BOB) == 0


def test_with_two_players_the_only_building_of_the_goal_can_be_built() -> None:
    """Case 122: nothing is locked."""
    table = festival(players=2, building="wharf")
    assert table.view["buildings"]["wharf"] == 1
    table.give(ANNA, doubloons=10)
    table.take("builder", by=ANNA)
    table.play("build:wharf")
    assert table.vp(ANNA) == 3
    assert table.view["buildings"]["wharf"] == 0


def test_points_of_the_festival_count_when_the_chips_are_gone() -> None:
    table = festival(building="harbor")
    table.vp_pool(1)
    table.give(ANNA, doubloons=10)
    table.take("builder", by=ANNA)
    table.play("build:harbor")
    assert table.vp(ANNA) == 3
    assert table.view["triggers"] == ["victory-points"]


def test_one_player_may_meet_several_goals() -> None:
    """Case 124."""
    table = festival(goods="corn corn corn", building="harbor")
    table.island(ANNA, corn=(3, 3))
    table.give(ANNA, doubloons=7)
    table.take("builder", by=ANNA)
    table.play("build:harbor")
    table.finish_phase()
    table.take("craftsman", by=ANNA)
    assert (table.vp(ANNA), table.doubloons(ANNA)) == (3, 3)
