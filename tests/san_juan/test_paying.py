"""Paying for a building: cards, goods on the black market, calling off, and paying more for the poor house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boriken import Game

from .table import Table, coins


def endings(game: Game) -> Iterator[tuple[Game, list[str]]]:
    """Every way to pay to the end, with its actions."""
    for action in game.legal_actions:
        twin = game.copy()
        played = [str(a) for a in twin.play(action)]
        if twin.view(None)["decision"] in ("goods", "pay"):
            for end, later in endings(twin):
                yield end, played + later
        else:
            yield twin, played


# --- cards ------------------------------------------------------------------------------------------------------------


def test_cards_of_any_kind_pay_and_go_to_the_discards() -> None:
    table = Table()
    table.hand(0, "statue", "hero", "well")
    table.take("builder", by=0)
    assert table.play("build:statue", "pay:well") == ["pay:well", "pay:hero"]
    assert table.view["discards"] == 2


def test_the_card_being_built_does_not_pay_for_itself() -> None:
    table = Table()
    table.hand(1, "statue", "hero", "well")
    table.take("builder", by=0)
    assert "build:statue" not in table.legal


def test_a_payment_can_always_be_finished() -> None:
    table = Table()
    table.hand(0, "statue", "well", "tower", "hero")
    table.take("builder", by=0)
    table.play("build:statue")
    assert table.legal == {"pay:well", "pay:tower", "call-off"}
    assert table.play("pay:tower") == ["pay:tower", "pay:hero"]
    assert table.holds(0) == {"well": 1}


def test_each_choice_of_cards_to_pay_with_is_offered_in_exactly_one_way() -> None:
    table = Table()
    table.hand(0, "victory-column", "well", "well", "tower", "hero", "palace")
    table.take("builder", by=0)
    table.play("build:victory-column")
    left = [str(end.view(0)["players"][0]["hand"]) for end, actions in endings(table.game) if "call-off" not in actions]
    # two cards are left: two wells, a well and one of three, or two of three
    assert len(left) == len(set(left)) == 1 + 3 + 3


def test_equal_cards_are_one_choice() -> None:
    table = Table()
    table.hand(0, "hero", *coins(6))
    table.take("builder", by=0)
    table.play("build:hero")
    assert table.legal == {"pay:silver-smelter", "call-off"}


# --- calling off ------------------------------------------------------------------------------------------------------


def test_a_building_may_be_called_off_before_anything_is_paid_and_the_card_comes_back() -> None:
    table = Table()
    table.hand(0, "hero", *coins(4))
    table.take("builder", by=0)
    table.play("build:hero", "call-off")
    assert table.holds(0) == {"silver-smelter": 4, "hero": 1}
    assert table.city(0) == {"indigo-plant": 1}


def test_whoever_calls_off_has_had_his_turn() -> None:
    table = Table()
    table.hand(0, "hero", *coins(4))
    table.hand(1, "well", *coins(2))
    table.take("builder", by=0)
    table.play("build:hero", "call-off")
    assert table.asked == ("builder", 1)


def test_once_a_card_is_paid_a_building_cannot_be_called_off() -> None:
    table = Table()
    table.hand(0, "hero", "tower", "tower", "statue", "statue", "palace")
    table.take("builder", by=0)
    table.play("build:hero", "pay:tower")
    assert table.decision == "pay"
    assert "call-off" not in table.legal


def test_once_a_good_is_paid_a_building_cannot_be_called_off() -> None:
    table = Table()
    table.owns(0, "black-market", "sugar-mill")
    table.lay(0, "indigo", "sugar")
    table.hand(0, "hero", *coins(4))
    table.take("builder", by=0)
    table.play("build:hero")
    assert "call-off" in table.legal
    table.play("pay-good:indigo")
    assert "call-off" not in table.legal
    table.play("pay-good:sugar")
    assert "call-off" not in table.legal


def test_a_building_over_another_may_be_called_off_and_the_other_still_stands() -> None:
    table = Table()
    table.owns(0, "crane", "well")
    table.hand(0, "hero", *coins(4))
    table.take("builder", by=0)
    table.play("build:hero", "cover:well", "call-off")
    assert table.city(0) == {"indigo-plant": 1, "well": 1, "crane": 1}
    assert table.view["covering"] is None


def test_a_free_building_is_not_paid_for_and_not_called_off() -> None:
    table = Table()
    table.hand(0, "smithy")
    table.take("builder", by=0)
    assert table.play("build:smithy") == ["build:smithy"]
    assert table.asked == ("role", 1)


def test_whoever_calls_off_draws_nothing_for_the_poor_house() -> None:
    table = Table()
    table.owns(1, "poor-house", "carpenter")
    table.hand(1, "smithy", "hero")
    table.take("builder", by=0)
    table.play("build:smithy", "call-off")
    assert table.asked == ("role", 1)
    assert table.holds(1) == {"smithy": 1, "hero": 1}


# --- black market -----------------------------------------------------------------------------------------------------


def test_the_example_of_a_library_for_two_goods_and_three_cards() -> None:
    table = Table()
    table.owns(1, "black-market", "tobacco-storage")
    table.lay(1, "indigo", "tobacco")
    table.hand(1, "library", *coins(4))
    discards = table.view["discards"]
    table.take("builder", by=0)
    table.play("build:library", "pay-good:indigo", "pay-good:tobacco")
    assert table.city(1)["library"] == 1
    assert table.goods(1) == {}
    assert table.size(1) == 1
    assert table.view["discards"] == discards + 5


def test_the_black_market_takes_two_goods_at_most() -> None:
    table = Table()
    table.owns(1, "black-market", "sugar-mill", "tobacco-storage")
    table.lay(1, "indigo", "sugar", "tobacco")
    table.hand(1, "library", *coins(4))
    table.take("builder", by=0)
    assert table.play("build:library", "pay-good:indigo", "pay-good:sugar")[1:] == ["pay:silver-smelter"] * 3
    assert table.goods(1) == {"tobacco": 1}


def test_one_good_alone_may_be_paid_or_none_at_all() -> None:
    table = Table()
    table.owns(1, "black-market", "sugar-mill")
    table.lay(1, "indigo", "sugar")
    table.hand(1, "library", *coins(5))
    table.take("builder", by=0)
    table.play("build:library")
    assert table.legal == {"pay-good:indigo", "pay-good:sugar", "pass", "call-off"}
    table.play("pay-good:indigo")
    assert table.legal == {"pay-good:sugar", "pass"}
    table.play("pass")
    assert table.goods(1) == {"sugar": 1}
    assert table.size(1) == 1


def test_a_good_pays_for_one_card_whatever_it_would_sell_for() -> None:
    table = Table()
    table.owns(1, "black-market", "silver-smelter")
    table.lay(1, "silver")
    table.hand(1, "library", *coins(5))
    table.take("builder", by=0)
    table.play("build:library", "pay-good:silver")
    assert table.size(1) == 5 - 4


def test_the_black_market_pays_for_production_buildings_too() -> None:
    table = Table()
    table.owns(1, "black-market")
    table.lay(1, "indigo")
    table.hand(1, "sugar-mill", "hero")
    table.take("builder", by=0)
    table.play("build:sugar-mill", "pay-good:indigo")
    assert table.asked == ("role", 1)
    assert table.city(1)["sugar-mill"] == 1
    assert table.size(1) == 0


def test_a_building_that_can_be_paid_only_with_goods_is_offered_and_the_goods_must_pay() -> None:
    table = Table()
    table.owns(1, "black-market", "sugar-mill")
    table.lay(1, "indigo", "sugar")
    table.hand(1, "statue", "hero")
    table.take("builder", by=0)
    table.play("build:statue")
    assert table.legal == {"pay-good:indigo", "call-off"}
    assert table.play("pay-good:indigo") == ["pay-good:indigo", "pay-good:sugar", "pay:hero"]


def test_a_building_that_only_three_goods_would_pay_for_is_not_offered() -> None:
    table = Table()
    table.owns(1, "black-market", "sugar-mill", "tobacco-storage")
    table.lay(1, "indigo", "sugar", "tobacco")
    table.hand(1, "statue", "victory-column")
    table.take("builder", by=0)
    assert table.legal == {"build:statue", "pass"}


def test_goods_lie_idle_without_a_black_market() -> None:
    table = Table()
    table.lay(1, "indigo")
    table.hand(1, "well", "hero")
    table.take("builder", by=0)
    assert table.asked == ("role", 1)


def test_a_black_market_does_not_help_to_pay_for_itself() -> None:
    table = Table()
    table.lay(1, "indigo")
    table.hand(1, "black-market", *coins(2))
    table.take("builder", by=0)
    table.play("build:black-market")
    assert table.decision == "pay"


def test_the_black_market_is_not_asked_about_a_free_building() -> None:
    table = Table()
    table.owns(0, "black-market")
    table.lay(0, "indigo")
    table.hand(0, "smithy")
    table.take("builder", by=0)
    assert table.play("build:smithy") == ["build:smithy"]
    assert table.goods(0) == {"indigo": 1}


def test_each_choice_of_goods_and_cards_is_offered_in_exactly_one_way() -> None:
    table = Table()
    table.owns(1, "black-market", "indigo-plant", "sugar-mill")
    table.lay(1, "indigo", "indigo", "sugar")
    table.hand(1, "statue", "well", "tower", "hero")
    table.take("builder", by=0)
    table.play("build:statue")
    ends = [str(end.view(1)["players"][1]) for end, actions in endings(table.game) if "call-off" not in actions]
    # no good and all three cards; one of two kinds and two of three cards; two of one or both kinds and one card
    assert len(ends) == len(set(ends)) == 1 + 2 * 3 + 2 * 3


# --- paying more than one must, for the poor house --------------------------------------------------------------------


def poor_house(*cards: str, also: tuple[str, ...] = ()) -> Table:
    """Seat 0 owns a poor house, holds these cards, and takes the builder."""
    table = Table()
    table.owns(0, "poor-house", *also)
    table.hand(0, *cards)
    table.take("builder", by=0)
    return table


def test_the_owner_of_a_poor_house_may_decline_the_privilege_and_pay_a_card_more() -> None:
    table = poor_house("sugar-mill", *coins(3))
    table.play("build:sugar-mill", "pay:silver-smelter")
    assert table.legal == {"pay:silver-smelter", "pass"}
    table.play("pay:silver-smelter")
    assert table.asked == ("poor-house", 0)
    table.play("poor-house")
    assert table.size(0) == 2


def test_he_need_not_pay_more() -> None:
    table = poor_house("sugar-mill", *coins(3))
    table.play("build:sugar-mill", "pay:silver-smelter", "pass")
    assert table.asked == ("role", 1)
    assert table.size(0) == 2


def test_paying_more_is_asked_also_when_nothing_had_to_be_paid_but_cannot_be_called_off() -> None:
    table = poor_house("smithy", "well", "hero")
    table.play("build:smithy")
    assert table.legal == {"pay:well", "pay:hero", "pass"}
    table.play("pay:well")
    assert table.asked == ("poor-house", 0)
    assert table.city(0)["smithy"] == 1


def test_paying_more_is_asked_also_when_the_discounts_are_more_than_the_price() -> None:
    table = poor_house("sugar-mill", *coins(3), also=("smithy", "library"))
    table.play("build:sugar-mill")
    assert table.legal == {"pay:silver-smelter", "pass"}
    table.play("pay:silver-smelter")
    assert table.legal == {"pay:silver-smelter", "pass"}
    table.play("pay:silver-smelter")
    assert table.asked == ("poor-house", 0)


def test_nobody_pays_more_than_the_price_without_discounts() -> None:
    table = poor_house("sugar-mill", *coins(4))
    assert table.play("build:sugar-mill", "pay:silver-smelter") == ["pay:silver-smelter"]
    assert table.asked == ("role", 1)


@pytest.mark.parametrize(("cards", "asked"), [(2, "poor-house"), (3, "pay"), (4, "pay"), (5, "pay"), (6, "role")])
def test_a_victory_column_for_1_may_be_paid_with_4_by_declining_privilege_library_and_quarry(
    cards: int, asked: str
) -> None:
    table = poor_house("victory-column", *coins(cards), also=("library", "quarry"))
    table.play("build:victory-column", "pay:silver-smelter")
    assert table.decision == asked


def test_without_a_poor_house_nobody_is_asked_to_pay_more() -> None:
    table = Table()
    table.hand(0, "sugar-mill", *coins(3))
    table.take("builder", by=0)
    table.play("build:sugar-mill", "pay:silver-smelter")
    assert table.asked == ("role", 1)
    assert table.size(0) == 2


def test_the_cost_of_a_covered_building_is_not_declined() -> None:
    table = poor_house("hero", *coins(3), also=("crane", "library"))
    assert table.play("build:hero", "cover:library") == ["cover:library"]
    assert table.asked == ("role", 1)
    assert table.size(0) == 3


def test_a_poor_house_about_to_be_covered_is_no_reason_to_pay_more() -> None:
    table = poor_house("statue", *coins(2), also=("crane",))
    assert table.play("build:statue", "cover:poor-house") == ["cover:poor-house"]
    assert table.asked == ("role", 1)
    assert table.size(0) == 2


def test_a_poor_house_being_built_is_no_reason_to_pay_more() -> None:
    table = Table()
    table.hand(0, "poor-house", *coins(3))
    table.take("builder", by=0)
    table.play("build:poor-house", "pay:silver-smelter")
    assert table.asked == ("role", 1)
    assert table.size(0) == 2


def test_the_carpenters_card_to_come_counts_when_paying_more_is_asked() -> None:
    table = poor_house("well", *coins(2), also=("carpenter",))
    table.play("build:well", "pay:silver-smelter")
    assert table.legal == {"pay:silver-smelter", "pass"}
    table.play("pay:silver-smelter", "carpenter")
    assert table.asked == ("poor-house", 0)


def test_goods_paid_count_towards_what_may_be_paid() -> None:
    table = Table()
    table.owns(0, "poor-house", "black-market")
    table.lay(0, "indigo")
    table.hand(0, "well", *coins(2))
    table.take("builder", by=0)
    table.play("build:well", "pay-good:indigo")
    assert table.legal == {"pay:silver-smelter", "pass"}
    table.play("pay:silver-smelter")
    assert table.asked == ("poor-house", 0)


def test_a_payment_in_goods_leaves_less_to_pay_on_top() -> None:
    table = Table()
    table.owns(0, "poor-house", "black-market")
    table.lay(0, "indigo")
    table.hand(0, "well", *coins(3))
    table.take("builder", by=0)
    table.play("build:well", "pay-good:indigo")
    assert table.asked == ("role", 1)
    assert table.size(0) == 3
