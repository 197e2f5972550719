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

from .observing import observe, reveal
from .rewards import pay
from .stepping import NO_ACTION, Games, Settings, choose, lay_out, observer, opponent

ERRAND = np.dtype(
    [
        ("left", np.int32),  # random decisions still to make
        ("action", np.int16),  # chosen and to be played next, or NO_ACTION
        ("fresh", np.int8),  # the game began in this step: no limit ends it yet
        ("waits", np.int8),  # for an action from outside
    ],
    align=True,
)
"""What a game is about while it is being stepped."""

WAITS = 127
"""The key of games that wait: behind all others."""
CHOSEN = 64
"""The first key of games in which a role has been chosen: what follows depends on the role alone."""


NO_ROLE = -1
"""Of no game: no decision parts games."""


@rule
def begin_game(games: Games, settings: Settings, errands: Any, i: int) -> None:
    """A new game with the seed on the desk."""
    mask = games.masks[i]
    for action in range(len(mask)):
        mask[action] = 0
    _clear(games, i)
    lay_out(games.states[i], games.desks[i], settings.learner)
    _send(errands[i], NO_ACTION, 0, 1)


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
    _wipe(desk, mask)
    desk.decisions += 1
    _send(errands[i], action, 0, 0)
    return 0 + desk.illegal


@rule
def answer_randomly(games: Games, errands: Any, i: int, times: int) -> None:
    """Game i makes so many random decisions."""
    _wipe(games.desks[i], games.masks[i])
    _send(errands[i], NO_ACTION, times, 0)


@rule
def _send(errand: Any, action: int, left: int, fresh: int) -> None:
    errand.action = action
    errand.left = left
    errand.fresh = fresh
    errand.waits = 0


@rule
def _clear(games: Games, i: int) -> None:
    """A step begins: nothing has ended in it."""
    rewards = games.rewards[i]
    for p in range(len(rewards)):
        rewards[p] = 0
    games.terminated[i] = False
    games.truncated[i] = False


@rule
def _wipe(desk: Any, mask: Any) -> None:
    for k in range(desk.count):
        mask[desk.legal[k]] = 0


@rule
def go_on(
    games: Games, settings: Settings, errands: Any, standings: Standings, i: int, most: int, role: int, bots: bool
) -> None:
    """Play so many actions of game i at most, or until it waits.

    `role` is the decision after which games part, as what follows depends on the role: in a pass of one action it is
    chosen in one pass and played in the next. Without bots no code for them is compiled into the pass.
    """
    s, errand = games.states[i], errands[i]
    for _ in range(most):
        if errand.waits != 0:
            return
        if errand.action == NO_ACTION:
            _decide(games, settings, errand, standings, i, bots)
            if errand.action == NO_ACTION:
                continue
            if most == 1 and s.decision == role:
                return
        apply(s, errand.action)
        errand.action = NO_ACTION


@rule
def key_of(games: Games, errands: Any, i: int, role: int) -> int:
    """What game i is about: games of equal keys are played side by side."""
    s, errand = games.states[i], errands[i]
    if errand.waits != 0:
        return WAITS
    if errand.action != NO_ACTION and s.decision == role:
        return CHOSEN + (errand.action & 31)
    return 0 + s.decision


@rule
def _decide(games: Games, settings: Settings, errand: Any, standings: Standings, i: int, bots: bool) -> None:
    """What is played next in game i: what is forced, an opponent's choice or a random one; else it waits."""
    s, desk = games.states[i], games.desks[i]
    n = legal(s, desk.legal[:])
    desk.count = n
    if n == 1:
        errand.action = desk.legal[0]
        return
    if n == 0 or (errand.fresh == 0 and desk.decisions >= settings.limit):
        _end(games, settings, standings, s, i)
        errand.fresh = 1
        return
    if bots and s.turn != desk.learner:
        errand.action = choose(s, desk, opponent(s, desk, settings.bots))
    elif errand.left > 0:
        errand.left -= 1
        errand.fresh = 0
        _clear(games, i)
        desk.illegal = 0
        errand.action = desk.legal[below(desk.chance, n)]
        games.actions[i] = errand.action
    else:
        errand.waits = 1
        return
    desk.decisions += 1


@rule
def _end(games: Games, settings: Settings, standings: Standings, s: State, i: int) -> None:
    """Game i is over, or has reached the limit: the next one begins."""
    desk = games.desks[i]
    games.terminated[i] = desk.count == 0
    games.truncated[i] = desk.count > 0
    desk.length = desk.decisions
    pay(s, settings.reward, standings, games.rewards[i])
    for p in range(s.players):
        games.points[i, p] = standings.points[p]
    if settings.keep_last:
        observe(s, observer(s, desk, settings.bots), games.last_observations[i])
    desk.seed += settings.seed_step
    lay_out(s, desk, settings.learner)


@rule
def show(games: Games, settings: Settings, i: int) -> None:
    """What the seat that is asked in game i may do, and what it sees."""
    s, desk, mask = games.states[i], games.desks[i], games.masks[i]
    for k in range(desk.count):
        mask[desk.legal[k]] = 1
    seat = observer(s, desk, settings.bots)
    games.seats[i] = seat
    if settings.observe:
        observe(s, seat, games.observations[i])
    if settings.reveal:
        reveal(s, seat, games.secrets[i])
