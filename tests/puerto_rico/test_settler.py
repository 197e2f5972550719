"""The settler, with hacienda, construction hut and hospice; and what becomes of the plantation tiles."""

from __future__ import annotations

import pytest

from .table import Table

FULL_ISLAND = {"corn": (4, 0), "indigo": (4, 0), "sugar": (4, 0)}


def test_each_player_takes_one_face_up_plantation() -> None:
    table = Table()
    table.island(0)
    table.face_up("corn", "coffee", "sugar", "sugar", "tobacco")
    table.take("settler", by=0)
    table.play("settle:coffee")
    assert table.tiles(0) == {"coffee": 1}
    assert table.middle("face_up") == {"corn": 1, "sugar": 2, "tobacco": 1}
    assert table.turn == 1


def test_a_new_plantation_has_no_colonist() -> None:
    table = Table()
    table.face_up("coffee")
    table.take("settler", by=0)
    table.play("settle:coffee")
    assert table.player(0)["island"]["coffee"] == [1, 0]


def test_the_settler_may_take_a_quarry_instead() -> None:
    table = Table()
    table.island(0)
    table.take("settler", by=0)
    table.play("settle:quarry")
    assert table.tiles(0) == {"quarry": 1}
    assert table.view["quarries"] == 7
    assert table.turn == 1


def test_nobody_but_the_settler_may_take_a_quarry() -> None:
    table = Table()
    table.face_up("corn", "corn", "corn", "corn", "corn")
    table.take("settler", by=0)
    table.play("settle:corn")
    assert table.legal == {"settle:corn", "pass"}


def test_the_settler_and_everybody_else_may_decline() -> None:
    table = Table()
    before = [table.tiles(seat) for seat in range(4)]
    table.take("settler", by=0)
    table.play("pass", "pass", "pass", "pass")
    assert [table.tiles(seat) for seat in range(4)] == before
    assert table.decision == "role"


def test_without_quarries_neither_privilege_nor_construction_hut_helps() -> None:
    table = Table()
    table.quarries(0)
    table.owns(1, "construction-hut")
    table.take("settler", by=0)
    assert "settle:quarry" not in table.legal
    table.play("pass")
    assert "settle:quarry" not in table.legal


def test_a_settler_whose_island_is_full_does_not_end_the_phase_for_the_others() -> None:
    table = Table()
    table.island(0, **FULL_ISLAND)
    table.take("settler", by=0)
    assert (table.decision, table.turn) == ("settler", 1)


def test_a_player_whose_island_is_full_places_nothing() -> None:
    table = Table()
    table.island(1, **FULL_ISLAND)
    table.owns(1, "hacienda", "construction-hut", "hospice")
    table.take("settler", by=0)
    table.play("pass")
    assert table.turn == 2


def test_players_go_without_when_no_tile_lies_face_up() -> None:
    table = Table()
    table.face_up("corn")
    table.take("settler", by=0)
    assert table.legal == {"settle:corn", "settle:quarry", "pass"}
    table.play("settle:corn")
    assert table.decision == "role"
    assert [sum(table.tiles(seat).values()) for seat in range(4)] == [2, 1, 1, 1]


def test_no_action_removes_a_tile_or_a_building() -> None:
    verbs = {str(action).partition(":")[0] for action in Table().game.rules.actions}
    gaining = {"settle", "hacienda", "hospice", "place", "build", "university"}
    assert verbs - gaining == {"pass", "role", "privilege", "sell", "load", "wharf", "store", "keep"}


# --- new tiles --------------------------------------------------------------------------------------------------------


def test_untaken_plantations_are_discarded_and_players_plus_one_are_drawn() -> None:
    table = Table()
    table.face_up("corn", "coffee", "coffee", "sugar", "tobacco")
    down = sum(table.view["face_down"].values())
    table.take("settler", by=0)
    table.play("settle:corn", "settle:sugar", "pass", "pass")
    assert table.middle("discards") == {"coffee": 2, "tobacco": 1}
    assert sum(table.view["face_up"].values()) == 5
    assert sum(table.view["face_down"].values()) == down - 5


def test_new_tiles_are_drawn_also_when_nobody_took_one() -> None:
    table = Table()
    table.face_up("corn", "corn", "corn", "corn", "corn")
    table.take("settler", by=0)
    table.finish_phase()
    assert table.view["discards"]["corn"] == 5
    assert sum(table.view["face_up"].values()) == 5


def test_short_stacks_are_drawn_first_then_the_discards_are_shuffled() -> None:
    table = Table()
    table.face_up("tobacco", "tobacco", "tobacco", "tobacco", "tobacco")
    table.stacks(face_down={"coffee": 2}, discards={"corn": 4})
    table.take("settler", by=0)
    table.finish_phase()
    assert table.view["face_up"]["coffee"] == 2
    assert sum(table.view["face_up"].values()) == 5
    assert table.middle("discards") == {}
    assert sum(table.view["face_down"].values()) == 4 + 5 - 3


def test_the_discards_are_not_touched_while_the_stacks_suffice() -> None:
    table = Table()
    table.face_up("corn")
    table.stacks(face_down={"coffee": 5}, discards={"sugar": 4})
    table.take("settler", by=0)
    table.finish_phase()
    assert table.middle("face_up") == {"coffee": 5}
    assert table.middle("discards") == {"sugar": 4, "corn": 1}


def test_discards_are_really_shuffled() -> None:
    rows = set()
    for seed in range(20):
        table = Table(seed=seed)
        table.face_up()
        table.stacks(face_down={}, discards={"corn": 5, "sugar": 5, "coffee": 5})
        table.take("settler", by=0)
        table.finish_phase()
        rows.add(tuple(table.view["face_up"].items()))
    assert len(rows) > 5


def test_with_too_few_tiles_for_good_fewer_lie_face_up() -> None:
    table = Table()
    table.face_up("corn", "corn", "sugar")
    table.stacks(face_down={"coffee": 1}, discards={})
    table.take("settler", by=0)
    table.play("settle:corn", "pass", "pass", "pass")
    assert table.middle("face_up") == {"coffee": 1, "corn": 1, "sugar": 1}
    assert table.middle("discards") == table.middle("face_down") == {}


def test_when_all_tiles_are_gone_only_quarries_are_left() -> None:
    table = Table()
    table.face_up()
    table.stacks(face_down={}, discards={})
    table.take("settler", by=0)
    assert table.legal == {"settle:quarry", "pass"}
    table.play("settle:quarry")
    assert table.decision == "role"
    assert table.middle("face_up") == {}


# --- construction hut -------------------------------------------------------------------------------------------------


def test_the_construction_hut_allows_a_quarry_instead_of_a_plantation() -> None:
    table = Table()
    table.owns(1, "construction-hut")
    table.take("settler", by=0)
    table.play("settle:quarry", "settle:quarry")
    assert table.tiles(1) == {"indigo": 1, "quarry": 1}
    assert table.view["quarries"] == 6
    assert table.turn == 2


def test_the_owner_of_a_construction_hut_may_take_a_plantation_all_the_same() -> None:
    table = Table()
    table.owns(1, "construction-hut")
    table.face_up("corn")
    table.take("settler", by=0)
    table.play("pass")
    assert table.legal == {"settle:corn", "settle:quarry", "pass"}


def test_an_unoccupied_construction_hut_allows_no_quarry() -> None:
    table = Table()
    table.owns(1, "construction-hut", colonists=0)
    table.take("settler", by=0)
    table.play("pass")
    assert "settle:quarry" not in table.legal


def test_a_settler_with_a_construction_hut_takes_only_one_quarry() -> None:
    table = Table()
    table.owns(0, "construction-hut")
    table.take("settler", by=0)
    table.play("settle:quarry")
    assert table.tiles(0) == {"indigo": 1, "quarry": 1}
    assert table.turn == 1


# --- hacienda ---------------------------------------------------------------------------------------------------------


def test_the_hacienda_gives_a_face_down_tile_before_the_normal_turn() -> None:
    table = Table()
    table.owns(1, "hacienda")
    table.face_up("corn", "corn", "corn", "corn", "corn")
    table.stacks(face_down={"coffee": 8}, discards={})
    table.take("settler", by=0)
    table.play("pass", "hacienda")
    assert table.turn == 1
    assert table.legal == {"settle:corn", "pass"}
    table.play("settle:corn")
    assert table.tiles(1) == {"indigo": 1, "coffee": 1, "corn": 1}


def test_the_hacienda_cannot_be_used_after_the_normal_turn() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.face_up("corn", "corn", "corn", "corn", "corn")
    table.take("settler", by=0)
    table.play("settle:corn")
    assert table.turn == 1
    assert table.tiles(0) == {"indigo": 1, "corn": 1}


def test_the_hacienda_may_be_declined() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.take("settler", by=0)
    assert {"hacienda", "pass"} <= table.legal
    table.play("pass")
    assert table.tiles(0) == {"indigo": 1}
    assert table.turn == 1


def test_after_the_hacienda_tile_the_normal_turn_may_be_declined() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.take("settler", by=0)
    table.play("hacienda", "pass")
    assert sum(table.tiles(0).values()) == 2
    assert table.turn == 1


def test_a_drawn_hacienda_tile_must_be_placed() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.stacks(face_down={"coffee": 8}, discards={})
    table.take("settler", by=0)
    table.play("hacienda")
    assert table.tiles(0) == {"indigo": 1, "coffee": 1}
    assert table.middle("discards") == {}


def test_an_unoccupied_hacienda_gives_nothing() -> None:
    table = Table()
    table.owns(0, "hacienda", colonists=0)
    table.take("settler", by=0)
    assert "hacienda" not in table.legal


def test_hacienda_and_construction_hut_together_give_one_quarry_at_most() -> None:
    table = Table()
    table.owns(1, "hacienda", "construction-hut")
    table.stacks(face_down={"coffee": 8}, discards={})
    table.take("settler", by=0)
    table.play("pass", "hacienda", "settle:quarry")
    assert table.tiles(1) == {"indigo": 1, "coffee": 1, "quarry": 1}
    assert table.turn == 2


def test_a_settler_with_a_hacienda_takes_one_quarry_at_most() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.stacks(face_down={"coffee": 8}, discards={})
    table.take("settler", by=0)
    table.play("hacienda", "settle:quarry")
    assert table.tiles(0) == {"indigo": 1, "coffee": 1, "quarry": 1}
    assert table.turn == 1


def test_a_hacienda_tile_on_the_last_island_space_leaves_no_room_for_a_second() -> None:
    table = Table()
    table.island(0, corn=(4, 0), indigo=(4, 0), sugar=(3, 0))
    table.owns(0, "hacienda")
    table.take("settler", by=0)
    table.play("hacienda")
    assert sum(table.tiles(0).values()) == 12
    assert table.turn == 1


def test_the_hacienda_shuffles_the_discards_when_no_tile_is_face_down() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.stacks(face_down={}, discards={"coffee": 3})
    table.take("settler", by=0)
    table.play("hacienda")
    assert table.tiles(0) == {"indigo": 1, "coffee": 1}
    assert table.middle("face_down") == {"coffee": 2}
    assert table.middle("discards") == {}


def test_the_hacienda_gives_nothing_when_stacks_and_discards_are_empty() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.stacks(face_down={}, discards={})
    table.take("settler", by=0)
    assert "hacienda" not in table.legal


def test_each_hacienda_owner_draws_in_his_own_turn() -> None:
    table = Table()
    table.owns(0, "hacienda")
    table.owns(1, "hacienda")
    table.take("settler", by=0)
    table.play("hacienda", "pass", "hacienda", "pass")
    assert [sum(table.tiles(seat).values()) for seat in range(4)] == [2, 2, 1, 1]


# --- hospice ----------------------------------------------------------------------------------------------------------


def test_the_hospice_puts_a_colonist_from_the_supply_on_the_new_plantation() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.face_up("coffee")
    table.colonists(supply=10, ship=4)
    table.take("settler", by=0)
    table.play("settle:coffee", "hospice")
    assert table.player(0)["island"]["coffee"] == [1, 1]
    assert (table.view["colonist_supply"], table.view["colonist_ship"]) == (9, 4)


def test_the_hospice_works_for_quarries_too() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.take("settler", by=0)
    table.play("settle:quarry", "hospice")
    assert table.player(0)["island"]["quarry"] == [1, 1]
    assert table.turn == 1


def test_the_hospice_works_for_a_quarry_of_the_construction_hut() -> None:
    table = Table()
    table.owns(1, "hospice", "construction-hut")
    table.take("settler", by=0)
    table.play("pass", "settle:quarry", "hospice")
    assert table.player(1)["island"]["quarry"] == [1, 1]


def test_the_hospice_colonist_may_be_declined() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.take("settler", by=0)
    table.play("settle:quarry")
    assert table.legal == {"hospice", "pass"}
    table.play("pass")
    assert table.player(0)["island"]["quarry"] == [1, 0]
    assert table.turn == 1


def test_an_unoccupied_hospice_gives_no_colonist() -> None:
    table = Table()
    table.owns(0, "hospice", colonists=0)
    table.take("settler", by=0)
    table.play("settle:quarry")
    assert table.player(0)["island"]["quarry"] == [1, 0]
    assert table.turn == 1


def test_the_hospice_gives_one_colonist_only_and_on_that_tile() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.island(0, corn=(2, 0))
    table.face_up("corn")
    table.take("settler", by=0)
    table.play("settle:corn", "hospice")
    assert table.player(0)["island"]["corn"] == [3, 1]
    assert table.all_colonists(0) == 2


def test_hospice_gives_no_colonist_for_the_hacienda_tile() -> None:
    table = Table()
    table.owns(0, "hacienda", "hospice")
    table.stacks(face_down={"coffee": 8}, discards={})
    table.take("settler", by=0)
    table.play("hacienda")
    assert table.decision == "settler"
    assert table.player(0)["island"]["coffee"] == [1, 0]


def test_hospice_gives_a_colonist_for_the_normal_tile_after_the_hacienda_tile() -> None:
    table = Table()
    table.owns(0, "hacienda", "hospice")
    table.stacks(face_down={"coffee": 8}, discards={})
    table.take("settler", by=0)
    table.play("hacienda", "settle:quarry", "hospice")
    assert table.player(0)["island"]["coffee"] == [1, 0]
    assert table.player(0)["island"]["quarry"] == [1, 1]


def test_the_hospice_takes_the_colonist_from_the_ship_when_the_supply_is_empty() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.colonists(supply=0, ship=3)
    table.take("settler", by=0)
    table.play("settle:quarry", "hospice")
    assert table.player(0)["island"]["quarry"] == [1, 1]
    assert (table.view["colonist_supply"], table.view["colonist_ship"]) == (0, 2)


def test_the_hospice_goes_without_when_supply_and_ship_are_empty() -> None:
    table = Table()
    table.owns(0, "hospice")
    table.colonists(supply=0, ship=0)
    table.take("settler", by=0)
    table.play("settle:quarry")
    assert table.player(0)["island"]["quarry"] == [1, 0]
    assert table.turn == 1


@pytest.mark.parametrize("building", ["hacienda", "construction-hut", "hospice"])
def test_the_settler_buildings_do_nothing_for_players_who_do_not_own_them(building: str) -> None:
    table = Table()
    table.owns(0, building)
    table.face_up("corn", "corn")
    table.take("settler", by=0)
    table.play("pass")
    assert table.legal == {"settle:corn", "pass"}
    table.play("settle:corn")
    assert table.player(1)["island"]["corn"] == [1, 0]
    assert table.turn == 2
