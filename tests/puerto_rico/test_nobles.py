"""Nobles: the ship, villas, who stands where; chapel, jeweler, royal supplier, land office, hunting lodge."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, CHRIS, BigTable, Table

# --- set-up and the mayor phase ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "supply"), [(2, 41), (3, 56), (4, 76), (5, 96)])
def test_one_noble_replaces_a_colonist_on_the_first_ship(players: int, supply: int) -> None:
    """Case 79: 20 nobles; the replaced colonist stays in the supply."""
    view = Table(players, nobles=True).view
    assert (view["colonist_ship"], view["noble_ship"]) == (players - 1, 1)
    assert (view["colonist_supply"], view["noble_supply"]) == (supply, 19)


@pytest.mark.parametrize(("nobles", "supply"), [(False, 96), (True, 97)])
def test_option_all_colonists_puts_100_of_them_into_the_game(nobles: bool, supply: int) -> None:
    view = Table(4, nobles=nobles, all_colonists=True).view
    assert view["colonist_supply"] == supply
    assert view["colonist_ship"] + view["colonist_supply"] == 100


def test_a_refill_that_falls_short_does_not_end_the_game_with_nobles() -> None:
    """Case 80: six are needed; a noble and two colonists are left."""
    table = BigTable(players=3, nobles=True)
    table.owns(BOB, "indigo-plant", "sugar-mill", colonists=0)
    table.aboard(0, 0)
    table.colonists(supply=2)
    table.nobles(supply=1)
    table.take("mayor", by=ANNA)
    table.play("pass")
    assert table.ship_and_supply() == (2, 1, 0, 0)
    assert table.view["triggers"] == []


def test_a_refill_takes_one_noble_in_place_of_a_colonist() -> None:
    """Not one more, and not in a lap of its own."""
    table = BigTable(players=3, nobles=True)
    table.aboard(0, 0)
    table.take("mayor", by=ANNA)
    table.play("pass")
    assert table.ship_and_supply() == (2, 1, 54, 18)


def test_without_nobles_in_the_supply_the_ship_carries_colonists() -> None:
    """Case 81."""
    table = BigTable(players=3, nobles=True)
    table.aboard(0, 0)
    table.nobles(supply=0)
    table.take("mayor", by=ANNA)
    table.play("pass")
    assert (table.view["colonist_ship"], table.view["noble_ship"]) == (3, 0)


def test_who_takes_from_the_ship_chooses_while_both_are_aboard() -> None:
    """Case 82: the mayor leaves the noble, so the next player is asked."""
    table = BigTable(nobles=True)
    table.aboard(4, 1)
    table.take("mayor", by=ANNA)
    table.play("pass")
    assert (table.decision, table.turn) == ("ship", ANNA)
    assert table.legal == {"take:colonist", "take:noble"}
    table.play("take:colonist")
    assert (table.decision, table.turn) == ("ship", BOB)
    table.play("take:noble")
    assert table.persons(BOB) == (0, 1)
    assert table.persons(ANNA) == (2, 0), "the first and the fifth"


@pytest.mark.parametrize("aboard", [0, 1])
def test_a_villa_brings_a_noble_besides_the_ship(aboard: int) -> None:
    """Case 83: whether a noble is aboard or not."""
    table = BigTable(nobles=True)
    table.owns(BOB, "villa")
    table.aboard(4 - aboard, aboard)
    table.take("mayor", by=ANNA)
    table.play("pass")
    if aboard:
        table.play("take:noble")
    assert table.persons(BOB) == (1 + 1, 1)


@pytest.mark.parametrize(("colonists", "more"), [(3, 1), (0, 0)])
def test_a_villa_brings_a_colonist_when_the_nobles_are_gone(colonists: int, more: int) -> None:
    """Case 84."""
    table = BigTable(nobles=True)
    table.owns(BOB, "villa")
    table.aboard(4, 0)
    table.nobles(supply=0)
    table.colonists(supply=colonists)
    table.take("mayor", by=ANNA)
    if colonists:
        table.play("pass")
    assert table.persons(BOB) == (1 + 1 + more, 0)


def test_a_villa_must_be_occupied_when_the_phase_begins() -> None:
    """Case 85."""
    table = BigTable(nobles=True)
    table.island(BOB)
    table.owns(BOB, "villa", colonists=0)
    table.take("mayor", by=ANNA)
    table.play("pass", "take:noble")
    table.finish_phase()
    assert table.workers(BOB) == {"villa": 1}
    assert table.persons(BOB) == (1, 0)


def test_hospice_and_university_find_colonists_only() -> None:
    """Case 86: a noble aboard is none."""
    table = BigTable(nobles=True)
    table.owns(ANNA, "hospice", "university")
    table.aboard(0, 1)
    table.colonists(supply=0)
    table.give(ANNA, doubloons=5)
    table.take("settler", by=ANNA)
    table.play("settle:quarry")
    assert table.turn == BOB
    table.finish_phase()
    table.take("builder", by=ANNA)
    table.play("build:small-market")
    assert table.turn == BOB


def test_the_mayors_privilege_is_a_colonist() -> None:
    table = BigTable(nobles=True)
    table.colonists(supply=0)
    table.take("mayor", by=ANNA)
    assert table.decision == "ship", "19 nobles in the supply do not serve"


def test_a_seat_says_where_its_nobles_stand_if_it_matters() -> None:
    table = BigTable(nobles=True)
    table.owns(BOB, "chapel", "small-market", colonists=0)
    table.island(BOB)
    table.nobles_in_san_juan(BOB, 1)
    table.take("mayor", by=ANNA)
    table.play("pass", "take:noble")
    table.until("noble", BOB)
    assert table.legal == {"noble:chapel", "pass"}
    table.play("noble:chapel")
    assert table.player(BOB)["nobles_in"] == {"chapel": 1}


def test_nothing_is_asked_where_all_are_nobles_or_none_is() -> None:
    for nobles in (0, 2):
        table = BigTable(nobles=True)
        table.owns(BOB, "chapel", "zoning-office", colonists=0)
        table.island(BOB)
        table.aboard(0, 0)
        table.nobles_in_san_juan(BOB, nobles)
        table.give(BOB, san_juan=2)
        table.take("mayor", by=ANNA)
        table.play("pass")
        assert table.decision == "role"
        assert table.player(BOB)["nobles_in"] == {"chapel": nobles // 2, "zoning-office": nobles // 2}


# --- the craftsman phase ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("noble", "doubloons", "points"), [(False, 1, 0), (True, 0, 1)])
def test_the_chapel_gives_a_doubloon_or_with_a_noble_a_point(noble: bool, doubloons: int, points: int) -> None:
    """Case 87: though nothing is produced."""
    table = BigTable(nobles=True)
    if noble:
        table.noble_in(BOB, "chapel")
    else:
        table.owns(BOB, "chapel")
    table.give(BOB, doubloons=0)
    table.take("craftsman", by=ANNA)
    assert (table.doubloons(BOB), table.vp(BOB)) == (doubloons, points)


def test_the_jeweler_pays_for_each_noble_san_juan_included() -> None:
    """Case 88."""
    table = BigTable(nobles=True)
    table.owns(BOB, "jeweler")
    table.noble_in(BOB, "chapel", "small-market")
    table.nobles_in_san_juan(BOB, 1)
    table.give(BOB, doubloons=0)
    table.take("craftsman", by=ANNA)
    assert table.doubloons(BOB) == 3


def test_an_unoccupied_jeweler_pays_nothing() -> None:
    table = BigTable(nobles=True)
    table.owns(BOB, "jeweler", colonists=0)
    table.nobles_in_san_juan(BOB, 1)
    table.give(BOB, doubloons=0)
    table.take("craftsman", by=ANNA)
    assert table.doubloons(BOB) == 0


# --- the royal supplier -----------------------------------------------------------------------------------------------


def test_the_royal_supplier_comes_after_the_union_hall() -> None:
    """Case 72: 2 corn are a point, then one of them is given for another."""
    table = BigTable(nobles=True)
    table.owns(BOB, "union-hall", "royal-supplier")
    table.nobles_in_san_juan(BOB, 1)
    table.give(BOB, goods={"corn": 2})
    table.full_ships()
    table.take("captain", by=ANNA)
    assert table.legal == {"supplier:corn", "pass"}
    assert table.vp(BOB) == 1
    table.play("supplier:corn")
    assert table.vp(BOB) == 2
    assert table.goods(BOB) == {"corn": 1}


def test_the_royal_supplier_takes_different_barrels_one_for_each_noble() -> None:
    """Case 95: and it is no load for the harbor."""
    table = BigTable(nobles=True)
    table.owns(BOB, "royal-supplier", "harbor")
    table.nobles_in_san_juan(BOB, 2)
    table.give(BOB, goods={"corn": 2, "indigo": 1, "coffee": 1})
    table.full_ships()
    table.take("captain", by=ANNA)
    assert table.legal == {"supplier:corn", "supplier:indigo", "supplier:coffee", "pass"}
    table.play("supplier:corn")
    assert table.legal == {"supplier:indigo", "supplier:coffee", "pass"}
    table.play("supplier:indigo")
    assert table.decision == "windrose"
    assert table.vp(BOB) == 2
    assert table.goods(BOB) == {"corn": 1, "coffee": 1}


def test_the_royal_supplier_without_nobles_is_not_asked() -> None:
    """Case 96."""
    table = BigTable(nobles=True)
    table.owns(BOB, "royal-supplier")
    table.give(BOB, goods={"corn": 1})
    table.full_ships()
    table.take("captain", by=ANNA)
    assert table.decision == "role"


def test_the_captains_point_comes_with_his_load_not_with_what_he_gives_to_the_court() -> None:
    """Case 97."""
    table = BigTable(nobles=True)
    table.noble_in(ANNA, "royal-supplier")
    table.give(ANNA, goods={"corn": 2})
    table.ship(5, "corn", 1)
    table.take("captain", by=ANNA)
    table.play("supplier:corn")
    assert table.vp(ANNA) == 1 + 1 + 1
    table = BigTable(nobles=True)
    table.noble_in(ANNA, "royal-supplier")
    table.give(ANNA, goods={"corn": 1})
    table.take("captain", by=ANNA)
    table.play("supplier:corn")
    assert table.vp(ANNA) == 1


# --- the land office --------------------------------------------------------------------------------------------------


def test_the_land_office_sells_a_face_down_tile_before_or_after_the_sale() -> None:
    """Case 98: the sale's doubloon pays for it."""
    table = BigTable(nobles=True)
    table.owns(ANNA, "land-office")
    table.give(ANNA, doubloons=0, goods={"corn": 1})
    table.take("trader", by=ANNA)
    assert table.legal == {"sell:corn", "pass"}
    table.play("sell:corn")
    assert table.legal == {"land-office", "pass"}
    table.play("land-office")
    assert table.doubloons(ANNA) == 0
    assert sum(table.tiles(ANNA).values()) == 2


def test_the_land_office_is_used_once_and_the_sale_may_follow() -> None:
    table = BigTable(nobles=True)
    table.owns(BOB, "land-office")
    table.give(BOB, doubloons=3, goods={"corn": 1})
    table.take("trader", by=ANNA)
    table.play("land-office")
    assert table.legal == {"sell:corn", "pass"}
    assert table.doubloons(BOB) == 2


def test_the_land_office_works_when_the_house_is_full_and_nothing_is_sold() -> None:
    table = BigTable(nobles=True)
    table.trading_house("corn", "indigo", "sugar", "tobacco")
    table.owns(BOB, "land-office")
    table.take("trader", by=ANNA)
    assert table.legal == {"land-office", "pass"}


def test_the_land_office_needs_an_island_space_and_a_tile() -> None:
    """Case 99."""
    table = BigTable(nobles=True)
    table.owns(BOB, "land-office")
    table.island_of(BOB, 12)
    table.take("trader", by=ANNA)
    assert table.decision == "role"
    table = BigTable(nobles=True)
    table.owns(BOB, "land-office")
    table.stacks(face_down={}, discards={})
    table.take("trader", by=ANNA)
    assert table.decision == "role"


def test_the_land_office_shuffles_the_discards_in() -> None:
    table = BigTable(nobles=True)
    table.owns(BOB, "land-office")
    table.stacks(face_down={}, discards={"coffee": 2})
    table.take("trader", by=ANNA)
    table.play("land-office")
    assert table.tiles(BOB)["coffee"] == 1


def test_no_hospice_colonist_for_the_land_offices_tile_which_may_become_a_forest() -> None:
    table = BigTable(nobles=True)
    table.owns(BOB, "land-office", "hospice", "forest-house")
    table.stacks(face_down={"coffee": 2}, discards={})
    table.take("trader", by=ANNA)
    table.play("land-office")
    assert table.legal == {"forest", "pass"}
    table.play("forest")
    assert table.forests_of(BOB) == {"coffee": 1}
    assert table.decision == "role"


def test_a_noble_in_the_land_office_sells_a_tile_to_the_discards() -> None:
    """Case 100: whoever stood on the last tile of the kind goes to San Juan."""
    table = BigTable(nobles=True)
    table.noble_in(BOB, "land-office")
    table.island(BOB, tobacco=(1, 1), corn=(2, 1))
    table.give(BOB, doubloons=0)
    table.take("trader", by=ANNA)
    assert table.legal == {"discard:corn", "discard:tobacco", "pass"}
    table.play("discard:tobacco")
    assert table.doubloons(BOB) == 1
    assert table.player(BOB)["san_juan"] == 1
    assert table.view["discards"]["tobacco"] == 1
    assert table.decision == "role"


def test_an_unoccupied_tile_of_the_kind_is_discarded_first() -> None:
    table = BigTable(nobles=True)
    table.noble_in(BOB, "land-office")
    table.island(BOB, corn=(2, 1))
    table.take("trader", by=ANNA)
    table.play("discard:corn")
    assert table.player(BOB)["island"]["corn"] == [1, 1]
    assert table.player(BOB)["san_juan"] == 0


def test_a_noble_in_the_land_office_never_sells_a_quarry() -> None:
    """Case 101: but a forest."""
    table = BigTable(nobles=True)
    table.noble_in(BOB, "land-office")
    table.island(BOB, quarry=(2, 0))
    table.take("trader", by=ANNA)
    assert table.decision == "role"
    table = BigTable(nobles=True)
    table.noble_in(BOB, "land-office")
    table.island(BOB, quarry=(2, 0))
    table.forests(BOB, coffee=1)
    table.take("trader", by=ANNA)
    table.play("discard:forest")
    assert table.forests_of(BOB) == {}
    assert table.view["discards"]["coffee"] == 1


# --- the hunting lodge ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tiles", "points"), [([5, 5, 7, 7], 0), ([6, 5, 7, 7], 2), ([4, 5, 7, 7], 0)])
def test_a_noble_hunts_2_points_if_his_lord_alone_has_the_most_empty_spaces(tiles: list[int], points: int) -> None:
    """Cases 102 and 103: ties bring nothing."""
    table = BigTable(nobles=True)
    for seat, count in enumerate(tiles):
        table.island_of(seat, count)
    table.noble_in(BOB, "hunting-lodge")
    table.take("settler", by=ANNA)
    table.finish_phase()
    assert table.vp(BOB) == points


def test_the_hunt_is_judged_after_everybody_has_settled() -> None:
    table = BigTable(nobles=True)
    for seat, count in enumerate([5, 5, 7, 7]):
        table.island_of(seat, count)
    table.noble_in(BOB, "hunting-lodge")
    table.take("settler", by=ANNA)
    table.play("settle:quarry")
    table.finish_phase()
    assert table.vp(BOB) == 2


def test_a_lodge_sees_what_was_discarded_before_it() -> None:
    """Case 104."""
    table = BigTable(players=3, nobles=True)
    for seat, count in enumerate([6, 5, 8]):
        table.island_of(seat, count)
    table.owns(ANNA, "hunting-lodge")
    table.noble_in(BOB, "hunting-lodge")
    table.take("settler", by=ANNA)
    table.until("hunting-lodge", ANNA)
    table.play(next(action for action in sorted(table.legal) if action.startswith("discard:")))
    assert sum(table.tiles(ANNA).values()) == 5
    assert table.vp(BOB) == 0


def test_a_colonist_in_the_hunting_lodge_may_discard_a_tile_after_the_settler_turns() -> None:
    """It does not use up the turn; a quarry stays."""
    table = BigTable(nobles=True)
    table.owns(BOB, "hunting-lodge")
    table.island(BOB, corn=(1, 1), quarry=(1, 0))
    table.forests(BOB, sugar=1)
    table.face_up("coffee", "coffee")
    table.take("settler", by=ANNA)
    table.play("pass", "settle:coffee")
    assert table.turn == CHRIS
    table.until("hunting-lodge", BOB)
    assert table.legal == {"discard:corn", "discard:coffee", "discard:forest", "pass"}
    table.play("discard:corn")
    assert table.player(BOB)["san_juan"] == 1
    assert table.tiles(BOB) == {"coffee": 1, "quarry": 1}
    assert table.decision == "role"
