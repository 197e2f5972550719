"""docs/rules/puerto-rico.md names each rule's code and tests: what it names exists, and no test is left out."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "rules" / "puerto-rico.md").read_text(encoding="utf-8")


class Row(NamedTuple):
    clause: str
    source: str
    code: list[str]
    tests: list[str]


def rows() -> list[Row]:
    """The rows of all tables of clauses."""
    found = []
    in_table = False
    for line in PAGE.splitlines():
        if line == "| clause | source | code | test |":
            in_table = True
        elif not line.startswith("|"):
            in_table = False
        elif in_table and not line.startswith("|---"):
            clause, source, code, tests = (cell.strip() for cell in line.strip("|").split("|"))
            found.append(Row(clause, source, re.findall(r"`(.+?)`", code), re.findall(r"`(.+?)`", tests)))
    return found


ROWS = rows()


def written_tests() -> set[str]:
    """Every test function of this folder, as `file::name`, but those of this file."""
    return {
        f"{path.name}::{name}"
        for path in HERE.glob("test_*.py")
        if path != Path(__file__)
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def test_the_page_has_tables_of_clauses() -> None:
    assert len(ROWS) > 100
    assert PAGE.count("| clause | source | code | test |") > 20


@pytest.mark.parametrize("reference", sorted({code for row in ROWS for code in row.code}))
def test_each_code_reference_exists(reference: str) -> None:
    module, *names = reference.split(".")
    package = "boriken" if module == "engine" else "boriken.puerto_rico"
    assert names
    assert reduce(getattr, names, importlib.import_module(f"{package}.{module}")) is not None


def test_each_test_named_on_the_page_exists() -> None:
    assert {test for row in ROWS for test in row.tests} - written_tests() == set()


def test_each_rulebook_test_is_named_on_the_page() -> None:
    assert written_tests() - {test for row in ROWS for test in row.tests} == set()


def test_no_test_is_named_twice() -> None:
    named = [test for row in ROWS for test in row.tests]
    assert sorted(named) == sorted(set(named))


def test_each_clause_has_a_source_code_and_a_test() -> None:
    source = re.compile("(rulebook: |ruling: |data|decisions)")
    assert [row for row in ROWS if not (row.clause and source.match(row.source) and row.code and row.tests)] == []
