"""Reviews on the site: made once in the background, kept, gone on with, and the same as anybody would make them."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from boriken import Game, analysis
from boriken.analysis.reviewing import Case, moments
from boriken.analysis.telling import told
from boriken.web.models import Judged, Review, Table, now
from boriken.web.queues import FairQueue, Rank, Waiting
from boriken.web.refusals import Preparing, Stale
from boriken.web.reviewer import Reviewer, _told
from boriken.web.reviews import FINAL, FIRST_LOOK, Held, Reviews, packed
from boriken.web.settings import Settings
from boriken.web.standing import Standing
from boriken.web.tables import Tables

from .postgres import fresh_database
from .servers import Server, person
from .visiting import Visit, open_table, visiting

pytestmark = pytest.mark.anyio

TREES = 8
"""Of a decision: hardly any."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return dataclasses.replace(settings, review_trees=TREES)


def short_game(decisions: int = 6) -> Game:
    """The beginning of a game, as a record may hold it."""
    game = Game.new("san-juan", players=2, seed=3)
    for i in range(decisions):
        game.play(game.legal_actions[i % len(game.legal_actions)])
    return game


async def bring(client: httpx.AsyncClient, game: Game) -> str:
    answer = await client.post("/api/records", content=game.to_json(["Ann", "Bob"]))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def done(client: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """The review, once it is."""
    for _ in range(600):
        answer = await client.get(f"/api/tables/{table}/review")
        shown: dict[str, Any] = answer.json()
        if shown["progress"]["done"]:
            return shown
        await asyncio.sleep(0.1)
    raise AssertionError(shown["progress"])


def by_hand(game: Game, trees: int) -> dict[str, Any]:
    """The same review, made at once."""
    whole: dict[str, Any] = json.loads(json.dumps(told(analysis.review(game, trees), ["Ann", "Bob"], 0)))
    return whole


class JustUpdated:
    """Tables of a site whose rules are being compiled anew."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.refusals = [Preparing("In a moment.", 1.0)]

    async def read(self, table_id: str) -> Standing:
        if self.refusals:
            raise self.refusals.pop()
        return await self._tables.read(table_id)


async def test_a_review_is_what_anybody_would_make_of_the_record(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit.site.reviewer, "_tables", JustUpdated(visit.site.tables))
    ann, game = await visit.person("Ann"), short_game()
    table = await bring(ann, game)
    assert (await ann.get(f"/api/tables/{table}/review")).status_code == 404
    asked = await ann.post(f"/api/tables/{table}/review")
    assert asked.status_code == 202, asked.text
    assert asked.json()["decisions"] == len(game.decisions) == 6
    shown = await done(ann, table)
    assert shown["progress"] == {
        "decisions": 6,
        "looked_at": 6,
        "final": 6,
        "share": 1.0,
        "done": True,
        "failed": False,
    }
    whole = by_hand(game, TREES)
    assert shown["review"]["decisions"] == whole["decisions"]
    assert shown["review"]["accuracy"] == pytest.approx(whole["accuracy"], abs=0.1)  # from what was rounded
    assert [turn["decision"] for turn in shown["review"]["turning_points"]] == [
        turn["decision"] for turn in whole["turning_points"]
    ]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def shared(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """Of a site whose database another worker uses, too."""
    if request.param == "sqlite":
        return settings
    return dataclasses.replace(settings, database_url=fresh_database().replace("postgresql:", "postgresql+asyncpg:"))


async def test_who_opens_a_review_second_shares_it_at_whichever_worker(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    work = Reviewer._work

    async def counted(self: Reviewer, held: Held) -> None:
        made.append(held.table_id)
        await work(self, held)

    monkeypatch.setattr(Reviewer, "_work", counted)
    async with visiting(shared) as here, visiting(shared) as there:
        ann, bob = await here.person("Ann"), await there.person("Bob")
        table = await bring(ann, short_game())
        asked = await asyncio.gather(*(who.post(f"/api/tables/{table}/review") for who in (ann, bob, ann, bob)))
        assert {answer.status_code for answer in asked} == {202}
        assert await done(ann, table) == await done(bob, table)
        assert (await bob.post(f"/api/tables/{table}/review")).json()["done"]
        events = (await bob.get(f"/api/tables/{table}/review/events")).text
        assert events.count("event: review") == 1  # it ends with the review
        assert json.loads(events.partition("data: ")[2])["share"] == 1.0
    assert made == [table]


async def test_only_finished_games_are_reviewed(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot"])
    for way in (ann.post, ann.get):
        refused = await way(f"/api/tables/{table}/review")
        assert refused.status_code == (422 if way == ann.post else 404)
    assert (await ann.post("/api/tables/0123456789ab/review")).status_code == 404


async def test_there_are_limits_for_each_visitor_and_for_all(settings: Settings) -> None:
    settings = dataclasses.replace(settings, reviews_an_hour=1, reviews_at_once=0)
    async with visiting(settings) as visit:
        ann = await visit.person("Ann")
        table = await bring(ann, short_game(2))
        refused = [await ann.post(f"/api/tables/{table}/review") for _ in range(2)]
        assert [answer.status_code for answer in refused] == [503, 429]
        visit.site.load.waiting = lambda: settings.most_waiting / 2
        assert "reviews pause" in (await (await visit.person("Bob")).post(f"/api/tables/{table}/review")).text
        assert (await ann.get(f"/api/tables/{table}/review")).status_code == 404


async def test_a_record_that_is_refused_leaves_nothing_behind(visit: Visit) -> None:
    ann = await visit.browser()
    count = select(func.count()).select_from(Table)
    for fields in ({}, {"text": "  "}, {"text": "no record"}, {"text": short_game().to_json()[:-40]}):
        answer = await ann.post("/records", data=fields | {"then": "review"})
        assert answer.status_code in (400, 422)
        assert "Traceback" not in answer.text
    assert await visit.site.storage.read(lambda c: c.execute(count).scalar_one()) == 0
    assert not await visit.site.storage.read(lambda c: c.execute(select(Review.table_id)).all())


async def test_a_record_that_is_brought_for_its_review_is_reviewed_at_once(settings: Settings) -> None:
    """Within the limits: who may have no review now is taken to the page that lets them ask again."""
    async with visiting(dataclasses.replace(settings, reviews_an_hour=1)) as visit:
        ann = await visit.browser()
        for asked in (True, False):
            brought = await ann.post("/records", data={"text": short_game().to_json(), "then": "review"})
            assert brought.status_code == 303
            page = await ann.get(brought.headers["location"])
            assert ("Review this game" not in page.text) == asked
        reviews = await visit.site.storage.read(lambda c: c.execute(select(Review.table_id)).all())
        assert len(reviews) == 1


async def test_one_worker_at_a_time_makes_a_review(visit: Visit) -> None:
    storage = visit.site.storage
    await visit.site.reviewer.stop()  # nobody takes it up behind our back
    table = await bring(await visit.person("Ann"), short_game(2))
    one, other = Reviews(storage), Reviews(storage)
    assert await one.begin(table, 2, TREES, "ann", most=5)
    held = await one.hold(table, "one")
    assert held is not None
    assert held.stages == {}
    assert await other.hold(table, "other") is None
    assert await other.unheld() == []
    await one.keep(table, "one", {1: (FIRST_LOOK, packed({"decision": 1}))}, done=False)
    long_ago = update(Review).values(until=now().replace(year=2001))
    await storage.write(lambda connection: connection.execute(long_ago))  # as if nothing had been heard of it
    assert await other.unheld() == [table]
    taken = await other.hold(table, "other")
    assert taken is not None
    assert taken.stages == {1: FIRST_LOOK}
    with pytest.raises(Stale):
        await one.keep(table, "one", {0: (FINAL, b"late")}, done=True)
    await other.keep(table, "other", {n: (FINAL, packed({"decision": n})) for n in (0, 1)}, done=True)
    stages = select(Judged.stage)
    assert await storage.read(lambda c: c.execute(stages).scalars().all()) == [FINAL, FINAL]
    assert await other.hold(table, "other") is None  # it is done
    progress = await one.progress(table)
    assert progress is not None
    assert progress.done


def test_moves_and_hints_go_before_reviews() -> None:
    queue: FairQueue[Waiting] = FairQueue()
    for rank in (Rank.REVIEW, Rank.HINT, Rank.REVIEW, Rank.UNWATCHED, Rank.WATCHED):
        queue.push(Waiting(str(rank), rank, 0.0))
    ranks = [queue.pop().rank for _ in range(5)]
    assert ranks == sorted(ranks)
    assert ranks[-2:] == [Rank.REVIEW] * 2


@pytest.mark.parametrize("game", ["san-juan", "puerto-rico"])
def test_what_a_seat_cannot_know_never_changes_the_review_of_its_decision(game: str) -> None:
    played = Game.new(game, players=3, seed=5)
    for i in range(40):
        played.play(played.legal_actions[i % len(played.legal_actions)])
    for number, before in enumerate(moments(played)):
        if number % 12 == 7:
            assert before.turn is not None
            rows = [
                _told(case, 0)
                for world in (before, before.determinize(before.turn, 1), before.determinize(before.turn, 2))
                for case in [Case(played, number, world, 0)]
                if case.judge(TREES)
            ]
            assert rows[0] == rows[1] == rows[2]


def test_a_review_goes_on_after_kill_9(tmp_path: Path) -> None:
    game = short_game(14)
    with Server(tmp_path, BORIKEN_REVIEW_TREES="24") as server:
        with person(server.address, "Ann") as ann:
            table = ann.post("/api/records", content=game.to_json(["Ann", "Bob"])).json()["id"]
            path = f"/api/tables/{table}/review"
            assert ann.post(path).status_code == 202
            while not (before := ann.get(path).json()["progress"])["looked_at"]:
                time.sleep(0.05)
            server.kill()
        server.start()
        with person(server.address, "Bob") as bob:
            after = bob.get(path).json()["progress"]
            assert after["looked_at"] >= before["looked_at"]
            while not (shown := bob.get(path).json())["progress"]["done"]:
                time.sleep(0.2)
    assert shown["review"]["decisions"] == by_hand(game, 24)["decisions"]
