"""The pages docs/rules/*.md name each rule's code and tests: what they name exists, and no test is left out."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[1] / "docs" / "rules"
HEAD = "| clause | source | code | test |"
SOURCE = re.compile("(rulebook: |ruling: |data|decisions)")
INDEX_TEST = "test_rules_index.py"


class Row(NamedTuple):
    clause: str
    source: str
    code: list[str]
    tests: list[str]


def rows(*pages: str) -> list[Row]:
    """The rows of all tables of clauses on these pages."""
    found = []
    in_table = False
    for line in "\n\n".join((DOCS / page).read_text(encoding="utf-8") for page in pages).splitlines():
        if line == HEAD:
            in_table = True
        elif not line.startswith("|"):
            in_table = False
        elif in_table and not line.startswith("|---"):
            clause, source, code, tests = (cell.strip() for cell in line.strip("|").split("|"))
            found.append(Row(clause, source, re.findall(r"`(.+?)`", code), re.findall(r"`(.+?)`", tests)))
    return found


def written_tests(folder: Path) -> list[str]:
    """Every test function of a folder, as `file::name`, but those of the index test."""
    return [
        f"{path.name}::{name}"
        for path in folder.glob("test_*.py")
        if path.name != INDEX_TEST
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


def exists(reference: str, package: str) -> bool:
    """Whether a module has what is named, as in `builder.price`; modules are the package's own, but `engine`."""
    module, *names = reference.split(".")
    try:
        reduce(getattr, names, importlib.import_module(f"{'boriken' if module == 'engine' else package}.{module}"))
    except (ImportError, AttributeError):
        return False
    return bool(names)


def faults(package: str, folder: Path, *pages: str) -> list[str]:
    """All that is wrong with the pages of a game: an empty list is what we want."""
    table = rows(*pages)
    named = [test for row in table for test in row.tests]
    written = written_tests(folder)
    found = [f"not a full row: {row}" for row in table if not (row.clause and row.code and row.tests)]
    found += [f"what source is this? {row.source}" for row in table if not SOURCE.match(row.source)]
    found += [f"no such code: {code}" for row in table for code in row.code if not exists(code, package)]
    found += [f"no such test: {test}" for test in named if test not in written]
    found += [f"not on the page: {test}" for test in written if test not in named]
    found += [f"named twice: {test}" for test in sorted(set(named)) if named.count(test) > 1]
    found += [f"written twice: {test}" for test in sorted(set(written)) if written.count(test) > 1]
    return found
