"""The engine and the reference implementation, walked through the same random games side by side.

`python -m tests.lockstep GAMES [FIRST_SEED]` walks that many games for each number of players (`make fuzz`).
"""

from __future__ import annotations

import sys
import time

from boriken.engine import below, new_chance

from .reference.puerto_rico import PuertoRico
from .walk import PLAYERS, new_game, walk


def lockstep(players: int, seed: int) -> int:
    """Walk one game; fails at the first difference in state, legal actions, forced actions, points or outcome."""
    game = new_game(players, seed)
    chance = new_chance(seed)
    governor = game.options["governor"]
    reference = PuertoRico(
        players,
        lambda n: int(below(chance, n)),
        swap=game.options["swap"],
        corn_start=game.options["corn_start"],
        governor=None if governor == "random" else governor,
    )
    game.state.hidden_vp = 0  # compare everything
    for action in walk(game, seed):
        _compare(game.view(None), reference.dump())
        legal = [str(a) for a in game.legal_actions]
        assert sorted(legal) == sorted(reference.legal())
        for sheet, expected in zip(game.scores(), reference.scores(), strict=True):
            assert sheet == {source: expected[source] for source in sheet}
        assert [str(a) for a in game.actions] == reference.played
        reference.play(action)
    _compare(game.view(None), reference.dump())
    outcome = game.outcome
    assert outcome is not None
    assert reference.over
    assert [str(a) for a in game.actions] == reference.played
    assert list(outcome.winners) == reference.winners()
    assert sorted(outcome.reasons) == reference.reasons()
    assert list(outcome.points) == [sheet["total"] for sheet in reference.scores()]
    assert list(outcome.tie_break) == [sheet["tie_break"] for sheet in reference.scores()]
    return len(game.actions)


def _compare(view: dict[str, object], expected: dict[str, object]) -> None:
    different = [f"{key}: {view[key]} != {value}" for key, value in expected.items() if view[key] != value]
    assert not different, "\n".join(different)


def main(games: int, first_seed: int) -> None:
    start = time.perf_counter()
    for players in PLAYERS:
        actions = 0
        for seed in range(first_seed, first_seed + games):
            try:
                actions += lockstep(players, seed)
            except AssertionError:
                print(f"players {players}, seed {seed}:", file=sys.stderr)
                raise
        print(
            f"{players} players: {games} games, {actions} actions alike ({time.perf_counter() - start:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
