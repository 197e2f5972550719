"""The guest house: outside the mayor phase its guests move where they are needed."""

from __future__ import annotations

from typing import Any

import pytest

from .table import ANNA, BOB, BigTable


def with_guests(players: int = 4, guests: int = 1, **options: Any) -> BigTable:
    """Bob has a guest house, and nobody anywhere else."""
    table = BigTable(players, **options)
    table.island(BOB)
    table.owns(BOB, "guest-house", colonists=guests)
    return table


def guest_moves(table: BigTable) -> set[str]:
    """Where Bob's guests may move now."""
    assert table.turn == BOB
    return {action.removeprefix("guest:") for action in table.legal if action.startswith("guest:")}


def test_empty_circles_of_the_guest_house_count_for_the_ship() -> None:
    """Case 38: two there, two elsewhere."""
    table = BigTable(players=3)
    table.owns(BOB, "guest-house", "small-market", "hacienda", colonists=0)
    table.take("mayor", by=ANNA)
    table.until("place", BOB)
    table.play("place:indigo")
    assert table.view["colonist_ship"] == 4


def test_guests_move_in_before_their_host_produces() -> None:
    """Case 39."""
    table = with_guests(guests=2)
    table.island(BOB, sugar=(1, 0))
    table.owns(BOB, "small-sugar-mill", colonists=0)
    table.take("craftsman", by=ANNA)
    assert table.decision == "guest"
    assert table.legal == {"guest:sugar", "guest:small-sugar-mill", "pass"}
    table.play("guest:sugar", "guest:small-sugar-mill")
    assert table.goods(BOB) == {"sugar": 1}
    assert table.workers(BOB) == {"sugar": 1, "small-sugar-mill": 1}


def test_guests_may_stay() -> None:
    table = with_guests(guests=2)
    table.island(BOB, corn=(1, 0))
    table.take("craftsman", by=ANNA)
    table.play("pass")
    assert table.goods(BOB) == {}
    assert table.workers(BOB) == {"guest-house": 2}


def test_a_guest_in_the_quarry_counts_for_this_price() -> None:
    """Case 40."""
    table = with_guests()
    table.island(BOB, quarry=(1, 0))
    table.give(BOB, doubloons=1)
    table.take("builder", by=ANNA)
    table.until("builder", BOB)
    assert "build:construction-hut" not in table.legal
    table.play("guest:quarry")
    assert (table.decision, table.turn) == ("builder", BOB)
    table.play("build:construction-hut")
    assert table.doubloons(BOB) == 0


def test_a_guest_who_has_moved_stays_there() -> None:
    """Case 41: in a later phase of the round he neither goes back nor moves on."""
    table = with_guests()
    table.island(BOB, corn=(1, 0), quarry=(1, 0))
    table.take("craftsman", by=ANNA)
    table.play("guest:corn")
    table.take("builder", by=BOB)
    assert guest_moves(table) == set()
    assert table.workers(BOB) == {"corn": 1}


def test_in_the_mayor_phase_guests_are_placed_like_all_others() -> None:
    """Case 42."""
    table = with_guests(guests=2)
    table.island(BOB, corn=(3, 0))
    table.take("mayor", by=ANNA)
    table.until("place", BOB)
    assert guest_moves(table) == set()
    assert table.legal == {"place:corn", "place:guest-house"}
    assert "guest-house" not in table.workers(BOB)


def test_at_the_end_of_the_game_guests_may_occupy_large_buildings() -> None:
    """Case 43."""
    table = with_guests()
    table.owns(BOB, "fortress", "small-market", colonists=0)
    table.give(BOB, san_juan=5)
    table.last_round()
    table.until("guest")
    assert table.legal == {"guest:fortress", "pass"}
    table.play("guest:fortress")
    assert table.game.over
    assert table.score(BOB)["fortress"] == 2


def test_a_large_building_is_not_asked_for_before_the_end() -> None:
    table = with_guests()
    table.owns(BOB, "fortress", colonists=0)
    table.take("builder", by=ANNA)
    table.until("builder", BOB)
    assert guest_moves(table) == set()


def test_of_a_colonist_and_a_noble_the_host_says_who_moves() -> None:
    table = with_guests(nobles=True, guests=1)
    table.owns(BOB, "chapel", colonists=0)
    table.noble_guest(BOB)
    table.take("craftsman", by=ANNA)
    assert table.player(BOB)["nobles_in"] == {"guest-house": 1, "chapel": 0}
    table.play("guest:chapel")
    assert table.legal == {"guest-is:colonist", "guest-is:noble"}
    table.play("guest-is:noble")
    assert table.vp(BOB) == 1
    assert table.player(BOB)["nobles_in"] == {"guest-house": 0, "chapel": 1}


EVERYTHING = """
    hacienda construction-hut hospice forest-house library hunting-lodge university black-market church zoning-office
    small-market large-market office trading-post land-office harbor wharf small-wharf lighthouse union-hall
    royal-supplier small-warehouse large-warehouse storehouse villa
"""


@pytest.mark.parametrize(
    ("role", "decision", "places"),
    [
        ("settler", "settler", "hacienda construction-hut hospice forest-house"),
        ("settler", "hunting-lodge", "hunting-lodge"),
        ("builder", "builder", "quarry university black-market church zoning-office"),
        ("trader", "trader", "small-market large-market office trading-post land-office"),
        ("captain", "guest", "union-hall"),
        ("captain", "captain", "harbor wharf small-wharf lighthouse"),
        ("captain", "windrose", "small-warehouse large-warehouse storehouse"),
        ("mayor", "guest", "villa"),
    ],
)
def test_guests_are_offered_only_places_that_can_matter_in_the_step_at_hand(
    role: str, decision: str, places: str
) -> None:
    """The library is of no use to who has not chosen the role; the royal supplier of none without nobles."""
    table = with_guests()
    table.island(BOB, quarry=(1, 0))
    table.game.state.spaces[BOB] = -20  # room for everything
    table.owns(BOB, *EVERYTHING.split(), colonists=0)
    table.give(BOB, goods={"coffee": 1, "tobacco": 2})
    if decision == "windrose":
        table.full_ships()
    table.take(role, by=ANNA)
    table.until(decision, BOB)
    assert guest_moves(table) == set(places.split())


def test_a_guest_may_move_to_the_library_when_the_role_is_taken() -> None:
    table = with_guests()
    table.owns(BOB, "library", colonists=0)
    table.give(BOB, doubloons=0)
    table.take("prospector", by=BOB)
    assert table.decision == "guest"
    table.play("guest:library")
    assert table.doubloons(BOB) == 2


def test_a_guest_may_move_to_the_lighthouse_when_the_captain_is_taken() -> None:
    table = with_guests()
    table.owns(BOB, "lighthouse", colonists=0)
    table.give(BOB, doubloons=0)
    table.take("captain", by=BOB)
    table.play("guest:lighthouse")
    assert table.doubloons(BOB) == 1


def test_guests_may_move_to_villas_before_the_mayor_phase_begins() -> None:
    table = with_guests(nobles=True)
    table.owns(BOB, "villa", colonists=0)
    table.take("mayor", by=ANNA)
    assert (table.decision, table.turn) == ("guest", BOB)
    table.play("guest:villa", "pass", "take:noble")
    assert table.persons(BOB) == (1 + 1, 1)


def test_a_guest_helps_an_unaided_seat_to_a_turn() -> None:
    """Nothing to build without it, but a seat with guests is not passed over."""
    table = with_guests()
    table.give(BOB, doubloons=0)
    table.island(BOB, quarry=(1, 0))
    table.take("builder", by=ANNA)
    table.until("builder", BOB)
    assert table.legal == {"guest:quarry", "pass"}


def test_no_guest_moves_once_a_seat_has_begun_to_store() -> None:
    table = with_guests()
    table.owns(BOB, "small-warehouse", colonists=0)
    table.owns(BOB, "large-warehouse")
    table.give(BOB, goods={"corn": 2, "tobacco": 2, "coffee": 2})
    table.full_ships()
    table.take("captain", by=ANNA)
    assert guest_moves(table) == {"small-warehouse"}
    table.play("store:corn")
    assert guest_moves(table) == set()
