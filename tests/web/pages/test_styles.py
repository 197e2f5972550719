"""Style sheets: nothing in them is unused, every page loads what styles it, and lines can be read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from boriken.games import GAMES, Game
from boriken.web import pages
from boriken.web.pages import Lobby, LobbyTable, Replay, Seat
from boriken.web.pages.courses import COURSES
from boriken.web.pages.review import ask_for_review_page, review_page
from boriken.web.pages.words import LETTERS

from .show import played_to, table_for
from .test_review import a_review

_WEB = Path(pages.__file__).parent.parent
SHEETS = {path.name: path.read_text(encoding="utf-8") for path in pages.STATIC.glob("*.css")}
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for place, kind in (("templates", "*.html"), ("pages", "*.py"), ("static", "*.js"), ("static", "*.svg"))
    for path in (_WEB / place).rglob(kind)
)


def styled(sheet: str) -> set[str]:
    """The classes that a sheet has rules for."""
    rules = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return {name for selector in re.findall(r"([^{};]+)\{", rules) for name in re.findall(r"\.([a-z][\w-]*)", selector)}


@cache
def given() -> tuple[set[str], set[str], set[str]]:
    """The classes that templates, scripts and drawings give: whole ones; beginnings, and values that complete them."""
    attributes = re.findall(r'(?:class|cls)="([^"]*)"|set cls = (.*)|class(?:List|Name)(.*)', SOURCES)
    words = set(re.findall(r"[\w-]+", " ".join("".join(found) for found in attributes)))
    words |= set(re.findall(r"[a-z]+(?:-[\w-]+|__[\w-]+)", SOURCES))  # such names are nothing but classes
    beginnings = set(re.findall(r"""([a-z][\w-]*-)(?:\{|['"] ~)""", SOURCES))
    return words, beginnings, set(re.findall(r"\w+", SOURCES)) | set(LETTERS)


def is_given(name: str) -> bool:
    words, beginnings, values = given()
    completed = any(name.startswith(start) and name.removeprefix(start) in values for start in beginnings)
    return name in words or name in LETTERS or completed or bool(re.fullmatch(r"(seat|ship-)-\d", name))


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_every_class_that_is_styled_is_given_to_something(sheet: str) -> None:
    assert {name for name in styled(SHEETS[sheet]) if not is_given(name)} == set()


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_the_lines_of_a_sheet_can_be_read(sheet: str) -> None:
    assert max(map(len, SHEETS[sheet].splitlines())) <= 120


def test_a_rule_stands_in_one_sheet() -> None:
    """Whoever changes it finds it once. (What holds in some windows only may hold in others elsewhere.)"""
    places = defaultdict[str, set[str]](set)
    for sheet, text in SHEETS.items():
        everywhere = re.sub(r"/\*.*?\*/|@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text, flags=re.DOTALL)
        for rule in re.findall(r"[^{}]+\{[^{}]*\}", everywhere):
            places[" ".join(rule.split())].add(sheet)
    assert {rule: sheets for rule, sheets in places.items() if len(sheets) > 1} == {}


def some_pages() -> Iterator[tuple[str, str]]:
    seats = (Seat(0, "Ana", is_me=True), Seat(1, "Ceiba", "bot", "easy"), Seat(2, "", "open"))
    rows = tuple(LobbyTable("t", "t", name, "round 3", seats, "my-turn", "words") for name in GAMES)
    yield "lobby", pages.lobby_page(Lobby("Ana", rows))
    yield "replays", pages.replays_page(Lobby("Ana", rows))
    yield "new table", pages.new_table_page(Lobby("Ana", notice="No."))
    yield "message", pages.message_page("No", "Words.")
    yield "learn", pages.learn_page({game: {} for game in GAMES})
    for name in GAMES:
        lesson = next(iter(COURSES[name].values()))
        yield f"lesson of {name}", pages.lesson_page(lesson, 0)
        yield f"reference of {name}", pages.reference_page(name)
        game = played_to(Game.new(name, players=3, seed=6), "builder", round_number=4)
        yield f"table of {name}", pages.table_page(pages.make_scene(table_for(game), game, game.turn))
        scene = pages.replay_scene(table_for(game), game, len(game.actions), "all")
        yield f"replay of {name}", pages.replay_page(scene, Replay(5, 9, "all", (None, "all"), (0, 5), base="/t"))
        waiting = table_for(game)
        yield f"waiting for {name}", pages.waiting_page(waiting, may_sit=True)
        played_to(game, "never")
        yield f"end of {name}", pages.end_page(pages.make_scene(table_for(game), game, 0))
        shown = a_review(game)
        yield f"review of {name}", review_page(shown)
        yield f"end of {name}, reviewed", pages.end_page(pages.make_scene(table_for(game), game, 0), shown)
    yield "a review to be asked for", ask_for_review_page(table_for(game), 9)


def test_a_page_loads_the_sheets_that_style_it_and_no_other_game() -> None:
    anywhere = set().union(*map(styled, SHEETS.values()))
    for what, page in some_pages():
        loaded = set(re.findall(r'href="/static/(\w+)\.[0-9a-f]{10}(?=\.css")', page))
        loaded = {f"{sheet}.css" for sheet in loaded}
        here = set().union(*(styled(SHEETS[sheet]) for sheet in loaded))
        drawn = {name for classes in re.findall(r'class="([^"]*)"', page) for name in classes.split()}
        missing = {name for name in drawn & anywhere - here if not name.startswith("is-")}
        assert not missing, f"{what} loads {sorted(loaded)}"
        assert len(loaded & {"site.css", "puerto_rico.css", "san_juan.css"}) == 1, what
