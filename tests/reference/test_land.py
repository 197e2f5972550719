"""The expansions' test cases, by their numbers: settler, mayor and builder in the reference implementation.

In most cases seat 0 is looked at, and the role is played by seat 1 unless the chooser's privilege is what matters.
"""

from __future__ import annotations

from typing import Any

import pytest

from .position import asked, bare_boards, board, decline, decline_to, face_up, offered, play, role, start, table
from .puerto_rico import PuertoRico
from .puerto_rico_boards import Play

# ----------------------------------------------------------------------------------------------------------------------
# Settler
# ----------------------------------------------------------------------------------------------------------------------


def test_015_and_017_a_forest_leaves_a_tile_less() -> None:
    game = table()
    player = board(game, 0, works=["forest-house"])
    face_up(game, corn=2, coffee=1)
    role(game, "settler", "pass", "pass", by=1)
    assert set(game.legal()) == {"settle:corn", "settle:coffee", "settle:forest-corn", "settle:forest-coffee", "pass"}
    play(game, "settle:forest-coffee")
    assert player.forests["coffee"] == 1
    assert player.tiles["coffee"] == 0
    assert game.discards["corn"] == 2
    assert game.discards["coffee"] == 0


def test_016_no_forest_without_a_face_up_tile() -> None:
    game = table()
    board(game, 0, works=["forest-house"])
    face_up(game)
    role(game, "settler")
    assert set(game.legal()) == {"settle:quarry", "pass"}


@pytest.mark.parametrize(("supply", "aboard", "left"), [(5, 3, (4, 3)), (0, 3, (0, 2))])
def test_022_and_023_hospice_colonist_for_a_forest_goes_to_san_juan(
    supply: int, aboard: int, left: tuple[int, int]
) -> None:
    game = table()
    player = board(game, 0, works=["forest-house", "hospice"])
    face_up(game, corn=1)
    game.colonist_supply, game.colonist_ship = supply, aboard
    role(game, "settler", "settle:forest-corn")
    assert set(game.legal()) == {"hospice", "pass"}
    play(game, "hospice")
    assert player.san_juan == 1
    assert (game.colonist_supply, game.colonist_ship) == left


def test_063_library_settler_takes_what_is_left_over() -> None:
    game = table(4)
    bare_boards(game)
    player = board(game, 0, works=["library"])
    face_up(game, corn=2, indigo=1, sugar=1, coffee=1)
    role(game, "settler", "settle:quarry", "settle:corn", "settle:indigo", "settle:coffee")
    assert asked(game) == "second_tile"
    assert set(game.legal()) == {"settle:corn", "settle:sugar", "pass"}
    play(game, "settle:sugar")
    assert (player.tiles["quarry"], player.tiles["sugar"]) == (1, 1)


def test_064_no_hospice_colonist_for_the_second_tile() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["library", "hospice"])
    face_up(game, corn=3)
    role(game, "settler", "settle:corn", "pass", "pass", "pass", "settle:corn")
    assert game.over
    assert (player.tiles["corn"], player.tile_persons["corn"]) == (2, 0)


def test_065_second_tile_is_a_quarry_with_a_construction_hut() -> None:
    game = table()
    board(game, 0, works=["library", "construction-hut"])
    role(game, "settler")
    decline_to(game, "second_tile")
    assert "settle:quarry" in game.legal()


@pytest.mark.parametrize(
    ("number", "empty_spaces", "lodge", "points"),
    [(102, [7, 7, 5, 5], "noble", 0), (103, [7, 6, 5, 5], "noble", 2), (103, [7, 6, 5, 5], "empty", 0)],
)
def test_102_and_103_noble_in_the_hunting_lodge(number: int, empty_spaces: list[int], lodge: str, points: int) -> None:
    game = table(4, nobles=True)
    for seat, spaces in enumerate(empty_spaces):
        board(game, seat, tiles={"corn": 12 - spaces})
    player = game.players[0]
    player.take_building("hunting-lodge")
    if lodge == "noble":
        player.put_person_on("hunting-lodge", noble=True)
        player.nobles = 1
    role(game, "settler", by=1)
    decline(game)
    assert player.points == points


def test_104_a_lodge_sees_the_discards_before_it() -> None:
    game = table(nobles=True)
    first = board(game, 0, works=["hunting-lodge"], tiles={"corn": 6})
    second = board(game, 1, nobles_on=["hunting-lodge"], tiles={"corn": 5})
    board(game, 2, tiles={"corn": 8})
    role(game, "settler")
    decline_to(game, "hunting_lodge")
    play(game, "discard:corn")
    assert first.island_spaces() == second.island_spaces() == 7
    assert second.points == 0


# ----------------------------------------------------------------------------------------------------------------------
# Builder
# ----------------------------------------------------------------------------------------------------------------------


def builder_turn(game: PuertoRico, *texts: str, privilege: bool = False) -> None:
    """Seat 0's turn alone."""
    game.chooser = 0 if privilege else 1
    start(game, game.builder_turn(0))
    play(game, *texts)


@pytest.mark.parametrize(
    ("number", "building", "price", "builder", "position"),
    [
        (18, "large-warehouse", 0, True, {"forests": 6, "occupied": {"quarry": 2}}),
        (19, "large-warehouse", 5, False, {"forests": 3}),
        (20, "small-market", 0, False, {"forests": 4, "empty": ["forest-house"]}),
        (20, "construction-hut", 0, False, {"forests": 4, "empty": ["forest-house"]}),
        (21, "construction-hut", 0, False, {"forests": 8}),
        (34, "harbor", 1, True, {"works": ["library", "zoning-office"], "forests": 2, "occupied": {"quarry": 4}}),
        (93, "small-market", 0, False, {"works": ["zoning-office"]}),
        (93, "guild-hall", 10, False, {"works": ["zoning-office"]}),
        (93, "small-market", 1, False, {"nobles_on": ["zoning-office"]}),
        (94, "guild-hall", 3, True, {"nobles_on": ["zoning-office"], "occupied": {"quarry": 4}}),
    ],
)
def test_018_to_094_prices(number: int, building: str, price: int, builder: bool, position: dict[str, Any]) -> None:
    game = table(nobles=True)
    bare_boards(game)
    player = board(game, 0, doubloons=price, **position)
    builder_turn(game, privilege=builder)
    assert f"build:{building}" in game.legal()
    play(game, f"build:{building}")
    assert player.doubloons == 0
    if price > 0:
        player = board(game, 0, doubloons=price - 1, **position)
        builder_turn(game, privilege=builder)
        assert f"build:{building}" not in game.legal()


# The black market's own colonist is no means of payment (30); 28 and 29 lack one more.
@pytest.mark.parametrize(
    ("number", "building", "possible", "means"),
    [
        (25, "hacienda", True, {"doubloons": 0, "goods": {"corn": 1}, "points": 1}),
        (28, "office", False, {"doubloons": 1, "goods": {"corn": 1}, "points": 1, "san_juan": 1}),
        (28, "office", True, {"doubloons": 2, "goods": {"corn": 1}, "points": 1, "san_juan": 1}),
        (29, "small-warehouse", False, {"doubloons": 0, "goods": {"corn": 5}}),
        (30, "small-market", False, {"doubloons": 0}),
        (30, "small-market", True, {"doubloons": 0, "san_juan": 1}),
    ],
)
def test_025_to_030_what_the_black_market_makes_possible(
    number: int, building: str, possible: bool, means: dict[str, Any]
) -> None:
    game = table()
    bare_boards(game)
    board(game, 0, works=["black-market"], **means)
    builder_turn(game)
    assert (f"build:{building}" in game.legal()) is possible


def test_025_all_that_is_there_is_given() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["black-market"], goods={"corn": 1}, points=1)
    corn, chips = game.goods["corn"], game.point_pool
    builder_turn(game, "build:hacienda")
    assert game.played[-3:] == ["build:hacienda", "pay:vp", "pay:corn"]
    assert (player.doubloons, player.points, player.barrels()) == (0, 0, 0)
    assert (game.goods["corn"], game.point_pool) == (corn + 1, chips + 1)


def test_026_nothing_is_given_up_when_the_doubloons_suffice() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["black-market"], doubloons=5, goods={"corn": 1}, points=1, san_juan=1)
    builder_turn(game, "build:office")
    assert game.over
    assert (player.doubloons, player.points, player.barrels(), player.persons()) == (0, 1, 1, 2)


@pytest.mark.parametrize(
    ("answers", "left"),
    [(["pay:vp"], (0, 1, 2)), (["pass", "pay:corn"], (1, 0, 2)), (["pass", "pass", "from:san-juan"], (1, 1, 1))],
)
def test_027_one_of_three_means_is_given(answers: list[str], left: tuple[int, int, int]) -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["black-market"], doubloons=4, goods={"corn": 1}, points=1, san_juan=1)
    builder_turn(game, "build:office")
    assert asked(game) == "pay_chip"
    for answer in answers:
        if not game.over:  # a single place is a forced `from:`
            play(game, answer)
    assert game.over
    assert (player.points, player.barrels(), player.persons()) == left


def test_031_the_colonist_of_a_quarry_lowers_the_price_and_then_pays() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["black-market"], doubloons=3, occupied={"quarry": 3})
    builder_turn(game, "build:factory")
    assert game.played[-3:] == ["build:factory", "pay:colonist", "from:quarry"]
    assert player.tile_persons["quarry"] == 2
    assert player.doubloons == 0


def test_032_a_noble_given_goes_to_the_nobles() -> None:
    game = table(nobles=True)
    bare_boards(game)
    player = board(game, 0, works=["black-market"], nobles_on=["chapel"], san_juan=1)
    builder_turn(game, "build:small-market")
    assert set(game.legal()) == {"pay:colonist", "pay:noble"}
    play(game, "pay:noble")
    assert game.played[-1] == "from:chapel"
    assert (player.nobles, player.nobles_in["chapel"], player.city["chapel"]) == (0, 0, 0)
    assert game.noble_supply == 20


def test_033_chip_to_the_pool_then_one_for_the_church() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, works=["black-market", "church"], doubloons=4, points=1)
    chips = game.point_pool
    builder_turn(game, "build:office", "pay:vp")
    assert player.points == 1
    assert game.point_pool == chips


def test_034_reductions_come_before_the_shortfall() -> None:
    game = table(nobles=True)
    works = ["black-market", "library", "zoning-office"]
    player = board(game, 0, works=works, forests=2, occupied={"quarry": 4}, points=1)
    role(game, "builder", "build:harbor", "pay:vp")
    assert "harbor" in player.city
    assert player.points == 0


def test_040_a_guest_on_a_quarry_counts_for_this_price() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, persons={"guest-house": 1}, tiles={"quarry": 1})
    builder_turn(game)
    assert set(game.legal()) == {"guest:quarry", "pass"}
    play(game, "guest:quarry")
    assert "build:small-market" in game.legal()
    assert player.city["guest-house"] == 0


@pytest.mark.parametrize(
    ("building", "points"), [("sugar-mill", 1), ("tobacco-storage", 1), ("small-market", 0), ("statue", 2)]
)
def test_048_church(building: str, points: int) -> None:
    game = table(new_buildings="new")
    game.put_out([building])
    player = board(game, 0, works=["church"], doubloons=20)
    role(game, "builder", f"build:{building}")
    assert player.points == points


def test_049_the_church_brings_nothing_for_itself() -> None:
    game = table(new_buildings="new")
    player = board(game, 0, works=["university"], doubloons=20)
    role(game, "builder", "build:church", "university")
    assert player.points == 0
    assert player.uses("church")


def test_050_church_and_university() -> None:
    game = table()
    player = board(game, 0, works=["church", "university"], doubloons=20)
    role(game, "builder", "build:harbor", "university")
    assert player.points == 1
    assert player.uses("harbor")


def test_051_the_last_chip_may_go_in_any_phase() -> None:
    game = table()
    board(game, 0, works=["church"], doubloons=20)
    game.point_pool = 1
    play(game, "role:builder", "build:harbor")
    assert game.reasons() == ["victory-points"]
    assert not game.over
    decline(game)
    assert game.round == 1


def test_075_nobody_stands_on_the_statue() -> None:
    game = table(new_buildings="new")
    bare_boards(game)
    player = board(game, 0, works=["university", "city-hall"], doubloons=20)
    role(game, "builder", "build:statue")
    assert asked(game) != "university"
    score = game.score(player)
    assert score["buildings"] == 3 + 4 + 8
    assert score["city-hall"] == 3


# ----------------------------------------------------------------------------------------------------------------------
# Mayor
# ----------------------------------------------------------------------------------------------------------------------


def test_024_a_forest_is_no_place_for_persons() -> None:
    game = table()
    bare_boards(game)
    player = board(game, 0, forests=3, tiles={"corn": 1}, san_juan=2)
    start(game, game.place_persons(0))
    assert game.over
    assert (player.tile_persons["corn"], player.san_juan) == (1, 1)


def test_038_empty_guest_circles_count_for_the_ship() -> None:
    game = table()
    bare_boards(game)
    board(game, 0, empty=["guest-house", "office", "small-market", "statue"])
    game.colonist_ship = 0
    game.refill_ship()
    assert game.colonist_ship == 4


def test_042_guests_are_lifted_like_all_others() -> None:
    game = table(nobles=True)
    player = board(game, 0, persons={"guest-house": 2}, empty=["office", "villa"])
    start(game, game.place_persons(0))
    assert (player.san_juan, player.city["guest-house"]) == (2, 0)
    assert offered(game, "place") == {"guest-house", "office"}
    assert not offered(game, "guest")
    play(game, "place:office")
    assert offered(game, "place") == {"guest-house", "villa"}


def test_066_library_mayor_finds_one_colonist_in_the_supply() -> None:
    game = table()
    player = board(game, 0, works=["library"])
    game.colonist_supply = 1
    role(game, "mayor", "privilege:colonist")
    assert asked(game) != "mayor"
    assert player.persons() == 1 + 1 + 1


def test_079_persons_at_the_start() -> None:
    game = table(3, nobles=True)
    assert (game.colonist_ship, game.noble_ship, game.colonist_supply, game.noble_supply) == (2, 1, 56, 19)


@pytest.mark.parametrize(
    ("players", "without", "with_nobles", "all_with_nobles"), [(2, 40, 41, 99), (3, 55, 56, 98), (5, 95, 96, 96)]
)
def test_079_colonists_in_supply(players: int, without: int, with_nobles: int, all_with_nobles: int) -> None:
    assert table(players).colonist_supply == without
    assert table(players, nobles=True).colonist_supply == with_nobles
    assert table(players, nobles=True, all_colonists=True).colonist_supply == all_with_nobles
    assert table(players, all_colonists=True).colonist_supply == 100 - players


@pytest.mark.parametrize(
    ("number", "colonists", "nobles", "aboard"), [(80, 2, 1, (2, 1)), (81, 30, 0, (6, 0)), (81, 30, 5, (5, 1))]
)
def test_080_and_081_refill_with_nobles(number: int, colonists: int, nobles: int, aboard: tuple[int, int]) -> None:
    game = table(nobles=True)
    bare_boards(game)
    board(game, 0, empty=["indigo-plant", "sugar-mill"])
    game.colonist_ship = game.noble_ship = 0
    game.colonist_supply, game.noble_supply = colonists, nobles
    game.refill_ship()
    assert (game.colonist_ship, game.noble_ship) == aboard
    assert not game.reasons()


def test_082_whoever_comes_next_may_take_the_noble() -> None:
    game = table(nobles=True)
    game.colonist_ship, game.noble_ship = 4, 1
    role(game, "mayor", "pass", "take:colonist")
    assert asked(game) == "ship"
    assert game.turn == 1
    play(game, "take:noble")
    assert [player.nobles for player in game.players] == [0, 1, 0]
    assert [player.persons() for player in game.players] == [2, 2, 1]


@pytest.mark.parametrize(
    ("number", "nobles_left", "villa", "nobles", "persons"), [(83, 3, 1, 1, 3), (84, 0, 1, 0, 3), (85, 3, 0, 0, 1)]
)
def test_083_to_085_villa(number: int, nobles_left: int, villa: int, nobles: int, persons: int) -> None:
    game = table(nobles=True)
    bare_boards(game)
    player = board(game, 0, persons={"villa": villa})
    game.colonist_supply, game.colonist_ship = 3, 3
    game.noble_supply, game.noble_ship = nobles_left, 0
    role(game, "mayor", by=1)
    decline(game)
    assert player.uses("villa")
    assert (player.nobles, player.persons()) == (nobles, persons)


def test_086_hospice_has_no_use_for_a_noble() -> None:
    game = table(nobles=True)
    board(game, 0, works=["hospice"])
    game.colonist_supply, game.colonist_ship, game.noble_ship = 0, 0, 1
    role(game, "settler", "settle:quarry")
    assert asked(game) != "hospice"


def test_guests_are_nobles_in_one_way_each() -> None:
    """4.2: the second guest is asked for only after a noble; `pass` is missing with too few colonists."""
    game = table(nobles=True)
    player = board(game, 0, empty=["guest-house", "chapel"], nobles=2, san_juan=3)
    start(game, placing(game, 0))
    assert game.legal() == ["noble:chapel", "pass"]
    play(game, "pass")
    assert game.over  # only nobles are left
    assert player.nobles_in == {"guest-house": 2, "chapel": 0}

    start(game, placing(game, 0))
    play(game, "noble:chapel")
    assert game.over
    assert game.played[-2:] == ["noble:chapel", "noble:guest-house"]
    assert player.nobles_in == {"guest-house": 1, "chapel": 1}


def placing(game: PuertoRico, seat: int) -> Play:
    yield from game.place_persons(seat)
    yield from game.place_nobles(seat)
