"""Compiling in processes that end: once each, and again if one has failed."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from boriken.web import compiling


class Child:
    """A process that compiles nothing."""

    code = 0
    started: list[list[str]]
    """Of all children of a test."""

    def __init__(self, command: list[str], **more: Any) -> None:
        self.started.append(command[3:])

    def wait(self) -> int:
        return self.code

    def kill(self) -> None: ...


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[Child]:
    class Mine(Child): ...

    Mine.started = []
    monkeypatch.setattr(compiling, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    monkeypatch.setattr(compiling, "_ending", threading.Event())
    monkeypatch.setattr("boriken.web.compiling.subprocess.Popen", Mine)
    return Mine


def test_each_is_compiled_once(child: type[Child]) -> None:
    for _ in range(2):
        compiling.compile_apart("san-juan")
        compiling.compile_apart("san-juan", "hard")
    assert child.started == [["san-juan", "rules"], ["san-juan", "hard"]]


def test_games_are_compiled_side_by_side_and_each_of_them_step_by_step(child: type[Child]) -> None:
    compiling.compile_side_by_side(["easy", "hard"])
    for game in ("puerto-rico", "san-juan"):
        assert [level for name, level in child.started if name == game] == ["rules", "easy", "hard"]


def test_who_failed_is_tried_again(child: type[Child]) -> None:
    child.code = -9  # for want of memory
    compiling.compile_apart("san-juan", "hard")
    child.code = 0
    compiling.compile_apart("san-juan", "hard")
    compiling.compile_apart("san-juan", "hard")
    assert len(child.started) == 2


def test_several_workers_compile_it_once(child: type[Child]) -> None:
    threads = [threading.Thread(target=compiling.compile_apart, args=("san-juan", "hard")) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(child.started) == 1


def test_a_site_that_ends_compiles_no_more(child: type[Child]) -> None:
    compiling.stop()
    compiling.compile_apart("san-juan", "hard")
    assert child.started == []


def test_a_folder_that_cannot_be_written_costs_time_only(
    child: type[Child], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "CACHE_FOLDER", tmp_path / "gone")
    compiling.compile_apart("san-juan", "hard")
    assert len(child.started) == 1


def test_the_process_compiles_rules_and_bots() -> None:
    for level in ("rules", "easy"):
        compiling.main("san-juan", level)
    with pytest.raises(KeyError):
        compiling.main("san-juan", "no-such-level")
