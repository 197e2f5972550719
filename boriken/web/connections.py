"""Connections that do not hold the site up: those that send a request too slowly, or nothing, or read no answer are
closed, and nobody may have too many of them.

uvicorn's own protocol waits for ever for the rest of a request. A WebSocket leaves here with its first request; it has
pings of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import time
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from .limits import neighbourhood
from .settings import Settings

_MOST_HEAD = 64 * 1024
"""Bytes of a request before its body."""
_SPARE_FILES = 64
"""Of the files that a process may have open: the database, the log, and whatever else is not a connection."""
_NO_LINGERING = struct.pack("ii", 1, 0)
_LONGEST_NAP = 5.0
"""Seconds after which a connection is looked at again even if nothing is due."""


@dataclass(frozen=True)
class Patience:
    """How long to wait for whom, and for how many; 0: without end."""

    header_seconds: float
    body_seconds: float
    idle_seconds: float
    connections: int
    connections_an_address: int

    @classmethod
    def of(cls, settings: Settings) -> Patience:
        """As the host wishes, and no more connections than the system lets this process have."""
        return cls(
            settings.header_seconds,
            settings.body_seconds,
            settings.idle_seconds,
            _within_the_systems_limit(settings.connections),
            settings.connections_an_address,
        )


_PACKING = ServerPerMessageDeflateFactory(
    server_max_window_bits=14, client_max_window_bits=12, compress_settings={"level": 3, "memLevel": 5}
)
"""A window of 16 KiB holds most of the last message, which the next one repeats. So messages are smaller than with
uvicorn's 4 KiB though less is searched for, in half the time; a socket takes 80 KiB for it instead of 32."""


class PackingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with messages compressed in our way."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.conn.available_extensions:
            self.conn.available_extensions = [_PACKING]


class Config(uvicorn.Config):
    """uvicorn's settings and ours; they travel to the workers together."""

    def __init__(self, *arguments: Any, patience: Patience, **more: Any) -> None:
        super().__init__(*arguments, **{**more, "http": PatientProtocol, "ws": PackingProtocol})
        self.patience = patience


_open_from: Counter[str] = Counter()
"""How many connections each address has, sockets aside."""


class PatientProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with an eye on the clock."""

    def __init__(self, config: Config, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._patience = config.patience
        self._trusted = _trusted(config.forwarded_allow_ips)
        self._from: str | None = None
        self._refused = False
        self._timer: asyncio.TimerHandle | None = None
        self._waits_for = "head"
        self._deadline: float | None = None
        self._head = 0  # bytes of a head that is not complete
        self._answered: Any = None  # the request that is being answered; others may have come after it
        self._unread_since: float | None = None  # since when the other side does not read

    # --- coming and going ---------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        patience = self._patience
        host = self.client[0] if self.client else ""
        if patience.connections and len(self.connections) > patience.connections:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Very many people are here just now. Try again in a minute.")
            return
        if host and host not in self._trusted:
            self._from = neighbourhood(host)
            _open_from[self._from] += 1
            if 0 < patience.connections_an_address < _open_from[self._from]:
                self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Very many connections come from your address. Try again.")
                return
        self._expect("head", patience.header_seconds)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self.pipeline.clear()
        if self._answered is not None and not self._answered.response_complete:  # uvicorn tells only the last request
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        """No longer watched nor counted here."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._from is not None:
            _open_from[self._from] -= 1
            if not _open_from[self._from]:
                del _open_from[self._from]
            self._from = None

    # --- what is waited for -------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self._waits_for == "head" and not self.transport.is_closing():
            self._head += len(data)
            if self._head > _MOST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of this request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._expect("head", self._patience.header_seconds)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._expect("body", self._patience.body_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._waits_for, self._deadline = "answer", None
        if self.cycle is not None and self.cycle.response_complete:  # refused before all of it was there
            self._expect("next", self._patience.idle_seconds)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._waits_for == "body":
            self._expect("body", self._patience.body_seconds)  # that of a next request could not come in meanwhile
        elif self._waits_for == "answer" and self.cycle.response_complete:
            self._expect("next", self._patience.idle_seconds)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_since = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread_since = None

    def timeout_keep_alive_handler(self) -> None:
        """Our own clock counts."""

    def _expect(self, what: str, seconds: float) -> None:
        self._waits_for = what
        self._deadline = time.monotonic() + seconds if seconds else None

    # --- the clock ----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Give up if it takes too long; else look again when it may."""
        if self.transport.is_closing():
            self._hang_up()  # it was told to go, and does not read its last answer
            return
        moment = time.monotonic()
        patience = self._patience.body_seconds
        if self._unread_since is not None and patience and moment - self._unread_since >= patience:
            self._hang_up()
            return
        if self._deadline is not None and moment >= self._deadline and not self.flow.read_paused:
            self._give_up()
        nap = _LONGEST_NAP if self._deadline is None else min(max(self._deadline - moment, 0.05), _LONGEST_NAP)
        self._timer = self.loop.call_later(nap, self._look)

    def _hang_up(self) -> None:
        """At once, and without what was not read yet: else the system would keep it."""
        with contextlib.suppress(OSError):
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
        self.transport.abort()

    def _give_up(self) -> None:
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if self._waits_for == "next" or answering:
            self.transport.close()
        elif self._waits_for == "head" and self.cycle is not None and not self.cycle.response_complete:
            self._deadline = None  # the rest of a next request; the one before is still being answered
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "The rest of this request has not come in time.")

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        """Say why, and hang up: this is below the site, for no request is there that it could answer."""
        self._refused = True
        body = f"{words}\n".encode()
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        head += f"content-length: {len(body)}\r\nconnection: close\r\nretry-after: 60\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()


_trusts: dict[str, _TrustedHosts] = {}


def _trusted(addresses: list[str] | str) -> _TrustedHosts:
    """Proxies whose headers are believed: many people come through each of them."""
    key = addresses if isinstance(addresses, str) else ",".join(addresses)
    if key not in _trusts:
        _trusts[key] = _TrustedHosts(key)
    return _trusts[key]


def _within_the_systems_limit(wanted: int) -> int:
    """As many connections as wanted, or as the system allows when it is asked for more files."""
    try:
        import resource
    except ImportError:  # Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = (wanted or 65536) + _SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(min(wanted or soft, soft - _SPARE_FILES), 1)
    return wanted
