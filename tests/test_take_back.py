"""A decision may be taken back until it has shown something hidden or somebody else has decided."""

from __future__ import annotations

import pytest

from boriken import Game

from .walk import VARIANTS, Variant, new_game, walk


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


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_may_be_taken_back_leaves_the_seat_as_wise_as_before(variant: Variant) -> None:
    """In other worlds than those that were tried: what the seat saw before decides all that it sees after.

    One thing is left out: whether another seat has a choice at all may depend on cards that it holds, and be so nearly
    certain that the worlds tried all agreed.
    """
    game = new_game(variant, 11)
    allowed = refused = compared = 0
    for i, _ in enumerate(walk(game, 11)):
        decisions = game.decisions
        if i % 5 or not decisions or game.over:
            continue
        seat = game.played_by[decisions[-1]]
        if not game.may_take_back(seat):
            refused += 1
            continue
        allowed += 1
        action = game.actions[decisions[-1]]
        before = game.copy()
        before.undo()
        for seed in (1000, 1001, 1002):
            imagined = before.determinize(seat, seed)
            played = imagined.play(action)
            if (played, imagined.turn) == (list(game.actions[decisions[-1] :]), game.turn):
                compared += 1
                assert imagined.view(seat) == game.view(seat)
    assert allowed > 3
    assert compared > 2.9 * allowed
    assert refused > 0
