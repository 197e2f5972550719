"""Beyond its limit the site gives things up in order: reviews, hints, searching bots, new tables; never moves."""

from __future__ import annotations

import dataclasses
import json

import pytest

from boriken.web.load import GIVEN_UP_AT, LESS_TIME, Load
from boriken.web.queues import Crowd
from boriken.web.settings import Settings
from boriken.web.standing import BOT, PERSON, SeatWish, TableWish

from .visiting import Visit, open_table, play, read, two_at_a_table, visiting

pytestmark = pytest.mark.anyio


@pytest.fixture
def limited(settings: Settings) -> Settings:
    """Limits as usual, but no clock: tests say how late everything is."""
    return dataclasses.replace(settings, most_delay=0.1, most_waiting=20)


def given_up(load: Load) -> list[str]:
    return [what for what in GIVEN_UP_AT if load.gives_up(what)]


async def test_what_is_given_up_goes_in_order(limited: Settings) -> None:
    load = Load(limited)
    seen = []
    for tenths in range(60):
        load.delay = tenths / 100
        if given_up(load) not in seen:
            seen.append(given_up(load))
    order = ["reviews", "hints", "searches", "tables"]
    assert seen == [order[:n] for n in range(5)]


async def test_many_waiting_searches_stop_hints_but_no_tables(limited: Settings) -> None:
    load = Load(limited)
    load.waiting = lambda: 19.5
    assert given_up(load) == ["reviews"]
    load.waiting = lambda: 1000.0
    assert given_up(load) == ["reviews", "hints"]


async def test_limits_of_0_are_none(settings: Settings) -> None:
    load = Load(dataclasses.replace(settings, most_delay=0, most_waiting=0))
    load.delay, load.waiting = 100.0, lambda: 1e6
    assert given_up(load) == []


async def test_a_single_hold_up_is_not_much_but_many_are(limited: Settings) -> None:
    load = Load(limited)
    load.note(0.9)
    assert not load.gives_up("hints")
    for _ in range(50):
        load.note(0.9)
    assert load.gives_up("tables")
    for _ in range(50):
        load.note(0.0)
    assert given_up(load) == []


async def test_under_strain_searches_are_shorter_and_then_given_up(limited: Settings) -> None:
    load = Load(limited)
    crowd = Crowd(2, 1, 0.0)
    times = []
    for delay in (0.0, 0.05, 0.11, 0.15, 0.2):
        load.delay = delay
        times.append(load.thinking_time(1.0, crowd, 1))
    assert times[:2] == [1.0, 1.0]
    assert 1.0 > times[2] > times[3] > times[4] == 0.0


async def test_tables_and_hints_are_refused_in_words_only_beyond_the_limit_and_moves_never(limited: Settings) -> None:
    async with visiting(limited) as visit:
        visit.site.load.stop()
        ann, _, table = await two_at_a_table(visit)
        visit.site.load.delay = 0.399
        await open_table(ann, ["me", "open"])
        visit.site.load.delay = 0.4
        body = {"game": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "open"}]}
        refused = await ann.post("/api/tables", json=body)
        assert refused.status_code == 503
        assert refused.json()["kind"] == "busy"
        assert "no new tables for now" in refused.json()["error"]
        assert int(refused.headers["retry-after"]) >= 30
        assert (await ann.post("/api/records", content="{}")).status_code == 503
        hint = await ann.post(f"/api/tables/{table}/hint")
        assert hint.status_code == 503
        assert "hints pause for now" in hint.json()["error"]
        visit.site.load.delay = 1e6
        legal = (await read(ann, table))["legal"]
        assert (await play(ann, table, 0, legal[0]["text"])).status_code == 200


async def test_a_form_is_refused_with_a_page(limited: Settings) -> None:
    async with visiting(limited) as visit:
        visit.site.load.stop()
        visit.site.load.delay = 1.0
        browser = await visit.browser()
        for path in ("/quick", "/tables", "/learn/san-juan"):
            refused = await browser.post(path, data={"game": "san-juan"})
            assert refused.status_code == 503
            assert "no new tables for now" in refused.text
            assert "retry-after" in refused.headers


async def test_who_waits_for_a_bot_with_less_time_is_told(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit.site.bots, "resume", lambda table: None)  # nobody moves
    seats = [SeatWish(BOT, level="expert"), SeatWish(PERSON, "ann", "Ann")]
    table = await visit.site.tables.open(TableWish("puerto-rico", seats, {"governor": 0}, host="ann"))
    standing = await visit.site.tables.read(table)
    scenes = visit.app.state.scenes
    before = scenes.update(standing, "ann")
    assert LESS_TIME not in json.dumps(before)
    monkeypatch.setattr(visit.site.load, "thinking_time", lambda usual, crowd, threads: usual / 2)
    after = scenes.update(standing, "ann")
    assert LESS_TIME in after["parts"]["ask"]
    assert {part for part in after["parts"] if after["parts"][part] != before["parts"][part]} == {"ask"}


async def test_nobody_is_told_of_less_time_while_a_quick_bot_plays(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit.site.bots, "resume", lambda table: None)
    monkeypatch.setattr(visit.site.load, "thinking_time", lambda usual, crowd, threads: 0.0)
    seats = [SeatWish(BOT, level="medium"), SeatWish(PERSON, "ann", "Ann")]
    table = await visit.site.tables.open(TableWish("puerto-rico", seats, {"governor": 0}, host="ann"))
    assert visit.site.bots.note(await visit.site.tables.read(table)) == ""
