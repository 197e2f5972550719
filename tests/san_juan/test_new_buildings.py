"""The New Buildings: ten more kinds of city building, four production cards, and the cathedral on the table."""

from __future__ import annotations

import pytest

from .table import Table, coins


def new_table(players: int = 4) -> Table:
    return Table(players, new_buildings=True)


# --- guard room -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "another", "cards"),
    [
        ((), (), 7),
        (("guard-room",), (), 7),
        ((), ("guard-room",), 6),
        (("guard-room",), ("guard-room",), 7),
    ],
)
def test_whoever_has_no_guard_room_keeps_6_cards_while_another_has_one(
    mine: tuple[str, ...], another: tuple[str, ...], cards: int
) -> None:
    table = new_table()
    table.owns(0, *mine)
    table.owns(2, *another)
    table.hand(0, *coins(8), "hero")
    table.new_round()
    while table.decision == "limit":
        table.play(sorted(table.legal)[0])
    assert table.size(0) == cards


def test_the_owner_of_a_tower_keeps_12_cards_whatever_guard_rooms_there_are() -> None:
    table = new_table()
    table.owns(0, "tower")
    table.owns(1, "guard-room")
    table.hand(0, *coins(12), "hero")
    table.new_round()
    table.play("tower", "discard:hero")
    assert table.size(0) == 12


def test_the_tower_is_asked_about_from_7_cards_on_while_another_has_a_guard_room() -> None:
    table = new_table()
    table.owns(0, "tower")
    table.owns(1, "guard-room")
    table.hand(0, *coins(6), "hero")
    table.new_round()
    assert table.asked == ("tower", 0)
    table.play("pass", "discard:hero")
    assert table.size(0) == 6


def test_a_covered_guard_room_bothers_nobody() -> None:
    table = new_table()
    table.covered(1, "guard-room")
    table.hand(0, *coins(7))
    table.new_round()
    assert table.decision == "role"


# --- office building --------------------------------------------------------------------------------------------------


def test_the_office_building_exchanges_one_or_two_cards() -> None:
    table = new_table()
    table.owns(0, "office-building")
    table.hand(0, "hero", "palace", "tower")
    table.new_round()
    assert table.legal == {"discard:tower", "discard:hero", "discard:palace", "pass"}
    discards = table.view["discards"]
    table.pile("well", "statue")
    table.play("discard:tower", "discard:palace")
    assert table.holds(0) == {"hero": 1, "well": 1, "statue": 1}
    assert table.view["pile"] == 0
    assert table.view["discards"] > discards
    assert table.asked == ("role", 0)


def test_no_more_than_two_cards_are_exchanged() -> None:
    table = new_table()
    table.owns(0, "office-building")
    table.hand(0, *coins(4))
    table.new_round()
    table.pile("hero", "hero", "hero")
    table.play("discard:silver-smelter", "discard:silver-smelter")
    assert table.asked == ("role", 0)
    assert table.holds(0) == {"silver-smelter": 2, "hero": 2}


def test_one_card_alone_may_be_exchanged() -> None:
    table = new_table()
    table.owns(0, "office-building")
    table.hand(0, "tower", "hero")
    table.new_round()
    table.pile("statue", "statue")
    table.play("discard:tower", "pass")
    assert table.holds(0) == {"hero": 1, "statue": 1}
    assert table.view["pile"] == 1


def test_the_office_building_may_be_declined() -> None:
    table = new_table()
    table.owns(0, "office-building")
    table.hand(0, "tower", "hero")
    table.new_round()
    table.play("pass")
    assert table.holds(0) == {"tower": 1, "hero": 1}
    assert table.asked == ("role", 0)


def test_both_cards_are_discarded_before_any_is_drawn() -> None:
    table = new_table()
    table.owns(0, "office-building")
    table.hand(0, "tower", "hero")
    table.pile()
    table.no_discards()
    table.new_round()
    table.play("discard:tower", "discard:hero")
    assert table.holds(0) == {"tower": 1, "hero": 1}  # there were no others to draw


def test_the_office_building_of_whoever_holds_no_card_is_not_asked_about() -> None:
    table = new_table()
    table.owns(0, "office-building")
    table.new_round()
    assert table.decision == "role"


def test_all_office_buildings_come_before_chapels_and_banks_and_these_before_the_hand_limit() -> None:
    table = new_table()
    for seat in (0, 1):
        table.owns(seat, "office-building", "chapel", "bank")
    table.hand(0, *coins(8))
    table.hand(1, *["coffee-roaster"] * 8)
    table.new_round(governor=1)
    asked = []
    while table.decision != "role":
        asked.append(table.asked)
        table.play("pass" if "pass" in table.legal else sorted(table.legal)[0])
    assert asked == [("office", 1), ("office", 0), ("chapel", 1), ("bank", 1), ("chapel", 0), ("bank", 0)]
    assert table.sizes() == [7, 7, 0, 0]


def test_a_card_drawn_for_the_office_building_may_go_under_the_chapel() -> None:
    table = new_table()
    table.owns(0, "office-building", "chapel")
    table.hand(0, "tower", "palace")
    table.new_round()
    table.pile("hero")
    table.play("discard:palace")
    assert table.asked == ("chapel", 0)
    assert "chapel:hero" in table.legal


# --- hut --------------------------------------------------------------------------------------------------------------


def test_a_hut_draws_a_card_if_nobody_sold_anything() -> None:
    table = new_table()
    table.owns(1, "hut")
    table.owns(2, "hut")
    table.lay(3, "indigo")
    table.take("trader", by=0)
    table.play("pass")
    assert table.sizes() == [0, 1, 1, 0]


def test_a_hut_draws_nothing_if_anybody_sold_anything() -> None:
    table = new_table()
    table.owns(1, "hut")
    table.lay(3, "indigo")
    table.take("trader", by=0)
    table.play("sell:indigo")
    assert table.sizes() == [0, 0, 0, 1]


def test_a_sale_in_one_trader_phase_does_not_keep_the_hut_from_drawing_in_the_next() -> None:
    table = new_table()
    table.owns(1, "hut")
    table.lay(3, "indigo")
    table.take("trader", by=0)
    table.play("sell:indigo")
    table.new_round()
    table.take("trader", by=0)
    assert table.size(1) == 1


def test_a_hut_draws_in_the_trader_phase_only() -> None:
    table = new_table()
    table.owns(1, "hut")
    table.take("producer", by=0)
    table.finish_phase()
    table.take("builder", by=1)
    assert table.size(1) == 0


def test_huts_draw_from_the_trader_clockwise() -> None:
    table = new_table()
    table.owns(0, "hut")
    table.owns(3, "hut")
    table.pile("hero")
    table.no_discards()
    table.take("trader", by=3)
    assert table.holds(3) == {"hero": 1}
    assert table.size(0) == 0


# --- tavern -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "others", "cards"),
    [
        (2, (2, 2, 2), 0),
        (2, (2, 2, 3), 1),
        (2, (5, 3, 4), 1),
        (3, (2, 4, 4), 0),
        (4, (2, 2, 2), 0),
    ],
)
def test_the_tavern_draws_a_card_if_nobody_has_fewer_buildings_and_somebody_has_more(
    mine: int, others: tuple[int, int, int], cards: int
) -> None:
    table = new_table()
    table.owns(0, "tavern")
    for seat, buildings in enumerate((mine, *others)):
        table.fill_city(seat, buildings)
    table.take("builder", by=3)
    assert table.sizes() == [cards, 0, 0, 0]


def test_the_tavern_counts_at_the_end_of_the_builder_phase() -> None:
    table = new_table(players=2)
    table.owns(0, "tavern")
    table.owns(1, "well")
    table.hand(1, "smithy")
    table.take("builder", by=1)
    assert table.size(0) == 0
    table.build("smithy")
    assert table.size(0) == 1


def test_all_owners_of_taverns_with_the_fewest_buildings_draw() -> None:
    table = new_table(players=3)
    table.owns(0, "tavern")
    table.owns(1, "tavern")
    table.fill_city(2, 3)
    table.take("builder", by=0)
    assert table.sizes() == [1, 1, 0]


def test_taverns_draw_from_the_builder_clockwise() -> None:
    table = new_table(players=3)
    table.owns(0, "tavern")
    table.owns(2, "tavern")
    table.fill_city(1, 3)
    table.pile("hero")
    table.no_discards()
    table.take("builder", by=2)
    assert table.sizes() == [0, 0, 1]


def test_a_tavern_draws_nothing_in_the_phase_in_which_it_was_built_but_in_the_next() -> None:
    table = new_table(players=2)
    table.fill_city(1, 4)
    table.hand(0, "tavern", "hero")
    table.take("builder", by=0)
    table.build("tavern")
    assert table.size(0) == 0
    table.new_round()
    table.take("builder", by=1)
    assert table.size(0) == 1


def test_covered_buildings_do_not_count_for_the_tavern() -> None:
    table = new_table(players=2)
    table.owns(0, "tavern")
    table.owns(1, "well")
    table.covered(1, "smithy", "hero")
    table.take("builder", by=0)
    assert table.size(0) == 0


def test_a_covered_tavern_draws_nothing() -> None:
    table = new_table(players=2)
    table.covered(0, "tavern")
    table.fill_city(1, 4)
    table.take("builder", by=0)
    assert table.size(0) == 0


def test_the_tavern_draws_also_in_the_last_builder_phase() -> None:
    table = new_table(players=2)
    table.owns(0, "tavern")
    table.fill_city(1, 11)
    table.hand(1, "smithy")
    table.take("builder", by=1)
    table.build("smithy")
    assert table.game.over
    assert table.size(0) == 1


# --- park -------------------------------------------------------------------------------------------------------------


def test_the_example_of_a_library_over_a_park_costs_nothing() -> None:
    table = new_table()
    table.owns(1, "crane", "park")
    table.hand(1, "library")
    table.take("builder", by=0)
    assert table.build("library", cover="park") == 0


def test_the_example_of_a_cathedral_over_a_park_costs_1_and_for_the_builder_or_with_a_quarry_nothing() -> None:
    prices = []
    for by, also in ((0, ()), (1, ()), (0, ("quarry",))):
        table = new_table()
        table.owns(1, "crane", "park", *also)
        table.hand(1, *coins(2))
        table.take("builder", by=by)
        prices.append(table.build("cathedral", cover="park"))
    assert prices == [1, 0, 0]


def test_a_park_lowers_no_price_unless_it_is_covered() -> None:
    table = new_table()
    table.owns(1, "crane", "park")
    table.hand(1, "library", *coins(5))
    table.take("builder", by=0)
    assert table.build("library") == 5


def test_the_park_lowers_the_price_to_nothing_but_gives_nothing_back() -> None:
    table = new_table()
    table.owns(1, "crane", "park")
    table.hand(1, "well", "hero")
    table.take("builder", by=0)
    assert table.build("well", cover="park") == 0
    assert table.holds(1) == {"hero": 1}


# --- customs office ---------------------------------------------------------------------------------------------------


def test_at_the_beginning_of_the_councillor_phase_each_empty_customs_office_gets_a_good() -> None:
    table = new_table()
    for seat in (0, 2):
        table.owns(seat, "customs-office")
    table.take("councillor", by=1)
    assert table.asked == ("councillor", 1)
    assert table.goods(0) == table.goods(2) == {"customs": 1}
    assert table.goods(1) == {}


def test_a_customs_office_holds_one_good_at_most() -> None:
    table = new_table()
    table.owns(0, "customs-office")
    table.lay(0, "customs")
    pile = table.view["pile"]
    table.take("councillor", by=0)
    assert table.goods(0) == {"customs": 1}
    assert table.view["pile"] == pile - 5


def test_customs_offices_are_filled_from_the_councillor_clockwise() -> None:
    table = new_table()
    table.owns(0, "customs-office")
    table.owns(3, "customs-office")
    table.pile("hero")
    table.no_discards()
    table.take("councillor", by=3)
    assert table.goods(3) == {"customs": 1}
    assert table.goods(0) == {}


def test_a_customs_office_gets_no_good_in_the_producer_phase() -> None:
    table = new_table()
    table.owns(0, "customs-office")
    table.take("producer", by=0)
    table.play("produce:indigo")
    assert table.goods(0) == {"indigo": 1}
    assert table.turn == 1


@pytest.mark.parametrize("prices", [(1, 1, 1, 2, 2), (1, 2, 2, 3, 3)])
def test_the_good_of_the_customs_office_sells_for_2_whatever_the_tile_says(prices: tuple[int, ...]) -> None:
    table = new_table()
    table.owns(1, "customs-office")
    table.lay(1, "customs")
    table.tile(*prices)
    table.take("trader", by=0)
    table.play("sell:customs")
    assert table.size(1) == 2
    assert table.goods(1) == {}


def test_the_good_of_the_customs_office_uses_up_a_sale() -> None:
    table = new_table()
    table.owns(1, "customs-office")
    table.lay(1, "indigo", "customs")
    table.take("trader", by=0)
    table.play("sell:customs")
    assert table.turn == 1
    assert table.decision == "role"
    assert table.goods(1) == {"indigo": 1}


def test_the_good_of_the_customs_office_counts_for_market_stand_and_market_hall() -> None:
    table = new_table()
    table.owns(1, "customs-office", "market-stand", "market-hall")
    table.lay(1, "indigo", "customs")
    table.take("trader", by=1)
    table.play("sell:indigo", "sell:customs")
    assert table.size(1) == 1 + 2 + 1 + 1


def test_the_good_of_the_customs_office_pays_on_the_black_market() -> None:
    table = new_table()
    table.owns(1, "customs-office", "black-market")
    table.lay(1, "customs")
    table.hand(1, "well", "hero")
    table.take("builder", by=0)
    table.play("build:well", "pay-good:customs")
    assert table.city(1)["well"] == 1
    assert table.goods(1) == {}


def test_the_good_of_the_customs_office_does_not_count_for_the_well() -> None:
    table = new_table()
    table.owns(0, "customs-office", "well")
    table.take("councillor", by=0)
    table.finish_phase()
    cards = table.size(0)
    table.take("producer", by=0)
    table.play("produce:indigo")
    assert table.goods(0) == {"indigo": 1, "customs": 1}
    assert table.size(0) == cards


def test_the_good_on_a_covered_customs_office_is_discarded_and_cannot_pay() -> None:
    table = new_table()
    table.owns(1, "crane", "customs-office", "black-market")
    table.lay(1, "customs", "indigo")
    table.hand(1, "hero", *coins(5))
    table.take("builder", by=0)
    table.play("build:hero", "cover:customs-office")
    assert table.legal == {"pay-good:indigo", "pass", "call-off"}
    table.play("pass", "pay:silver-smelter")
    assert table.goods(1) == {"indigo": 1}


# --- bank -------------------------------------------------------------------------------------------------------------


def test_any_number_of_cards_may_be_put_under_the_bank() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.hand(0, "tower", "statue", "hero", "palace")
    table.new_round()
    table.play("bank:tower", "bank:hero", "bank:palace")
    assert table.holds(0) == {"statue": 1}
    assert table.score(0)["bank"] == 3
    assert table.player(0)["tucked"] == {"tower": 1, "hero": 1, "palace": 1}


def test_the_bank_is_used_once_in_the_game() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.hand(0, "tower", "hero")
    table.new_round()
    table.play("bank:tower", "pass")
    table.new_round()
    assert table.decision == "role"
    assert table.holds(0) == {"hero": 1}


def test_whoever_puts_no_card_under_the_bank_may_use_it_later() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.hand(0, "tower", "hero")
    table.new_round()
    table.play("pass")
    table.new_round()
    assert table.asked == ("bank", 0)


def test_the_bank_is_not_asked_about_without_cards() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.new_round()
    assert table.decision == "role"


def test_the_bank_comes_before_the_hand_limit() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.hand(0, *coins(7), "hero")
    table.new_round()
    table.play("bank:hero")
    assert table.asked == ("role", 0)
    assert table.size(0) == 7


def test_an_owner_of_chapel_and_bank_may_use_both() -> None:
    table = new_table()
    table.owns(0, "bank", "chapel")
    table.hand(0, "tower", "hero", "palace")
    table.new_round()
    table.play("chapel:hero", "bank:tower")
    assert (table.score(0)["chapel"], table.score(0)["bank"]) == (1, 1)


def test_the_chapel_may_be_declined_and_the_bank_used() -> None:
    table = new_table()
    table.owns(0, "bank", "chapel")
    table.hand(0, "tower", "hero", "palace")
    table.new_round()
    table.play("pass", "bank:palace")
    assert (table.score(0)["chapel"], table.score(0)["bank"]) == (0, 1)


def test_cards_under_a_covered_bank_still_score_and_a_bank_built_again_takes_no_more() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.covered(0, "bank")
    table.under(0, bank=3)
    table.hand(0, "hero")
    assert table.score(0)["bank"] == 3
    table.new_round()
    assert table.decision == "role"


def test_a_bank_covered_before_it_was_used_may_be_used_when_built_again() -> None:
    table = new_table()
    table.owns(0, "bank")
    table.covered(0, "bank")
    table.hand(0, "hero")
    table.new_round()
    assert table.asked == ("bank", 0)


# --- harbor -----------------------------------------------------------------------------------------------------------


def test_one_good_sold_goes_under_the_harbor_instead_of_to_the_discards() -> None:
    table = new_table()
    table.owns(0, "harbor", "sugar-mill")
    table.lay(0, "indigo", "sugar")
    table.take("trader", by=0)
    table.play("sell:indigo", "sell:sugar")
    assert table.player(0)["harbor"] == 1
    assert table.view["discards"] == 1
    assert table.score(0)["harbor"] == 1


def test_a_good_under_the_harbor_brings_its_price_all_the_same() -> None:
    table = new_table()
    table.owns(1, "harbor")
    table.lay(1, "indigo")
    table.take("trader", by=0)
    table.play("sell:indigo")
    assert table.size(1) == 1
    assert table.player(1)["harbor"] == 1


def test_nothing_goes_under_the_harbor_of_whoever_sells_nothing() -> None:
    table = new_table()
    table.owns(0, "harbor")
    table.lay(0, "indigo")
    table.lay(1, "indigo")
    table.take("trader", by=0)
    table.play("pass", "sell:indigo")
    assert table.player(0)["harbor"] == 0
    assert table.view["discards"] == 1


def test_a_card_goes_under_the_harbor_in_each_trader_phase_with_a_sale() -> None:
    table = new_table()
    table.owns(0, "harbor")
    for _ in range(3):
        table.lay(0, "indigo")
        table.take("trader", by=0)
        table.play("sell:indigo")
        table.new_round()
    assert table.score(0)["harbor"] == 3


def test_the_good_of_the_customs_office_may_go_under_the_harbor() -> None:
    table = new_table()
    table.owns(1, "harbor", "customs-office")
    table.lay(1, "customs")
    table.take("trader", by=0)
    table.play("sell:customs")
    assert table.player(1)["harbor"] == 1


def test_goods_paid_on_the_black_market_do_not_go_under_the_harbor() -> None:
    table = new_table()
    table.owns(1, "harbor", "black-market")
    table.lay(1, "indigo")
    table.hand(1, "well", "hero")
    table.take("builder", by=0)
    table.play("build:well", "pay-good:indigo")
    assert table.player(1)["harbor"] == 0


def test_cards_under_a_covered_harbor_still_score() -> None:
    table = new_table()
    table.owns(0, "crane", "harbor")
    table.under(0, harbor=3)
    table.hand(0, "statue")
    table.take("builder", by=0)
    table.build("statue", cover="harbor")
    assert table.score(0)["harbor"] == 3


# --- goldsmith --------------------------------------------------------------------------------------------------------


def goldsmith(*cards: str, also: tuple[str, ...] = (), by: int = 1) -> Table:
    """Seat 1 owns a goldsmith and takes the prospector; then these cards are left in the pile."""
    table = new_table()
    table.owns(1, "goldsmith", *also)
    table.pile(*cards)
    table.no_discards()
    table.take("prospector", by=by)
    return table


def test_the_goldsmith_keeps_a_card_that_nobody_has_built() -> None:
    table = goldsmith("hero", "hero")
    assert table.shown() == {"hero": 1}
    assert table.legal == {"keep:hero", "pass"}
    table.play("keep:hero")
    assert table.holds(1) == {"hero": 2}


def test_the_goldsmiths_card_may_be_left() -> None:
    table = goldsmith("hero", "hero")
    table.play("pass")
    assert table.holds(1) == {"hero": 1}
    assert table.view["discards"] == 1
    assert table.asked == ("role", 2)


@pytest.mark.parametrize("builder", [0, 1, 3])
def test_the_goldsmith_discards_a_card_that_anybody_has_built(builder: int) -> None:
    table = new_table()
    table.owns(1, "goldsmith")
    table.owns(builder, "hero")
    table.pile("hero", "hero")
    table.no_discards()
    table.take("prospector", by=1)
    assert table.asked == ("role", 2)
    assert table.holds(1) == {"hero": 1}
    assert table.view["discards"] == 1


def test_production_cards_count_for_the_goldsmith_as_well() -> None:
    kept = goldsmith("sugar-mill", "sugar-mill")
    assert "keep:sugar-mill" in kept.legal
    lost = goldsmith("indigo-plant", "indigo-plant")
    assert lost.decision == "role"


def test_covered_buildings_do_not_count_for_the_goldsmith() -> None:
    table = new_table()
    table.owns(1, "goldsmith")
    table.covered(0, "hero")
    table.pile("hero", "hero")
    table.no_discards()
    table.take("prospector", by=1)
    assert "keep:hero" in table.legal


def test_the_goldsmith_works_whoever_took_the_role() -> None:
    table = goldsmith("hero", "hero", by=0)
    assert table.asked == ("goldsmith", 1)
    table.play("keep:hero")
    assert table.sizes() == [1, 1, 0, 0]


def test_the_library_does_not_double_the_goldsmith() -> None:
    table = goldsmith("hero", "hero", "hero", also=("library",))
    table.play("keep:hero")
    assert table.holds(1) == {"hero": 3}
    assert table.asked == ("role", 2)


def test_an_owner_of_both_uses_the_goldsmith_before_the_gold_mine() -> None:
    table = goldsmith("hero", "hero", "hero", also=("gold-mine",))
    assert table.asked == ("goldsmith", 1)
    table.play("keep:hero")
    assert table.asked == ("gold-mine", 1)
    table.play("gold-mine")
    assert table.holds(1) == {"hero": 3}


def test_each_player_uses_goldsmith_and_gold_mine_before_the_next() -> None:
    table = new_table()
    for seat in (1, 2):
        table.owns(seat, "goldsmith", "gold-mine")
    table.pile("statue", *["hero"] * 3)
    table.no_discards()
    table.take("prospector", by=1)
    asked = []
    while table.decision != "role":
        asked.append(table.asked)
        table.play("pass")
    assert asked == [("goldsmith", 1), ("gold-mine", 1), ("goldsmith", 2), ("gold-mine", 2)]


def test_the_goldsmith_shows_nothing_when_no_card_is_left() -> None:
    table = goldsmith("hero")
    assert table.asked == ("role", 2)
    assert table.holds(1) == {"hero": 1}


# --- cathedral --------------------------------------------------------------------------------------------------------


def test_anybody_may_build_the_cathedral_from_the_table_for_7() -> None:
    table = new_table()
    table.hand(1, *coins(8))
    table.take("builder", by=0)
    assert table.build("cathedral") == 7
    assert table.city(1) == {"indigo-plant": 1, "cathedral": 1}
    assert table.view["cathedral"] is False


def test_the_cathedral_is_the_one_building_of_that_phase() -> None:
    table = new_table()
    table.hand(0, "well", *coins(8))
    table.take("builder", by=0)
    table.build("cathedral")
    assert table.asked == ("role", 1)
    assert table.holds(0) == {"silver-smelter": 2, "well": 1}


def test_the_cathedral_can_be_built_only_once() -> None:
    table = new_table()
    table.owns(0, "cathedral")
    table.hand(1, *coins(8))
    table.take("builder", by=0)
    assert "build:cathedral" not in table.legal


def test_there_is_no_cathedral_without_the_new_buildings() -> None:
    table = Table()
    table.hand(0, *coins(8))
    table.take("builder", by=0)
    assert "build:cathedral" not in table.legal


def test_builder_library_and_quarry_lower_the_price_of_the_cathedral_and_the_smithy_does_not() -> None:
    prices = []
    for by, owned in ((1, ()), (1, ("library",)), (0, ("quarry",)), (0, ("smithy",)), (1, ("library", "quarry"))):
        table = new_table()
        table.owns(1, *owned)
        table.hand(1, *coins(8))
        table.take("builder", by=by)
        prices.append(table.build("cathedral"))
    assert prices == [6, 5, 6, 7, 4]


def test_the_carpenter_draws_a_card_for_the_cathedral() -> None:
    table = new_table()
    table.owns(0, "carpenter")
    table.hand(0, *coins(6))
    table.take("builder", by=0)
    table.build("cathedral")
    assert table.asked == ("carpenter", 0)


def test_a_cathedral_that_is_called_off_goes_back_to_the_table() -> None:
    table = new_table()
    table.hand(0, *coins(6))
    table.take("builder", by=0)
    table.play("build:cathedral", "call-off")
    assert table.view["cathedral"] is True
    assert table.size(0) == 6


def test_a_covered_cathedral_goes_back_to_the_table_and_can_be_built_again() -> None:
    table = new_table()
    table.owns(0, "crane", "cathedral")
    table.hand(0, "hero")
    table.hand(1, *coins(7))
    table.take("builder", by=0)
    table.build("hero", cover="cathedral")
    assert table.city(0) == {"indigo-plant": 1, "crane": 1, "hero": 1}
    assert table.player(0)["covered"] == {}
    assert table.build("cathedral") == 7
    assert table.city(1)["cathedral"] == 1


def test_a_cathedral_may_cover_another_building() -> None:
    table = new_table()
    table.owns(1, "crane", "hero")
    table.hand(1, *coins(2))
    table.take("builder", by=0)
    assert table.build("cathedral", cover="hero") == 2


def test_the_cathedral_alone_can_make_a_turn_of_a_player_without_other_buildings() -> None:
    table = new_table()
    table.hand(0, *coins(6))
    table.take("builder", by=0)
    assert table.asked == ("builder", 0)
    table.play("pass")
    assert table.asked == ("role", 1)
