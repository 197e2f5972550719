"""Random players through PettingZoo: how each seat fares. Every other agent is measured against this one.

python examples/random_agent.py --game san-juan --games 200
"""

from __future__ import annotations

import argparse
import random

import numpy as np

import boriken.envs


def play(game: str, players: int | None, games: int, seed: int) -> list[float]:
    """The share of games won by each seat, ties shared."""
    env = boriken.envs.aec(game, players, reward="win")
    chooser = random.Random(seed)
    wins = dict.fromkeys(env.possible_agents, 0.0)
    for i in range(games):
        env.reset(seed=seed + i)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            if termination or truncation:
                wins[agent] += reward
                env.step(None)
            else:
                env.step(chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        if (i + 1) % max(1, games // 5) == 0:
            shares = "  ".join(f"{agent} {won / (i + 1):.2f}" for agent, won in wins.items())
            print(f"after {i + 1:>5} games   {shares}", flush=True)
    return [won / games for won in wins.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description="Random players: how each seat fares.")
    parser.add_argument("--game", default="puerto-rico")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    play(arguments.game, arguments.players, arguments.games, arguments.seed)


if __name__ == "__main__":
    main()
