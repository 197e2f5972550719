"""Programs that tests start hear Ctrl-C, also where whoever started the tests ignores it."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHILD = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
TESTS = f"""
import subprocess, sys
import tests.conftest
subprocess.run([sys.executable, "-c", {CHILD!r}], check=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_programs_hear_ctrl_c_though_the_tests_run_in_the_background() -> None:
    command = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", sys.executable, "-c", TESTS]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "True\n"
