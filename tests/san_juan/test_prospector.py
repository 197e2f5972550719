"""The prospector and the gold mine. (The goldsmith is in test_new_buildings.py.)"""

from __future__ import annotations

import pytest

from .table import Table


def test_the_prospector_draws_1_card_and_nobody_else_does_anything() -> None:
    table = Table()
    table.take("prospector", by=1)
    assert table.sizes() == [0, 1, 0, 0]
    assert table.asked == ("role", 2)


def test_the_prospectors_library_makes_it_2() -> None:
    table = Table()
    table.owns(0, "library")
    table.owns(1, "library")
    table.take("prospector", by=0)
    assert table.sizes() == [2, 0, 0, 0]


def test_the_prospector_draws_nothing_when_no_card_is_left() -> None:
    table = Table()
    table.pile()
    table.no_discards()
    table.take("prospector", by=0)
    assert table.sizes() == [0, 0, 0, 0]
    assert table.asked == ("role", 1)


# --- gold mine --------------------------------------------------------------------------------------------------------


def gold_mine(*cards: str, edition: int = 2, by: int = 0) -> Table:
    """Seat 1 owns a gold mine; these are the cards that its owner finds when the prospector has drawn his."""
    table = Table(edition=edition)
    table.owns(1, "gold-mine")
    table.take("prospector", by=by)
    table.pile(*cards)
    return table


def test_the_gold_mine_is_asked_after_the_prospectors_privilege() -> None:
    table = Table()
    table.owns(0, "gold-mine")
    table.take("prospector", by=0)
    assert table.size(0) == 1
    assert table.legal == {"gold-mine", "pass"}


def test_the_gold_mine_works_whoever_took_the_role() -> None:
    table = gold_mine("quarry", "smithy", "tower", "hero", by=3)
    table.play("gold-mine")
    assert table.size(1) == 1


def test_the_example_of_two_cards_that_cost_3_brings_nothing() -> None:
    table = gold_mine("library", "carpenter", "smithy", "tobacco-storage")
    discards = table.view["discards"]
    table.play("gold-mine")
    assert table.size(1) == 0
    assert (table.view["pile"], table.view["discards"]) == (0, discards + 4)


def test_two_equal_cards_have_equal_costs() -> None:
    table = gold_mine("library", "crane", "smithy", "smithy")
    table.play("gold-mine")
    assert table.size(1) == 0


def test_the_example_of_four_different_costs_brings_the_cheapest_card() -> None:
    table = Table()
    table.owns(1, "archive", "gold-mine")
    table.take("prospector", by=0)
    table.pile("quarry", "gold-mine", "tobacco-storage", "library")
    discards = table.view["discards"]
    table.play("gold-mine")
    assert table.holds(1) == {"gold-mine": 1}
    assert table.view["discards"] == discards + 3


@pytest.mark.parametrize(
    ("cards", "cheapest"),
    [
        (("palace", "library", "quarry", "tower"), "tower"),
        (("silver-smelter", "guild-hall", "coffee-roaster", "sugar-mill"), "sugar-mill"),
        (("hero", "indigo-plant", "well", "palace"), "indigo-plant"),
    ],
)
def test_the_cheapest_card_is_the_one_that_costs_least_wherever_it_lies(cards: tuple[str, ...], cheapest: str) -> None:
    table = gold_mine(*cards)
    table.play("gold-mine")
    assert table.holds(1) == {cheapest: 1}


def test_the_gold_mine_may_be_declined() -> None:
    table = gold_mine("quarry", "smithy", "tower", "hero")
    table.play("pass")
    assert table.size(1) == 0
    assert table.view["pile"] == 4
    assert table.asked == ("role", 1)


def test_gold_mines_are_asked_clockwise_from_the_prospector() -> None:
    table = Table()
    for seat in (0, 1, 3):
        table.owns(seat, "gold-mine")
    asked = []
    table.take("prospector", by=3)
    while table.decision == "gold-mine":
        asked.append(table.turn)
        table.play("pass")
    assert asked == [3, 0, 1]


def test_the_library_doubles_the_privilege_and_not_the_gold_mine() -> None:
    table = Table()
    table.owns(0, "gold-mine", "library")
    table.take("prospector", by=0)
    assert table.size(0) == 2
    table.pile("quarry", "smithy", "tower", "hero")
    table.play("gold-mine")
    assert table.size(0) == 3
    assert table.asked == ("role", 1)


def test_without_a_gold_mine_nobody_is_asked() -> None:
    table = Table()
    table.owns(1, "gold-mine")
    table.take("prospector", by=0)
    assert table.turn == 1
    table.play("gold-mine")
    assert table.asked == ("role", 1)


def test_when_the_pile_runs_out_the_gold_mine_shuffles_the_discards() -> None:
    table = gold_mine("quarry", "smithy")
    discards = table.view["discards"]
    table.play("gold-mine")
    assert table.view["pile"] == discards - 2


@pytest.mark.parametrize(
    ("cards", "kept"),
    [(("quarry", "smithy", "tower"), "smithy"), (("hero", "quarry"), "quarry"), (("hero",), "hero")],
)
def test_with_fewer_than_four_cards_left_those_must_differ(cards: tuple[str, ...], kept: str) -> None:
    table = gold_mine(*cards)
    table.no_discards()
    table.play("gold-mine")
    assert table.holds(1) == {kept: 1}


def test_with_fewer_than_four_cards_left_two_equal_costs_bring_nothing() -> None:
    table = gold_mine("tower", "chapel")
    table.no_discards()
    table.play("gold-mine")
    assert table.size(1) == 0


def test_the_gold_mine_is_not_asked_when_no_card_is_left() -> None:
    table = Table()
    table.owns(1, "gold-mine")
    table.pile()
    table.no_discards()
    table.take("prospector", by=0)
    assert table.asked == ("role", 1)
