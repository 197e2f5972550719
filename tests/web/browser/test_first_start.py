"""The first start on a machine, in a browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from ..servers import Server


class FreshServer(Server):
    """On a machine where nothing was compiled; it can be visited all the same."""

    prepared = False


def test_the_lobby_is_there_at_once_and_its_games_as_soon_as_they_are_prepared(
    chromium: Browser, tmp_path: Path
) -> None:
    with FreshServer(tmp_path / "data", BORIKEN_CACHE_DIR=str(tmp_path / "nothing")) as server:
        page = chromium.new_page(base_url=server.address)
        page.goto("/")
        expect(page.get_by_role("progressbar", name="Prepared")).to_be_visible()
        for game in ("Puerto Rico", "San Juan"):
            expect(page.get_by_role("button", name=f"Play {game}")).to_be_disabled()
        page.route("**/preparing", lambda route: route.fulfill(status=204))  # as it will be in a minute
        for game in ("Puerto Rico", "San Juan"):
            expect(page.get_by_role("button", name=f"Play {game}")).to_be_enabled()
        expect(page.get_by_role("progressbar")).to_have_count(0)
        page.get_by_role("button", name="Play Puerto Rico").click()  # it is not, in truth
        expect(page.get_by_role("heading", name="In a moment")).to_be_visible()
        expect(page.get_by_text("Puerto Rico is being prepared for this machine")).to_be_visible()
        page.close()
