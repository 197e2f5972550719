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


def main(command: list[str]) -> int:
    folder = binaries()
    as_user: list[str] = []
    base = tempfile.mkdtemp(prefix="boriken-postgres-")
    if os.geteuid() == 0:  # the server refuses to run as root
        owner = pwd.getpwnam(USER)
        os.chown(base, owner.pw_uid, owner.pw_gid)
        as_user = ["runuser", "-u", USER, "--"]
    data, port = os.path.join(base, "data"), free_port()
    control = [*as_user, os.path.join(folder, "pg_ctl"), "-D", data, "-w"]
    quiet = {"cwd": base, "check": True, "stdout": subprocess.DEVNULL}
    try:
        initdb = [*as_user, os.path.join(folder, "initdb"), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8"]
        subprocess.run(initdb, **quiet)  # type: ignore[call-overload]
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={base}"
        log = os.path.join(base, "log")
        subprocess.run([*control, "-l", log, "-o", settings, "start"], **quiet)  # type: ignore[call-overload]
        url = f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        return subprocess.run(command, env={**os.environ, "BORIKEN_TEST_POSTGRES": url}).returncode
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], cwd=base, stdout=subprocess.DEVNULL)
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
