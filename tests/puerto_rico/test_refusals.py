"""Refused actions: unknown, illegal, or out of turn. Each is refused in words and changes nothing."""

from __future__ import annotations

import pytest

from boriken.engine import BadOption, IllegalAction, NotYourTurn, UnknownAction

from .table import Table


@pytest.mark.parametrize("action", ["role:pirate", "", "load:corn@9", "Role:Settler", -1, 1000])
def test_an_unknown_action_is_refused_and_changes_nothing(action: str | int) -> None:
    table = Table()
    before = table.game.copy()
    with pytest.raises(UnknownAction):
        table.game.play(action)
    assert table.game == before
    assert table.game.actions == before.actions


@pytest.mark.parametrize("action", ["pass", "build:harbor", "role:prospector-2", "settle:corn", "place:corn"])
def test_an_illegal_action_is_refused_and_changes_nothing(action: str) -> None:
    table = Table()
    before = table.game.copy()
    with pytest.raises(IllegalAction, match="not legal now"):
        table.game.play(action)
    assert table.game == before
    assert table.game.legal_actions == before.legal_actions


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_an_action_out_of_turn_is_refused_and_changes_nothing(seat: int) -> None:
    table = Table()
    before = table.game.copy()
    with pytest.raises(NotYourTurn, match="seat 0's turn"):
        table.game.play("role:settler", seat=seat)
    assert table.game == before
    assert table.game.actions == before.actions


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    table = Table()
    before = table.game.copy()
    with pytest.raises(BadOption, match="no seat"):
        table.game.play("role:settler", seat=seat)
    with pytest.raises(BadOption, match="no seat"):
        table.game.view(seat)
    assert table.game == before


@pytest.mark.parametrize(
    ("role", "action"),
    [
        ("settler", "settle:coffee"),
        ("builder", "build:wharf"),
        ("trader", "sell:coffee"),
        ("captain", "load:corn@7"),
        ("captain", "wharf:corn"),
        ("captain", "pass"),
    ],
)
def test_what_a_phase_does_not_allow_is_refused_and_changes_nothing(role: str, action: str) -> None:
    table = Table()
    table.face_up("corn", "corn", "corn", "corn", "corn")
    table.ship(5, "corn", 1)
    table.give(0, goods={"corn": 2, "sugar": 1})
    table.take(role, by=0)
    before = table.game.copy()
    with pytest.raises(IllegalAction):
        table.play(action)
    assert table.game == before
    assert table.legal == {str(legal) for legal in before.legal_actions}


def test_after_a_refusal_play_goes_on() -> None:
    table = Table()
    with pytest.raises(IllegalAction):
        table.play("pass")
    assert table.play("role:prospector") == ["role:prospector"]
    assert table.turn == 1
