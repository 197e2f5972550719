"""The same source, compiled and interpreted, plays the same games to the bit. More of them in `make fuzz`."""

from .digests import digests
from .interpreted import interpreted


def test_compiled_and_interpreted_rules_play_the_same_games() -> None:
    assert interpreted("tests.digests", 1) == digests(each=1)
