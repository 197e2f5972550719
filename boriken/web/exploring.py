"""Exploring finished games: any choice for any seat from any moment, judged; and playing on from there.

A moment and a line are an address, and nothing else is kept: whoever has the link sees the same. Staged pieces travel
in the form, as they do in a lesson.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from . import pages
from .bots import check_level
from .compiling import USUAL_LEVEL
from .forms import MOST_PIECES, Fields, fields_of, whole
from .judgements import Judgements
from .lines import BETWEEN, Spot, query, read_line, spot_of
from .own_bots import ALL_LEVELS
from .pages.explore_page import Explored
from .pages.scene import Hint
from .playing_on import play_on
from .refusals import NotPossible, Refusal
from .security import wants_json
from .site import Site, ThePerson, TheSite, TheVisitor
from .visitor_scenes import Scenes

router = APIRouter(prefix="/explore/tables/{table_id}", default_response_class=HTMLResponse)


@router.get("")
async def explore(
    request: Request, site: TheSite, visitor: TheVisitor, table_id: str, at: str = "0", line: str = "", judged: str = ""
) -> str:
    """A moment of a finished game, or a line that leads away from it."""
    spot = await _spot(site, table_id, at, line)
    judgement, note = _judgements(request).kept(spot), ""
    if judgement is None and judged:  # for those who have no script to ask for it
        try:
            judgement = await _judgements(request).judge(spot, visitor)
        except Refusal as refusal:
            note = refusal.words
    draft = tuple(request.query_params.getlist("draft")[:MOST_PIECES])
    return pages.explore_page(_explored(request, spot, visitor.person, judgement, draft, note))


@router.get("/judgement")
async def judgement(
    request: Request, site: TheSite, visitor: TheVisitor, table_id: str, at: str = "0", line: str = ""
) -> Response:
    """The same page with its choices judged, in parts."""
    spot = await _spot(site, table_id, at, line)
    hint = await _judgements(request).judge(spot, visitor)
    return _parts(_explored(request, spot, visitor.person, hint))


@router.post("/draft")
async def stage(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """Press a piece for the seat to move."""
    fields = await fields_of(request)
    spot = await _spot_in(site, table_id, fields)
    draft: tuple[str, ...] = ()
    if "clear" not in fields:
        draft = staged(spot, [*fields.get("draft", []), *fields.get("press", [])])
    if not wants_json(request.scope):
        return _see(f"{spot.address()}&{urlencode({'draft': draft}, doseq=True)}" if draft else spot.address())
    return _parts(_explored(request, spot, visitor.person, _judgements(request).kept(spot), draft))


@router.post("/move")
async def move(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """Go on with what is staged, or with one action."""
    fields = await fields_of(request)
    spot = await _spot_in(site, table_id, fields)
    actions = chosen(spot, fields)
    return _see(spot_of(spot.standing, spot.at, (*spot.line, *actions)).address())


@router.post("/play")
async def play(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor, table_id: str) -> Response:
    """Play on from here: a table of one's own, with bots on the other seats."""
    fields = await fields_of(request)
    spot = await _spot_in(site, table_id, fields)
    level = check_level(_one(fields, "level") or USUAL_LEVEL)
    seat = whole(_one(fields, "seat"), "seat")
    return _see(f"/tables/{await play_on(site, spot, seat, level, person, visitor.host)}")


# --- spots, and what is pressed there -----------------------------------------------------------------------------


def staged(spot: Spot, pieces: Sequence[str]) -> tuple[str, ...]:
    """The draft after these pieces were pressed, one after the other; refused as at a table."""
    turn = spot.game.turn
    if turn is None:
        raise NotPossible("The game ends here.")
    draft: tuple[str, ...] = ()
    for piece in pieces:
        draft = pages.press(spot.game, turn, draft, piece)
    return draft


def chosen(spot: Spot, fields: Mapping[str, Sequence[str]]) -> list[str]:
    """What a form has decided: an action, or what is staged in it."""
    if "action" in fields:
        return list(fields["action"][:1])
    draft = staged(spot, fields.get("draft", []))
    plan = pages.plan(spot.game, spot.game.turn, draft) if spot.game.turn is not None else None
    if plan is None or not plan.ready:
        raise NotPossible("There is nothing to confirm yet: choose first.")
    return list(plan.actions)


async def _spot(site: Site, table_id: str, at: str, line: str) -> Spot:
    return spot_of(await site.tables.read(table_id), whole(at, "at"), read_line(line))


async def _spot_in(site: Site, table_id: str, fields: Fields) -> Spot:
    return await _spot(site, table_id, _one(fields, "at"), _one(fields, "line"))


def _explored(
    request: Request,
    spot: Spot,
    person: str | None,
    judgement: Hint | None,
    draft: tuple[str, ...] = (),
    note: str = "",
) -> Explored:
    """What the page shows of a spot."""
    scenes: Scenes = request.app.state.scenes
    base = f"/explore/tables/{spot.standing.table.id}"
    wanted = "" if judgement or note else f"{base}/judgement?{query(spot.at, spot.line)}"
    return Explored(
        table=scenes.table(spot.standing, person),
        game=spot.game,
        at=spot.at,
        stops=spot.stops,
        line=spot.line,
        played=spot.played,
        address=spot.address,
        base=base,
        line_text=BETWEEN.join(spot.line),
        judgement=judgement,
        wanted=wanted,
        note=note,
        draft=draft,
        levels=tuple(ALL_LEVELS),
        usual_level=USUAL_LEVEL,
    )


# --- answers and fields -----------------------------------------------------------------------------------------------


def _judgements(request: Request) -> Judgements:
    judgements: Judgements = request.app.state.judgements
    return judgements


def _parts(explored: Explored) -> Response:
    return Response(orjson.dumps(pages.explore_update(explored)), media_type="application/json")


def _one(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, [])), "").strip()


def _see(path: str) -> Response:
    return RedirectResponse(path, 303)
