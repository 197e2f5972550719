"""Reviews for programs: start one, read it, follow it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from boriken.analysis.telling import told

from . import metrics
from .api import REFUSALS, TableId, until_an_outage
from .refusals import NotThere
from .reviewed import Progress
from .security import Visitor
from .site import Site, ThePerson, TheSite, TheVisitor

router = APIRouter(prefix="/api", tags=["API"])
_LOOK_EVERY = 1.0
_HEARTBEAT = 15.0


class ReviewProgress(BaseModel):
    """How far a review is."""

    decisions: int = Field(description="How many there are.")
    looked_at: int = Field(description="So many have a verdict.")
    final: int = Field(description="Of these: so many get no better.")
    share: float = Field(description="Of the work, 0 to 1.")
    done: bool
    failed: bool = Field(description="Nothing came of it; POST tries again.")

    @classmethod
    def of(cls, progress: Progress) -> ReviewProgress:
        return cls(**vars(progress), share=round(progress.share, 3))


class ReviewTold(BaseModel):
    """A review as far as it is."""

    progress: ReviewProgress
    review: dict[str, Any] = Field(
        description="As 'boriken analyse --json' prints it; docs/analysis.md says what each field means. While the "
        "review is under way, decisions that were not looked at yet are missing."
    )


@router.post("/tables/{table_id}/review", summary="Have a finished game reviewed", status_code=202, responses=REFUSALS)
async def begin(site: TheSite, person: ThePerson, visitor: TheVisitor, table_id: TableId) -> ReviewProgress:
    """Made in the background, once for all who want it: who asks again is told how far it is."""
    standing = await site.tables.read(table_id)
    return ReviewProgress.of(await site.reviewer.ask(standing, person, visitor.host))


@router.get("/tables/{table_id}/review", summary="Read a review", responses=REFUSALS)
async def read(site: TheSite, visitor: TheVisitor, table_id: TableId) -> ReviewTold:
    """Each decision is judged by what its seat could know at that moment."""
    standing = await site.tables.read(table_id)
    found = await site.reviews.read(table_id, standing.game)
    if found is None:
        raise _none()
    return ReviewTold(
        progress=ReviewProgress.of(found.progress), review=told(found.review, list(standing.names), found.seed)
    )


@router.get(
    "/tables/{table_id}/review/events",
    summary="Follow a review",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "Server-sent events."},
        404: REFUSALS[404],
        429: REFUSALS[429],
    },
)
async def events(request: Request, site: TheSite, visitor: TheVisitor, table_id: TableId) -> StreamingResponse:
    """Server-sent events: how far the review is, whenever it gets further. The stream ends with the review."""
    site.limits.may_connect(visitor.host)
    if await site.reviews.progress(table_id) is None:
        raise _none()
    stream = until_an_outage(_events(request, site, table_id, visitor))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _events(request: Request, site: Site, table_id: str, visitor: Visitor) -> AsyncGenerator[str]:
    told_last: Progress | None = None
    silent = 0.0
    with site.limits.connection(visitor.host), metrics.connected("stream"):
        async with site.news.listening(table_id) as listener:
            while await site.admission.still(visitor):
                progress = await site.reviews.progress(table_id)
                if progress is None:
                    return
                if progress != told_last:
                    data = ReviewProgress.of(progress).model_dump_json()
                    yield f"event: review\ndata: {data}\n\n"
                    metrics.updated("stream")
                    silent = 0.0
                elif silent > _HEARTBEAT:
                    if await request.is_disconnected():
                        return
                    yield ": still there\n\n"
                    silent = 0.0
                told_last = progress
                if progress.done or progress.failed:
                    return
                await listener.wait(_LOOK_EVERY)  # ends at once when the site does
                silent += _LOOK_EVERY
                if site.news.ending:
                    return


def _none() -> NotThere:
    return NotThere("Nobody has asked for a review of this game yet.")
