"""Make sure that there is a Chromium for the browser tests: `python3 tools/browser.py`.

Where Debian's packages can be installed, it is; elsewhere one line says what is missing, and those tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """The browser's path."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def main() -> None:
    if found():
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        print("boriken: no Chromium here; the browser tests will be skipped (install it to run them).")
        return
    print("boriken: installing Chromium for the browser tests ...", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)  # type: ignore[call-overload]
    subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, **quiet)  # type: ignore[call-overload]
    if not found():
        print("boriken: Chromium could not be installed; the browser tests will be skipped.")


if __name__ == "__main__":
    main()
