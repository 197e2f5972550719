"""The same source, compiled and interpreted, plays the same games to the bit."""

import json
import os
import subprocess
import sys

from .digests import digests


def test_compiled_and_interpreted_rules_play_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "tests.digests"], env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    interpreted = json.loads(result.stdout)
    assert interpreted["interpreted"] is True
    assert interpreted["digests"] == digests()
