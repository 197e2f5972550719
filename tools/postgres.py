"""Run a command with a PostgreSQL server of its own: `python3 tools/postgres.py COMMAND ...`.

The server lies in a temporary folder, listens on loopback only and is gone afterwards. The command finds its address in
BORIKEN_TEST_POSTGRES. Where PostgreSQL is missing, Debian's package is installed.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile

USER = "postgres"


def binaries() -> str:
    """The folder of the newest PostgreSQL on this machine; installs one if there is none."""
    found = _installed()
    if found is None:
        print("boriken: installing Debian's postgresql ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-qq", "--yes", "postgresql"]):
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        found = _installed()
    if found is None:
        sys.exit("boriken: PostgreSQL could not be installed; put initdb and pg_ctl on the path")
    return found


def _installed() -> str | None:
    on_path = shutil.which("initdb")
    if on_path:
        return os.path.dirname(on_path)
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    return max(folders, key=lambda folder: int(folder.split("/")[-2]), default=None)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Postgres:
    """A server in a folder of its own under the system's temporary one."""

    def __init__(self) -> None:
        folder = binaries()
        self._as_user: list[str] = []
        self._base = tempfile.mkdtemp(prefix="boriken-postgres-")
        if os.geteuid() == 0:  # the server refuses to run as root
            owner = pwd.getpwnam(USER)
            os.chown(self._base, owner.pw_uid, owner.pw_gid)
            self._as_user = ["runuser", "-u", USER, "--"]
        data, port = os.path.join(self._base, "data"), free_port()
        self._control = [*self._as_user, os.path.join(folder, "pg_ctl"), "-D", data, "-w"]
        self._settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._base}"
        self._pid_file = os.path.join(data, "postmaster.pid")
        self.url = f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        self._run(os.path.join(folder, "initdb"), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8")

    @property
    def pid(self) -> int:
        """Of the process whose children serve the connections."""
        with open(self._pid_file) as file:
            return int(file.readline())

    def start(self) -> None:
        """Returns when it can be asked."""
        log = os.path.join(self._base, "log")
        subprocess.run(
            [*self._control, "-l", log, "-o", self._settings, "start"],
            cwd=self._base,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        """At once, as a crash would."""
        subprocess.run([*self._control, "-m", "immediate", "stop"], cwd=self._base, stdout=subprocess.DEVNULL)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._base, ignore_errors=True)

    def _run(self, *command: str) -> None:
        subprocess.run([*self._as_user, *command], cwd=self._base, check=True, stdout=subprocess.DEVNULL)


def main(command: list[str]) -> int:
    server = Postgres()
    try:
        server.start()
        return subprocess.run(command, env={**os.environ, "BORIKEN_TEST_POSTGRES": server.url}).returncode
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
