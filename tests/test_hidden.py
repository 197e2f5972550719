"""What a seat may not know reaches neither its view nor a bot."""

from __future__ import annotations

import json

import pytest

from boriken import Game
from boriken.engine.chance import random_bits
from boriken.players import choose, make_player

from .bots import at_tables
from .walk import EVERY_RECORD, Variant, new_game, walk

SEED = 7  # with hidden chips in Puerto Rico
PAST = 1000
"""Decisions of the others that an imagined game recalls."""


def with_other_secrets(game: Game, seat: int) -> Game:
    """The same game as far as this seat can see: other chance to come, other hands, chips in other hands."""
    other = game.determinize(seat, 987654321, PAST)
    assert other.states.tobytes() != game.states.tobytes()
    return other


def positions(variant: Variant, every: int = 7) -> list[Game]:
    game = new_game(variant, SEED)
    return [game.copy() for i, _ in enumerate(walk(game, SEED)) if i % every == 0]


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
def test_secrets_change_neither_the_view_nor_the_imagined_game(variant: Variant) -> None:
    for game in positions(variant):
        for seat in range(variant.players):
            other = with_other_secrets(game, seat)
            assert other.view(seat) == game.view(seat)
            imagined, same = game.determinize(seat, 5, PAST), other.determinize(seat, 5, PAST)
            assert same.states.tobytes() == imagined.states.tobytes()
            assert (same.past is None) == (imagined.past is None) == (not game.rules.played_openly)
            if same.past and imagined.past:
                assert same.past.states.tobytes() == imagined.past.states.tobytes()
                assert same.past.actions.tolist() == imagined.past.actions.tolist()


HIDDEN = {
    "puerto-rico": {"chance"},
    "san-juan": {"chance", "hand", "held", "pile", "discards", "goods_cards", "tiles", "shown"},
}
"""Fields that hold something hidden from seat 0 in every game."""
SOMETIMES = {
    "puerto-rico": {"vp"},  # not with two players: then the other has all the chips that I have not
    "san-juan": {"tucked", "chapel", "bank", "harbor_cards"},
}


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
def test_everything_hidden_is_drawn_anew_and_nothing_else(variant: Variant) -> None:
    varied = set()
    for game in positions(variant, every=3):
        imagined = [game.determinize(0, seed).states for seed in range(4)]
        varied |= {name for name in game.states.dtype.names if len({s[name].tobytes() for s in imagined}) > 1}
    assert HIDDEN[variant.game] <= varied <= HIDDEN[variant.game] | SOMETIMES[variant.game]
    assert "vp" in varied or variant.game != "puerto-rico" or variant.players == 2


def test_what_is_imagined_is_not_what_is_to_come_also_with_the_same_seed() -> None:
    for variant in EVERY_RECORD:
        game = new_game(variant, SEED)
        imagined = game.determinize(0, SEED)
        real = [int(random_bits(game.state.chance)) for _ in range(1000)]
        other = [int(random_bits(imagined.state.chance)) for _ in range(1000)]
        assert not set(real) & set(other)


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
def test_a_seat_cannot_tell_an_imagined_game_from_the_real_one(variant: Variant) -> None:
    for game in positions(variant):
        assert game.turn is not None
        imagined = game.determinize(game.turn, 5)
        assert imagined.view(game.turn) == game.view(game.turn)
        assert imagined.legal_actions == game.legal_actions


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
def test_an_imagined_game_can_be_played_to_its_end(variant: Variant) -> None:
    for game in positions(variant, every=40):
        for seat in range(variant.players):
            imagined = game.determinize(seat, 5)
            imagined.refresh()
            for _ in walk(imagined, 5):
                pass
            assert imagined.outcome is not None


def test_an_imagined_game_draws_other_tiles() -> None:
    game = Game.new("puerto-rico", players=4, seed=3)
    drawn = set()
    for seed in range(20):
        imagined = game.determinize(0, seed)
        imagined.play("role:settler")
        while imagined.view(None)["chooser"] is not None:
            imagined.play("pass")
        drawn.add(json.dumps(imagined.view(None)["face_up"]))
    assert len(drawn) > 5


@pytest.mark.parametrize(("bot", "variant"), at_tables(EVERY_RECORD), ids=str)
def test_secrets_do_not_change_a_bots_choice(bot: str, variant: Variant) -> None:
    for game in positions(variant):
        assert game.turn is not None
        other = with_other_secrets(game, game.turn)
        assert choose(make_player(bot, 1), game, 2) == choose(make_player(bot, 1), other, 2)


def test_hidden_chips_are_in_nobody_elses_view_until_the_game_is_over() -> None:
    game = Game.new("puerto-rico", players=3, seed=3, hidden_vp=True)
    for _ in walk(game, 3):
        pass
    assert all(board["vp"] is not None for board in game.view(None)["players"])
    game = positions(Variant("puerto-rico", 3))[-1]
    assert [board["vp"] is None for board in game.view(1)["players"]] == [True, False, True]
    assert [board["vp"] is None for board in game.view(None)["players"]] == [True, True, True]


def test_the_generator_is_in_no_view() -> None:
    game = Game.new("puerto-rico", players=3, seed=3)
    text = json.dumps(game.view(0))
    assert "chance" not in text
    assert not any(str(word) in text for word in game.state.chance)
