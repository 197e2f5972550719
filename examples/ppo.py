"""PPO with action masks on the batched core, in one file of PyTorch.

    pip install boriken[train]
    python examples/ppo.py --game san-juan --players 3 --opponents heuristic --save ppo.pt
    python examples/ppo.py --game san-juan --players 3 --opponents self --save ppo.pt --resume
    boriken arena san-juan --one examples.ppo:PpoPlayer:ppo.pt --field heuristic
    python examples/ppo.py --device cuda --tables 16384 --steps 16 --minibatch 16384  # all of it on a GPU

A network sees the observation of the seat that is to choose and gives a score for each action and a value. Opponents
play inside the step: bots by name, or, for self-play, frozen copies of the network itself. Rewards come at the end of a
game and are carried back by generalized advantage estimation (gamma 1). The reward is the margin in points: whoever
still loses every game is told by it which losses were close; ranks and wins say nothing to a beginner.
"""

from __future__ import annotations

import argparse
import copy
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import boriken.envs
from boriken.engine import Action, BadOption, Game

SELF = "self"
"""As an opponent: a copy of the network, frozen for some updates."""
A_GOOD_MARGIN = 20.0
"""Points: what a margin is divided by."""


def tensor(array: Any) -> Any:
    """A batch's array as a tensor: the same memory, wherever it is."""
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)


def draw(scores: Any) -> Any:
    """An action for each row, by its chance."""
    return torch.distributions.Categorical(logits=scores, validate_args=False).sample()


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

    def choose(self, observations: Any, masks: Any) -> Any:
        """An action for each row, drawn by its chance: so the network plays inside the step, too."""
        with torch.no_grad():
            scores, _ = self(tensor(observations), tensor(masks))
        return draw(scores)


class Rollout:
    """What happened in some steps of all games, as tensors made once."""

    def __init__(self, steps: int, batch: Any, device: str) -> None:
        n, table = batch.n, batch.table
        self.observations = torch.zeros((steps, n, table.layout.size), dtype=torch.int16, device=device)
        self.masks = torch.zeros((steps, n, table.actions), dtype=torch.int8, device=device)
        self.actions = torch.zeros((steps, n), dtype=torch.int64, device=device)
        self.chances, self.values, self.rewards, self.ended = torch.zeros((4, steps, n), device=device)

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


def collect(batch: Any, network: Network, rollout: Rollout) -> tuple[int, float]:
    """Fill a rollout; returns how many games ended, and how many of them were won by points, ties shared."""
    observations, masks, rewards = tensor(batch.observations), tensor(batch.masks), tensor(batch.rewards)
    terminated, truncated, learners = tensor(batch.terminated), tensor(batch.truncated), tensor(batch.learners)
    won = torch.zeros_like(rollout.values[0])
    for t in range(len(rollout.actions)):
        rollout.observations[t] = observations
        rollout.masks[t] = masks
        with torch.no_grad():
            scores, rollout.values[t] = network(rollout.observations[t], rollout.masks[t])
        actions = draw(scores)
        rollout.actions[t] = actions
        rollout.chances[t] = scores.gather(1, actions[:, None]).squeeze(1)
        seats = learners.long()[:, None]  # a copy: in the next game another seat may be asked
        batch.step(actions)
        rollout.ended[t] = terminated | truncated
        mine, best = rewards.gather(1, seats), rewards.amax(1, keepdim=True)
        rollout.rewards[t] = mine.squeeze(1) / A_GOOD_MARGIN
        won += rollout.ended[t] * (mine == best).squeeze(1) / (rewards == best).sum(1)
    return int(rollout.ended.sum()), float(won.sum())


def improve(network: Network, optimizer: Any, rollout: Rollout, last_values: Any, arguments: Any) -> None:
    """Some epochs of PPO on a rollout."""
    advantages = rollout.advantages(last_values, arguments.decay)
    returns = (advantages + rollout.values).flatten()
    flat = {name: getattr(rollout, name).flatten(0, 1) for name in ("observations", "masks", "actions", "chances")}
    advantages = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
    for _ in range(arguments.epochs):
        for part in torch.randperm(len(returns), device=arguments.device).split(arguments.minibatch):
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


def keep(path: str, arguments: argparse.Namespace, network: Network, optimizer: Any, update: int) -> None:
    """Write all that it takes to go on and to play, at one stroke: a file that is there stays whole."""
    about = {name: getattr(arguments, name) for name in ("game", "players", "width")}
    state = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "update": update}
    torch.save(about | state, f"{path}.new")
    os.replace(f"{path}.new", path)


def learn(arguments: argparse.Namespace) -> list[float]:
    """Learn, and return the share of games won in each update in which games ended: the curve."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    table = boriken.envs.table(arguments.game, arguments.players)
    arguments.players = table.seats
    network = Network(table.layout, table.actions, arguments.width).to(arguments.device)
    optimizer = torch.optim.Adam(network.parameters(), lr=arguments.rate)
    first = 0
    if arguments.resume:
        saved = torch.load(arguments.save, weights_only=True, map_location=arguments.device)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["update"]
    frozen = copy.deepcopy(network)
    batch = boriken.envs.batch(
        arguments.tables,
        arguments.game,
        arguments.players,
        opponents=frozen.choose if arguments.opponents == SELF else arguments.opponents,
        reward="margin",
        seed=arguments.seed + first * arguments.tables,  # after a pause, other games
        limit=2000,
        illegal="random",  # there are none; to find one, the CPU would wait for the GPU in each step
        device=arguments.device,
    )
    rollout = Rollout(arguments.steps, batch, arguments.device)
    curve: list[float] = []
    start = time.perf_counter()
    for update in range(first, first + arguments.updates):
        games, won = collect(batch, network, rollout)
        with torch.no_grad():
            _, last_values = network(tensor(batch.observations), tensor(batch.masks))
        improve(network, optimizer, rollout, last_values, arguments)
        if games:
            curve.append(won / games)
            rate = (update + 1 - first) * arguments.steps * arguments.tables / (time.perf_counter() - start)
            bar = "#" * round(40 * curve[-1])
            print(
                f"update {update:>4}   {games:>5} games   won {curve[-1]:.2f}   {rate:,.0f} steps/s   {bar}",
                flush=True,
            )
        if (update + 1) % arguments.every == 0 or update + 1 == first + arguments.updates:
            frozen.load_state_dict(network.state_dict())
            if arguments.save:
                keep(arguments.save, arguments, network, optimizer, update + 1)
    return curve


class PpoPlayer:
    """A network of this file as a player: `examples.ppo:PpoPlayer:FILE`. It takes what its network scores highest."""

    def __init__(self, seed: int, settings: str) -> None:
        if not Path(settings).is_file():
            raise BadOption(f"examples.ppo:PpoPlayer needs a file that ppo.py has saved, not {settings!r}")
        self.name = f"ppo:{Path(settings).stem}"
        saved = torch.load(settings, weights_only=True, map_location="cpu")
        self._for = saved["game"], saved["players"]
        table = boriken.envs.table(*self._for)
        self._network = Network(table.layout, table.actions, saved["width"])
        self._network.load_state_dict(saved["network"])

    def choose(self, game: Game) -> Action:
        if (game.rules.key, game.players) != self._for:
            raise BadOption(f"{self.name} has learned {self._for[0]} with {self._for[1]} players, nothing else")
        observation, mask = boriken.envs.observe(game)
        with torch.no_grad():
            scores, _ = self._network(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None])
        return game.rules.actions[int(scores[0].argmax())]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(description="PPO with action masks on the batched core.")
    options.add_argument("--game", default="puerto-rico")
    options.add_argument("--players", type=int)
    options.add_argument("--opponents", default="heuristic", help="a bot, or 'self' for frozen copies of the network")
    options.add_argument("--device", default="cpu", help="cpu, or cuda: games, network and learning on a GPU")
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
    options.add_argument("--save", metavar="FILE", help="keep the network there")
    options.add_argument("--every", type=int, default=10, help="updates between two times that it is kept, or frozen")
    options.add_argument("--resume", action="store_true", help="go on with the network that --save names")
    return options


if __name__ == "__main__":
    learn(parser().parse_args())
