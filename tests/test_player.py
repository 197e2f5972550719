"""`boriken player`: our bots answer other programs, line by line, and say nothing else."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import Any

import pytest

from boriken import Game
from boriken.cli.player import player
from boriken.engine import BadOption, derived_seed
from boriken.players.external import ExternalPlayer
from boriken.players.matches import play_to_end

PROGRAM = [sys.executable, "-m", "boriken.cli", "player"]


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("puerto-rico", 3, {"new_buildings": "random", "nobles": True}), ("san-juan", 2, {})],
)
def test_a_bot_behind_the_protocol_plays_the_same_game(name: str, players: int, options: dict[str, Any]) -> None:
    here, there = (Game.new(name, players=players, seed=3, **options) for _ in range(2))
    seeds = [derived_seed(3, seat) for seat in range(players)]
    play_to_end(here, ["heuristic"] * players, seeds, compiled=False)
    outside = "external:300s:" + shlex.join([*PROGRAM, "heuristic"])
    effort = play_to_end(there, [outside, *["heuristic"] * (players - 1)], seeds)
    assert there.actions == here.actions
    assert effort.labels == {outside: "heuristic"}


def hello(game: Game, /, **changes: Any) -> dict[str, Any]:
    return ExternalPlayer(5, "nobody")._hello(game, 0) | changes


def choose(game: Game, /, **changes: Any) -> dict[str, Any]:
    legal = [action.text for action in game.legal_actions]
    return {"type": "choose", "seat": game.turn, "view": game.view(game.turn), "legal": legal} | changes


def spoken(*messages: Any) -> subprocess.CompletedProcess[str]:
    lines = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in messages)
    return subprocess.run([*PROGRAM, "random"], input=lines, capture_output=True, text=True, check=False, timeout=300)


def test_it_answers_and_is_silent_otherwise() -> None:
    game = Game.new("san-juan", players=2, seed=1)
    done = spoken(hello(game), choose(game), choose(game), {"type": "bye", "result": None}, "this is read by nobody")
    greeting, *choices = map(json.loads, done.stdout.splitlines())
    assert greeting == {"hello": "random"}
    assert len(choices) == 2
    assert all(choice["action"] in choose(game)["legal"] for choice in choices)
    assert (done.returncode, done.stderr) == (0, "")


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *messages: Any) -> tuple[int, str, str]:
    """What `player` returns and says, in this process."""
    lines = [(each if isinstance(each, str) else json.dumps(each)) + "\n" for each in messages]
    monkeypatch.setattr(sys, "stdin", lines)
    code = player("random")
    said = capsys.readouterr()
    return code, said.out, said.err


TROUBLES = [
    ("hello?", "line 2: not JSON"),
    ("[]", "line 2: no message that is known"),
    ({"type": "think"}, "line 2: no message that is known"),
    ({"type": "hello"}, "line 2: this hello lacks 'protocol'"),
    ({"protocol": 2}, "line 2: protocol 2 is not known here; 1 is"),
    ({"rules": 9}, "line 2: version 9 of the rules is not known here; 1 is"),
    ({"game": "chess"}, "line 2: there is no game 'chess'"),
    ({"options": {"seed": 3}}, "seed"),
    ({"players": 9}, "line 2: San Juan is for 2 to 4 players, not 9"),
    ({"view": {}}, "line 2: not a view of a game"),
    ({"legal": ["role:mayor"]}, "line 2: by its view seat"),
    ({"seat": 5}, "line 2: there is no seat 5"),
]


@pytest.mark.parametrize(("change", "words"), TROUBLES)
def test_bad_input_is_told_in_one_line(
    change: Any, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.new("san-juan", players=2, seed=1)
    if isinstance(change, dict) and "type" not in change:
        change = (choose if {"view", "legal", "seat"} & set(change) else hello)(game, **change)
    code, answers, errors = told(monkeypatch, capsys, hello(game), change, choose(game))
    assert code == 1
    assert answers == '{"hello": "random"}\n'
    assert errors.startswith("boriken: ")
    assert words in errors
    assert errors.count("\n") == 1


def test_a_question_before_the_hello_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, answers, errors = told(monkeypatch, capsys, choose(Game.new("san-juan", players=2, seed=1)))
    assert (code, answers, errors) == (1, "", "boriken: line 1: a choose before any hello\n")


def test_the_end_of_input_ends_it_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(monkeypatch, capsys) == (0, "", "")


@pytest.mark.parametrize(("bot", "words"), [("nobody", "there is no player"), ("external:cat", "another program")])
def test_a_bot_that_there_is_not_is_refused(bot: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        player(bot)
