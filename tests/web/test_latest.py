"""What a worker keeps of its tables is shown only while nobody else can have changed them."""

from __future__ import annotations

import pytest

from boriken.web.latest import Latest
from boriken.web.news import PostgresNews
from boriken.web.standing import BOT, PERSON, SeatWish, TableWish

from .visiting import Visit

pytestmark = pytest.mark.anyio


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


async def test_a_table_is_kept_until_somebody_changes_it() -> None:
    latest = Latest[str](Clock())
    latest.keep("a", "first", latest.now())
    assert latest.get("a") == "first"
    latest.forget("b")
    assert latest.get("a") == "first"
    latest.forget("a")
    assert latest.get("a") is None


async def test_who_was_overtaken_while_writing_keeps_nothing() -> None:
    latest = Latest[str](Clock())
    begun = latest.now()
    latest.forget("a")  # another worker was quicker, and its news, too
    latest.keep("a", "too old", begun)
    assert latest.get("a") is None
    begun = latest.now()
    latest.forget(None)  # the connection for news was lost
    latest.keep("a", "perhaps too old", begun)
    assert latest.get("a") is None
    latest.keep("a", "current", latest.now())
    assert latest.get("a") == "current"


async def test_of_two_states_in_unknown_order_none_is_kept() -> None:
    latest = Latest[str](Clock())
    looked, moved = latest.now(), latest.now()
    latest.keep("a", "after the move", moved)
    latest.keep("a", "seen before it, and slow to arrive", looked)
    assert latest.get("a") is None


async def test_a_draft_is_shown_without_asking_the_database_again(visit: Visit) -> None:
    tables = visit.site.tables
    seats = [SeatWish(PERSON, "p", "Ann"), SeatWish(BOT, name="Easy", level="easy")]
    table = await tables.open(TableWish("san-juan", seats, {"governor": 0}))
    standing = await tables.latest(table)
    piece = standing.game.legal_actions[0].text
    staged = await tables.stage(standing, 0, standing.number, (piece,))
    assert staged.draft(0) == (piece,)
    assert await tables.latest(table) is staged
    assert (await tables.read(table)).draft(0) == (piece,), "and it is safe"
    assert staged.draft(1) == staged.draft(None) == (), "of nobody else's business"
    overtaken = await tables.stage(standing, 0, standing.number, ())
    assert overtaken.draft(0) == ()
    assert (await tables.latest(table)).draft(0) == (), "what was kept is forgotten if it is not what was staged on"


async def test_nothing_is_kept_for_long() -> None:
    clock = Clock()
    latest = Latest[str](clock)
    latest.keep("a", "first", latest.now())
    clock.now += 5
    assert latest.get("a") is None
    latest.keep("b", "another", latest.now())
    assert list(latest._kept) == ["b"], "nor does it take room"


async def test_news_of_ones_own_changes_do_not_come_twice() -> None:
    news = PostgresNews("postgresql://nobody@nowhere/nothing")
    heard: list[str | None] = []
    news.on_others = heard.append
    news._hear("connection", 1, "boriken", f"t1 {news._me}")
    assert heard == []
    news._hear("connection", 1, "boriken", "t2 another")
    assert heard == ["t2"]


async def test_a_table_is_shown_as_it_was_just_left(visit: Visit) -> None:
    """And seats that change hands are never shown as they were."""
    tables = visit.site.tables
    tables.on_change = lambda table: None  # no bot plays on its own
    seats = [SeatWish(PERSON, "p", "Ann"), SeatWish(BOT, level="easy"), SeatWish(BOT, level="easy")]
    table_id = await tables.open(TableWish("puerto-rico", seats, options={"governor": 0}))
    assert tables._latest.get(table_id) is None
    played = await tables.play(table_id, "p", 0, ["role:settler"])
    assert await tables.latest(table_id) is played
    await visit.site.seats.give_to_bot(table_id, 0, "p", "easy")
    assert (await tables.latest(table_id)).seats[0].kind == BOT
    again = await tables.play_bot(table_id, 0, 1, played.game.legal_actions[0].text)
    assert await tables.latest(table_id) is again
    visit.site.news.hearing = False
    assert await tables.latest(table_id) is not again
