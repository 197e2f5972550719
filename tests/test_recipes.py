"""CONTRIBUTING's recipe for a building, followed to the letter in a copy of the package: nothing else breaks."""

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
    """Put code behind the statement that begins with that line."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(i for i, there in enumerate(lines) if there.startswith(line)) + 1
    while lines[at].startswith(" " * (len(line) - len(line.lstrip()) + 1)):
        at += 1
    path.write_text("".join([*lines[:at], code, *lines[at:]]), encoding="utf-8")


def test_a_passive_building_is_a_name_a_row_and_a_function(tmp_path: Path) -> None:
    """`with_a_pier.py` looks at the rest. Interpreted: to compile everything would take longer than to play."""
    shutil.copytree(_ROOT / "boriken", tmp_path / "boriken", ignore=shutil.ignore_patterns("__pycache__"))
    rules = tmp_path / "boriken" / "puerto_rico"
    row, function = _code("Add a building")
    _insert(rules / "components.py", "    ROYAL_GARDEN = ", "    PIER = 45\n")
    _insert(rules / "components.py", "    Building.ROYAL_GARDEN: ", row)
    _insert(rules / "captain.py", "    if occupied(s, p, Building.HARBOR):", function)
    done = subprocess.run(
        [sys.executable, "-m", "tests.with_a_pier"],
        cwd=tmp_path,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(tmp_path), str(_ROOT)])},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
