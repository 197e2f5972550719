"""CONTRIBUTING's recipes, followed to the letter in a copy of the package: nothing else breaks.

What must hold then is said in `with_a_pier.py` and `with_sticks.py`, which run in the copy. Interpreted: to compile
everything would take longer than to play. Only Sticks, which is small, is compiled as well.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent


def _code(heading: str) -> list[str]:
    """The pieces of code below a heading of CONTRIBUTING."""
    text = (_ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


def _insert(path: Path, line: str, code: str) -> None:
    """Put code behind the statement or row that begins with that line."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(i for i, there in enumerate(lines) if there.startswith(line)) + 1
    indent = line[: len(line) - len(line.lstrip())]
    while lines[at].startswith((f"{indent} ", f"{indent})")):
        at += 1
    path.write_text("".join([*lines[:at], code, *lines[at:]]), encoding="utf-8")


def _replace(path: Path, old: str, new: str, times: int = 1) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == times, f"{path.name}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _copy(folder: Path) -> Path:
    """A copy of the package."""
    shutil.copytree(_ROOT / "boriken", folder / "boriken", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "boriken"


def _add_the_building(package: Path) -> None:
    rules = package / "puerto_rico"
    row, function = _code("Add a building")
    _insert(rules / "components.py", "    ROYAL_GARDEN = ", "    PIER = 45\n")
    _insert(rules / "components.py", "    Building.ROYAL_GARDEN: ", row)
    _insert(rules / "captain.py", "    if occupied(s, p, Building.HARBOR):", function)


def _add_the_action(package: Path) -> None:
    number, row, told = _code("Add an action")
    actions = package / "puerto_rico" / "actions.py"
    _replace(actions, "    END_OF_ALL = KIDNAP + BASE_ROLES\n", number)
    _insert(actions, '    rows += [(f"kidnap:', row)
    _insert(package / "web" / "pages" / "puerto_rico" / "log.py", '    "kidnap": ', told)


def _add_the_decision(package: Path) -> None:
    member, functions, question, answers, branch, asked, in_words, thumb, row = _code("Add a decision")
    rules = package / "puerto_rico"
    _insert(rules / "state.py", "    GUEST_IS = ", member)
    captain = rules / "captain.py"
    turn_ends = "    load_from(s, next_player(s, p))\n"
    _replace(captain, turn_ends, question + turn_ends, times=2)
    captain.write_text(captain.read_text(encoding="utf-8") + f"\n\n{functions}", encoding="utf-8")
    _insert(rules / "play.py", "    apply_captain,", "    apply_pier,\n")
    _insert(rules / "play.py", "    Decision.RAID_RETURN: ", answers)
    _insert(rules / "play.py", "    elif d == Decision.SMALL_WHARF:", branch)
    _insert(rules / "board.py", '    "small-wharf": ', asked)
    heuristic = package / "players" / "heuristic_expansions.py"
    _insert(heuristic, "    Decision.SMALL_WHARF: ", in_words)
    _insert(heuristic, "    if d == Decision.SMALL_WHARF:", thumb)
    _insert(package / "web" / "pages" / "puerto_rico" / "decisions.py", "    Decision.SMALL_WHARF: ", row)


def _add_the_game(package: Path) -> None:
    """Sticks. Its rule of thumb and its pages stay in its own package: they are small."""
    shutil.copytree(_ROOT / "tests" / "sticks", package / "sticks", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(package / "sticks" / "sticks.html", package / "web" / "templates")
    games = package / "games.py"
    _insert(games, "from .san_juan ", "from .sticks import STICKS\n")
    _replace(games, "(PUERTO_RICO, SAN_JUAN)", "(PUERTO_RICO, SAN_JUAN, STICKS)")
    heuristic = package / "players" / "heuristic.py"
    _insert(heuristic, "from boriken.san_juan ", "from boriken.sticks import STICKS, thumb\n")
    _insert(heuristic, "    SAN_JUAN.name: ", "    STICKS.name: thumb.IN_WORDS,\n")
    _insert(heuristic, "    SAN_JUAN: ", "    STICKS: thumb.worth,\n")
    presenters = package / "web" / "pages" / "presenters.py"
    _insert(presenters, "from . import ", "from boriken.sticks import pages as sticks\n")
    _replace(presenters, "san_juan.PRESENTER}", 'san_juan.PRESENTER, "sticks": sticks.PRESENTER}')


def _try_out(folder: Path, *what: str, compiled: bool = False) -> str:
    """Run a module with the copy; returns what it says."""
    settings = {
        "PYTHONPATH": os.pathsep.join([str(folder), str(_ROOT)]),
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        "BORIKEN_CACHE_DIR": str(folder / "cache"),
        "BORIKEN_DATA_DIR": str(folder / "data"),
    }
    command = [sys.executable, "-m", *what]
    done = subprocess.run(command, cwd=folder, env=os.environ | settings, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_passive_building_is_a_name_a_row_and_a_function(tmp_path: Path) -> None:
    _add_the_building(_copy(tmp_path))
    _try_out(tmp_path, "tests.with_a_pier")


def test_a_question_is_an_action_a_decision_and_its_words(tmp_path: Path) -> None:
    package = _copy(tmp_path)
    _add_the_building(package)
    _add_the_action(package)
    _add_the_decision(package)
    _try_out(tmp_path, "tests.with_a_pier", "that-asks")


def test_a_game_is_a_package_that_is_named_in_a_few_tables(tmp_path: Path) -> None:
    _add_the_game(_copy(tmp_path))
    _try_out(tmp_path, "tests.with_sticks")
    simulate = ("boriken.cli", "simulate", "sticks", "--games", "20", "--seed", "1", "--bot", "heuristic")
    said, compiled = (
        _try_out(tmp_path, *simulate, compiled=compiled).partition("time:")[0] for compiled in (False, True)
    )
    assert "ended by: none left 100%" in said
    assert said == compiled
