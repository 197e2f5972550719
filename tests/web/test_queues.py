"""Who thinks next: every visitor in turn, moves before hints, and no longer than the others can wait."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import sys
import threading

import pytest

from boriken.web.load import LEAST_THOUGHT, Load
from boriken.web.queues import Crowd, FairQueue, Lane, Rank, Waiting
from boriken.web.settings import Settings

MOVE = Rank.WATCHED


def queue_of(*visitors: str, rank: Rank = MOVE, since: float = 0.0) -> FairQueue[Waiting]:
    queue: FairQueue[Waiting] = FairQueue()
    for visitor in visitors:
        queue.push(Waiting(visitor, rank, since))
    return queue


def order(queue: FairQueue[Waiting]) -> str:
    return "".join(queue.pop().visitor for _ in range(len(queue)))


# --- the order --------------------------------------------------------------------------------------------------------


def test_visitors_take_turns_however_many_tables_one_of_them_has() -> None:
    assert order(queue_of(*"aaaaab")) == "abaaaa"
    assert order(queue_of(*"aaabbc")) == "abcaba"


def test_who_comes_later_with_a_first_table_goes_before_the_second_table_of_another() -> None:
    queue = queue_of(*"aaa")
    assert queue.pop().visitor == "a"
    queue.push(Waiting("b", MOVE, 1.0))
    assert order(queue) == "baa"


def test_who_had_a_turn_does_not_go_first_again_by_coming_back_quickly() -> None:
    queue = queue_of("a", "b", "c")
    assert queue.pop().visitor == "a"
    queue.push(Waiting("a", MOVE, 1.0))
    assert order(queue) == "bca"


def test_watched_tables_go_before_others_and_moves_before_hints() -> None:
    queue: FairQueue[Waiting] = FairQueue()
    for visitor, rank in (("h", Rank.HINT), ("u", Rank.UNWATCHED), ("w", Rank.WATCHED), ("w", Rank.WATCHED)):
        queue.push(Waiting(visitor, rank, 0.0))
    assert queue.moves() == 3
    assert order(queue) == "wwuh"


def test_a_table_that_somebody_comes_to_watch_moves_up() -> None:
    queue = queue_of("a", "b", rank=Rank.UNWATCHED)
    late = Waiting("c", Rank.UNWATCHED, 0.0)
    queue.push(late)
    late.rank = Rank.WATCHED
    assert order(queue) == "cab"


def test_who_goes_away_is_not_served() -> None:
    queue = queue_of("a")
    gone = Waiting("b", MOVE, 0.0)
    queue.push(gone)
    queue.remove(gone)
    queue.remove(gone)
    assert order(queue) == "a"


def test_a_crowd_counts_those_who_go_before_or_with_one() -> None:
    queue = queue_of(*"aab", since=3.0)
    queue.push(Waiting("c", Rank.UNWATCHED, 1.0))
    queue.push(Waiting("d", Rank.HINT, 0.0))
    assert queue.crowd("a", MOVE, 5.0) == Crowd(visitors=2, own=3, waited=2.0)
    assert queue.crowd("e", MOVE, 5.0) == Crowd(visitors=3, own=1, waited=0.0)
    assert queue.crowd("c", Rank.UNWATCHED, 5.0) == Crowd(visitors=3, own=2, waited=4.0)
    assert queue.crowd("d", Rank.HINT, 5.0).visitors == 4


# --- how long one may think -------------------------------------------------------------------------------------------


@pytest.fixture
def load(settings: Settings) -> Load:
    return Load(dataclasses.replace(settings, bot_patience=2.0, most_waiting=20, most_delay=0.1))


def test_with_few_waiting_everybody_thinks_as_long_as_usual(load: Load) -> None:
    assert load.thinking_time(1.0, Crowd(1, 1, 0.0), 1) == 1.0
    assert load.thinking_time(1.0, Crowd(2, 1, 0.0), 1) == 1.0
    assert load.thinking_time(1.0, Crowd(8, 1, 0.0), 4) == 1.0


def test_the_more_wait_the_shorter_one_thinks_and_in_the_end_not_at_all(load: Load) -> None:
    times = [load.thinking_time(1.0, Crowd(1, own, 0.0), 1) for own in range(1, 100)]
    assert times == sorted(times, reverse=True)
    assert min(time for time in times if time) >= LEAST_THOUGHT
    assert times[-1] == 0.0


def test_who_has_many_tables_shortens_their_own_time_and_not_anothers(load: Load) -> None:
    queue = queue_of(*["a"] * 48, "b")
    assert load.thinking_time(1.0, queue.crowd("a", MOVE, 0.0), 1) == 0.0
    queue.remove(next(w for w in queue._waiting if w.visitor == "b"))
    assert load.thinking_time(1.0, queue.crowd("b", MOVE, 0.0), 1) == 1.0


def test_who_has_waited_long_thinks_as_usual_once_nobody_else_waits(load: Load) -> None:
    assert load.thinking_time(1.0, Crowd(1, 1, 60.0), 1) == 1.0
    assert load.thinking_time(1.0, Crowd(1, 2, 60.0), 1) == 0.0


def test_a_short_search_is_not_given_up_for_being_short(load: Load) -> None:
    assert load.thinking_time(0.006, Crowd(50, 1, 0.0), 1) == 0.006


@pytest.mark.parametrize(
    "tables", [{"a": 48}, {"a": 48, "b": 1}, {str(i): 1 for i in range(100)}, {"a": 300, "b": 300}]
)
def test_no_move_waits_much_longer_than_patience(load: Load, tables: dict[str, int]) -> None:
    """A thread by a clock of its own: a search takes the time that it is given, a quick choice a millisecond."""
    queue = queue_of(*[visitor for visitor, n in tables.items() for _ in range(n)])
    now, waits = 0.0, []
    while len(queue):
        one = queue.pop()
        waits.append(now - one.since)
        crowd = queue.crowd(one.visitor, one.rank, now)
        crowd = dataclasses.replace(crowd, waited=max(crowd.waited, now - one.since))
        now += load.thinking_time(1.0, crowd, 1) or 0.001
    assert len(waits) == sum(tables.values())
    assert max(waits) <= 2.0 + 0.001 * len(waits)


# --- threads ----------------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.anyio


async def test_a_lane_works_in_fair_order_and_tells_each_who_waits() -> None:
    lane = Lane("test", 1)
    begun, release = threading.Event(), threading.Event()
    done: list[tuple[str, Crowd]] = []

    def block(crowd: Crowd) -> str:
        begun.set()
        assert release.wait(30)
        return "blocked"

    first = lane.enter("a", MOVE, block)
    jobs = [
        lane.enter(v, rank, lambda crowd, v=v: done.append((v, crowd)))  # type: ignore[misc]
        for v, rank in (("h", Rank.HINT), ("a", MOVE), ("a", MOVE), ("b", MOVE))
    ]
    gone = lane.enter("gone", MOVE, lambda crowd: done.append(("gone", crowd)))
    lane.leave(gone)
    assert (lane.running, lane.waiting) == (1, 4)
    release.set()
    async with asyncio.timeout(30):
        assert await first.result == "blocked"
        await asyncio.gather(*(job.result for job in jobs))
    assert [(visitor, crowd.visitors, crowd.own) for visitor, crowd in done] == [
        ("b", 2, 1),
        ("a", 1, 2),
        ("a", 1, 1),
        ("h", 1, 1),
    ]
    assert (lane.running, lane.waiting) == (0, 0)
    lane.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
async def test_thinking_steps_back_behind_what_answers_people() -> None:
    lane = Lane("test", 1)
    here = os.getpriority(os.PRIO_PROCESS, 0)
    job = lane.enter("a", MOVE, lambda crowd: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    async with asyncio.timeout(30):
        assert await job.result == min(here + 10, 19)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == here
    lane.stop()


async def test_what_fails_in_a_lane_fails_for_whoever_waits_and_the_lane_goes_on() -> None:
    lane = Lane("test", 1)

    def fail(crowd: Crowd) -> None:
        raise ValueError("no idea")

    failing, good = lane.enter("a", MOVE, fail), lane.enter("a", MOVE, lambda crowd: "fine")
    async with asyncio.timeout(30):
        with pytest.raises(ValueError, match="no idea"):
            await failing.result
        assert await good.result == "fine"
    lane.stop()


async def test_a_lane_that_is_stopped_lets_nobody_wait() -> None:
    lane = Lane("test", 1)
    release = threading.Event()
    lane.enter("a", MOVE, lambda crowd: release.wait(30))
    waiting = lane.enter("a", MOVE, lambda crowd: "never")
    lane.stop()
    release.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting.result
