"""Make sure that there are browsers for the browser tests, Chromium and Firefox: `python3 tools/browser.py`.

Where Debian's packages can be installed, they are; elsewhere a line says what is missing, and tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess

PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox-esr": ("firefox-esr", "firefox"),
}
"""Debian's package, and what the program may be called."""


def missing() -> list[str]:
    return [package for package, names in PROGRAMS.items() if not any(map(shutil.which, names))]


def main() -> None:
    packages = missing()
    if packages and shutil.which("apt-get") and os.geteuid() == 0:
        print(f"boriken: installing {' and '.join(packages)} for the browser tests ...", flush=True)
        for command in (["update", "-qq"], ["install", "-y", "-qq", *packages]):
            subprocess.run(["apt-get", *command], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if missing():
        print(f"boriken: no {' and no '.join(missing())} here; their tests will be skipped (install it to run them).")


if __name__ == "__main__":
    main()
