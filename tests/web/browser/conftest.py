"""A server and a browser, and somebody who sits before it.

The browser goes when the tests of a module are done: while it is driven, no other event loop can run in the process.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from ..servers import Server

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Visitor = Callable[..., Page]


class DealtServer(Server):
    """The same deal at every table: what a test meets does not depend on chance."""

    program = (str(Path(__file__).parents[1] / "dealt.py"),)


def no_browser(name: str) -> NoReturn:
    """Its tests are skipped, but never where all of them must run."""
    if os.environ.get("CI"):
        pytest.fail(f"no {name} here")
    pytest.skip(f"no {name} here: python3 tools/browser.py installs one")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with DealtServer(tmp_path_factory.mktemp("site"), BORIKEN_REVIEW_TREES="8") as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if path is None:
        no_browser("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()


_ALONE = ("ERR_CONNECTION", "WebSocket")
"""What browsers complain about when nobody answers."""


@pytest.fixture
def visitor(chromium: Browser, server: Server) -> Iterator[Visitor]:
    """Opens the site as somebody new; at the end nobody's browser may have complained."""
    contexts, complaints = [], []
    foreseen: list[str] = []
    process = server.process

    def visit(width: int = 1440, height: int = 900, complains: str = "", **more: Any) -> Page:
        foreseen.extend([complains] if complains else [])
        context = chromium.new_context(
            **{"viewport": {"width": width, "height": height}, "base_url": server.address, "reduced_motion": "reduce"}
            | more
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto("/")
        return page

    yield visit
    for context in contexts:
        context.close()
    # Whoever kills the server must expect its answers to break off, at any point.
    expected = _ALONE if server.process is process else (*_ALONE, "ERR_CONTENT_LENGTH_MISMATCH", "ERR_EMPTY_RESPONSE")
    unexpected = [words for words in complaints if not any(error in words for error in (*expected, *foreseen))]
    assert not unexpected, unexpected
