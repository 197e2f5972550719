"""How quick the site is on this machine: `make bench-web`, or `python benchmarks/web.py --help`.

A real server in a process of its own, with a SQLite file that is safe against power cuts, and visitors in this
process: they share the cores of the machine, so a server alone does better. Each visitor plays a table against bots
with an open socket, as a page does. A click is a form posted to the table, its answer the new parts of the page.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect

SEATS = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]


@dataclass
class Figures:
    """What was measured, in milliseconds."""

    answers: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    updates: int = 0
    cpu: float = 0.0
    """What the server has used of the processor."""


class Visitor:
    """One person with a page open at a table of her own."""

    def __init__(self, client: httpx.AsyncClient, address: str, game: str, pace: str) -> None:
        self.client, self.address, self.game, self.pace = client, address, game, pace
        self.asked = asyncio.Event()
        """Set when the page says that it is our turn, or that the game is over."""

    async def arrive(self) -> None:
        token = (await self.client.post("/api/people", json={"name": "Ann"})).json()["token"]
        self.program = {"authorization": f"Bearer {token}"}
        self.page = {"cookie": f"boriken={token}", "origin": self.address, "accept": "application/json"}
        await self.open_table()

    async def open_table(self) -> None:
        body = {"game": self.game, "seats": SEATS[: 4 if self.game == "puerto-rico" else 3], "pace": self.pace}
        answer = await self.client.post("/api/tables", json=body, headers=self.program)
        self.table = answer.raise_for_status().json()["id"]
        self.asked.set()

    async def listen(self, figures: Figures) -> None:
        """Follow the table as a page does, from one game to the next."""
        while True:
            await self._follow(figures)
            await self.open_table()

    async def _follow(self, figures: Figures) -> None:
        path = f"{self.address.replace('http', 'ws')}/tables/{self.table}/socket"
        headers = {"cookie": self.page["cookie"], "origin": self.address}
        async with connect(path, additional_headers=headers, max_size=None) as socket:
            await socket.send('{"number": 0}')
            async for message in socket:
                figures.updates += 1
                update = json.loads(message)
                if update["finished"]:
                    return
                if update["title"].startswith("Your turn"):
                    self.asked.set()

    async def click(self, figures: Figures, chance: random.Random) -> None:
        """Play one decision as soon as it is ours."""
        await self.asked.wait()
        self.asked.clear()
        shown = (await self.client.get(f"/api/tables/{self.table}", headers=self.program)).json()
        if not shown["legal"]:
            return
        fields = {"number": shown["number"], "action": chance.choice(shown["legal"])["text"]}
        started = time.perf_counter()
        answer = await self.client.post(f"/tables/{self.table}/move", data=fields, headers=self.page)
        seconds = time.perf_counter() - started
        if answer.status_code != 200:
            return
        if answer.json()["title"].startswith("Your turn"):
            self.asked.set()
        figures.answers.append(seconds * 1000)
        figures.server.append(float(answer.headers["server-timing"].partition("dur=")[2]))


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[tuple[str, int]]:
    """The site on a port of the system's choice, with an empty database and generous limits."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "BORIKEN_DATA_DIR": folder,
            "BORIKEN_DATABASE_URL": os.environ.get("BORIKEN_DATABASE_URL", ""),
            "BORIKEN_REQUESTS_A_SECOND": "1000000",
            "BORIKEN_TABLES_AN_HOUR": "100000000",
            "BORIKEN_RUNNING_TABLES": "1000000",
        }
        command = [sys.executable, "-m", "boriken.cli", "serve", "--port", "0", "--no-browser"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            line = await asyncio.to_thread(process.stdout.readline)
            try:
                yield line.split()[3], process.pid
            finally:
                if process.poll() is not None:
                    print(f"the server has ended by itself: {process.returncode}", file=sys.stderr)
                process.terminate()


async def tables_a_second(client: httpx.AsyncClient, address: str, game: str, seconds: float) -> float:
    """How many tables one visitor after the other can open."""
    visitor = Visitor(client, address, game, "slow")
    await visitor.arrive()
    opened, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        await visitor.open_table()
        opened += 1
    return opened / (time.perf_counter() - started)


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor so far; nothing where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def playing(visitors: list[Visitor], pid: int, seconds: float, think: float) -> tuple[Figures, float]:
    """All visitors play for so long, each thinking so long before a click; returns the figures and the time."""
    figures = Figures()
    used = cpu_seconds(pid)
    end = time.perf_counter() + seconds

    async def play(visitor: Visitor, chance: random.Random) -> None:
        while time.perf_counter() < end:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(end - time.perf_counter(), 0)):
                    await visitor.click(figures, chance)

    listeners = [asyncio.create_task(visitor.listen(figures)) for visitor in visitors]
    started = time.perf_counter()
    await asyncio.gather(*(play(visitor, random.Random(i)) for i, visitor in enumerate(visitors)))
    took = time.perf_counter() - started
    figures.cpu = (cpu_seconds(pid) - used) * 1000
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return figures, took


def spread(numbers: list[float]) -> dict[str, float]:
    """Median, 95th percentile, number of measurements."""
    cuts = statistics.quantiles(numbers, n=20)
    return {"p50": round(statistics.median(numbers), 2), "p95": round(cuts[-1], 2), "n": len(numbers)}


async def measure(tables: int, seconds: float, game: str) -> dict[str, Any]:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with server() as (address, pid), httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        opening = await tables_a_second(client, address, game, min(seconds, 5))
        visitors = [Visitor(client, address, game, "usual") for _ in range(tables)]
        for visitor in visitors:
            await visitor.arrive()
        await playing(visitors[:4], pid, 2, 0.1)  # warm up
        calm, calm_time = await playing(visitors, pid, seconds, think=2.0)
        crowd = [Visitor(client, address, game, "at-once") for _ in range(8)]
        for visitor in crowd:
            await visitor.arrive()
        rush, rush_time = await playing(crowd, pid, seconds, think=0.0)
        return {
            "game": game,
            "tables_opened_a_second": round(opening, 1),
            "running": {
                "tables": tables,
                "clicks_a_second": round(len(calm.answers) / calm_time, 1),
                "updates_pushed_a_second": round(calm.updates / calm_time, 1),
                "click_to_answer_ms": spread(calm.answers),
                "server_time_ms": spread(calm.server),
                "server_cpu_ms_for_each_update": round(calm.cpu / max(calm.updates, 1), 2),
            },
            "without_pauses": {
                "tables": len(crowd),
                "clicks_a_second": round(len(rush.answers) / rush_time, 1),
                "updates_pushed_a_second": round(rush.updates / rush_time, 1),
                "click_to_answer_ms": spread(rush.answers),
                "server_cpu_ms_for_each_update": round(rush.cpu / max(rush.updates, 1), 2),
            },
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="tables that run at the same time (100)")
    parser.add_argument("--seconds", type=float, default=20, help="time for each measurement (20)")
    parser.add_argument("--game", default="puerto-rico", choices=["puerto-rico", "san-juan"])
    arguments = parser.parse_args()
    print(json.dumps(asyncio.run(measure(arguments.tables, arguments.seconds, arguments.game)), indent=1))


if __name__ == "__main__":
    main()
