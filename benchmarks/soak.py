"""Does the site grow? `make soak`, or `python -m benchmarks.soak --minutes 60`.

A real server with people (programs) who open tables and play them to the end against bots, look at pages, keep sockets
open and drop them, look at replays and records, leave tables and come back. Every minute the server's memory, open
files, threads, connections, processor time, database and the time of its answers are noted. At the end a straight line
is fitted to each after a warm-up: it grows if its slope is more than a hundredth an hour, and surely above zero.
Ctrl-C gives the figures so far.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import json
import math
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from socket import SHUT_RDWR

import httpx
from rich.console import Console
from rich.table import Table
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from benchmarks.compiling import compile_everything
from tests.web.servers import Server

_TIMEOUT = 60.0
_PAGES = ("/", "/replays", "/learn", "/reference/puerto-rico", "/reference/san-juan", "/api", "/static/site.css")
_GAMES = (("puerto-rico", 4), ("san-juan", 3), ("puerto-rico", 2), ("san-juan", 4))
_WARM_UP = 600
"""Tables after which all that is kept in memory on purpose is full: a server keeps the positions of 500."""
_NOTEWORTHY = 0.01
"""Of its mean, in an hour: what grows by less is not worth a word."""


@dataclass
class Minute:
    """What was noted at the end of one."""

    at: float
    """Minutes since the beginning."""
    memory_mib: float
    open_files: int
    threads: int
    cpu_percent: float
    database_kib: float
    answers: int
    p50_ms: float
    p95_ms: float
    refused: int
    moves: int
    tables: int


class Answers:
    """How long answers took, from all people together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._times: list[float] = []
        self.refused = 0
        self.moves = 0
        self.tables = 0
        self.trouble: list[str] = []

    def note(self, seconds: float, answer: httpx.Response) -> None:
        with self._lock:
            self._times.append(seconds * 1000)
            if answer.status_code in (429, 503):
                self.refused += 1
            elif answer.status_code >= 400 and answer.status_code not in (403, 404, 409, 422):
                self.trouble.append(f"{answer.status_code} {answer.request.url.path}")

    def take(self) -> list[float]:
        with self._lock:
            times, self._times = self._times, []
        return times


class Guest(threading.Thread):
    """A person who comes, plays, looks around, goes, and comes back as somebody else."""

    def __init__(self, address: str, seed: int, answers: Answers, think: float, end: threading.Event) -> None:
        super().__init__(daemon=True)
        self._address = address
        self._chance = random.Random(seed)
        self._answers = answers
        self._think = think
        self._end = end
        self._client = httpx.Client(base_url=address, timeout=_TIMEOUT)

    def run(self) -> None:
        while not self._end.is_set():
            try:
                self._visit()
            except httpx.TransportError as error:
                if not self._end.is_set():
                    self._answers.trouble.append(repr(error))
                    self._end.wait(1)
        self._client.close()

    def _ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        started = time.perf_counter()
        answer = self._client.request(method, path, json=body, headers=self._headers)
        self._answers.note(time.perf_counter() - started, answer)
        return answer

    def _visit(self) -> None:
        """One person's evening: a new identity, some pages, a table or two."""
        self._headers: dict[str, str] = {}
        answer = self._ask("POST", "/api/people", {"name": f"Guest {self._chance.randrange(1000)}"})
        if answer.status_code != 201:
            self._end.wait(1)
            return
        self._token = answer.json()["token"]
        self._headers = {"authorization": f"Bearer {self._token}"}
        for path in self._chance.sample(_PAGES, 2):
            self._ask("GET", path)
        for _ in range(self._chance.randrange(1, 3)):
            self._play()

    def _play(self) -> None:
        game, players = self._chance.choice(_GAMES)
        level = self._chance.choice(("easy", "medium", "medium"))
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": level}] * (players - 1)]
        answer = self._ask("POST", "/api/tables", {"game": game, "seats": seats, "pace": "at-once", "listed": True})
        if answer.status_code != 201:
            self._end.wait(1)
            return
        self._answers.tables += 1
        path = f"/api/tables/{answer.json()['id']}"
        leaves = self._chance.random() < 0.2  # a bot may have the seat
        while not self._end.is_set():
            shown = self._ask("GET", path)
            if shown.status_code != 200 or shown.json()["state"] == "over":
                break
            self._turn(path, shown.json())
            if leaves and self._chance.random() < 0.02:
                self._ask("POST", f"{path}/seats/0/bot", {"level": "easy"})
                if self._chance.random() < 0.5:
                    break
                self._ask("POST", f"{path}/seats/0", {})
        self._look_back(path)

    def _turn(self, path: str, shown: dict[str, object]) -> None:
        legal = shown["legal"]
        if not isinstance(legal, list) or not legal:
            self._end.wait(0.02)
            return
        roll = self._chance.random()
        if roll < 0.02:
            self._ask("GET", path.removeprefix("/api"))
        elif roll < 0.05:
            self._listen(path.removeprefix("/api"))
        elif roll < 0.06:
            self._follow(path)
        elif roll < 0.07:
            self._ask("GET", f"{path}/replay?at=3")
        action = self._chance.choice(legal)["text"]
        answer = self._ask("POST", f"{path}/moves", {"number": shown["number"], "actions": [action]})
        self._answers.moves += answer.status_code == 200
        self._end.wait(self._chance.expovariate(1 / self._think) if self._think else 0)

    def _look_back(self, path: str) -> None:
        self._ask("GET", path.removeprefix("/api"))
        self._ask("GET", f"{path}/replay?at={self._chance.randrange(100)}")
        self._ask("GET", f"{path.removeprefix('/api')}/replay")
        self._ask("GET", f"{path}/record")

    def _listen(self, path: str) -> None:
        """A page's socket for a moment; every other one goes without a farewell."""
        headers = {"cookie": f"boriken={self._token}"}
        address = f"{self._address.replace('http', 'ws', 1)}{path}/socket"
        with (
            contextlib.suppress(OSError, TimeoutError, WebSocketException),
            connect(address, additional_headers=headers, origin=Origin(self._address), max_size=None) as socket,
        ):
            socket.send('{"number": 0}')
            socket.recv(timeout=5)
            if self._chance.random() < 0.5:
                socket.socket.shutdown(SHUT_RDWR)

    def _follow(self, path: str) -> None:
        """A program's stream of events, dropped after the first."""
        with self._client.stream("GET", f"{path}/events", headers=self._headers) as stream:
            next(stream.iter_lines(), None)


@dataclass(frozen=True)
class Line:
    """A straight line through measurements: its slope with the interval that holds it in 95 of 100 cases."""

    mean: float
    slope: float
    low: float
    high: float
    """All three an hour."""

    @property
    def grows(self) -> bool:
        return self.low > 0 and self.slope > _NOTEWORTHY * abs(self.mean)


def fitted(minutes: list[float], values: list[float]) -> Line | None:
    """The line of least squares; None for fewer than four measurements.

    Neighbouring minutes are alike, so the interval is widened as if there were fewer of them (by the correlation of
    each residual with the next).
    """
    n = len(values)
    if n < 4:
        return None
    x_mean, y_mean = statistics.fmean(minutes), statistics.fmean(values)
    spread = sum((x - x_mean) ** 2 for x in minutes)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in zip(minutes, values, strict=True)) / spread
    rest = [y - y_mean - slope * (x - x_mean) for x, y in zip(minutes, values, strict=True)]
    squares = sum(r * r for r in rest)
    alike = sum(a * b for a, b in itertools.pairwise(rest)) / squares if squares > 0 else 0.0
    wider = math.sqrt((1 + alike) / (1 - alike)) if 0 < alike < 1 else 1.0
    error = math.sqrt(squares / (n - 2) / spread) * wider * _student(n - 2)
    return Line(y_mean, slope * 60, (slope - error) * 60, (slope + error) * 60)


def _student(freedom: int) -> float:
    """Student's t for 95 % on both sides, by Cornish and Fisher's expansion: exact enough from two degrees on."""
    z = statistics.NormalDist().inv_cdf(0.975)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def resident_mib(pid: int) -> float:
    """Memory that a process has in use."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def noted(pid: int, folder: Path, answers: Answers, at: float, cpu: float) -> Minute:
    """What there is to note about a server now."""
    times = sorted(answers.take()) or [0.0]
    return Minute(
        at=round(at, 2),
        memory_mib=round(resident_mib(pid), 1),
        open_files=len(os.listdir(f"/proc/{pid}/fd")),
        threads=len(os.listdir(f"/proc/{pid}/task")),
        cpu_percent=round(cpu, 1),
        database_kib=sum(path.stat().st_size for path in folder.glob("tables.sqlite*")) / 1024,
        answers=len(times),
        p50_ms=round(times[len(times) // 2], 2),
        p95_ms=round(times[int(len(times) * 0.95)], 2),
        refused=answers.refused,
        moves=answers.moves,
        tables=answers.tables,
    )


def soak(
    minutes: float, every: float, people: int, think: float, seed: int, say: Callable[[Minute], None]
) -> tuple[list[Minute], list[str]]:
    """Let people play for so long; returns what was noted and what went wrong."""
    found: list[Minute] = []
    answers, end = Answers(), threading.Event()
    with tempfile.TemporaryDirectory() as name, Server(Path(name), BORIKEN_RUNNING_TABLES="100000") as server:
        guests = [Guest(server.address, seed * 1000 + i, answers, think, end) for i in range(people)]
        started = time.monotonic()
        pid = server.process.pid
        for guest in guests:
            guest.start()
        try:
            used = cpu_seconds(pid)
            while time.monotonic() - started < minutes * 60 and server.process.poll() is None:
                time.sleep(min(every, max(started + minutes * 60 - time.monotonic(), 0.1)))
                used, before = cpu_seconds(pid), used
                at = (time.monotonic() - started) / 60
                found.append(noted(pid, Path(name), answers, at, (used - before) / every * 100))
                say(found[-1])
        except KeyboardInterrupt:
            pass
        finally:
            end.set()
        if server.process.poll() is not None:
            answers.trouble.append("the server has ended")
        for guest in guests:
            guest.join(_TIMEOUT)
        answers.trouble += [line.strip() for line in server.said if line.startswith("Traceback")]
    return found, answers.trouble


def lines_of(found: list[Minute], warm_up: int) -> dict[str, Line]:
    """The line of each figure that should not grow, from so many tables on; none if there is too little to tell."""
    kept = [minute for minute in found if minute.tables >= warm_up and minute.at > found[-1].at / 4]
    at = [minute.at for minute in kept]
    lines = {}
    for name in ("memory_mib", "open_files", "threads", "p50_ms", "p95_ms"):
        line = fitted(at, [float(getattr(minute, name)) for minute in kept])
        if line is not None:
            lines[name] = line
    return lines


def report(found: list[Minute], lines: dict[str, Line], trouble: list[str], warm_up: int) -> None:
    console = Console(width=max(Console().width, 110))
    last = found[-1]
    console.print(
        f"{last.at:.0f} minutes, {last.tables} tables, {last.moves} moves, {sum(m.answers for m in found)} answers, "
        f"{last.refused} refused, database {last.database_kib / 1024:.1f} MiB "
        f"({last.database_kib * 1024 / max(last.moves, 1):.0f} bytes a move of a person)"
    )
    table = Table(box=None, header_style="bold")
    for column in ("figure", "first", "last", "mean", "slope an hour", "95 % interval", "grows"):
        table.add_column(column, justify="left" if column == "figure" else "right")
    for name, line in lines.items():
        ends = [f"{getattr(found[i], name):g}" for i in (0, -1)]
        numbers = (f"{line.mean:.1f}", f"{line.slope:+.2f}", f"{line.low:+.2f} to {line.high:+.2f}")
        table.add_row(name, *ends, *numbers, "yes" if line.grows else "no")
    if lines:
        console.print(table)
        console.print(f"lines are fitted to what was noted after {warm_up} tables and a quarter of the time")
    else:
        console.print(f"too short to tell: {last.tables} tables were opened, and lines begin after {warm_up}")
    for words in dict.fromkeys(trouble):
        console.print(f"trouble: {words} ({trouble.count(words)} times)", markup=False, highlight=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--every", type=float, default=60, help="seconds between two notes (60)")
    parser.add_argument("--people", type=int, default=12, help="at the same time (12)")
    parser.add_argument("--think", type=float, default=0.2, help="seconds before a move, on average (0.2)")
    parser.add_argument("--warm-up", type=int, default=_WARM_UP, help=f"tables that the lines leave out ({_WARM_UP})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all notes to a file as well")
    arguments = parser.parse_args()

    def say(minute: Minute) -> None:
        print(
            f"{minute.at:5.1f} min: {minute.memory_mib:.0f} MiB, {minute.open_files} files, {minute.threads} threads, "
            f"{minute.cpu_percent:.0f} % cpu, p95 {minute.p95_ms:.0f} ms, {minute.moves} moves",
            file=sys.stderr,
            flush=True,
        )

    compile_everything()
    found, trouble = soak(arguments.minutes, arguments.every, arguments.people, arguments.think, arguments.seed, say)
    if not found:
        print("nothing was noted: it ended before the first note", file=sys.stderr)
        return 1
    lines = lines_of(found, arguments.warm_up)
    report(found, lines, trouble, arguments.warm_up)
    if arguments.json is not None:
        notes = [dataclasses.asdict(minute) for minute in found]
        fits = {name: dataclasses.asdict(line) | {"grows": line.grows} for name, line in lines.items()}
        arguments.json.write_text(json.dumps({"notes": notes, "lines": fits, "trouble": trouble}, indent=1) + "\n")
    return 1 if trouble or not lines or any(line.grows for line in lines.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
