"""Matches: bots sit down at a table and play a game to its end.

Where every bot at the table is compiled, the whole game is one compiled loop; else the bots are asked one by one. Both
ways play the same games to the last action.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boriken.engine import Game, Rules, States, Undecided, below, new_chance, new_states, prepare, rule, stepping
from boriken.engine.game import MOST_ACTIONS
from boriken.engine.referee import ACTION, CHOSEN, ROUND, SEAT, new_log, next_choice, play
from boriken.engine.rules import redraw, setup

from . import choose, is_known, make_player
from .base import get_ready, say_goodbye
from .heuristic import STYLE_NAMES, best, check_style
from .styles import PLAIN

RANDOM, HEURISTIC = 0, 1
COMPILED = {
    "random": RANDOM,
    "heuristic": HEURISTIC,
    **{f"style:{name}": HEURISTIC + style for style, name in enumerate(STYLE_NAMES, PLAIN + 1)},
}
"""Players that can take part in the compiled loop, by name. Styles are counted from the heuristic player's."""


@dataclass(frozen=True)
class Effort:
    """What it took to play a game."""

    decisions: tuple[int, ...]
    """By seat; forced actions do not count."""
    seconds: tuple[float, ...] | None
    """What each seat took to decide; None where compiled players shared one loop, which cannot be told apart."""
    labels: dict[str, str] = field(default_factory=dict)
    """By spec: the names of players of others, programs and own classes, as they call themselves."""


@rule
def play_whole(
    states: States, seed: int, given: Any, n: int, kinds: Any, seeds: Any, chances: Any, legal_out: Any, log: Any
) -> int:
    """Play game 1, set up anew if there is a seed: n given actions first, then each seat by its kind, to the end.

    Writes every action to the log and returns how many there were; stops early when the log is full. Game 0 is scratch
    space: there a player sees what its seat may know, with all else drawn anew.
    """
    s = states[1]
    imagined = states[0]
    if seed != stepping.NO_SEED:
        setup(s, seed)
    for done in range(n):
        play(s, given[done], False, log, done)
    done = n
    decisions = 0
    while True:
        count, forced = next_choice(s, legal_out, len(log) - done, log[done:])
        done += forced
        if count == 0 or done == len(log):
            return done
        seat = s.turn
        if kinds[seat] == RANDOM:
            pick = below(chances[seat], count)
        else:
            states[0] = states[1]
            redraw(imagined, seat, seeds[seat] ^ decisions)
            pick = best(states, legal_out, count, kinds[seat] - HEURISTIC)
        decisions += 1
        play(s, legal_out[pick], True, log, done)
        done += 1


def play_to_end(game: Game, specs: Sequence[str], seeds: Sequence[int], compiled: bool = True) -> Effort:
    """Let players finish a game: for each seat a spec, as `make_player` takes it, and a seed for all its chance.

    `compiled=False` asks the players one by one even where the compiled loop could serve.
    """
    if compiled and is_compiled(specs):
        return _play_compiled(game, [COMPILED[spec] for spec in specs], seeds)
    players = [make_player(spec, seed) for spec, seed in zip(specs, seeds, strict=True)]
    decisions = [0] * game.players
    seconds = [0.0] * game.players
    try:
        while (seat := game.turn) is not None:
            start = time.perf_counter()
            action = choose(players[seat], game, seeds[seat] ^ sum(decisions))
            seconds[seat] += time.perf_counter() - start
            decisions[seat] += 1
            game.play(action)
    finally:
        for player in players:
            say_goodbye(player, game.outcome)
    labels = {spec: player.name for spec, player in zip(specs, players, strict=True) if not is_known(spec)}
    return Effort(tuple(decisions), tuple(seconds), labels)


def is_compiled(specs: Sequence[str]) -> bool:
    """Whether a game of these players is one compiled loop."""
    return all(spec in COMPILED for spec in specs)


def warm_up(rules: Rules, players: int, options: dict[str, Any], specs: Sequence[str]) -> None:
    """Compile beforehand whatever games of these players need, telling whoever waits."""
    game = Game(rules, players, 0, options)
    rounds_of(game)
    if not is_compiled(specs):
        assert game.turn is not None, "a new game is not over"
        imagined = game.determinize(game.turn, 0)
        for spec in sorted(set(specs)):
            get_ready(make_player(spec, 0), imagined)


def _play_compiled(game: Game, kinds: list[int], seeds: Sequence[int]) -> Effort:
    for kind in kinds:
        check_style(game.rules, kind - HEURISTIC)
    states, log = _room(game, MOST_ACTIONS)
    states[1:] = game.states
    n = _run(game, states, stepping.NO_SEED, [], kinds, seeds, log)
    if n == len(log):
        raise Undecided(f"the game has gone on for {n} actions and ends here, undecided")
    log = log[:n]
    chosen = np.flatnonzero(log[:, CHOSEN])
    game.adopt(states[1:], log[:, ACTION].tolist(), log[:, SEAT].tolist(), chosen.tolist())
    decisions = np.bincount(log[chosen, SEAT], minlength=game.players)
    return Effort(tuple(decisions.tolist()), None)


def rounds_of(game: Game) -> list[int]:
    """The round in which each action of a game was played."""
    actions = [int(action) for action in game.actions]
    states, log = _room(game, len(actions))
    states[1:] = game.states
    _run(game, states, game.seed, actions, [RANDOM] * game.players, [0] * game.players, log)
    rounds: list[int] = log[:, ROUND].tolist()
    return rounds


def _room(game: Game, actions: int) -> tuple[States, Any]:
    return new_states(game.rules, 2), new_log(actions)


def _run(
    game: Game, states: States, seed: int, given: Sequence[int], kinds: Sequence[int], seeds: Sequence[int], log: Any
) -> int:
    legal_out = np.zeros(game.rules.most_legal, np.int16)
    chances = np.array([new_chance(seed) for seed in seeds])
    rest = (np.array(kinds, np.int64), np.array(seeds, np.int64), chances, legal_out)

    def whole(first: Any, into: Any) -> int:
        return play_whole(states, seed, first, len(first), *rest, into)

    prepare(f"whole games of {game.rules.full_title}", lambda: whole(legal_out[:0], log[:0]))
    return whole(np.array(given, np.int16), log)
