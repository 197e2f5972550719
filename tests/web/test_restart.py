"""A rolling restart: both workers are replaced while people play, and no move is refused."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from .postgres import fresh_database
from .servers import Server, person

_PATIENCE = 120.0
"""Seconds that a restart of both workers may take here."""
_TRIES = 4
"""As often as the page's script sends a move."""


class Player:
    """Somebody who plays on and on, and sends a move again whose connection has broken, as the page does."""

    def __init__(self, address: str, name: str) -> None:
        self._client = person(address, name)
        self.moves = 0
        self.broken = 0
        self.stale = 0
        self.refused: list[str] = []

    def play(self, until: threading.Event) -> None:
        with self._client:
            while not until.is_set():
                self._play_a_game(until)

    def _play_a_game(self, until: threading.Event) -> None:
        body = {"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}], "pace": "at-once"}
        path = f"/api/tables/{self._send('POST', '/api/tables', json=body).json()['id']}"
        while not until.is_set():
            shown = self._send("GET", path).json()
            if shown["state"] == "over":
                return
            if shown["legal"]:
                self._move(path, shown)

    def _move(self, path: str, shown: dict[str, Any]) -> None:
        broken = self.broken
        move = {"number": shown["number"], "actions": [shown["legal"][-1]["text"]]}
        answer = self._send("POST", f"{path}/moves", json=move)
        if answer.status_code == 409 and self.broken > broken:
            self.stale += 1  # it had been stored, and only the answer was lost
        elif answer.status_code != 200:
            self.refused.append(answer.text)
        self.moves += 1

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response:
        for tried in range(_TRIES):
            with contextlib.suppress(httpx.TransportError):
                return self._client.request(method, path, **more)
            self.broken += 1
            threading.Event().wait(0.1 * 3**tried)
        return self._client.request(method, path, **more)


def workers_of(process: int) -> set[int]:
    """The processes that serve: children of the one that was started, less Python's own helpers."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return {int(child) for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


@pytest.mark.postgres
def test_no_move_is_refused_while_both_workers_are_restarted(tmp_path: Path) -> None:
    with Server(tmp_path, workers=2, BORIKEN_DATABASE_URL=fresh_database()) as server:
        wait_for(lambda: httpx.get(f"{server.address}/readyz", timeout=30).status_code == 200)
        before = workers_of(server.process.pid)
        assert len(before) == 2
        players = [Player(server.address, name) for name in ("Ann", "Bob", "Eve")]
        enough = threading.Event()
        threads = [threading.Thread(target=player.play, args=(enough,)) for player in players]
        for thread in threads:
            thread.start()
        try:
            wait_for(lambda: all(player.moves >= 5 for player in players))
            os.kill(server.process.pid, signal.SIGHUP)
            wait_for(lambda: len(workers_of(server.process.pid) - before) == 2 and not _alive(before))
            played = [player.moves for player in players]
            wait_for(lambda: all(player.moves >= n + 5 for player, n in zip(players, played, strict=True)))
        finally:
            enough.set()
            for thread in threads:
                thread.join(60)
        assert server.process.poll() is None
        told = json.dumps([vars(player) for player in players], default=str)
        assert not any(player.refused for player in players), told
        assert not any(thread.is_alive() for thread in threads)
        assert server.stop() in (0, 130)


def _alive(processes: set[int]) -> bool:
    return any(Path(f"/proc/{process}").exists() for process in processes)


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + _PATIENCE
    pause = threading.Event()
    while not condition():
        assert time.monotonic() < deadline, "not within the time that it may take"
        pause.wait(0.05)
