"""What stands before everything else: health, HEAD, and a request's id, count, time and line in the log."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import logs, metrics
from .health import HEALTH, health
from .site import Site


class _Enough(BaseException):
    """The headers are out: whoever asked wants no body, least of all an endless one.

    Not an Exception: nobody is to take it for a fault.
    """


class Front:
    """ASGI middleware around all other."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        name = logs.new_request()
        method = scope.get("method", "SOCKET")
        if method == "HEAD":  # answered as GET is
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        if scope["path"] in HEALTH and method in ("GET", "HEAD"):
            with contextlib.suppress(_Enough):
                await (await health(scope, self._site))(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def send_named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[logs.HEADER] = name
            elif message["type"].startswith("websocket."):
                status = status or (101 if message["type"] == "websocket.accept" else 403)
            await send(message)

        try:
            await self._app(scope, receive, send_named)
        except _Enough:
            pass
        finally:
            seconds = time.perf_counter() - began
            metrics.answered(method, _route(scope), status, seconds)
            logs.answered(method, scope["path"], status, seconds)


def _without_body(send: Send) -> Send:
    """Sends the headers and nothing else."""

    async def send_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b""})
            if not any(name.lower() == b"content-length" for name, _ in message["headers"]):
                raise _Enough  # a stream would go on

    return send_headers


def _route(scope: Scope) -> str:
    """The template that a path fits, such as `/tables/{table_id}`: never what is in its place."""
    route: Any = scope.get("route")
    return str(getattr(route, "path_format", None) or getattr(route, "path", None) or "none")
