"""A database that goes away: the site says so, waits, and comes back alone; the log is told once a minute."""

from __future__ import annotations

import dataclasses
import logging
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from boriken.web.news import PostgresNews
from boriken.web.outages import Outage
from boriken.web.settings import Settings
from boriken.web.site import Site

from .postgres import Wire, fresh_database
from .servers import Server, person
from .visiting import open_table, two_at_a_table, visiting

_WAIT = 60


def is_ready(site: Site) -> bool:
    return site.ready


def test_an_outage_is_told_once_a_minute_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    moment = 100.0
    outage = Outage("the disk", clock=lambda: moment)
    outage.over()
    for _ in range(1000):
        outage.note(ConnectionRefusedError("with secrets"))
        moment += 0.1
    outage.over()
    outage.over()
    assert [record.getMessage() for record in caplog.records] == [
        "the disk does not answer as it should (ConnectionRefusedError); trying again",
        "the disk does not answer as it should for 60 s (ConnectionRefusedError); trying again",
        "the disk answers again after 100 s and 1000 attempts",
    ]


def test_an_outage_that_comes_and_goes_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    moment = 100.0
    outage = Outage("the disk", clock=lambda: moment)
    for _ in range(1000):
        outage.note("full")
        outage.over()
        moment += 0.01
    assert len(caplog.records) == 2


@pytest.mark.anyio
async def test_requests_bots_and_streams_that_fail_leave_one_line_in_the_log(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with visiting(settings) as visit:
        ann, _, table = await two_at_a_table(visit)
        against_bots = await open_table(ann, ["me", "bot", "bot"])
        engine: Any = visit.site.storage._engine  # type: ignore[attr-defined]
        caplog.clear()

        def fail(*_: object) -> None:
            raise OperationalError("SELECT", {}, Exception("the disk has gone"))

        with monkeypatch.context() as broken:
            event.listen(engine, "before_cursor_execute", fail)
            for _ in range(20):
                assert (await ann.get(f"/api/tables/{table}")).status_code == 503
                visit.site.bots.wake(against_bots)
            task = visit.site.bots._tasks[against_bots]
            broken.setattr("boriken.web.bots.pause_after", lambda failures, longest: 0.0)
            assert not is_ready(visit.site)
            assert len(caplog.records) == 1, caplog.text
            event.remove(engine, "before_cursor_execute", fail)
        assert (await ann.get(f"/api/tables/{table}")).status_code == 200
        await task
        assert is_ready(visit.site)
        assert len(caplog.records) == 2
        assert "Traceback" not in caplog.text


@pytest.mark.anyio
async def test_a_site_whose_database_is_not_there_yet_starts_and_says_so(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What a worker does that is started during an outage: uvicorn ends the whole site if one cannot start."""
    monkeypatch.setattr("boriken.web.upkeep._RETRY", 0.01)
    nobody = "postgresql+asyncpg://nobody@127.0.0.1:1/none"
    async with visiting(dataclasses.replace(settings, database_url=nobody)) as visit:
        assert not is_ready(visit.site)
        stranger = await visit.stranger()
        for path in ("/api/tables", "/", "/api/tables/abc"):
            answer = await stranger.get(path)
            assert answer.status_code == 503
            assert "The database does not answer just now" in answer.text
            assert int(answer.headers["retry-after"]) >= 1
        assert {record.levelno for record in caplog.records} == {logging.WARNING}
        assert len(caplog.records) == 2, "one of the database, one of the news"
        assert "Traceback" not in caplog.text


@pytest.mark.anyio
async def test_a_site_is_ready_as_soon_as_its_database_is(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.web.upkeep._RETRY", 0.01)
    site = Site.new(settings)
    migrate, tries = site.storage.migrate, 0

    async def third_time_lucky() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise OperationalError("SELECT", {}, Exception("not yet"))
        await migrate()

    monkeypatch.setattr(site.storage, "migrate", third_time_lucky)
    await site.start()
    assert not is_ready(site)
    async with site.news.listening("any") as listener:
        assert await listener.wait(_WAIT), "open pages are told to look"
    assert is_ready(site)
    assert tries == 3
    await site.stop()


@pytest.mark.anyio
async def test_an_outage_that_is_over_before_anybody_looked_is_noticed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots that have failed meanwhile wait to be woken."""
    monkeypatch.setattr("boriken.web.upkeep._RETRY", 0.01)
    async with visiting(settings) as visit, visit.site.news.listening("any") as listener:
        visit.site.storage.outage.note("a moment")
        visit.site.storage.outage.over()
        assert await listener.wait(_WAIT)


def until(true: Callable[[], Any], seconds: float = _WAIT) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never was so"
        time.sleep(0.02)


def status(address: str) -> int | None:
    try:
        return httpx.get(f"{address}/api/tables", timeout=30, headers={"connection": "close"}).status_code
    except httpx.TransportError:
        return None


@pytest.mark.postgres
def test_a_worker_that_is_started_during_an_outage_waits_and_the_site_comes_back_alone(tmp_path: Path) -> None:
    with Wire(fresh_database()) as wire, Server(tmp_path, workers=2, BORIKEN_DATABASE_URL=wire.url) as server:
        until(lambda: status(server.address) == 200)
        with person(server.address, "Ann") as ann:
            body = {"game": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
            table = ann.post("/api/tables", json=body).json()["id"]
        wire.cut()
        for pid in children(server.process.pid):
            os.kill(pid, signal.SIGKILL)
        until(lambda: status(server.address) == 503)
        answer = httpx.get(f"{server.address}/api/tables/{table}", headers=ann.headers, timeout=30)
        assert "The database does not answer just now" in answer.json()["error"]
        assert answer.headers["retry-after"]
        for _ in range(50):
            assert status(server.address) == 503
        wire.mend()
        until(lambda: status(server.address) == 200)
        assert httpx.get(f"{server.address}/api/tables/{table}", headers=ann.headers, timeout=30).status_code == 200
        assert server.process.poll() is None
        said = "".join(server.said)
        assert "Traceback" not in said
        assert said.count("\n") < 20, said


def children(pid: int) -> list[int]:
    """The workers of a server; its resource tracker is none of them."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.postgres
@pytest.mark.anyio
async def test_news_come_back_after_an_outage(caplog: pytest.LogCaptureFixture, database: str) -> None:
    with Wire(database) as wire:
        news = PostgresNews(wire.url.replace("postgresql:", "postgresql+asyncpg:"))
        await news.start()
        async with news.listening("any") as listener:
            wire.cut()
            while not news._outage.lasts:
                await listener.wait(0.05)
            wire.mend()
            assert await listener.wait(_WAIT), "whoever listens looks again: nobody knows what was missed"
        await news.stop()
    assert len(caplog.records) == 2, caplog.text


@pytest.fixture
def database() -> str:
    return fresh_database()
