"""A server that is killed in mid-game, again and again: no move that it has acknowledged is lost.

The same in large, and with other faults, is `make chaos`.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from benchmarks.chaos.faults import Killed

from .servers import Server, person

KILLS = 4


def test_no_acknowledged_move_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    for kills in (KILLS // 2, KILLS):  # the second run goes on where the first was stopped
        site = Killed("killed", tmp_path, seed=5, stop=threading.Event())
        before = site.figures.acknowledged
        site.run(kills)
        assert site.figures.strikes == kills
        assert site.figures.lost == 0
        assert site.figures.broken == {}
        assert site.figures.trouble == []
        assert site.figures.acknowledged > before + 2 * KILLS
    assert site.figures.heard > 0


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
