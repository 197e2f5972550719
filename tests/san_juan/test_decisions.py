"""How the program asks (docs/decisions-san-juan.md): real choices only, in one order, and what is never asked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boriken import Game
from boriken.engine import BadOption, IllegalAction, NotYourTurn, UnknownAction

from .table import Table, coins

GAMES: list[dict[str, Any]] = [
    {"players": 2, "edition": 1},
    {"players": 3, "edition": 2, "variation": True},
    {"players": 4, "edition": 2, "new_buildings": True, "governor": "random"},
]


@pytest.mark.parametrize("options", GAMES)
def test_there_are_always_two_actions_to_choose_from_until_the_game_is_over(options: dict[str, Any]) -> None:
    choice = random.Random(1)
    for seed in range(3):
        game = Game.new("san-juan", seed=seed, **options)
        while not game.over:
            assert len(game.legal_actions) >= 2
            game.play(choice.choice(game.legal_actions))
        assert game.reasons


@pytest.mark.parametrize("options", GAMES)
def test_no_card_is_ever_lost_or_made(options: dict[str, Any]) -> None:
    choice = random.Random(2)
    table = Table(seed=5, dealt=True, **options)
    deck = table.deck()
    while not table.game.over:
        table.game.play(choice.choice(table.game.legal_actions))
        now = table.deck()
        if table.view["building"] not in (None, "cathedral"):
            now[table.view["building"]] = now.get(table.view["building"], 0) + 1
        now.pop("cathedral", None)
        assert now == deck


def test_a_forced_action_is_played_and_recorded() -> None:
    table = Table()
    table.hand(0, "statue", "hero", "hero")
    table.take("builder", by=0)
    table.play("build:statue")
    assert table.play("pay:hero") == ["pay:hero", "pay:hero"]
    assert [str(action) for action in table.game.actions[-3:]] == ["build:statue", "pay:hero", "pay:hero"]


@pytest.mark.parametrize("role", ["builder", "trader", "prospector"])
def test_whoever_could_only_pass_is_not_asked(role: str) -> None:
    table = Table()
    assert table.play(f"role:{role}") == [f"role:{role}"]
    assert table.asked == ("role", 1)


def test_what_only_lowers_a_price_or_draws_a_card_is_used_without_a_question() -> None:
    table = Table(new_buildings=True)
    table.owns(0, "smithy", "quarry", "library", "well", "market-stand", "market-hall", "harbor")
    table.owns(0, "sugar-mill")
    table.hand(0, "statue")
    asked = set()
    for role in ("builder", "producer", "trader"):
        table.take(role, by=0)
        while table.decision != "role":
            if table.turn == 0:
                asked.add(table.decision)
            table.play(str(table.game.legal_actions[0]))
    assert asked == {"builder", "producer", "trader"}
    assert table.player(0)["harbor"] == 1


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["role:mayor", "", "keep:cathedral", "Role:Builder", "pay-good:corn", -1, 1000])
def test_an_unknown_action_is_refused_and_changes_nothing(action: str | int) -> None:
    table = Table()
    before = table.game.copy()
    with pytest.raises(UnknownAction):
        table.game.play(action)
    assert table.game == before
    assert table.game.actions == before.actions


@pytest.mark.parametrize("action", ["pass", "build:hero", "call-off", "library", "tower", "keep:hero"])
def test_an_illegal_action_is_refused_and_changes_nothing(action: str) -> None:
    table = Table()
    table.hand(0, "hero", *coins(5))
    before = table.game.copy()
    with pytest.raises(IllegalAction, match="not legal now"):
        table.play(action)
    assert table.game == before


@pytest.mark.parametrize(
    ("role", "action"),
    [
        ("builder", "build:palace"),
        ("builder", "build:cathedral"),
        ("producer", "produce:silver"),
        ("trader", "sell:customs"),
        ("councillor", "pass"),
    ],
)
def test_what_a_phase_does_not_allow_is_refused_and_changes_nothing(role: str, action: str) -> None:
    table = Table()
    table.hand(0, "hero", *coins(5))
    table.owns(0, "sugar-mill")
    table.lay(0, "indigo")
    table.take(role, by=0)
    before = table.game.copy()
    with pytest.raises(IllegalAction):
        table.play(action)
    assert table.game == before


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_an_action_out_of_turn_is_refused_and_changes_nothing(seat: int) -> None:
    table = Table()
    before = table.game.copy()
    with pytest.raises(NotYourTurn, match="seat 0's turn"):
        table.game.play("role:builder", seat=seat)
    assert table.game == before


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    table = Table()
    with pytest.raises(BadOption, match="no seat"):
        table.game.view(seat)
    with pytest.raises(BadOption, match="no seat"):
        table.game.play("role:builder", seat=seat)
