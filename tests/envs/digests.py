"""Digests of batches stepped at random: everything they write, to the bit. Run as a program it prints them as JSON."""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

import boriken.envs
from boriken.engine.compiler import INTERPRETED

from ..walk import ALL_FOUR, options_of

GAMES: dict[str, dict[str, Any]] = {
    "puerto-rico": {"game": "puerto-rico"},
    "puerto-rico with expansions": {"game": "puerto-rico", "players": 4, **options_of(ALL_FOUR[2], 2)},
    "san-juan": {"game": "san-juan"},
}


def digests(steps: int) -> dict[str, str]:
    """One digest for each game and kind of opponents. Games are broken off on the way, and others begin."""
    limit = steps * 3 // 4
    found = {}
    for name, arguments in GAMES.items():
        for opponents in (None, "random", "heuristic"):
            batch = boriken.envs.batch(3, **arguments, opponents=opponents, reveal=True, keep_last=True, limit=limit)
            digest = hashlib.sha256()
            for _ in range(steps):
                batch.step_randomly()
                for array in batch._saved().values():
                    digest.update(array.tobytes())
            found[f"{name}, {opponents}"] = digest.hexdigest()
    return found


if __name__ == "__main__":
    np.seterr(all="raise")  # a number that leaves its type is an error here; compiled code would wrap silently
    print(json.dumps({"interpreted": INTERPRETED, "digests": digests(int(sys.argv[1]))}))
