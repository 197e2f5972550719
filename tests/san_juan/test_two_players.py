"""Two players: three roles a round, and a library that works once a round."""

from __future__ import annotations

from .table import Table, coins


def test_governor_other_governor_take_a_role_and_then_the_governor_changes() -> None:
    table = Table(players=2)
    turns = []
    for role in ("producer", "trader", "builder", "producer", "trader", "builder"):
        turns.append((table.view["governor"], table.turn))
        table.play(f"role:{role}")
        table.finish_phase()
    assert turns == [(0, 0), (0, 1), (0, 0), (1, 1), (1, 0), (1, 1)]
    assert table.view["round"] == 3


def test_three_of_the_five_roles_are_taken_in_a_round() -> None:
    table = Table(players=2)
    for role in ("builder", "trader"):
        table.play(f"role:{role}")
        table.finish_phase()
    assert table.legal == {"role:producer", "role:councillor", "role:prospector"}
    table.play("role:prospector")
    assert table.view["round"] == 2
    assert set(table.view["roles"].values()) == {None}


def test_both_players_take_the_action_of_each_role() -> None:
    table = Table(players=2)
    for seat in (0, 1):
        table.lay(seat, "indigo")
    table.take("trader", by=0)
    table.play("sell:indigo", "sell:indigo")
    assert table.sizes() == [1, 1]


def with_library() -> Table:
    table = Table(players=2)
    table.owns(0, "library")
    return table


def test_the_governor_is_asked_whether_his_library_doubles_his_first_role() -> None:
    table = with_library()
    table.play("role:prospector")
    assert table.asked == ("library", 0)
    assert table.legal == {"library", "pass"}
    table.play("library")
    assert table.size(0) == 2


def test_a_library_used_for_the_first_role_does_not_work_for_the_second() -> None:
    table = with_library()
    table.play("role:councillor", "library")
    table.finish_phase()
    table.play("role:builder")
    cards = table.size(0)
    table.finish_phase()
    table.play("role:prospector")
    assert table.size(0) == cards + 1


def test_a_library_saved_in_the_first_role_works_for_the_second_unasked() -> None:
    table = with_library()
    table.play("role:prospector", "pass")
    assert table.size(0) == 1
    table.play("role:producer", "pass", "pass")
    table.owns(0, "sugar-mill", "tobacco-storage")
    table.lay(0, "indigo", "sugar", "tobacco")
    table.play("role:trader")
    assert table.asked == ("trader", 0)
    table.play("sell:indigo", "sell:sugar", "sell:tobacco")
    assert table.goods(0) == {}


def test_the_library_works_again_in_the_next_round() -> None:
    table = with_library()
    for role in ("producer", "trader", "builder"):
        table.play(f"role:{role}")
        table.finish_phase() if table.decision != "library" else table.play("library")
        table.finish_phase()
    table.play("role:producer")
    table.finish_phase()
    cards = table.size(0)
    table.play("role:prospector")
    assert table.size(0) == cards + 2


def test_whoever_takes_one_role_in_the_round_is_not_asked() -> None:
    table = Table(players=2)
    table.owns(1, "library")
    table.play("role:producer", "pass", "pass", "role:prospector")
    assert table.size(1) == 2


def test_a_library_built_in_the_first_role_doubles_the_second() -> None:
    table = Table(players=2)
    table.hand(0, "library", *coins(4))
    table.play("role:builder")
    table.build("library")
    table.play("role:producer", "pass", "pass", "role:prospector")
    assert table.size(0) == 2


def test_without_a_library_the_governor_is_not_asked() -> None:
    table = Table(players=2)
    table.owns(1, "library")
    table.play("role:prospector")
    assert table.asked == ("role", 1)
    assert table.size(0) == 1


def test_the_tile_is_turned_before_the_library_is_asked_about() -> None:
    table = with_library()
    table.tile(1, 2, 2, 3, 3)
    table.play("role:trader")
    assert table.decision == "library"
    assert table.view["tile"] == [1, 2, 2, 3, 3]


def test_with_three_players_the_library_doubles_unasked() -> None:
    table = Table(players=3)
    table.owns(0, "library")
    table.play("role:prospector")
    assert table.size(0) == 2


def test_two_players_have_the_hand_limit_and_end_as_the_others() -> None:
    table = Table(players=2)
    table.hand(1, *coins(7), "hero")
    table.new_round()
    assert table.asked == ("limit", 1)
    table.play("discard:hero")
    table.fill_city(1, 11)
    table.hand(1, "smithy", "hero")
    table.take("builder", by=0)
    table.build("smithy")
    assert table.game.over
