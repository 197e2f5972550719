"""A finished game in a browser: explored, played on, learnt from."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from ..servers import Server
from ..test_exploring import a_vain_trade
from .axe import no_serious_fault_by_day_or_by_lamplight as no_serious_fault, nothing_scrolls_sideways
from .conftest import DealtServer, Visitor
from .playing import changed, press, state

_WINDOWS = ((1440, 900), (1180, 820), (820, 1180), (390, 844), (844, 390))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its reviews are sure enough to call something a mistake."""
    with DealtServer(tmp_path_factory.mktemp("site"), BORIKEN_REVIEW_TREES="60") as running:
        yield running


def _fits_all_windows(page: Page) -> None:
    for width, height in _WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        nothing_scrolls_sideways(page)
    page.set_viewport_size({"width": 1440, "height": 900})


def _confirm(page: Page) -> None:
    """Press as many pieces as it takes, then the button that confirms them."""
    while not (now := state(page))["ready"]:
        staged = page.locator("#stage [name=draft]").evaluate_all("fields => fields.map(field => field.value)")
        press(page, next(piece for piece in now["pieces"] if piece not in staged and not piece.startswith("-")))
        changed(page, now)
    page.locator("[data-do=confirm]").click()


def test_a_finished_game_is_explored_played_on_and_learnt_from(visitor: Visitor) -> None:
    page = visitor()
    game = a_vain_trade()
    page.goto("/replays")
    record = game.record(["Ann", "Bob"]).to_json().encode()
    page.set_input_files("input[type=file]", {"name": "game.json", "mimeType": "application/json", "buffer": record})
    page.get_by_role("button", name="Watch it").click()
    page.get_by_role("link", name="Explore from this moment").click()

    opts, bar = page.locator("#opts"), page.locator("#ask")
    expect(bar).to_contain_text("move 1 of")
    expect(opts.locator(".opt__v").first).to_contain_text("±", timeout=30_000)
    expect(opts).to_contain_text("played")
    no_serious_fault(page, "explore")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=[1-9]"))
    expect(opts.locator(".opt__v").first).to_contain_text("±", timeout=30_000)
    moment = page.url
    opts.locator("a.opt:not(:has(.opt__tag))").first.click()
    expect(bar).to_contain_text("not played")
    expect(opts.locator(".opt, .tally").first).to_be_visible()
    held, judgements = list[Route](), "**/judgement?*"
    page.route(judgements, lambda route: held.append(route))
    _confirm(page)
    expect(page).to_have_url(re.compile(r"line=role:builder,build:"))
    expect(opts).to_contain_text("Thinking")  # before its script asks for the judgement, a new page hears no keys
    _fits_all_windows(page)
    line = page.url
    page.keyboard.press("Backspace")
    expect(page).to_have_url(moment)
    with page.expect_request(judgements):
        page.goto(line)
    expect(bar).to_contain_text("What if")

    page.locator(".play-on > summary").click()
    page.get_by_label("Your seat").select_option("Ann")
    no_serious_fault(page, "off the game's path")
    page.get_by_label("Your seat").focus()
    held[-1].continue_()
    page.unroute(judgements)
    expect(opts.locator(".opt__v").first).to_contain_text("±", timeout=30_000)
    expect(page.get_by_label("Your seat")).to_have_value("0")  # a judgement leaves what is being filled in
    expect(page.get_by_label("Your seat")).to_be_focused()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/tables/\w+$"))
    page.locator(".menu > summary").click()
    expect(page.get_by_role("link", name="Played on from another game")).to_have_attribute(
        "href", line[line.index("/explore") :]
    )

    table = re.search(r"tables/(\w+)\?", line)
    assert table is not None
    page.goto(f"/mistakes/{table[1]}?seat=1")
    page.get_by_role("button", name="Review the game").click()
    expect(bar).to_contain_text("What would you play?", timeout=120_000)
    no_serious_fault(page, "a question")
    _confirm(page)
    expect(page.locator(".ask--right, .ask--wrong")).to_be_visible()
    expect(opts).to_contain_text("your answer")
    no_serious_fault(page, "an answer")
    _fits_all_windows(page)
    bar.get_by_role("link", name="Explore").click()
    expect(bar).to_contain_text("move")
