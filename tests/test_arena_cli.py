"""`boriken arena`, `boriken arena report` and `boriken stats`: what they print, what they write, and how they end."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from boriken.arena.charts import Bars, Stacks
from boriken.cli.app import app
from boriken.cli.progress import progress

ONE = ("arena", "--one", "heuristic", "--field", "random", "--seed", 1)
BAD = "external:/nowhere/<b>player</b>"


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


def printed(*arguments: object) -> str:
    code, out, _ = run(*arguments)
    assert code == 0
    return out


# --- arena ------------------------------------------------------------------------------------------------------------


def test_one_against_a_field_as_json() -> None:
    result = json.loads(printed(*ONE, "--players", 4, "--games", 40, "--json"))
    assert result["games"] == 40
    assert 0.8 < result["low"] < result["share"] <= result["high"] <= 1
    assert result == json.loads(printed("arena", "puerto-rico", *ONE[1:], "--games", 40, "--json"))


def test_the_field_may_be_named_seat_by_seat() -> None:
    field = ("--field", "random", "--field", "random", "--field", "heuristic")
    result = json.loads(printed("arena", "--one", "external:x", *field, "--games", 4, "--forfeits", "--json"))
    assert result["field"] == ["random", "random", "heuristic"]
    assert (result["share"], result["forfeits"]) == (0.0, 4)


def test_programs_stand_in_tables_and_plots_under_the_names_they_give_themselves(tmp_path: Path) -> None:
    example = Path(__file__).parents[1] / "examples" / "external_player.py"
    spec = f"external:{sys.executable} {example}"
    cup = ("arena", "san-juan", "-p", 2, "--one", spec, "--field", "random", "--games", 2, "--workers", 1)
    out = printed(*cup, "--out", tmp_path / "cup")
    assert "example against random" in out
    assert str(example) not in out
    printed("arena", "report", tmp_path / "cup")
    page = (tmp_path / "cup" / "report.html").read_text()
    assert "example against random" in page
    assert str(example) not in page
    rows = json.loads(printed(*cup, "--json"))["contestants"]
    assert [(row["player"], row["label"]) for row in rows] == [(spec, "example"), ("random", "random")]


def test_two_players_that_call_themselves_alike_keep_their_specs() -> None:
    from boriken.arena.labels import labels

    lines = [{"seats": ["a:B", "c:D", "random"], "labels": {"a:B": "me", "c:D": "me"}}]
    assert labels(lines) == {}
    assert labels([{"seats": ["a:B", "random"], "labels": {"a:B": "random"}}]) == {}
    assert labels([{"seats": ["a:B", "random"], "labels": {"a:B": "me"}}]) == {"a:B": "me"}


def test_who_wants_self_play_is_told_how() -> None:
    code, _, trouble = run("arena", "--one", "heuristic", "--field", "heuristic")
    assert code == 2
    assert "'boriken simulate --bot heuristic' lets it play against itself" in trouble


def test_a_round_robin_in_words() -> None:
    out = printed("arena", "san-juan", "--round-robin", "heuristic", "random", "--games", 12)
    assert "San Juan, 3 players, round robin: 12 games from seed 0" in out
    assert re.search(r"heuristic .*\d% to ", out)
    assert "wins by place in the first round's order:" in out


def test_a_ladder_says_what_each_rung_won_and_whether_that_is_more_than_fair() -> None:
    out = printed("arena", "--ladder", "random", "heuristic", "--games", 20)
    assert re.search(r"heuristic against random: won [\d.]+% \(95 % interval .*\), above the fair 25.0%", out)
    ladder = json.loads(printed("arena", "--ladder", "random", "heuristic", "--games", 4, "--json"))
    assert not any("share" in row for row in ladder["contestants"])
    assert "won a seat" not in out, "its seats are of two kinds: alone, and three at a table"


def test_options_of_the_game_are_checked_and_used() -> None:
    result = json.loads(printed(*ONE, "--games", 2, "--option", "hidden_vp=true", "--json"))
    assert result["options"]["hidden_vp"] is True
    code, _, err = run(*ONE, "--option", "colour=red")
    assert (code, "no option 'colour'" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "who meets whom?"),
        (("--one", "random"), "--one and --field go together"),
        (("--one", "random", "--field", "heuristic", "--ladder"), "who meets whom?"),
        (("--one", "random", "--field", "heuristic", "--records"), "--out"),
        (("chess", "--one", "random", "--field", "heuristic"), "'chess' is neither a game"),
        (("--round-robin", "random"), "two players or more"),
        (("--round-robin", "random", "deepblue"), "no player 'deepblue'"),
        (("--one", "random:2", "--field", "heuristic"), "has no settings"),
        (
            ("--one", "random", "--field", "heuristic", "--ray", "local", "--workers", 2),
            "--workers is for this machine",
        ),
        (("report",), "name one folder"),
    ],
)
def test_a_command_that_makes_no_sense_is_told_in_one_line(arguments: tuple[object, ...], words: str) -> None:
    code, out, err = run("arena", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("boriken: ")
    assert words in err


def test_ray_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = run(*ONE, "--ray", "local")
    assert code == 2
    assert "pip install 'boriken[ray]'" in err


def test_a_folder_keeps_the_games_and_the_same_command_goes_on(tmp_path: Path) -> None:
    command = (*ONE, "--games", 8, "--out", tmp_path / "cup", "--records", "--json")
    first = printed(*command)
    games = tmp_path / "cup" / "games.jsonl"
    whole = games.read_bytes()
    games.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]) + b'{"numb')
    assert printed(*command) == first
    assert games.read_bytes() == whole
    assert (tmp_path / "cup" / "games.parquet").stat().st_size > 1000
    assert json.loads(printed("replay", games, "--check", "--json"))["right"] == 8
    code, _, err = run(*ONE, "--games", 9, "--out", tmp_path / "cup")
    assert (code, "another tournament" in err) == (2, True)


def test_without_pyarrow_the_games_are_kept_and_the_gap_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = run(*ONE, "--games", 4, "--out", tmp_path)
    assert (code, "pip install 'boriken[arena]'" in err) == (0, True)
    assert (tmp_path / "games.jsonl").read_text().count("\n") == 4


def test_a_player_that_fails_is_told_in_one_line() -> None:
    code, out, err = run("arena", "--one", "heuristic", "--field", BAD, "--games", 4, "--workers", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "failed: it cannot be started: no such file or directory" in err


INTERRUPTS = """
import json, os, pathlib, signal, sys
games = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"hello": "x"}), flush=True)
    elif message["type"] == "choose":
        if games.read_text().count("\\n") == 2:
            os.kill(os.getppid(), signal.SIGINT)
            sys.stdin.read()
        print(json.dumps({"action": message["legal"][0]}), flush=True)
"""


def test_ctrl_c_sums_up_what_is_finished(tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(INTERRUPTS)
    folder = tmp_path / "cup"
    player = f"external:{sys.executable} {tmp_path / 'player.py'} {folder / 'games.jsonl'}"
    command = [sys.executable, "-m", "boriken.cli", "arena", "--one", player, "--field", "heuristic"]
    command += ["--workers", "1", "--games", "8", "--out", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert ended.returncode == 128 + signal.SIGINT
    assert "Stopped early: this is what was finished." in ended.stdout
    assert "The same command goes on from here." in ended.stdout
    assert "Traceback" not in ended.stderr
    assert (folder / "games.jsonl").read_text().count("\n") == 2


# --- pages ------------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A page, with what is open checked as it is closed."""

    EMPTY = ("meta", "rect", "path", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in self.EMPTY or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def checked_page(text: str) -> Page:
    """A page that needs nothing else, and whose plots can be read without being seen."""
    page = Page(text)
    assert not re.search(r"https?:|//|url\(|@import|<script|<link|<img", text.replace("<!doctype html>", ""))
    anchors = {section["id"] for section in page.named("section")}
    assert {link["href"] for link in page.named("a")} == {f"#{anchor}" for anchor in anchors}
    assert page.named("html") == [{"lang": "en"}]
    plots = re.findall(r"<svg [^>]*>.*?</svg>", text, re.DOTALL)
    assert plots
    for plot in plots:
        assert 'role="img" aria-label="' in plot
        assert re.search(r"<title>.+?</title><desc>.+?</desc>", plot)
    assert len(page.named("table")) == len(anchors) >= len(plots)
    assert "prefers-color-scheme: dark" in text
    return page


def test_the_report_of_a_tournament(tmp_path: Path) -> None:
    run(*ONE, "--games", 40, "--out", tmp_path)
    assert printed("arena", "report", tmp_path) == f"{tmp_path / 'report.html'}: 40 games\n"
    text = (tmp_path / "report.html").read_text()
    page = checked_page(text)
    wanted = {"ratings", "shares", "seats", "lengths", "points", "buildings", "roles", "openings"}
    assert wanted <= {section["id"] for section in page.named("section")}


def test_the_report_shows_names_of_players_as_they_are(tmp_path: Path) -> None:
    run("arena", "--ladder", "heuristic", BAD, "--forfeits", "--games", 4, "--out", tmp_path, "--workers", 1)
    run("arena", "report", tmp_path)
    text = (tmp_path / "report.html").read_text()
    assert "<b>" not in text
    assert "&lt;b&gt;player&lt;/b&gt;" in text
    assert "Rungs of the ladder" in text
    assert "Games won" not in text


def test_a_folder_without_games_has_no_report(tmp_path: Path) -> None:
    code, _, err = run("arena", "report", tmp_path)
    assert (code, "not the folder of a tournament" in err) == (1, True)


def test_charts_draw_what_they_are_given() -> None:
    bars = Bars(["a", "b & c"], [0.25, 0.5], [(0.2, 0.3), (0.4, 0.6)], 0.25, True).svg("name", "words")
    assert bars.count('class="bar"') == bars.count('class="interval"') == 2
    assert "b &amp; c: 50.0 %" in bars
    widths = [float(width) for width in re.findall(r'class="bar" .*? width="([\d.]+)"', bars)]
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.1)
    below_zero = Bars(["a"], [-3.0], [(-6.0, 0.0)]).svg("name", "words")
    assert 'class="bar"' in below_zero
    stacks = Stacks(["x"], ["p", "q"], [[1.0, 3.0]]).svg("name", "words")
    widths = [float(width) for width in re.findall(r'class="part c\d" x="[\d.]+" y="[\d.]+" width="([\d.]+)" ', stacks)]
    assert widths[1] == pytest.approx(3 * widths[0], abs=0.1)
    assert Bars(["nothing"], [0.0]).svg("name", "words")


# --- stats ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    run("simulate", "--games", 30, "--seed", 3, "--out", path)
    return path


def test_stats_show_seats_openings_buildings_and_ends(records: Path) -> None:
    out = printed("stats", records)
    for words in ("Puerto Rico, 4 players: 30 games", "Win share by seat", "Openings", "Buildings against winning"):
        assert words in out
    assert "346 tournament games of people" in " ".join(out.split())


def test_stats_as_json_add_up(records: Path) -> None:
    (kind,) = json.loads(printed("stats", records, "--json"))
    assert kind["games"] == 30
    assert sum(row["wins"] for row in kind["seats"]["rows"]) == pytest.approx(30, abs=0.2)
    assert [row["people"] for row in kind["seats"]["rows"]] == ["21.1 %", "17.4 %", "30.9 %", "30.6 %"]
    assert sum(row["games"] for row in kind["lengths"]["rows"]) == 30
    summary = json.loads(printed("simulate", "--games", 30, "--seed", 3, "--json"))
    assert {row["reason"]: row["games"] for row in kind["ends"]["rows"]} == {
        reason.replace("-", " "): n for reason, n in summary["reasons"].items()
    }


def test_stats_as_a_page(records: Path, tmp_path: Path) -> None:
    out = printed("stats", records, "--html", tmp_path / "stats.html")
    assert "stats.html: the same with plots" in out
    checked_page((tmp_path / "stats.html").read_text())


def test_stats_keep_kinds_of_games_apart(records: Path, tmp_path: Path) -> None:
    run("simulate", "san-juan", "--games", 5, "--out", tmp_path / "cards.jsonl")
    run(*ONE, "--games", 4, "--out", tmp_path / "cup")
    files = (records, tmp_path / "cards.jsonl", tmp_path / "cup" / "games.jsonl")
    kinds: list[dict[str, Any]] = json.loads(printed("stats", *files, "--json", "--html", tmp_path / "all.html"))
    assert {kind["kind"]: kind["games"] for kind in kinds} == {"Puerto Rico, 4 players": 34, "San Juan, 3 players": 5}
    checked_page((tmp_path / "all.html").read_text())


def test_seats_are_counted_from_the_first_governor(tmp_path: Path) -> None:
    for governor in (0, 2):
        run("simulate", "--games", 3, "--option", f"governor={governor}", "--out", tmp_path / f"{governor}.jsonl")
    (kind,) = json.loads(printed("stats", tmp_path / "2.jsonl", "--json"))
    wins = [0.0] * 4
    for line in (tmp_path / "2.jsonl").read_text().splitlines():
        winners = json.loads(line)["result"]["winners"]
        for seat in winners:
            wins[(seat - 2) % 4] += 1 / len(winners)
    assert [row["wins"] for row in kind["seats"]["rows"]] == pytest.approx(wins, abs=0.1)


def test_stats_of_a_tournament_that_was_stopped(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    for records in ((), ("--records",)):
        folder = tmp_path / f"cup{len(records)}"
        run(*ONE, "--games", 4, "--out", folder, *records)
        whole = (folder / "games.jsonl").read_text()
        games.write_text(whole + '{"number": 5, "ga')
        code, out, err = run("stats", games, "--json")
        assert (code, json.loads(out)[0]["games"]) == (0, 4)
        assert "left out: the last line" in err
    games.write_text(whole.replace('"role:', '"roll:', 1))
    assert run("stats", games)[0] == 1, "a record is verified"


def test_stats_of_lines_with_options_that_the_game_does_not_have_are_told(tmp_path: Path) -> None:
    run(*ONE, "--games", 1, "--out", tmp_path)
    games = tmp_path / "games.jsonl"
    line = json.loads(games.read_text())
    for change in ({"options": {"colour": "red"}}, {"game": "chess"}, {"players": 4.5, "seats": []}):
        games.write_text(json.dumps(line | change))
        code, _, err = run("stats", games)
        assert (code, "line 1:" in err, err.count("\n")) == (1, True, 1)


@pytest.mark.parametrize("lacks", ["sources", "rounds", "options", "game"])
def test_stats_of_lines_that_lack_something_are_told(lacks: str, tmp_path: Path) -> None:
    run(*ONE, "--games", 2, "--out", tmp_path)
    games = tmp_path / "games.jsonl"
    first, second = map(json.loads, games.read_text().splitlines())
    del second[lacks]
    games.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n")
    code, _, err = run("stats", games)
    assert (code, f"line 2: a game of the arena without {lacks}" in err) == (1, True)


def test_games_without_an_end_are_not_broken_records(tmp_path: Path) -> None:
    one = ("arena", "--one", "heuristic", "--field", "random", "--field", "random", "--field", BAD)
    run(*one, "--forfeits", "--records", "--games", 2, "--out", tmp_path, "--workers", 1)
    games = tmp_path / "games.jsonl"
    with games.open("a") as file:
        file.write(json.dumps(json.loads(printed_record(tmp_path))) + "\n")
    code, out, _ = run("replay", games, "--check", "--json")
    assert (code, json.loads(out)["right"], json.loads(out)["broken_off"]) == (0, 1, 2)
    assert "2 games without an end left out" in run("replay", games, "--check")[1]


def printed_record(folder: Path) -> str:
    run("simulate", "--games", 1, "--out", folder / "one.jsonl")
    return (folder / "one.jsonl").read_text()


def test_a_report_says_how_many_games_were_planned(tmp_path: Path) -> None:
    run(*ONE, "--games", 4, "--out", tmp_path)
    games = tmp_path / "games.jsonl"
    games.write_text("".join(games.read_text().splitlines(keepends=True)[:3]))
    summary = json.loads(printed("arena", "report", tmp_path, "--json"))
    assert (summary["games"], summary["planned"]) == (3, 4)


def test_weights_that_are_not_there_are_told_before_a_folder_is_taken(tmp_path: Path) -> None:
    code, _, err = run("arena", "--one", "learned:nowhere.npz", "--field", "random", "--out", tmp_path / "cup")
    assert (code, "none at nowhere.npz" in err) == (2, True)
    assert not (tmp_path / "cup").exists()


def test_progress_for_a_log_says_when_it_will_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr("boriken.cli.progress.time.monotonic", lambda: now)
    monkeypatch.setattr("boriken.cli.progress.time.time", lambda: now)
    monkeypatch.setattr("boriken.cli.progress.time.localtime", time.gmtime)
    with progress(100, "games") as advance:
        advance(20, 20)  # were there before: they say nothing about the speed
        for done in range(21, 61):
            now += 60
            advance(done, 20)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 40
    assert lines[-1] == "boriken: 60 of 100 games, done at about 01:20"


def test_stats_of_a_broken_or_unfinished_file_are_told(records: Path, tmp_path: Path) -> None:
    lines = records.read_text().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text(lines[0] + "\n" + lines[1].replace("role:", "roll:", 1) + "\n")
    code, _, err = run("stats", broken)
    assert (code, f"{broken}, line 2:" in err) == (1, True)
    record = json.loads(lines[0])
    unfinished = record | {"actions": record["actions"][:1], "result": None}
    (tmp_path / "unfinished.json").write_text(json.dumps(unfinished))
    code, _, err = run("stats", tmp_path / "unfinished.json")
    assert (code, "left out: 1 game without an end" in err, "no finished game" in err) == (1, True, True)
    assert run("stats", tmp_path / "nowhere")[0] == 1
