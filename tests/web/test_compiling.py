"""Compiling in processes that end: once each, in order, and again if one has failed."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from boriken.engine import cache
from boriken.games import ALL_RULES, GAMES
from boriken.players import LEVELS
from boriken.web import compiling
from boriken.web.compiling import RULES, STEPS, Compilers, Step

HARD = Step("san-juan", "hard")


class Child:
    """A process that compiles nothing."""

    code = 0
    started: list[Step]
    """Of all children of a test."""

    def __init__(self, command: list[str], **more: Any) -> None:
        self.started.append(Step(*command[3:]))

    def wait(self) -> int:
        return self.code

    def kill(self) -> None: ...


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[Child]:
    class Mine(Child): ...

    Mine.started = []
    monkeypatch.setattr(cache, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    monkeypatch.setattr("boriken.web.compiling.subprocess.Popen", Mine)
    return Mine


def test_each_is_compiled_once(child: type[Child]) -> None:
    for _ in range(2):
        compilers = Compilers()
        compilers.compile_apart(Step("san-juan", RULES))
        compilers.compile_apart(HARD)
    assert child.started == [Step("san-juan", RULES), HARD]


def test_everything_is_compiled_and_each_game_step_by_step(child: type[Child]) -> None:
    compilers = Compilers()
    compilers.each(compilers.compile_apart)
    assert sorted(child.started) == sorted(STEPS)
    for game in ALL_RULES:
        assert [step for step in child.started if step.game == game] == [step for step in STEPS if step.game == game]


def test_rules_come_before_bots_and_games_before_their_expansions() -> None:
    assert {step.game for step in STEPS[: len(GAMES)]} == set(GAMES)
    assert all(step.what == RULES for step in STEPS[: len(GAMES)])
    assert all(step.what == compiling.USUAL_LEVEL for step in STEPS[len(GAMES) : 2 * len(GAMES)])
    with_expansions = [bool(step.rules.expansions) for step in STEPS]
    assert with_expansions == sorted(with_expansions)


def test_two_games_are_compiled_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "LANES", 2)
    together = threading.Barrier(2, timeout=30)  # breaks unless both are there at once

    def work(step: Step) -> None:
        if step.what == RULES and step.game in GAMES:
            together.wait()

    Compilers().each(work)


def test_who_failed_is_tried_again(child: type[Child]) -> None:
    child.code = -9  # for want of memory
    Compilers().compile_apart(HARD)
    child.code = 0
    Compilers().compile_apart(HARD)
    Compilers().compile_apart(HARD)
    assert len(child.started) == 2


def test_several_workers_compile_it_once(child: type[Child]) -> None:
    threads = [threading.Thread(target=Compilers().compile_apart, args=(HARD,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(child.started) == 1


def test_a_site_that_ends_compiles_no_more(child: type[Child]) -> None:
    compilers = Compilers()
    compilers.stop()
    compilers.compile_apart(HARD)
    compilers.each(compilers.compile_apart)
    assert child.started == []


def test_a_site_that_ends_while_a_compiler_starts_ends_that_one_too(child: type[Child]) -> None:
    compilers, ended = Compilers(), []

    class Late(child):  # type: ignore[misc, valid-type]
        def __init__(self, command: list[str], **more: Any) -> None:
            super().__init__(command, **more)
            compilers.stop()

        def terminate(self) -> None:
            ended.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("boriken.web.compiling.subprocess.Popen", Late)
        compilers.compile_apart(HARD)
    assert len(child.started) == len(ended) == 1


def test_a_folder_that_cannot_be_written_costs_time_only(
    child: type[Child], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "CACHE_FOLDER", tmp_path / "gone")
    Compilers().compile_apart(HARD)
    assert len(child.started) == 1


def test_the_process_compiles_rules_and_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    nice: list[int] = []
    monkeypatch.setattr("os.nice", nice.append)
    for level in (RULES, "easy"):
        compiling.main("san-juan", level)
    assert nice[0] > 10  # behind bots that think
    with pytest.raises(KeyError):
        compiling.main("san-juan", "no-such-level")


_THEN_PLAY = """
from numba.core.dispatcher import Dispatcher
from boriken import Game
from boriken.players import LEVELS, choose, make_player
from boriken.web.compiling import STEPS, use

for step in STEPS:
    if step.game == "san-juan":
        use(step)
late, compile = [], Dispatcher.compile  # which loads what has been compiled before
Dispatcher.compile = lambda function, *signature: late.append(function.__name__) or compile(function, *signature)
players = [make_player(spec.replace("1s", "20ms"), 1) for spec in (bots["san-juan"] for bots in LEVELS.values())]
game = Game.new("san-juan", players=2, seed=1)
while not game.over:
    if len(game.actions) % 8 == 0:
        chosen = [choose(player, game) for player in players]
    game.play(choose(players[0], game))
print(len(chosen), late)
"""


def test_nothing_is_left_to_compile_or_load_when_a_bot_first_plays() -> None:
    """However little the steps let it think: a bot that is late by a compilation has not been prepared."""
    done = subprocess.run([sys.executable, "-c", _THEN_PLAY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{len(LEVELS)} []\n"
