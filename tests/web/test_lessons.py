"""Lessons: each is played to its end as somebody would, and whatever it speaks of lies on the table."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

import httpx
import pytest

from boriken.web import pages
from boriken.web.learning import reached
from boriken.web.pages.courses import COURSES, SEAT, Lesson, Step, position
from boriken.web.pages.drafts import rearranging_in
from boriken.web.pages.lesson_page import scene_of
from boriken.web.pages.scene_of_game import points_in_sight

from .visiting import Visit

MOST_WORDS = 45
LESSONS = [lesson for course in COURSES.values() for lesson in course.values()]
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.name}")


def pieces_of(lesson: Lesson, at: int) -> list[str]:
    """What one presses for the task of a step: also what the engine plays by itself once no choice is left."""
    game, after = position(lesson, at), position(lesson, at).copy()
    for action in lesson.steps[at].play:
        after.play(action)
    n = len(game.actions)
    played = [a.text for a, p in zip(after.actions[n:], after.played_by[n:], strict=True) if p == SEAT]
    rearranging = rearranging_in(game)
    if rearranging is None:
        return played
    # Who is placed before the seat is asked is in the position already; those who stay where they were are not pressed.
    base = rearranging.base(game, SEAT, ())
    stand = Counter(after.view(SEAT)["players"][SEAT]["city"])
    stand.update({tile: on for tile, (_, on) in after.view(SEAT)["players"][SEAT]["island"].items()})
    return [f"place:{place}" for place, n in (stand - Counter(base["before"])).items() for _ in range(n)]


def staged_in(page: str) -> list[str]:
    """The draft that a page carries along in its form."""
    form = re.search(r'<form id="confirm".*?</form>', page, re.DOTALL)
    assert form is not None
    return [html.unescape(piece) for piece in re.findall(r'name="draft" value="([^"]*)"', form.group())]


async def do_by_hand(browser: httpx.AsyncClient, address: str, pieces: list[str]) -> httpx.Response:
    """Press pieces one after the other, each on the page that came of the last, and confirm."""
    page = (await browser.get(address)).text
    for piece in pieces:
        if f'name="press" value="{piece}"' not in html.unescape(page):
            continue  # paid, placed or played by itself
        answer = await browser.post(f"{address}/draft", data={"press": piece, "draft": staged_in(page)})
        assert answer.status_code == 303, answer.text
        page = (await browser.get(answer.headers["location"])).text
    if (button := re.search(r'form="confirm" name="action" value="([^"]*)"', page)) is not None:  # yes or no
        return await browser.post(f"{address}/move", data={"action": pieces[0] if button else ""})
    return await browser.post(f"{address}/move", data={"draft": staged_in(page)})


@pytest.mark.anyio
@every_lesson
async def test_a_lesson_can_be_played_to_its_end(visit: Visit, lesson: Lesson) -> None:
    browser = await visit.browser()
    for at, step in enumerate(lesson.steps):
        address = f"{lesson.address}/{at + 1}"
        page = html.unescape((await browser.get(address)).text)
        assert step.heading in page
        assert step.words in page
        if step.task:
            assert step.task in page
            answer = await do_by_hand(browser, address, pieces_of(lesson, at))
            assert answer.status_code == 303, (at, answer.text)
            assert answer.headers["location"] == f"{lesson.address}/{at + 2}", at
    listed = re.search(rf'<a href="{lesson.address}">.*?</a>', (await browser.get(f"/learn/{lesson.game}")).text)
    assert listed is not None
    assert "done</small>" in listed.group()


def lies(page: str, parts: dict[str, str], where: str) -> bool:
    """Whether a piece that a callout points to is drawn (as `find` in lesson.js looks for it)."""
    part, _, what = where.partition(" ")
    if f'id="{part}"' not in page:
        return False
    if what.startswith("."):
        return re.search(rf'class="(?:[^"]* )?{re.escape(what[1:])}(?: [^"]*)?"', parts[part]) is not None
    return not what or f'<use href="#{what}"' in parts[part]


@every_lesson
def test_every_callout_is_short_and_points_to_a_piece_that_is_there(lesson: Lesson) -> None:
    assert lesson.minutes > 0
    for at, step in enumerate(lesson.steps):
        assert len(step.words.split()) <= MOST_WORDS, step.words
        page, parts = pages.lesson_page(lesson, at), pages.lesson_update(lesson, at, ())["parts"]
        for where in step.at:
            assert lies(page, parts, where), (at, where)


@every_lesson
def test_every_step_shows_the_points_of_its_position(lesson: Lesson) -> None:
    for at in range(len(lesson.steps)):
        assert scene_of(lesson, at).points == points_in_sight(position(lesson, at)), at


def test_a_piece_that_is_not_there_is_missed() -> None:
    lesson = COURSES["puerto-rico"]["goal"]
    page, parts = pages.lesson_page(lesson, 0), pages.lesson_update(lesson, 0, ())["parts"]
    for where in ("mine .isl", "mine b-wharf", "roles r-prospector", "market"):
        assert not lies(page, parts, where)


def _tasks() -> list[Any]:
    return [
        pytest.param(lesson, at, step, id=f"{lesson.game}-{lesson.name}-{at + 1}")
        for lesson in LESSONS
        for at, step in enumerate(lesson.steps)
        if step.task
    ]


@pytest.mark.parametrize(("lesson", "at", "step"), _tasks())
def test_a_task_is_a_choice_of_the_learner(lesson: Lesson, at: int, step: Step) -> None:
    game = position(lesson, at)
    legal = [action.text for action in game.legal_actions]
    assert game.turn == SEAT
    assert step.play[0] in legal
    assert len(legal) > 1
    assert at + 1 < len(lesson.steps)
    assert step.done
    choices = {*legal, *game.rules.actions}
    assert set(step.wrong) <= {*map(str, choices), "otherwise"}, "words for what nobody can do"


@pytest.mark.anyio
async def test_what_went_wrong_is_said_and_can_be_mended(visit: Visit) -> None:
    browser = await visit.browser()
    address = "/learn/puerto-rico/roles/2"
    answer = await do_by_hand(browser, address, ["role:builder"])
    assert answer.headers["location"].startswith(f"{address}?")
    page = html.unescape((await browser.get(answer.headers["location"])).text)
    assert "Not quite" in page
    assert COURSES["puerto-rico"]["roles"].steps[1].wrong["role:builder"] in page
    cleared = await browser.post(f"{address}/draft", data={"clear": "1"})
    assert "Not quite" not in (await browser.get(cleared.headers["location"])).text
    assert (await do_by_hand(browser, address, ["role:settler"])).headers["location"] == "/learn/puerto-rico/roles/3"


@pytest.mark.anyio
async def test_where_the_rest_does_not_matter_other_choices_will_do(visit: Visit) -> None:
    browser = await visit.browser()
    address, goes_on = "/learn/puerto-rico/end/4", "/learn/puerto-rico/end/5"
    elsewhere = ["place:guild-hall", "place:quarry", "place:tobacco-storage"]
    assert (await do_by_hand(browser, address, elsewhere)).headers["location"] == goes_on
    without = ["place:tobacco", "place:quarry", "place:tobacco-storage"]
    assert (await do_by_hand(browser, address, without)).headers["location"] != goes_on


@pytest.mark.anyio
async def test_a_lesson_goes_on_where_it_was_left(visit: Visit) -> None:
    browser = await visit.browser()
    assert (await browser.get("/learn/puerto-rico/building")).headers["location"].endswith("/building/1")
    await browser.get("/learn/puerto-rico/building/2")
    await browser.get("/learn/san-juan/cards/3")
    assert (await browser.get("/learn/puerto-rico/building")).headers["location"].endswith("/building/2")
    learner = (await browser.get("/learn")).text
    assert "Go on: Building" in learner
    assert "Go on: Everything is a card" in learner


def test_what_a_cookie_says_is_believed_only_if_it_can_be() -> None:
    assert reached({"lessons-san-juan": "cards.2_nothing.3_goods.99_x_._end.6_roles.0"}, "san-juan") == {
        "cards": 2,
        "end": 6,
    }


@pytest.mark.anyio
async def test_a_script_gets_the_parts_that_changed(visit: Visit) -> None:
    browser = await visit.browser()
    accept = {"accept": "application/json"}
    address = "/learn/puerto-rico/roles/2"
    answer = await browser.post(f"{address}/draft", data={"press": "role:mayor"}, headers=accept)
    parts = answer.json()["parts"]
    assert {"callout", "ask", "roles", "lesson"} <= set(parts)
    assert 'name="draft" value="role:mayor"' in parts["ask"]
    refused = await browser.post(f"{address}/draft", data={"press": "build:wharf"}, headers=accept)
    assert refused.status_code == 422


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/chess/roles/1", 404),
        ("/learn/puerto-rico/chess", 404),
        ("/learn/puerto-rico/roles/0", 404),
        ("/learn/puerto-rico/roles/99", 404),
        ("/learn/puerto-rico/roles/one", 404),
        ("/learn/puerto-rico/roles/2?draft=nonsense", 422),
        ("/learn/puerto-rico/roles/2?draft=build:wharf", 422),
        ("/learn/puerto-rico/roles/2?instead=nonsense", 200),
    ],
)
async def test_addresses_that_lead_nowhere_are_refused_in_words(visit: Visit, path: str, status: int) -> None:
    assert (await (await visit.browser()).get(path)).status_code == status


@pytest.mark.anyio
async def test_nothing_can_be_played_where_there_is_only_to_read(visit: Visit) -> None:
    browser = await visit.browser()
    assert (await browser.post("/learn/puerto-rico/roles/1/move", data={"action": "role:mayor"})).status_code == 422
    assert (await browser.post("/learn/puerto-rico/roles/2/move")).status_code == 422
