"""docs/rules/puerto-rico*.md name each rule's code and tests: what they name exists, and no test is left out."""

from __future__ import annotations

from pathlib import Path

from ..rules_index import faults, rows

PAGES = ("puerto-rico.md", "puerto-rico-expansions.md")


def test_the_pages_have_tables_of_clauses() -> None:
    assert all(len(rows(page)) > 100 for page in PAGES)


def test_the_pages_name_code_and_tests_that_exist_and_each_test_once() -> None:
    assert faults("boriken.puerto_rico", Path(__file__).parent, *PAGES) == []
