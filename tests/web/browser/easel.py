"""Pages drawn in this process and shown in a browser: any position, in every window, without a server or a wait."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Route

from boriken.games import Game
from boriken.web.pages import STATIC, make_scene, plan, press, table_page

from ..pages.show import table_for

_SITE = "http://boriken.test"
_SWAP = """html => {
  const other = new DOMParser().parseFromString(html, "text/html");
  document.body.replaceWith(document.adoptNode(other.body));
}"""
_ONCE = """() => {
  const seen = new Set();
  for (const piece of document.querySelectorAll("li")) {
    const drawn = piece.outerHTML.replace(/>[^<]*</g, "><").replace(/ (?!class)[a-z-]+="[^"]*"/g, "");
    const look = `${piece.parentElement.className} ${drawn}`;
    if (seen.has(look)) piece.remove(); else seen.add(look);
  }
  document.querySelector(".sprite").remove();
}"""


class Window(NamedTuple):
    width: int
    height: int
    touch: bool

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


DESK = [Window(*size, touch=False) for size in ((1440, 900), (1366, 768), (1280, 720))]
TABLETS = [Window(*size, touch=True) for size in ((1180, 820), (1024, 768), (820, 1180))]
PHONES = [Window(*size, touch=True) for size in ((390, 844), (360, 740), (844, 390))]
WINDOWS = [*DESK, *TABLETS, *PHONES]


class Easel:
    """Shows a page in window after window. Scripts are left away: what is looked at is how the page is drawn."""

    def __init__(self, browser: Browser, fonts: bool = True) -> None:
        self._fonts = fonts
        self._html = ""
        self._heads: dict[Page, str] = {}
        """What each page has loaded: style sheets, and with them the fonts."""
        self._dark = True
        self._pages = {touch: self._page(browser, touch) for touch in (False, True)}

    def _page(self, browser: Browser, touch: bool) -> Page:
        context = browser.new_context(base_url=_SITE, has_touch=touch, reduced_motion="reduce")
        context.route("**/*", self._answer)
        return context.new_page()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(_SITE)
        if path == "/":
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        elif path.endswith(".js"):
            route.fulfill(body="", content_type="text/javascript")
        elif path.endswith(".woff2") and not self._fonts:
            route.fulfill(status=404)
        else:
            route.fulfill(path=STATIC / re.sub(r"\.[0-9a-f]{10}\.", ".", path.removeprefix("/static/")))

    def show(self, html: str, windows: Sequence[Window] = WINDOWS) -> Iterator[tuple[Window, Page]]:
        """The page in each window; pages take turns at daylight and lamplight."""
        self._html, self._dark = html, not self._dark
        loaded = set()
        for window in windows:
            page = self._pages[window.touch]
            page.set_viewport_size({"width": window.width, "height": window.height})
            if window.touch not in loaded:
                loaded.add(window.touch)
                page.emulate_media(color_scheme="dark" if self._dark else "light")
                self._load(page)
            yield window, page

    def _load(self, page: Page) -> None:
        """Where only the table is another, it takes the place of the one before: much quicker than to load it all."""
        head = self._html.partition("<body")[0]
        if self._heads.get(page) == head:
            page.evaluate(_SWAP, self._html)
            return
        page.goto("/")
        page.evaluate("document.fonts.ready.then(() => true)")
        self._heads[page] = head

    def thin(self, page: Page) -> None:
        """Leave one of those pieces that are drawn alike: what axe finds at one it would find at all of them."""
        page.evaluate(_ONCE)

    @property
    def light(self) -> str:
        return "dark" if self._dark else "light"

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()


def drawn(game: Game, pieces: int = 0) -> str:
    """The page of whoever is to move, with so many pieces staged: each the first that is offered."""
    seat = game.turn
    assert seat is not None
    draft: tuple[str, ...] = ()
    for _ in range(pieces):
        offered = sorted(plan(game, seat, draft).offered - {"pass"})
        if not offered:
            break
        draft = press(game, seat, draft, offered[0])
    return table_page(make_scene(table_for(game, seat), game, seat, draft=draft, may_undo=bool(draft)))
