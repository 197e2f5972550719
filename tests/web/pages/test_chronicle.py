"""The log: nothing is missing, nothing that is hidden is told."""

from __future__ import annotations

import pytest

from boriken.games import Game
from boriken.players import choose, make_player
from boriken.web.pages import Chronicle, LogPiece
from boriken.web.pages.chronicle import read_by

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
