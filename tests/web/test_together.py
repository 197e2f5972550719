"""Moves of bots that do not pause are shown together; at every other pace each move is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boriken.web import sockets
from boriken.web.security import Visitor
from boriken.web.sockets import Session
from boriken.web.standing import BOT, PERSON, SeatWish, Standing, TableWish

from .visiting import Visit

pytestmark = pytest.mark.anyio


class Page:
    """The socket of a page that only listens."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text)["number"])


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(sockets, "time", clock)
    return clock


async def _table(visit: Visit, pace: str) -> tuple[Page, Session, Standing]:
    """A table where two bots are to move before Ann, and none of them does by itself."""
    visit.site.bots.wake = lambda table_id: None  # type: ignore[method-assign]
    visit.site.tables.on_change = lambda table: None
    seats = [SeatWish(PERSON, "p", "Ann"), *[SeatWish(BOT, name="Easy", level="easy")] * 2]
    wish = TableWish("puerto-rico", seats, {"governor": 1}, pace=pace)
    table_id = await visit.site.tables.open(wish)
    page: Any = Page()
    session = Session(visit.site, visit.app.state.scenes, page, table_id, Visitor("p", "here"))
    session._known = 0
    return page, session, await visit.site.tables.read(table_id)


async def _play(visit: Visit, session: Session, standing: Standing) -> Standing:
    seat = standing.bot_to_move
    assert seat is not None
    action = standing.game.legal_actions[0].text
    standing = await visit.site.tables.play_bot(standing.table.id, seat, standing.number, action)
    await session._look(changed=True)
    return standing


async def test_moves_without_pauses_are_shown_together(visit: Visit, clock: Clock) -> None:
    page, session, standing = await _table(visit, "at-once")
    standing = await _play(visit, session, standing)
    assert page.heard == [1]
    standing = await _play(visit, session, standing)
    assert page.heard == [1]
    assert session._held_back, "so that it looks again in a moment, even if nothing else happens"
    clock.now += 1
    await session._look(changed=session._held_back)
    assert page.heard == [1, 2]
    while standing.bot_to_move is not None:
        standing = await _play(visit, session, standing)
    assert page.heard == [1, 2, standing.number], "Ann hears at once that it is her turn"


async def test_at_the_usual_pace_every_move_is_shown(visit: Visit, clock: Clock) -> None:
    page, session, standing = await _table(visit, "usual")
    while standing.bot_to_move is not None:
        standing = await _play(visit, session, standing)
    assert len(page.heard) > 1
    assert page.heard == list(range(1, standing.number + 1))
