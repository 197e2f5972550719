"""Own players, named as MODULE:CLASS: in matches, on the command line, in the arena, from scripts without a guard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boriken import Game
from boriken.cli.app import app
from boriken.engine import BadOption
from boriken.players import PlayerFailed, make_player
from boriken.players.matches import play_to_end

MODULE = '''
class First:
    """The first of what is legal, as a text."""
    name = "the first"
    def __init__(self, seed, settings):
        self.settings = settings
    def choose(self, game):
        return str(game.legal_actions[0])

class Number(First):
    def choose(self, game):
        return int(game.legal_actions[-1])

class Cheat(First):
    def choose(self, game):
        return "build:harbor"

class Breaks(First):
    def choose(self, game):
        return 1 // 0

class Unmade:
    def __init__(self, seed):
        pass

class Silent:
    def __init__(self, seed, settings):
        pass

class Lost(First):
    def looks_back(self, rules):
        return 1 // 0

class Backwards(First):
    def looks_back(self, rules):
        return -3
'''

SCRIPT = """
from boriken.arena import Mode, Request, run, summarize
from boriken.arena.workers import Processes
print("begun")
request = Request("san-juan", 2, {}, Mode.ONE, ("OWN", "heuristic"), games=4, seed=1)
lines = run(request, workers=WORKERS)
print(len(lines), summarize(request, lines)["contestants"][0]["label"])
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of own players, in which everything runs."""
    (tmp_path / "mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    return tmp_path


def run(*arguments: object, typed: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
    return result.exit_code, result.stdout, result.stderr


def played(spec: str) -> Game:
    game = Game.new("san-juan", players=2, seed=1)
    play_to_end(game, [spec, "random"], [1, 2])
    return game


def test_an_own_player_answers_with_a_text_or_a_number(here: Path) -> None:
    assert played("mine:First").over
    assert played("mine:Number").over
    assert played("mine:First") != played("mine:Number")


def test_settings_stand_behind_a_second_colon(here: Path) -> None:
    player = make_player("mine:First:5s:deep", 1)
    assert player._player.settings == "5s:deep"  # type: ignore[attr-defined]
    assert player.name == "the first"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mine:Nobody", "the module mine has no Nobody"),
        ("elsewhere:Bot", "no player and no module 'elsewhere'"),
        ("mine:Unmade", "could not be made from a seed and settings: TypeError"),
        ("mine:Silent", "it has no choose"),
        ("gandalf", "there is no player 'gandalf'"),
    ],
)
def test_what_is_no_player_is_told(spec: str, words: str, here: Path) -> None:
    with pytest.raises(BadOption, match=words):
        make_player(spec, 1)


def test_a_module_that_fails_is_quoted_with_the_place(here: Path) -> None:
    (here / "broken.py").write_text("import json\nvalue = json.loads('')\n")
    with pytest.raises(BadOption, match=r"cannot be imported: JSONDecodeError"):
        make_player("broken:Bot", 1)


def test_what_an_own_player_does_wrong_is_told_with_the_place(here: Path) -> None:
    with pytest.raises(PlayerFailed, match="'build:harbor', which is not among the legal actions"):
        played("mine:Cheat")
    with pytest.raises(PlayerFailed, match=r"on seat 0 failed: ZeroDivisionError: .* \(mine.py, line 20\)"):
        played("mine:Breaks")
    with pytest.raises(BadOption, match=r"mine:Lost failed to say how far it looks back: ZeroDivisionError"):
        played("mine:Lost")
    with pytest.raises(BadOption, match="mine:Backwards looks back to -3 decisions; it takes 0 or more"):
        played("mine:Backwards")


def test_simulate_and_arena_take_own_players(here: Path) -> None:
    code, out, _ = run("simulate", "san-juan", "-p", 2, "--bot", "mine:First", "--bot", "random", "-n", 2, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 2
    code, out, _ = run(
        "arena", "san-juan", "-p", 2, "--one", "mine:First", "--field", "random", "-n", 2, "--workers", 1
    )
    assert code == 0
    assert "the first against random" in out  # its own name, not its spec


def test_a_tournament_notices_that_the_source_of_a_player_has_changed(here: Path) -> None:
    cup = ("arena", "san-juan", "-p", 2, "--one", "mine:First", "--field", "random", "--workers", 1, "--out", "cup")
    assert run(*cup, "-n", 2)[0] == 0
    (here / "mine.py").write_text(MODULE + "# better\n")
    code, _, trouble = run(*cup, "-n", 2)
    assert code == 2
    assert "weights" in trouble


def test_one_plays_against_own_players_and_a_saved_game_does_not_start_them(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BORIKEN_DATA_DIR", str(here / "data"))
    code, out, _ = run("play", "san-juan", "-p", 2, "--bot", "mine:First", "--seed", 3, typed="1\n1\nq\n")
    assert code == 0
    assert "is saved in" in out
    code, _, trouble = run("play", "--resume", typed="q\n")
    assert code == 1
    assert "--resume --bot mine:First" in trouble
    assert run("play", "--resume", "--bot", "mine:First", typed="1\nq\n")[0] == 0
    assert run("play", "--resume", "--bot", "easy", typed="q\n")[0] == 2


def script(folder: Path, own: str, workers: str, before: str = "") -> subprocess.CompletedProcess[str]:
    path = folder / "contest.py"
    path.write_text(before + SCRIPT.replace("OWN", own).replace("WORKERS", workers))
    return subprocess.run(
        [sys.executable, str(path)], cwd=folder, capture_output=True, text=True, env=os.environ, timeout=300
    )


def test_a_script_without_a_main_guard_runs_once(here: Path) -> None:
    done = script(here, "mine:First", "Processes(2)")
    assert done.stdout == "begun\n4 the first\n", done.stderr


@pytest.mark.parametrize("own", ["__main__:First", "contest:First"])
def test_a_class_of_the_script_itself_plays_in_its_process(own: str, here: Path) -> None:
    assert script(here, own, "None", MODULE).stdout == "begun\n4 the first\n"
    assert "which other processes cannot import" in script(here, own, "Processes(2)", MODULE).stderr


def test_a_worker_does_not_hold_the_tournament_again(here: Path) -> None:
    (here / "contest.py").write_text(MODULE + SCRIPT.replace("OWN", "contest:First").replace("WORKERS", "Processes(2)"))
    done = subprocess.run(
        [sys.executable, "-c", "import contest"], cwd=here, capture_output=True, text=True, env=os.environ, timeout=300
    )
    assert "put what it runs below" in done.stderr
