"""How quick the site is on this machine: `make bench-web`, or `python -m benchmarks.web --help`.

A real server in processes of its own, with a SQLite file that is safe against power cuts (or PostgreSQL, if
BORIKEN_DATABASE_URL names one), and visitors in this process: they share the cores of the machine, so a server alone
does better. Each visitor plays a table against bots with an open socket, as a page does: presses a piece, confirms a
second later. When a visitor wants to click is decided by a clock of her own, not by earlier answers; times count from
then, and what is refused or late is counted.

    python -m benchmarks.web --tables 300 --think 10
    python -m benchmarks.web --tables 100 --reviews 5   while games are reviewed
    python -m benchmarks.web --capacity --think 2       more and more tables, until it is too much
    python3 tools/postgres.py .venv/bin/python -m benchmarks.web --capacity --think 2 --workers 2
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvloop

from boriken import Game
from boriken.players.matches import play_to_end

from .visitors import LATE, Counts, Gone, Refused, Visitor, play

MOST_P95_MS = 100.0
"""Beyond this a site is not quick any more."""
_GROWTH = 1.25
BUSY = 503
_ARRIVING = 8
"""So many open their tables at the same time."""


@dataclass
class Server:
    """A running site."""

    address: str
    pid: int

    def processes(self) -> list[int]:
        """The server and its workers."""
        found = [self.pid]
        for pid in found:
            with contextlib.suppress(OSError):
                found += [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return found

    def cpu_seconds(self) -> float:
        """What it has used of the processors so far."""
        total = 0.0
        for pid in self.processes():
            with contextlib.suppress(OSError):
                total += cpu_seconds(pid)
        return total

    def memory_mib(self) -> float:
        """What it holds in memory; pages that processes share count once for each."""
        kib = 0
        for pid in self.processes():
            with contextlib.suppress(OSError):
                lines = Path(f"/proc/{pid}/status").read_text().splitlines()
                kib += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
        return kib / 1024


def database_seconds() -> float:
    """What PostgreSQL has used of the processors so far: all of it on this machine."""
    names = ((pid, Path(f"/proc/{pid}/comm")) for pid in os.listdir("/proc") if pid.isdecimal())
    found = 0.0
    for pid, name in names:
        with contextlib.suppress(OSError):
            found += cpu_seconds(int(pid)) if name.read_text().startswith("postgres") else 0.0
    return found


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processors so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def server(workers: int) -> AsyncIterator[Server]:
    """The site on a port of the system's choice, with an empty database and generous limits."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "BORIKEN_DATA_DIR": folder,
            "BORIKEN_DATABASE_URL": os.environ.get("BORIKEN_DATABASE_URL")
            or os.environ.get("BORIKEN_TEST_POSTGRES", ""),
            "BORIKEN_REQUESTS_A_SECOND": "1000000",
            "BORIKEN_TABLES_AN_HOUR": "100000000",
            "BORIKEN_RUNNING_TABLES": "1000000",
        }
        command = [sys.executable, "-m", "boriken.cli", "serve", "--port", "0", "--no-browser"]
        command += ["--workers", str(workers)] if workers > 1 else []
        # A session of its own: Ctrl-C is for us, and we end it.
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
        try:
            assert process.stdout is not None
            line = await asyncio.to_thread(process.stdout.readline)
            if not line:
                sys.exit("the server has not started")
            yield Server(line.split()[3], process.pid)
            if process.poll() is not None:
                tell(f"the server has ended by itself: {process.returncode}")
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def tell(words: str) -> None:
    """How far it is, for whoever waits."""
    print(words, file=sys.stderr, flush=True)


class Crowd:
    """Visitors who come and stay."""

    def __init__(self, site: Server, arguments: argparse.Namespace) -> None:
        self._site = site
        self._wish = arguments
        self._games = [arguments.game] if arguments.game != "both" else ["puerto-rico", "san-juan"]
        self.visitors: list[Visitor] = []
        self._playing: list[asyncio.Task[None]] = []
        self.arrivals_a_second = 0.0

    async def grow(self, size: int) -> None:
        """Let visitors come until there are so many, and play."""
        first, gate = len(self.visitors), asyncio.Semaphore(_ARRIVING)
        wish = self._wish

        async def arrive(visitor: Visitor) -> None:
            async with gate:
                for attempt in range(30):  # workers may still be starting
                    try:
                        await visitor.arrive()
                        return
                    except (OSError, Gone, Refused):
                        visitor.wire.close()
                        if attempt == 29:
                            raise
                        await asyncio.sleep(1)

        new = [
            Visitor(self._site.address, self._games[i % len(self._games)], wish.level, wish.pace, i)
            for i in range(first, size)
        ]
        started = time.perf_counter()
        await asyncio.gather(*(arrive(visitor) for visitor in new))
        self.arrivals_a_second = len(new) / (time.perf_counter() - started)
        self.visitors += new
        self._playing.append(asyncio.create_task(play(new, wish.think)))

    async def leave(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def measure(self, seconds: float) -> dict[str, Any]:
        """What happens within so many seconds."""
        counts = Counts()
        for visitor in self.visitors:
            visitor.counts = counts
        cpu, own, started = self._site.cpu_seconds(), time.process_time(), time.perf_counter()
        database = database_seconds()
        for passed in range(0, math.ceil(seconds), 10):
            await asyncio.sleep(min(10, seconds - passed))
            tell(f"  {passed + 10:>4} s: {len(counts.clicks)} clicks, {counts.pushes} updates")
        took = time.perf_counter() - started
        cpu, own = self._site.cpu_seconds() - cpu, time.process_time() - own
        database = database_seconds() - database
        for visitor in self.visitors:
            visitor.counts = Counts()
        await asyncio.sleep(LATE)  # for answers that are still to come
        return figures(counts, took, cpu, own) | {
            "postgres_cores": round(database / took, 3),
            "tables": len(self.visitors),
        }


def figures(counts: Counts, took: float, cpu: float, own: float) -> dict[str, Any]:
    """What was counted, as people want to read it. The answer to a click is an update of the page, too."""
    milliseconds = sorted(seconds * 1000 for seconds in counts.clicks)
    return {
        "clicks_a_second": round(len(milliseconds) / took, 1),
        "moves_a_second": round(counts.moves / took, 1),
        "updates_pushed_a_second": round(counts.pushes / took, 1),
        "click_to_answer_ms": {f"p{p}": percentile(milliseconds, p) for p in (50, 95, 99)} | {"n": len(milliseconds)},
        "refusals": dict(counts.refusals),
        "late_answers": counts.late,
        "unanswered": counts.unanswered,
        "lost_sockets": counts.lost_sockets,
        "ticks_while_bots_played": f"{counts.idle} of {counts.ticks}",
        "games_ended": counts.games,
        "server_cpu_ms_for_each_update": round(cpu * 1000 / max(counts.pushes + len(milliseconds), 1), 2),
        "server_cpu_ms_for_each_push": round(cpu * 1000 / max(counts.pushes, 1), 2),
        "server_cores": round(cpu / took, 2),
        "visitors_cores": round(own / took, 2),
    }


def percentile(ordered: list[float], percent: int) -> float:
    """The value that so many per cent do not exceed."""
    return round(ordered[math.ceil(len(ordered) * percent / 100) - 1], 1) if ordered else math.nan


async def ask_for_reviews(site: Server, games: int) -> list[str]:
    """Have so many games reviewed that bots have played; returns where one hears how far that is."""
    paths = []
    async with httpx.AsyncClient(base_url=site.address, timeout=60) as client:
        token = (await client.post("/api/people", json={"name": "Ann"})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        for seed in range(games):
            game = Game.new("puerto-rico", players=4, seed=seed)
            play_to_end(game, ["heuristic"] * 4, [seed] * 4)
            table = (await client.post("/api/records", content=game.to_json())).json()["id"]
            paths.append(f"/api/tables/{table}/review")
            while (await client.post(paths[-1])).status_code == BUSY:
                await asyncio.sleep(1)
    return paths


async def decisions_reviewed(site: Server, paths: list[str]) -> int:
    """How many decisions have got a verdict, or a better one."""
    async with httpx.AsyncClient(base_url=site.address, timeout=60) as client:
        found = [(await client.get(path)).json()["progress"] for path in paths]
    return sum(progress["looked_at"] + progress["final"] for progress in found)


async def steady(arguments: argparse.Namespace) -> dict[str, Any]:
    """So many tables for so long."""
    async with server(arguments.workers) as site:
        crowd = Crowd(site, arguments)
        await asyncio.sleep(arguments.settle)
        before = site.memory_mib()
        tell(f"{arguments.tables} visitors arrive ...")
        await crowd.grow(arguments.tables)
        reviews = await ask_for_reviews(site, arguments.reviews)
        await asyncio.sleep(arguments.warm)
        tell("they play:")
        reviewed = await decisions_reviewed(site, reviews)
        found = await crowd.measure(arguments.seconds)
        reviewed = await decisions_reviewed(site, reviews) - reviewed
        after = site.memory_mib()
        await crowd.leave()
    return found | {
        "decisions_reviewed": reviewed,
        "arrivals_a_second": round(crowd.arrivals_a_second, 1),
        "server_memory_mib": {"before": round(before), "after": round(after)},
        "memory_kib_for_each_table": round((after - before) * 1024 / arguments.tables),
    }


def too_much(found: dict[str, Any]) -> str:
    """What is wrong with a measurement; nothing if the site keeps up."""
    p95 = found["click_to_answer_ms"]["p95"]
    if not p95 <= MOST_P95_MS:
        return f"p95 is {p95} ms"
    if found["refusals"] or found["unanswered"]:
        return f"{found['refusals']}, {found['unanswered']} without an answer"
    return ""


async def capacity(arguments: argparse.Namespace) -> dict[str, Any]:
    """More and more tables, until answers are late or refused."""
    stages: list[dict[str, Any]] = []
    wrong = ""
    async with server(arguments.workers) as site:
        crowd = Crowd(site, arguments)
        await asyncio.sleep(arguments.settle)
        size = float(arguments.tables)
        while not wrong:
            await crowd.grow(int(size))
            await asyncio.sleep(arguments.warm)
            tell(f"{int(size)} tables:")
            for _ in range(2):  # once more if it was too much: a hiccup of the machine is not the site's limit
                stages.append(await crowd.measure(arguments.seconds))
                tell(f"  p95 {stages[-1]['click_to_answer_ms']['p95']} ms")
                wrong = too_much(stages[-1])
                if not wrong:
                    break
            size *= _GROWTH
        await crowd.leave()
    good = next((stage for stage in reversed(stages) if not too_much(stage)), None)
    return {"workers": arguments.workers, "serves": good, "too_much": wrong, "stages": stages}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="tables, with one visitor each (100)")
    parser.add_argument(
        "--think", type=float, default=10, help="seconds from decision to decision, half to half as much again (10)"
    )
    parser.add_argument("--seconds", type=float, default=60, help="time for each measurement (60)")
    parser.add_argument("--warm", type=float, default=15, help="seconds of play before each measurement (15)")
    parser.add_argument("--settle", type=float, default=5, help="seconds that the server has before anybody comes (5)")
    parser.add_argument("--game", default="both", choices=["puerto-rico", "san-juan", "both"])
    parser.add_argument("--level", default="medium", help="of the bots (medium)")
    parser.add_argument("--pace", default="usual", choices=["slow", "usual", "quick", "at-once"], help="of the bots")
    parser.add_argument("--workers", type=int, default=1, help="several need PostgreSQL (1)")
    parser.add_argument("--reviews", type=int, default=0, help="games that are reviewed meanwhile (0)")
    parser.add_argument(
        "--capacity", action="store_true", help="add tables until p95 is above 100 ms or clicks are refused"
    )
    parser.add_argument("--json", action="store_true", help="all figures on one line, for programs")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # no server is left behind
    try:
        found = uvloop.run(capacity(arguments) if arguments.capacity else steady(arguments))
    except KeyboardInterrupt:
        tell("stopped")
        sys.exit(130)
    print(json.dumps(found, indent=None if arguments.json else 1))


if __name__ == "__main__":
    main()
