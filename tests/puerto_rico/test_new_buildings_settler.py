"""New Buildings in the settler phase: forest house and forests, the library's second tile."""

from __future__ import annotations

import pytest

from .table import ANNA, BOB, BigTable


def test_the_forest_house_lays_a_face_up_plantation_face_down() -> None:
    """Cases 15 and 17: no quarry without the privilege or a construction hut; the others find a tile less."""
    table = BigTable()
    table.owns(BOB, "forest-house")
    table.face_up("corn", "corn", "coffee")
    table.take("settler", by=ANNA)
    table.until("settler", BOB)
    assert table.legal == {"settle:corn", "settle:coffee", "settle:forest-corn", "settle:forest-coffee", "pass"}
    table.play("settle:forest-coffee")
    assert table.middle("face_up") == {"corn": 2}
    assert table.forests_of(BOB) == {"coffee": 1}
    assert table.tiles(BOB) == {"indigo": 1}
    assert table.decision == "settler", "and it was his turn"
    assert table.turn == 2


def test_an_unoccupied_forest_house_makes_no_forest() -> None:
    table = BigTable()
    table.owns(ANNA, "forest-house", colonists=0)
    table.face_up("corn")
    table.take("settler", by=ANNA)
    assert table.legal == {"settle:corn", "settle:quarry", "pass"}


def test_without_a_face_up_tile_there_is_no_forest() -> None:
    """Case 16: and never one made of a quarry."""
    table = BigTable()
    table.owns(ANNA, "forest-house")
    table.face_up()
    table.take("settler", by=ANNA)
    assert table.legal == {"settle:quarry", "pass"}


def test_forests_fill_the_island() -> None:
    table = BigTable()
    table.owns(ANNA, "forest-house")
    table.island(ANNA, corn=(5, 0), quarry=(3, 0))
    table.forests(ANNA, indigo=4)
    table.take("settler", by=ANNA)
    assert table.turn == BOB


@pytest.mark.parametrize(("supply", "ship", "left"), [(5, 3, (4, 3)), (0, 3, (0, 2))])
def test_the_hospices_colonist_for_a_forest_goes_to_san_juan(supply: int, ship: int, left: tuple[int, int]) -> None:
    """Cases 22 and 23: from the supply, else from the ship."""
    table = BigTable()
    table.owns(ANNA, "forest-house", "hospice")
    table.face_up("corn")
    table.colonists(supply, ship)
    table.take("settler", by=ANNA)
    table.play("settle:forest-corn")
    assert table.legal == {"hospice", "pass"}
    table.play("hospice")
    assert table.player(ANNA)["san_juan"] == 1
    assert (table.view["colonist_supply"], table.view["colonist_ship"]) == left


def test_the_hospices_colonist_for_a_forest_may_be_declined() -> None:
    table = BigTable()
    table.owns(ANNA, "forest-house", "hospice")
    table.face_up("corn")
    table.take("settler", by=ANNA)
    table.play("settle:forest-corn", "pass")
    assert table.player(ANNA)["san_juan"] == 0
    assert table.view["colonist_supply"] == 75 - 2


def test_nobody_stands_in_a_forest() -> None:
    """Case 24."""
    table = BigTable()
    table.island(BOB)
    table.forests(BOB, corn=3)
    table.take("mayor", by=ANNA)
    table.finish_phase()
    assert table.workers(BOB) == {}
    assert table.player(BOB)["san_juan"] == 1


@pytest.mark.parametrize(("answer", "forests", "corn"), [("forest", {"corn": 1}, 0), ("pass", {}, 1)])
def test_a_tile_drawn_for_the_hacienda_may_be_seen_and_then_laid_as_forest(
    answer: str, forests: dict[str, int], corn: int
) -> None:
    """Only with `pairs=free` do the two buildings meet."""
    table = BigTable(pairs="free")
    table.owns(ANNA, "hacienda", "forest-house")
    table.stacks(face_down={"corn": 5}, discards={})
    table.take("settler", by=ANNA)
    table.play("hacienda")
    assert table.decision == "drawn-tile"
    assert table.legal == {"forest", "pass"}
    table.play(answer)
    assert table.forests_of(ANNA) == forests
    assert table.tiles(ANNA).get("corn", 0) == corn
    assert table.decision == "settler", "the hacienda's tile comes besides"


def test_no_hospice_colonist_for_a_tile_drawn_and_laid_as_forest() -> None:
    table = BigTable(pairs="free")
    table.owns(ANNA, "hacienda", "forest-house", "hospice")
    table.take("settler", by=ANNA)
    table.play("hacienda", "forest")
    assert table.decision == "settler"
    assert table.player(ANNA)["san_juan"] == 0


# --- the library ------------------------------------------------------------------------------------------------------


def test_the_settler_with_a_library_takes_a_second_tile_after_all_others() -> None:
    """Case 63."""
    table = BigTable()
    table.owns(ANNA, "library")
    table.face_up("corn", "corn", "indigo", "sugar", "coffee")
    table.take("settler", by=ANNA)
    table.play("settle:quarry", "settle:corn", "settle:indigo", "settle:coffee")
    assert (table.decision, table.turn) == ("second-tile", ANNA)
    assert table.legal == {"settle:corn", "settle:sugar", "pass"}
    table.play("settle:sugar")
    assert table.tiles(ANNA) == {"indigo": 1, "quarry": 1, "sugar": 1}
    assert table.decision == "role"


def test_the_librarys_second_tile_may_be_a_forest() -> None:
    table = BigTable()
    table.owns(ANNA, "library", "forest-house")
    table.face_up("corn")
    table.take("settler", by=ANNA)
    table.until("second-tile")
    assert table.legal == {"settle:corn", "settle:forest-corn", "pass"}


def test_no_hospice_colonist_for_the_librarys_second_tile() -> None:
    """Case 64."""
    table = BigTable()
    table.owns(ANNA, "library", "hospice")
    table.face_up("corn", "corn")
    table.take("settler", by=ANNA)
    table.play("settle:corn", "pass", "pass", "pass", "pass", "settle:corn")
    assert table.decision == "role"
    assert table.player(ANNA)["island"]["corn"] == [2, 0]
    assert table.player(ANNA)["san_juan"] == 0


@pytest.mark.parametrize(("colonists", "quarry"), [(1, True), (0, False)])
def test_the_librarys_second_tile_is_a_quarry_only_with_an_occupied_construction_hut(
    colonists: int, quarry: bool
) -> None:
    """Case 65."""
    table = BigTable()
    table.owns(ANNA, "library")
    table.owns(ANNA, "construction-hut", colonists=colonists)
    table.take("settler", by=ANNA)
    table.until("second-tile")
    assert ("settle:quarry" in table.legal) == quarry


def test_the_librarys_second_tile_may_follow_a_first_that_was_passed() -> None:
    table = BigTable()
    table.owns(ANNA, "library")
    table.take("settler", by=ANNA)
    table.play("pass", "pass", "pass", "pass")
    assert (table.decision, table.turn) == ("second-tile", ANNA)


def test_the_librarys_second_tile_needs_an_island_space() -> None:
    table = BigTable()
    table.owns(ANNA, "library")
    table.island_of(ANNA, 11)
    table.take("settler", by=ANNA)
    table.play("settle:quarry", "pass", "pass", "pass")
    assert table.decision == "role"


def test_only_the_settlers_own_library_gives_a_second_tile() -> None:
    table = BigTable()
    table.owns(BOB, "library")
    table.take("settler", by=ANNA)
    table.play("pass", "pass", "pass", "pass")
    assert table.decision == "role"
