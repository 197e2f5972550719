"""The example client plays a game to its end, as its readers will try first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .servers import Server


def test_the_example_client_plays_a_game_to_its_end(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "client.py"
    with Server(tmp_path) as server:
        run = subprocess.run([sys.executable, example, server.address], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert "points by seat: [" in run.stdout
