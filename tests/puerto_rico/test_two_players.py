"""Two players, as in the deluxe edition: what is laid out, and rounds of six roles."""

from __future__ import annotations

from .table import Table


def test_two_players_start_with_3_doubloons_indigo_and_corn() -> None:
    table = Table(players=2)
    assert [table.doubloons(seat) for seat in (0, 1)] == [3, 3]
    assert [table.tiles(seat) for seat in (0, 1)] == [{"indigo": 1}, {"corn": 1}]


def test_two_players_have_65_points_40_colonists_and_2_on_the_ship() -> None:
    view = Table(players=2).view
    assert (view["vp_pool"], view["colonist_supply"], view["colonist_ship"]) == (65, 40, 2)


def test_two_players_have_seven_roles_with_one_prospector() -> None:
    roles = Table(players=2).view["roles"]
    assert len(roles) == 7
    assert "prospector" in roles


def test_two_players_have_the_ships_for_4_and_6_barrels() -> None:
    assert [ship["capacity"] for ship in Table(players=2).view["ships"]] == [4, 6]


def test_two_players_play_without_3_tiles_of_each_kind_and_3_quarries() -> None:
    table = Table(players=2)
    view = table.view
    total = {kind: view["face_up"][kind] + view["face_down"][kind] for kind in view["face_up"]}
    total["indigo"] += 1
    total["corn"] += 1
    assert total == {"corn": 7, "indigo": 9, "sugar": 8, "tobacco": 6, "coffee": 5}
    assert view["quarries"] == 5
    assert sum(view["face_up"].values()) == 3


def test_two_players_have_fewer_barrels() -> None:
    assert Table(players=2).view["goods"] == {"corn": 8, "indigo": 9, "sugar": 9, "tobacco": 7, "coffee": 7}


def test_two_players_have_two_of_each_production_building_and_one_of_each_violet_one() -> None:
    copies = list(Table(players=2).view["buildings"].values())
    assert copies == [2] * 6 + [1] * 17


def test_two_players_take_three_roles_each_in_turn() -> None:
    table = Table(players=2)
    turns = []
    for role in ("settler", "mayor", "builder", "craftsman", "trader", "captain"):
        assert table.view["round"] == 1
        turns.append(table.turn)
        table.play(f"role:{role}")
        table.finish_phase()
    assert turns == [0, 1, 0, 1, 0, 1]
    assert table.view["round"] == 2


def test_with_two_players_one_doubloon_goes_on_the_role_left_over_and_the_governor_changes() -> None:
    table = Table(players=2)
    for role in ("settler", "mayor", "builder", "craftsman", "trader", "captain"):
        table.play(f"role:{role}")
        table.finish_phase()
    money = {role: card["doubloons"] for role, card in table.view["roles"].items() if card["doubloons"]}
    assert money == {"prospector": 1}
    assert table.view["governor"] == table.turn == 1


def test_with_two_players_the_colonist_ship_gets_at_least_2() -> None:
    table = Table(players=2)
    table.take("mayor", by=0)
    table.finish_phase()
    assert table.view["colonist_ship"] == 2


def test_with_two_players_a_third_kind_finds_no_ship() -> None:
    table = Table(players=2)
    table.ship(4, "corn", 1)
    table.ship(6, "indigo", 1)
    table.give(0, goods={"sugar": 2, "coffee": 1})
    table.give(1, goods={"corn": 1, "indigo": 1})
    table.take("captain", by=0)
    assert table.turn == 1
    assert table.legal == {"load:corn@4", "load:indigo@6"}


def test_with_two_players_the_last_round_has_all_six_roles() -> None:
    table = Table(players=2)
    table.colonists(supply=0)
    table.take("mayor", by=0)
    table.finish_phase()
    for role in ("settler", "builder", "craftsman", "trader", "prospector"):
        assert not table.game.over
        table.play(f"role:{role}")
        table.finish_phase()
    assert table.game.over
