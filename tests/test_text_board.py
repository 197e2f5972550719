"""The text board says all that the expansions add to the table."""

from __future__ import annotations

import pytest

from .puerto_rico.table import ANNA, BOB, BigTable, Table
from .walk import ALL_FOUR, Variant, new_game, walk


def line(table: Table, label: str) -> str:
    """The line of the board that begins with a label."""
    return next(each for each in str(table.game).splitlines() if each.startswith(label))


def test_nobles_are_counted_and_named_where_they_matter() -> None:
    table = BigTable(nobles=True)
    table.noble_in(ANNA, "chapel", "small-market")
    table.owns(ANNA, "guest-house", colonists=0)
    table.noble_guest(ANNA)
    table.noble_guest(ANNA)
    board = str(table.game)
    assert line(table, "nobles").endswith("1 on the ship, 15 in the supply")
    assert "4 nobles in all" in board
    assert "small-market 1/1, guest-house 2/2 2 nobles, chapel 1/1 noble" in board


def test_forests_stand_on_the_island_and_fill_it() -> None:
    table = BigTable()
    table.forests(ANNA, corn=1, coffee=2)
    assert "island  4/12  indigo 0/1, 3 forests" in str(table.game)


def test_the_portrait_and_the_kidnapped_role_are_shown() -> None:
    table = BigTable(buccaneer=True)
    assert "portrait" not in str(table.game)
    table.play("role:buccaneer", "kidnap:craftsman")
    assert line(table, "buccaneer") == "buccaneer  seat 0 has the portrait; seat 0 has kidnapped the craftsman"
    table.play("role:craftsman")
    assert line(table, "buccaneer").endswith("craftsman, ransom paid")


def test_the_goals_of_the_festival_are_shown_with_who_has_met_them() -> None:
    table = BigTable(festival=True)
    table.festival(plantation="corn", goods="corn corn indigo", building="harbor")
    assert line(table, "festival") == "festival   3 corn plantations; 2 corn, 1 indigo; harbor"
    table.give(BOB, doubloons=10)
    table.take("builder", by=BOB)
    table.play("build:harbor")
    assert line(table, "festival").endswith("[harbor: seat 1]")


def test_the_market_shows_the_kinds_that_are_in_the_game() -> None:
    new = str(Table(new_buildings="new").game)
    assert "aqueduct 1 x2" in new
    assert "small-market" not in new
    assert "aqueduct" not in str(Table().game)


def test_the_base_game_says_nothing_of_expansions() -> None:
    board = str(Table().game)
    assert not any(word in board for word in ("noble", "forest", "buccaneer", "festival"))


@pytest.mark.parametrize("variant", ALL_FOUR, ids=str)
def test_every_position_of_a_game_can_be_written(variant: Variant) -> None:
    game = new_game(variant, 7)
    for _ in walk(game, 7):
        assert str(game).startswith("Round ")
