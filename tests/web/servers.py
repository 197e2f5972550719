"""Real servers in processes of their own, to be killed and started again."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

import httpx

_START = 180
"""Seconds: the rules may have to be compiled."""


class Server:
    """`boriken serve` on a port of the system's choice."""

    prepared = True
    """Whether it is waited for until all games can be played."""
    program: Sequence[str] = ("-m", "boriken.cli")
    """What Python runs."""

    def __init__(self, folder: Path, workers: int = 1, before: Sequence[str] = (), **environment: str) -> None:
        self._environment = {
            **os.environ,
            "BORIKEN_DATA_DIR": str(folder),
            "BORIKEN_SECRET_KEY": "a key for tests only",
            "BORIKEN_REQUESTS_A_SECOND": "100000",
            "BORIKEN_TABLES_AN_HOUR": "100000",
            "BORIKEN_MOST_DELAY": "0",
            **environment,
        }
        self.port = 0
        self.workers = workers
        self.before = before
        """A program that runs the server, with its arguments."""
        self.start()

    def start(self) -> None:
        """Start, or start again on the same port; returns when it can be visited."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it, and do not wait."""
        command = [*self.before, sys.executable, *self.program, "serve", "--port", str(self.port), "--no-browser"]
        command += ["--workers", str(self.workers)]
        self.process = subprocess.Popen(
            command,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # its workers are killed along with it, and nobody else is
        )
        assert self.process.stdout is not None
        self._lines: queue.Queue[str] = queue.Queue()
        self.said: list[str] = []
        self._pump = threading.Thread(target=_pump, args=(self.process.stdout, self._lines, self.said), daemon=True)
        self._pump.start()

    def wait(self) -> None:
        """Return when it can be visited."""
        while True:
            line = self._lines.get(timeout=_START)
            if line.startswith("Boriken is at"):
                self.address = line.split()[3]
                self.port = int(self.address.rpartition(":")[2])
                if self.workers > 1:  # they start after their parent has said so
                    httpx.get(f"{self.address}/api/games", timeout=_START)
                while self.prepared and "compiled" in httpx.get(f"{self.address}/readyz", timeout=_START).text:
                    time.sleep(0.2)
                return
            assert line, f"the server has ended: {self.said}"

    def kill(self) -> None:
        """As a power cut would: no farewell, nothing written."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)
        self._pump.join(30)

    def stop(self) -> int:
        """As Ctrl-C does; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


def _pump(stream: IO[str], lines: queue.Queue[str], said: list[str]) -> None:
    """Pass on what the server says until it ends."""
    with stream:
        for line in stream:
            said.append(line)
            lines.put(line)
    lines.put("")


def person(address: str, name: str) -> httpx.Client:
    """Somebody with a program of her own."""
    token = httpx.post(f"{address}/api/people", json={"name": name}, timeout=30).json()["token"]
    return httpx.Client(base_url=address, headers={"authorization": f"Bearer {token}"}, timeout=30)
