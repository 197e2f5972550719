"""Make sure that the programs are there by which the files in deploy/ are checked: `python3 tools/checkers.py`.

Where Debian's packages can be installed, they are; elsewhere a line says what is missing, and tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess

PACKAGES = {"nginx": "nginx-light", "caddy": "caddy", "systemd-analyze": "systemd"}


def missing() -> list[str]:
    return [program for program in PACKAGES if shutil.which(program) is None]


def main() -> None:
    packages = [PACKAGES[program] for program in missing()]
    if packages and shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", *command], check=False, env=environment, stdout=subprocess.DEVNULL)
    if missing():
        print(f"boriken: {', '.join(missing())} could not be had; their tests will be skipped.")


if __name__ == "__main__":
    main()
