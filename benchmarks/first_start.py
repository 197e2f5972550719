"""What the first start needs: `python benchmarks/first_start.py`, on Linux; some minutes.

Starts the site twice, first with an empty folder for what is compiled, and watches all its processes until everything
is there: memory of all of them together at its highest, what is left of it, processor time. (How long people wait is
measured by `tools/first-move`.)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from boriken.web.compiling import STEPS

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_LAST = [step.marker.name for step in STEPS]
"""What says that everything is compiled."""
_LOADED = 20.0
"""Seconds after that, in which the site loads it."""


def processes(process: int) -> list[int]:
    """A process and all below it."""
    found = [process]
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += processes(int(child))
    return found


def resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor_seconds(process: int) -> float:
    """Of a process and its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS


def start(cache: Path, data: Path, what: str) -> None:
    environment = {**os.environ, "BORIKEN_CACHE_DIR": str(cache), "BORIKEN_DATA_DIR": str(data)}
    command = [sys.executable, "-m", "boriken.cli", "serve", "--port", "0", "--no-browser"]
    site = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    ready = 0.0
    try:
        while not ready or time.monotonic() - ready < _LOADED:
            time.sleep(0.2)
            if not ready and all(any(cache.rglob(name)) for name in _LAST):
                ready = time.monotonic()
            try:
                most = max(most, sum(map(resident, processes(site.pid))))
            except OSError:
                continue  # one of them has just ended
            if site.poll() is not None:
                sys.exit("the site has ended")
        left, used = resident(site.pid), processor_seconds(site.pid)
        print(f"{what}: at most {most / 1e6:.0f} MB, {left / 1e6:.0f} MB afterwards, {used:.0f} s of processor time")
    finally:
        site.terminate()
        site.wait(60)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for what in ("first start", "second start"):
            start(Path(folder) / "cache", Path(folder) / "data", what)
