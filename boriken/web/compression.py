"""Whole pages go out compressed; they shrink to a sixth.

Not so the answers to scripts: they are small, many, and must be quick. (Sockets compress by themselves: `connections`.)

The length of a compressed page tells a little of what is in it to whoever can see it pass and can make the page hold
words of his own. Pages hold no tokens and no cookies, only invitations; and a random name in the header of the
compressed page, which nobody reads, hides the length (as Django does it: "Heal the BREACH").
"""

from __future__ import annotations

import gzip
import io
import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_WORTH = 1024
"""Bytes: shorter pages stay as they are."""
_LEVEL = 4
"""Of zlib: half the time of its usual one, and a tenth longer."""
_LONGEST_NAME = 100


class Compression:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_page(message):
                start = message
                return
            if start is not None:
                if not message.get("more_body") and len(message["body"]) >= _WORTH:
                    message = {**message, "body": compressed(message["body"])}
                    MutableHeaders(scope=start).update(
                        {"Content-Encoding": "gzip", "Content-Length": str(len(message["body"]))}
                    )
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, send_compressed)


def _is_page(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/html")


def compressed(page: bytes) -> bytes:
    """By gzip, with a name of random length."""
    packed = io.BytesIO()
    name = secrets.token_hex(_LONGEST_NAME)[: secrets.randbelow(_LONGEST_NAME)]
    with gzip.GzipFile(name, "wb", _LEVEL, packed, mtime=0) as file:
        file.write(page)
    return packed.getvalue()
