"""`boriken bench envs` measures everything. How fast it is does not matter here."""

from __future__ import annotations

import importlib.util
import json

import pytest
from typer.testing import CliRunner

import boriken.envs
from boriken.cli import bench_envs
from boriken.cli.app import app
from boriken.engine import BorikenError


def test_bench_envs_measures_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_envs, "GAMES_AT_ONCE", 128)
    result = CliRunner().invoke(app, ["bench", "envs", "--seconds", "0.001", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout.splitlines()[-1])
    peers = found.pop("peers")
    assert set(found) == {"batch_decisions_per_s", "batch_observed_decisions_per_s", "aec_steps_per_s", "clone_us"}
    assert all(value > 0 for value in found.values())
    assert {"openspiel gin_rummy", "openspiel hearts"} <= set(peers)
    assert all(rate > 0 for rate in peers.values())


def test_bench_envs_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_envs, "GAMES_AT_ONCE", 128)
    monkeypatch.setattr(bench_envs, "_peers", lambda seconds: {"somebody else": 7.0})
    result = CliRunner().invoke(app, ["bench", "envs", "--seconds", "0.001", "--players", "3"])
    assert result.exit_code == 0, result.output
    assert "somebody else" in result.stdout
    assert "3 players" in result.stdout


def test_a_missing_library_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BorikenError, match=r"pettingzoo is not installed; 'pip install boriken\[envs\]'"):
        boriken.envs.aec("puerto-rico")
    with pytest.raises(BorikenError, match="gymnasium is not installed"):
        boriken.envs.single("puerto-rico")
