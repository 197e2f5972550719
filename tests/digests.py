"""Digests of random games: every state on the way, to the bit. Run as a program it prints them as JSON."""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np

from boriken.engine.compiler import INTERPRETED

from .walk import ALL_FOUR, VARIANTS, Variant, new_game, walk

_DRAFTED_DRAWN_ALL_NEW = 2
"""From this seed on the four games with all expansions have their buildings drafted, drawn and given."""


def games(each: int) -> list[tuple[Variant, int]]:
    """So many of each variant, and other seeds for the next one: every option comes up."""
    firsts = [*enumerate(VARIANTS), *enumerate(ALL_FOUR, _DRAFTED_DRAWN_ALL_NEW)]
    return [(variant, seed) for first, variant in firsts for seed in range(first, first + each)]


def digests(each: int) -> dict[str, str]:
    """One digest for each game."""
    found = {}
    for variant, seed in games(each):
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
    print(json.dumps({"interpreted": INTERPRETED, "digests": digests(int(sys.argv[1]))}))
