"""Digests of random games: every state on the way, to the bit. Run as a program it prints them as JSON."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from boriken.engine.compiler import INTERPRETED

from .walk import ALL_FOUR, VARIANTS, new_game, walk

GAMES = [
    *((variant, seed) for variant in VARIANTS for seed in range(3)),
    *((variant, seed) for variant in ALL_FOUR for seed in range(2, 6)),  # buildings drafted, by chance, all new ones
]


def digests() -> dict[str, str]:
    """One digest for each game."""
    found = {}
    for variant, seed in GAMES:
        game = new_game(variant, seed)
        digest = hashlib.sha256()
        for i, _ in enumerate(walk(game, seed)):
            digest.update(game.states.tobytes())
            digest.update(repr(game.legal_actions).encode())
            if i % 10 == 0:
                for seat in range(game.players):
                    digest.update(game.determinize(seat, seed).states.tobytes())
        digest.update(game.states.tobytes() + repr(game.scores()).encode() + repr(game.outcome).encode())
        found[f"{variant}, seed {seed}"] = digest.hexdigest()
    return found


if __name__ == "__main__":
    np.seterr(all="raise")  # a number that leaves its type is an error here; compiled code would wrap silently
    print(json.dumps({"interpreted": INTERPRETED, "digests": digests()}))
