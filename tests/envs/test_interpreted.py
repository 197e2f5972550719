"""The same source, compiled and interpreted, writes the same numbers to the bit."""

import json
import os
import subprocess
import sys

from .digests import digests


def test_compiled_and_interpreted_steps_write_the_same_numbers() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.envs.digests"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    interpreted = json.loads(result.stdout)
    assert interpreted["interpreted"] is True
    assert interpreted["digests"] == digests()
