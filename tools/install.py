"""Make .venv and install Boriken into it, unless that has been done: `python3 tools/install.py [EXTRA ...]`.

Written so that an old Python can still say what is wrong.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "installed")
LOG = os.path.join(ROOT, "build", "install.log")
NEVER_IMPORTED = r"[/\\](tests?|pip|setuptools)[/\\]"


def fail(line: str) -> None:
    sys.exit("boriken: " + line)


def python() -> str:
    """A Python that is new enough: this one, or another on the path."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which("python3.{}".format(minor))  # noqa: UP032
        if found:
            return found
    fail("Python {}.{} or newer is needed; this is {}.{}.".format(*(OLDEST + tuple(sys.version_info[:2]))))
    raise AssertionError


def wanted(extras: list[str]) -> str:
    """What .venv should hold: changes with our requirements, the extras and the folder."""
    digest = hashlib.sha256(repr((sorted(extras), ROOT)).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def installed() -> list[str]:
    try:
        with open(STAMP) as file:
            return file.read().split()
    except OSError:
        return []


def run(command: list[str], trouble: str) -> None:
    """Run a command with its output in a file; if it fails, say what is wrong in one line."""
    with open(LOG, "ab") as log:
        result = subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
    if result.returncode:
        fail(trouble + " What happened is in " + os.path.relpath(LOG, ROOT) + ".")


def by_uv(pip: list[str], wish: list[str]) -> bool:
    """Install with uv, in a third of pip's time, from wherever pip would; False if that does not work here."""
    uv = os.path.join(VENV, "bin", "uv")
    with open(LOG, "ab") as log:
        getting = [*pip, "install", "--no-compile", "--only-binary", ":all:", "--constraint", "constraints.txt", "uv"]
        if subprocess.call(getting, cwd=ROOT, stdout=log, stderr=log) or not os.path.exists(uv):
            return False
        command = [uv, "pip", "install", "--quiet", "--python", pip[0], *sources(pip), *wish]
        return subprocess.call(command, cwd=ROOT, stdout=log, stderr=log) == 0


def sources(pip: list[str]) -> list[str]:
    """Where pip is told to look for packages, for uv, which does not read pip's settings."""
    told = subprocess.run([*pip, "config", "list"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    options = ["--index-strategy", "unsafe-best-match"]  # the newest of all places, as pip
    for line in told.stdout.decode().splitlines():  # the environment's first, which overrule the others
        name, _, value = line.partition("=")
        option = "--" + name.rpartition(".")[2]
        if option in ("--extra-index-url", "--find-links") or (option == "--index-url" and option not in options):
            for place in ast.literal_eval(value).split():
                options += [option, place]
    return options


def main(extras: list[str]) -> None:
    want = wanted(extras)
    done = installed()
    if want in done:
        return
    os.makedirs(os.path.dirname(LOG), exist_ok=True)
    pip = [os.path.join(VENV, "bin", "python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    if not done:
        shutil.rmtree(VENV, ignore_errors=True)
        run([python(), "-m", "venv", VENV], "could not make .venv: is python3-venv installed?")
    print("boriken: installing into .venv ...", flush=True)
    target = ".[{}]".format(",".join(extras)) if extras else "."
    wish = ["--constraint", "constraints.txt", "--editable", target]
    if not by_uv(pip, wish):
        run(
            [*pip, "install", "--no-compile", *wish],
            "could not install what is needed: is there a network connection?",
        )
    # pip would use one core, and compile what nobody imports. What fails here is compiled when it is imported.
    compileall = [pip[0], "-m", "compileall", "-qq", "-j", "0", "-x", NEVER_IMPORTED, os.path.join(VENV, "lib")]
    subprocess.call(compileall, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(STAMP, "w") as file:
        file.write("\n".join([*done, want]))


if __name__ == "__main__":
    main(sys.argv[1:])
