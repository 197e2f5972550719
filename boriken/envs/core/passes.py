"""Stepping as a GPU does it: many games in passes, in each of which a game plays one action at most.

Threads of a GPU are quick only while their neighbours do the same. So games are sorted by what is asked before each
pass, and what is one loop over a game in `stepping` stands here cut into actions, with an `ERRAND` that remembers what
a game is about. The results are the same to the bit; a test compares them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boriken.engine import State, below, rule
from boriken.engine.referee import Standings
from boriken.engine.rules import apply, legal
from boriken.players.heuristic import best_by_thumb
from boriken.players.styles import PLAIN

from .observing import observe, reveal
from .rewards import pay
from .stepping import Bot, Games, Settings, lay_out, observer, opponent

ERRAND = np.dtype(
    [
        ("left", np.int32),  # random decisions still to make
        ("action", np.int16),  # to be played next, or BEGINS, ENDS, CHOOSES
        ("fresh", np.int8),  # the game began in this step: no limit ends it yet
        ("waits", np.int8),  # for an action from outside
    ],
    align=True,
)
"""What a game is about while it is being stepped."""

BEGINS, ENDS, CHOOSES = -1, -2, -3
"""Instead of an action: a game is laid out; this one is over, and the next is laid out; a bot has to think first."""

ALL = 1 << 30
"""For `go_on`: as many actions as it takes."""

WAITS = 127
"""The key of games that wait: behind all others."""
_ENDING, _ROLES, _DECISIONS = 0, 1, 40
"""Keys of the others. What takes longest begins first: threads without work then wait for nobody in the end."""


@rule
def begin_game(errands: Any, i: int) -> None:
    """A new game with the seed on the desk."""
    _send(errands[i], BEGINS, 0)


@rule
def answer(games: Games, settings: Settings, errands: Any, i: int) -> int:
    """Game i is given the action in `actions`. Returns 1 if that is not legal."""
    desk, mask = games.desks[i], games.masks[i]
    action = games.actions[i]
    _clear(games, i)
    desk.illegal = desk.count == 0 or not (0 <= action < len(mask)) or mask[action] == 0
    if desk.illegal:
        if not settings.replace:
            return 1
        action = desk.legal[below(desk.chance, desk.count)]
        games.actions[i] = action
    desk.decisions += 1
    _send(errands[i], action, 0)
    return 0 + desk.illegal


@rule
def waits_for_an_opponent(games: Games, i: int) -> bool:
    """Whether somebody else than its learner is asked in game i."""
    return games.seats[i] != games.desks[i].learner


@rule
def reply(games: Games, errands: Any, replies: Any, policies: Any, which: int, i: int) -> int:
    """If game i waits for an opponent whom this policy plays, he has chosen. Returns 1 if his action is not legal.

    `policies` says who plays a seat, by its distance from the learner's.
    """
    s, desk, mask = games.states[i], games.desks[i], games.masks[i]
    if s.turn == desk.learner or opponent(s, desk, policies) != which:
        return 0
    action = replies[i]
    if not (0 <= action < len(mask)) or mask[action] == 0:
        return 1
    desk.decisions += 1
    _send(errands[i], action, 0)
    return 0


@rule
def answer_randomly(games: Games, errands: Any, i: int, times: int) -> None:
    """Game i makes so many random decisions."""
    desk = games.desks[i]
    _send(errands[i], BEGINS, times)
    _draw(games, errands[i], desk.legal, desk.count, i)


@rule
def _send(errand: Any, action: int, left: int) -> None:
    errand.action = action
    errand.left = left
    errand.fresh = 0
    errand.waits = 0


@rule
def _draw(games: Games, errand: Any, choices: Any, n: int, i: int) -> None:
    """A random decision. What a step says of a game is said of the last one."""
    desk = games.desks[i]
    desk.decisions += 1
    errand.action = choices[below(desk.chance, n)]
    errand.fresh = 0
    errand.left -= 1
    if errand.left == 0:
        _clear(games, i)
        desk.illegal = 0
        games.actions[i] = errand.action


@rule
def _clear(games: Games, i: int) -> None:
    """A step begins: nothing has ended in it."""
    rewards = games.rewards[i]
    for p in range(len(rewards)):
        rewards[p] = 0
    games.terminated[i] = False
    games.truncated[i] = False


@rule
def go_on(
    s: State,
    games: Games,
    settings: Settings,
    errand: Any,
    standings: Standings,
    choices: Any,
    i: int,
    most: int,
    role: int,
    bots: bool,
) -> None:
    """Play so many actions of game i at most while it is about the same, or ALL until it waits.

    s and errand are its own, brought near; `choices` is scratch space. Without bots no code for them is compiled.
    """
    key = key_of(s, errand, role)
    for _ in range(most):
        _play(s, games, settings, errand, standings, choices, i, role, bots)
        if errand.waits != 0 or (most < ALL and key_of(s, errand, role) != key):
            return


@rule
def key_of(s: State, errand: Any, role: int) -> int:
    """What a game is about: games of equal keys are played side by side.

    `role` is the decision after which games part, as what follows depends on the role.
    """
    if errand.waits != 0:
        return WAITS
    if errand.action == ENDS or errand.action == BEGINS:
        return _ENDING
    if errand.action >= 0 and s.decision == role:
        return _ROLES + (errand.action & 31)
    return _DECISIONS + s.decision


@rule
def _play(
    s: State,
    games: Games,
    settings: Settings,
    errand: Any,
    standings: Standings,
    choices: Any,
    i: int,
    role: int,
    bots: bool,
) -> None:
    """Play what was decided, and decide what comes next."""
    if bots and errand.action == CHOOSES:
        errand.action = choices[best_by_thumb(s, choices, legal(s, choices), PLAIN)]
        if s.decision == role:
            return
    if errand.action >= 0:
        apply(s, errand.action)
    else:
        if errand.action == ENDS:
            _end(games, settings, standings, s, i)
        lay_out(s, games.desks[i], settings.learner)
        errand.fresh = 1
    _decide(s, games, settings, errand, choices, i, bots)


@rule
def _decide(s: State, games: Games, settings: Settings, errand: Any, choices: Any, i: int, bots: bool) -> None:
    """What is played next in game i: what is forced, an opponent's choice or a random one; else it waits."""
    desk = games.desks[i]
    n = legal(s, choices)
    if n == 1:
        errand.action = choices[0]
        return
    if n == 0 or (errand.fresh == 0 and desk.decisions >= settings.limit):
        errand.action = ENDS
        return
    if bots and s.turn != desk.learner:
        bot = opponent(s, desk, settings.bots)
        if bot != Bot.OUTSIDE:
            desk.decisions += 1
            errand.action = choices[below(desk.chance, n)] if bot == Bot.RANDOM else CHOOSES
            return
    elif errand.left > 0:
        _draw(games, errand, choices, n, i)
        return
    errand.waits = 1
    desk.count = n
    for k in range(n):
        desk.legal[k] = choices[k]


@rule
def _end(games: Games, settings: Settings, standings: Standings, s: State, i: int) -> None:
    """Game i is over, or has reached the limit: the next one has the next seed."""
    desk = games.desks[i]
    games.terminated[i] = s.over
    games.truncated[i] = not s.over
    desk.count = 0
    desk.length = desk.decisions
    pay(s, settings.reward, standings, games.rewards[i])
    for p in range(s.players):
        games.points[i, p] = standings.points[p]
    if settings.keep_last:
        observe(s, observer(s, desk, settings.bots), games.last_observations[i])
    desk.seed += settings.seed_step


@rule
def show(s: State, games: Games, settings: Settings, row: Any, i: int) -> None:
    """What the seat that is asked in game i sees. The row is where its observation is written."""
    seat = observer(s, games.desks[i], settings.bots)
    games.seats[i] = seat
    if settings.observe:
        observe(s, seat, row)
    if settings.reveal:
        reveal(s, seat, games.secrets[i])


@rule
def show_legal(games: Games, mask: Any, i: int) -> None:
    """What that seat may do."""
    desk = games.desks[i]
    for action in range(len(mask)):
        mask[action] = 0
    for k in range(desk.count):
        mask[desk.legal[k]] = 1
