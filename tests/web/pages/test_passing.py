"""Where only passing makes sense: nothing that can be chosen brings what the decision is for."""

from __future__ import annotations

from boriken.games import Game
from boriken.web import pages


def trading(good: str, doubloons_more: bool) -> tuple[Game, int]:
    """Somebody who may sell one kind of good, as the trader or after the trader."""
    game = Game.new("puerto-rico", players=3, seed=2, governor=0)
    seat = 0 if doubloons_more else 1
    goods = game.view(seat)["players"][seat]["goods"]
    game.state.goods[seat, list(goods).index(good)] = 1
    game.refresh()
    game.play("role:trader")
    assert game.turn == seat
    assert {action.text for action in game.legal_actions} == {"pass", f"sell:{good}"}
    return game, seat


def test_a_sale_that_brings_nothing_is_passed_on() -> None:
    assert pages.only_passing_makes_sense(*trading("corn", doubloons_more=False))


def test_a_sale_that_brings_a_doubloon_is_a_choice() -> None:
    assert not pages.only_passing_makes_sense(*trading("corn", doubloons_more=True))
    assert not pages.only_passing_makes_sense(*trading("indigo", doubloons_more=False))


def test_what_is_not_done_for_a_number_is_never_passed_on() -> None:
    game = Game.new("puerto-rico", players=3, seed=2, governor=0)
    game.play("role:settler")
    assert "pass" in [action.text for action in game.legal_actions]
    assert not pages.only_passing_makes_sense(game, 0)
