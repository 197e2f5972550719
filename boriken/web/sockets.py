"""A table's socket: the page hears of every change, and catches up by itself after any break.

The server sends whole parts of the page, each time those that differ from what it sent before. A client that was away
says which entry it knows last; everything it missed is in the parts. Moves do not come this way: they are posted.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

import orjson
from fastapi import APIRouter
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import metrics
from .news import Listener
from .refusals import NotAllowed, OurFault, Refusal
from .security import Visitor
from .site import Site
from .standing import WAITING, Standing
from .visitor_scenes import LOOK_ANEW, Scenes, changed_parts, stamp

router = APIRouter()
_HEARTBEAT = 20.0
"""Seconds after which the table is looked at even if nobody has told: news can be lost."""
_BOTS_PLAY = 5.0
"""The same while bots are to move: the worker that lets them play may be gone."""
_TOGETHER = 0.25
"""Seconds within which moves of bots that do not pause are shown together: nobody could follow them one by one."""
_REFUSED = 1008
_TRY_AGAIN = 1013
_MOST_LETTERS = 1000


def refusing(refusal: Refusal) -> ASGIApp:
    """Answers a socket that is refused before it was opened."""

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.close", "code": _REFUSED, "reason": refusal.words[:120]})

    return refuse


@router.websocket("/tables/{table_id}/socket")
async def table_socket(socket: WebSocket, table_id: str) -> None:
    try:
        await _follow(socket, table_id)
    except (Refusal, SQLAlchemyError) as error:  # before it was opened, or while it was
        refusal = error if isinstance(error, Refusal) else OurFault("The database does not answer.")
        metrics.refused(refusal.kind)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(_TRY_AGAIN if isinstance(refusal, OurFault) else _REFUSED, refusal.words[:120])


async def _follow(socket: WebSocket, table_id: str) -> None:
    site: Site = socket.app.state.site
    visitor = site.identities.visitor(socket)
    site.limits.request(visitor.person, visitor.host)
    visitor = await site.admission.check(visitor)
    standing = await site.tables.read(table_id)
    with site.limits.connection(visitor.host), metrics.connected("socket"):
        await socket.accept()
        session = Session(site, socket.app.state.scenes, socket, table_id, visitor)
        await session.run(standing)


class Session:
    """One open page."""

    def __init__(self, site: Site, scenes: Scenes, socket: WebSocket, table_id: str, visitor: Visitor) -> None:
        self._site = site
        self._scenes = scenes
        self._socket = socket
        self._table_id = table_id
        self._visitor = visitor
        self._person = visitor.person
        self._host = visitor.host
        self._sent: dict[str, str] = {}
        self._known: int | None = None  # the entry that the client knows last; None until it has said so
        self._greeted = False
        self._bots_play = False
        self._held_back = False  # something is new, and will be sent together with what follows
        self._sent_at = 0.0
        self._waited: tuple[Any, ...] | None = None  # a page that waits for people: who was there

    async def run(self, standing: Standing) -> None:
        """Until the page is closed."""
        if standing.table.state == WAITING:
            self._waited = (standing.table.state, standing.seats)
        async with self._site.news.listening(self._table_id) as listener:
            reader = asyncio.create_task(self._read(listener))
            try:
                async with self._presence(standing):
                    while True:
                        changed = await listener.wait(self._patience)
                        if reader.done():
                            return
                        await self._look(changed or self._held_back)
            except (WebSocketDisconnect, RuntimeError):
                return  # closed while we were sending
            finally:
                reader.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await reader

    @property
    def _patience(self) -> float:
        """Seconds until it looks again though nobody has told."""
        return _TOGETHER if self._held_back else _BOTS_PLAY if self._bots_play else _HEARTBEAT

    async def _read(self, listener: Listener) -> None:
        """What the page says: which entry it knows, or that it is still there."""
        try:
            while True:
                text = await self._socket.receive_text()
                self._site.limits.request(self._person, self._host)
                message = _understood(text)
                if "number" in message:
                    self._known = message["number"]
                    self._greeted = True
                    listener.tell()
                elif "ping" in message:
                    await self._socket.send_text('{"pong": 1}')
        except Refusal as refusal:
            await self._socket.close(_REFUSED, refusal.words[:120])
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            listener.tell()  # run sees that we are done

    async def _look(self, changed: bool) -> None:
        """Send what is new, if anything is."""
        if not await self._site.admission.still(self._visitor):
            raise NotAllowed("Your identity was ended.")
        tables = self._site.tables
        told = changed and not self._greeted  # after a break, or if nobody has told, the database is asked
        standing = await (tables.latest if told else tables.read)(self._table_id)
        self._bots_play = standing.bot_to_move is not None
        if self._bots_play and not told:  # whoever has told lets them play; were it gone, we would look again soon
            self._site.bots.wake(self._table_id)
        self._greeted = False
        at_once = standing.table.pace == "at-once" and standing.bot_to_move is not None
        self._held_back = at_once and told and time.monotonic() - self._sent_at < _TOGETHER
        if self._known is not None and not self._held_back:  # that somebody has left is told by nobody
            await self._send(standing)
            self._sent_at = time.monotonic()
        await self._site.seats.note_presence(standing, self._person)

    async def _send(self, standing: Standing) -> None:
        if self._waited is not None:
            seen = (standing.table.state, standing.seats)
            if self._waited != seen:
                self._waited = seen
                await self._socket.send_text(json.dumps(LOOK_ANEW))
            return
        update = self._scenes.update(standing, self._person)
        news = changed_parts(update, self._sent)
        self._sent = update["parts"]
        if news or standing.number != self._known:
            message = {**update, "parts": news, "stamp": stamp(update)}
            await self._socket.send_text(orjson.dumps(message).decode())
            metrics.updated("socket")
        self._known = standing.number

    @contextlib.asynccontextmanager
    async def _presence(self, standing: Standing) -> Any:
        """While this lasts, the others see that the person is there."""
        if self._person is None or standing.seat_of(self._person) is None:
            yield
            return
        key = (self._table_id, self._person)
        self._scenes.present[key] += 1
        try:
            await self._site.seats.note_presence(standing, self._person)
            self._site.news.tell(self._table_id)
            yield
        finally:
            self._scenes.present[key] -= 1
            if not self._scenes.present[key]:
                del self._scenes.present[key]
            self._site.news.tell(self._table_id)


def _understood(text: str) -> dict[str, int]:
    """The message of a page; a Refusal for anything else."""
    try:
        message = json.loads(text[:_MOST_LETTERS])
    except ValueError:
        message = None
    if not isinstance(message, dict) or not all(type(value) is int for value in message.values()):
        raise Refusal("This socket understands {number: N} and {ping: 1}.")
    return message
