"""The councillor, prefecture and archive."""

from __future__ import annotations

import pytest

from .table import Table, coins

DEAR = ("hero", "library", "palace", "city-hall", "statue", "quarry", "tower", "well")


def test_the_councillor_draws_5_and_keeps_1() -> None:
    table = Table()
    table.pile(*DEAR[:5])
    table.take("councillor", by=0)
    assert table.shown() == dict.fromkeys(DEAR[:5], 1)
    assert table.legal == {f"keep:{card}" for card in DEAR[:5]}
    discards = table.view["discards"]
    table.play("keep:palace")
    assert table.holds(0) == {"palace": 1}
    assert table.view["pile"] + table.view["discards"] == discards + 4 - 2  # the next has drawn two of them


def test_the_others_draw_2_and_keep_1_clockwise() -> None:
    table = Table()
    table.take("councillor", by=2)
    seen = []
    while table.decision == "councillor":
        seen.append((table.turn, sum(table.shown().values())))
        table.play(sorted(table.legal)[0])
    assert seen[0] == (2, 5)
    assert {drawn for _, drawn in seen[1:]} == {2}
    assert table.sizes() == [1, 1, 1, 1]
    assert table.view["discards"] == 4 + 1 + 1 + 1


@pytest.mark.parametrize(("by", "owned", "drawn"), [(1, (), 5), (1, ("library",), 8), (0, (), 2), (0, ("library",), 2)])
def test_the_councillors_library_makes_it_8(by: int, owned: tuple[str, ...], drawn: int) -> None:
    table = Table()
    table.owns(1, *owned)
    table.take("councillor", by=by)
    while table.turn != 1:
        table.play(sorted(table.legal)[0])
    assert sum(table.shown().values()) == drawn


def test_a_card_must_be_kept() -> None:
    table = Table()
    table.take("councillor", by=0)
    assert "pass" not in table.legal


def test_what_is_not_kept_is_discarded() -> None:
    table = Table()
    table.take("councillor", by=0)
    table.finish_phase()
    assert table.view["discards"] == 4 + 1 + 1 + 1


def test_without_an_archive_the_hand_is_not_discarded_from() -> None:
    table = Table()
    table.hand(0, *coins(3))
    table.pile(*DEAR[:5])
    table.take("councillor", by=0)
    assert table.legal == {f"keep:{card}" for card in DEAR[:5]}
    table.play("keep:hero")
    assert table.holds(0) == {"silver-smelter": 3, "hero": 1}


# --- prefecture -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "owned", "drawn"), [(0, (), 2), (1, (), 5), (1, ("library",), 8)])
def test_the_prefecture_keeps_2_of_2_or_5_or_8(by: int, owned: tuple[str, ...], drawn: int) -> None:
    table = Table()
    table.owns(1, "prefecture", *owned)
    table.take("councillor", by=by)
    while table.turn != 1:
        table.play(sorted(table.legal)[0])
    assert sum(table.shown().values()) == drawn
    while table.asked == ("councillor", 1):
        table.play(str(table.game.legal_actions[0]))
    assert table.size(1) == 2


def test_the_prefecture_may_be_declined() -> None:
    table = Table()
    table.owns(0, "prefecture")
    table.pile(*DEAR[:5])
    table.take("councillor", by=0)
    table.play("keep:library")
    assert "pass" in table.legal
    table.play("pass")
    assert table.holds(0) == {"library": 1}


def test_without_a_prefecture_one_card_is_kept() -> None:
    table = Table()
    table.owns(1, "prefecture")
    table.take("councillor", by=0)
    table.play(str(table.game.legal_actions[0]))
    assert table.size(0) == 1


# --- archive ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "owned", "drawn", "kept"),
    [
        (0, (), 2, 1),
        (1, (), 5, 1),
        (1, ("library",), 8, 1),
        (0, ("prefecture",), 2, 2),
        (1, ("prefecture",), 5, 2),
        (1, ("prefecture", "library"), 8, 2),
    ],
)
def test_with_an_archive_all_cards_go_into_the_hand_and_as_many_less_those_kept_are_discarded(
    by: int, owned: tuple[str, ...], drawn: int, kept: int
) -> None:
    table = Table()
    table.owns(1, "archive", *owned)
    table.hand(1, "smithy", "smithy", "crane")
    table.take("councillor", by=by)
    while table.turn != 1:
        table.play(sorted(table.legal)[0])
    assert table.asked == ("archive", 1)
    assert table.size(1) == 3 + drawn
    while table.asked == ("archive", 1):
        legal = [str(action) for action in table.game.legal_actions]
        table.play("pass" if "pass" in legal else legal[0])
    assert table.size(1) == 3 + kept


def test_the_archive_discards_from_the_whole_hand() -> None:
    table = Table()
    table.owns(0, "archive")
    table.hand(0, *coins(4))
    table.pile(*DEAR[:5])
    table.take("councillor", by=0)
    assert table.holds(0) == {"silver-smelter": 4} | dict.fromkeys(DEAR[:5], 1)
    table.play(*["discard:silver-smelter"] * 4)
    assert table.holds(0) == dict.fromkeys(DEAR[:5], 1)


def test_the_example_of_prefecture_and_archive_discards_3_of_the_hand() -> None:
    table = Table()
    table.owns(0, "prefecture", "archive")
    table.hand(0, *coins(3))
    table.pile(*DEAR[:5])
    table.take("councillor", by=0)
    table.play("discard:silver-smelter", "discard:silver-smelter", "discard:silver-smelter", "pass")
    assert table.holds(0) == dict.fromkeys(DEAR[:5], 1)


def test_the_example_of_library_archive_and_prefecture_takes_8_and_discards_6() -> None:
    table = Table()
    table.owns(0, "library", "archive", "prefecture")
    table.hand(0, *coins(6))
    table.pile(*(card for card in DEAR if card != "library"), "chapel")
    table.take("councillor", by=0)
    assert table.size(0) == 6 + 8
    table.play(*["discard:silver-smelter"] * 6, "pass")
    assert table.size(0) == 8


def test_with_an_archive_the_prefecture_may_be_declined() -> None:
    table = Table()
    table.owns(1, "archive", "prefecture")
    table.hand(1, "smithy")
    table.take("councillor", by=0)
    table.play(sorted(table.legal)[0])
    assert {"pass", "discard:smithy"} <= table.legal
    table.play("discard:smithy")
    assert table.size(1) == 2
    assert table.turn != 1


def test_the_archive_of_one_player_does_nothing_for_the_others() -> None:
    table = Table()
    table.owns(1, "archive", "prefecture")
    table.take("councillor", by=0)
    assert table.asked == ("councillor", 0)


# --- cards running out ------------------------------------------------------------------------------------------------


def test_when_the_pile_runs_out_the_discards_are_shuffled_and_drawing_goes_on() -> None:
    table = Table()
    table.pile("hero", "palace")
    discards = table.view["discards"]
    table.take("councillor", by=0)
    assert sum(table.shown().values()) == 5
    assert {"hero", "palace"} <= set(table.shown())
    assert (table.view["pile"], table.view["discards"]) == (discards - 3, 0)


def test_the_discards_are_not_touched_while_the_pile_suffices() -> None:
    table = Table()
    table.pile(*DEAR[:5])
    discards = table.view["discards"]
    table.take("councillor", by=0)
    assert (table.view["pile"], table.view["discards"]) == (0, discards)


def test_with_too_few_cards_for_good_the_councillor_draws_what_there_is() -> None:
    table = Table()
    table.pile("hero", "palace")
    table.no_discards()
    table.take("councillor", by=0)
    assert table.legal == {"keep:hero", "keep:palace"}
    table.play("keep:palace")
    assert table.sizes() == [1, 1, 0, 0]
    assert table.holds(1) == {"hero": 1}


def test_whoever_keeps_all_he_has_drawn_without_a_choice_is_not_asked() -> None:
    table = Table()
    table.owns(0, "archive")
    table.pile("hero")
    table.no_discards()
    table.take("councillor", by=0)
    assert table.asked == ("role", 1)
    assert table.sizes() == [1, 0, 0, 0]


def test_discards_of_the_phase_are_shuffled_for_the_next_seat() -> None:
    table = Table()
    table.pile(*DEAR[:5])
    table.no_discards()
    table.take("councillor", by=0)
    table.play("keep:hero")
    assert table.asked == ("councillor", 1)
    assert set(table.shown()) < set(DEAR[1:5])
