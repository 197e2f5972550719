"""Compiled code does what it says."""

from __future__ import annotations

import threading
import types
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from boriken import Game
from boriken.engine import GAME, State, States, generic, new_states, prepare, rule, stepping
from boriken.engine.referee import new_log
from boriken.engine.rules import apply, legal, redraw
from boriken.puerto_rico import PUERTO_RICO
from boriken.san_juan import SAN_JUAN


class Tally(NamedTuple):
    actions: Any
    by_seat: Any


class Desk(NamedTuple):
    states: Any
    legal: Any
    tally: Tally
    first: Any


@rule
def play_and_count(desk: Desk, actions: int) -> None:
    states, out, tally, first = desk.states, desk.legal, desk.tally, desk.first
    for k in range(actions):
        s = states[0]
        redraw(s, s.turn, k)
        legal(s, out)
        apply(s, out[0])
        for i in range(len(first)):
            tally.actions[first[i]] += 1


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_nothing_that_is_written_beside_a_generic_function_gets_lost(game: str) -> None:
    """Numba drops writes to arrays that came out of a tuple, if it inlines what is called there."""
    match = Game.new(game, players=3, seed=1)
    legal_actions = np.zeros(match.rules.most_legal, np.int16)
    desk = Desk(
        new_states(match.rules, 1), legal_actions, Tally(np.zeros(2, np.int64), np.zeros((3, 2))), np.zeros(1, np.int64)
    )
    desk.states[0] = match.states[0]
    play_and_count(desk, 20)
    assert desk.tally.actions[0] == 20


def before_the_first(row: Any, i: int) -> Any:
    return row[i - 1]


def test_our_rules_never_count_from_the_end_of_an_array_and_programs_of_others_may() -> None:
    row = np.array([1, 2, 3])
    assert numba.njit(before_the_first)(row, 0) == 3
    ours = types.FunctionType(before_the_first.__code__, {"__name__": "boriken.somewhere"})
    with pytest.raises(IndexError, match="out of bounds"):
        numba.njit(ours)(row, 0)


def test_whoever_asks_for_what_is_just_being_prepared_waits_until_it_is() -> None:
    """A search would else start its clock, and have nothing compiled to think with."""
    begun, compiled, done = threading.Event(), threading.Event(), list[str]()

    def slowly() -> None:
        begun.set()
        compiled.wait()
        prepare("a test of waiting", lambda: done.append("prepared twice"))  # it may need itself
        done.append("prepared")

    def afterwards() -> None:
        prepare("a test of waiting", lambda: done.append("prepared twice"))
        done.append("started")

    first = threading.Thread(target=prepare, args=("a test of waiting", slowly))
    second = threading.Thread(target=afterwards)
    first.start()
    begun.wait()
    second.start()
    second.join(0.2)
    compiled.set()
    first.join()
    second.join()
    assert done == ["prepared", "started"]


def test_what_could_not_be_prepared_is_tried_again() -> None:
    with pytest.raises(ZeroDivisionError):
        prepare("a test of failing", lambda: 1 // 0)
    done: list[str] = []
    prepare("a test of failing", lambda: done.append("prepared"))
    assert done == ["prepared"]


def test_an_error_in_a_rule_reaches_whoever_called_it() -> None:
    """Rules are called by their address: what they raise must not get lost on the way."""
    game = Game.new("puerto-rico", players=3, seed=1)
    nothing = np.zeros(0, np.int16)
    with pytest.raises(IndexError):
        stepping.advance(game.states, stepping.NO_SEED, nothing, 0, 0, nothing, new_log(1))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Python says so, and goes on
def test_a_function_that_cannot_be_fetched_is_an_error_not_a_crash() -> None:
    """As compiled code from the cache would find it: it asks for the function in the middle of a game."""
    game = Game.new("san-juan", players=3, seed=1)
    cell = legal._cells[numba.from_dtype(game.rules.dtype)]
    address, function = cell._address.value, cell._function
    cell._address.value, cell._function = None, None
    nothing = np.zeros(0, np.int16)
    legal_actions = np.zeros(game.rules.most_legal, np.int16)
    try:
        with pytest.raises(RuntimeError, match=r"legal\.san-juan could not be compiled"):
            stepping.advance(game.states, stepping.NO_SEED, nothing, 0, 0, legal_actions, new_log(1))
    finally:
        cell._address.value, cell._function = address, function
    count, _, _ = stepping.advance(game.states, stepping.NO_SEED, nothing, 0, 0, legal_actions, new_log(1))
    assert count == len(game.legal_actions)


@rule
def players_of(s: State) -> int:
    return s.players  # type: ignore[no-any-return]


@generic(numba.int64(GAME), {PUERTO_RICO: players_of})
def players_declared(s: State) -> int:  # type: ignore[empty-body]
    """Said to return an int64, but a field of the record is an int8."""


@rule
def ask(states: States) -> int:
    return players_declared(states[0])


def test_a_generic_function_returns_what_its_signature_says() -> None:
    """Called by its address, it would else write its result in another width than its caller reads."""
    states = new_states(PUERTO_RICO)
    states["players"] = -1
    assert ask(states) == -1


def test_a_game_without_a_generic_function_is_told_so() -> None:
    with pytest.raises((TypeError, numba.TypingError), match="this game has no function `players_declared`"):
        ask(new_states(SAN_JUAN))
