"""Puzzles and openings: their addresses.

What is staged in a puzzle travels in its forms, as in a lesson. The first answer is kept; after it the page of a
puzzle shows what is best and why, and other answers are judged without counting.
"""

from __future__ import annotations

import random
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from boriken.analysis.puzzles import Posed, shipped_puzzles
from boriken.games import GAMES

from . import pages
from .forms import MOST_PIECES, fields_of
from .models import now
from .refusals import NotPossible, NotThere
from .security import wants_json
from .site import ThePerson, TheSite, TheVisitor
from .solving import Solvers, today

router = APIRouter(default_response_class=HTMLResponse)
_NEAR = 8
"""The next puzzle is one of so many whose ratings are nearest to the solver's."""
_chance = random.SystemRandom()


@router.get("/puzzles")
async def puzzles(site: TheSite, visitor: TheVisitor) -> str:
    solvers = Solvers(site.storage)
    known = {game: await solvers.solver(visitor.person, game) for game in GAMES if shipped_puzzles(game)}
    name = await site.people.name(visitor.person)
    return pages.puzzles_page(known, {game: today(game, now().date()) for game in known}, name)


@router.get("/puzzles/{game}")
async def of_game(visitor: TheVisitor, game: str) -> Response:
    _puzzles(game)
    return _see("/puzzles")


@router.get("/puzzles/{game}/today")
async def of_today(visitor: TheVisitor, game: str) -> Response:
    _puzzles(game)
    posed = today(game, now().date())
    assert posed is not None
    return _see(_address(posed))


@router.get("/puzzles/{game}/next")
async def next_one(site: TheSite, visitor: TheVisitor, game: str, theme: str = "") -> Response:
    """One that the visitor has not answered, about as hard as they solve."""
    of_theme = [posed for posed in _puzzles(game).values() if not theme or theme in posed.puzzle.themes]
    if not of_theme:
        raise NotThere("There are no puzzles with this theme.")
    solver = await Solvers(site.storage).solver(visitor.person, game)
    new = [posed for posed in of_theme if solver.answer(posed.key) is None]
    if not new:
        raise NotPossible("You have answered all puzzles with this theme.")
    new.sort(key=lambda posed: abs(posed.puzzle.rating - solver.rating))
    return _see(_address(_chance.choice(new[:_NEAR]), theme))


@router.get("/puzzles/{game}/{key}")
async def puzzle(request: Request, site: TheSite, visitor: TheVisitor, game: str, key: str) -> Response:
    """The question; its answer, once the visitor has answered it."""
    posed = _puzzle(game, key)
    query = request.query_params
    solvers = Solvers(site.storage)
    solver, tried = await solvers.solver(visitor.person, game), await solvers.tried(posed)
    shown = pages.PuzzleShown(posed, solver, tried, query.get("theme", "")[:32])
    answer = solver.answer(key)
    if answer is None or "again" in query:
        return HTMLResponse(pages.puzzle_page(shown, query.getlist("draft")[:MOST_PIECES]))
    given = query.get("given", answer.action or "")
    return HTMLResponse(pages.answered_page(shown, given if _is_choice(posed, given) else ""))


@router.post("/puzzles/{game}/{key}/draft")
async def stage(request: Request, site: TheSite, visitor: TheVisitor, game: str, key: str) -> Response:
    """Press a piece. What was pressed before comes with the form, for nobody else keeps it."""
    posed = _puzzle(game, key)
    fields = await fields_of(request)
    draft: tuple[str, ...] = ()
    if "clear" not in fields:
        draft = pages.pressed_in_puzzle(posed, [*fields.get("draft", []), *fields.get("press", [])])
    theme = _theme(fields)
    if not wants_json(request.scope):
        return _see(_address(posed, theme, again="1", draft=draft))
    solvers = Solvers(site.storage)
    shown = pages.PuzzleShown(posed, await solvers.solver(visitor.person, game), await solvers.tried(posed), theme)
    return Response(orjson.dumps(pages.puzzle_update(shown, draft)), media_type="application/json")


@router.post("/puzzles/{game}/{key}/answer")
async def answer(
    request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor, game: str, key: str
) -> Response:
    """Answer, by what is staged or by one of the choices; or ask for the answer."""
    posed = _puzzle(game, key)
    fields = await fields_of(request)
    action = None if "show" in fields else _given(posed, fields)
    await site.people.meet(person)
    await Solvers(site.storage).answer(person, posed, action)
    return _see(_address(posed, _theme(fields), given=action or ""))


@router.get("/openings")
async def openings(site: TheSite, visitor: TheVisitor) -> str:
    return await openings_of(site, visitor, next(iter(GAMES)))


@router.get("/openings/{game}")
async def openings_of(site: TheSite, visitor: TheVisitor, game: str) -> str:
    _game(game)
    return pages.openings_page(game, await site.people.name(visitor.person))


def _given(posed: Posed, fields: dict[str, list[str]]) -> str:
    """The choice that a form makes, in the engine's order: of several pieces the first that is asked for."""
    actions = fields.get("action")
    if actions is None:
        planned = pages.plan_of_puzzle(posed, fields.get("draft", []))
        if not planned.ready:
            raise NotPossible("There is nothing to confirm yet: choose first.")
        actions = list(planned.actions)
    if not actions or not _is_choice(posed, actions[0]):
        raise NotPossible("That is none of the choices of this puzzle.")
    return actions[0]


def _is_choice(posed: Posed, action: str) -> bool:
    return any(option.action == action for option in posed.puzzle.choices)


def _theme(fields: dict[str, list[str]]) -> str:
    return next(iter(fields.get("theme", [])), "")[:32]


def _address(posed: Posed, theme: str = "", **more: str | tuple[str, ...]) -> str:
    query = urlencode({**({"theme": theme} if theme else {}), **more}, doseq=True)
    return f"/puzzles/{posed.rules.name}/{posed.key}{'?' + query if query else ''}"


def _game(game: str) -> None:
    if game not in GAMES:
        raise NotThere(f"There is no game '{game}' here; there is {' and '.join(GAMES)}.")


def _puzzles(game: str) -> dict[str, Posed]:
    _game(game)
    found = dict(shipped_puzzles(game))
    if not found:
        raise NotThere("There are no puzzles of this game yet.")
    return found


def _puzzle(game: str, key: str) -> Posed:
    posed = _puzzles(game).get(key)
    if posed is None:
        raise NotThere("There is no such puzzle.")
    return posed


def _see(path: str) -> Response:
    return RedirectResponse(path, 303)
