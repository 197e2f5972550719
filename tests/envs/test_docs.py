"""docs/environments.md says what the code does: its tables are the code's, and its examples run."""

from __future__ import annotations

import doctest
import re

from .tables import PAGE, renewed


def test_the_tables_are_those_of_the_code() -> None:
    page = PAGE.read_text()
    assert renewed(page) == page, "renew them with: python -m tests.envs.tables"


def test_the_examples_run() -> None:
    page = PAGE.read_text()
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert not failed
    assert tried == len(re.findall(r"^>>> ", page, re.MULTILINE)) > 10
