"""The three differences between the editions of 2004 and 2014, and what The New Buildings need."""

from __future__ import annotations

import pytest

from boriken import Game
from boriken.engine import BadOption

from .table import Table, coins


@pytest.mark.parametrize(("edition", "cost"), [(1, 3), (2, 4)])
def test_the_prefecture_costs_3_in_edition_1_and_4_in_edition_2(edition: int, cost: int) -> None:
    table = Table(edition=edition)
    table.hand(1, "prefecture", *coins(5))
    table.take("builder", by=0)
    assert table.build("prefecture") == cost


@pytest.mark.parametrize("edition", [1, 2])
def test_a_covered_prefecture_counts_what_it_costs_in_the_edition(edition: int) -> None:
    table = Table(edition=edition)
    table.owns(1, "crane", "prefecture")
    table.hand(1, "hero", *coins(5))
    table.take("builder", by=0)
    assert table.build("hero", cover="prefecture") == (2 if edition == 1 else 1)


@pytest.mark.parametrize(("edition", "cost"), [(1, 3), (2, 4)])
def test_the_board_shows_what_the_prefecture_costs_in_the_edition(edition: int, cost: int) -> None:
    table = Table(edition=edition)
    table.hand(0, "prefecture")
    board = table.game.rules.board(table.game.view(0), ["Ann", "Bob", "Cat", "Dan"])
    assert f"prefecture ({cost})" in board


# --- guild hall -------------------------------------------------------------------------------------------------------


def test_the_guild_hall_example_of_edition_1_brings_2_points_for_each_production_building() -> None:
    table = Table(edition=1)
    table.owns(0, "guild-hall", "indigo-plant", "sugar-mill", "tobacco-storage")
    assert table.score(0)["guild-hall"] == 8


def test_the_guild_hall_example_of_edition_2_brings_1_point_for_each_and_1_for_each_kind() -> None:
    table = Table(edition=2)
    table.owns(0, "guild-hall", *["indigo-plant"] * 2, "sugar-mill", *["tobacco-storage"] * 2)
    assert table.score(0)["guild-hall"] == 6 + 3


@pytest.mark.parametrize(
    ("buildings", "first", "second"),
    [
        ((), 2, 2),
        (("indigo-plant",), 4, 3),
        (("sugar-mill", "sugar-mill", "sugar-mill"), 8, 6),
        (("sugar-mill", "tobacco-storage", "coffee-roaster", "silver-smelter"), 10, 10),
        (("hero", "quarry"), 2, 2),
    ],
)
def test_the_guild_hall_in_both_editions(buildings: tuple[str, ...], first: int, second: int) -> None:
    for edition, points in ((1, first), (2, second)):
        table = Table(edition=edition)
        table.owns(0, "guild-hall", *buildings)
        assert table.score(0)["guild-hall"] == points


def test_without_a_guild_hall_production_buildings_bring_printed_points_only() -> None:
    for edition in (1, 2):
        table = Table(edition=edition)
        table.owns(0, "sugar-mill")
        assert table.score(0)["total"] == 2


# --- gold mine --------------------------------------------------------------------------------------------------------


def turned_up(*cards: str, edition: int) -> Table:
    """Seat 1 uses its gold mine and turns these cards up."""
    table = Table(edition=edition)
    table.owns(1, "gold-mine")
    table.take("prospector", by=0)
    table.pile(*cards)
    table.play("gold-mine")
    return table


def test_in_edition_1_any_one_of_four_different_costs_may_be_kept() -> None:
    table = turned_up("quarry", "smithy", "tobacco-storage", "library", edition=1)
    assert table.asked == ("gold-mine-card", 1)
    assert table.legal == {"keep:quarry", "keep:smithy", "keep:tobacco-storage", "keep:library"}
    discards = table.view["discards"]
    table.play("keep:quarry")
    assert table.holds(1) == {"quarry": 1}
    assert table.view["discards"] == discards + 3


def test_in_edition_2_the_cheapest_of_four_different_costs_is_kept() -> None:
    table = turned_up("quarry", "smithy", "tobacco-storage", "library", edition=2)
    assert table.holds(1) == {"smithy": 1}
    assert table.asked == ("role", 1)


def test_in_edition_1_too_two_equal_costs_bring_nothing() -> None:
    table = turned_up("library", "prefecture", "smithy", "tobacco-storage", edition=1)
    assert table.size(1) == 0
    assert table.asked == ("role", 1)


def test_the_gold_mine_counts_the_prefectures_cost_in_the_edition() -> None:
    cards = ("library", "prefecture", "smithy", "tobacco-storage")
    assert turned_up(*cards, edition=2).holds(1) == {"smithy": 1}
    cards = ("library", "prefecture", "smithy", "coffee-roaster")
    assert turned_up(*cards, edition=2).holds(1) == {}
    assert turned_up(*cards, edition=1).decision == "gold-mine-card"


# --- options ----------------------------------------------------------------------------------------------------------


def test_the_new_buildings_need_edition_2() -> None:
    with pytest.raises(BadOption, match="edition 2"):
        Game.new("san-juan", players=3, edition=1, new_buildings=True)


@pytest.mark.parametrize("edition", [1, 2])
def test_the_variation_is_open_to_both_editions(edition: int) -> None:
    game = Game.new("san-juan", players=3, seed=1, edition=edition, variation=True)
    assert game.view(0)["decision"] == "start"
