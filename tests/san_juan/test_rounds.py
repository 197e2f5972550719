"""Rounds: who takes a role when, and who acts in which order."""

from __future__ import annotations

import pytest

from .table import Table, coins

QUIET = ("producer", "trader", "builder", "prospector")


def play_round(table: Table) -> list[int | None]:
    """Play a round in which nobody does more than he must; returns who took a role."""
    now = table.view["round"]
    turns = []
    for role in QUIET:
        if table.view["round"] == now:
            turns.append(table.turn)
            table.play(f"role:{role}")
            table.finish_phase()
    return turns


@pytest.mark.parametrize("players", [3, 4])
def test_the_governor_takes_a_role_first_then_the_others_clockwise_one_each(players: int) -> None:
    assert play_round(Table(players, governor=1)) == [*range(1, players), 0]


def test_at_the_end_of_a_round_the_governor_card_passes_to_the_left() -> None:
    table = Table(players=3)
    rounds = []
    for _ in range(4):
        rounds.append(table.view["governor"])
        assert play_round(table)[0] == rounds[-1]
    assert rounds == [0, 1, 2, 0]
    assert table.view["round"] == 5


def test_the_roles_come_back_for_the_next_round() -> None:
    table = Table(players=3)
    play_round(table)
    assert table.legal == {f"role:{role}" for role in ("builder", "producer", "trader", "councillor", "prospector")}


@pytest.mark.parametrize(("players", "left"), [(3, 3), (4, 2)])
def test_the_last_player_chooses_among_the_roles_that_are_left(players: int, left: int) -> None:
    table = Table(players)
    for role in QUIET[: players - 1]:
        table.play(f"role:{role}")
        table.finish_phase()
    assert len(table.legal) == left


def test_a_role_that_was_taken_is_gone_for_the_round() -> None:
    table = Table()
    table.play("role:prospector")
    assert "role:prospector" not in table.legal
    assert table.view["roles"]["prospector"] == 0


def test_a_role_must_be_taken() -> None:
    assert "pass" not in Table().legal


def test_the_chooser_acts_first_then_the_others_clockwise_once_each() -> None:
    table = Table()
    for seat in range(4):
        table.lay(seat, "indigo")
    turns = []
    table.take("trader", by=1)
    while table.decision == "trader":
        turns.append(table.turn)
        table.play("pass")
    assert turns == [1, 2, 3, 0]


@pytest.mark.parametrize("role", ["producer", "trader", "builder"])
def test_the_chooser_may_refrain_and_the_others_act_all_the_same(role: str) -> None:
    table = Table()
    for seat, trade in ((0, "indigo"), (1, "indigo")):
        table.hand(seat, "statue", *coins(3))
        if role == "trader":
            table.lay(seat, trade)
    table.take(role, by=0)
    table.play("pass")
    assert table.asked == (role, 1)
    table.play(str(table.game.legal_actions[0]))
    table.finish_phase()
    assert table.asked == ("role", 1)


def test_only_the_chooser_has_the_privilege() -> None:
    table = Table()
    for seat in (0, 1):
        table.owns(seat, "sugar-mill")
        table.lay(seat, "indigo", "sugar")
    table.take("trader", by=0)
    table.play("sell:indigo", "sell:sugar", "sell:indigo")
    assert table.goods(0) == {}
    assert table.goods(1) == {"sugar": 1}


def test_the_privilege_may_be_declined() -> None:
    table = Table()
    table.owns(0, "sugar-mill")
    table.lay(0, "indigo", "sugar")
    table.take("trader", by=0)
    table.play("sell:indigo", "pass")
    assert table.goods(0) == {"sugar": 1}


def test_when_all_have_acted_the_next_player_takes_a_role() -> None:
    table = Table()
    table.play("role:producer", "pass", "pass", "pass", "pass")
    assert table.asked == ("role", 1)


def test_the_first_round_has_no_steps_before_the_first_role() -> None:
    table = Table(dealt=True)
    assert table.view["round"] == 1
    assert table.decision == "role"
    assert table.game.actions == ()
