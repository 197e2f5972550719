"""How fast the bots are: whole games of the heuristic player, samples of the search, games of a training."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from boriken.engine import Game, Rules, cores
from boriken.players.guided import sampling as guided
from boriken.players.guided.weights import guide_path, read_guide
from boriken.players.learned.weights import search_network, shipped_network
from boriken.players.matches import play_to_end
from boriken.players.search.thinking import DEPTH
from boriken.players.search.tree import NETWORK, RANDOM, ROOT, grow, new_bench, plant
from boriken.players.training.training import GAMES_A_ROUND, LANES, Training, TrainingRequest

from .measuring import Measured, best_rate, rounded


def bench_bots(rules: Rules, players: int, seconds: float) -> list[Measured]:
    """All measurements, one after the other."""
    return [
        _heuristic(rules, players, seconds),
        _samples(rules, players, seconds, RANDOM),
        _samples(rules, players, seconds, NETWORK),
        *_guided_samples(rules, players, seconds),
        _training(rules, players, seconds),
    ]


def _heuristic(rules: Rules, players: int, seconds: float) -> Measured:
    def play(games: int) -> None:
        for seed in range(games):
            play_to_end(Game(rules, players, seed, {}), ["heuristic"] * players, range(players))

    _, best = best_rate(play, seconds)
    return Measured("heuristic_games_per_s", rounded(best), "games/s", "whole games of heuristic players")


def _samples(rules: Rules, players: int, seconds: float, policy: int) -> Measured:
    """Samples of the first decision of a game: the longest there are."""
    game = Game(rules, players, 1, {})
    bench = new_bench(rules, shipped_network(rules, players), seed=1, samples=1000, nodes=100_000)
    bench.states[ROOT] = game.states[0]
    network = search_network(rules, players)
    depth = DEPTH[rules.name]

    def play(samples: int) -> None:
        plant(bench)
        grow(network, bench, game.turn or 0, 1, samples, policy, depth)

    _, best = best_rate(play, seconds)
    if policy == RANDOM:
        return Measured("search_playouts_per_s", rounded(best), "samples/s", "search: samples played out at random")
    what = f"search: samples, each played on by the network for {depth} decisions beyond the tree"
    return Measured("search_samples_per_s", rounded(best), "samples/s", what)


def _guided_samples(rules: Rules, players: int, seconds: float) -> list[Measured]:
    """Likewise, by a guide, in a tree of a tenth of a second's size: the larger it is, the longer are the ways down."""
    path = guide_path(rules, players)
    if path is None:
        return []
    game, guide = Game(rules, players, 1, {}), read_guide(path, rules, players)
    bench = guided.new_bench(rules, seed=1, nodes=5000)
    bench.states[guided.ROOT] = game.states[0]

    def play(samples: int) -> None:
        for first in range(0, samples, 5000):
            guided.plant(guide, bench)
            guided.grow(guide, bench, game.turn or 0, 1, min(samples - first, 5000))

    _, best = best_rate(play, seconds)
    return [Measured("guided_samples_per_s", rounded(best), "samples/s", "search: samples by a guide")]


def _training(rules: Rules, players: int, seconds: float) -> Measured:
    """Of a network that knows a little already: its games are not longer than usual."""
    threads = min(cores(), LANES)
    training = Training(TrainingRequest(rules.name, players, games=1_000_000))
    training.weights[:] = np.concatenate([part.ravel() for part in shipped_network(rules, players)])
    with ThreadPoolExecutor(threads) as pool:

        def play(rounds: int) -> None:
            for _ in range(rounds):
                training.round(pool)

        _, best = best_rate(play, seconds)
    what = f"training: games of self-play, learning included, {threads} threads"
    return Measured("training_games_per_s", rounded(best * LANES * GAMES_A_ROUND), "games/s", what)
