"""A server that is killed while somebody looks at a page. It has no other visitors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..servers import Server
from .conftest import Visitor
from .playing import my_turn, start, take_one_step


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as running:
        yield running


def test_the_page_heals_when_the_server_comes_back(visitor: Visitor, server: Server) -> None:
    page = visitor()
    start(page, "san-juan", bots=1)
    server.kill()
    server.start()
    my_turn(page)
    page.wait_for_function("fetch('/').then(answer => answer.ok)", timeout=30_000)
    take_one_step(page, random.Random(7))
