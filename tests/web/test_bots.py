"""Bots at the table: their pace, going on after a restart, trouble."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from boriken import Game
from boriken.players import LEVELS
from boriken.players.search.budget import Budget
from boriken.web import bots
from boriken.web.pages.scene import Hint
from boriken.web.queues import Crowd, Job, Rank
from boriken.web.refusals import Busy, NotPossible
from boriken.web.settings import Settings
from boriken.web.standing import BOT, PACES, PERSON, SeatWish, Standing, TableWish

from .visiting import Visit, visiting

pytestmark = pytest.mark.anyio
_COMPILED = 300
"""Seconds within which anything happens, also if bots must be compiled first on a busy machine."""


def wish(pace: str = "at-once") -> TableWish:
    """Ann sits last, so that two bots begin."""
    seats = [SeatWish(BOT, level="easy"), SeatWish(BOT, level="easy"), SeatWish(PERSON, "ann", "Ann")]
    return TableWish("puerto-rico", seats, {"governor": 0}, host="ann", pace=pace)


async def until(visit: Visit, table: str, turn: int) -> Standing:
    async with asyncio.timeout(_COMPILED), visit.site.news.listening(table) as listener:
        while True:
            standing = await visit.site.tables.read(table)
            if standing.game.turn == turn:
                return standing
            await listener.wait(1)


async def until_anns_turn(visit: Visit, table: str) -> Standing:
    return await until(visit, table, 2)


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


async def test_a_bot_that_fails_is_tried_again_by_itself_and_said_once(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "pause_after", lambda failures, longest: 0.0)
    choice = bots._choice
    failed: list[str] = []

    def fail_twice(player: str, game: Game, seed: int) -> str:
        if len(failed) < 2:
            failed.append(player)
            raise RuntimeError("no idea")
        return choice(player, game, seed)

    monkeypatch.setattr(bots, "_choice", fail_twice)
    tables = [await visit.site.tables.open(wish()) for _ in range(2)]
    for table in tables:
        assert (await until_anns_turn(visit, table)).number > 0
    assert len(failed) == 2
    assert sum("has failed" in record.getMessage() for record in caplog.records) == 1


async def test_a_level_that_goes_on_failing_is_played_by_a_quicker_one(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "pause_after", lambda failures, longest: 0.0)
    choice = bots._choice
    asked: list[str] = []

    def fail(player: str, game: Game, seed: int) -> str:
        asked.append(player)
        if player == LEVELS["easy"]["puerto-rico"]:
            raise RuntimeError("no idea")
        return choice(player, game, seed)

    monkeypatch.setattr(bots, "_choice", fail)
    table = await visit.site.tables.open(wish())
    standing = await until_anns_turn(visit, table)
    easy, beginner = (LEVELS[level]["puerto-rico"] for level in ("easy", "beginner"))
    assert asked == [easy] * 3 + [beginner] * standing.number
    assert sum("quicker ones play instead" in record.getMessage() for record in caplog.records) == 1


async def test_while_the_database_is_away_bots_wait_and_keep_their_level(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "pause_after", lambda failures, longest: 0.0)
    play_bot = visit.site.tables.play_bot
    refused: list[Any] = []

    async def away(*arguments: Any) -> Standing:
        if len(refused) < 10:
            refused.append(arguments)
            raise OperationalError("insert", {}, Exception("gone"))
        return await play_bot(*arguments)

    monkeypatch.setattr(visit.site.tables, "play_bot", away)
    table = await visit.site.tables.open(wish())
    assert (await until_anns_turn(visit, table)).number > 0
    assert len(refused) == 10
    assert not visit.site.bots._failures
    assert not caplog.records, "the storage tells the log"


async def test_a_game_that_another_worker_has_ended_is_no_failure(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play_bot, refused = visit.site.tables.play_bot, asyncio.Event()

    async def late(*arguments: Any) -> Standing:
        if refused.is_set():
            return await play_bot(*arguments)
        refused.set()
        await play_bot(*arguments)  # the other worker's
        raise NotPossible("The game is over.")

    monkeypatch.setattr(visit.site.tables, "play_bot", late)
    table = await visit.site.tables.open(wish())
    assert (await until_anns_turn(visit, table)).number > 0
    assert refused.is_set()
    assert not visit.site.bots._failures
    assert "has failed" not in caplog.text


class Blocked:
    """Searches that think until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.players: list[str] = []
        self._choice = bots._choice
        monkeypatch.setattr(bots, "_choice", self._choose)
        monkeypatch.setattr(bots, "_hint", self._hint)

    def _choose(self, player: str, game: Game, seed: int) -> str:
        if player.startswith("search"):
            self.players.append(player)
            assert self.go.wait(60)
            player = LEVELS["easy"][game.rules.name]
        return self._choice(player, game, seed)

    def _hint(self, *_: Any, **more: Any) -> Hint:
        self.players.append("hint")
        return Hint((), "expert", 0.0)


def against(level: str, host: str) -> TableWish:
    """A bot begins."""
    seats = [SeatWish(BOT, level=level), SeatWish(PERSON, host, host)]
    return TableWish("puerto-rico", seats, {"governor": 0}, host=host, pace="at-once")


@pytest.fixture
async def ready(visit: Visit) -> None:
    """All bots of Puerto Rico that these tests need are compiled."""
    for level in ("easy", "medium", "expert"):
        await visit.site.preparation.ready("puerto-rico", level)


@pytest.mark.usefixtures("ready")
async def test_48_expert_tables_of_one_visitor_keep_no_medium_bot_of_another_waiting(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = Blocked(monkeypatch)
    try:
        for _ in range(48):
            await visit.site.tables.open(against("expert", "eve"))
        table = await visit.site.tables.open(against("medium", "ann"))
        assert (await until(visit, table, 1)).number > 0
        assert visit.site.bots.searches.running == 1
        assert visit.site.bots.searches.waiting == 47
    finally:
        blocked.go.set()


@pytest.mark.usefixtures("ready")
async def test_anothers_expert_bot_thinks_next_and_for_its_whole_time_and_a_hint_last(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = Blocked(monkeypatch)
    lane = visit.site.bots.searches
    monkeypatch.setattr(lane, "_clock", lambda: 0.0)
    order: list[str] = []
    done = lane._done

    def note(job: Job, work: asyncio.Future[Any]) -> None:
        order.append(job.visitor)
        done(job, work)

    monkeypatch.setattr(lane, "_done", note)
    try:
        hers = await visit.site.tables.open(dataclasses.replace(against("easy", "hal"), seats=_hal_begins()))
        for _ in range(5):
            await visit.site.tables.open(against("expert", "eve"))
        await _until(lambda: lane.waiting == 4)
        standing = await visit.site.tables.read(hers)
        hint = asyncio.create_task(visit.site.hint(standing, "hal"))
        await _until(lambda: lane.waiting == 5)
        table = await visit.site.tables.open(against("expert", "ann"))
        await _until(lambda: lane.waiting == 6)
    finally:
        blocked.go.set()
    async with asyncio.timeout(_COMPILED):
        await hint
    assert (await until(visit, table, 1)).number > 0
    assert order.index("ann") == 1  # behind the one that had begun
    assert order.index("hal") >= 6  # behind all moves
    assert blocked.players[1] == LEVELS["expert"]["puerto-rico"]


def _hal_begins() -> list[SeatWish]:
    return [SeatWish(PERSON, "hal", "hal"), SeatWish(BOT, level="easy")]


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(_COMPILED):
        while not true():
            await asyncio.sleep(0)


@pytest.mark.usefixtures("ready")
async def test_tables_that_nobody_watches_come_after_those_that_somebody_does(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = Blocked(monkeypatch)
    moment = 0.0
    monkeypatch.setattr(visit.site.bots, "_clock", lambda: moment)
    lane = visit.site.bots.searches
    try:
        await visit.site.tables.open(against("expert", "eve"))
        await _until(lambda: lane.running == 1)
        with monkeypatch.context() as patch:
            patch.setattr(bots.Bots, "resume", lambda self, table: None)  # asleep
            tables = [await visit.site.tables.open(against("expert", host)) for host in ("ann", "bob", "cat")]
        moment = 61.0
        for table in tables:
            visit.site.bots.resume(table)
        await _until(lambda: lane.waiting == 3)
        ranks = [visit.site.bots._jobs[table].rank for table in tables]
        assert ranks == [Rank.UNWATCHED] * 3
        visit.site.bots.wake(tables[2])
        assert lane.queue.pop().visitor == "cat"
    finally:
        blocked.go.set()


async def test_a_hint_depends_on_nothing_secret(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that differ in their seed alone give hints by the same chance."""
    seeds: list[int] = []

    def hint(game: Game, budget: Budget, seed: int, *more: object, open_cards: bool) -> Hint:
        assert not open_cards  # of a game that goes on
        seeds.append(seed)
        return Hint((), "expert", 0.0)

    monkeypatch.setattr(bots, "_hint", hint)
    table = await visit.site.tables.open(dataclasses.replace(against("easy", "hal"), seats=_hal_begins()))
    standing = await visit.site.tables.read(table)
    other = dataclasses.replace(standing, table=dataclasses.replace(standing.table, seed=standing.table.seed ^ 1))
    await visit.site.bots.hint(standing, "hal")
    await visit.site.bots.hint(other, "hal")
    assert seeds[0] == seeds[1]


async def test_with_no_time_to_think_an_expert_plays_like_the_best_of_the_quick_ones(visit: Visit) -> None:
    crowd = Crowd(1, 1000, 0.0)
    player = visit.site.bots._player
    assert player("expert", "puerto-rico", crowd) == LEVELS["medium"]["puerto-rico"]
    assert player("expert", "san-juan", crowd) == LEVELS["hard"]["san-juan"] == "learned"
    assert player("expert", "san-juan", Crowd(1, 4, 0.0)) == "search:0.500s"
    assert player("expert", "puerto-rico", Crowd(1, 1, 0.0)) == LEVELS["expert"]["puerto-rico"]
    assert player("easy", "puerto-rico", crowd) == LEVELS["easy"]["puerto-rico"]


async def test_a_hint_that_has_waited_too_long_is_refused_in_words(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit.site.load, "thinking_time", lambda usual, crowd, threads: 0.0)
    table = await visit.site.tables.open(dataclasses.replace(against("easy", "hal"), seats=_hal_begins()))
    standing = await visit.site.tables.read(table)
    with pytest.raises(Busy, match="hints pause"):
        await visit.site.bots.hint(standing, "hal")


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
