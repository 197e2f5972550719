"""The command line: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import pytest
from typer.testing import CliRunner

from boriken.arena.intervals import wilson
from boriken.cli import boards, saves, simulate as simulate_module
from boriken.cli.app import app
from boriken.games import GAMES, WITH_EXPANSIONS, Game, Record
from boriken.players import LEVELS, PLAYERS, choose, make_player
from boriken.players.base import PlayerFailed
from boriken.players.learned.weights import SHIPPED

COMMANDS = (
    "serve",
    "admin",
    "play",
    "simulate",
    "arena",
    "stats",
    "replay",
    "analyse",
    "train",
    "bench",
    "notation",
    "games",
)
PROMPT = "Your choice"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile everything beforehand: the notice that this takes a while would stand among the errors."""
    for game in GAMES:
        choose(make_player("heuristic", 0), Game.new(game, players=2))
        run("simulate", game, "--players", 2, "--bot", "random", "--games", 1)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the games of whoever runs it."""
    monkeypatch.setenv("BORIKEN_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(os, "fsync", lambda _: None)  # waiting for disks is slow, and no test cuts the power
    return tmp_path / "data"


def run(*arguments: object, typed: str = "") -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
    return result.exit_code, result.stdout, result.stderr


def play(*arguments: object, typed: str = "") -> str:
    """The output of a game that is left without trouble."""
    code, out, err = run("play", *arguments, typed=typed)
    assert (code, err) == (0, "")
    return out


def process(*arguments: object, **settings: Any) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "boriken.cli", *map(str, arguments)]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, **settings)


def read_until(stream: IO[str] | None, text: str) -> str:
    """What a process prints, up to and with a text."""
    assert stream is not None
    seen = ""
    while text not in seen:
        character = stream.read(1)
        assert character, f"{text!r} never came: {seen[-500:]}"
        seen += character
    return seen


def only_save(folder: Path) -> Path:
    (path,) = (folder / "games").iterdir()
    return path


def saved(path: Path) -> Record:
    return Record.from_json(path.read_text())


def assert_one_line(err: str, *words: str) -> None:
    assert err.startswith("boriken: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err


# --- the commands as such ---------------------------------------------------------------------------------------------


def test_help_does_not_load_the_engine() -> None:
    code = "import sys, boriken.cli; print('numba' in sys.modules, 'numpy' in sys.modules, 'rich' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False False False\n"


def test_alone_it_prints_help_with_every_command() -> None:
    code, out, _ = run()
    assert code == 0
    assert all(re.search(rf"^  {command} ", out, re.MULTILINE) for command in COMMANDS)
    assert run("--help")[1] == out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert out.startswith(f"Usage: boriken {command}") or "Usage:" in out


def test_the_data_folder_is_in_the_help() -> None:
    assert "BORIKEN_DATA_DIR" in run("play", "--help")[1]


def test_version() -> None:
    assert run("--version") == (0, "boriken 0.1.0\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], ["chess"]),
        (["play", "chess"], ["chess", "puerto-rico"]),
        (["simulate", "chess"], ["chess", "puerto-rico"]),
        (["notation", "chess"], ["chess"]),
        (["bench", "chess"], ["chess"]),
        (["play", "--players", "9"], ["2 to 5 players"]),
        (["play", "--players", "two"], ["--players"]),
        (["play", "--bot", "oracle"], ["oracle", "random"]),
        (["play", "--bot", "random", "--bot", "random"], ["--bot", "3 seats"]),
        (["play", "--seat", "4"], ["no seat 4"]),
        (["play", "--name", "Bot 1"], ["same name"]),
        (["play", "--name", "A", "--name", "B"], ["2 names"]),
        (["play", "--name", "\x1b[31m"], ["--name"]),
        (["play", "--governor", "7"], ["governor"]),
        (["play", "--option", "swap"], ["name=value"]),
        (["play", "--option", "swap=perhaps"], ["swap", "true or false"]),
        (["play", "--option", "swap=true", "--option", "swap=false"], ["twice"]),
        (["play", "--seed", "-1"], ["seed"]),
        (["play", "--resume", "--seed", "1"], ["--resume"]),
        (["simulate", "--games", "0"], ["--games"]),
        (["simulate", "--option", "colour=blue"], ["colour"]),
        (["simulate", "--seed", str(2**63 - 1), "--games", "2"], ["2**63"]),
        (["replay"], ["FILE"]),
        (["replay", "x", "--json"], ["--check"]),
        (["replay", "x", "--game", "0"], ["--game"]),
        (["bench", "--seconds", "0"], ["--seconds"]),
    ],
)
def test_a_bad_command_is_one_line_and_code_2(arguments: list[str], words: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert_one_line(err, *words)


def test_our_own_mistakes_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.cli.notation.rules_named", lambda game: 1 // 0)
    assert isinstance(CliRunner().invoke(app, ["notation"]).exception, ZeroDivisionError)


# --- notation and games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_notation_lists_every_action(game: str) -> None:
    actions = WITH_EXPANSIONS.get(game, GAMES[game]).actions
    base = len(GAMES[game].actions)
    rows = json.loads(run("notation", game, "--json")[1])
    assert [(row["number"], row["text"], row["meaning"]) for row in rows] == [(a, a.text, a.meaning) for a in actions]
    assert [row["expansions"] for row in rows] == [number >= base for number in range(len(actions))]
    lines = run("notation", game)[1].splitlines()
    if game in WITH_EXPANSIONS:
        assert lines[base : base + 2] == ["", "only with expansions:"]
        del lines[base : base + 2]
    assert [line.split(maxsplit=1) for line in lines] == [[a.text, a.meaning] for a in actions]


def test_games_lists_games_options_and_bots() -> None:
    known = json.loads(run("games", "--json")[1])
    assert [game["name"] for game in known["games"]] == list(GAMES)
    assert known["games"][0]["options"]["governor"]["usual"] == 0
    assert known["bots"] == list(PLAYERS)
    assert known["levels"] == LEVELS
    out = run("games")[1]
    assert all(word in out for word in [*GAMES, *PLAYERS, *LEVELS, "hidden_vp=false"])


# --- simulate ---------------------------------------------------------------------------------------------------------


def simulated(path: Path, *arguments: object) -> tuple[dict[str, Any], list[Record]]:
    code, out, err = run("simulate", "--bot", "random", "--out", path, "--json", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out), [Record.from_json(line) for line in path.read_text().splitlines()]


def test_the_same_command_plays_the_same_games(tmp_path: Path) -> None:
    simulated(tmp_path / "a", "--games", 3, "--seed", 8)
    simulated(tmp_path / "b", "--games", 3, "--seed", 8)
    simulated(tmp_path / "c", "--games", 3, "--seed", 9)
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()
    assert (tmp_path / "a").read_text() != (tmp_path / "c").read_text()


def test_summary_agrees_with_the_records(tmp_path: Path) -> None:
    summary, records = simulated(
        tmp_path / "games", "--games", 12, "--seed", 30, "--players", 3, "--option", "swap=true"
    )
    results = [record.result for record in records]
    assert all(result is not None for result in results)
    points = [[result["points"][seat] for result in results if result] for seat in range(3)]
    assert [record.seed for record in records] == list(range(30, 42))
    assert {record.options["swap"] for record in records} == {True}
    assert (summary["games"], summary["players"], summary["stopped"]) == (12, 3, False)
    for seat in summary["seats"]:
        own = points[seat["seat"]]
        assert (seat["points"]["min"], seat["points"]["max"]) == (min(own), max(own))
        assert seat["points"]["mean"] == pytest.approx(sum(own) / 12, abs=0.01)
        assert seat["win_share_95"][0] <= seat["win_share"] <= seat["win_share_95"][1]
    assert sum(seat["wins"] for seat in summary["seats"]) == pytest.approx(12, abs=0.01)
    assert sum(summary["reasons"].values()) == sum(len(result["reasons"]) for result in results if result)
    assert 0 < summary["rounds"]["min"] <= summary["rounds"]["mean"] <= summary["rounds"]["max"]


def test_a_bot_for_each_seat(tmp_path: Path) -> None:
    bots = ["random", "easy", "learned"]
    arguments = [word for bot in bots for word in ("--bot", bot)]
    run("simulate", "--games", 1, "--players", 3, *arguments, "--out", tmp_path / "games")
    assert list(Record.from_json((tmp_path / "games").read_text()).seats) == bots


def test_a_bot_with_a_long_name_leaves_records_that_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    shutil.copy(SHIPPED / "puerto-rico-2.npz", folder / "weights.npz")
    path = tmp_path / "games"
    run("simulate", "--games", 1, "--players", 2, "--bot", f"learned:{folder / 'weights.npz'}", "--out", path)
    assert run("replay", path, "--check")[0] == 0


def test_the_summary_as_text() -> None:
    code, out, err = run("simulate", "--games", 2, "--bot", "random")
    assert (code, err) == (0, "")
    assert "2 games from seed 0" in out
    assert "95 % interval" in out
    assert "\x1b" not in out


def test_ctrl_c_sums_up_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = simulate_module.play_one

    def interrupted(*arguments: Any) -> tuple[Game, int]:
        if arguments[3] == 2:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(simulate_module, "play_one", interrupted)
    path = tmp_path / "games"
    code, out, _ = run("simulate", "--games", 5, "--bot", "random", "--out", path, "--json")
    assert code == 130
    assert (json.loads(out)["games"], json.loads(out)["stopped"]) == (2, True)
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize("first", [0, 2])
def test_when_a_bot_fails_what_was_finished_is_summed_up_first(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = simulate_module.play_one

    def failing(*arguments: Any) -> tuple[Game, int]:
        if arguments[3] == first:
            raise PlayerFailed("the bot on seat 1 failed", 1)
        return real(*arguments)

    monkeypatch.setattr(simulate_module, "play_one", failing)
    code, out, err = run("simulate", "--games", 5, "--bot", "random", "--json")
    assert code == 2
    assert_one_line(err, "the bot on seat 1 failed")
    assert (json.loads(out)["games"] if out else 0) == first


def test_ctrl_c_before_the_first_game_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> tuple[Game, int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_module, "play_one", interrupted)
    code, out, err = run("simulate", "--bot", "random")
    assert (code, out) == (130, "")
    assert_one_line(err, "before any game")


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("precious", encoding="utf-8")
    code, _, err = run("simulate", "--games", 1, "--bot", "random", "--out", path)
    assert code == 2
    assert_one_line(err, "is there already")
    assert path.read_text(encoding="utf-8") == "precious"


def test_a_game_of_a_series_can_be_played_alone(tmp_path: Path) -> None:
    run("simulate", "--games", 2, "--seed", 5, "--bot", "random", "--out", tmp_path / "two")
    run("simulate", "--games", 1, "--seed", 6, "--bot", "random", "--out", tmp_path / "one")
    assert (tmp_path / "two").read_text().splitlines()[1] == (tmp_path / "one").read_text().splitlines()[0]


def test_odd_files_among_the_saved_games_do_no_harm(data_folder: Path) -> None:
    play(*QUICK, typed="role:settler\nq\n")
    (data_folder / "games" / "zz.json").mkdir()
    (data_folder / "games" / "zzz.json").symlink_to(data_folder / "nowhere")
    assert "Resumed" in play("--resume", typed="q\n")


@pytest.mark.parametrize("name", ["~nosuchuser/x", "a\0b"])
def test_a_name_that_is_no_files_is_refused(name: str) -> None:
    assert "Not saved" in play(*QUICK, typed=f"s {name}\nq\n")


def test_records_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "folder"):
        code, out, err = run("simulate", "--games", 1, "--bot", "random", "--out", path)
        assert (code, out) == (1, "")
        assert_one_line(err, str(path))


def test_wilson_interval() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


# --- replay -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Three finished games of three random players."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    assert run("simulate", "--games", 3, "--seed", 70, "--players", 3, "--bot", "random", "--out", path)[0] == 0
    return path.read_text().splitlines()


def written(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def edited(line: str, **changes: Any) -> str:
    return json.dumps(json.loads(line) | changes)


def test_right_records_pass(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", [records[0], "", *records[1:]])
    assert run("replay", path, "--check") == (0, f"{path}: 3 of 3 records are right\n", "")
    code, out, _ = run("replay", path, "--check", "--json")
    assert (code, json.loads(out)) == (
        0,
        {"file": str(path), "records": 3, "right": 3, "broken_off": 0, "errors": []},
    )


def test_a_record_over_several_lines_passes(tmp_path: Path, records: list[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(json.loads(records[0]), indent=2))
    assert run("replay", path, "--check")[:2] == (0, f"{path}: 1 of 1 records are right\n")


def test_every_kind_of_damage_is_found_and_named_with_its_line(tmp_path: Path, records: list[str]) -> None:
    data = json.loads(records[1])
    actions = data["actions"]
    builds = next(i for i, action in enumerate(actions) if action.startswith("role:"))
    damage = {
        "result": edited(records[1], result=data["result"] | {"points": [99, 0, 0]}),
        "action": edited(records[1], actions=[*actions[:builds], "pass", *actions[builds + 1 :]]),
        "'role:caption'": edited(records[1], actions=[*actions[:builds], "role:caption"]),
        "the game is over": edited(records[1], actions=[*actions, "pass"]),
        "players": edited(records[1], players=4),
        "seats": edited(records[1], seats=["A"]),
        "'seed' is missing": json.dumps({key: value for key, value in data.items() if key != "seed"}),
        "version": edited(records[1], rules=999),
        "chess": edited(records[1], game="chess"),
        "not a record": records[1][:200],
        "recursion": "[" * 100_000,
    }
    for word, line in damage.items():
        path = written(tmp_path / "games", [records[0], line, records[2]])
        code, out, err = run("replay", path, "--check")
        trouble, summary = out.splitlines()
        assert (code, err) == (1, "")
        assert trouble.startswith(f"{path}, line 2: ")
        assert word in trouble
        assert summary == f"{path}: 2 of 3 records are right"


def test_damage_as_json(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", ["{", records[0]])
    code, out, _ = run("replay", path, "--check", "--json")
    result = json.loads(out)
    assert (code, result["records"], result["right"], result["errors"][0]["line"]) == (1, 2, 1, 1)


def test_a_line_that_is_not_text(tmp_path: Path, records: list[str]) -> None:
    path = tmp_path / "games"
    path.write_bytes(records[0].encode() + b"\n\xff\xfe\n")
    code, out, _ = run("replay", path, "--check")
    assert code == 1
    assert f"{path}, line 2: not UTF-8" in out


def test_files_that_cannot_be_replayed(tmp_path: Path, records: list[str]) -> None:
    empty = written(tmp_path / "empty", [])
    broken = written(tmp_path / "broken", ["{}"])
    assert run("replay", empty, "--check")[:2] == (1, f"{empty}: no records in it\n")
    for path, word in (
        (tmp_path / "none", "no such file"),
        (tmp_path, "directory"),
        (broken, "line 1"),
        (empty, "number 1"),
    ):
        code, out, err = run("replay", path)
        assert (code, out) == (1, "")
        assert_one_line(err, str(path), word)


def test_replay_tells_every_action_and_who_played_it(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", [records[0], edited(records[1], seats=["Ann", "Bob", "Cyd"]), records[2]])
    record = Record.from_json(records[1])
    game = record.replay()
    code, out, err = run("replay", path, "--game", 2)
    assert (code, err) == (0, "")
    told = re.findall(r"^ *(\d+)  (\w+): (.*)$", out, re.MULTILINE)
    assert [int(number) for number, _, _ in told] == list(range(1, len(record.actions) + 1))
    assert [meaning for _, _, meaning in told] == [action.meaning for action in game.actions]
    again = record.start()
    while not again.over:
        assert again.turn is not None
        assert told[len(again.actions)][1] == ("Ann", "Bob", "Cyd")[again.turn]
        again.play(record.actions[len(again.actions)])
    assert "Winner" in out
    assert run("replay", path, "--game", 4)[0] == 1


def test_each_load_forced_or_not_is_told_of_the_seat_whose_goods_it_took(records: list[str]) -> None:
    game = Record.from_json(records[0]).replay()
    loads = [i for i, action in enumerate(game.actions) if action.text.startswith("load:")]
    assert loads
    for i in loads:
        good = game.actions[i].text.partition(":")[2].partition("@")[0]
        before, after = ([p["goods"][good] for p in game.view_after(at, None)["players"]] for at in (i, i + 1))
        seat = game.played_by[i]
        assert after[seat] < before[seat]


def test_replay_with_boards(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", records)
    out = run("replay", path, "--board")[1]
    assert out.count("is governor.") == len(json.loads(records[0])["actions"]) + 1


def test_equal_names_are_told_apart(tmp_path: Path, records: list[str]) -> None:
    out = run("replay", written(tmp_path / "games", records))[1]
    assert "random (seat 0): " in out
    assert "random (seat 2): " in out


def test_a_record_cannot_command_the_terminal(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", [edited(records[0], seats=["\x1b[2J", "[red]B", "C\nD"])])
    code, out, _ = run("replay", path, "--board")
    assert code == 0
    assert "\x1b" not in out
    assert "?[2J: " in out
    assert "[red]B: " in out
    assert "C D: " in out


def test_an_unfinished_record_says_who_is_to_choose(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", [edited(records[0], actions=[], result=None, seats=["Ann", "Bob", "Cyd"])])
    code, out, _ = run("replay", path)
    assert code == 0
    assert "Ann is to choose" in out


# --- play -------------------------------------------------------------------------------------------------------------

QUICK = ("--bot", "random", "--seed", 3, "--governor", 0)


def test_a_game_to_its_end(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = play(*QUICK, "--name", "Ann", typed="1\n" * 1000)
    path = only_save(data_folder)
    record = saved(path)
    assert record.result is not None
    assert list(record.seats) == ["Ann", "Bot 1", "Bot 2", "Bot 3"]
    assert run("replay", path, "--check")[0] == 0
    for row in ("points from", "chips", "city hall", "total", "tie-break"):
        assert row in out
    total = re.search(r"total\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)", out)
    assert total is not None
    assert [int(points) for points in total.groups()] == record.result["points"]
    winner = record.seats[record.result["winners"][0]]
    assert re.search(rf"^Winners?.*: {winner}", out, re.MULTILINE)
    assert record.result["reasons"][0].replace("-", " ") in out
    assert f"The record is in {path}" in out
    assert told_in(out) == told_of(record)
    assert [line for line in out.splitlines() if len(line) > 80 and str(path) not in line] == []
    assert "\x1b" not in out


def told_in(out: str) -> list[tuple[str, str]]:
    """Who did what, as said in the output of a game."""
    told: list[tuple[str, str]] = []
    for name, meaning, notes in re.findall(r"^  ([\w ]+): (.*?)(?: \(([^()]*)\))?$", out, re.MULTILINE):
        times = re.match(r"(\d+) times", notes)
        if not re.match(r"\d+ doubloon", meaning):  # a line of the board
            told += [(name, meaning)] * (int(times.group(1)) if times else 1)
    return told


def told_of(record: Record) -> list[tuple[str, str]]:
    game = record.replay()
    return [(record.seats[seat], action.meaning) for seat, action in zip(game.played_by, game.actions, strict=True)]


def test_an_end_of_input_saves_and_is_resumed(data_folder: Path) -> None:
    out = play(*QUICK, "--name", "Ann", typed="role:settler\n")
    path = only_save(data_folder)
    first = saved(path)
    assert first.actions == ("role:settler",)
    assert str(path) in out
    assert "boriken play --resume" in out
    out = play("--resume", typed="1\nq\n")
    assert "Resumed: Puerto Rico, 4 players, seed 3" in out
    second = saved(only_save(data_folder))
    assert second.actions[0] == "role:settler"
    assert len(second.actions) > 1
    assert second.seats == first.seats


def test_a_killed_game_is_resumed_by_another_process(data_folder: Path) -> None:
    with process("play", *QUICK) as victim:
        read_until(victim.stdout, PROMPT)
        assert victim.stdin is not None
        victim.stdin.write("role:settler\n")
        victim.stdin.flush()
        read_until(victim.stdout, PROMPT)
        victim.kill()
    before = saved(only_save(data_folder))
    assert before.actions == ("role:settler",)
    with process("play", "--resume") as heir:
        out, err = heir.communicate("1\n")
    assert (heir.returncode, err) == (0, "")
    assert "Resumed" in out
    assert len(saved(only_save(data_folder)).actions) > 1


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_says_how_to_go_on(data_folder: Path) -> None:
    with process("play", *QUICK) as game:
        read_until(game.stdout, PROMPT)
        game.send_signal(signal.SIGINT)
        out, err = game.communicate()
    assert (game.returncode, err) == (130, "")
    assert "boriken play --resume" in out
    assert saved(only_save(data_folder)).result is None


def test_undo_goes_back_over_the_bots(data_folder: Path) -> None:
    out = play(*QUICK, typed="role:mayor\nu\nq\n")
    assert "Taken back." in out
    assert saved(only_save(data_folder)).actions == ()
    before, after = (part for part in out.split("Round 1, Player is governor. Player takes a role.")[1:])
    assert before.splitlines()[1:8] == after.splitlines()[1:8]


def test_undo_after_a_whole_round_takes_back_one_own_decision(data_folder: Path) -> None:
    play(*QUICK, typed="role:prospector\nq\n")
    after_one = saved(only_save(data_folder)).actions
    play("--resume", typed="1\nu\nq\n")
    assert saved(only_save(data_folder)).actions == after_one


def test_undo_never_takes_back_the_bots_alone(data_folder: Path) -> None:
    out = play("--bot", "random", "--seed", 3, "--governor", 1, typed="u\nq\n")
    assert "no decision of yours" in out
    assert len(saved(only_save(data_folder)).actions) > 0


def test_entries_that_mean_nothing_change_nothing(data_folder: Path) -> None:
    out = play(*QUICK, typed="0\n8\n99999999999\nrole:captian\nbuild:harbor\nx y z\n\n1.5\n-1\n\x1b[2J\nq\n")
    assert saved(only_save(data_folder)).actions == ()
    assert "There are choices 1 to 7." in out
    assert "did you mean 'role:captain'" in out
    assert "'build:harbor' is not possible now" in out
    assert "\x1b[2J is" not in out


@pytest.mark.parametrize("entry", ["2", "role:mayor", "ROLE:MAYOR", " mayor "])
def test_a_choice_by_number_or_text(entry: str, data_folder: Path) -> None:
    play(*QUICK, typed=f"{entry}\nq\n")
    assert saved(only_save(data_folder)).actions[0] == "role:mayor"


def test_choices_say_what_they_cost_and_bring() -> None:
    out = play(*QUICK, typed="role:builder\nq\n")
    assert re.search(r"build the small market +build:small-market +\+1 point$", out, re.MULTILINE)
    assert re.search(r"build the indigo plant +build:indigo-plant +-2 doubloons, \+2 points$", out, re.MULTILINE)


def test_board_log_and_help() -> None:
    out = play(*QUICK, typed="role:settler\nl\nh\nb\nq\n")
    assert "   1  Player: take the role of the settler" in out
    assert "back to your last decision" in out
    assert out.count("roles      ") == 2  # at first and as asked for: after an own decision the own lines are enough


def test_cards_played_face_down_stay_hidden(data_folder: Path) -> None:
    out = play("san-juan", *QUICK, typed="1\n" * 60 + "l\nq\n")
    record = saved(only_save(data_folder))
    game = record.replay()
    rows = [
        (record.seats[seat], action.meaning if seat == 0 else action.public)
        for seat, action in zip(game.played_by, game.actions, strict=True)
    ]
    told = re.findall(r"^ *\d+  (Player|Bot \d): (.*)$", out, re.MULTILINE)
    assert told == rows[-20:]
    secrets = [a.meaning for s, a in zip(game.played_by, game.actions, strict=True) if s and a.public != a.meaning]
    assert secrets
    for line in out.splitlines():
        if line.startswith("  Bot "):
            assert not any(line.endswith(f": {meaning}") for meaning in secrets)


def test_the_bot_that_knows_the_game_is_chosen(data_folder: Path) -> None:
    for game in GAMES:
        play(game, "--seed", 3, "--governor", 1, typed="q\n")
    for path in (data_folder / "games").iterdir():
        assert len(saved(path).actions) > 0


def test_save_as(tmp_path: Path, data_folder: Path) -> None:
    copy, other = tmp_path / "my game.json", tmp_path / "letter.txt"
    other.write_text("Dear Ann")
    lines = [f"save {copy}", f"save {copy}", f"save {other}", f"save {tmp_path}", f"save {tmp_path}/no/where", "s", "q"]
    out = play(*QUICK, typed="role:settler\n" + "\n".join(lines))
    assert out.count(f"Saved in {copy}") == 2
    assert out.count("Not saved") == 3
    assert f"Saved in {only_save(data_folder)}" in out
    assert other.read_text() == "Dear Ann"
    assert saved(copy) == saved(only_save(data_folder))
    out = play("--resume", copy, typed="q\n")
    assert f"boriken play --resume '{copy}'" in out


def test_resume_finds_the_last_unfinished_game(data_folder: Path, records: list[str]) -> None:
    play(*QUICK, "--name", "First", typed="q\n")
    play(*QUICK, "--name", "Second", typed="q\n")
    written(data_folder / "games" / "finished.json", [edited(records[0], seats=["Third", "Bot 1", "Bot 2"])])
    for age, path in enumerate(sorted((data_folder / "games").iterdir(), key=lambda path: saved(path).seats)):
        os.utime(path, (1000 + age, 1000 + age))
    assert "Second against" in play("--resume", typed="q\n")
    assert "Second against" in play("puerto-rico", "--resume", typed="q\n")


def test_resuming_what_is_not_there(tmp_path: Path, data_folder: Path, records: list[str]) -> None:
    code, _, err = run("play", "--resume")
    assert code == 1
    assert_one_line(err, "no unfinished game", str(data_folder))
    (data_folder / "games").mkdir(parents=True)
    (data_folder / "games" / "broken.json").write_text("{")
    assert run("play", "--resume")[0] == 1
    two = written(tmp_path / "two", records[:2])
    wrong = written(tmp_path / "wrong", [edited(records[0], seed=1)])
    nobody = written(tmp_path / "nobody", [edited(records[0], terminal={"bots": ["random"] * 3})])
    oracle = written(tmp_path / "oracle", [edited(records[0], terminal={"bots": [None, "random", "oracle"]})])
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff")
    for path in (tmp_path / "none.json", tmp_path, two, wrong, nobody, oracle, binary):
        code, _, err = run("play", "--resume", path)
        assert code == 1
        assert_one_line(err, str(path))


def test_a_record_from_elsewhere_can_be_played_on(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "game.json", [edited(records[0], actions=[], result=None)])
    out = play("--resume", path, "--seat", 1, typed="q\n")
    assert "random (seat 1) against random (seat 0)" in out


def test_a_finished_game_shows_its_end(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "game.json", records[:1])
    assert "Winner" in play("--resume", path)
    assert path.read_text() == f"{records[0]}\n"


def test_where_nothing_can_be_saved_one_is_told_and_can_play(data_folder: Path) -> None:
    data_folder.write_text("in the way")
    code, out, err = run("play", *QUICK, typed="1\n1\nq\n")
    assert code == 0
    assert_one_line(err, "not being saved")
    assert "is saved in" not in out


def test_two_people_are_asked_in_turn_and_see_their_own_view(data_folder: Path) -> None:
    arguments = ("--seat", 0, "--seat", 2, "--name", "Ann", "--name", "Bob", "--option", "hidden_vp=true")
    out = play(*QUICK, *arguments, typed="role:prospector\nq\n")
    assert "Ann, Bob against Bot 1 (random), Bot 2 (random)" in out
    for_ann, for_bob = out.split("Round 1, Ann is governor. ")[:2]
    assert "> Ann: 3 doubloons, 0 points" in for_ann
    assert "  Bob: 3 doubloons, hidden points" in for_ann
    assert "  Ann: 4 doubloons, hidden points" in for_bob
    assert "> Bob: 3 doubloons, 0 points" in for_bob


def test_no_bots_at_all() -> None:
    out = play("--seed", 3, "--players", 2, "--seat", 0, "--seat", 1, "--governor", 0, typed="prospector\nq\n")
    assert "Player 2 takes a role" in out


def test_options_reach_the_game(data_folder: Path) -> None:
    play("--bot", "random", "--seed", 3, "--governor", 2, "--option", "swap=true", "--players", 5, typed="q\n")
    record = saved(only_save(data_folder))
    assert (record.seed, record.players, record.options["swap"], record.options["governor"]) == (3, 5, True, 2)


def test_the_first_governor_is_drawn_unless_named(data_folder: Path) -> None:
    play("--bot", "random", "--seed", 3, typed="q\n")
    assert saved(only_save(data_folder)).options["governor"] == "random"


def test_a_new_seed_each_time_and_shown(data_folder: Path) -> None:
    outs = [play("--bot", "random", typed="q\n") for _ in range(2)]
    seeds = {saved(path).seed for path in (data_folder / "games").iterdir()}
    assert len(seeds) == 2
    assert {int(seed) for out in outs for seed in re.findall(r"seed (\d+)", out)} == seeds


@pytest.mark.parametrize("width", [60, 100])
def test_nothing_is_wider_than_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = play("--bot", "random", "--seed", 3, "--players", 5, typed="1\n" * 30)
    wide = [line for line in out.splitlines() if len(line) > width and "is saved in" not in line]
    assert wide == []


# --- how it sits in a shell -------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such signal")
def test_a_closed_pipe_is_quiet(tmp_path: Path, records: list[str]) -> None:
    path = written(tmp_path / "games", records)
    with process("replay", path, "--board") as replay:
        read_until(replay.stdout, "\n")
        assert replay.stdout is not None
        assert replay.stderr is not None
        replay.stdout.close()
        assert replay.stderr.read() == ""
    assert replay.returncode == -signal.SIGPIPE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_is_one_line() -> None:
    command = [sys.executable, "-m", "boriken.cli", "notation", "--json"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert_one_line(done.stderr, "no space")


@pytest.fixture
def measures_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is measured is done once, and took a hundredth of a second; nothing is compiled or trained."""

    def once(work: Callable[[int], object], seconds: float) -> tuple[int, float]:
        work(1)
        return 1, 100.0

    monkeypatch.setattr("boriken.cli.bench.best_rate", once)
    monkeypatch.setattr("boriken.cli.bench.bench_bots", lambda *_: [])
    monkeypatch.setattr("boriken.cli.bench.run_python", lambda *_: "0.01")


MEASURED = [
    "games_per_s",
    "decisions_per_s",
    "python_decisions_per_s",
    "copy_us",
    "state_bytes",
    "compile_s",
    "start_s",
]


@pytest.mark.usefixtures("measures_nothing")
def test_bench_measures_everything() -> None:
    code, out, err = run("bench", "--players", 2, "--json")
    assert code == 0
    numbers = json.loads(out)
    assert list(numbers) == [*MEASURED[:2], "expansions_games_per_s", *MEASURED[2:]]
    assert numbers["decisions_per_s"] > numbers["games_per_s"] == 100
    assert numbers["copy_us"] == 10_000
    assert numbers["state_bytes"] == GAMES["puerto-rico"].dtype.itemsize
    assert err.count("measuring: ") == 7


@pytest.mark.usefixtures("measures_nothing")
def test_bench_measures_a_game_with_options() -> None:
    code, out, _ = run("bench", "--players", 2, "-o", "nobles=true", "-o", "festival=true", "--json")
    assert code == 0
    numbers = json.loads(out)
    assert list(numbers) == MEASURED  # with expansions there would be the same twice
    assert numbers["state_bytes"] == WITH_EXPANSIONS["puerto-rico"].dtype.itemsize


def test_bench_in_truth() -> None:
    """Interpreted, so that there is nothing to compile. How fast it is does not matter here."""
    settings = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    with process("bench", "san-juan", "--players", 2, "--seconds", "0.001", "--json", env=settings) as bench:
        out, err = bench.communicate()
    assert bench.returncode == 0, err
    numbers = json.loads(out)
    assert list(numbers) == MEASURED
    assert all(number >= 0 for number in numbers.values())
    assert numbers["decisions_per_s"] > numbers["games_per_s"] > 0


# --- parts ------------------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    saves.write_whole(path, "old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left") as caught:
        saves.write_whole(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_long_lines_go_on_below_their_start() -> None:
    line = "ships      corn 1/5, indigo 2/6, sugar 3/7"
    assert boards.fitted(line, 100) == [line]
    assert boards.fitted(line, 33) == ["ships      corn 1/5, indigo 2/6,", "           sugar 3/7"]
    assert boards.fitted("    city   11/12  harbor 1/1, wharf 0/1", 38) == [
        "    city   11/12  harbor 1/1,",
        "                  wharf 0/1",
    ]
    assert boards.fitted("x" * 50, 20) == ["x" * 50]
