"""The builder: one building for each player, its price, and what smithy, quarry, library, carpenter, poor house do."""

from __future__ import annotations

import pytest

from .table import Table, coins


def price(card: str, *owned: str, builder: bool = False) -> int:
    """What a seat with these buildings pays for a card, as the builder or not."""
    table = Table()
    table.owns(1, *owned)
    table.hand(1, card, *coins(7))
    table.take("builder", by=1 if builder else 0)
    return table.build(card)


def test_the_builder_pays_one_card_less_and_the_others_the_full_price() -> None:
    assert price("library", builder=True) == 4
    assert price("library", builder=False) == 5


def test_each_player_may_build_one_building_from_the_builder_clockwise() -> None:
    table = Table()
    for seat in range(4):
        table.hand(seat, "sugar-mill", *coins(2))
    table.take("builder", by=2)
    turns = []
    while table.decision == "builder":
        turns.append(table.turn)
        table.build("sugar-mill")
    assert turns == [2, 3, 0, 1]
    assert [table.city(seat)["sugar-mill"] for seat in range(4)] == [1, 1, 1, 1]
    assert table.asked == ("role", 3)


def test_a_building_comes_from_the_hand_and_what_pays_goes_to_the_discards() -> None:
    table = Table()
    table.hand(0, "statue", "hero", "well")
    table.take("builder", by=0)
    assert table.build("statue") == 2
    assert table.holds(0) == {}
    assert table.city(0) == {"indigo-plant": 1, "statue": 1}
    assert table.view["discards"] == 2


def test_building_may_be_declined_and_the_others_build_all_the_same() -> None:
    table = Table()
    table.hand(0, "statue", *coins(3))
    table.hand(2, "statue", *coins(3))
    table.take("builder", by=0)
    assert "pass" in table.legal
    table.play("pass")
    assert table.asked == ("builder", 2)
    table.build("statue")
    assert table.city(0) == {"indigo-plant": 1}
    assert table.city(2) == {"indigo-plant": 1, "statue": 1}


def test_nobody_builds_what_he_cannot_pay() -> None:
    table = Table()
    table.hand(1, "tobacco-storage", "statue", "victory-column", "hero")
    table.take("builder", by=0)
    assert table.legal == {"build:tobacco-storage", "build:statue", "pass"}


def test_whoever_can_pay_for_nothing_is_passed_over() -> None:
    table = Table()
    table.hand(0, "hero", "palace")
    table.hand(1, "well", *coins(2))
    table.take("builder", by=0)
    assert table.asked == ("builder", 1)


def test_production_buildings_of_a_kind_may_be_built_any_number_of_times() -> None:
    table = Table()
    table.owns(0, "sugar-mill", "sugar-mill")
    table.hand(0, "sugar-mill", "indigo-plant")
    table.take("builder", by=0)
    table.build("sugar-mill")
    assert table.city(0) == {"indigo-plant": 1, "sugar-mill": 3}


def test_each_player_may_have_each_city_building_only_once() -> None:
    table = Table()
    table.owns(0, "statue")
    table.owns(1, "hero")
    table.hand(0, "statue", "hero", *coins(4))
    table.take("builder", by=0)
    assert "build:statue" not in table.legal
    assert "build:hero" in table.legal


def test_a_statue_and_a_victory_column_may_stand_side_by_side() -> None:
    table = Table()
    table.owns(0, "statue")
    table.hand(0, "victory-column", *coins(3))
    table.take("builder", by=0)
    table.build("victory-column")
    assert table.city(0) == {"indigo-plant": 1, "statue": 1, "victory-column": 1}


def test_the_example_of_a_sugar_mill_for_builder_smithy_and_library_costs_nothing_and_gives_nothing() -> None:
    table = Table()
    table.owns(0, "smithy", "library")
    table.hand(0, "sugar-mill", "hero")
    table.take("builder", by=0)
    assert table.build("sugar-mill") == 0
    assert table.holds(0) == {"hero": 1}


# --- smithy, quarry, library ------------------------------------------------------------------------------------------


def test_the_smithy_lowers_the_price_of_production_buildings_by_one() -> None:
    assert price("silver-smelter", "smithy") == 4
    assert price("silver-smelter", "smithy", builder=True) == 3


def test_the_smithy_does_nothing_for_city_buildings() -> None:
    assert price("library", "smithy") == 5


def test_the_quarry_lowers_the_price_of_city_buildings_by_one() -> None:
    assert price("library", "quarry") == 4


def test_the_quarry_does_nothing_for_production_buildings() -> None:
    assert price("silver-smelter", "quarry") == 5


def test_the_example_of_a_crane_for_builder_and_quarry_costs_nothing() -> None:
    assert price("crane", "quarry", builder=True) == 0


def test_the_builders_library_lowers_the_price_by_one_more() -> None:
    assert price("palace", "library", builder=True) == 4
    assert price("silver-smelter", "library", builder=True) == 3


def test_a_library_does_nothing_for_whoever_did_not_take_the_role() -> None:
    assert price("palace", "library") == 6


def test_the_example_of_builder_library_and_quarry_pays_3_cards_less() -> None:
    assert price("palace", "library", "quarry", builder=True) == 3


def test_smithy_quarry_and_library_of_one_player_do_nothing_for_the_others() -> None:
    table = Table()
    table.owns(0, "smithy", "quarry", "library")
    table.hand(1, "hero", *coins(6))
    table.hand(2, "silver-smelter", "coffee-roaster", *["tobacco-storage"] * 6)
    table.take("builder", by=0)
    assert table.build("hero") == 5
    assert table.build("silver-smelter") == 5


def test_a_quarry_and_a_library_do_not_help_to_pay_for_themselves() -> None:
    assert price("quarry", builder=True) == 3
    assert price("library", builder=True) == 4


def test_a_price_never_falls_below_zero() -> None:
    assert price("indigo-plant", "smithy", "library", builder=True) == 0
    assert price("smithy", "quarry", "library", builder=True) == 0


# --- carpenter --------------------------------------------------------------------------------------------------------


def test_the_carpenter_draws_a_card_after_a_city_building_was_built() -> None:
    table = Table()
    table.owns(0, "carpenter")
    table.hand(0, "statue", *coins(2))
    table.take("builder", by=0)
    table.build("statue")
    assert table.asked == ("carpenter", 0)
    table.play("carpenter")
    assert table.size(0) == 1
    assert table.asked == ("role", 1)


def test_the_carpenter_may_be_declined() -> None:
    table = Table()
    table.owns(0, "carpenter")
    table.hand(0, "statue", *coins(2))
    table.take("builder", by=0)
    table.build("statue")
    table.play("pass")
    assert table.size(0) == 0
    assert table.asked == ("role", 1)


def test_the_carpenter_draws_nothing_for_a_production_building() -> None:
    table = Table()
    table.owns(0, "carpenter")
    table.hand(0, "sugar-mill", "hero")
    table.take("builder", by=0)
    table.build("sugar-mill")
    assert table.asked == ("role", 1)


def test_the_carpenter_draws_nothing_for_itself_but_for_the_next_city_building() -> None:
    table = Table()
    table.hand(0, "carpenter", "smithy", *coins(2))
    table.take("builder", by=0)
    table.build("carpenter")
    assert table.asked == ("role", 1)
    table.new_round()
    table.take("builder", by=0)
    table.build("smithy")
    assert table.asked == ("carpenter", 0)


def test_the_carpenters_card_comes_too_late_to_pay_with() -> None:
    table = Table()
    table.owns(1, "carpenter")
    table.hand(1, "statue", *coins(2))
    table.take("builder", by=0)
    assert table.asked == ("role", 1)


def test_the_carpenter_draws_nothing_for_whoever_does_not_build() -> None:
    table = Table()
    table.owns(0, "carpenter", "poor-house")
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.play("pass")
    assert table.asked == ("role", 1)
    assert table.holds(0) == {"smithy": 1}


def test_the_carpenter_shuffles_the_cards_just_paid_when_the_pile_is_empty() -> None:
    table = Table()
    table.owns(0, "carpenter")
    table.hand(0, "statue", *coins(2))
    table.pile()
    table.no_discards()
    table.take("builder", by=0)
    table.build("statue")
    table.play("carpenter")
    assert table.holds(0) == {"silver-smelter": 1}
    assert (table.view["pile"], table.view["discards"]) == (1, 0)


def test_carpenter_and_poor_house_are_not_asked_when_there_is_no_card_to_draw() -> None:
    table = Table()
    table.owns(0, "carpenter", "poor-house")
    table.hand(0, "smithy")
    table.pile()
    table.no_discards()
    table.take("builder", by=0)
    table.build("smithy")
    assert table.asked == ("role", 1)


# --- poor house -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "asked"), [(0, "poor-house"), (1, "poor-house"), (2, "role")])
def test_the_poor_house_draws_a_card_for_whoever_has_0_or_1_cards_after_building(left: int, asked: str) -> None:
    table = Table()
    table.owns(1, "poor-house")
    table.hand(1, "sugar-mill", *coins(2 + left))
    table.take("builder", by=0)
    table.build("sugar-mill")
    assert table.decision == asked
    if asked == "poor-house":
        table.play("poor-house")
        assert table.size(1) == left + 1


def test_the_poor_house_may_be_declined() -> None:
    table = Table()
    table.owns(0, "poor-house")
    table.hand(0, "sugar-mill", "hero")
    table.take("builder", by=0)
    table.build("sugar-mill")
    table.play("pass")
    assert table.size(0) == 0


def test_the_poor_house_works_for_city_buildings_too() -> None:
    table = Table()
    table.owns(0, "poor-house")
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.build("smithy")
    table.play("poor-house")
    assert table.size(0) == 1


def test_the_poor_house_draws_nothing_for_whoever_does_not_build() -> None:
    table = Table()
    table.owns(0, "poor-house")
    table.hand(0, "smithy")
    table.take("builder", by=0)
    table.play("pass")
    assert table.asked == ("role", 1)
    assert table.holds(0) == {"smithy": 1}


def test_the_poor_house_draws_nothing_for_itself() -> None:
    table = Table()
    table.hand(0, "poor-house", "hero")
    table.take("builder", by=0)
    table.build("poor-house")
    assert table.asked == ("role", 1)


@pytest.mark.parametrize(("left", "asked"), [(0, "poor-house"), (1, "role")])
def test_the_carpenter_draws_first_and_the_poor_house_only_if_there_are_still_less_than_2_cards(
    left: int, asked: str
) -> None:
    table = Table()
    table.owns(1, "carpenter", "poor-house")
    table.hand(1, "statue", *coins(3 + left))
    table.take("builder", by=0)
    table.build("statue")
    table.play("carpenter")
    assert table.decision == asked


def test_whoever_declines_the_carpenter_may_still_use_the_poor_house() -> None:
    table = Table()
    table.owns(1, "carpenter", "poor-house")
    table.hand(1, "statue", *coins(4))
    table.take("builder", by=0)
    table.build("statue")
    table.play("pass")
    assert table.asked == ("poor-house", 1)


# --- from when on a building works ------------------------------------------------------------------------------------


def test_a_building_works_in_a_later_phase_of_the_same_round() -> None:
    table = Table()
    table.owns(0, "sugar-mill")
    table.hand(0, "aqueduct", *coins(2))
    table.take("builder", by=0)
    table.build("aqueduct")
    table.take("producer", by=3)
    table.play("pass", "produce:indigo", "produce:sugar")
    assert table.goods(0) == {"indigo": 1, "sugar": 1}


def test_a_building_can_be_built_in_the_last_seat_of_the_phase_as_well() -> None:
    table = Table(players=3)
    table.hand(2, "smithy", "hero")
    table.take("builder", by=0)
    assert table.build("smithy") == 1
    assert table.city(2) == {"indigo-plant": 1, "smithy": 1}
