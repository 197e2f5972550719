"""The same source interpreted, in a process of its own: it must work out the same digests.

`python -m tests.interpreted 8 360` compares 8 games of each variant and 360 steps of each environment; tests, fewer.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from . import digests
from .envs import digests as envs_digests


def interpreted(module: str, much: int) -> dict[str, str]:
    """The digests that a module prints."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", module, str(much)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    printed = json.loads(result.stdout)
    assert printed["interpreted"] is True
    found: dict[str, str] = printed["digests"]
    return found


def main(games: int, steps: int) -> None:
    for module, much in ((digests, games), (envs_digests, steps)):
        compiled = module.digests(much)
        assert interpreted(module.__name__, much) == compiled
        print(f"{module.__name__} {much}: {len(compiled)} digests, compiled and interpreted alike", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
