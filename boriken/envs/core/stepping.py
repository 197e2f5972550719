"""Stepping many games at once: one compiled loop behind every environment.

Nothing is allocated here. A chunk of games is stepped by one call, which holds no lock: several threads step several
chunks side by side.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from boriken.engine import State, States, below, rule, seed_chance
from boriken.engine.referee import NO_END, Standings, next_choice
from boriken.engine.rules import apply, setup
from boriken.players.heuristic import best_by_thumb
from boriken.players.styles import PLAIN

from .observing import observe, reveal
from .rewards import pay

ROOM = 64
"""No position has more legal actions; `Batch` sees to that."""

DESK = np.dtype(
    [
        ("seed", np.int64),  # of the game being played
        ("chance", np.uint32, (4,)),  # for opponents and actions drawn at random, not for the game
        ("decisions", np.int32),  # made so far, by all seats
        ("length", np.int32),  # decisions in the last game that ended
        ("count", np.int16),  # how many actions are legal; 0 once the game has ended
        ("learner", np.int8),  # the seat that is asked, or NOBODY: all seats are
        ("illegal", np.int8),  # the last action was not legal
        ("legal", np.int16, (ROOM,)),
    ],
    align=True,
)
"""What is kept beside a game while it is being stepped: its workspace."""

NOBODY = -1
ROTATING = -2
"""For `Settings.learner`: every seat is asked; one seat is, the seed's remainder by the number of players."""

NO_ACTION = -1
STAY = -(1 << 31)
"""Instead of an action: leave the game as it is, with all that was written for it."""
NO_LIMIT = 1 << 30

TABLE_STREAM = 3
"""Of chance: for opponents in the step. See boriken.engine.chance."""


class Settings(NamedTuple):
    """What does not change from step to step."""

    limit: int
    """So many decisions end a game as it stands."""
    reward: int
    learner: int
    """A seat, NOBODY or ROTATING."""
    bots: Any
    """Who plays the other seats, by their distance from the learner's."""
    replace: bool
    """An illegal action is replaced by a random one; else the game stays as it is."""
    again: bool
    """A game that ends is followed by another at once,"""
    seed_step: int
    """whose seed is higher by this."""
    observe: bool
    reveal: bool
    keep_last: bool
    """Keep the last observation of a game that ends."""


class Games(NamedTuple):
    """The games of a batch and all that is handed out: arrays with a row for each game."""

    states: States
    desks: Any
    actions: Any
    seats: Any
    masks: Any
    observations: Any
    secrets: Any
    rewards: Any
    terminated: Any
    truncated: Any
    points: Any
    last_observations: Any


class StepKind(IntEnum):
    """What a call does with each game."""

    BEGIN = 0  # a new game with the seed on the desk
    PLAY = 1  # the action given
    RANDOM = 2  # a legal action drawn at random


class Bot(IntEnum):
    """Opponents inside the step."""

    RANDOM = 0
    HEURISTIC = 1
    OUTSIDE = 2  # asked by whoever steps: see boriken.envs.opponents


@rule
def step(games: Games, settings: Settings, standings: Standings, start: int, stop: int, mode: int, times: int) -> int:
    """Step the games of start to stop - 1, several times over. Returns how many actions were not legal.

    `standings` is scratch space. (One function: handing the groups on to others takes longer than a decision.)
    """
    states, desks, actions, masks, rewards = games.states, games.desks, games.actions, games.masks, games.rewards
    terminated, truncated, points, seats = games.terminated, games.truncated, games.points, games.seats
    observations, secrets, last = games.observations, games.secrets, games.last_observations
    bots, learner = settings.bots, settings.learner
    wrong = 0
    for _ in range(times):
        for i in range(start, stop):
            if mode == StepKind.PLAY and actions[i] == STAY:
                continue
            s = states[i]
            desk = desks[i]
            mask = masks[i]
            rewards[i, :] = 0
            terminated[i] = False
            truncated[i] = False
            action = NO_ACTION
            if mode == StepKind.BEGIN:
                mask[:] = 0
                lay_out(s, desk, learner)
            else:
                if mode == StepKind.RANDOM:
                    actions[i] = desk.legal[below(desk.chance, desk.count)]
                action = actions[i]
                desk.illegal = desk.count == 0 or not (0 <= action < len(mask)) or mask[action] == 0
                if desk.illegal:
                    wrong += 1
                    if desk.count == 0 or not settings.replace:
                        continue
                    action = desk.legal[below(desk.chance, desk.count)]
                    actions[i] = action
                for k in range(desk.count):
                    mask[desk.legal[k]] = 0
                desk.decisions += 1
            while True:  # once, and once more if a new game begins
                limit = settings.limit if action != NO_ACTION else NO_LIMIT
                _play(s, desk, action, bots, limit)
                if desk.count > 0 and desk.decisions < limit:
                    break
                terminated[i] = desk.count == 0
                truncated[i] = desk.count > 0
                desk.count = 0
                desk.length = desk.decisions
                pay(s, settings.reward, standings, rewards[i])
                for p in range(s.players):
                    points[i, p] = standings.points[p]
                if settings.keep_last:
                    observe(s, observer(s, desk, bots), last[i])
                if not settings.again:
                    break
                desk.seed += settings.seed_step
                lay_out(s, desk, learner)
                action = NO_ACTION
            for k in range(desk.count):
                mask[desk.legal[k]] = 1
            seats[i] = observer(s, desk, bots)
            if settings.observe:
                observe(s, seats[i], observations[i])
            if settings.reveal:
                reveal(s, seats[i], secrets[i])
    return wrong


@rule
def observer(s: State, desk: Any, bots: Any) -> int:
    """Whose view is written: that of the seat that chooses, or would."""
    if desk.learner == NOBODY or (desk.count > 0 and opponent(s, desk, bots) == Bot.OUTSIDE):
        return s.turn
    return desk.learner


@rule
def opponent(s: State, desk: Any, bots: Any) -> int:
    """Who plays the seat to move, if it is not the learner's."""
    return bots[(s.turn - desk.learner + s.players) % s.players]


@rule
def lay_out(s: State, desk: Any, learner: int) -> None:
    """Set a game up for the seed on the desk."""
    seed_chance(desk.chance, desk.seed, TABLE_STREAM)
    desk.learner = desk.seed % s.players if learner == ROTATING else learner
    desk.decisions = 0
    setup(s, desk.seed)


@rule
def _play(s: State, desk: Any, action: int, bots: Any, limit: int) -> None:
    """Play an action, if any, then what is forced and what opponents choose, until there is something to ask."""
    while True:
        if action != NO_ACTION:
            apply(s, action)
        n, _ = next_choice(s, desk.legal[:], NO_END, None)  # [:]: an array like others, not a part of a record
        desk.count = n
        if n == 0 or desk.learner == NOBODY or s.turn == desk.learner or desk.decisions >= limit:
            return
        bot = opponent(s, desk, bots)
        if bot == Bot.OUTSIDE:
            return
        desk.decisions += 1
        action = choose(s, desk, bot)


@rule
def choose(s: State, desk: Any, bot: int) -> int:
    """What an opponent plays. (The heuristic looks at nothing that its seat cannot know: tests/envs.)"""
    if bot == Bot.RANDOM:
        return desk.legal[below(desk.chance, desk.count)]
    return desk.legal[best_by_thumb(s, desk.legal, desk.count, PLAIN)]
