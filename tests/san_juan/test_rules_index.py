"""docs/rules/san-juan.md names each rule's code and tests: what it names exists, and no test is left out."""

from __future__ import annotations

from pathlib import Path

from ..rules_index import faults, rows

PAGE = "san-juan.md"


def test_the_page_has_tables_of_clauses() -> None:
    assert len(rows(PAGE)) > 100


def test_the_page_names_code_and_tests_that_exist_and_each_test_once() -> None:
    assert faults("boriken.san_juan", Path(__file__).parent, PAGE) == []
