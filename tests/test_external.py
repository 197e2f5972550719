"""External players: real programs on the other end, well-behaved and otherwise."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boriken import Game
from boriken.engine import BadOption, derived_seed
from boriken.players import PlayerFailed, make_player
from boriken.players.external import ExternalPlayer
from boriken.players.matches import play_to_end

from .processes import is_gone

EXAMPLE = Path(__file__).parent.parent / "examples" / "external_player.py"

FIRST_LEGAL = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"hello": "first"}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"action": message["legal"][0]}), flush=True)
"""

HELLO_THEN = """
import json, sys
sys.stdin.readline()
print(json.dumps({"hello": "trouble"}), flush=True)
message = json.loads(sys.stdin.readline())
"""


def command(folder: Path, code: str, *arguments: object) -> str:
    """A spec for a program with this source."""
    path = folder / "player.py"
    path.write_text(code)
    return "external:" + shlex.join([sys.executable, str(path), *map(str, arguments)])


def play_with(spec: str, game: Game | None = None) -> Game:
    game = game or Game.new("puerto-rico", players=3, seed=1)
    play_to_end(game, [spec, *["heuristic"] * (game.players - 1)], [derived_seed(1, i) for i in range(game.players)])
    return game


def trouble_with(spec: str) -> str:
    game = Game.new("puerto-rico", players=3, seed=1)
    before = game.copy()
    with pytest.raises(PlayerFailed) as caught:
        play_with(spec, game)
    assert caught.value.seat == 0
    assert game == before  # seat 0 is the first to choose
    return str(caught.value)


@pytest.mark.parametrize("name", ["puerto-rico", "san-juan"])
def test_a_program_plays_a_whole_game_and_is_told_only_what_its_seat_may_know(name: str, tmp_path: Path) -> None:
    game = play_with(command(tmp_path, FIRST_LEGAL, tmp_path / "log"), Game.new(name, players=3, seed=4))
    hello, *asked, bye = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert (hello["type"], hello["protocol"], hello["game"], hello["seat"]) == ("hello", 1, name, 0)
    assert hello["options"] == game.options
    assert hello["seed"] != game.seed
    assert game.outcome is not None
    assert bye == {
        "type": "bye",
        "result": {"points": list(game.outcome.points), "winners": list(game.outcome.winners)},
    }
    again = Game.new(name, players=3, seed=4)
    at = 0
    for decision in sorted(game._decisions):
        if again.turn == 0:
            assert asked[at] == json.loads(
                json.dumps(
                    {"type": "choose", "seat": 0, "view": again.view(0), "legal": list(map(str, again.legal_actions))}
                )
            )
            at += 1
        again.play(game.actions[decision])
    assert at == len(asked)


@pytest.mark.parametrize(("name", "players", "least"), [("puerto-rico", 4, 12), ("san-juan", 3, 7)])
def test_the_example_plays_sensibly(name: str, players: int, least: int) -> None:
    example = "external:" + shlex.join([sys.executable, str(EXAMPLE)])
    won = 0
    for seed in range(12):
        seat = seed % players
        game = Game.new(name, players=players, seed=seed)
        specs = [example if i == seat else "random" for i in range(players)]
        play_to_end(game, specs, [derived_seed(seed, i) for i in range(players)])
        assert game.outcome is not None
        won += game.outcome.winners == (seat,)
    assert won >= least


def test_a_program_that_crashes_is_quoted(tmp_path: Path) -> None:
    line = trouble_with(command(tmp_path, HELLO_THEN + "raise RuntimeError('my bad')"))
    assert "on seat 0 failed: it ended with exit status 1" in line
    assert "RuntimeError: my bad" in line


def test_a_program_that_never_answers_is_late(tmp_path: Path) -> None:
    spec = command(tmp_path, HELLO_THEN + "sys.stdin.read()")
    assert "it did not answer within 0.2 s" in trouble_with(spec.replace("external:", "external:0.2s:", 1))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("print('checkmate', flush=True)", "it should answer"),
        ("print('[1, 2]', flush=True)", "it should answer"),
        ("""print('{"action": 3}', flush=True)""", "it should answer"),
        ("""print('{"action": "build:harbor"}', flush=True)""", "'build:harbor', which is not among the legal actions"),
        ("""print('{"action": "fly"}', flush=True)""", "'fly', which is not among the legal actions"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "it should answer"),
        ("print('x' * 1_000_000, flush=True)", "it should answer"),
    ],
)
def test_an_answer_that_is_no_choice_is_told(answer: str, words: str, tmp_path: Path) -> None:
    assert words in trouble_with(command(tmp_path, HELLO_THEN + answer + "\nsys.stdin.read()"))


def test_a_program_that_is_not_there() -> None:
    assert "it cannot be started: no such file" in trouble_with("external:/nowhere/player")


def test_a_program_is_gone_after_its_game(tmp_path: Path) -> None:
    tells = "import os; open(sys.argv[1], 'w').write(str(os.getpid()))\n"
    trouble_with(command(tmp_path, HELLO_THEN + tells + "print('{}', flush=True)\nsys.stdin.read()", tmp_path / "pid"))
    assert is_gone(int((tmp_path / "pid").read_text()))


def test_a_line_that_nobody_asked_for_is_not_taken_for_an_answer(tmp_path: Path) -> None:
    twice = "print(json.dumps({'action': message['legal'][0]}) + '\\nsurplus', flush=True)\nsys.stdin.read()"
    player = make_player(command(tmp_path, HELLO_THEN + twice), 1)
    game = Game.new("puerto-rico", players=3, seed=1)
    player.choose(game)
    assert isinstance(player, ExternalPlayer)
    assert player._program is not None
    while player._program._lines.empty():
        assert player._program._reader.is_alive()
    with pytest.raises(PlayerFailed, match="unasked"):
        player.choose(game)


def test_a_program_that_writes_without_end_does_no_harm(tmp_path: Path) -> None:
    flood = "while True: print('x' * 1000, flush=True)"
    assert "it should answer" in trouble_with(command(tmp_path, HELLO_THEN + flood))


STAYS = """
import os, signal, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
open(sys.argv[1], "w").write(f"{os.getpid()} {child.pid}")
signal.pause()
"""


def test_a_program_that_stays_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    spec = command(tmp_path, STAYS, tmp_path / "pids").replace("external:", "external:1s:", 1)
    assert "did not answer within 1 s" in trouble_with(spec)
    for pid in (tmp_path / "pids").read_text().split():
        assert is_gone(int(pid))


@pytest.mark.parametrize("spec", ["external", "external:", "external:  ", "external:'unclosed"])
def test_a_spec_without_a_command_is_refused(spec: str) -> None:
    with pytest.raises(BadOption, match=r"needs a command|cannot be read as a command"):
        make_player(spec, 1)


def test_settings_are_refused_where_there_are_none() -> None:
    with pytest.raises(BadOption, match="'random' has no settings; '9s' was given"):
        make_player("random:9s", 1)


def test_a_program_is_called_by_the_name_in_its_hello(tmp_path: Path) -> None:
    spec = command(tmp_path, FIRST_LEGAL.replace('"first"', '"Deep  Prospector\\n" + "x" * 40'), tmp_path / "log")
    player = make_player(spec, 1)
    assert player.name == "external"
    player.choose(Game.new("puerto-rico", players=3, seed=1))
    assert player.name == "Deep Prospector xxxxxxxxxxxxx..."
    assert isinstance(player, ExternalPlayer)
    player.goodbye(None)


@pytest.mark.parametrize("words", ["simulate --bot", "arena --workers 1 --field random --one"])
def test_a_program_that_ends_before_it_reads_is_told_and_ends_nobody_else(words: str) -> None:
    run = [sys.executable, "-m", "boriken.cli", *words.split(), "external:false"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("boriken: the player 'false' on seat")
    assert "it ended with exit status 1" in done.stderr


def test_what_failed_survives_the_way_to_another_process() -> None:
    import pickle

    failure: Any = pickle.loads(pickle.dumps(PlayerFailed("late", 2)))
    assert (str(failure), failure.seat) == ("late", 2)
