"""The command line with expansions of Puerto Rico."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boriken.cli.app import app
from boriken.games import WITH_EXPANSIONS, Record
from boriken.players.matches import warm_up

ALL_FOUR = ("-o", "new_buildings=draft", "-o", "nobles=true", "-o", "buccaneer=true", "-o", "festival=true")
LISTED = (
    "small-market,hacienda,small-warehouse,large-warehouse,factory,harbor,wharf,guild-hall,residence,fortress,"
    "black-market,guest-house,trading-post,church,library,statue,cloister"
)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Beforehand: the notice that this takes a while would stand among the errors."""
    warm_up(WITH_EXPANSIONS["puerto-rico"], 4, {"nobles": True}, ["random"] * 4)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BORIKEN_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(os, "fsync", lambda _: None)
    return tmp_path / "data"


def run(*arguments: object, typed: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
    return result.exit_code, result.stdout, result.stderr


def printed(*arguments: object, typed: str = "") -> str:
    code, out, err = run(*arguments, typed=typed)
    assert (code, err) == (0, "")
    return out


def test_a_game_with_all_four_is_drafted_and_played_to_its_end_in_the_terminal(data_folder: Path) -> None:
    out = printed("play", *ALL_FOUR, "--bot", "random", "--seed", 3, "--governor", 0, typed="1\n" * 3000)
    assert "New game: Puerto Rico with expansions, 4 players" in out
    assert "put the small market into the game" in out
    (path,) = (data_folder / "games").iterdir()
    record = Record.from_json(path.read_text())
    assert record.result is not None
    assert sum(text.startswith("draft:") for text in record.actions) == 17
    assert [line for line in out.splitlines() if len(line) > 100 and str(path) not in line] == []
    assert printed("replay", path, "--check").endswith("1 of 1 records are right\n")


def test_the_board_shows_what_the_expansions_bring(data_folder: Path) -> None:
    out = printed("play", *ALL_FOUR, "--bot", "random", "--seed", 3, "--governor", 0, typed="1\n" * 3000)
    for words in ("nobles     1 on the ship", "festival   3 ", "has the portrait", "1 noble in all"):
        assert words in out, words


def test_records_with_expansions_are_summed_up_verified_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    summary = json.loads(
        printed("simulate", *ALL_FOUR, "--bot", "random", "--games", 4, "--seed", 1, "--out", path, "--json")
    )
    assert (summary["game"], summary["options"]["new_buildings"], summary["options"]["nobles"]) == (
        "puerto-rico",
        "draft",
        True,
    )
    assert "4 of 4 records are right" in printed("replay", path, "--check")
    told = printed("replay", path, "--game", 2, "--board")
    assert told.startswith("Puerto Rico with expansions, 4 players, seed 2")
    assert "governor=0, new_buildings=draft, nobles=true, buccaneer=true, festival=true Round 1, " in " ".join(
        told.split()
    )
    (kind,) = json.loads(printed("stats", path, "--json"))
    assert kind["kind"] == "Puerto Rico, 4 players, new_buildings draft, nobles true, buccaneer true, festival true"
    assert "people" not in kind["seats"]["rows"][0]  # their games were without expansions
    assert "with expansions, 4 players: 2 games" in printed("simulate", *ALL_FOUR, "--bot", "random", "--games", 2)


def test_a_list_of_buildings_is_given_with_commas(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    printed("simulate", "-o", f"new_buildings={LISTED}", "--bot", "random", "--games", 1, "--out", path)
    assert Record.from_json(path.read_text()).options["new_buildings"] == LISTED.split(",")
    (kind,) = json.loads(printed("stats", path, "--json"))
    assert kind["kind"] == f"Puerto Rico, 4 players, new_buildings {LISTED}"


def test_a_tournament_with_expansions(tmp_path: Path) -> None:
    command = ("arena", *ALL_FOUR, "--one", "heuristic", "--field", "random", "--games", 4, "--workers", 1)
    out = printed(*command, "--out", tmp_path / "cup")
    assert out.startswith("Puerto Rico with expansions, 4 players, one: 4 games")
    assert (
        "with expansions" in printed("arena", "report", tmp_path / "cup") + (tmp_path / "cup/report.html").read_text()
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["new_buildings=draught"], ["draft", "list of names", "'draught'"]),
        (["new_buildings="], ["list of names"]),
        (["new_buildings=aqueduct,pier"], ["there is no 'pier'", "aqueduct"]),
        (["new_buildings=aqueduct,aqueduct"], ["aqueduct twice"]),
        (["new_buildings=aqueduct,hacienda"], ["a list of 17", "2 of cost 2, not 1 (hacienda)"]),
        ([f"new_buildings={LISTED.replace('small-market', 'villa')}"], ["villa", "nobles_drafted"]),
        ([f"new_buildings={LISTED.replace('black-market', 'forest-house')}"], ["hacienda and forest-house never meet"]),
        (["nobles=perhaps"], ["true or false"]),
        (["nobles_drafted=true"], ["goes with nobles and with new_buildings"]),
        (["kidnapped=all"], ["goes with buccaneer"]),
        (["pairs=club"], ["goes with new_buildings"]),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate", "bench"])
def test_wrong_lists_and_combinations_are_refused_with_the_reason(
    command: str, options: list[str], words: list[str]
) -> None:
    code, out, err = run(command, *(part for option in options for part in ("-o", option)))
    assert (code, out) == (2, "")
    assert err.startswith("boriken: ")
    assert err.count("\n") == 1
    assert all(word in err for word in words), err


def test_games_lists_the_expansions_and_what_each_can_be() -> None:
    out = printed("games")
    assert "new_buildings=off  expansion I" in out
    assert "(off, draft, random, new, base, NAME,NAME,...)" in " ".join(out.split())
    options = json.loads(printed("games", "--json"))["games"][0]["options"]
    assert options["pairs"]["choices"] == ["rulebook", "advised", "club", "free"]
    assert {"small-market", "royal-garden"} < set(options["new_buildings"]["names"])
