"""Learning from one's mistakes: the decisions that lost most, asked once more, and the new answer judged.

Each question is the table as the seat saw it then. Nothing is kept: an answer is an address.
"""

from __future__ import annotations

from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from . import pages
from .exploring import MOST_PIECES, Fields, chosen, fields_of, staged, whole
from .limits import neighbourhood
from .lines import Spot, spot_of
from .lookbacks import Lookback, Lookbacks
from .pages.mistake_page import Asked
from .refusals import NotPossible, NotThere
from .security import Visitor, wants_json
from .site import Site, TheSite, TheVisitor
from .standing import OVER, PERSON, Standing
from .visitor_scenes import Scenes

router = APIRouter(prefix="/mistakes/{table_id}", default_response_class=HTMLResponse)
_LOOK_AGAIN = 3
"""Seconds after which the page that waits for the questions loads itself again."""
SHOW = "?"
"""The answer of who wants to be told."""


@router.get("")
async def ask(
    request: Request, site: TheSite, visitor: TheVisitor, table_id: str, seat: str = "", n: str = "1", answer: str = ""
) -> Response:
    """A question, or what became of its answer; before that, how far the game was looked at."""
    standing, mine = await _seat(site, table_id, seat, visitor.person)
    looked = _looked(request, standing, mine, visitor)
    table = _scenes(request).table(standing, visitor.person)
    if not looked.is_done:
        page = pages.looking_back_page(table, mine, looked.looked_at, looked.decisions)
        return HTMLResponse(page, headers={"Refresh": str(_LOOK_AGAIN)})
    if not looked.worst:
        words = f"None of {looked.decisions} decisions was shown to lose anything that matters."
        return HTMLResponse(pages.message_page("No mistakes", words, f"/tables/{table_id}", "Back to the game"))
    draft = tuple(request.query_params.getlist("draft")[:MOST_PIECES])
    return HTMLResponse(pages.mistake_page(_asked(request, standing, mine, looked, n, visitor.person, answer, draft)))


@router.post("/draft")
async def stage(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """Press a piece."""
    fields = await fields_of(request)
    standing, mine, looked, n = await _question(request, site, visitor, table_id, fields)
    spot = _spot(standing, looked, n)
    draft: tuple[str, ...] = ()
    if "clear" not in fields:
        draft = staged(spot, [*fields.get("draft", []), *fields.get("press", [])])
    if not wants_json(request.scope):
        return _see(table_id, mine, n, draft=draft)
    asked = _asked(request, standing, mine, looked, n, visitor.person, "", draft)
    return Response(orjson.dumps(pages.mistake_update(asked)), media_type="application/json")


@router.post("/move")
async def answer_it(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """Give an answer. Of several decisions that are confirmed together the first is the one in question."""
    fields = await fields_of(request)
    standing, mine, looked, n = await _question(request, site, visitor, table_id, fields)
    spot = _spot(standing, looked, n)
    action = chosen(spot, fields)[0]
    if action not in [legal.text for legal in spot.game.legal_actions]:
        raise NotPossible("That is not possible here. Look again and choose anew.")
    return _see(table_id, mine, n, answer=action)


async def _seat(site: Site, table_id: str, seat: str, person: str | None) -> tuple[Standing, int]:
    """The table, which must be over, and whose mistakes are meant: one's own, unless another seat is named."""
    standing = await site.tables.read(table_id)
    if standing.table.state != OVER:
        raise NotPossible("This game is not over yet. Once it is, you can learn from it.")
    if seat:
        return standing, standing.seat(whole(seat, "seat")).seat
    mine = standing.seat_of(person)
    people = [one.seat for one in standing.seats if one.kind == PERSON]
    return standing, mine if mine is not None else next(iter(people), 0)


async def _question(
    request: Request, site: Site, visitor: Visitor, table_id: str, fields: Fields
) -> tuple[Standing, int, Lookback, str]:
    """The question that a form answers."""
    standing, mine = await _seat(site, table_id, "".join(fields.get("seat", [])[:1]), visitor.person)
    looked = _looked(request, standing, mine, visitor)
    return standing, mine, looked, "".join(fields.get("n", ["1"])[:1])


def _looked(request: Request, standing: Standing, seat: int, visitor: Visitor) -> Lookback:
    lookbacks: Lookbacks = request.app.state.lookbacks
    return lookbacks.mistakes(standing, seat, visitor.person or neighbourhood(visitor.host))


def _place(looked: Lookback, n: str) -> int:
    place = whole(n, "n")
    if not looked.is_done or not 1 <= place <= len(looked.worst):
        raise NotThere("There is no such question about this game.")
    return place


def _spot(standing: Standing, looked: Lookback, n: str) -> Spot:
    return spot_of(standing, looked.worst[_place(looked, n) - 1].at)


def _asked(
    request: Request,
    standing: Standing,
    seat: int,
    looked: Lookback,
    n: str,
    person: str | None,
    answer: str,
    draft: tuple[str, ...],
) -> Asked:
    """What the page shows of a question."""
    spot, place = _spot(standing, looked, n), _place(looked, n)
    mistake = looked.worst[place - 1]
    legal = [choice.action for choice in mistake.hint.choices]
    if answer and answer not in (SHOW, *legal):
        raise NotPossible("That was no choice here. Look again and choose anew.")
    return Asked(
        table=_scenes(request).table(standing, person),
        game=spot.game,
        seat=seat,
        at=mistake.at,
        moves=len(standing.game.actions),
        place=place,
        questions=len(looked.worst),
        played=mistake.played,
        judgement=mistake.hint,
        answer=mistake.played if answer == SHOW else answer,
        draft=draft if not answer else (),
        explore=spot.address(),
    )


def _scenes(request: Request) -> Scenes:
    scenes: Scenes = request.app.state.scenes
    return scenes


def _see(table_id: str, seat: int, n: str, **more: str | tuple[str, ...]) -> Response:
    fields = {"seat": seat, "n": n} | {name: value for name, value in more.items() if value}
    return RedirectResponse(f"/mistakes/{table_id}?{urlencode(fields, doseq=True, safe=':@')}", 303)
