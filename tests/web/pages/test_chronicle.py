"""The log: nothing is missing, nothing that is hidden is told."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from boriken.games import Game
from boriken.players import choose, make_player
from boriken.web.pages import Chronicle, LogPiece
from boriken.web.pages.chronicle import read_by

from ...walk import ALL_FOUR, Variant, new_game
from .show import played_to


@pytest.mark.parametrize(("name", "players"), [("puerto-rico", 4), ("san-juan", 3)])
def test_following_step_by_step_and_reading_at_once_give_the_same_log(name: str, players: int) -> None:
    game = Game.new(name, players=players, seed=2)
    bot = make_player("heuristic", 2)
    following = Chronicle()
    while not game.over:
        following.follow(game)
        game.play(choose(bot, game, len(game.actions)))
    following.follow(game)
    at_once = Chronicle()
    at_once.follow(game)
    assert following.lines == at_once.lines
    assert following.curve == at_once.curve
    assert game.outcome is not None
    assert at_once.curve[-1] == game.outcome.points
    assert len(at_once.rounds) == len(at_once.curve) == game.view(None)["round"]


def test_a_decision_taken_back_disappears_from_the_log() -> None:
    game = Game.new("puerto-rico", players=4, seed=2)
    log = Chronicle()
    game.play("role:prospector")
    log.follow(game)
    with_it = list(log.lines)
    game.undo()
    log.follow(game)
    assert len(log.lines) < len(with_it)
    game.play("role:prospector")
    log.follow(game)
    assert log.lines == with_it


def test_only_the_seat_itself_reads_which_card_it_was() -> None:
    game = played_to(Game.new("san-juan", players=3, seed=2), "role", round_number=9)
    log = Chronicle()
    log.follow(game)
    secret = [line for line in log.lines if line.private]
    assert len(secret) > 20
    for line in secret:
        own, others = read_by(line, line.seat), read_by(line, None)
        assert any(isinstance(piece, LogPiece) and piece.kind == "name" for piece in own.words)
        assert not any(isinstance(piece, LogPiece) and piece.kind == "name" for piece in others.words)
        assert own.private is None
        assert others.private is None
        assert line.seat is not None
        assert read_by(line, (line.seat + 1) % 3).words == others.words


@pytest.mark.parametrize("variant", [Variant("puerto-rico", 4), Variant("san-juan", 3), ALL_FOUR[2]], ids=str)
def test_no_heading_stands_alone(variant: Variant) -> None:
    """A phase in which nobody could do anything says so."""
    game = new_game(variant, 3)
    chance = random.Random(3)
    while not game.over:
        game.play(chance.choice(game.legal_actions))
    log = Chronicle()
    log.follow(game)
    empty = 0
    for line, following in pairwise(log.lines):
        if line.seat is None and following.seat is None and not str(line.words[0]).startswith("Round"):
            assert line.words[-1] == " · nothing to do for anybody"
            empty += 1
    assert empty


def test_the_log_says_where_colonists_stand() -> None:
    game = played_to(Game.new("puerto-rico", players=4, seed=2), "role", round_number=12)
    log = Chronicle()
    log.follow(game)
    filled = [line for line in log.lines if len(line.words) > 1 and line.words[1] == LogPiece("verb", "fills")]
    assert len(filled) > 15
    places = {piece.name for line in filled for piece in line.words[2:] if isinstance(piece, LogPiece)}
    assert {"corn", "indigo", "quarry", "small indigo plant"} <= places
    assert not any(isinstance(piece, LogPiece) and piece.kind == "colonists" for line in filled for piece in line.words)
