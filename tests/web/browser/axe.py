"""What is asked of every page: no serious fault of accessibility, nothing that scrolls sideways."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def no_serious_fault(page: Page, where: str) -> None:
    found = Axe().run(page).response["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    told = [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in serious]
    assert not serious, f"{where}: {told}"


def nothing_scrolls_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
