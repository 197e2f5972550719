"""The expansions' test cases, by their numbers: craftsman, trader and captain in the reference implementation.

In most cases seat 0 is looked at, and the role is played by seat 1 unless the chooser's privilege is what matters.
"""

from __future__ import annotations

from collections import Counter

import pytest

from .position import asked, bare_boards, board, decline_to, in_house, offered, play, role, start, table
from .puerto_rico import PuertoRico
from .puerto_rico_tables import (
    GOODS,
)

# ----------------------------------------------------------------------------------------------------------------------
# Craftsman
# ----------------------------------------------------------------------------------------------------------------------


PLANT, MILL, ROASTER, STORAGE = "indigo-plant", "sugar-mill", "coffee-roaster", "tobacco-storage"


# The violet building and others with their persons, occupied plantations, the supply -> barrels, doubloons.
@pytest.mark.parametrize(
    ("number", "persons", "occupied", "supply", "barrels", "doubloons"),
    [
        (1, {"aqueduct": 1, PLANT: 1}, "indigo", {}, {"indigo": 2}, 0),
        (2, {"aqueduct": 1, PLANT: 1, MILL: 3}, "indigo sugar sugar sugar", {}, {"indigo": 2, "sugar": 4}, 0),
        (
            3,
            {"aqueduct": 1, "small-indigo-plant": 1, "small-sugar-mill": 1},
            "indigo sugar",
            {},
            {"indigo": 1, "sugar": 1},
            0,
        ),
        (4, {"aqueduct": 1, "small-indigo-plant": 1, PLANT: 0}, "indigo", {}, {"indigo": 1}, 0),
        (5, {"aqueduct": 1, "small-indigo-plant": 1, PLANT: 1}, "indigo", {}, {"indigo": 2}, 0),
        (6, {"aqueduct": 1, PLANT: 2}, "indigo indigo", {"indigo": 1}, {"indigo": 1}, 0),
        (7, {"aqueduct": 1, MILL: 2}, "sugar sugar", {"sugar": 0}, {"sugar": 0}, 0),
        (8, {"aqueduct": 1, "specialty-factory": 1, MILL: 3}, "sugar sugar sugar", {}, {"sugar": 4}, 3),
        (9, {"aqueduct": 1, "factory": 1, PLANT: 1, MILL: 1}, "indigo sugar", {}, {"indigo": 2, "sugar": 2}, 1),
        (
            10,
            {"specialty-factory": 1, MILL: 3, ROASTER: 2},
            "corn corn corn corn sugar sugar sugar coffee coffee",
            {},
            {"corn": 4, "sugar": 3, "coffee": 2},
            2,
        ),
        (11, {"specialty-factory": 1}, "corn corn corn corn corn", {}, {"corn": 5}, 0),
        (12, {"specialty-factory": 1, PLANT: 1}, "indigo", {}, {"indigo": 1}, 0),
        (12, {"specialty-factory": 1, PLANT: 1}, "", {}, {"indigo": 0}, 0),
        (14, {"specialty-factory": 1, STORAGE: 3}, "tobacco tobacco tobacco", {"tobacco": 1}, {"tobacco": 1}, 0),
    ],
)
def test_001_to_014_barrels_and_doubloons_of_a_craftsman_phase(
    number: int,
    persons: dict[str, int],
    occupied: str,
    supply: dict[str, int],
    barrels: dict[str, int],
    doubloons: int,
) -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, persons=persons, occupied=Counter(occupied.split()))
    game.goods.update(supply)
    role(game, "craftsman", by=1)
    assert game.over
    assert {good: player.goods[good] for good in barrels} == barrels
    assert player.barrels() == sum(barrels.values())
    assert player.doubloons == doubloons


def test_013_specialty_factory_counts_the_privilege() -> None:
    game = table()
    player = board(game, 0, works=["specialty-factory"], persons={"tobacco-storage": 2}, occupied={"tobacco": 2})
    role(game, "craftsman", "privilege:tobacco")
    assert player.doubloons == 2


def test_039_guests_move_in_before_their_host_produces() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, persons={"guest-house": 2}, empty=["small-sugar-mill"], tiles={"sugar": 1})
    role(game, "craftsman", by=1)
    assert asked(game) == "guest"
    assert set(game.legal()) == {"guest:sugar", "guest:small-sugar-mill", "pass"}
    play(game, "guest:sugar", "guest:small-sugar-mill")
    assert game.over
    assert player.goods["sugar"] == 1
    # 41: they stay there.
    assert player.city["guest-house"] == 0
    role(game, "craftsman", by=1)
    assert game.over
    assert player.goods["sugar"] == 2


def test_061_library_craftsman_takes_the_same_kind_twice() -> None:
    game = table()
    player = board(game, 0, works=["library", "small-indigo-plant"], occupied={"corn": 1, "indigo": 1})
    role(game, "craftsman", "privilege:indigo")
    assert offered(game, "privilege") == {"corn", "indigo"}
    play(game, "privilege:indigo")
    assert game.over
    assert player.goods["indigo"] == 3


def test_062_library_craftsman_finds_one_barrel_in_the_supply() -> None:
    game = table()
    player = board(game, 0, works=["library", "small-indigo-plant"], occupied={"indigo": 1})
    game.goods["indigo"] = 2
    role(game, "craftsman", "privilege:indigo")
    assert game.over
    assert player.goods["indigo"] == 2


@pytest.mark.parametrize(
    ("works", "nobles_on", "doubloons", "points"), [(["chapel"], [], 1, 0), ([], ["chapel"], 0, 1)]
)
def test_087_chapel(works: list[str], nobles_on: list[str], doubloons: int, points: int) -> None:
    game = table(nobles=True)
    player = board(game, 0, works=works, nobles_on=nobles_on)
    role(game, "craftsman", by=1)
    assert (player.doubloons, player.points) == (doubloons, points)


def test_088_jeweler_pays_for_nobles_anywhere() -> None:
    game = table(nobles=True)
    player = board(game, 0, works=["jeweler"], nobles_on=["chapel"], nobles=2, san_juan=1)
    role(game, "craftsman", by=1)
    assert player.nobles == 3
    assert player.doubloons == 3


# ----------------------------------------------------------------------------------------------------------------------
# Trader
# ----------------------------------------------------------------------------------------------------------------------


def test_044_trading_post_takes_what_the_full_house_does_not() -> None:
    game = table()
    player = board(game, 0, works=["trading-post", "small-market", "large-market"], goods={"coffee": 1})
    in_house(game, corn=1, indigo=1, sugar=1, tobacco=1)
    coffee = game.goods["coffee"]
    role(game, "trader", by=1)
    assert game.legal() == ["post:coffee", "pass"]
    play(game, "post:coffee")
    assert player.doubloons == 4
    assert game.goods["coffee"] == coffee + 1


def test_045_trading_post_and_library() -> None:
    game = table()
    player = board(game, 0, works=["trading-post", "library"], goods={"coffee": 1})
    role(game, "trader", "post:coffee")
    assert player.doubloons == 6


def test_046_trading_post_takes_a_kind_that_is_in_the_house() -> None:
    game = table()
    board(game, 0, works=["trading-post"], goods={"coffee": 1})
    in_house(game, coffee=1)
    role(game, "trader")
    assert game.legal() == ["post:coffee", "pass"]


def test_047_house_filled_by_one_then_a_post_sale() -> None:
    game = table()
    bare_boards(game)
    board(game, 0, goods={"coffee": 1})
    player = board(game, 1, works=["trading-post"], goods={"coffee": 1})
    in_house(game, corn=1, indigo=1, sugar=1)
    role(game, "trader", "sell:coffee", "post:coffee")
    assert game.over
    assert player.doubloons == 4
    assert sum(game.trading_house.values()) == 0


def test_068_two_players_use_the_library_for_one_role() -> None:
    game = table(2)
    player = board(game, 0, works=["library"], goods={"coffee": 1})
    board(game, 1)
    play(game, "role:builder", "library")
    assert player.library_used
    decline_to(game, "role")
    play(game, "role:prospector")
    play(game, "role:trader")
    assert asked(game) == "trader"
    play(game, "sell:coffee")
    assert player.doubloons == 5


def test_098_the_sale_pays_for_the_land_office() -> None:
    game = table(nobles=True)
    player = board(game, 0, works=["land-office"], goods={"corn": 1})
    role(game, "trader")
    assert game.legal() == ["sell:corn", "pass"]
    play(game, "sell:corn")
    assert game.legal() == ["land-office", "pass"]
    play(game, "land-office")
    assert player.doubloons == 0
    assert sum(player.tiles.values()) == 1


def test_099_no_land_office_on_a_full_island() -> None:
    game = table(nobles=True)
    board(game, 0, works=["land-office"], doubloons=3, tiles={"corn": 12})
    role(game, "trader", by=1)
    assert game.over


def test_100_a_noble_sells_land() -> None:
    game = table(nobles=True)
    player = board(game, 0, nobles_on=["land-office"], occupied={"tobacco": 1})
    role(game, "trader", "discard:tobacco", by=1)
    assert game.over
    assert (player.doubloons, player.san_juan, player.tiles["tobacco"]) == (1, 1, 0)
    assert game.discards["tobacco"] == 1


def test_101_a_noble_sells_no_quarry() -> None:
    game = table(nobles=True)
    board(game, 0, nobles_on=["land-office"], occupied={"quarry": 2})
    role(game, "trader", by=1)
    assert game.over


def test_forest_house_turns_the_tile_of_the_land_office() -> None:
    """3.1: the tile is seen, then placed as it is or as a forest."""
    game = table(nobles=True)
    player = board(game, 0, works=["land-office", "forest-house"], doubloons=1)
    role(game, "trader", "land-office", by=1)
    assert asked(game) == "drawn_tile"
    play(game, "forest")
    assert player.all_forests() == 1


# ----------------------------------------------------------------------------------------------------------------------
# Captain
# ----------------------------------------------------------------------------------------------------------------------


def no_ship_takes_anything(game: PuertoRico) -> None:
    for ship, good in zip(game.ships, ["sugar", "tobacco", "coffee"], strict=True):
        ship.good, ship.barrels = good, ship.capacity


# Barrels, what the storehouse's owner is really asked (all else is forced or fits), what stays.
@pytest.mark.parametrize(
    ("number", "goods", "answers", "keeps"),
    [
        (35, {"corn": 2, "indigo": 2, "coffee": 1}, "corn coffee", {"corn": 2, "indigo": 1, "coffee": 1}),
        (35, {"corn": 2, "indigo": 2, "coffee": 1}, "corn indigo", {"corn": 2, "indigo": 2, "coffee": 0}),
        (35, {"corn": 2, "indigo": 2, "coffee": 1}, "indigo", {"corn": 1, "indigo": 2, "coffee": 1}),
        (35, {"corn": 5}, "", {"corn": 4}),
        (37, {"corn": 3, "indigo": 1}, "", {"corn": 3, "indigo": 1}),
    ],
)
def test_035_and_037_storehouse(number: int, goods: dict[str, int], answers: str, keeps: dict[str, int]) -> None:
    game = table()
    player = board(game, 0, works=["storehouse"], goods=goods)
    start(game, game.store_goods(0))
    for good in answers.split():
        play(game, f"keep:{good}")
    assert game.over
    assert {good: player.goods[good] for good in keeps} == keeps
    assert ("keep:corn" in game.played) is (number == 35)


def test_035_nothing_that_can_be_kept_is_given_up() -> None:
    """A late kind is offered only while enough barrels come after it; what then fits is kept unasked."""
    game = table()
    player = board(game, 0, works=["storehouse"], goods={"corn": 2, "indigo": 2, "coffee": 2})
    start(game, game.store_goods(0))
    assert game.legal() == ["keep:corn", "keep:indigo"]
    play(game, "keep:corn")
    assert game.legal() == ["keep:corn", "keep:indigo"]
    play(game, "keep:indigo")
    assert game.legal() == ["keep:indigo", "keep:coffee"]
    play(game, "keep:coffee")
    assert game.over
    assert player.goods == {"corn": 1, "indigo": 1, "sugar": 0, "tobacco": 0, "coffee": 2}


def test_036_storehouse_beside_a_large_warehouse() -> None:
    game = table()
    player = board(game, 0, works=["storehouse", "large-warehouse"], goods=dict.fromkeys(GOODS, 3))
    start(game, game.store_goods(0))
    play(game, "store:indigo", "store:coffee", "keep:corn", "keep:sugar", "keep:sugar", "keep:tobacco")
    assert game.over
    assert player.goods == {"corn": 1, "indigo": 3, "sugar": 2, "tobacco": 1, "coffee": 3}


def test_052_small_wharf_harbor_and_privilege() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["small-wharf", "harbor"], goods={"corn": 3, "coffee": 2})
    no_ship_takes_anything(game)
    role(game, "captain", "small-wharf:corn", "small-wharf:corn")
    assert game.legal() == ["small-wharf:corn", "small-wharf:coffee", "pass"]
    play(game, "small-wharf:coffee")
    assert game.legal() == ["small-wharf:coffee", "pass"]
    play(game, "pass")
    assert player.points == 3
    assert (player.goods["corn"], player.goods["coffee"]) == (1, 1)


def test_053_small_wharf_with_a_single_barrel() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["small-wharf", "lighthouse"], goods={"corn": 1})
    no_ship_takes_anything(game)
    role(game, "captain", "small-wharf:corn", by=1)
    assert (player.points, player.doubloons, player.barrels()) == (0, 1, 0)


def test_054_small_wharf_once_the_wharf_still() -> None:
    game = table()
    bare_boards(game)
    board(game, 0, works=["small-wharf", "wharf"], goods={"corn": 2, "indigo": 1})
    no_ship_takes_anything(game)
    role(game, "captain", "small-wharf:corn", "pass")
    assert game.legal() == ["wharf:corn", "wharf:indigo", "pass"]


def test_055_only_the_small_wharf_may_pass_and_is_asked_again() -> None:
    game = table()
    bare_boards(game)
    board(game, 0, works=["small-wharf"], goods={"corn": 2})
    board(game, 1, goods={"sugar": 1})
    no_ship_takes_anything(game)
    game.ships[0].barrels -= 1
    role(game, "captain")
    assert game.legal() == ["small-wharf:corn", "pass"]
    play(game, "pass")
    assert game.played[-1] == "load:sugar@4"
    assert game.legal() == ["small-wharf:corn", "pass"]
    play(game, "pass")
    assert game.over or asked(game) == "windrose"


def test_056_ships_and_the_small_wharf_are_both_legal() -> None:
    game = table()
    board(game, 0, works=["small-wharf"], goods={"corn": 2})
    role(game, "captain")
    assert {"small-wharf:corn", "load:corn@4"} <= set(game.legal())
    assert "pass" not in game.legal()


def test_057_lighthouse_pays_for_taking_the_captain() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["lighthouse"])
    role(game, "captain")
    assert game.over
    assert player.doubloons == 1


def test_058_lighthouse_captain_and_wharf() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["lighthouse", "wharf"], goods={"coffee": 8})
    role(game, "captain", "wharf:coffee")
    assert (player.doubloons, player.points) == (2, 9)


def test_059_empty_lighthouse() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, empty=["lighthouse"])
    role(game, "captain")
    assert player.doubloons == 0


def test_060_library_captain() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["library"], goods={"corn": 3})
    role(game, "captain", "load:corn@4")
    assert player.points == 5


@pytest.mark.parametrize("number", [70, 71])
def test_070_and_071_union_hall(number: int) -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["union-hall"], goods={"corn": 3, "indigo": 2, "coffee": 1})
    if number == 71:
        no_ship_takes_anything(game)
    role(game, "captain", by=0)
    assert player.points == 2
    assert player.barrels() == 6
    assert asked(game) == ("captain" if number == 70 else "windrose")


def test_072_union_hall_before_the_royal_supplier() -> None:
    game = table(nobles=True)
    bare_boards(game)
    player = board(game, 0, works=["union-hall"], nobles_on=["royal-supplier"], goods={"corn": 2})
    role(game, "captain", by=1)
    assert player.points == 1
    play(game, "supplier:corn")
    assert asked(game) == "captain"
    assert (player.points, player.goods["corn"]) == (2, 1)


def test_095_royal_supplier_gives_different_kinds() -> None:
    game = table(nobles=True)
    bare_boards(game)
    goods = {"corn": 2, "indigo": 1, "coffee": 1}
    player = board(game, 0, works=["harbor"], nobles_on=["royal-supplier", "chapel"], goods=goods)
    no_ship_takes_anything(game)
    role(game, "captain", "supplier:corn", by=1)
    assert game.legal() == ["supplier:indigo", "supplier:coffee", "pass"]
    play(game, "supplier:coffee")
    assert asked(game) == "windrose"
    assert player.points == 2


def test_096_royal_supplier_without_nobles() -> None:
    game = table(nobles=True)
    bare_boards(game)
    board(game, 0, works=["royal-supplier"], goods={"corn": 2})
    role(game, "captain")
    assert asked(game) == "captain"


def test_097_the_court_is_no_load() -> None:
    game = table(nobles=True)
    bare_boards(game)
    player = board(game, 0, nobles_on=["royal-supplier"], goods={"corn": 3})
    role(game, "captain", "supplier:corn", "load:corn@4")
    assert player.points == 1 + 2 + 1
