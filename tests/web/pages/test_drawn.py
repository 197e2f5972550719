"""Pages of whole games are, to the byte, what they were when somebody last looked at a change of them."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from boriken.web.pages import drawn_before

from ...walk import Variant
from .drawn import DIGESTS, QUICK, QUICK_SEED, digest, drawn, quick_digests


def test_pages_are_drawn_as_before() -> None:
    """If pages were meant to change: `python -m tests.web.pages.drawn --renew`."""
    assert quick_digests() == json.loads(DIGESTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("variant", QUICK[:2], ids=str)
def test_what_comes_from_memory_is_what_would_be_drawn(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is kept although something that it shows has changed would differ here."""
    from_memory = digest(islice(drawn(variant, QUICK_SEED + 1, every=5), 400))
    monkeypatch.setattr(drawn_before._Memory, "get", lambda memory, key: None)
    assert digest(islice(drawn(variant, QUICK_SEED + 1, every=5), 400)) == from_memory
