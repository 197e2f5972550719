"""The site before everything is compiled: it answers, says what is missing, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from boriken.engine import compiler
from boriken.games import ALL_RULES, GAMES
from boriken.web import preparing
from boriken.web.app import create_app
from boriken.web.compiling import RULES, STEPS, Compilers, Step, use
from boriken.web.preparing import Preparation
from boriken.web.settings import Settings

from .visiting import Visit, open_table, play, read, visiting

pytestmark = pytest.mark.anyio
PUERTO_RICO, SAN_JUAN = (Step(game, RULES) for game in GAMES)


class Slow:
    """Lets each step take as long as a test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._may_end = {step: threading.Event() for step in STEPS}
        self.begun = {step: threading.Event() for step in STEPS}
        monkeypatch.setattr(Step, "is_compiled", False)
        monkeypatch.setattr(Compilers, "compile_apart", lambda compilers, step: self._compile(step))
        monkeypatch.setattr(preparing, "use", lambda step: use(step) if step.what == RULES else None)
        monkeypatch.setattr(compiler, "_prepared", {})

    def _compile(self, step: Step) -> None:
        self.begun[step].set()
        self._may_end[step].wait(60)

    def end(self, *steps: Step) -> None:
        for step in steps or STEPS:
            self._may_end[step].set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Any:
    slow = Slow(monkeypatch)
    yield slow
    slow.end()


@pytest.fixture
async def early(settings: Settings, slow: Slow) -> AsyncIterator[Visit]:
    """A site that has just been started, for the first time on this machine."""
    app = create_app(settings)
    async with app.router.lifespan_context(app), contextlib.AsyncExitStack() as stack:
        yield Visit(app, stack)
        slow.end()
    await asyncio.to_thread(app.state.site.preparation.thread.join)


async def ready(visit: Visit, step: Step) -> None:
    async with asyncio.timeout(300):
        await visit.site.preparation.ready(*step)


async def test_every_page_that_needs_no_rules_answers_at_once(early: Visit) -> None:
    browser = await early.browser()
    for path in ("/", "/tables/new", "/replays", "/learn", "/learn/san-juan", "/reference/puerto-rico", "/api"):
        assert (await browser.get(path)).status_code == 200, path


async def test_the_lobby_says_what_is_being_prepared_and_then_no_more(early: Visit, slow: Slow) -> None:
    browser = await early.browser()
    lobby = (await browser.get("/")).text
    assert "<progress" in lobby
    assert "San Juan</b> is being prepared, about " in lobby
    slow.end(SAN_JUAN)
    await ready(early, SAN_JUAN)
    part = (await browser.get("/preparing")).text
    assert "San Juan</b> is ready; preparing the medium bots, about " in part
    assert 'data-not-yet="puerto-rico ' in part
    slow.end()
    for step in STEPS:
        await ready(early, step)
    assert (await browser.get("/preparing")).status_code == 204
    assert "<progress" not in (await browser.get("/")).text


async def test_a_later_start_has_its_rules_before_anybody_is_served_and_says_nothing_of_it(
    settings: Settings, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Step, "is_compiled", True)
    slow.end(*(step for step in STEPS if step.what == RULES))
    app = create_app(settings)
    async with app.router.lifespan_context(app), contextlib.AsyncExitStack() as stack:
        preparation = app.state.site.preparation
        assert all(preparation.is_ready(game) for game in ALL_RULES)
        assert not preparation.is_ready("san-juan", "expert")
        browser = await Visit(app, stack).browser()
        assert "<progress" not in (await browser.get("/")).text
        slow.end()
    await asyncio.to_thread(preparation.thread.join)


async def test_a_game_that_is_not_ready_is_refused_in_words(early: Visit) -> None:
    browser, program = await early.browser(), await early.person("Ann")
    page = await browser.post("/quick", data={"game": "puerto-rico"})
    assert page.status_code == 503
    assert "Puerto Rico is being prepared for this machine" in page.text
    answer = await program.post("/api/tables", json={"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "bot"}]})
    assert answer.status_code == 503
    assert answer.json()["kind"] == "preparing"
    assert "San Juan is being prepared" in answer.json()["error"]
    assert 1 < int(answer.headers["retry-after"]) < 60


async def test_asking_too_early_does_not_count_as_opening_tables(settings: Settings, slow: Slow) -> None:
    app = create_app(dataclasses.replace(settings, tables_an_hour=2))
    async with app.router.lifespan_context(app), contextlib.AsyncExitStack() as stack:
        ann = await Visit(app, stack).person("Ann")
        wish = {"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        assert {(await ann.post("/api/tables", json=wish)).status_code for _ in range(10)} == {503}
        slow.end()
        await app.state.site.preparation.ready(*SAN_JUAN)
        assert (await ann.post("/api/tables", json=wish)).status_code == 201
    await asyncio.to_thread(app.state.site.preparation.thread.join)


async def test_whichever_game_is_ready_first_is_played_first(early: Visit, slow: Slow) -> None:
    ann = await early.person("Ann")
    slow.end(SAN_JUAN)
    await ready(early, SAN_JUAN)
    table = await open_table(ann, ["me", "open"], game="san-juan")
    assert (await read(ann, table))["state"] == "waiting"
    with pytest.raises(AssertionError, match="Puerto Rico is being prepared"):
        await open_table(ann, ["me", "open"], game="puerto-rico")


async def test_a_table_says_that_its_bots_are_being_prepared(early: Visit, slow: Slow) -> None:
    browser = await early.browser()
    slow.end(SAN_JUAN)
    await ready(early, SAN_JUAN)
    wish = {"game": "san-juan", "players": "2", "seat-2": "bot:expert", "hints": "on"}
    for governor, hint in (("0", 503), ("1", 422)):  # hints are not ready, or it is not my turn
        opened = await browser.post("/tables", data={**wish, "san-juan:governor": governor})
        path = opened.headers["location"]
        page = (await browser.get(path)).text
        assert ("Your turn" in page) == (governor == "0")
        assert ("Preparing the expert bots for this machine, about " in page) == (governor == "1")
        assert (await browser.post(f"{path}/hint")).status_code == hint
    slow.end()


async def test_tables_of_an_earlier_run_wait_in_words_and_go_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = dataclasses.replace(settings, secret_key="the same key in both runs")
    async with visiting(settings) as before:
        ann = await before.person("Ann")
        table = await open_table(ann, ["me", "bot", "bot"], options={"governor": 0})
        legal = (await read(ann, table))["legal"]
        assert (await play(ann, table, 0, legal[0]["text"])).status_code == 200
        number = (await read(ann, table))["number"]
    slow = Slow(monkeypatch)
    app = create_app(settings)
    async with app.router.lifespan_context(app), contextlib.AsyncExitStack() as stack:
        now = Visit(app, stack)
        again = await now.stranger(authorization=ann.headers["authorization"])
        assert [listed["id"] for listed in (await again.get("/api/tables")).json()] == [table]
        refused = await again.get(f"/api/tables/{table}")
        assert (refused.status_code, refused.json()["kind"]) == (503, "preparing")
        page = await now.browser()
        shown = await page.get(f"/tables/{table}")
        assert (shown.status_code, "Nothing is lost" in shown.text) == (503, True)
        assert int(shown.headers["refresh"]) <= 6  # it loads itself again
        slow.end()
        await ready(now, PUERTO_RICO)
        assert (await read(again, table))["number"] >= number


async def test_ready_for_visitors_only_when_every_table_can_be_played(early: Visit, slow: Slow) -> None:
    browser = await early.browser()
    assert (await browser.get("/healthz")).status_code == 200
    answer = await browser.get("/readyz")
    assert (answer.status_code, "compiled" in answer.text) == (503, True)
    slow.end()
    for game in ALL_RULES:
        await ready(early, Step(game, RULES))
    assert (await browser.get("/readyz")).status_code == 200


async def test_programs_see_which_games_are_ready(early: Visit, slow: Slow) -> None:
    program = await early.stranger()
    slow.end(SAN_JUAN)
    await ready(early, SAN_JUAN)
    games = (await program.get("/api/games")).json()["games"]
    assert {game["name"]: game["ready"] for game in games} == {"puerto-rico": False, "san-juan": True}


async def test_rules_that_cannot_be_prepared_are_not_promised_for_ever(
    settings: Settings, slow: Slow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(step: Step) -> None:
        raise MemoryError

    monkeypatch.setattr(preparing, "use", broken)
    slow.end()
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        for step in STEPS:
            await app.state.site.preparation.ready(*step)
        assert not compiler._promised
    assert "cannot be compiled" in caplog.text


async def test_the_time_that_is_left_shrinks_and_what_comes_later_takes_longer(slow: Slow) -> None:
    moment = 0.0
    preparation = Preparation(lambda: moment)
    await preparation.start()
    slow.begun[PUERTO_RICO].wait(60)
    at_first = preparation.seconds(*PUERTO_RICO)
    order = [preparation.seconds("puerto-rico", what) for what in (RULES, "medium", "hard", "expert")]
    assert order == sorted(order)
    assert preparation.shown is not None
    share = preparation.shown.percent
    moment = 10.0
    assert preparation.seconds(*PUERTO_RICO) == at_first - 10
    assert preparation.shown.percent > share
    later = preparation.seconds("puerto-rico", "hard")
    moment = 1000.0  # a very slow machine: nobody is told that it takes a second more, for minutes
    assert preparation.seconds(*PUERTO_RICO) > 100
    assert preparation.seconds("puerto-rico", "hard") > 5 * later
    assert preparation.shown.percent < 50
    preparation.stop()
