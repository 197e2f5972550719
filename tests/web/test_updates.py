"""A database that version 0.1 has left: after the update its tables open and play on, nobody is a stranger."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from boriken import Record
from boriken.web.settings import Settings

from .visiting import Visit, play, read, visiting

pytestmark = pytest.mark.anyio
_DATA = Path(__file__).parent / "data"
OLD: dict[str, Any] = json.loads((_DATA / "0.1.json").read_text())


@pytest.fixture
async def updated(tmp_path: Path) -> AsyncIterator[Visit]:
    shutil.copy(_DATA / "0.1.sqlite", tmp_path / "tables.sqlite")
    settings = Settings(
        f"sqlite:///{tmp_path / 'tables.sqlite'}",
        OLD["key"],
        hosts=("boriken.test",),
        requests_a_second=10_000,
        tables_an_hour=10_000,
    )
    async with visiting(settings) as visit:
        yield visit


async def old_friend(visit: Visit, name: str) -> httpx.AsyncClient:
    """Somebody with the token that version 0.1 gave them."""
    return await visit.stranger(authorization=f"Bearer {OLD['tokens'][name]}")


async def test_tokens_and_cookies_are_whose_they_were(updated: Visit) -> None:
    for name in ("Ann", "Bob"):
        browser = await updated.browser()
        browser.cookies.set("boriken", OLD["tokens"][name])
        page = (await browser.get("/")).text
        assert name in page
        assert "running-san-juan" in page, "their own tables"


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
async def test_running_tables_play_on(updated: Visit, game: str) -> None:
    table = OLD["tables"][f"running-{game}"]
    people = {seat: await old_friend(updated, name) for seat, name in enumerate(("Ann", "Bob"))}
    number = (await read(people[0], table))["number"]
    assert number >= 40
    chance = random.Random(1)
    for _ in range(6):
        async with updated.site.news.listening(table) as listener:
            while (shown := await read(people[0], table))["turn"] == 2:
                assert await listener.wait(60), "the bot plays"
        mover = people[shown["turn"]]
        shown = await read(mover, table)
        assert (await mover.get(f"/tables/{table}")).status_code == 200
        action = chance.choice(shown["legal"])["text"]
        assert (await play(mover, table, shown["number"], action)).status_code == 200
    assert (await read(people[0], table))["number"] >= number + 6


async def test_the_finished_table_opens_and_replays(updated: Visit) -> None:
    table = OLD["tables"]["finished"]
    ann = await old_friend(updated, "Ann")
    assert (await ann.get(f"/tables/{table}")).status_code == 200
    for at in (0, 10):
        assert (await ann.get(f"/tables/{table}/replay?at={at}&seat=0")).status_code == 200
    record = Record.from_json((await ann.get(f"/api/tables/{table}/record")).text)
    assert record.replay().over


async def test_the_waiting_table_waits_on(updated: Visit) -> None:
    table = OLD["tables"]["waiting"]
    ann, bob = await old_friend(updated, "Ann"), await old_friend(updated, "Bob")
    invitation = (await read(ann, table))["invitation"]
    key = invitation.partition("key=")[2]
    assert (await bob.post(f"/api/tables/{table}/seats/1", json={"key": key})).status_code == 200
    assert (await ann.post(f"/api/tables/{table}/seats/2/bot", json={})).status_code == 200
    assert (await read(bob, table))["state"] == "running"
