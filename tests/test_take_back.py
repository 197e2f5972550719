"""A decision may be taken back until it has shown something hidden or somebody else has decided."""

from __future__ import annotations

from typing import Any

import pytest

from boriken import Game

from .walk import EVERY_RECORD, Variant, new_game, walk


def test_a_role_that_shows_nothing_may_be_taken_back_by_whoever_took_it() -> None:
    game = Game.new("puerto-rico", players=4, seed=7)
    game.play("role:builder")
    assert game.may_take_back(0)
    assert not game.may_take_back(1)


def test_nothing_may_be_taken_back_at_the_start() -> None:
    assert not Game.new("puerto-rico", players=4, seed=7).may_take_back(0)


def test_not_after_somebody_else_has_decided() -> None:
    game = Game.new("puerto-rico", players=4, seed=7)
    game.play("role:builder")
    while game.turn == 0:
        game.play(game.legal_actions[-1])
    assert game.turn == 1
    game.play(game.legal_actions[-1])
    assert not game.may_take_back(0)


def test_not_after_new_plantations_were_turned_up() -> None:
    game = Game.new("puerto-rico", players=3, seed=7)
    game.play("role:settler")
    before = game.view(None)["face_up"]
    last = game.turn
    while game.view(None)["face_up"] == before or sum(game.view(None)["face_up"].values()) < sum(before.values()):
        last = game.turn
        game.play(game.legal_actions[0])
    assert last is not None
    assert not game.may_take_back(last)


def test_not_after_the_prospector_has_drawn_a_card() -> None:
    game = Game.new("san-juan", players=3, seed=7)
    game.play("role:prospector")
    assert not game.may_take_back(0)


def test_not_after_the_councillors_cards_were_seen() -> None:
    game = Game.new("san-juan", players=3, seed=7)
    game.play("role:councillor")
    assert not game.may_take_back(0)


def test_a_card_chosen_to_pay_with_may_be_taken_back() -> None:
    game = Game.new("san-juan", players=3, seed=7)
    game.play("role:builder")
    build = next(a for a in game.legal_actions if a.text.startswith("build:"))
    game.play(build)
    assert game.turn == 0, "the payment is asked for"
    assert game.may_take_back(0)
    game.play(game.legal_actions[0])
    if game.turn == 0:
        assert game.may_take_back(0)


def test_goods_laid_face_down_may_be_taken_back() -> None:
    """Nobody has seen the card that became a good."""
    game = Game.new("san-juan", players=3, seed=7)
    game.play("role:producer")
    assert game.turn == 0
    game.play(game.legal_actions[0])
    assert game.may_take_back(0)


def test_not_after_it_has_shown_whether_another_can_build() -> None:
    """That Bob is asked tells that he holds a card which he can pay for."""
    game = Game.new("san-juan", players=3, seed=7)
    game.play("role:builder")
    assert game.may_take_back(0), "what Ann herself can build she knows"
    game.play("pass")
    assert not game.may_take_back(0)


def test_the_last_tile_of_the_trading_house_shows_nothing_new() -> None:
    """Four of the five have been seen: everybody knows the fifth."""
    game = Game.new("san-juan", players=3, seed=7)
    shown = []
    for _ in walk(game, 5):
        if game.actions and game.actions[-1].text == "role:trader":
            shown.append(game._told[-1] != 0)
    assert shown[:4] == [True] * 4
    assert False in shown[4:]


def seen(game: Game, seat: int, first: int) -> tuple[Any, ...]:
    """All that a seat knows after the actions from number `first` on (not `lifted`: imagined games have no past)."""
    view = {name: value for name, value in game.view(seat).items() if name != "lifted"}
    return list(game.actions[first:]), view, game.legal_actions if game.turn == seat else None


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
def test_what_may_be_taken_back_leaves_the_seat_as_wise_as_before(variant: Variant) -> None:
    """In whatever world: what the seat saw before decides all that it sees after. And what may not be taken back has
    mostly shown something in these worlds: what is only all but certain counts as told, too."""
    allowed = refused = told = 0
    for seed in (7, 10) if variant.expansions else (11, 12):  # with all new buildings, with a draft
        game = new_game(variant, seed)
        for i, _ in enumerate(walk(game, seed)):
            decisions = game.decisions
            if i % 3 or not decisions or game.over:
                continue
            first = decisions[-1]
            seat = game.played_by[first]
            before = game.copy()
            before.undo()
            worlds = []
            for world in range(24):
                imagined = before.determinize(seat, 1000 + world)
                imagined.play(game.actions[first])
                worlds.append(seen(imagined, seat, 0) == seen(game, seat, first))
            if game.may_take_back(seat):
                allowed += 1
                assert all(worlds), (i, game.actions[first:])
            else:
                refused += 1
                told += not all(worlds)
    assert allowed > 10
    assert told > 0.5 * refused > 0
