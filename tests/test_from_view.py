"""A game built from a view is the one that its seat would imagine, to the byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boriken import Game
from boriken.engine import BadView, BorikenError
from boriken.players import choose, make_player

from .walk import ALL_FOUR, EVERY_RECORD, PUERTO_RICO, SAN_JUAN, Variant, new_game, walk

SEED = 5


def built(game: Game, seat: int) -> Game:
    """From what a program is sent."""
    view = json.loads(json.dumps(game.view(seat)))
    return Game.from_view(view, seat, SEED, **game.options)


def bytes_of(game: Game) -> dict[str, bytes]:
    """Field by field, but for whom the last action has told something: a game built from a view has no last action."""
    return {name: game.states[name].tobytes() for name in game.states.dtype.names if name != "told"}


def expect_same(game: Game, seat: int) -> None:
    imagined, other = game.determinize(seat, SEED), built(game, seat)
    before, now = bytes_of(imagined), bytes_of(other)
    assert [name for name in before if before[name] != now[name]] == []
    assert other.view(seat) == game.view(seat)
    assert other.legal_actions == imagined.legal_actions
    assert (other.turn, other.seed, other.options) == (imagined.turn, imagined.seed, imagined.options)


@pytest.mark.parametrize(
    ("variant", "seed"),
    [(each, 7) for each in EVERY_RECORD] + [(each, seed) for each in ALL_FOUR for seed in (1, 10)],
    ids=str,
)
def test_a_game_built_from_a_view_is_the_imagined_one(variant: Variant, seed: int) -> None:
    """For who is to move and who looks on. With seed 7 chips are hidden, with seed 10 buildings are drafted."""
    game = new_game(variant, seed)
    for number, _ in enumerate(walk(game, seed)):
        assert game.turn is not None
        expect_same(game, game.turn if number % 2 else number % variant.players)
    for seat in range(variant.players):
        assert built(game, seat).view(seat) == game.view(seat)
        assert built(game, seat).outcome == game.outcome


@pytest.mark.parametrize("variant", [PUERTO_RICO[2], ALL_FOUR[1], SAN_JUAN[3]], ids=str)
def test_it_goes_on_as_the_game_does(variant: Variant) -> None:
    game = new_game(variant, SEED)
    compared = 0
    for number, _ in enumerate(walk(game, SEED)):
        if number % 5:
            continue
        seat = game.turn
        assert seat is not None
        for action in game.legal_actions:
            after, other = game.copy(), built(game, seat)
            after.play(action)
            other.play(action)
            drawn = after.has_shown(seat) or other.has_shown(seat)
            if not drawn and not after.over:  # at the end hands are open, and those imagined are others
                compared += 1
                assert bare(after.view(seat)) == bare(other.view(seat))
    assert compared > 50


def bare(view: dict[str, Any]) -> dict[str, Any]:
    """A game without a past does not recall how colonists stood once somebody has played on."""
    return {name: told for name, told in view.items() if name != "lifted"}


@pytest.mark.parametrize("bot", ["heuristic", "learned"])
@pytest.mark.parametrize("variant", [PUERTO_RICO[1], SAN_JUAN[1]], ids=str)
def test_bots_choose_the_same(bot: str, variant: Variant) -> None:
    game = new_game(variant, SEED)
    for number, _ in enumerate(walk(game, SEED)):
        if number % 7 == 0:
            assert game.turn is not None
            assert make_player(bot, 1).choose(built(game, game.turn)) == choose(make_player(bot, 1), game, SEED)


def changed(view: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A view in which something else stands at one place, or nothing."""
    view = json.loads(json.dumps(view))
    *steps, last = path.split(".")
    place: Any = view
    for step in steps:
        place = place[int(step) if isinstance(place, list) else step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return view


TROUBLES = [
    ("puerto-rico", "progress", None, "lacks 'progress'"),
    ("puerto-rico", "progress.last_piece", 126, "last_piece cannot be 126"),
    ("puerto-rico", "turn", 7, "no seat 7"),
    ("puerto-rico", "face_down.corn", -1, "holds no -1"),
    ("puerto-rico", "quarries", 1000, "1000"),
    ("puerto-rico", "decision", "draw", "'draw'"),
    ("puerto-rico", "ships.0.capacity", 9, "ships does not agree"),
    ("puerto-rico", "vp_scored", 99, "vp_scored does not agree"),
    ("puerto-rico", "players.1.city", [], "not a view"),
    ("san-juan", "players.1.hand_size", 120, "more cards"),
    ("san-juan", "players.0.hand", {"hero": 1}, "hand_size"),
    ("san-juan", "pile", 3, "not as many cards"),
    ("san-juan", "players.1.bank_used", True, "not as many cards"),
    ("san-juan", "edition", 1, "edition does not agree"),
    ("san-juan", "tiles", [[1, 1, 1, 2, 2]] * 5, "twice"),
    ("san-juan", "players.2.goods.indigo", -2, "holds no -2"),
]


@pytest.mark.parametrize(("name", "path", "value", "words"), TROUBLES)
def test_what_is_no_view_is_refused_in_words(name: str, path: str, value: Any, words: str) -> None:
    view = changed(Game.new(name, players=3, seed=1).view(0), path, value)
    with pytest.raises(BadView, match=words):
        Game.from_view(view, 0)


@pytest.mark.parametrize(
    "view", [{}, [], "no", {"game": "puerto-rico"}, {"game": [], "players": []}, {"game": "chess", "players": [1, 2]}]
)
def test_what_is_not_even_a_table_is_refused(view: Any) -> None:
    with pytest.raises(BorikenError):
        Game.from_view(view, 0)


def test_members_that_nobody_knows_are_ignored() -> None:
    view = Game.new("san-juan", players=2, seed=1).view(0)
    assert Game.from_view({**view, "weather": "rain"}, 0).view(0) == view


def test_the_options_must_be_those_of_the_game() -> None:
    view = Game.new("puerto-rico", players=3, seed=1, swap=True).view(0)
    with pytest.raises(BadView, match="swap"):
        Game.from_view(view, 0)
    assert Game.from_view(view, 0, swap=True).view(0) == view
