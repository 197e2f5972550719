"""Puzzles on the site: the question tells no secrets, the first answer counts, and ratings move as they should."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, Select, select

from boriken.analysis.puzzles import Posed, shipped_puzzles
from boriken.games import GAMES
from boriken.web import pages
from boriken.web.administration import delete_person
from boriken.web.models import PuzzleAnswer, PuzzleSolver
from boriken.web.pages.puzzle_page import plan_of, scene_of
from boriken.web.pages.puzzle_scene import Answer, PuzzleShown, Solver, Tried
from boriken.web.solving import DOUBT, PUZZLE_DOUBT, Rating, duel, today

from .visiting import Visit

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", GAMES)


def some(game: str) -> list[Posed]:
    """One puzzle of each theme."""
    by_theme = {posed.puzzle.themes: posed for posed in shipped_puzzles(game).values()}
    return [*by_theme.values()]


def address(posed: Posed) -> str:
    return f"/puzzles/{posed.rules.name}/{posed.key}"


async def answer(browser: httpx.AsyncClient, posed: Posed, action: str) -> str:
    """The page after an answer."""
    found = await browser.post(f"{address(posed)}/answer", data={"action": action})
    assert found.status_code == 303, found.text
    return (await browser.get(found.headers["location"])).text


def wrong(posed: Posed) -> str:
    return next(choice.action for choice in posed.puzzle.choices if not choice.best)


def told(page: str) -> str:
    """What the bar says."""
    bar = re.search(r'<section class="ask.*?</section>', page, re.DOTALL)
    assert bar is not None
    return " ".join(re.sub(r"<[^>]*>", " ", bar.group()).split())


@every_game
def test_every_choice_can_be_pressed_and_is_what_confirming_answers(game: str) -> None:
    for posed in some(game):
        for choice in posed.puzzle.choices:
            if choice.action in scene_of(posed).offered:
                planned = plan_of(posed, [choice.action])
                assert planned.actions[0] == choice.action
        assert {choice.action for choice in posed.puzzle.choices} <= set(scene_of(posed).meanings)


@every_game
def test_a_question_is_drawn_from_what_its_seat_may_know(game: str) -> None:
    for posed in some(game):
        position, scene = posed.position(), scene_of(posed)
        assert dict(scene.view) == position.view(posed.puzzle.seat)
        page = pages.puzzle_page(PuzzleShown(posed, Solver(), Tried(posed.puzzle.rating)))
        assert str(posed.seed) not in page, "it would tell all that is to come"
        assert "clearly best</h3>" not in page
        assert "data-verdict" not in page


@every_game
def test_the_answer_is_marked_on_the_table(game: str) -> None:
    posed = next(p for p in some(game) if p.best.action in scene_of(p).offered and wrong(p) in scene_of(p).offered)
    mine = Answer(posed.key, wrong(posed), False, -9)
    page = pages.answered_page(PuzzleShown(posed, Solver(1491, (mine,)), Tried(1500, 1, 0)), wrong(posed))
    assert f'data-piece="{posed.best.action}" data-verdict="best"' in page
    assert f'data-piece="{wrong(posed)}" data-verdict="mistake"' in page
    assert "\N{MINUS SIGN}9" in told(page)


async def test_the_first_answer_counts_and_no_other(visit: Visit) -> None:
    browser = await visit.browser()
    posed, second = some("san-juan")[:2]
    assert "Not quite" in told(await answer(browser, posed, wrong(posed)))
    page = await answer(browser, posed, posed.best.action)
    assert "Right" in told(page)
    assert "does not count" in told(page)
    assert "Not quite" in told((await browser.get(address(posed))).text), "what was answered first"
    assert "does not count" not in told(await answer(browser, second, second.best.action))
    overview = (await browser.get("/puzzles")).text
    assert "after 2 of" in overview
    stranger = await visit.browser()
    assert "one answer is clearly best" in told((await stranger.get(address(posed))).text)


async def test_whoever_asks_for_the_answer_has_not_solved_it(visit: Visit) -> None:
    browser = await visit.browser()
    posed = some("puerto-rico")[0]
    found = await browser.post(f"{address(posed)}/answer", data={"show": "1"})
    page = (await browser.get(found.headers["location"])).text
    assert "The answer" in told(page)
    assert '<b class="streak__n">' in page
    again = (await browser.get(f"{address(posed)}?again=1")).text
    assert "one answer is clearly best" in told(again)


async def test_a_streak_is_right_answers_in_a_row() -> None:
    def solver(*right: bool) -> Solver:
        return Solver(1500, tuple(Answer(str(i), "", each, 0) for i, each in enumerate(right)))

    assert [solver(*rows).streak for rows in ((), (True,), (True, True), (False, True), (True, False))] == [
        0,
        1,
        2,
        1,
        0,
    ]


async def test_pieces_are_staged_by_forms_and_by_scripts(visit: Visit) -> None:
    browser = await visit.browser()
    posed = next(p for p in some("puerto-rico") if p.best.action in scene_of(p).offered)
    piece = {"press": posed.best.action}
    plain = await browser.post(f"{address(posed)}/draft", data=piece)
    page = (await browser.get(plain.headers["location"])).text
    assert f'name="draft" value="{posed.best.action}"' in page
    by_script = await browser.post(f"{address(posed)}/draft", data=piece, headers={"accept": "application/json"})
    parts = by_script.json()["parts"]
    assert f'name="draft" value="{posed.best.action}"' in parts["ask"]
    assert {"log-head", "log-now", "log-past"}.isdisjoint(parts), "the puzzle stands in the log's place"
    found = await browser.post(f"{address(posed)}/answer", data={"draft": posed.best.action})
    assert "Right" in told((await browser.get(found.headers["location"])).text)


async def test_what_cannot_be_is_refused(visit: Visit) -> None:
    browser = await visit.browser()
    posed = some("san-juan")[0]
    here = address(posed)
    for path in ("/puzzles/chess", "/puzzles/chess/next", "/puzzles/san-juan/none", "/openings/chess"):
        assert (await browser.get(path)).status_code == 404, path
    assert (await browser.get("/puzzles/san-juan/next?theme=chess")).status_code == 404
    for fields in ({}, {"action": "role:pope"}, {"draft": "role:pope"}):
        refused = await browser.post(f"{here}/answer", data=fields)
        assert 400 <= refused.status_code < 500, fields
    assert (await browser.post(f"{here}/draft", data={"press": "build:\x00"})).status_code == 400
    stranger = await visit.stranger(origin="http://elsewhere.test")
    assert (await stranger.post(f"{here}/answer", data={"show": "1"})).status_code == 403
    assert "one answer" in told((await browser.get(here)).text), "nothing of that was an answer"


async def test_the_next_puzzle_is_a_new_one_of_the_theme_until_there_are_none(visit: Visit) -> None:
    browser = await visit.browser()
    themes = [theme for posed in shipped_puzzles("puerto-rico").values() for theme in posed.puzzle.themes]
    theme = min(themes, key=themes.count)
    left = {key for key, posed in shipped_puzzles("puerto-rico").items() if theme in posed.puzzle.themes}
    while left:
        found = await browser.get(f"/puzzles/puerto-rico/next?theme={theme}")
        key = found.headers["location"].partition("?")[0].rpartition("/")[2]
        assert key in left
        left.remove(key)
        await answer(browser, shipped_puzzles("puerto-rico")[key], shipped_puzzles("puerto-rico")[key].best.action)
    assert (await browser.get(f"/puzzles/puerto-rico/next?theme={theme}")).status_code == 422


@every_game
async def test_the_puzzle_of_the_day_is_the_same_for_all_and_another_tomorrow(visit: Visit, game: str) -> None:
    first, second = await visit.browser(), await visit.browser()
    places = {(await browser.get(f"/puzzles/{game}/today")).headers["location"] for browser in (first, second)}
    assert len(places) == 1
    days = [date(2026, 1, 1) + timedelta(days=i) for i in range(40)]
    assert len({posed.key for day in days if (posed := today(game, day))}) > 5


async def test_a_hard_puzzle_moves_a_solver_more_than_an_easy_one() -> None:
    newcomer = Rating(1500, DOUBT)
    hard, easy = Rating(1800, PUZZLE_DOUBT), Rating(1200, PUZZLE_DOUBT)
    gain_hard, gain_easy = (duel(newcomer, puzzle, True)[0].rating - 1500 for puzzle in (hard, easy))
    loss_hard, loss_easy = (1500 - duel(newcomer, puzzle, False)[0].rating for puzzle in (hard, easy))
    assert gain_hard > gain_easy > 0
    assert loss_easy > loss_hard > 0
    assert duel(newcomer, hard, True)[1].rating < 1800 < duel(newcomer, hard, False)[1].rating
    surer = newcomer
    for i in range(30):
        surer, _ = duel(surer, Rating(1500, PUZZLE_DOUBT), i % 2 == 0)
    assert surer.doubt < newcomer.doubt / 2
    assert abs(surer.rating - 1500) < 100


async def test_a_person_who_is_deleted_leaves_no_answers(visit: Visit) -> None:
    browser = await visit.browser()
    posed = some("san-juan")[0]
    await answer(browser, posed, posed.best.action)
    storage = visit.site.storage
    person = await storage.read(lambda connection: connection.execute(select(PuzzleAnswer.person)).scalar_one())
    await storage.write(lambda connection: delete_person(connection, person))
    for query in (select(PuzzleAnswer.person), select(PuzzleSolver.person)):
        assert await storage.read(partial(_rows, query)) == []


def _rows(query: Select[Any], connection: Connection) -> list[Any]:
    return [*connection.execute(query)]


@every_game
async def test_openings_are_shown_for_every_number_of_players(visit: Visit, game: str) -> None:
    page = (await (await visit.browser()).get(f"/openings/{game}")).text
    for players in GAMES[game].players:
        assert f"{players} players" in page
    assert "learned" in page
