"""The main ways through both games in Firefox: another engine draws the pages and runs the scripts."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ...walk import Variant, new_game, walk
from ..servers import Server
from .conftest import no_browser
from .easel import DESK, PHONES, Window
from .firefox import Firefox, Tab, firefox
from .playing import CHANGED, STATE, button_of
from .screens import FAULTS

_GO_ON = "[data-do='confirm']:not([disabled])"
_NUMBER = "() => document.body.dataset.number"


@pytest.fixture(scope="module")
def fox() -> Iterator[Firefox]:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        no_browser("Firefox")
    with firefox(path) as running:
        yield running


@pytest.fixture
def somebody(fox: Firefox, server: Server, window: Window) -> Iterator[Tab]:
    """Somebody new in the lobby; at the end no script may have failed."""
    tab = fox.tab(server.address, *window)
    tab.goto("/")
    yield tab
    tab.close()
    assert fox.complaints == []


def looks_well(tab: Tab, window: Window) -> None:
    assert tab.evaluate(FAULTS, [window.touch, "body"]) == []


def my_turn(tab: Tab) -> dict[str, Any]:
    tab.see(".ask.is-mine")
    now: dict[str, Any] = tab.evaluate(STATE)
    return now


def stage(tab: Tab, piece: str) -> None:
    """Press a piece; on a phone a card is read first."""
    now = tab.evaluate(STATE)
    tab.press(button_of(piece))
    if tab.evaluate("() => !!document.querySelector('.reader[open]')"):
        tab.press(".reader .btn--go")
    tab.wait_for(CHANGED, [now["number"], now["question"]])


def take_one_step(tab: Tab, rng: random.Random) -> None:
    """Press something that can be pressed, or confirm."""
    now = my_turn(tab)
    if now["ready"]:
        tab.press(_GO_ON)
        tab.wait_for(CHANGED, [now["number"], now["question"]])
    else:
        stage(tab, rng.choice([piece for piece in now["pieces"] if not piece.startswith(("-", "lift:"))]))


def start(tab: Tab, game: str) -> None:
    form = f"form:has(input[name=game][value='{game}'])"
    tab.press(f"{form} label:has(input[name=bots][value='2'])")
    tab.press(f"{form} button")
    tab.see("#ask")
    tab.press(".menu > summary")
    tab.press("button[name=pace][value=at-once]")
    tab.see(".menu:not([open])")


@pytest.mark.parametrize("window", [DESK[1], PHONES[0]], ids=str)
@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_a_game_is_opened_and_played(somebody: Tab, window: Window, game: str) -> None:
    """From the lobby: stage, clear, ask for a hint, confirm, take back, and go on; the log tells it."""
    tab, rng = somebody, random.Random(2)
    start(tab, game)
    while "role:builder" not in my_turn(tab)["pieces"]:
        take_one_step(tab, rng)
    looks_well(tab, window)
    builder = ".role[data-piece='role:builder']"
    stage(tab, "role:builder")
    tab.see(f"{builder}[aria-pressed=true]")
    tab.see(".brings .is-me")
    tab.key("\ue00c")  # Escape
    tab.see(f"{builder}[aria-pressed=false]")
    tab.press("[data-do=hint]")
    tab.see("section#advice", "bot")
    stage(tab, "role:builder")
    number = tab.evaluate(_NUMBER)
    tab.press(_GO_ON)
    tab.see("#ask-q", "Build something")
    tab.press("[data-do=undo]")
    tab.see("#ask-q", "Take a role")
    for _ in range(12):
        take_one_step(tab, rng)
        looks_well(tab, window)
    my_turn(tab)
    assert int(tab.evaluate(_NUMBER)) > int(number) + 6
    if window.touch:
        tab.press(".tabs a[href='#log']")
    tab.see(".log__lines", "Builder")


@pytest.mark.parametrize("window", [DESK[1], PHONES[0]], ids=str)
@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
def test_a_record_is_watched(somebody: Tab, window: Window, game: str, tmp_path: Path) -> None:
    played = new_game(Variant(game, 3), seed=4)
    for _ in walk(played):
        pass
    record = tmp_path / "game.json"
    record.write_text(played.record().to_json())
    tab = somebody
    tab.goto("/replays")
    tab.choose_file("input[type=file]", record)
    tab.press("form[action='/records'] button")
    tab.see(".ask--replay", "move 0 of")
    looks_well(tab, window)
    tab.key("\ue014")  # right
    tab.see(".ask--replay", "move 1 of")
    tab.press("[data-replay-last]")
    last = re.search(r"of (\d+)", tab.evaluate("() => document.querySelector('.ask--replay').innerText"))
    assert last is not None
    tab.see(".ask--replay", f"move {last[1]} of")
    looks_well(tab, window)
