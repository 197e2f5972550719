"""Compiled code is found again by what it says, wherever the package lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from boriken.engine import cache

_COUNT = """
from numba.core import event

with event.install_recorder("numba:compile") as compiled:
    from boriken.engine import new_states, stepping
    from boriken.engine.referee import new_standings
    from boriken.engine.rules import record_of
    from boriken.san_juan import SAN_JUAN

    states = new_states(SAN_JUAN)
    record_of(states).players = 3
    standings = new_standings(SAN_JUAN, 3)
    stepping.count_up(states, standings)  # calls the game's rules by their addresses
print(len(compiled.buffer), SAN_JUAN.score.__code__.co_filename, standings.points.tolist(), sep="|")
"""


def copy_of_the_package(folder: Path) -> Path:
    shutil.copytree(cache.PACKAGE, folder / "boriken", ignore=shutil.ignore_patterns("__pycache__", "web", "weights"))
    return folder


def compile_in(folder: Path, kept: Path) -> tuple[int, str, str]:
    """How much a copy of the package compiles, where it lies, and what its rules say."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "BORIKEN_CACHE_DIR": str(kept)}
    ended = subprocess.run(
        [sys.executable, "-c", _COUNT], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
    compiled, file, said = ended.stdout.split("|")
    return int(compiled), file, said


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where a first copy has put what it has compiled, and what its rules say."""
    folder = tmp_path_factory.mktemp("first")
    compiled, file, said = compile_in(copy_of_the_package(folder), folder / "kept")
    assert compiled > 0
    assert file.startswith(str(folder))
    return folder / "kept", said


def test_a_second_copy_of_the_package_compiles_nothing(first: tuple[Path, str], tmp_path: Path) -> None:
    kept, said = first
    compiled, file, said_by_the_copy = compile_in(copy_of_the_package(tmp_path), kept)
    assert file.startswith(str(tmp_path))
    assert said_by_the_copy == said
    assert compiled == 0


@pytest.mark.parametrize(("file", "anew"), [("san_juan/scoring.py", True), ("analysis/explaining.py", False)])
def test_a_copy_with_another_rule_compiles_anew(tmp_path: Path, file: str, anew: bool) -> None:
    """What it looks for lies in another folder; and in the same one if it is no rule that differs."""
    folder = copy_of_the_package(tmp_path)
    with open(folder / "boriken" / file, "a") as source:
        source.write("\n")
    command = [sys.executable, "-c", "from boriken.engine import cache; print(cache.CACHE_FOLDER.name)"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "BORIKEN_CACHE_DIR": str(tmp_path / "kept")}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert (ended.stdout.strip() != cache.CACHE_FOLDER.name) is anew


def test_other_settings_of_the_compiler_make_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.BOUNDSCHECK", not numba.config.BOUNDSCHECK)
    assert cache._digest() != cache._DIGEST


_PARENT = """
import subprocess, sys
from boriken.engine import cache

assert cache.CACHE_FOLDER.is_dir()
print(cache.CACHE_FOLDER, flush=True)
subprocess.run([sys.executable, "-c", "from boriken.engine import cache; print(cache.CACHE_FOLDER)"], check=True)
assert cache.CACHE_FOLDER.is_dir(), "the child is done, and we are not"
"""


def test_processes_share_a_passing_folder_where_none_can_be_kept_and_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = {**os.environ, "BORIKEN_CACHE_DIR": str(tmp_path / "file"), "TMPDIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", _PARENT], env=environment, capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
    parents, childs = ended.stdout.split()
    assert parents == childs
    assert Path(parents).is_relative_to(tmp_path)
    assert [left.name for left in tmp_path.iterdir()] == ["file"]
