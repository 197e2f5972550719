"""The crane: building over an own building, and what becomes of the building below."""

from __future__ import annotations

import pytest

from .table import Table, coins


def cover(table: Table, seat: int, card: str, over: str) -> int:
    """The seat's neighbour on the right takes the builder and builds nothing; the seat builds over a building."""
    table.take("builder", by=(seat - 1) % table.game.players)
    if table.turn != seat:
        table.play("pass")
    return table.build(card, over)


def test_the_example_of_a_palace_over_a_chapel_costs_3() -> None:
    table = Table()
    table.owns(1, "crane", "chapel")
    table.hand(1, "palace", *coins(3))
    assert cover(table, 1, "palace", over="chapel") == 3
    assert table.city(1) == {"indigo-plant": 1, "crane": 1, "palace": 1}
    assert table.player(1)["covered"] == {"chapel": 1}


def test_the_example_of_a_statue_over_a_coffee_roaster_costs_nothing_and_nothing_is_given_back() -> None:
    table = Table()
    table.owns(1, "crane", "coffee-roaster")
    table.hand(1, "statue", "hero")
    assert cover(table, 1, "statue", over="coffee-roaster") == 0
    assert table.holds(1) == {"hero": 1}


def test_the_builders_privilege_and_the_quarry_come_on_top_of_the_crane() -> None:
    table = Table()
    table.owns(0, "crane", "chapel", "quarry")
    table.hand(0, "palace", *coins(3))
    table.take("builder", by=0)
    assert table.build("palace", cover="chapel") == 6 - 3 - 1 - 1


def test_the_crane_need_not_be_used() -> None:
    table = Table()
    table.owns(0, "crane", "chapel")
    table.hand(0, "statue", *coins(3))
    table.take("builder", by=0)
    assert table.build("statue") == 2
    assert table.city(0) == {"indigo-plant": 1, "crane": 1, "chapel": 1, "statue": 1}


def test_without_a_crane_nothing_is_covered() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, "statue", *coins(3))
    table.take("builder", by=0)
    table.play("build:statue")
    assert table.decision == "pay"


def test_any_own_building_but_the_crane_may_be_covered() -> None:
    table = Table()
    table.owns(0, "crane", "chapel", "hero", "palace", "tobacco-storage")
    table.owns(1, "tower")
    table.hand(0, "statue", *coins(3))
    table.take("builder", by=0)
    table.play("build:statue")
    covers = ("indigo-plant", "tobacco-storage", "chapel", "hero", "palace")
    assert table.legal == {"pass", *(f"cover:{building}" for building in covers)}


def test_a_building_does_not_cover_one_of_its_own_kind() -> None:
    table = Table()
    table.owns(0, "crane", "sugar-mill")
    table.hand(0, "sugar-mill", *coins(3))
    table.take("builder", by=0)
    table.play("build:sugar-mill")
    assert table.legal == {"cover:indigo-plant", "pass"}


def test_a_city_building_that_stands_already_cannot_be_built_over_anything() -> None:
    table = Table()
    table.owns(0, "crane", "statue", "chapel")
    table.hand(0, "statue", "hero", *coins(5))
    table.take("builder", by=0)
    assert "build:statue" not in table.legal
    assert "build:hero" in table.legal


def test_a_crane_does_not_cover_in_the_phase_in_which_it_is_built() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, "crane", *coins(2))
    table.take("builder", by=0)
    assert table.play("build:crane") == ["build:crane"]
    assert table.decision == "pay"


def test_production_and_city_buildings_cover_each_other() -> None:
    table = Table()
    table.owns(0, "crane", "well")
    table.hand(0, "coffee-roaster", "silver-smelter")
    table.take("builder", by=0)
    assert table.build("coffee-roaster", cover="well") == 1
    assert table.city(0) == {"indigo-plant": 1, "crane": 1, "coffee-roaster": 1}


def test_a_building_that_can_be_paid_only_with_the_crane_is_offered_and_must_cover() -> None:
    table = Table()
    table.owns(1, "crane", "chapel")
    table.hand(1, "palace", *coins(3))
    table.take("builder", by=0)
    assert "build:palace" in table.legal
    assert table.play("build:palace")[:2] == ["build:palace", "cover:chapel"]
    assert table.decision == "pay"


def test_a_cover_that_leaves_too_much_to_pay_is_not_offered() -> None:
    table = Table()
    table.owns(1, "crane", "chapel", "library")
    table.hand(1, "palace", *coins(3))
    table.take("builder", by=0)
    table.play("build:palace")
    assert table.legal == {"cover:chapel", "cover:library"}


# --- what is covered is gone ------------------------------------------------------------------------------------------


def test_a_covered_building_scores_nothing() -> None:
    table = Table()
    table.owns(0, "crane", "hero")
    table.hand(0, "library")
    table.take("builder", by=0)
    table.build("library", cover="hero")
    assert table.score(0)["buildings"] == 1 + 1 + 3


def test_a_covered_building_does_not_count_for_the_city_hall_guild_hall_and_arch() -> None:
    table = Table()
    table.owns(0, "city-hall", "guild-hall", "triumphal-arch")
    table.covered(0, "hero", "sugar-mill", "tower")
    assert table.score(0)["city-hall"] == 3
    assert table.score(0)["guild-hall"] == 2
    assert table.score(0)["triumphal-arch"] == 0


def test_only_the_top_building_counts_towards_twelve() -> None:
    table = Table()
    table.owns(0, "crane")
    table.fill_city(0, 11)
    table.hand(0, "palace", *coins(5))
    table.take("builder", by=0)
    table.build("palace", cover="coffee-roaster")
    assert table.player(0)["buildings"] == 11
    assert not table.game.over


def test_a_covered_building_can_be_built_again() -> None:
    table = Table()
    table.owns(0, "crane")
    table.covered(0, "statue")
    table.hand(0, "statue", *coins(2))
    table.take("builder", by=0)
    table.build("statue")
    assert table.city(0)["statue"] == 1
    assert table.player(0)["covered"] == {"statue": 1}


def test_a_building_that_covers_another_may_be_covered_in_turn() -> None:
    table = Table(players=3)
    table.owns(0, "crane", "chapel")
    table.hand(0, "tower", "statue", "hero", *coins(2))
    for card, over in (("tower", "chapel"), ("statue", "tower"), ("hero", "statue")):
        table.take("builder", by=0)
        table.build(card, cover=over)
        table.new_round()
        while table.decision != "role":
            table.play("pass")
    assert table.player(0)["covered"] == {"chapel": 1, "tower": 1, "statue": 1}
    assert table.player(0)["buildings"] == 3


def test_the_price_counts_the_top_building_alone_not_what_lies_below() -> None:
    table = Table()
    table.owns(1, "crane", "well")
    table.covered(1, "palace")
    table.hand(1, "hero", *coins(5))
    assert cover(table, 1, "hero", over="well") == 5 - 2


def test_a_covered_building_has_no_function_any_more() -> None:
    table = Table()
    table.owns(0, "crane", "aqueduct", "sugar-mill")
    table.hand(0, "statue")
    table.take("builder", by=0)
    table.build("statue", cover="aqueduct")
    table.take("producer", by=3)
    table.play("pass", "produce:indigo")
    assert table.turn != 0
    assert table.goods(0) == {"indigo": 1}


# --- it loses its function before the price is paid -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "card", "price"),
    [("smithy", "silver-smelter", 5 - 1), ("quarry", "palace", 6 - 4)],
)
def test_a_covered_smithy_or_quarry_does_not_help_to_pay_for_its_own_cover(
    building: str, card: str, price: int
) -> None:
    table = Table()
    table.owns(1, "crane", building)
    table.hand(1, card, *coins(6))
    assert cover(table, 1, card, over=building) == price


def test_a_covered_library_does_not_help_to_pay_for_its_own_cover() -> None:
    table = Table()
    table.owns(0, "crane", "library")
    table.hand(0, "palace", "hero")
    table.take("builder", by=0)
    assert table.build("palace", cover="library") == 6 - 5 - 1
    assert table.holds(0) == {"hero": 1}


def test_covering_the_library_costs_one_more_than_covering_something_else_as_dear() -> None:
    prices = []
    for building in ("library", "hero"):
        table = Table(new_buildings=True)
        table.owns(0, "crane", "library", "hero")
        table.hand(0, *coins(3))
        table.take("builder", by=0)
        prices.append(table.build("cathedral", cover=building))
    assert prices == [7 - 5 - 1, 7 - 5 - 2]


def test_a_covered_black_market_does_not_help_to_pay_for_its_own_cover() -> None:
    table = Table()
    table.owns(1, "crane", "black-market")
    table.lay(1, "indigo")
    table.hand(1, "hero", *coins(4))
    table.take("builder", by=0)
    table.play("build:hero", "cover:black-market")
    assert table.legal == {"pay:silver-smelter", "call-off"}
    table.play("pay:silver-smelter")
    assert table.goods(1) == {"indigo": 1}
    assert table.size(1) == 4 - 3


def test_a_black_market_is_not_covered_if_its_goods_are_needed_to_pay() -> None:
    table = Table()
    table.owns(1, "crane", "black-market", "well")
    table.lay(1, "indigo")
    table.hand(1, "hero", *coins(2))
    table.take("builder", by=0)
    table.play("build:hero")
    assert table.view["covering"] == "well"
    assert table.legal == {"pay-good:indigo", "call-off"}


def test_a_covered_carpenter_draws_no_card() -> None:
    table = Table()
    table.owns(0, "crane", "carpenter")
    table.hand(0, "statue", "hero")
    table.take("builder", by=0)
    table.build("statue", cover="carpenter")
    assert table.asked == ("role", 1)
    assert table.holds(0) == {"hero": 1}


def test_a_covered_poor_house_draws_no_card() -> None:
    table = Table()
    table.owns(0, "crane", "poor-house")
    table.hand(0, "statue", "hero")
    table.take("builder", by=0)
    table.build("statue", cover="poor-house")
    assert table.asked == ("role", 1)
    assert table.holds(0) == {"hero": 1}


def test_a_covered_tower_does_not_keep_twelve_cards() -> None:
    table = Table()
    table.covered(0, "tower")
    table.hand(0, *coins(8), "hero")
    table.new_round()
    assert table.asked == ("limit", 0)


# --- the good on a covered building -----------------------------------------------------------------------------------


def test_the_good_on_a_covered_production_building_is_discarded() -> None:
    table = Table()
    table.owns(0, "crane", "coffee-roaster")
    table.lay(0, "coffee", "indigo")
    table.hand(0, "statue")
    discards = table.view["discards"]
    table.take("builder", by=0)
    table.build("statue", cover="coffee-roaster+good")
    assert table.goods(0) == {"indigo": 1}
    assert table.view["discards"] == discards + 1


def test_the_good_is_discarded_also_when_a_production_building_covers() -> None:
    table = Table()
    table.owns(0, "crane", "coffee-roaster")
    table.lay(0, "coffee")
    table.hand(0, "sugar-mill")
    table.take("builder", by=0)
    table.build("sugar-mill", cover="coffee-roaster+good")
    assert table.goods(0) == {}
    assert table.city(0) == {"indigo-plant": 1, "crane": 1, "sugar-mill": 1}


def test_of_two_equal_buildings_the_owner_chooses_the_empty_one_or_the_one_with_a_good() -> None:
    table = Table()
    table.owns(0, "crane", "indigo-plant")
    table.lay(0, "indigo")
    table.hand(0, "well", *coins(2))
    table.take("builder", by=0)
    table.play("build:well")
    assert table.legal == {"cover:indigo-plant", "cover:indigo-plant+good", "pass"}
    table.play("cover:indigo-plant")
    assert table.goods(0) == {"indigo": 1}
    assert table.city(0) == {"indigo-plant": 1, "crane": 1, "well": 1}


def test_the_good_of_the_covered_building_cannot_be_used_on_the_black_market() -> None:
    table = Table()
    table.owns(1, "crane", "black-market", "tobacco-storage")
    table.lay(1, "tobacco", "indigo")
    table.hand(1, "palace", *coins(4))
    table.take("builder", by=0)
    table.play("build:palace", "cover:tobacco-storage+good")
    assert table.legal == {"pay-good:indigo", "pass", "call-off"}


def test_the_second_good_of_the_same_kind_can_be_used_on_the_black_market() -> None:
    table = Table()
    table.owns(1, "crane", "black-market", "tobacco-storage", "tobacco-storage")
    table.lay(1, "tobacco", "tobacco")
    table.hand(1, "palace", *coins(4))
    table.take("builder", by=0)
    table.play("build:palace", "cover:tobacco-storage+good")
    assert table.legal == {"pay-good:tobacco", "pass", "call-off"}
    table.play("pay-good:tobacco")
    assert table.size(1) == 4 - 2


def test_a_cover_is_not_offered_if_its_own_good_would_be_needed_to_pay() -> None:
    table = Table()
    table.owns(1, "crane", "black-market", "tobacco-storage", "chapel")
    table.lay(1, "tobacco")
    table.hand(1, "palace", *coins(2))
    table.take("builder", by=0)
    table.play("build:palace")
    assert table.view["covering"] == "chapel"
    assert table.legal == {"pay-good:tobacco", "call-off"}


# --- cards below ------------------------------------------------------------------------------------------------------


def test_cards_under_a_covered_chapel_stay_and_score_but_the_cover_scores_no_more_for_it() -> None:
    table = Table()
    table.owns(0, "crane", "chapel")
    table.under(0, chapel=4)
    table.hand(0, "statue")
    table.take("builder", by=0)
    table.build("statue", cover="chapel")
    assert table.score(0)["chapel"] == 4
    assert table.score(0)["buildings"] == 1 + 1 + 3


def test_a_covered_chapel_takes_no_more_cards() -> None:
    table = Table()
    table.covered(0, "chapel")
    table.hand(0, "hero")
    table.new_round()
    assert table.decision == "role"


def test_a_chapel_built_again_adds_to_what_lies_under_the_first() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.covered(0, "chapel")
    table.under(0, chapel=4)
    table.hand(0, "hero")
    table.new_round()
    table.play("chapel:hero")
    assert table.score(0)["chapel"] == 5
