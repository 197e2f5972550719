"""The player that searches roles: who counts as a winner, what it tries, and that looking ahead helps."""

from __future__ import annotations

import numpy as np

from boriken import Game
from boriken.engine.referee import new_standings
from boriken.players.matches import play_to_end
from boriken.players.roles import NONE, ROOT, _winner, grow, new_bench, plant

from .walk import PUERTO_RICO, walked


def test_a_shared_win_is_nobodys() -> None:
    game = walked(PUERTO_RICO[1], 1, 10_000)
    standings = new_standings(game.rules, 3)
    state = game.state
    for field in ("vp", "doubloons", "goods", "built", "colonists"):
        state[field][:] = 0
    assert _winner(game.states[0], standings) == NONE
    state.vp[1] = 1
    assert _winner(game.states[0], standings) == 1


def test_every_choice_is_tried_and_every_sample_counts_once() -> None:
    game = Game.new("puerto-rico", players=4, seed=1)
    bench = new_bench(game.rules, 4, 60)
    bench.states[ROOT] = game.states[0]
    plant(bench.tree)
    grow(bench, 0, 0, 50)
    edges = []
    e = bench.tree.first_edge[0]
    while e != NONE:
        edges.append(e)
        e = bench.tree.next_edge[e]
    assert sorted(bench.tree.action[edges]) == sorted(game.legal_actions)
    assert bench.tree.visits[edges].min() > 0
    assert bench.tree.visits[edges].sum() == 50
    assert np.all(bench.tree.wins[edges] <= bench.tree.visits[edges])
    assert bench.tree.used[0] > 10, "it grows below the root"


def test_a_tree_without_room_goes_on_counting() -> None:
    game = Game.new("puerto-rico", players=4, seed=1)
    bench = new_bench(game.rules, 4, 2)
    bench.states[ROOT] = game.states[0]
    plant(bench.tree)
    grow(bench, 0, 0, 60)
    assert bench.tree.used[0] == 2
    assert bench.tree.visits[: len(game.legal_actions)].sum() == 60


def test_looking_ahead_beats_the_rules_of_thumb_that_it_looks_ahead_with() -> None:
    wins = 0
    for seed in range(12):
        game, seat = Game.new("puerto-rico", players=4, seed=seed), seed % 4
        play_to_end(game, ["roles:100" if p == seat else "heuristic" for p in range(4)], range(4))
        wins += game.outcome is not None and seat in game.outcome.winners
    assert wins >= 7, "a fair share is 3"
