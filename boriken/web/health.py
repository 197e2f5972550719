"""Addresses for machines that watch over the site: they count against no limit and stand in no log.

`/healthz`: the process answers. `/readyz`: it can serve visitors. `/metrics`: figures, for who has their token.
"""

from __future__ import annotations

import asyncio
import secrets

from sqlalchemy import text
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Scope

from . import metrics
from .site import Site

HEALTH = ("/healthz", "/readyz", "/metrics")
_PATIENCE = 2.0
"""Seconds that the database has to answer."""
_NO_STORE = {"Cache-Control": "no-store"}


async def health(scope: Scope, site: Site) -> Response:
    """The answer for one of these addresses."""
    if scope["path"] == "/healthz":
        return PlainTextResponse("The process answers.\n", headers=_NO_STORE)
    if scope["path"] == "/readyz":
        trouble = await trouble_of(site)
        return PlainTextResponse(f"{trouble or 'Ready.'}\n", 503 if trouble else 200, headers=_NO_STORE)
    return await _metrics(scope, site.settings.metrics_token)


async def trouble_of(site: Site) -> str:
    """Why visitors cannot be served, in a sentence; empty if they can."""
    if site.news.ending:
        return "The site is about to end."
    try:
        async with asyncio.timeout(_PATIENCE):
            await site.storage.read(lambda connection: connection.execute(text("SELECT 1")).scalar_one())
    except TimeoutError:
        return f"The database has not answered for {_PATIENCE:g} seconds."
    except Exception as error:  # whatever a driver raises: the database is not there
        return f"The database does not answer ({type(error).__name__})."
    if not site.preparation.has_all_rules:
        return "Some rules are still being compiled: tables that need them have to wait."
    return ""


async def _metrics(scope: Scope, token: str) -> Response:
    if not token:
        return PlainTextResponse("No metrics are served here.\n", 404)
    scheme, _, shown = Headers(scope=scope).get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secrets.compare_digest(shown.strip().encode(), token.encode()):
        return PlainTextResponse("The metrics' token is needed.\n", 401, {"WWW-Authenticate": "Bearer"})
    text, kind = await asyncio.to_thread(metrics.exposition)  # may read the files of several workers
    return Response(text, media_type=kind, headers=_NO_STORE)
