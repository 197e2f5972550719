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


_DEAF = """window.calls = [];
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  constructor() { super(); calls.push(this); }
  close() { this.readyState = 3; this.dispatchEvent(new Event("close")); }
};"""


def test_a_call_that_nobody_answers_is_given_up_and_made_again(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script(_DEAF)
    page.clock.install()
    start(page, "san-juan", bots=1)
    assert page.evaluate("calls.length") == 1
    page.clock.run_for(15_000)
    assert page.evaluate("calls.length") == 2
    assert page.evaluate("calls[0].readyState") == 3
