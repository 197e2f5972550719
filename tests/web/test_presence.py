"""Who is there: open pages see that somebody comes, goes, and may be replaced, though nothing is played."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocket, WebSocketDisconnect

from boriken.web import sockets, visitor_scenes
from boriken.web.security import Visitor
from boriken.web.settings import Settings

from .visiting import Visit, two_at_a_table, visiting

pytestmark = pytest.mark.anyio
_WAIT = 20


class Page:
    """The other end of a session: what it hears, and what it says."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.says: asyncio.Queue[str | None] = asyncio.Queue()

    async def receive_text(self) -> str:
        words = await self.says.get()
        if words is None:
            raise WebSocketDisconnect
        return words

    async def send_text(self, words: str) -> None:
        await self.heard.put(json.loads(words))


@contextlib.asynccontextmanager
async def looking(visit: Visit, table: str, seat: int) -> AsyncIterator[Page]:
    """A page that is open at a table, and knows how it stands."""
    page, standing = Page(), await visit.site.tables.read(table)
    person = standing.seats[seat].person
    assert person is not None
    await page.says.put(json.dumps({"number": standing.number}))
    socket, visitor = cast(WebSocket, page), Visitor(person, "127.0.0.1")
    session = sockets.Session(visit.site, visit.app.state.scenes, socket, table, visitor)
    following = asyncio.create_task(session.run(standing))
    yield page
    await page.says.put(None)
    await asyncio.wait_for(following, _WAIT)


async def test_an_open_page_learns_that_somebody_has_left(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_HEARTBEAT", 0.1)
    monkeypatch.setattr(visitor_scenes, "_HERE", timedelta(seconds=1))
    async with visiting(dataclasses.replace(settings, alone_after=1)) as visit:
        _, _, table = await two_at_a_table(visit)
        async with looking(visit, table, 1) as his:
            async with looking(visit, table, 0) as hers:  # and is to move
                await asyncio.wait_for(hers.heard.get(), _WAIT)
            async with asyncio.timeout(_WAIT):
                while "Let a bot play for Ann" not in (await his.heard.get())["parts"].get("ask", ""):
                    pass


async def test_nobody_stays_present_whose_page_could_not_be_opened(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, table = await two_at_a_table(visit)

    async def away(*_: object) -> None:
        raise OperationalError("UPDATE seats", {}, Exception("the database is away"))

    monkeypatch.setattr(visit.site.seats, "note_presence", away)
    with pytest.raises(OperationalError):
        async with looking(visit, table, 0):
            pass
    assert not visit.app.state.scenes.present
