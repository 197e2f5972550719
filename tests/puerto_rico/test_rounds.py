"""Playing the game: taking roles in turn, the money on the cards, the end of a round, the prospectors."""

from __future__ import annotations

import pytest

from .table import Table


def test_the_governor_takes_a_role_first_then_the_others_clockwise() -> None:
    table = Table(governor=2)
    turns = []
    for role in ("prospector", "craftsman", "trader", "captain"):
        turns.append(table.turn)
        table.play(f"role:{role}")
        table.finish_phase()
    assert turns == [2, 3, 0, 1]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_player_takes_one_role_in_a_round(players: int) -> None:
    table = Table(players)
    for taken in range(players):
        assert table.view["round"] == 1
        assert sum(card["taken_by"] is not None for card in table.view["roles"].values()) == taken
        table.play(next(f"role:{role}" for role, card in table.view["roles"].items() if card["taken_by"] is None))
        table.finish_phase()
    assert table.view["round"] == 2


def test_a_role_that_was_taken_is_gone_for_the_round() -> None:
    table = Table()
    table.take("craftsman")
    assert table.view["roles"]["craftsman"]["taken_by"] == 0
    assert "role:craftsman" not in table.legal
    assert "role:settler" in table.legal


def test_a_role_must_be_taken() -> None:
    table = Table(players=3)
    assert table.legal == {f"role:{role}" for role in ("settler", "mayor", "builder", "craftsman", "trader", "captain")}


def test_the_action_is_taken_by_the_chooser_first_then_clockwise_once_each() -> None:
    table = Table()
    table.face_up("corn", "corn", "corn", "corn", "corn")
    table.take("settler", by=2)
    turns = []
    while table.decision == "settler":
        turns.append(table.turn)
        table.play("settle:corn")
    assert turns == [2, 3, 0, 1]


def test_the_others_have_their_turn_though_the_chooser_declines() -> None:
    table = Table()
    table.take("builder", by=0)
    table.play("pass")
    assert (table.decision, table.turn) == ("builder", 1)


def test_the_doubloons_on_a_role_card_go_to_whoever_takes_it() -> None:
    table = Table()
    table.role_doubloons("craftsman", 2)
    table.take("craftsman", by=0)
    assert table.doubloons(0) == 3 + 2
    assert table.view["roles"]["craftsman"]["doubloons"] == 0


@pytest.mark.parametrize(
    ("players", "taken", "left"),
    [
        (3, ["craftsman", "trader", "captain"], ["settler", "mayor", "builder"]),
        (4, ["craftsman", "trader", "captain", "prospector"], ["settler", "mayor", "builder"]),
        (5, ["craftsman", "trader", "captain", "prospector", "prospector-2"], ["settler", "mayor", "builder"]),
    ],
)
def test_a_doubloon_is_put_on_each_of_the_three_roles_not_taken(
    players: int, taken: list[str], left: list[str]
) -> None:
    table = Table(players)
    for role in taken:
        table.play(f"role:{role}")
    money = {role: card["doubloons"] for role, card in table.view["roles"].items()}
    assert money == dict.fromkeys(left, 1) | dict.fromkeys(taken, 0)


def test_doubloons_are_put_on_role_cards_whatever_lies_there_already() -> None:
    table = Table()
    table.role_doubloons("settler", 2)
    table.play("role:craftsman", "role:trader", "role:captain", "role:prospector")
    assert table.view["roles"]["settler"]["doubloons"] == 3


def test_the_role_cards_come_back_and_the_governor_card_passes_to_the_left() -> None:
    table = Table(governor=3)
    table.play("role:craftsman", "role:trader", "role:captain", "role:prospector")
    assert table.view["governor"] == table.turn == 0
    assert table.view["round"] == 2
    assert all(card["taken_by"] is None for card in table.view["roles"].values())


# --- the prospectors --------------------------------------------------------------------------------------------------


def test_the_prospector_takes_one_doubloon_and_nobody_else_does_anything() -> None:
    table = Table()
    table.take("prospector", by=0)
    assert [table.doubloons(seat) for seat in range(4)] == [4, 3, 3, 3]
    assert (table.decision, table.turn) == ("role", 1)


def test_a_prospector_with_2_doubloons_on_it_brings_3() -> None:
    table = Table()
    table.role_doubloons("prospector", 2)
    table.give(0, doubloons=0)
    table.take("prospector", by=0)
    assert table.doubloons(0) == 3


def test_with_five_players_both_prospectors_can_be_taken_in_one_round() -> None:
    table = Table(players=5)
    table.play("role:prospector", "role:prospector-2")
    assert [table.doubloons(seat) for seat in range(5)] == [5, 5, 4, 4, 4]
    assert table.turn == 2
    assert not table.legal & {"role:prospector", "role:prospector-2"}


def test_two_equal_prospectors_are_offered_as_one() -> None:
    table = Table(players=5)
    assert "role:prospector" in table.legal
    assert "role:prospector-2" not in table.legal


def test_two_prospectors_with_different_doubloons_are_both_offered() -> None:
    table = Table(players=5)
    table.role_doubloons("prospector-2", 1)
    assert {"role:prospector", "role:prospector-2"} <= table.legal
    table.play("role:prospector-2")
    assert table.doubloons(0) == 4 + 2


def test_each_prospector_left_over_gets_a_doubloon_of_its_own() -> None:
    table = Table(players=5)
    for role in ("prospector", "craftsman", "trader", "captain", "builder"):
        table.play(f"role:{role}")
        table.finish_phase()
    assert table.view["roles"]["prospector"]["doubloons"] == 0
    assert table.view["roles"]["prospector-2"]["doubloons"] == 1
