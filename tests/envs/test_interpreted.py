"""The same source, compiled and interpreted, writes the same numbers to the bit. For longer in `make fuzz`."""

from ..interpreted import interpreted
from .digests import digests

STEPS = 40


def test_compiled_and_interpreted_steps_write_the_same_numbers() -> None:
    assert interpreted("tests.envs.digests", STEPS) == digests(STEPS)
