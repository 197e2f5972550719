"""The wheel holds all that Boriken needs, and works where there is no repository."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]

LOOK = """
import asyncio, json, sys
import httpx
import boriken
from boriken.web.app import create_app
from boriken.web.settings import Settings

async def look():
    settings = Settings(database_url="sqlite:///tables.sqlite", secret_key="of this test alone")
    app = create_app(settings)
    async with app.router.lifespan_context(app):  # the migrations
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return {address: (await client.get(address)).status_code for address in ("/", "/api", "/static/table.css")}

game = boriken.Game.new("puerto-rico", players=3, seed=1)
game.play("role:builder")
print(json.dumps({"from": boriken.__file__, "path": sys.path, "answers": asyncio.run(look())}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left in the repository and nothing old there gets into it."""
    folder = tmp_path_factory.mktemp("wheel")
    skipped = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, folder / "source", ignore=skipped)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([*PIP, "wheel", *options, str(folder / "source")], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    options = ["--no-deps", "--no-index", "--no-compile", "--target", str(folder)]
    subprocess.run([*PIP, "install", *options, str(wheel)], check=True)
    return folder


def run(installed: Path, cwd: Path, *arguments: str) -> str:
    """A Python that finds the wheel and what it depends on, but, for want of .pth files (-S), not the repository."""
    libraries = dict.fromkeys([str(installed), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(libraries),
        "BORIKEN_CACHE_DIR": str(cwd / "cache"),
        "NUMBA_DISABLE_JIT": "1",  # what is compiled is tested elsewhere
    }
    command = [sys.executable, "-S", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_has_every_file_of_the_package_and_no_other(wheel: Path) -> None:
    here = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "boriken").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    there = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert there == here
    kinds = ("py.typed", "web/templates/base.html", "web/static/table.js", "web/migrations/env.py")
    assert {f"boriken/{name}" for name in kinds} <= there
    assert any(name.endswith(".npz") for name in there)


def test_the_wheel_says_who_made_it_and_where_it_comes_from(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    assert "Author: The Boriken developers" in lines
    links = {line.removeprefix("Project-URL: ").split(",")[0] for line in lines if line.startswith("Project-URL: ")}
    assert links == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert "Classifier: Programming Language :: Python :: 3.13" in lines


def test_the_commands_work_outside_the_repository(installed: Path, tmp_path: Path) -> None:
    assert "simulate" in run(installed, tmp_path, "-m", "boriken.cli", "--help")
    assert "san-juan" in run(installed, tmp_path, str(installed / "bin" / "boriken"), "games")


LIGHT = """
import contextlib, io, sys
hidden = sys.argv[1].split(",")
sys.modules.update(dict.fromkeys(hidden))  # as if they were not installed
import boriken.arena, boriken.envs
from boriken.cli import main
boriken.envs.batch(2, "san-juan", 2, opponents="heuristic").step_randomly()
request = boriken.arena.Request("san-juan", 2, {}, boriken.arena.Mode.ONE, ("heuristic", "random"), 2, 1)
print(len(boriken.arena.run(request)), "games")
for command in ("games", "simulate san-juan -p 2 -n 1 --bot random", "serve", "admin tables"):
    sys.argv = ["boriken", *command.split()]
    trouble = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(trouble):
            main()
    except SystemExit as end:
        print(f"{command.split()[0]} {end.code} {trouble.getvalue()}".strip())
"""


def of_the_site(wheel: Path) -> set[str]:
    """What can be imported of the libraries that only boriken[web] brings."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        needs = re.findall(r"^Requires-Dist: ([\w-]+)(.*)$", archive.read(name).decode(), re.MULTILINE)
    site = {_plain(name) for name, rest in needs if re.search(r"extra == .web.", rest)}
    always = {_plain(name) for name, rest in needs if "extra ==" not in rest}
    assert "fastapi" in site
    assert always == {"numba", "numpy", "platformdirs", "rich", "typer"}
    found = packages_distributions().items()
    return {module for module, names in found if {_plain(name) for name in names} & site}


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def test_engine_bots_and_environments_work_without_the_site(wheel: Path, installed: Path, tmp_path: Path) -> None:
    hidden = of_the_site(wheel)
    assert {"fastapi", "sqlalchemy", "jinja2", "orjson", "uvicorn"} <= hidden
    out = run(installed, tmp_path, "-c", LIGHT, ",".join(sorted(hidden))).splitlines()
    missing = "2 boriken: the site is not installed: pip install 'boriken[web]'"
    assert out == ["2 games", "games 0", "simulate 0", f"serve {missing}", f"admin {missing}"]


def test_games_and_pages_work_outside_the_repository(installed: Path, tmp_path: Path) -> None:
    found = json.loads(run(installed, tmp_path, "-c", LOOK))
    assert Path(found["from"]).is_relative_to(installed)
    assert not [entry for entry in found["path"] if entry and Path(entry).resolve() == ROOT]
    assert found["answers"] == {"/": 200, "/api": 200, "/static/table.css": 200}
