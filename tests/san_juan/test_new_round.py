"""A new round: roles and governor, the chapel, and the hand limit with tower."""

from __future__ import annotations

import pytest

from .table import Table, coins


def test_whoever_holds_more_than_7_cards_discards_down_to_7() -> None:
    table = Table()
    table.hand(0, *coins(8), "hero", "palace")
    table.new_round()
    assert table.asked == ("limit", 0)
    table.play("discard:silver-smelter", "discard:palace")
    assert table.holds(0) == {"silver-smelter": 6, "hero": 1}
    assert table.view["discards"] == 3
    assert table.asked == ("role", 0)


def test_7_cards_may_be_kept() -> None:
    table = Table()
    table.hand(0, *coins(7))
    table.new_round()
    assert table.asked == ("role", 0)
    assert table.size(0) == 7


def test_the_player_chooses_what_he_discards() -> None:
    table = Table()
    table.hand(0, *coins(7), "hero")
    table.new_round()
    assert table.legal == {"discard:silver-smelter", "discard:hero"}
    table.play("discard:hero")
    assert table.holds(0) == {"silver-smelter": 7}


def test_discards_are_chosen_in_order_and_so_that_they_can_be_finished() -> None:
    table = Table()
    table.hand(0, *coins(6), "statue", "hero", "palace")
    table.new_round()
    assert table.legal == {"discard:silver-smelter", "discard:statue", "discard:hero"}
    assert table.play("discard:hero") == ["discard:hero", "discard:palace"]


def test_hands_are_checked_from_the_new_governor_clockwise() -> None:
    table = Table()
    table.hand(0, *coins(7), "hero")
    table.hand(3, *["coffee-roaster"] * 7, "hero")
    table.new_round(governor=2)
    assert table.asked == ("limit", 3)
    table.play("discard:hero")
    assert table.asked == ("limit", 0)
    table.play("discard:hero")
    assert table.asked == ("role", 2)


def test_during_a_round_a_hand_may_be_of_any_size() -> None:
    table = Table()
    table.hand(1, *coins(7), "hero")
    table.take("prospector", by=1)
    assert table.size(1) == 9
    assert table.asked == ("role", 2)


# --- tower ------------------------------------------------------------------------------------------------------------


def test_with_a_tower_12_cards_may_be_kept() -> None:
    table = Table()
    table.owns(0, "tower")
    table.hand(0, *coins(12))
    table.new_round()
    assert table.legal == {"tower", "pass"}
    table.play("tower")
    assert table.size(0) == 12
    assert table.asked == ("role", 0)


def test_with_a_tower_and_more_than_12_cards_the_rest_is_discarded() -> None:
    table = Table()
    table.owns(0, "tower")
    table.hand(0, *coins(12), "hero", "palace")
    table.new_round()
    table.play("tower", "discard:hero")
    assert table.holds(0) == {"silver-smelter": 8, "coffee-roaster": 4}


def test_a_tower_may_be_left_unused() -> None:
    table = Table()
    table.owns(0, "tower")
    table.hand(0, *coins(8), "hero", "palace")
    table.new_round()
    table.play("pass", "discard:hero")
    assert table.holds(0) == {"silver-smelter": 7}


def test_with_7_cards_a_tower_is_not_asked_about() -> None:
    table = Table()
    table.owns(0, "tower")
    table.hand(0, *coins(7))
    table.new_round()
    assert table.decision == "role"


def test_the_tower_of_one_player_does_nothing_for_the_others() -> None:
    table = Table()
    table.owns(1, "tower")
    table.hand(0, *coins(7), "hero")
    table.new_round()
    assert table.asked == ("limit", 0)


def test_a_tower_built_in_this_round_works_at_the_start_of_the_next() -> None:
    table = Table()
    table.hand(0, "tower", *coins(12))
    table.take("builder", by=0)
    table.build("tower")
    table.new_round()
    assert table.asked == ("tower", 0)


# --- chapel -----------------------------------------------------------------------------------------------------------


def test_one_card_may_be_put_under_the_chapel() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, "hero", "palace")
    table.new_round()
    assert table.legal == {"chapel:hero", "chapel:palace", "pass"}
    table.play("chapel:hero")
    assert table.holds(0) == {"palace": 1}
    assert table.player(0)["chapel"] == 1
    assert table.player(0)["tucked"] == {"hero": 1}
    assert table.asked == ("role", 0)


def test_the_chapel_may_be_declined() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, "hero")
    table.new_round()
    table.play("pass")
    assert table.player(0)["chapel"] == 0
    assert table.holds(0) == {"hero": 1}


def test_a_card_goes_under_the_chapel_in_each_round() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, "hero", "palace", "tower")
    for card in ("hero", "tower"):
        table.new_round()
        table.play(f"chapel:{card}")
    assert table.score(0)["chapel"] == 2


def test_the_chapel_comes_before_the_hand_limit() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, *coins(7), "hero")
    table.new_round()
    table.play("chapel:hero")
    assert table.asked == ("role", 0)
    assert table.size(0) == 7


def test_all_chapels_come_before_any_hand_is_checked() -> None:
    table = Table()
    table.hand(0, *coins(7), "hero")
    table.owns(1, "chapel")
    table.hand(1, "palace")
    table.new_round(governor=0)
    assert table.asked == ("chapel", 1)
    table.play("pass")
    assert table.asked == ("limit", 0)


def test_chapels_are_asked_from_the_new_governor_clockwise() -> None:
    table = Table()
    for seat in (0, 1, 3):
        table.owns(seat, "chapel")
        table.hand(seat, "hero")
    table.new_round(governor=1)
    asked = []
    while table.decision == "chapel":
        asked.append(table.turn)
        table.play("pass")
    assert asked == [1, 3, 0]
    assert table.asked == ("role", 1)


def test_whoever_holds_no_card_is_not_asked_for_the_chapel() -> None:
    table = Table()
    table.owns(0, "chapel")
    table.new_round()
    assert table.decision == "role"


def test_a_chapel_built_in_this_round_works_at_the_start_of_the_next() -> None:
    table = Table()
    table.hand(0, "chapel", *coins(3))
    table.take("builder", by=0)
    table.build("chapel")
    table.new_round()
    assert table.asked == ("chapel", 0)


@pytest.mark.parametrize("card", ["hero", "indigo-plant", "palace"])
def test_the_text_and_points_of_a_card_under_the_chapel_do_not_matter(card: str) -> None:
    table = Table()
    table.owns(0, "chapel")
    table.hand(0, card)
    table.new_round()
    table.play(f"chapel:{card}")
    assert table.score(0)["chapel"] == 1
    assert table.score(0)["total"] == 1 + 2 + 1
