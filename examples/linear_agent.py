"""An own agent, in NumPy alone: a linear policy that learns by REINFORCE against random players, on a batch.

    python examples/linear_agent.py --game san-juan --players 2

An action's score is a weighted sum of the observation's numbers; legal actions are chosen with probabilities given by
their scores. After each generation of games, actions of games that went better than usual become likelier. (On a busy
machine set OMP_NUM_THREADS=1: NumPy's threads wait for each other.)
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import boriken.envs


class LinearPolicy:
    """Scores of actions, linear in the observation; learns with Adam."""

    def __init__(self, numbers: int, actions: int, rate: float) -> None:
        self.weights = np.zeros((numbers + 1, actions), np.float32)
        self.rate = rate
        self._mean = np.zeros_like(self.weights)
        self._square = np.zeros_like(self.weights)
        self._updates = 0

    def probabilities(self, features: Any, masks: Any) -> Any:
        scores = features @ self.weights
        scores[masks == 0] = -np.inf
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def climb(self, gradient: Any) -> None:
        self._updates += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.01 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._updates)
        square = self._square / (1 - 0.99**self._updates)
        self.weights += self.rate * mean / (np.sqrt(square) + 1e-8)


def features_of(batch: Any) -> Any:
    """The observations as numbers of about 0 to 1, and a constant."""
    scaled = batch.observations / batch.table.layout.usual
    return np.hstack([scaled, np.ones((batch.n, 1), np.float32)]).astype(np.float32)


def generation(batch: Any, policy: LinearPolicy, chooser: Any) -> tuple[float, Any]:
    """Play a game at each table; returns the share of wins and the gradient of the expected reward."""
    n = batch.n
    playing = np.ones(n, np.bool_)
    rewards = np.zeros(n, np.float32)
    games = np.arange(n)
    steps = []
    while playing.any():
        features = features_of(batch)
        chances = policy.probabilities(features, batch.masks)
        actions = (chances.cumsum(axis=1) > chooser.random((n, 1)) * 0.999999).argmax(axis=1)
        steps.append((features[playing], actions[playing], chances[playing], games[playing]))
        learners = batch.learners.copy()
        batch.step(actions)
        ended = (batch.terminated | batch.truncated) & playing
        rewards[ended] = batch.rewards[games, learners][ended]
        playing &= ~ended
    advantage = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
    gradient = np.zeros_like(policy.weights)
    for features, actions, chances, tables in steps:
        step = -chances
        step[np.arange(len(actions)), actions] += 1
        gradient += features.T @ (step * advantage[tables, None])
    return float((rewards > 0.999).mean()), gradient / n


def learn(game: str, players: int | None, generations: int, tables: int, rate: float, seed: int) -> list[float]:
    """Learn, and return the share of games won in each generation: the first is played at random."""
    batch = boriken.envs.batch(tables, game, players, opponents="random", reward="rank", seed=seed, limit=2000)
    policy = LinearPolicy(batch.table.layout.size, batch.table.actions, rate)
    chooser = np.random.default_rng(seed)
    curve = []
    for i in range(generations):
        batch.begin()
        wins, gradient = generation(batch, policy, chooser)
        policy.climb(gradient)
        curve.append(wins)
        print(
            f"generation {i:>3}   games {(i + 1) * tables:>7}   won {wins:.2f}   {'#' * round(40 * wins)}", flush=True
        )
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description="A linear policy that learns by REINFORCE against random players.")
    parser.add_argument("--game", default="san-juan")
    parser.add_argument("--players", type=int)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--tables", type=int, default=256, help="games in each generation")
    parser.add_argument("--rate", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=1)
    arguments = vars(parser.parse_args())
    curve = learn(**arguments)
    last = curve[-max(1, len(curve) // 5) :]
    print(f"at random it won {curve[0]:.2f}; at the end {sum(last) / len(last):.2f}")


if __name__ == "__main__":
    main()
