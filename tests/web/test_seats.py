"""Seats: nothing is dealt before the game begins, one seat for each person, and no seat changes hands by half."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from boriken.engine import rules_of

from .visiting import ADDRESS, Visit, open_table, read, sit

pytestmark = pytest.mark.anyio


async def a_table_that_waits(visit: Visit, *seats: str) -> tuple[httpx.AsyncClient, httpx.AsyncClient, str]:
    """Ann's table of San Juan, with the variation in which hands are looked through first; Bob stands beside it."""
    ann, bob = await visit.person("Ann"), await visit.person("Bob")
    options = {"variation": True, "governor": 0}
    table = await open_table(ann, seats or ["me", "open", "open"], "san-juan", listed=True, options=options)
    return ann, bob, table


def page_of(client: httpx.AsyncClient) -> dict[str, str]:
    """What the person's browser sends along."""
    token = client.headers["authorization"].removeprefix("Bearer ")
    return {"authorization": "", "cookie": f"boriken={token}", "origin": ADDRESS, "accept": "application/json"}


async def test_a_table_that_waits_shows_nothing_of_the_game(visit: Visit) -> None:
    ann, _, table = await a_table_that_waits(visit)
    shown = await read(ann, table)
    assert (shown["state"], shown["view"], shown["legal"], shown["turn"]) == ("waiting", None, [], None)
    assert shown["options"]["governor"] == 0
    for path in (f"/api/tables/{table}/replay", f"/tables/{table}/replay"):
        for params in ({}, {"at": 0}, {"seat": 0}, {"at": 0, "seat": 0}):
            answer = await ann.get(path, params=params)
            assert answer.status_code == 422, (path, params)
            assert "not begun" in answer.text


async def test_what_is_pressed_at_a_table_that_waits_is_refused_whatever_it_is(visit: Visit) -> None:
    """Were a card that is in the dealt hand refused in other words than one that is not, the hand could be read."""
    ann, _, table = await a_table_that_waits(visit)
    cards = [action.text for action in rules_of("san-juan").actions if action.text.startswith("discard:")]
    answers = set()
    for card in cards:
        for path, fields in (
            ("draft", {"number": "0", "press": card}),
            ("move", {"number": "0", "action": card}),
            ("move", {"number": "0"}),
            ("undo", {"number": "0"}),
            ("hint", {"number": "0"}),
        ):
            answer = await ann.post(f"/tables/{table}/{path}", data=fields, headers=page_of(ann))
            answers.add((path, answer.status_code, answer.text))
    assert {status for _, status, _ in answers} == {422}
    assert len(answers) == 4, "the same words for every card"


async def test_who_sits_down_by_script_at_a_table_that_still_waits_is_sent_to_look_anew(visit: Visit) -> None:
    _, bob, table = await a_table_that_waits(visit)
    answer = await bob.post(f"/tables/{table}/seats/1/sit", data={}, headers=page_of(bob))
    assert answer.status_code == 200
    assert (answer.json()["finished"], answer.json()["parts"]) == (True, {})


async def test_hopping_from_seat_to_seat_shows_no_hand(visit: Visit) -> None:
    _, bob, table = await a_table_that_waits(visit)
    for seat in (1, 2, 1):
        shown = (await sit(bob, table, seat)).json()
        assert (shown["seat"], shown["view"]) == (seat, None)
        await bob.post(f"/tables/{table}/leave", headers=page_of(bob))
    assert (await read(bob, table))["seat"] is None


async def test_who_gives_a_seat_away_before_the_game_has_no_claim_left(visit: Visit) -> None:
    """Else one person could sit down elsewhere, and hold two seats by changing between them."""
    ann, bob, table = await a_table_that_waits(visit)
    await sit(bob, table, 1)
    given = await bob.post(f"/api/tables/{table}/seats/1/bot", json={})
    assert given.status_code == 200
    assert (await sit(bob, table, 2)).status_code == 200
    assert (await read(ann, table))["state"] == "running"
    await bob.post(f"/api/tables/{table}/seats/2/bot", json={})
    assert (await sit(bob, table, 1)).status_code == 403
    assert (await sit(bob, table, 2)).status_code == 200


async def test_who_has_played_on_a_seat_cannot_take_another_one(visit: Visit) -> None:
    """Also at a table of an older version, where somebody has a claim on a bot's seat while others are open."""
    ann, bob, table = await a_table_that_waits(visit)
    await sit(bob, table, 1)

    def claim(connection: Any) -> None:
        connection.exec_driver_sql("UPDATE seats SET kind = 'bot', level = 'easy' WHERE seat = 1")

    await visit.site.storage.write(claim)
    refused = await sit(bob, table, 2)
    assert refused.status_code == 403
    assert "another seat" in refused.json()["error"]
    assert (await sit(bob, table, 1)).status_code == 200
    assert (await read(ann, table))["state"] == "waiting"


@pytest.mark.parametrize("leaves_first", [True, False])
async def test_leaving_and_the_last_one_sitting_down_at_once(visit: Visit, leaves_first: bool) -> None:
    """Either the game has begun with all seats taken, or it waits: never does it run with an open seat."""
    ann, bob, table = await a_table_that_waits(visit, "me", "open")
    leave = ann.post(f"/tables/{table}/leave", headers=page_of(ann))
    join = sit(bob, table, 1)
    left, joined = await asyncio.gather(*((leave, join) if leaves_first else (join, leave)))
    if not leaves_first:
        left, joined = joined, left
    assert joined.status_code == 200
    shown = await read(bob, table)
    assert (shown["state"] == "running") == all(seat["kind"] == "person" for seat in shown["seats"])
    assert left.status_code == (303 if shown["state"] == "waiting" else 422)


async def test_two_who_ask_to_play_again_at_once_find_one_table(visit: Visit) -> None:
    ann, bob, table = await a_table_that_waits(visit, "me", "open")
    await sit(bob, table, 1)

    def end(connection: Any) -> None:
        connection.exec_driver_sql("UPDATE tables SET state = 'over'")

    await visit.site.storage.write(end)
    answers = await asyncio.gather(
        *(who.post(f"/tables/{table}/rematch", headers=page_of(who)) for who in (ann, bob, ann, bob))
    )
    assert {answer.status_code for answer in answers} == {303}
    (found,) = {answer.headers["location"] for answer in answers}
    running = [listed["id"] for listed in (await ann.get("/api/tables")).json() if listed["state"] == "running"]
    assert running == [found.rpartition("/")[2]]
