"""Scoring: chips, buildings, the five large buildings, the winner, and ties."""

from __future__ import annotations

import pytest

from .table import Table

LARGE = ("guild-hall", "residence", "fortress", "customs-house", "city-hall")


def end_of_game(table: Table) -> Table:
    """Play the last round: seat 0 digs for gold, and nobody does anything else."""
    table.last_round()
    table.finish_round()
    assert table.game.over
    return table


def test_chips_buildings_and_large_buildings_are_added_up() -> None:
    table = Table()
    table.give(0, vp=9)
    table.owns(0, "small-market", "harbor", "customs-house", "residence")
    score = table.score(0)
    assert score["chips"] == 9
    assert score["buildings"] == 1 + 3 + 4 + 4
    assert (score["customs-house"], score["residence"]) == (2, 4)
    assert score["total"] == 9 + 12 + 2 + 4


def test_money_goods_and_plantations_bring_no_points() -> None:
    table = Table()
    table.give(0, doubloons=30, goods={"coffee": 9}, san_juan=5)
    table.island(0, corn=(6, 6))
    assert table.score(0)["total"] == 0


@pytest.mark.parametrize("building", LARGE)
def test_an_unoccupied_large_building_scores_its_4_points_and_no_more(building: str) -> None:
    table = Table()
    table.give(0, vp=20, san_juan=9)
    table.owns(0, "small-indigo-plant", "small-market")
    table.owns(0, building, colonists=0)
    assert table.score(0)[building] == 0
    assert table.score(0)["buildings"] == 1 + 1 + 4


def test_the_guild_hall_example_brings_6() -> None:
    table = Table()
    table.owns(0, "guild-hall")
    table.owns(0, "small-sugar-mill", "sugar-mill", "small-indigo-plant", "coffee-roaster")
    assert table.score(0)["guild-hall"] == 1 + 2 + 1 + 2


@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("small-indigo-plant", 1),
        ("small-sugar-mill", 1),
        ("indigo-plant", 2),
        ("sugar-mill", 2),
        ("tobacco-storage", 2),
        ("coffee-roaster", 2),
        ("small-market", 0),
        ("harbor", 0),
        ("fortress", 0),
    ],
)
def test_the_guild_hall_counts_small_production_1_and_large_2_occupied_or_not(building: str, points: int) -> None:
    table = Table()
    table.owns(0, "guild-hall")
    table.owns(0, building, colonists=0)
    assert table.score(0)["guild-hall"] == points


def test_the_residence_example_brings_5_for_ten_tiles() -> None:
    table = Table()
    table.owns(0, "residence")
    table.island(0, corn=(4, 2), sugar=(4, 0), quarry=(2, 1))
    assert table.score(0)["residence"] == 5


@pytest.mark.parametrize(("tiles", "points"), [(0, 4), (1, 4), (8, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_the_residence_brings_4_5_6_7_for_up_to_9_10_11_12_filled_spaces(tiles: int, points: int) -> None:
    table = Table()
    table.owns(0, "residence")
    table.island(0, indigo=(min(tiles, 6), 0), quarry=(max(tiles - 6, 0), 0))
    assert table.score(0)["residence"] == points


def test_the_fortress_example_brings_6_for_twenty_colonists() -> None:
    table = Table()
    table.owns(0, "fortress")
    table.owns(0, "sugar-mill", "tobacco-storage", colonists=3)
    table.island(0, corn=(4, 4), quarry=(3, 3))
    table.give(0, san_juan=6)
    assert table.all_colonists(0) == 20
    assert table.score(0)["fortress"] == 6


@pytest.mark.parametrize(("colonists", "points"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (21, 7)])
def test_the_fortress_brings_a_point_for_every_three_colonists_rounded_down(colonists: int, points: int) -> None:
    table = Table()
    table.owns(0, "fortress")
    table.give(0, san_juan=colonists - 1)
    assert table.score(0)["fortress"] == points


def test_the_customs_house_example_brings_5_for_23_points() -> None:
    table = Table()
    table.owns(0, "customs-house")
    table.give(0, vp=23)
    assert table.score(0)["customs-house"] == 5


def test_the_customs_house_does_not_count_points_of_buildings() -> None:
    table = Table()
    table.owns(0, "customs-house", "fortress", "harbor", "wharf")
    table.give(0, vp=3)
    assert table.score(0)["customs-house"] == 0


def test_the_city_hall_example_brings_7() -> None:
    table = Table()
    table.owns(0, "city-hall")
    table.owns(0, "hacienda", "harbor", "office", "construction-hut", "large-warehouse", "residence", colonists=0)
    assert table.score(0)["city-hall"] == 7


def test_the_city_hall_counts_itself_and_no_production_buildings() -> None:
    table = Table()
    table.owns(0, "city-hall")
    table.owns(0, "small-indigo-plant", "indigo-plant", "small-sugar-mill", "sugar-mill")
    table.owns(0, "tobacco-storage", "coffee-roaster")
    assert table.score(0)["city-hall"] == 1


# --- the winner -------------------------------------------------------------------------------------------------------


def test_most_points_win_whatever_the_money() -> None:
    table = Table()
    table.give(2, vp=10, doubloons=0)
    table.give(3, vp=9, doubloons=50)
    outcome = end_of_game(table).game.outcome
    assert outcome is not None
    assert outcome.winners == (2,)
    assert outcome.points == (0, 0, 10, 9)


def test_a_tie_is_broken_by_doubloons_and_barrels_together() -> None:
    table = Table()
    table.give(1, vp=10, doubloons=9)
    table.give(2, vp=10, doubloons=7, goods={"corn": 2, "coffee": 2})
    outcome = end_of_game(table).game.outcome
    assert outcome is not None
    assert outcome.winners == (2,)
    assert outcome.tie_break[1:3] == (9, 11)


def test_of_equal_points_the_doubloons_alone_may_decide() -> None:
    table = Table()
    table.give(1, vp=10, doubloons=12)
    table.give(2, vp=10, doubloons=7, goods={"corn": 2, "coffee": 2})
    outcome = end_of_game(table).game.outcome
    assert outcome is not None
    assert outcome.winners == (1,)


def test_whoever_is_equal_in_everything_shares_the_win() -> None:
    table = Table()
    table.give(1, vp=10, doubloons=9)
    table.give(2, vp=10, doubloons=7, goods={"sugar": 2})
    outcome = end_of_game(table).game.outcome
    assert outcome is not None
    assert outcome.winners == (1, 2)


def test_points_are_the_same_during_the_game_and_at_its_end() -> None:
    table = Table()
    table.give(0, vp=12)
    table.owns(0, "customs-house", "harbor")
    before = table.score(0)
    assert before["total"] == 12 + 4 + 3 + 3
    assert end_of_game(table).score(0) == before


# --- copies -----------------------------------------------------------------------------------------------------------


def busy_table() -> Table:
    """A table at which everything that scores is there."""
    table = Table()
    for seat, building in enumerate(("guild-hall", "residence", "fortress", "customs-house")):
        table.owns(seat, building, "indigo-plant" if seat < 3 else "sugar-mill")
        table.give(seat, vp=7 * seat + 3, doubloons=seat, goods={"corn": 2}, san_juan=4)
    table.owns(0, "city-hall", "small-market")
    return table


def test_a_copy_of_a_game_scores_as_the_game_does() -> None:
    game = busy_table().game
    assert game.copy().scores() == game.scores()
    assert all(score["total"] > 10 for score in game.scores())


def test_a_copy_of_a_finished_game_has_the_same_winner() -> None:
    game = end_of_game(busy_table()).game
    assert game.copy().outcome == game.outcome
    assert game.outcome is not None


def test_playing_on_a_copy_leaves_the_game_as_it_is() -> None:
    game = busy_table().game
    before = game.scores()
    copy = game.copy()
    copy.play("role:captain")
    copy.play("load:corn@5")
    assert copy.scores() != before
    assert game.scores() == before


def test_colonists_that_are_placed_anew_count_where_they_can_still_go() -> None:
    """Points in sight do not fall when colonists are lifted, and putting one back is no gain."""
    table = Table()
    table.give(0, vp=20)
    table.island(0, corn=(5, 2), indigo=(4, 1))
    table.owns(0, "customs-house", "residence")
    before = table.score(0)
    assert (before["customs-house"], before["residence"]) == (5, 4)
    table.game.play("role:mayor")
    table.game.play("pass")
    assert table.game.view(0)["decision"] == "place"
    while table.game.turn == 0 and table.game.view(0)["decision"] == "place":
        assert table.score(0) == before
        table.game.play(table.game.legal_actions[-1])  # as late a place as can be


def test_a_large_building_that_stays_empty_does_not_count() -> None:
    table = Table()
    table.give(0, vp=20, san_juan=1)
    table.island(0, corn=(3, 0))
    table.owns(0, "customs-house", colonists=0)
    table.game.play("role:mayor")
    table.game.play("pass")
    assert table.score(0)["customs-house"] == 5, "while a colonist is in hand"
    while table.game.turn == 0 and table.game.view(0)["decision"] == "place":
        table.game.play("place:corn")
    assert table.game.view(0)["players"][0]["city"]["customs-house"] == 0
    assert table.score(0)["customs-house"] == 0
