"""Preparation: what lies where before the first round, and the options that change it."""

from __future__ import annotations

from typing import Any

import pytest

from boriken import Game
from boriken.engine import BadOption

from .table import Table

THREE_TO_FIVE = (3, 4, 5)


@pytest.mark.parametrize(("players", "doubloons"), [(3, 2), (4, 3), (5, 4)])
def test_everybody_starts_with_2_3_or_4_doubloons_by_number_of_players(players: int, doubloons: int) -> None:
    table = Table(players)
    assert [table.doubloons(seat) for seat in range(players)] == [doubloons] * players


@pytest.mark.parametrize(
    ("players", "tiles"),
    [(3, ["indigo", "indigo", "corn"]), (4, ["indigo", "indigo", "corn", "corn"])],
)
def test_the_first_two_start_with_indigo_and_the_others_with_corn(players: int, tiles: list[str]) -> None:
    table = Table(players)
    assert [table.tiles(seat) for seat in range(players)] == [{tile: 1} for tile in tiles]


def test_with_five_players_three_start_with_indigo_and_two_with_corn() -> None:
    table = Table(players=5)
    assert [table.tiles(seat) for seat in range(3)] == [{"indigo": 1}] * 3
    assert [table.tiles(seat) for seat in (3, 4)] == [{"corn": 1}] * 2


@pytest.mark.parametrize(("players", "points"), [(3, 75), (4, 100), (5, 122)])
def test_the_pool_holds_75_100_or_122_victory_points(players: int, points: int) -> None:
    assert Table(players).view["vp_pool"] == points


@pytest.mark.parametrize(("players", "supply"), [(3, 55), (4, 75), (5, 95)])
def test_the_colonists_on_the_ship_come_besides_the_55_75_or_95_of_the_supply(players: int, supply: int) -> None:
    view = Table(players).view
    assert view["colonist_supply"] == supply
    assert view["colonist_ship"] == players


@pytest.mark.parametrize("players", THREE_TO_FIVE)
def test_one_plantation_more_than_there_are_players_lies_face_up(players: int) -> None:
    assert sum(Table(players).view["face_up"].values()) == players + 1


@pytest.mark.parametrize(("players", "prospectors"), [(3, 0), (4, 1), (5, 2)])
def test_there_are_0_1_or_2_prospectors_by_number_of_players(players: int, prospectors: int) -> None:
    six = ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
    assert list(Table(players).view["roles"]) == six + ["prospector", "prospector-2"][:prospectors]


def test_no_doubloons_lie_on_the_role_cards_at_first() -> None:
    assert all(card == {"doubloons": 0, "taken_by": None} for card in Table(players=5).view["roles"].values())


@pytest.mark.parametrize(("players", "capacities"), [(3, [4, 5, 6]), (4, [5, 6, 7]), (5, [6, 7, 8])])
def test_three_cargo_ships_by_number_of_players(players: int, capacities: list[int]) -> None:
    ships = Table(players).view["ships"]
    assert [ship["capacity"] for ship in ships] == capacities


@pytest.mark.parametrize("players", THREE_TO_FIVE)
def test_the_starting_tiles_come_out_of_the_fifty_plantations(players: int) -> None:
    table = Table(players)
    total = {
        kind: table.view["face_up"][kind]
        + table.view["face_down"][kind]
        + sum(table.player(seat)["island"][kind][0] for seat in range(players))
        for kind in table.view["face_up"]
    }
    assert total == {"corn": 10, "indigo": 12, "sugar": 11, "tobacco": 9, "coffee": 8}


def test_eight_quarries_lie_ready_and_none_among_the_plantations() -> None:
    table = Table()
    assert table.view["quarries"] == 8
    assert "quarry" not in table.view["face_up"]
    assert "quarry" not in table.view["face_down"]


def test_the_goods_supply_has_50_barrels() -> None:
    assert Table().view["goods"] == {"corn": 10, "indigo": 11, "sugar": 11, "tobacco": 9, "coffee": 9}


def test_ships_and_trading_house_are_empty_at_first() -> None:
    table = Table()
    assert [table.on_ship(capacity) for capacity in (5, 6, 7)] == [(None, 0)] * 3
    assert table.middle("trading_house") == {}


def test_players_start_without_buildings_colonists_goods_or_points() -> None:
    board = Table().player(0)
    assert board["city"] == {}
    assert board["san_juan"] == 0
    assert board["vp"] == 0
    assert sum(board["goods"].values()) == 0
    assert board["island"]["indigo"] == [1, 0]


def test_49_buildings_are_for_sale() -> None:
    left = Table().view["buildings"]
    assert left.pop("small-indigo-plant") == left.pop("small-sugar-mill") == 4
    for plant in ("indigo-plant", "sugar-mill", "tobacco-storage", "coffee-roaster"):
        assert left.pop(plant) == 3
    for large in ("guild-hall", "residence", "fortress", "customs-house", "city-hall"):
        assert left.pop(large) == 1
    assert list(left.values()) == [2] * 12


def test_the_plantations_are_shuffled() -> None:
    rows = {tuple(Table(seed=seed).view["face_up"].values()) for seed in range(10)}
    assert len(rows) > 5


def test_the_same_seed_shuffles_in_the_same_way() -> None:
    assert Table(seed=3).game == Table(seed=3).game
    assert Table(seed=3).view["face_up"] != Table(seed=4).view["face_up"]


def test_the_first_governor_takes_the_first_role() -> None:
    table = Table()
    assert table.view["governor"] == table.turn == 0
    assert table.decision == "role"


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("governor", range(5))
def test_option_governor_seats_the_first_player_and_tiles_are_counted_from_there(governor: int) -> None:
    table = Table(players=5, governor=governor)
    assert table.view["governor"] == table.turn == governor
    clockwise = [table.tiles((governor + i) % 5) for i in range(5)]
    assert clockwise == [{"indigo": 1}] * 3 + [{"corn": 1}] * 2


def test_option_governor_random_draws_any_seat() -> None:
    governors = {Table(seed=seed, governor="random").turn for seed in range(40)}
    assert governors == {0, 1, 2, 3}


def test_option_corn_start_costs_the_corn_players_one_doubloon() -> None:
    table = Table(players=4, corn_start=True)
    assert [table.doubloons(seat) for seat in range(4)] == [3, 3, 2, 2]


@pytest.mark.parametrize(("swap", "factory", "university"), [(False, 7, 8), (True, 8, 7)])
def test_option_swap_changes_the_prices_of_factory_and_university(swap: bool, factory: int, university: int) -> None:
    for building, cost in (("factory", factory), ("university", university)):
        table = Table(swap=swap)
        table.give(1, doubloons=10)
        table.take("builder", by=0)
        table.play("pass", f"build:{building}")
        assert table.doubloons(1) == 10 - cost


def test_options_are_all_off_unless_asked_for() -> None:
    base = {"swap": False, "corn_start": False, "hidden_vp": False, "governor": 0}
    expansions = {"new_buildings": "off", "nobles": False, "buccaneer": False, "festival": False}
    house_rules = {"pairs": "rulebook", "nobles_drafted": False, "all_colonists": False, "kidnapped": "alone"}
    assert Table().game.options == base | expansions | house_rules


@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadOption, match="2 to 5 players"):
        Game.new("puerto-rico", players=players)


@pytest.mark.parametrize(
    "options", [{"swap": 1}, {"corn_start": "yes"}, {"hidden_vp": None}, {"governor": 4}, {"governor": -1}, {"bank": 5}]
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        Game.new("puerto-rico", players=4, **options)
