"""Who asks, and from where: signed identities, the checks of Host and Origin, limits on size, headers that keep pages
safe.

Nobody registers. Whoever first does something (opens a table, sits down, chooses a name) gets a random identity, signed
by this site: people as a cookie, programs as a token for the Authorization header.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .hosts import check_host
from .keys import Keys
from .names import has_control
from .refusals import NotAllowed, NotKnown, Refusal, TooBig

COOKIE = "boriken"
_COOKIE_AGE = 400 * 86400
"""Seconds; browsers keep no cookie for longer."""
_MOST_CLAIMS = 2_000
MOST_BYTES = 64 * 1024
MOST_BYTES_OF_A_RECORD = 2 * 1024 * 1024
_RECORDS = ("/records", "/api/records")

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # an invitation link must not travel to other sites
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class Visitor:
    """Whoever asks. Two visitors with the same person are the same person."""

    person: str | None
    """None: nobody we know, who may look at what everybody may see."""
    host: str
    """The network address, for limits."""
    serial: int = 0
    """Of the token or cookie: see `admission`."""
    by_token: bool = False


class Identities:
    """Signs identities and reads them again."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._signers: dict[tuple[str, ...], URLSafeSerializer] = {}
        self._claims: dict[str, tuple[str | None, int]] = {}
        """Of tokens that were checked with these keys."""

    @property
    def _signer(self) -> URLSafeSerializer:
        """Signs with the newest key and accepts all that count now."""
        secrets = self._keys.secrets()
        if secrets not in self._signers:
            self._signers = {secrets: URLSafeSerializer(list(secrets), salt="boriken-person")}
            self._claims = {}
        return self._signers[secrets]

    def new(self) -> str:
        """A person nobody can guess."""
        return secrets.token_hex(16)

    def token(self, person: str, serial: int = 0) -> str:
        """The person, signed: who shows it is that person until it is ended (see `admission`)."""
        return str(self._signer.dumps([person, serial] if serial else person))

    def claim(self, token: str) -> tuple[str | None, int]:
        """Whom a token was made for, and its serial; None if not by us."""
        signer = self._signer
        claim = self._claims.get(token)
        if claim is None:
            claim = _claim(signer, token)
            if claim[0] is not None:  # only what we signed ourselves can fill the memory
                if len(self._claims) >= _MOST_CLAIMS:
                    self._claims.clear()
                self._claims[token] = claim
        return claim

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Who asks; raises NotKnown for a token that is not ours (a cookie that is not is just no cookie)."""
        host = connection.client.host if connection.client is not None else "local"
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            person, serial = self.claim(token.strip())
            if person is None:
                raise NotKnown("This token was not given out by this site. POST /api/people gives you one.")
            return Visitor(person, host, serial, by_token=True)
        cookie = connection.cookies.get(COOKIE)
        person, serial = self.claim(cookie) if cookie else (None, 0)
        return Visitor(person, host, serial)

    def cookie(self, person: str, secure: bool, serial: int = 0) -> str:
        """The Set-Cookie header for a person."""
        flags = f"Path=/; Max-Age={_COOKIE_AGE}; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
        return f"{COOKIE}={self.token(person, serial)}; {flags}"


def _claim(signer: URLSafeSerializer, token: str) -> tuple[str | None, int]:
    try:
        claim = signer.loads(token)
    except BadSignature:
        return None, 0
    match claim:
        case str(person):
            return person, 0
        case [str(person), int(serial)]:
            return person, serial
    return None, 0


def check_origin(headers: Headers, scheme: str, allowed: tuple[str, ...]) -> None:
    """Refuse what another site's page makes a visitor's browser send.

    Browsers say where a request comes from. One that does not say so is no browser's; if it carries our cookie, it is
    refused all the same: programs use a token. The scheme counts, too: what comes from our name without encryption may
    be anybody's. (Behind a proxy the scheme is the one that it passes on.)
    """
    origin = headers.get("origin")
    if origin is None and headers.get("referer"):
        origin = headers["referer"]
    if origin is None:
        if headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none") and not _has_cookie(headers):
            return
        if headers.get("sec-fetch-site") == "same-origin":
            return
        raise NotAllowed("This request does not say which page it comes from. Programs use a token, not the cookie.")
    theirs, ours = _origin(origin), _origin(f"{scheme.replace('ws', 'http')}://{headers.get('host', '')}")
    if theirs is not None and (theirs == ours or theirs in map(_origin, allowed)):
        return
    if theirs is not None and ours is not None and theirs[0] != ours[0] and theirs[1] == ours[1]:
        raise NotAllowed(
            f"This request comes from a page of {theirs[0]}://{theirs[1]}, but this site is {ours[0]}://{ours[1]}. "
            "If it has a proxy, that one must pass on X-Forwarded-Proto and be believed (FORWARDED_ALLOW_IPS)."
        )
    raise NotAllowed("This request comes from another site's page.")


def _origin(address: str) -> tuple[str, str, int | None] | None:
    """Scheme, name and port of a page's address; None if it has none or makes no sense."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.scheme or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port if port is not None else {"http": 80, "https": 443}.get(parts.scheme)


def _has_cookie(headers: Headers) -> bool:
    return f"{COOKIE}=" in headers.get("cookie", "")


class Guard:
    """ASGI middleware around everything: origin, size, identities for newcomers, and headers on every answer."""

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        origins: tuple[str, ...],
        hosts: tuple[str, ...],
        refuse: Callable[[Scope, Refusal], Awaitable[ASGIApp]],
    ) -> None:
        self._app = app
        self._identities = identities
        self._origins = origins
        self._hosts = hosts
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        started = False
        state = scope.setdefault("state", {})

        async def send_safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers["Server-Timing"] = f"site;dur={(time.perf_counter() - began) * 1000:.1f}"
                if "new_person" in state and message["status"] < HTTPStatus.BAD_REQUEST:
                    headers.append(
                        "Set-Cookie", self._identities.cookie(state["new_person"], scope["scheme"] == "https")
                    )
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")  # a seat's view stays in no cache
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, self._counted(scope, receive), send_safely)
        except Refusal as refusal:
            if started:
                raise
            answer = await self._refuse(scope, refusal)
            await answer(scope, receive, send_safely)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        check_host(headers, self._hosts)
        if has_control(scope["path"]) or has_control(unquote(scope["query_string"].decode("latin-1"))):
            raise Refusal("This address holds characters that nobody can type. The link may be damaged.")
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            check_origin(headers, scope["scheme"], self._origins)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            raise Refusal("The length of this request is not a number.")
        if int(length[:20]) > _most_bytes(scope):
            raise _too_big(scope)

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """The body, refused as soon as it is too long: not every request says its length."""
        total = 0

        async def counted() -> Message:
            nonlocal total
            message = await receive()
            if message["type"] == "http.request":
                total += len(message.get("body", b""))
                if total > _most_bytes(scope):
                    raise HTTPException(TooBig.status, _too_big(scope).words)  # a kind that body readers let pass
            return message

        return counted


def _most_bytes(scope: Scope) -> int:
    return MOST_BYTES_OF_A_RECORD if scope["path"] in _RECORDS else MOST_BYTES


def _too_big(scope: Scope) -> TooBig:
    return TooBig(f"That is too much to send: at most {_most_bytes(scope) // 1024} KiB are read.")


def wants_json(connection: Any) -> bool:
    """Whether the answer is for a program or a script rather than a person."""
    path = connection["path"] if isinstance(connection, dict) else connection.url.path
    headers = Headers(scope=connection) if isinstance(connection, dict) else connection.headers
    return path.startswith("/api/") or "application/json" in headers.get("accept", "")
