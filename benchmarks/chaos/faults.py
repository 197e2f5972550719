"""The ways in which sites are struck."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import glob
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tools.postgres import Postgres

from .checks import Store, postgres_store
from .players import STALLED
from .sites import Site, Skipped

_START = 20.0
"""Seconds in which a worker has started, unless the machine is very busy."""


class Killed(Site):
    """One server over SQLite: kill -9 amid moves, at any time, and while it starts."""

    def strike(self) -> str:
        [server] = self.servers
        self.some_moment()
        self.uptime.down()
        server.kill()
        if self.chance.random() < 0.2:
            server.launch()
            self.pause(self.chance.random() * 4)
            server.kill()
            server.start()
            kind = "kill, and kill during start"
        else:
            server.start()
            kind = "kill"
        self.uptime.up()
        return kind


class TwoServers(Site):
    """Two servers on one data folder at the same time, and people who talk to both."""

    def begin(self) -> None:
        super().begin()
        try:
            self.servers.append(self.new_server())
        except AssertionError as error:  # refused: then in words
            if "Traceback" in str(error):
                raise
            raise Skipped(f"a second server on the same folder is refused: {error}") from None

    def strike(self) -> str:
        self.some_moment()
        chosen = self.chance.choice(([0], [1], [0, 1]))
        servers = [self.servers[i] for i in chosen]
        if len(servers) == 2:
            self.uptime.down()
        for server in servers:
            server.kill()
        for server in servers:
            server.launch()
        for server in servers:
            server.wait()
        self.uptime.up()
        return "kill one" if len(servers) == 1 else "kill both"


class FullDisk(Site):
    """A file system of a few megabytes that is full now and then."""

    keeps = False
    _size = 12

    def begin(self) -> None:
        self.data.mkdir(exist_ok=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self._size}m", "boriken-chaos", str(self.data)]
        if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode != 0:
            raise Skipped("to mount a small file system needs root")
        super().begin()

    def end(self) -> None:
        super().end()
        subprocess.run(["umount", str(self.data)], capture_output=True)

    def strike(self) -> str:
        [server] = self.servers
        self.some_moment()
        self.uptime.down()
        self._fill()
        self.pause(2 + self.chance.random() * 2)
        kind = "full"
        if self.chance.random() < 0.5:
            kind = "full, and kill"
            server.kill()
            with contextlib.suppress(AssertionError):  # it may say that it cannot start, in words
                server.start()
            if "Traceback" in "".join(server.said):
                self.note_trouble(f"a full disk at the start: {''.join(server.said)[-300:]}")
        self._ballast.unlink()
        if server.process.poll() is not None:
            if kind == "full":
                self.has_ended(server)
            else:
                server.start()
        self.uptime.up()
        return kind

    @property
    def _ballast(self) -> Path:
        return self.data / "ballast"

    def _fill(self) -> None:
        """To the last byte."""
        with self._ballast.open("wb", buffering=0) as file:
            for piece in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        file.write(bytes(piece))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise


class NoRoom(Site):
    """The system lets no file of the server grow, as where a quota is used up; needs no rights."""

    def strike(self) -> str:
        [server] = self.servers
        self.some_moment()
        self.uptime.down()
        pid = server.process.pid
        usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        # A few pages more than its log has now: the limit is met in mid-game.
        log = self.data / "tables.sqlite-wal"
        size = log.stat().st_size if log.exists() else 0
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + self.chance.randrange(20_000), usual[1]))
        self.pause(2 + self.chance.random() * 2)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        if server.process.poll() is not None:
            self.has_ended(server)
        self.uptime.up()
        return "no room"


class SlowDisk(Site):
    """Every fsync takes a while (strace holds it up); killed while it waits."""

    def begin(self) -> None:
        if needed("strace", "strace") is None:
            raise Skipped("strace is not installed")
        self.servers = [self.new_server(before=self._held_up())]

    def strike(self) -> str:
        [server] = self.servers
        self.wait_for_moves(self.chance.randrange(3, 12), most=8)
        self.pause(self.chance.random() * 0.3)
        self.uptime.down()
        server.kill()
        server.before = self._held_up()
        server.start()
        self.uptime.up()
        return "kill on a slow disk"

    def _held_up(self) -> list[str]:
        microseconds = self.chance.choice((20_000, 100_000, 300_000, 600_000))
        calls = "fsync,fdatasync"
        delay = f"inject={calls}:delay_enter={microseconds}"
        return ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", delay]


class Clock(Site):
    """The clock jumps by hours and days, forward and back (libfaketime)."""

    _jumps = ("+3h", "-30d", "+400d", "-1h", "+2d", "+30", "+0")
    """How far it is off, one after the other."""

    def begin(self) -> None:
        library = needed_library("libfaketimeMT.so.1", "libfaketime")
        if library is None:
            raise Skipped("libfaketime is not installed")
        self._jump("+0")
        self.servers = [
            self.new_server(
                LD_PRELOAD=library,
                FAKETIME_TIMESTAMP_FILE=str(self._offset),
                FAKETIME_CACHE_DURATION="1",  # seconds until a jump is noticed
                FAKETIME_DONT_FAKE_MONOTONIC="1",  # no clock of a real machine does that
                FAKETIME_FORCE_MONOTONIC_FIX="0",  # else Python's threads wait for each other for seconds
            )
        ]

    def strike(self) -> str:
        [server] = self.servers
        self.some_moment()
        jump = self._jumps[self.figures.strikes % len(self._jumps)]
        self._jump(jump)
        kind = f"clock at {jump}"
        self.pause(1.5)
        self.wait_for_moves(10)
        if self.chance.random() < 0.3:
            self.uptime.down()
            server.kill()
            server.start()
            self.uptime.up()
            kind += ", and kill"
        return kind

    @property
    def _offset(self) -> Path:
        return self.folder / "offset"

    def _jump(self, offset: str) -> None:
        new = self._offset.with_suffix(".new")
        new.write_text(f"{offset}\n")
        new.replace(self._offset)


class TwoWorkers(Site):
    """Two workers on PostgreSQL: workers, all of them, connections and the database itself are killed."""

    keeps = False
    _kinds = (
        "worker",
        "workers",
        "connection",
        "connections",
        "database",
        "outage",
        "outage and worker",
        "site",
        "parent",
    )

    def begin(self) -> None:
        try:
            self.postgres = Postgres()
        except (OSError, KeyError, subprocess.CalledProcessError, SystemExit) as error:
            raise Skipped(f"no PostgreSQL: {error}") from None
        self.postgres.start()
        server = self.new_server(workers=2, BORIKEN_DATABASE_URL=self.postgres.url)
        self.servers = [server]
        self.wait_for_answer(server)

    def end(self) -> None:
        super().end()
        if hasattr(self, "postgres"):
            self.postgres.remove()

    def store(self) -> Store:
        return postgres_store(self.postgres.url)

    def strike(self) -> str:
        [server] = self.servers
        self.some_moment()
        done = sum(self.figures.kinds.values())
        kind = self._kinds[done % len(self._kinds)]
        self.uptime.down()
        if kind == "worker":
            self._kill_workers(1)
        elif kind == "workers":
            self._kill_workers(2)
        elif kind == "connection":  # the database takes all others down with it, and starts again
            self._kill_backend()
        elif kind == "connections":
            asyncio.run(self._hang_up())
        elif kind == "site":
            server.kill()
            server.start()
        elif kind == "parent":
            self._kill_parent()
        else:
            self._break_down(kind)
        self._wait_for_database()
        self.wait_for_answer(server)
        self.uptime.up()
        self.pause(2)
        return kind

    def _wait_for_database(self) -> None:
        """It starts again by itself when one of its processes was killed."""
        end = time.monotonic() + 60
        while True:
            try:
                self.store()()
                return
            except Exception:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def _break_down(self, kind: str) -> None:
        self.postgres.stop()
        if kind == "outage and worker":
            before = self._workers()
            self._kill_workers(1)
            self._wait_for_a_start_in_vain(before)
        elif kind == "outage":
            self.pause(1 + self.chance.random() * 7)
        self.postgres.start()

    def _kill_parent(self) -> None:
        """The process that starts the workers, alone: they have to end as well, for they hold the port."""
        [server] = self.servers
        group = server.process.pid
        os.kill(group, signal.SIGKILL)
        server.process.wait(30)
        if not _gone(group):
            self.figures.ended += 1
            self.note_trouble(
                "the workers live on without their parent, and whoever starts the site finds its port taken"
            )
            os.killpg(group, signal.SIGKILL)
            _gone(group)
        server.start()

    def _wait_for_a_start_in_vain(self, before: set[int]) -> None:
        """Until a new worker has come and ended for want of a database, or the time is over in which it would have."""
        came: set[int] = set()
        end = time.monotonic() + _START
        while time.monotonic() < end and self.servers[0].process.poll() is None and not self.stop.is_set():
            now = self._workers()
            if came - now:
                return
            came |= now - before
            time.sleep(0.05)

    def _workers(self) -> set[int]:
        return set(children(self.servers[0].process.pid, "spawn_main"))

    def _kill_workers(self, number: int) -> None:
        workers = sorted(self._workers())
        for pid in self.chance.sample(workers, min(number, len(workers))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _kill_backend(self) -> None:
        connections = list(children(self.postgres.pid, "postgres: postgres"))
        if connections:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.chance.choice(connections), signal.SIGKILL)

    async def _hang_up(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(self.postgres.url, timeout=30)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = $1",
            "postgres",
        )
        await connection.close()


def _gone(group: int) -> bool:
    """Whether all processes of a group end, in the time that a table has to move on."""
    end = time.monotonic() + STALLED
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def children(parent: int, words: str) -> Iterator[int]:
    """Processes that another has started, those with these words in their command line."""
    for folder in glob.glob("/proc/[0-9]*"):
        with contextlib.suppress(OSError):
            stat = Path(folder, "stat").read_text().rpartition(")")[2].split()
            command = Path(folder, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if int(stat[1]) == parent and words in command:
                yield int(Path(folder).name)


def needed(program: str, package: str) -> str | None:
    """Where a program is; Debian's package is installed if that can be done."""
    if shutil.which(program) is None:
        _install(package)
    return shutil.which(program)


def needed_library(name: str, package: str) -> str | None:
    """Likewise for a library that is loaded before others."""

    def find() -> str | None:
        return next(iter(glob.glob(f"/usr/lib/*/faketime/{name}")), None)

    if find() is None:
        _install(package)
    return find()


def _install(package: str) -> None:
    if os.geteuid() == 0 and shutil.which("apt-get") is not None:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-qq", "--yes", package]):
            subprocess.run(command, env=environment, capture_output=True)
