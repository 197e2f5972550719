"""Learning: lessons that one plays, the guided first game, the reference.

A lesson under way is its address; a cookie remembers how far somebody has come, so that `/learn` can go on there. The
database knows nothing of lessons, and whoever only learns is nobody to it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from boriken.engine import rules_of
from boriken.games import GAMES
from boriken.players import LEVELS

from . import pages
from .forms import MOST_PIECES, fields_of
from .opening import open_table
from .pages.courses import COURSES, SEAT as LEARNER, Lesson, mistake, position
from .refusals import NotPossible, NotThere
from .security import wants_json
from .site import ThePerson, TheSite, TheVisitor
from .standing import BOT, PERSON, SeatWish, TableWish

router = APIRouter(default_response_class=HTMLResponse)
_A_YEAR = 365 * 86400
_BETWEEN = "_"
"""Between the lessons in the cookie: `roles.3_new-buildings.1`."""


@router.get("/learn")
async def learn(request: Request, visitor: TheVisitor) -> str:
    return pages.learn_page({game: reached(request.cookies, game) for game in GAMES})


@router.get("/learn/{game}")
async def learn_game(request: Request, visitor: TheVisitor, game: str) -> str:
    return pages.learn_page({_game(game): reached(request.cookies, game)})


@router.post("/learn/{game}")
async def guided_game(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor, game: str) -> Response:
    """A guided first game: the usual number of players, gentle bots."""
    rules = rules_of(_game(game))
    bots = [SeatWish(BOT, level=next(iter(LEVELS)))] * (rules.usual_players - 1)
    first = {"governor": 0} if "governor" in rules.options else {}
    wish = TableWish(rules.name, [SeatWish(PERSON), *bots], first, host=person, lesson=True, pace="slow")
    wish = dataclasses.replace(wish, title=f"{rules.title}, first steps")
    return _see(f"/tables/{await open_table(site, wish, await site.people.meet(person), visitor.host)}")


@router.get("/reference/{game}")
async def reference(visitor: TheVisitor, game: str) -> str:
    return pages.reference_page(_game(game))


# --- lessons ----------------------------------------------------------------------------------------------------------


@router.get("/learn/{game}/{name}")
async def lesson_again(request: Request, visitor: TheVisitor, game: str, name: str) -> Response:
    """Go on where this lesson was left, or begin it."""
    lesson = _lesson(game, name)
    step = reached(request.cookies, game).get(name, 1)
    return _see(f"{lesson.address}/{step if step < len(lesson.steps) else 1}")


@router.get("/learn/{game}/{name}/{step}")
async def lesson_step(
    request: Request, visitor: TheVisitor, game: str, name: str, step: str, instead: str = ""
) -> Response:
    lesson, at = _step(game, name, step)
    draft = request.query_params.getlist("draft")[:MOST_PIECES]
    response = HTMLResponse(pages.lesson_page(lesson, at, draft, instead))
    so_far = {done: n for done, n in reached(request.cookies, game).items() if done != name} | {name: at + 1}
    written = _BETWEEN.join(f"{done}.{n}" for done, n in so_far.items())
    response.set_cookie(
        _cookie(game), written, _A_YEAR, path="/learn", secure=request.url.scheme == "https", httponly=True
    )
    return response


@router.post("/learn/{game}/{name}/{step}/draft")
async def stage(request: Request, visitor: TheVisitor, game: str, name: str, step: str) -> Response:
    """Press a piece. What was pressed before comes with the form, for nobody else keeps it."""
    lesson, at = _step(game, name, step)
    fields = await fields_of(request)
    draft: tuple[str, ...] = ()
    if "clear" not in fields:
        draft = pages.pressed_in_lesson(lesson, at, [*fields.get("draft", []), *fields.get("press", [])])
    if not wants_json(request.scope):
        return _see(f"{lesson.address}/{at + 1}?{urlencode({'draft': draft}, doseq=True)}")
    return Response(orjson.dumps(pages.lesson_update(lesson, at, draft)), media_type="application/json")


@router.post("/learn/{game}/{name}/{step}/move")
async def play(request: Request, visitor: TheVisitor, game: str, name: str, step: str) -> Response:
    """Confirm: on to the next step if that was the task, else back to this one with what went wrong."""
    lesson, at = _step(game, name, step)
    if not lesson.steps[at].task:
        raise NotPossible("There is nothing to do in this step but to read.")
    fields = await fields_of(request)
    draft = pages.pressed_in_lesson(lesson, at, fields.get("draft", []))
    actions = fields.get("action")
    if actions is None:
        plan = pages.plan(position(lesson, at), LEARNER, draft)
        if not plan.ready:
            raise NotPossible("There is nothing to confirm yet: choose first.")
        actions = list(plan.actions)
    instead = mistake(lesson, at, actions)
    if instead is None:
        return _see(f"{lesson.address}/{at + 2}")
    return _see(f"{lesson.address}/{at + 1}?{urlencode({'draft': draft, 'instead': instead}, doseq=True)}")


def reached(cookies: Mapping[str, str], game: str) -> dict[str, int]:
    """The step that somebody has come to in each lesson, the one looked at last in the end."""
    found: dict[str, int] = {}
    for part in cookies.get(_cookie(game), "").split(_BETWEEN):
        name, _, step = part.rpartition(".")
        lesson = COURSES[game].get(name)
        if lesson is not None and step in map(str, range(1, len(lesson.steps) + 1)):
            found[name] = int(step)
    return found


def _cookie(game: str) -> str:
    return f"lessons-{game}"


def _game(game: str) -> str:
    if game not in GAMES:
        raise NotThere(f"There is no game '{game}' here; there is {' and '.join(GAMES)}.")
    return game


def _lesson(game: str, name: str) -> Lesson:
    lesson = COURSES[_game(game)].get(name)
    if lesson is None:
        raise NotThere(f"There is no such lesson; there is {', '.join(COURSES[game])}.")
    return lesson


def _step(game: str, name: str, step: str) -> tuple[Lesson, int]:
    """A lesson, and the place of a step in it; the address counts from 1."""
    lesson = _lesson(game, name)
    if step not in map(str, range(1, len(lesson.steps) + 1)):
        raise NotThere(f"This lesson has {len(lesson.steps)} steps.")
    return lesson, int(step) - 1


def _see(path: str) -> Response:
    return RedirectResponse(path, 303)
