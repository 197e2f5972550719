"""`boriken train` and `boriken analyse`: what they print, what they write, and how they end."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from boriken.analysis import Review, review
from boriken.analysis.reliability import picture, table_of
from boriken.analysis.reviewing import Verdict
from boriken.cli import train as train_module
from boriken.cli.app import app
from boriken.cli.bench_bots import bench_bots
from boriken.cli.review import _show
from boriken.cli.terminal import new_console
from boriken.games import GAMES, Game
from boriken.players.guided.weights import read_guide_weights
from boriken.players.learned.weights import SHIPPED, about_weights, digest, read_weights, shipped_path
from boriken.players.training.training import Training

from .tournaments import FakeRay
from .walk import Variant, walked


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


def test_bench_measures_the_bots() -> None:
    measured = {result.key: result.value for result in bench_bots(GAMES["puerto-rico"], 2, 0.001)}
    assert list(measured) == [
        "heuristic_games_per_s",
        "search_playouts_per_s",
        "search_samples_per_s",
        "guided_samples_per_s",
        "training_games_per_s",
    ]
    assert all(value > 0 for value in measured.values())


# --- train ------------------------------------------------------------------------------------------------------------


def test_a_training_writes_weights_that_a_bot_can_use(tmp_path: Path) -> None:
    command = ("train", "san-juan", "--players", 2, "--games", 64, "--seed", 3, "--out", tmp_path)
    code, out, _ = run(*command)
    assert code == 0
    path = tmp_path / "san-juan-2.npz"
    assert f"{path}: weights after 64 games" in out
    read_weights(path, GAMES["san-juan"], 2)
    assert about_weights(path)["games"] == 64
    curve = [json.loads(line) for line in (tmp_path / "san-juan-2.curve.jsonl").read_text().splitlines()]
    assert [line["games"] for line in curve] == [64]
    assert 0 < curve[0]["error"] < 2
    code, out, _ = run("arena", "san-juan", "-p", 2, "--one", f"learned:{path}", "--field", "random", "--games", 2)
    assert code == 0


def test_a_training_may_start_from_what_another_has_learned(tmp_path: Path) -> None:
    common = ("train", "san-juan", "--players", 2, "--games", 64)
    assert run(*common, "--out", tmp_path)[0] == 0
    first = tmp_path / "san-juan-2.npz"
    assert run(*common, "--from", first, "--rate", 0, "--out", tmp_path / "second")[0] == 0
    second = tmp_path / "second" / "san-juan-2.npz"
    rules = GAMES["san-juan"]
    assert np.allclose(read_weights(second, rules, 2), read_weights(first, rules, 2), atol=1e-3), "nothing was learned"
    assert about_weights(second)["start"] == f"san-juan-2.npz {digest(first)}"
    for_three = ("train", "san-juan", "--players", 3, "--games", 64, "--from", first, "--out", tmp_path / "three")
    assert run(*for_three)[0] == 0
    read_weights(tmp_path / "three" / "san-juan-3.npz", rules, 3)
    code, _, err = run(*common, "--from", tmp_path / "nothing.npz", "--out", tmp_path / "third")
    assert code == 2
    assert f"there is no file {tmp_path / 'nothing.npz'}" in err


def test_a_wider_network_may_start_from_a_narrow_one_and_not_the_other_way_round(tmp_path: Path) -> None:
    common = ("train", "san-juan", "--players", 2, "--games", 64, "--rate", 0)
    first = shipped_path(GAMES["san-juan"], 2)
    assert run(*common, "--from", first, "--width", 256, "--out", tmp_path)[0] == 0
    wide = tmp_path / "san-juan-2.npz"
    assert about_weights(wide)["width"] == 256
    code, out, _ = run(
        "arena", "san-juan", "-p", 2, "--one", f"learned:{wide}", "--field", "learned", "--games", 4, "--json"
    )
    assert code == 0
    assert json.loads(out)["games"] == 4
    assert run(*common, "--from", wide, "--out", tmp_path / "second")[0] == 0
    assert about_weights(tmp_path / "second" / "san-juan-2.npz")["width"] == 256
    assert run(*common, "--against", wide, "--out", tmp_path / "narrow")[0] == 0
    for more, words in (
        (("--from", wide, "--width", 128), "--width is at least 256 here"),
        (("--width", 100), "--width is 128 or 256, not 100"),
        (("--guide", "--width", 128), "--width is 256, 512 or 1024, not 128"),
    ):
        code, _, err = run(*common, *more, "--out", tmp_path / "third")
        assert code == 2
        assert words in err


def test_another_training_does_not_overwrite_one_that_is_under_way(tmp_path: Path) -> None:
    common = ("train", "san-juan", "--players", 2, "--out", tmp_path)
    assert run(*common, "--games", 64)[0] == 0
    code, _, err = run(*common, "--games", 128)
    assert code == 2
    assert "holds another training (san-juan for 2, 64 games)" in err


def test_a_training_by_searches_makes_weights_for_the_search(tmp_path: Path) -> None:
    common = ("train", "san-juan", "--players", 2, "--games", 64, "--out", tmp_path)
    code, out, _ = run(*common, "--passes", 1, "--thinking", 2)
    assert code == 0
    path = tmp_path / "san-juan-2-search.npz"
    assert f"{path}: weights after 64 games; in the package reviews go by them" in out
    about = about_weights(path)
    assert (about["passes"], about["thinking"]) == (1, 2)
    code, _, err = run(*common)
    assert code == 2
    assert "holds another training (san-juan for 2, 64 games, passes 1, thinking 2)" in err


def test_an_exploiter_says_whom_it_has_learned_to_beat(tmp_path: Path) -> None:
    common = ("train", "san-juan", "--players", 2, "--games", 64)
    assert run(*common, "--against", "learned", "--out", tmp_path / "first")[0] == 0
    about = about_weights(tmp_path / "first" / "san-juan-2.npz")
    assert (about["against"].split()[0], about["strangers"]) == ("learned", 1.0)
    rules = GAMES["san-juan"]
    network = shipped_path(rules, 2)
    assert run(*common, "--against", network, "--out", tmp_path / "second")[0] == 0
    about = about_weights(tmp_path / "second" / "san-juan-2.npz")
    assert about["against"].split()[0] == network.name
    first, second = (read_weights(tmp_path / name / "san-juan-2.npz", rules, 2) for name in ("first", "second"))
    assert not np.array_equal(first, second), "beside its guide the learned player is another rival"


def test_a_guide_imitates_first_and_then_searches(tmp_path: Path) -> None:
    common = ("train", "san-juan", "--players", 2, "--guide", "--games", 64)
    code, out, _ = run(*common, "--out", tmp_path / "first")
    assert code == 0
    first = tmp_path / "first" / "san-juan-2-guide.npz"
    assert f"{first}: weights after 64 games; for `search:0.1s,{first}` and, in the package, for all searches" in out
    second = ("--thinking", 8, "--lanes", 2, "--from", first, "--out", tmp_path / "second")
    assert run(*common, *second)[0] == 0
    about = about_weights(tmp_path / "second" / "san-juan-2-guide.npz")
    assert (about["guide"], about["thinking"], about["lanes"]) == (True, 8, 2)
    wide = ("--thinking", 8, "--width", 1024, "--from", first, "--out", tmp_path / "third")
    assert run(*common, *wide)[0] == 0
    assert about_weights(tmp_path / "third" / "san-juan-2-guide.npz")["width"] == 1024
    for_three = ("train", "san-juan", "--players", 3, "--guide", "--games", 64, "--thinking", 8)
    assert run(*for_three, "--from", first, "--out", tmp_path / "three")[0] == 0
    read_guide_weights(tmp_path / "three" / "san-juan-3-guide.npz", GAMES["san-juan"], 3)
    on_a_gpu = ("--device", "cuda", "--out", tmp_path / "fourth")
    for settings, complaint in (
        ((), "on a GPU guides learn from searches"),
        (("--thinking", 8, "--past-selves", 2), "--past-selves and --against are not for guides"),
    ):
        code, _, err = run(*common, *on_a_gpu, *settings)
        assert code == 2
        assert complaint in err


def test_a_training_that_is_stopped_goes_on_from_there(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boriken.cli", "train", "san-juan", "-p", "2", "--games", "1000000"]
    command += ["--out", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stderr is not None
        while "plays" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    stopped = re.search(r"Stopped after (\d+) games; the same command goes on from there", out)
    assert stopped is not None
    assert Training.load(tmp_path / "san-juan-2.checkpoint.npz").games == int(stopped[1]) > 0


def test_a_training_in_two_parts_learns_the_same_as_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    common = ("train", "san-juan", "--players", 2, "--games", 192, "--out")
    assert run(*common, tmp_path / "whole")[0] == 0
    with monkeypatch.context() as patched:
        patched.setattr(train_module, "ctrl_c", pressed)
        code, out, _ = run(*common, tmp_path / "parts")
    assert (code, out) == (130, "Stopped after 64 games; the same command goes on from there.\n")
    assert run(*common, tmp_path / "parts")[0] == 0
    paths = [tmp_path / name / "san-juan-2.npz" for name in ("whole", "parts")]
    assert np.array_equal(*(read_weights(path, GAMES["san-juan"], 2) for path in paths))
    (whole,), (first, second) = map(reports, paths)
    assert (first["games"], second["games"], whole["games"]) == (64, 192, 192)
    least, most = sorted([first["points"], second["points"]])
    assert least < whole["points"] < most, "no game is counted twice"


def reports(weights: Path) -> list[dict[str, Any]]:
    """The learning curve beside a file of weights."""
    return [json.loads(line) for line in weights.with_suffix(".curve.jsonl").read_text().splitlines()]


@contextlib.contextmanager
def pressed() -> Iterator[threading.Event]:
    """Ctrl-C, pressed at once."""
    stopped = threading.Event()
    stopped.set()
    yield stopped


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"words"])
def test_files_that_are_not_weights_or_checkpoints_are_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(content)
    common = ("train", "san-juan", "--players", 2, "--games", 64)
    code, _, err = run(*common, "--from", tmp_path / "bad.npz", "--out", tmp_path / "out")
    assert (code, err.count("\n"), "does not hold the weights" in err) == (2, 1, True)
    (tmp_path / "san-juan-2.checkpoint.npz").write_bytes(content)
    code, _, err = run(*common, "--out", tmp_path)
    assert (code, err.count("\n"), "is not a checkpoint" in err) == (2, 1, True)
    np.save(tmp_path / "array.npy", np.zeros(3))
    code, _, err = run(*common, "--from", tmp_path / "array.npy", "--out", tmp_path / "out")
    assert (code, "does not hold the weights" in err) == (2, True)


def test_a_seed_below_zero_is_refused(tmp_path: Path) -> None:
    assert run("train", "san-juan", "--seed", -1, "--out", tmp_path)[0] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--device", "tpu"), "--device is cpu or cuda, not 'tpu'"),
        (("--device", "cuda", "--thinking", 8), "leave --thinking out"),
        (("--past-selves", 2), "are for training on a GPU"),
        (("--device", "cuda", "--against", "learned"), "on a GPU the others are a network alone"),
        (("--guide", "--against", "learned"), "not for guides"),
        (("--against", "learned", "--thinking", 8), "leave --thinking out, or --against"),
        (("--against", "./learned"), "there is no file learned"),
        (("--against", ""), ". does not hold the weights of a network"),
        (("--from", SHIPPED / "puerto-rico-5-guide.npz", "--guide"), "does not fit a guide of San Juan for 3"),
    ],
)
def test_what_a_device_cannot_do_is_refused_in_words(tmp_path: Path, arguments: tuple[Any, ...], words: str) -> None:
    code, _, err = run("train", "san-juan", *arguments, "--out", tmp_path)
    assert code == 2
    assert words in err


def test_a_wrong_number_of_players_is_refused_in_words(tmp_path: Path) -> None:
    code, _, err = run("train", "puerto-rico", "--players", 9, "--out", tmp_path)
    assert code == 2
    assert "Puerto Rico is for 2 to 5 players, not 9" in err


# --- analyse ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(walked(Variant("puerto-rico", 3), 1, 40).to_json(["Ann", "Bob", "Cy"]))
    return path


def test_a_position_is_analysed(record: Path) -> None:
    code, out, _ = run("analyse", record, "--think", 40, "--json")
    assert code == 0
    answer = json.loads(out)
    game = walked(Variant("puerto-rico", 3), 1, 40)
    assert answer["seat"] == game.turn
    assert answer["after"] == len(game.actions)
    assert {choice["action"] for choice in answer["choices"]} == {str(action) for action in game.legal_actions}
    assert sum(answer["chances"]) == pytest.approx(1, abs=0.01)
    out = run("analyse", record, "--think", 40)[1]
    assert "is to choose" in out
    assert all(choice["action"] in out for choice in answer["choices"])


def test_an_earlier_position_is_analysed(record: Path) -> None:
    answer = json.loads(run("analyse", record, "--after", 0, "--think", 20, "--json")[1])
    assert answer["after"] == 0
    assert all(choice["action"].startswith("role:") for choice in answer["choices"])


def test_of_a_finished_game_the_last_decision_is_analysed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = walked(Variant("puerto-rico", 2), 1, 10_000)
    path.write_text(game.to_json())
    answer = json.loads(run("analyse", path, "--think", 20, "--json")[1])
    game.undo()
    assert answer["after"] == len(game.actions)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--after", 100_000), "the record has"),
        (("--number", 7), "no record number 7"),
        (("--think", "long"), "so many samples"),
    ],
)
def test_what_cannot_be_analysed_is_refused_in_words(record: Path, arguments: tuple[object, ...], words: str) -> None:
    code, _, err = run("analyse", record, *arguments)
    assert code in (1, 2)
    assert words in err


# --- analyse: reviews -------------------------------------------------------------------------------------------------


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """Two games of San Juan that have just begun, one a line."""
    path = tmp_path / "games.jsonl"
    games = [walked(Variant("san-juan", 2, 2, False), seed, 3) for seed in (1, 2)]
    path.write_text("".join(game.to_json(["Ann", "<Bob>"]) + "\n" for game in games))
    return path


def test_games_are_reviewed(short: Path) -> None:
    out = run("analyse", short, "--trees", 1)[1]
    assert "Game 2" in out
    assert "Turning points" in out
    assert "accuracy" in out


def test_a_review_as_json_has_what_the_documentation_says(short: Path) -> None:
    code, out, _ = run("analyse", short, "--number", 2, "--trees", 1, "--json")
    assert code == 0
    reviewed = json.loads(out)
    game = walked(Variant("san-juan", 2, 2, False), 2, 3)
    assert [row["played"] for row in reviewed["decisions"]] == [str(game.actions[i]) for i in game.decisions]
    words = (Path(__file__).parent.parent / "docs" / "analysis.md").read_text(encoding="utf-8")
    row = reviewed["decisions"][0]
    turn = reviewed["turning_points"][0]
    for name in {*reviewed, *row, *row["choices"][0], *turn}:
        assert f"`{name}`" in words, f"docs/analysis.md does not say what {name} is"
    assert all(sum(row["chances"]) == pytest.approx(1, abs=0.001) for row in reviewed["decisions"])


def test_a_review_that_was_kept_is_not_done_again(short: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "reviews"
    first = run("analyse", short, "--trees", 1, "--out", out, "--json")[1]
    (out / "000002.json").write_text("{ half")  # as if it had been stopped: this one is done again, and only this one
    done = []

    def counted(game: Game, *how: Any) -> Review:
        done.append(game.seed)
        return review(game, *how)

    monkeypatch.setattr("boriken.cli.review.review", counted)
    assert run("analyse", short, "--trees", 1, "--out", out, "--json")[1] == first
    assert done == [2]


def test_a_cluster_gives_the_same_reviews(short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = run("analyse", short, "--trees", 1, "--json")[1].splitlines()
    monkeypatch.setattr("boriken.arena.workers._import_ray", FakeRay)
    assert sorted(run("analyse", short, "--trees", 1, "--json", "--ray", "local")[1].splitlines()) == sorted(here)


def test_a_review_as_a_page_needs_nothing_else(short: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    assert run("analyse", short, "--trees", 1, "--html", page)[0] == 2, "one game a page"
    assert run("analyse", short, "--number", 1, "--trees", 1, "--html", page)[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "&lt;Bob&gt;" in text
    assert "<Bob>" not in text
    assert not re.findall(r"(?:src|href)=\"(?!#)", text)


def test_a_review_of_a_finished_game_says_what_came_of_it_with_all_cards_open(
    capsys: pytest.CaptureFixture[str],
) -> None:
    choice = {"action": "pass", "chance": 0.3, "interval": [0.28, 0.32], "group": 0}
    other = choice | {"action": "role:trader", "chance": 0.2, "interval": [0.19, 0.21], "group": 1}
    decision = {"decision": 0, "after": 4, "round": 1, "seat": 0, "played": "role:trader", "verdict": "mistake"}
    decision |= {"choices": [choice, other], "open_cards": [other, choice]}
    told = {"seats": ["Ann"], "accuracy": [None], "verdicts": [dict.fromkeys(Verdict, 0)], "turning_points": []}
    _show(new_console(), None, told | {"decisions": [decision]})
    out = capsys.readouterr().out
    assert "all cards open: role:trader 20 % ± 1, pass 30 % ± 2" in out
    assert "which nobody could know" in out
    _show(new_console(), None, told | {"decisions": [decision | {"open_cards": None}]})
    assert "cards open" not in capsys.readouterr().out


def test_chances_are_compared_with_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.analysis.calibration.STRONG", "heuristic")
    monkeypatch.setattr("boriken.analysis.calibration.POSITIONS", 2)
    curve, again = tmp_path / "curve.svg", tmp_path / "again.svg"
    code, out, _ = run("analyse", "--calibrate", "san-juan", "--players", 2, "--games", 2, "--json", "--plot", curve)
    assert code == 0
    found = json.loads(out)
    assert (found["games"], found["positions"]) == (2, 4)
    assert {"brier", "brier_equal", "brier_points", "power"} < set(found)
    assert sum(b["chances"] for b in found["bins"]) == 8
    assert 0 <= found["ece"] <= 1
    drawn = ElementTree.fromstring(curve.read_text(encoding="utf-8"))
    points = [element for element in drawn.iter() if element.get("class") == "point"]
    assert len(points) == len(found["bins"])
    printed = tmp_path / "found.jsonl"
    printed.write_text(out, encoding="utf-8")
    assert run("analyse", printed, "--plot", again)[0] == 0
    assert again.read_text(encoding="utf-8") == curve.read_text(encoding="utf-8")
    printed.write_text('{"games": 3}\n', encoding="utf-8")
    code, _, said = run("analyse", printed, "--plot", again)
    assert code == 2
    assert "a table a line" in said


def test_the_curve_in_the_documents_is_drawn_from_what_was_found() -> None:
    tests = Path(__file__).parent
    docs = tests.parent / "docs"
    rows = [json.loads(line) for line in (tests / "data/calibration.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (docs / "pictures/calibration.svg").read_text(encoding="utf-8") == picture(rows)
    text = " ".join((docs / "analysis.md").read_text(encoding="utf-8").split())
    for row in rows:
        said = f"| {table_of(row)} | {row['ece']:.3f} | {row['brier']:.3f} |"
        assert said in text, said


def test_without_a_file_nothing_is_analysed() -> None:
    assert run("analyse")[0] == 2
