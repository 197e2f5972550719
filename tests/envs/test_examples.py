"""The examples, in small, as anybody would run them: each works, and what learns beats chance."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(command: str) -> str:
    """What an example prints. With one thread for linear algebra: on a busy machine several wait for each other."""
    words = command.split()
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / words[0]), *words[1:]],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def curve(output: str) -> list[float]:
    """The learning curve: the share of games won, line by line."""
    return [float(won) for won in re.findall(r"   won (\d\.\d\d)   ", output)]


def test_random_agents_share_the_wins() -> None:
    lines = run("random_agent.py --game san-juan --players 2 --games 40").splitlines()
    assert len(lines) == 5
    shares = [float(share) for share in re.findall(r"player_\d (\d\.\d\d)", lines[-1])]
    assert sum(shares) == pytest.approx(1, abs=0.02)
    assert all(0.2 < share < 0.8 for share in shares)


def test_the_linear_agent_learns_to_beat_random_players() -> None:
    won = curve(run("linear_agent.py --game san-juan --players 2 --generations 5 --tables 128 --rate 0.05"))
    assert len(won) == 5
    assert 0.35 < won[0] < 0.65  # at first it plays at random
    assert min(won[-2:]) > 0.8


def test_ppo_learns_to_beat_random_players() -> None:
    pytest.importorskip("torch", reason="PyTorch is heavy and not part of 'dev': 'make examples' installs it")
    small = "--game san-juan --players 2 --updates 9 --tables 64 --steps 256 --width 64 --rate 0.003"
    won = curve(run(f"ppo.py {small} --opponents random"))
    assert len(won) == 9
    assert won[0] < 0.65
    assert sum(won[-2:]) / 2 > 0.7


def test_ppo_keeps_its_network_goes_on_against_itself_and_plays_in_the_arena(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is heavy and not part of 'dev': 'make examples' installs it")
    file = tmp_path / "net.pt"
    small = f"--game san-juan --players 2 --tables 16 --steps 64 --width 16 --every 2 --save {file}"
    run(f"ppo.py {small} --updates 3")
    assert torch.load(file, weights_only=True)["update"] == 3
    out = run(f"ppo.py {small} --updates 2 --opponents self --resume")
    assert not re.search(r"update    [0-2]", out)
    assert torch.load(file, weights_only=True)["update"] == 5
    cup = ["arena", "san-juan", "-p", "2", "--one", f"examples.ppo:PpoPlayer:{file}", "--field", "random", "-n", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "boriken.cli", *cup, "--workers", "1"],
        cwd=EXAMPLES.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "ppo:net against random" in done.stdout
