"""Bots at the table: their pace, going on after a restart, trouble."""

from __future__ import annotations

import asyncio
import dataclasses
import time

import pytest

from boriken.web import bots
from boriken.web.settings import Settings
from boriken.web.tables import BOT, PACES, PERSON, SeatWish, Standing, TableWish

from .visiting import Visit, visiting

pytestmark = pytest.mark.anyio


def wish(pace: str = "at-once") -> TableWish:
    """Ann sits last, so that two bots begin."""
    seats = [SeatWish(BOT, level="easy"), SeatWish(BOT, level="easy"), SeatWish(PERSON, "ann", "Ann")]
    return TableWish("puerto-rico", seats, {"governor": 0}, host="ann", pace=pace)


async def until_anns_turn(visit: Visit, table: str, seconds: float = 30) -> Standing:
    async with asyncio.timeout(seconds), visit.site.news.listening(table) as listener:
        while True:
            standing = await visit.site.tables.read(table)
            if standing.game.turn == 2:
                return standing
            await listener.wait(1)


async def test_bots_play_until_a_person_is_to_move(visit: Visit) -> None:
    table = await visit.site.tables.open(wish())
    standing = await until_anns_turn(visit, table)
    assert standing.number > 0
    await asyncio.gather(*visit.site.bots._tasks.values())
    assert (await visit.site.tables.read(table)).number == standing.number


async def test_bots_keep_the_pace_unless_somebody_is_in_a_hurry(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    started = time.monotonic()
    table = await visit.site.tables.open(wish("quick"))
    standing = await until_anns_turn(visit, table)
    assert time.monotonic() - started >= 0.24 * standing.number
    monkeypatch.setitem(PACES, "slow", 3600.0)
    table = await visit.site.tables.open(wish("slow"))
    visit.site.bots.hurry(table)
    assert (await until_anns_turn(visit, table)).number > 0


async def test_after_a_restart_bots_go_on_by_themselves(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(bots.Bots, "wake", lambda self, table: None)  # killed before any bot could move
        async with visiting(settings) as visit:
            table = await visit.site.tables.open(wish())
            assert (await visit.site.tables.read(table)).number == 0
    async with visiting(settings) as visit:
        assert (await until_anns_turn(visit, table)).number > 0


async def test_two_workers_that_move_the_same_bots_do_no_harm(settings: Settings) -> None:
    async with visiting(settings) as one, visiting(settings) as other:
        table = await one.site.tables.open(wish())
        other.site.bots.wake(table)
        first, second = await until_anns_turn(one, table), await until_anns_turn(other, table)
        assert first.number == second.number
        assert first.game == second.game


async def test_a_bot_that_fails_is_tried_again_when_somebody_looks(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "_TROUBLE_PAUSE", 0.0)
    with monkeypatch.context() as patch:

        def fail(*_: object) -> str:
            raise RuntimeError("no idea")

        patch.setattr(bots, "_choice", fail)
        table = await visit.site.tables.open(wish())
        async with asyncio.timeout(10):
            while "has failed" not in caplog.text:
                await asyncio.sleep(0.01)
    visit.site.bots.wake(table)
    assert (await until_anns_turn(visit, table)).number > 0


async def test_a_seat_that_a_person_takes_back_is_not_played_by_its_bot(settings: Settings) -> None:
    async with visiting(dataclasses.replace(settings, alone_after=0)) as visit:
        site = visit.site
        seats = [SeatWish(PERSON, "ann", "Ann"), SeatWish(PERSON, "bob", "Bob")]
        table = await site.tables.open(TableWish("puerto-rico", seats, {"governor": 0}, host="ann", pace="slow"))
        given = await site.seats.give_to_bot(table, 0, "bob", "easy")
        assert given.seats[0].kind == BOT
        back = await site.seats.sit(table, 0, "ann", "Ann")
        assert back.seats[0].kind == PERSON
        site.bots.hurry(table)
        await asyncio.gather(*site.bots._tasks.values())
        assert (await site.tables.read(table)).number == 0
