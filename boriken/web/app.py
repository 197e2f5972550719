"""The application: routes, refusals in words, start and stop."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Scope

from boriken import __version__
from boriken.engine import BorikenError

from . import (
    api,
    exploring,
    imports,
    learning,
    logs,
    metrics,
    mistakes,
    pages,
    puzzling,
    review_api,
    review_routes,
    routes,
    sessions,
    sockets,
)
from .compression import Compression
from .front import Front
from .judgements import Judgements
from .refusals import NotPossible, NotThere, OurFault, Preparing, Refusal
from .security import Guard, wants_json
from .settings import Settings
from .site import Site
from .static_files import static_route
from .storage import is_unfit
from .visitor_scenes import Scenes

_LOOK_AGAIN = 5
"""Seconds after which, at most, a page that waits for what is being prepared loads itself again."""


class Boriken(FastAPI):
    """The application, with `Front` around all of it: also around what answers when something has failed."""

    def build_middleware_stack(self) -> ASGIApp:
        return Front(super().build_middleware_stack(), self.state.site)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The site, ready to be served; with the settings of the environment unless others are given."""
    settings = settings or Settings.from_environment()
    site = Site.new(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await site.start()
        looking = asyncio.create_task(metrics.look(site.storage)) if settings.has_metrics else None
        yield
        if looking is not None:
            looking.cancel()
        await site.stop()

    app = Boriken(
        title="Boriken",
        version=__version__,
        description=api.__doc__,
        lifespan=lifespan,
        docs_url=None,  # its page needs scripts from elsewhere; ours is at /api
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.site = site
    app.state.scenes = Scenes(site)
    app.state.judgements = Judgements(site)
    app.router.routes += routes.plain_routes()  # first, for they are asked most
    app.include_router(api.router)
    app.include_router(review_api.router)
    app.include_router(routes.router, include_in_schema=False)
    app.include_router(imports.router, include_in_schema=False)
    app.include_router(review_routes.router, include_in_schema=False)
    app.include_router(learning.router, include_in_schema=False)
    app.include_router(exploring.router, include_in_schema=False)
    app.include_router(mistakes.router, include_in_schema=False)
    app.include_router(puzzling.router, include_in_schema=False)
    app.include_router(sessions.router, include_in_schema=False)
    app.include_router(sockets.router)
    app.router.routes.append(static_route)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(BorikenError, _refused)
    app.add_exception_handler(RequestValidationError, _refused)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(ClientDisconnect, _refused)
    app.add_exception_handler(SQLAlchemyError, _refused)
    app.add_exception_handler(Exception, _refused)
    app.add_middleware(
        Guard, identities=site.identities, origins=settings.origins, hosts=settings.hosts, refuse=_refuse
    )
    app.add_middleware(Compression)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    refusal = as_refusal(error)
    if request.scope["type"] == "websocket":  # a whole answer would be a line of uvicorn's in the log, for each
        return cast(Response, sockets.refusing(refusal))
    return answer(request.scope, refusal)


async def _refuse(scope: Scope, refusal: Refusal) -> ASGIApp:
    if scope["type"] == "websocket":
        metrics.refused(refusal.kind)
        return sockets.refusing(refusal)
    return answer(scope, refusal)


def as_refusal(error: Exception) -> Refusal:
    """Whatever went wrong on the asker's side, as a refusal in words."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "the request"
        return NotPossible(f"{where}: {first['msg']}.")
    if isinstance(error, HTTPException):
        words = {404: "There is no such page.", 405: "That cannot be done with this address."}
        refusal = Refusal(words.get(error.status_code, str(error.detail)))
        refusal.status = error.status_code
        refusal.kind = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        return refusal
    if isinstance(error, ClientDisconnect):
        return Refusal("Only a part of this request has arrived.")  # nobody is left to read it
    if isinstance(error, BorikenError):
        return NotPossible(f"{error}.")
    if is_unfit(error):
        return NotPossible("There is something in this request that cannot be kept.")
    metrics.failed(error)
    if isinstance(error, SQLAlchemyError):  # the storage has told the log
        return OurFault("The table could not be read or written just now. What was acknowledged is safe; try again.")
    return OurFault("Something is broken here. The game is as it was; try again, or tell whoever runs this site.")


def answer(scope: Scope, refusal: Refusal) -> Response:
    """A refusal as JSON for programs and scripts, as a page for people."""
    headers = {"Retry-After": str(int(refusal.seconds) + 1)} if refusal.seconds is not None else None
    metrics.refused(refusal.kind)
    words = logs.words_of(refusal)
    if wants_json(scope):
        body = {"error": words, "kind": refusal.kind}
        return JSONResponse(body, refusal.status, headers)
    if isinstance(refusal, Preparing) and scope["method"] == "GET":
        headers = {**(headers or {}), "Refresh": str(min(int(refusal.seconds or 0), _LOOK_AGAIN) + 1)}
    way_back = _way_back(scope["path"]) if not isinstance(refusal, NotThere) else ()
    return HTMLResponse(pages.message_page(_title(refusal), words, *way_back), refusal.status, headers)


def _way_back(path: str) -> tuple[str, ...]:
    """From a refusal at a table, or about one, back to the table."""
    found = re.match(r"/(?:(?:explore/)?tables|mistakes)/([0-9a-f]+)(?=/|$)", path)
    table = f"/tables/{found[1]}" if found else path
    return (table, "Back to the table") if table != path else ()


def _title(refusal: Refusal) -> str:
    if isinstance(refusal, Preparing):
        return "In a moment"
    return "Not found" if isinstance(refusal, NotThere) or refusal.status == 404 else "That did not work"
