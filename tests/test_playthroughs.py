"""Golden play-throughs: a game of each kind is the same as ever, line by line."""

import pytest

from .playthroughs import path_of, playthrough
from .walk import EVERY_RECORD, Variant


@pytest.mark.parametrize("variant", EVERY_RECORD, ids=str)
def test_playthrough_is_unchanged(variant: Variant) -> None:
    assert playthrough(variant).splitlines() == path_of(variant).read_text(encoding="utf-8").splitlines()
