"""The examples, in small: each runs, and what learns beats chance."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_agents_share_the_wins(capsys: pytest.CaptureFixture[str]) -> None:
    shares = example("random_agent").play("san-juan", 2, 40, 1)
    assert sum(shares) == pytest.approx(1)
    assert all(0.2 < share < 0.8 for share in shares)
    assert capsys.readouterr().out.count("player_1") == 5


def test_the_linear_agent_learns_to_beat_random_players() -> None:
    curve = example("linear_agent").learn("san-juan", 2, generations=12, tables=128, rate=0.05, seed=1)
    assert 0.35 < curve[0] < 0.65  # at first it plays at random
    assert sum(curve[-3:]) / 3 > 0.75


def test_ppo_learns_to_beat_random_players() -> None:
    pytest.importorskip("torch", reason="PyTorch is heavy and not part of 'dev': make examples installs it")
    ppo = example("ppo")
    words = "--game san-juan --players 2 --updates 14 --tables 64 --steps 64 --width 64 --minibatch 512 --rate 0.002"
    curve = ppo.learn(ppo.parser().parse_args(words.split()))
    assert sum(curve[-3:]) / 3 > 0.7
