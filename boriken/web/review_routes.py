"""The page of a review, at any moment of its game."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from .forms import whole
from .pages import review as pages
from .refusals import NotPossible
from .site import Site, ThePerson, TheSite, TheVisitor
from .standing import OVER, Standing
from .visitor_scenes import Scenes

router = APIRouter(default_response_class=HTMLResponse)


@router.get("/tables/{table_id}/review")
async def review(
    request: Request,
    site: TheSite,
    visitor: TheVisitor,
    table_id: str,
    at: str = "",
    who: str = "",
    show: str = "",
) -> Response:
    standing = await site.tables.read(table_id)
    if standing.table.state != OVER:
        raise NotPossible("A game is reviewed once it is over.")
    wish = pages.ReviewWish(_whole(at, "at"), _seat(who, standing), show == "bad")
    shown = await review_shown(request, site, standing, visitor.person, wish)
    if shown is None:
        scenes: Scenes = request.app.state.scenes
        table = scenes.table(standing, visitor.person)
        return HTMLResponse(pages.ask_for_review_page(table, len(standing.game.actions)))
    return HTMLResponse(pages.review_page(shown))


@router.post("/tables/{table_id}/review")
async def begin(site: TheSite, person: ThePerson, visitor: TheVisitor, table_id: str) -> Response:
    """Have it made, if nobody has asked for it before."""
    await site.reviewer.ask(await site.tables.read(table_id), person, visitor.host)
    return RedirectResponse(f"/tables/{table_id}/review", 303)


async def review_shown(
    request: Request, site: Site, standing: Standing, person: str | None, wish: pages.ReviewWish
) -> pages.ReviewShown | None:
    """A review as far as it is, before somebody's eyes; None if nobody has asked for it."""
    reviewed = await site.reviews.read(standing.table.id, standing.game)
    if reviewed is None:
        return None
    scenes: Scenes = request.app.state.scenes
    me = standing.seat_of(person)
    return pages.ReviewShown(
        scenes.table(standing, person), standing.game, scenes.chronicle(standing), reviewed, wish, me
    )


def _seat(text: str, standing: Standing) -> int | None:
    seat = _whole(text, "who")
    return None if seat is None or seat >= standing.table.players else seat


def _whole(text: str, name: str) -> int | None:
    return whole(text, name) if text else None
