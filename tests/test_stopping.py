"""Tournaments that are stopped from outside: no game is lost or played twice, and nobody plays on unseen."""

from __future__ import annotations

import json
import multiprocessing
import signal
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from boriken.arena import Request, run
from boriken.arena.store import GAMES as GAMES_FILE, read_folder
from boriken.arena.workers import _begin_work

from .processes import is_gone
from .tournaments import request, timeless

KILLED = """
import os, pathlib, signal, sys
from boriken.arena import Request, run
from boriken.arena.workers import {workers}
lines = []
def note(new):
    lines.extend(new)
    if len(lines) >= 3:
        os.kill(os.getpid(), signal.{signal})
if __name__ == "__main__":
    request = Request.from_json(sys.stdin.read())
    run(request, pathlib.Path(sys.argv[1]), {workers}({number}), on_new=note)
"""


def stopped_by_itself(program: Path, folder: Path, asked: Request) -> subprocess.CompletedProcess[str]:
    """Returns when the program and its workers have closed their output: none of them lives on."""
    return subprocess.run(
        [sys.executable, program, folder],
        input=asked.to_json(),
        text=True,
        check=False,
        capture_output=True,
        timeout=300,
    )


@pytest.mark.parametrize(("workers", "number"), [("ThisProcess", ""), ("Processes", "2")])
def test_after_kill_9_no_game_is_lost_or_played_twice(workers: str, number: str, tmp_path: Path) -> None:
    asked = request(contestants=("heuristic", "random"), games=72)
    code = KILLED.format(workers=workers, number=number, signal="SIGKILL")
    (tmp_path / "killed.py").write_text(code)
    folder = tmp_path / "cup"
    ended = stopped_by_itself(tmp_path / "killed.py", folder, asked)
    assert ended.returncode == -signal.SIGKILL
    path = folder / GAMES_FILE
    kept = path.read_bytes().count(b"\n")
    assert 3 <= kept < 72
    with path.open("ab") as file:
        file.write(b'{"number": 71, "match": 0, "ga')  # a line that was being written
    assert timeless(run(asked, folder)) == timeless(run(asked))
    numbers = [json.loads(line)["number"] for line in path.read_text().splitlines()]
    assert sorted(numbers) == list(range(72))


def test_ctrl_c_ends_the_workers_and_keeps_what_is_finished(tmp_path: Path) -> None:
    asked = request(games=4000)
    (tmp_path / "stopped.py").write_text(KILLED.format(workers="Processes", number="2", signal="SIGINT"))
    ended = stopped_by_itself(tmp_path / "stopped.py", tmp_path / "cup", asked)
    assert ended.returncode == -signal.SIGINT
    assert ended.stderr.rstrip().endswith("KeyboardInterrupt")
    assert 3 <= len(read_folder(tmp_path / "cup")[1]) < 4000


STAYS = """
import os, pathlib, signal, sys, time
pathlib.Path(sys.argv[1], str(os.getpid())).touch()
os.kill(int(sys.argv[2]), signal.SIGINT)
time.sleep(600)
"""

STOPPED_BY_A_PLAYER = """
import os, shlex, sys
from boriken.arena import Mode, Request, run
from boriken.arena.workers import Processes
if __name__ == "__main__":
    player = "external:" + shlex.join([sys.executable, *sys.argv[1:], str(os.getpid())])
    run(Request("puerto-rico", 4, {}, Mode.ONE, ("heuristic", player), 8, 1), workers=Processes(2))
"""


def test_ctrl_c_ends_programs_that_would_stay(tmp_path: Path) -> None:
    (tmp_path / "stays.py").write_text(STAYS)
    (tmp_path / "stopped.py").write_text(STOPPED_BY_A_PLAYER)
    (tmp_path / "pids").mkdir()
    command = [sys.executable, *(str(tmp_path / name) for name in ("stopped.py", "stays.py", "pids"))]
    ended = subprocess.run(command, text=True, check=False, capture_output=True, timeout=300)
    assert ended.returncode == -signal.SIGINT
    pids = [path.name for path in (tmp_path / "pids").iterdir()]
    assert pids
    for pid in pids:
        assert is_gone(int(pid))


def _work_without_hearing(ready: Connection) -> None:
    _begin_work()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # as if the signal came just before the wait
    ready.send(None)
    threading.Event().wait()


def test_a_worker_can_be_ended_whatever_it_waits_for() -> None:
    context = multiprocessing.get_context("spawn")
    ready, theirs = context.Pipe()
    worker = context.Process(target=_work_without_hearing, args=(theirs,), daemon=True)
    worker.start()
    ready.recv()
    worker.terminate()
    worker.join(60)
    worker.kill()  # for a worker that has not ended
    worker.join()
    assert worker.exitcode == 1
