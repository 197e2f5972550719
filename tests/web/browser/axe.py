"""What is asked of every page: no serious fault of accessibility, nothing that scrolls sideways."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def no_serious_fault(page: Page, where: str, colours_only: bool = False) -> None:
    found = Axe().run(page, options=_COLOURS if colours_only else None).response["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    told = [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in serious]
    assert not serious, f"{where}: {told}"


def no_serious_fault_by_day_or_by_lamplight(page: Page, where: str) -> None:
    """What is not a matter of colours is the same in both."""
    no_serious_fault(page, where)
    page.emulate_media(color_scheme="dark")
    no_serious_fault(page, f"{where}, dark", colours_only=True)
    page.emulate_media(color_scheme="light")


def nothing_scrolls_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
