"""PPO with action masks on the batched core, in one file of PyTorch.

    pip install boriken[train]
    python examples/ppo.py --game puerto-rico --players 4 --opponents random

A network sees the observation of the seat that is to choose and gives a score for each action and a value. Opponents
are bots inside the step ('random' or 'heuristic'). Rewards come at the end of a game and are carried back by
generalized advantage estimation (gamma 1).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

import boriken.envs


class Network(nn.Module):  # type: ignore[misc]
    """Scores of actions, and the value of a position."""

    def __init__(self, layout: Any, actions: int, width: int) -> None:
        super().__init__()
        self.register_buffer("usual", torch.from_numpy(layout.usual))
        self.body = nn.Sequential(
            nn.Linear(layout.size, width), nn.ReLU(), nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # at first all legal actions are equally likely
        nn.init.zeros_(self.policy.bias)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Log-probabilities of actions (illegal ones have none to speak of), and values."""
        hidden = self.body(observations.float() / self.usual)
        scores = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(scores, dim=-1), self.value(hidden).squeeze(-1)


class Rollout:
    """What happened in some steps of all games, as tensors made once."""

    def __init__(self, steps: int, batch: Any) -> None:
        n, table = batch.n, batch.table
        self.observations = torch.zeros((steps, n, table.layout.size), dtype=torch.int16)
        self.masks = torch.zeros((steps, n, table.actions), dtype=torch.int8)
        self.actions = torch.zeros((steps, n), dtype=torch.int64)
        self.chances, self.values, self.rewards, self.ended = (torch.zeros((steps, n)) for _ in range(4))

    def advantages(self, last_values: Any, decay: float) -> Any:
        """How much better than expected each action turned out."""
        advantages = torch.zeros_like(self.rewards)
        carried = torch.zeros_like(last_values)
        following = last_values
        for t in reversed(range(len(self.rewards))):
            going_on = 1 - self.ended[t]
            surprise = self.rewards[t] + going_on * following - self.values[t]
            carried = surprise + decay * going_on * carried
            advantages[t] = carried
            following = self.values[t]
        return advantages


def collect(batch: Any, network: Network, rollout: Rollout) -> list[float]:
    """Fill a rollout; returns 1 for each game that was won, 0 for each other that ended, ties shared."""
    won: list[float] = []
    games = np.arange(batch.n)
    for t in range(len(rollout.actions)):
        rollout.observations[t] = torch.from_numpy(batch.observations)
        rollout.masks[t] = torch.from_numpy(batch.masks)
        with torch.no_grad():
            scores, rollout.values[t] = network(rollout.observations[t], rollout.masks[t])
        actions = torch.distributions.Categorical(logits=scores).sample()
        rollout.actions[t] = actions
        rollout.chances[t] = scores.gather(1, actions[:, None]).squeeze(1)
        learners = batch.learners.copy()
        batch.step(actions.numpy())
        ended = batch.terminated | batch.truncated
        rewards = batch.rewards[games, learners]
        rollout.rewards[t] = torch.from_numpy(rewards)
        rollout.ended[t] = torch.from_numpy(ended.astype(np.float32))
        best = batch.rewards.max(axis=1)
        won += ((rewards == best) / (batch.rewards == best[:, None]).sum(axis=1))[ended].tolist()
    return won


def improve(network: Network, optimizer: Any, rollout: Rollout, last_values: Any, arguments: Any) -> None:
    """Some epochs of PPO on a rollout."""
    advantages = rollout.advantages(last_values, arguments.decay)
    returns = (advantages + rollout.values).flatten()
    flat = {name: getattr(rollout, name).flatten(0, 1) for name in ("observations", "masks", "actions", "chances")}
    advantages = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
    for _ in range(arguments.epochs):
        for part in torch.randperm(len(returns)).split(arguments.minibatch):
            scores, values = network(flat["observations"][part], flat["masks"][part])
            chances = scores.gather(1, flat["actions"][part][:, None]).squeeze(1)
            ratio = (chances - flat["chances"][part]).exp()
            gain = torch.min(ratio * advantages[part], ratio.clamp(0.8, 1.2) * advantages[part]).mean()
            entropy = -(scores.exp() * scores.clamp(min=-100)).sum(-1).mean()
            loss = -gain + 0.5 * (values - returns[part]).square().mean() - arguments.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def learn(arguments: argparse.Namespace) -> list[float]:
    """Learn, and return the share of games won in each update in which games ended: the curve."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    batch = boriken.envs.batch(
        arguments.tables,
        arguments.game,
        arguments.players,
        opponents=arguments.opponents,
        reward="rank",
        seed=arguments.seed,
        limit=2000,
    )
    network = Network(batch.table.layout, batch.table.actions, arguments.width)
    optimizer = torch.optim.Adam(network.parameters(), lr=arguments.rate)
    rollout = Rollout(arguments.steps, batch)
    curve: list[float] = []
    start = time.perf_counter()
    for update in range(arguments.updates):
        won = collect(batch, network, rollout)
        with torch.no_grad():
            _, last_values = network(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
        improve(network, optimizer, rollout, last_values, arguments)
        if won:
            curve.append(sum(won) / len(won))
            rate = (update + 1) * arguments.steps * arguments.tables / (time.perf_counter() - start)
            bar = "#" * round(40 * curve[-1])
            print(
                f"update {update:>4}   {len(won):>5} games   won {curve[-1]:.2f}   {rate:,.0f} steps/s   {bar}",
                flush=True,
            )
    if arguments.save:
        torch.save(network.state_dict(), arguments.save)
    return curve


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(description="PPO with action masks on the batched core.")
    options.add_argument("--game", default="puerto-rico")
    options.add_argument("--players", type=int)
    options.add_argument("--opponents", default="random", help="'random' or 'heuristic'")
    options.add_argument("--updates", type=int, default=200)
    options.add_argument("--tables", type=int, default=128, help="games played side by side")
    options.add_argument("--steps", type=int, default=128, help="of each game between updates")
    options.add_argument("--epochs", type=int, default=3)
    options.add_argument("--minibatch", type=int, default=1024)
    options.add_argument("--width", type=int, default=256, help="of the network's layers")
    options.add_argument("--rate", type=float, default=1e-3)
    options.add_argument("--decay", type=float, default=0.995, help="lambda of the advantage estimation")
    options.add_argument("--entropy", type=float, default=0.01)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1, help="of PyTorch: for small networks one is quickest")
    options.add_argument("--save", metavar="FILE", help="write the network's weights there")
    return options


if __name__ == "__main__":
    learn(parser().parse_args())
