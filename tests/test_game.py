"""The Game object: playing, taking back, copying, refusing."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from boriken import Game
from boriken.engine import BadOption, BorikenError, IllegalAction, NotYourTurn, UnknownAction
from boriken.engine.rules import COMMON_VIEW, fields_of

from .walk import ALL_FOUR, VARIANTS, Variant, new_game, walk, walked

FOUR = Variant("puerto-rico", 4)
THREE = Variant("puerto-rico", 3)


@pytest.fixture
def game() -> Game:
    return Game.new("puerto-rico", players=4, seed=7)


def test_same_options_seed_and_actions_give_the_same_game() -> None:
    one, other = walked(FOUR, seed=5, decisions=10_000), walked(FOUR, seed=5, decisions=10_000)
    assert one.over
    assert one == other
    assert one.actions == other.actions
    assert one.outcome == other.outcome


def test_another_seed_gives_another_game() -> None:
    faces = {str(Game.new("puerto-rico", players=4, seed=seed).view(None)["face_up"]) for seed in range(50)}
    assert len(faces) > 25


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_undo_goes_back_to_every_position_on_the_way(variant: Variant) -> None:
    game = new_game(variant, 4)
    before = []
    for _ in walk(game, 4):
        before.append((game.states.tobytes(), game.legal_actions, game.actions, game.played_by))
    for position in reversed(before):
        game.undo()
        assert (game.states.tobytes(), game.legal_actions, game.actions, game.played_by) == position
    with pytest.raises(BorikenError, match="nothing to take back"):
        game.undo()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_views_have_what_code_for_every_game_reads(variant: Variant) -> None:
    for seat in (None, *range(variant.players)):
        view = new_game(variant, 4).view(seat)
        assert set(COMMON_VIEW) <= set(view)
        assert len(view["players"]) == variant.players


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_past_can_be_looked_at(variant: Variant) -> None:
    game = new_game(variant, 4)
    seen = [(len(game.actions), game.view(1)) for _ in walk(game, 4)]
    assert all(game.view_after(actions, 1) == view for actions, view in seen)


@pytest.mark.parametrize("variant", [FOUR, THREE, ALL_FOUR[0]], ids=str)
def test_an_imagined_game_recalls_what_the_others_have_decided(variant: Variant) -> None:
    game = walked(variant, seed=7, decisions=60)
    for seat in range(variant.players):
        theirs = [at for at in game.decisions if game.played_by[at] != seat]
        past = game.determinize(seat, 5, past=12).past
        assert past is not None
        assert past.actions.tolist() == [int(game.actions[at]) for at in theirs[-12:]]
        for i, at in enumerate(theirs[-12:]):
            seen = game.rules.view(fields_of(past.states, i), seat)
            assert seen.items() <= game.view_after(at, seat).items()
        imagined = game.determinize(seat, 5, past=12)
        again, others = (imagined.determinize(q, 6, past=5).past for q in (seat, (seat + 1) % variant.players))
        assert again is not None
        assert np.array_equal(again.actions, past.actions[-5:])
        assert others is None, "what one seat has seen is not another's past"
        everything = game.determinize(seat, 5, past=1000).past
        assert everything is not None
        assert len(everything.states) == len(theirs)


def test_nothing_is_recalled_unasked_nor_where_actions_are_hidden(game: Game) -> None:
    assert game.determinize(0, 5).past is None
    assert Game.new("san-juan", players=3, seed=7).determinize(0, 5, past=10).past is None
    assert Game.from_view(game.view(0), 0).determinize(0, 5, past=10).past is None
    past = game.determinize(0, 5, past=10).past
    assert past is not None
    assert len(past.states) == len(past.actions) == 0
    for wrong in (-1, 2.5, None):
        with pytest.raises(BadOption, match=f"0 decisions or more, not {wrong}"):
            game.determinize(0, 5, past=wrong)  # type: ignore[arg-type]


def test_a_copy_is_independent_and_scores_alike() -> None:
    game = walked(FOUR, seed=8, decisions=200)
    twin = game.copy()
    assert twin == game
    assert twin.scores() == game.scores()
    before = game.states.tobytes()
    twin.play(twin.legal_actions[0])
    assert game.states.tobytes() == before
    assert twin != game


def test_a_copy_is_equal_to_the_byte() -> None:
    game = walked(THREE, seed=8, decisions=50)
    assert all(game.copy().states.tobytes() == game.states.tobytes() for _ in range(20))
    assert hash(game.copy()) == hash(game)


def test_forced_actions_are_played_and_recorded() -> None:
    for seed in range(5):
        game = new_game(THREE, seed)
        decisions = 0
        for _ in walk(game, seed):
            assert len(game.legal_actions) > 1
            decisions += 1
        assert len(game.actions) > decisions


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        ("role:setler", UnknownAction, "did you mean 'role:settler'"),
        ("", UnknownAction, "boriken notation puerto-rico"),
        (9999, UnknownAction, "numbered 0 to"),
        (-1, UnknownAction, "numbered 0 to"),
        ("build:harbor", IllegalAction, "legal: role:settler, role:mayor"),
        ("pass", IllegalAction, "not legal now"),
    ],
)
def test_a_refused_action_says_why_and_changes_nothing(
    game: Game, action: Any, error: type[BorikenError], words: str
) -> None:
    before = game.states.tobytes()
    with pytest.raises(error, match=words):
        game.play(action)
    assert game.states.tobytes() == before
    assert game.actions == ()


def test_only_the_seat_to_move_may_play(game: Game) -> None:
    with pytest.raises(NotYourTurn, match="seat 0's turn, not seat 2's"):
        game.play("role:mayor", seat=2)
    assert game.actions == ()
    assert game.play("role:prospector", seat=0) == [game.rules.actions["role:prospector"]]


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = walked(THREE, seed=2, decisions=10_000)
    assert game.turn is None
    assert game.legal_actions == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play("pass")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "puerto-rica", "players": 4}, "no game 'puerto-rica'; there is puerto-rico, san-juan"),
        ({"players": 1}, "2 to 5 players, not 1"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"players": True}, "2 to 5 players"),
        ({"players": "4"}, "2 to 5 players"),
        ({"players": 4, "seed": -1}, "a seed is a whole number"),
        ({"players": 4, "seed": 2**63}, "a seed is a whole number"),
        ({"players": 4, "seed": 1.5}, "a seed is a whole number"),
        ({"players": 4, "swop": True}, "no option 'swop'; there is swap"),
        ({"players": 4, "swap": 1}, "swap must be true or false"),
        ({"players": 4, "governor": 4}, "a seat of 0 to 3 or 'random'"),
        ({"players": 4, "governor": "first"}, "a seat of 0 to 3 or 'random'"),
    ],
)
def test_wrong_players_seeds_and_options_are_named(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Game.new(**{"game": "puerto-rico", **arguments})


def test_a_seat_that_is_not_there_has_no_view(game: Game) -> None:
    with pytest.raises(BadOption, match="the seats are 0 to 3"):
        game.view(4)


def test_the_largest_seed_works() -> None:
    assert Game.new("puerto-rico", players=3, seed=2**63 - 1).turn == 0


def test_an_imagined_game_has_neither_past_nor_record(game: Game) -> None:
    game.play("role:prospector")
    imagined = game.determinize(0, 1)
    with pytest.raises(BorikenError, match="no past"):
        imagined.undo()
    with pytest.raises(BorikenError, match="no record"):
        imagined.to_json()


def test_a_position_that_was_set_up_has_neither_past_nor_record(game: Game) -> None:
    game.state.doubloons[0] = 50
    game.refresh()
    game.play("role:builder")
    for refused in (game.undo, game.to_json):
        with pytest.raises(BorikenError, match=r"no past|no record"):
            refused()


@pytest.mark.parametrize("action", [1.0, None, [1], True, "role:settler "])
def test_what_is_no_action_is_refused(game: Game, action: Any) -> None:
    with pytest.raises(UnknownAction, match="not an action of puerto-rico"):
        game.play(action)


def test_an_action_of_another_game_is_refused(game: Game) -> None:
    other = Game.new("san-juan", players=3)
    with pytest.raises(UnknownAction, match="another game"):
        other.play(game.legal_actions[0])


@pytest.mark.parametrize("seat", [True, "0", 0.0, -1, 4])
def test_what_is_no_seat_is_refused(game: Game, seat: Any) -> None:
    for refused in (game.view, lambda seat: game.determinize(seat, 0), lambda seat: game.play("role:mayor", seat)):
        with pytest.raises(BadOption, match="there is no seat"):
            refused(seat)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, None])
def test_what_is_no_seed_is_refused_for_imagining_too(game: Game, seed: Any) -> None:
    with pytest.raises(BadOption, match="a seed is a whole number"):
        game.determinize(0, seed)


def test_copies_by_pythons_own_means_are_independent(game: Game) -> None:
    for twin in (copy.copy(game), copy.deepcopy(game)):
        twin.play("role:prospector")
        assert game.actions == ()
        assert game.turn == 0


def test_games_and_actions_can_be_pickled(game: Game) -> None:
    game.play("role:prospector")
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.actions == game.actions
    assert str(again.actions[0]) == "role:prospector"
    again.play("role:settler")
    again.undo()
    assert again == game


def test_the_board_as_text_names_what_matters(game: Game) -> None:
    text = str(game)
    assert "Round 1, seat 0 is governor. seat 0 takes a role." in text
    assert "75 in the supply" in text
    assert max(len(line) for line in text.splitlines()) <= 100
