"""`tools/first-move` plays as a newcomer does, here on a site that is prepared."""

from __future__ import annotations

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import httpx
import pytest

from .servers import Server

_SCRIPT = Path(__file__).parents[2] / "tools" / "first-move"


@pytest.fixture(scope="module")
def first_move() -> Any:
    loader = SourceFileLoader("first_move", str(_SCRIPT))
    spec = importlib.util.spec_from_loader("first_move", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_newcomer_plays_until_a_bot_has_answered(first_move: Any, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        site = first_move.Site(server.port)
        visits = first_move.Visits(first_move.Site(server.port))
        site.enter()
        table = site.open_table("puerto-rico")
        first_move.until(lambda: site.play_until_answered(table), server.process)
        headers = {"authorization": f"Bearer {site._token}"}
        number = httpx.get(f"{server.address}/api/tables/{table}", headers=headers, timeout=30).json()["number"]
        assert number > site._moves > 0
        assert set(visits.end()) == {"answers", "median_ms", "p95_ms", "most_ms"}


def test_who_does_not_answer_is_asked_again(first_move: Any) -> None:
    with pytest.raises(first_move.NotYet):
        first_move.Site(first_move.free_port()).ask("/")
