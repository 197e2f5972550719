"""`boriken dataset`: what is written is what was played, and nothing depends on who plays it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import boriken.envs
from boriken import Game
from boriken.cli.app import app

parquet = pytest.importorskip("pyarrow.parquet")


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["dataset", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three small games of two kinds of bots."""
    folder = tmp_path_factory.mktemp("sets") / "small"
    more = ("-p", 2, "-n", 3, "--seed", 5, "--bot", "heuristic", "--bot", "random", "--out", folder)
    code, out, _ = run("san-juan", *more, "--workers", 1)
    assert code == 0
    assert f"{folder}: 3 games, " in out
    return folder


def test_the_rows_are_the_games_decision_by_decision(written: Path) -> None:
    table: Any = parquet.read_table(written / "decisions.parquet")
    about = json.loads(table.schema.metadata[b"boriken"])
    assert (about["game"], about["seed"], about["bots"]) == ("san-juan", 5, ["heuristic", "random"])
    rows = table.to_pylist()
    assert {row["game"] for row in rows} == {0, 1, 2}
    for number in range(3):
        game = Game.new("san-juan", players=2, seed=5 + number)
        for place, row in enumerate(row for row in rows if row["game"] == number):
            assert (row["decision"], row["seat"]) == (place, game.turn)
            assert row["player"] == ("heuristic", "random")[(row["seat"] + number) % 2]
            observation, mask = boriken.envs.observe(game)
            assert row["observation"] == observation.tolist()
            assert sorted(row["legal"]) == np.flatnonzero(mask).tolist()
            assert game.rules.actions[row["action"]].text == row["text"]
            assert row["asked"] == game.view(None)["decision"]
            game.play(row["action"])
        assert game.outcome is not None
        ends = {row["seat"]: (row["points"], row["won"]) for row in rows if row["game"] == number}
        assert [ends[seat][0] for seat in (0, 1)] == list(game.outcome.points)
        assert sum(won for _, won in ends.values()) == 1
    assert len(parquet.read_table(written / "games.parquet")) == 6


def test_several_processes_write_the_same_rows(written: Path, tmp_path: Path) -> None:
    more = ("-p", 2, "-n", 3, "--seed", 5, "--bot", "heuristic", "--bot", "random", "--out", tmp_path / "again")
    assert run("san-juan", *more, "--workers", 2)[0] == 0
    first, again = (parquet.read_table(folder / "decisions.parquet") for folder in (written, tmp_path / "again"))
    assert first.equals(again)


def test_a_folder_that_is_there_is_not_written_over(written: Path) -> None:
    code, _, trouble = run("san-juan", "--out", written)
    assert code == 2
    assert "is there already" in trouble


def test_every_column_is_in_the_documentation(written: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "dataset.md").read_text()
    for name in parquet.read_schema(written / "decisions.parquet").names:
        assert f"| `{name}` |" in page
