"""A server that is killed in mid-game, again and again: no move that it has acknowledged is lost."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import create_engine, text

from .servers import Server, person

KILLS = 8


class Client(threading.Thread):
    """Plays at one table and remembers every move that the server has acknowledged."""

    def __init__(self, client: httpx.Client, table: str) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.table = table
        self.acknowledged: dict[int, str] = {}
        self.enough = threading.Event()
        self.trouble: list[str] = []

    def run(self) -> None:
        while not self.enough.is_set():
            try:
                shown = self.client.get(f"/api/tables/{self.table}").json()
                if shown["state"] == "over":
                    return
                if shown["legal"]:
                    self._move(shown["number"], shown["legal"][0]["text"])
            except httpx.TransportError:
                time.sleep(0.02)  # the server is down: try again, as a page does
            except Exception as error:
                self.trouble.append(repr(error))
                return

    def _move(self, number: int, action: str) -> None:
        body = {"number": number, "actions": [action]}
        answer = self.client.post(f"/api/tables/{self.table}/moves", json=body)
        if answer.status_code == 200:
            self.acknowledged[number + 1] = action
        elif answer.status_code != 409:
            self.trouble.append(answer.text)


def entries(folder: Path, table: str) -> dict[int, Any]:
    engine = create_engine(f"sqlite:///{folder / 'tables.sqlite'}")
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT number, action FROM entries WHERE table_id = :t"), {"t": table}).all()
    engine.dispose()
    return {row.number: row.action for row in rows}


def test_no_acknowledged_move_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    chance = random.Random(5)
    with Server(tmp_path) as server:
        clients = []
        for i in range(3):
            ann = person(server.address, f"Ann {i}")
            seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
            body = {"game": "puerto-rico", "seats": seats, "pace": "at-once"}
            clients.append(Client(ann, ann.post("/api/tables", json=body).json()["id"]))
        for client in clients:
            client.start()
        checked = 0
        for _ in range(KILLS):
            target = sum(len(client.acknowledged) for client in clients) + chance.randrange(5, 25)
            deadline = time.monotonic() + 20
            while sum(len(client.acknowledged) for client in clients) < target and time.monotonic() < deadline:
                time.sleep(0.005)
            server.kill()
            for client in clients:
                assert not client.trouble
                promised = dict(client.acknowledged)
                kept = entries(tmp_path, client.table)
                assert sorted(kept) == list(range(1, len(kept) + 1)), "no gap, no number twice"
                assert {number: kept.get(number) for number in promised} == promised
                checked += len(promised)
            server.start()
        for client in clients:
            client.enough.set()
        for client in clients:
            client.join(30)
            assert not client.trouble
            assert client.client.get(f"/api/tables/{client.table}").json()["number"] >= max(client.acknowledged)
            client.client.close()
        assert checked > 100


def test_the_site_ends_cleanly_and_says_when_its_port_is_taken(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        command = [sys.executable, "-m", "boriken.cli", "serve", "--port", str(server.port), "--no-browser"]
        other = subprocess.run(command, env=server._environment, capture_output=True, text=True, timeout=120)
        assert other.returncode == 2
        assert f"port {server.port} is in use" in other.stderr
        assert "Traceback" not in other.stderr
        with person(server.address, "Ann") as ann:
            body = {"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "open"}]}
            path = f"/api/tables/{ann.post('/api/tables', json=body).json()['id']}/events"
            with ann.stream("GET", path) as stream:  # somebody follows a table: that must not hold it up
                lines = stream.iter_lines()
                assert next(lines) == "id: 0"
                assert server.stop() == 130
        assert "Traceback" not in "".join(server.said)
