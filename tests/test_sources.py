"""The cache of compiled code goes by what compiled code depends on, and by nothing else."""

from __future__ import annotations

from pathlib import Path

from boriken.engine import cache
from boriken.engine.sources import compiled_sources


def _write(folder: Path, files: dict[str, str]) -> Path:
    package = folder / "house"
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return package


def _found(package: Path) -> list[str]:
    return [path.relative_to(package).as_posix() for path in compiled_sources(package)]


def test_names_are_followed_to_where_they_are_defined(tmp_path: Path) -> None:
    package = _write(
        tmp_path,
        {
            "rules/__init__.py": "from .tables import COST, WORDS\nfrom .words import say\n",
            "rules/tables.py": "from .numbers import ONE\nCOST = [ONE]\nCOST[0] = 2\nWORDS = {}\n",
            "rules/numbers.py": "ONE = 1\n",
            "rules/words.py": "def say() -> None: ...\n",
            "play/__init__.py": "",
            "play/phase.py": "from house.rules import COST, say\n@rule\ndef f(x):\n    return helper(x)\n\n\n"
            "def helper(x):\n    return COST[x]\n",
            "play/screen.py": "from .phase import f\nfrom house.rules import WORDS\n",
        },
    )
    assert _found(package) == ["play/phase.py", "rules/numbers.py", "rules/tables.py"]


def test_a_module_that_is_imported_as_such_counts_as_a_whole(tmp_path: Path) -> None:
    package = _write(
        tmp_path,
        {
            "rules/__init__.py": "",
            "rules/tables.py": "COST = 1\n",
            "rules/phase.py": "from . import tables\n@rule\ndef f(x):\n    return tables.COST\n",
        },
    )
    assert _found(package) == ["rules/phase.py", "rules/tables.py"]


def test_ours_are_found() -> None:
    names = {path.relative_to(cache.PACKAGE).as_posix() for path in cache.SOURCES}
    assert {"puerto_rico/components.py", "san_juan/state.py", "engine/stepping.py", "engine/chance.py"} <= names
    assert not {"engine/game.py", "engine/record.py", "analysis/explaining.py", "players/levels.py"} & names
