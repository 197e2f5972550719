"""Every refusal: a clear answer in words, and the game unharmed."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from boriken import Game
from boriken.web.limits import Limit
from boriken.web.refusals import TooMany
from boriken.web.settings import Settings

from .visiting import ADDRESS, Visit, open_table, play, read, sit, two_at_a_table, visiting

pytestmark = pytest.mark.anyio


def refused(answer: httpx.Response, status: int, words: str) -> None:
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"], answer.json()
    assert answer.json()["kind"]


async def test_a_stale_move_is_refused(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    await play(ann, table, 0, "role:builder")
    refused(await play(ann, table, 0, "role:settler"), 409, "moved on")
    refused(await play(ann, table, 7, "role:settler"), 409, "moved on")
    assert (await read(ann, table))["number"] == 1


async def test_a_move_from_before_taking_back_is_stale_though_as_many_actions_stand(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    await play(ann, table, 0, "role:builder")
    await ann.post(f"/api/tables/{table}/undo", json={"number": 1})
    refused(await play(ann, table, 0, "role:mayor"), 409, "moved on")
    refused(await ann.post(f"/api/tables/{table}/undo", json={"number": 1}), 409, "moved on")


async def test_somebody_elses_turn(visit: Visit) -> None:
    ann, bob, table = await two_at_a_table(visit)
    refused(await play(bob, table, 0, "role:builder"), 403, "Ann is to move")
    assert (await read(ann, table))["number"] == 0


async def test_somebody_who_does_not_sit_there(visit: Visit) -> None:
    _, _, table = await two_at_a_table(visit)
    eve = await visit.person("Eve")
    refused(await play(eve, table, 0, "role:builder"), 403, "do not sit")
    refused(await eve.post(f"/api/tables/{table}/undo", json={"number": 0}), 403, "do not sit")
    refused(await eve.post(f"/api/tables/{table}/hint"), 403, "do not sit")
    refused(await eve.post(f"/api/tables/{table}/seats/0/bot", json={}), 403, "Only those who sit")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("build:harbor", "not legal now"),
        ("build:harbour", "did you mean 'build:harbor'"),
        ("", "not an action"),
        ("\x00", "not an action"),
    ],
)
async def test_an_illegal_or_misspelt_action(visit: Visit, action: str, words: str) -> None:
    ann, _, table = await two_at_a_table(visit)
    refused(await play(ann, table, 0, action), 422, words)
    assert (await read(ann, table))["number"] == 0


@pytest.mark.parametrize("address", ["draft", "move"])
async def test_people_read_no_names_of_actions(visit: Visit, address: str) -> None:
    ann, _, table = await two_at_a_table(visit)
    form = {"number": "0", "press": "build:harbor", "action": "build:harbor"}
    answer = await ann.post(f"/tables/{table}/{address}", data=form, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert "not possible now" in answer.json()["error"]
    assert "build:" not in answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"number": "zero", "actions": ["pass"]}',
        b'{"number": 0}',
        b'{"number": 0, "actions": []}',
        b'{"number": 0, "actions": [["pass"]]}',
        b'{"number": -1, "actions": ["pass"]}',
        b'{"number": 0, "actions": ["' + b"x" * 65 + b'"]}',
        b'{"number": 1e99, "actions": ["pass"]}',
        json.dumps({"number": 0, "actions": ["pass"] * 65}).encode(),
        b"\xff\xfe",
    ],
)
async def test_malformed_requests(visit: Visit, body: bytes) -> None:
    ann, _, table = await two_at_a_table(visit)
    answer = await ann.post(f"/api/tables/{table}/moves", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]
    assert (await read(ann, table))["number"] == 0


async def test_oversized_bodies_whether_they_say_so_or_not(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    path = f"/api/tables/{table}/moves"
    refused(await ann.post(path, content=b" " * 70_000), 413, "at most 64 KiB")

    async def drop_by_drop() -> Any:
        for _ in range(70):
            yield b" " * 1000

    answer = await ann.post(path, content=drop_by_drop(), headers={"content-type": "application/json"})
    refused(answer, 413, "at most 64 KiB")
    refused(await ann.post("/api/records", content=b"x" * (2**21 + 1)), 413, "at most 2048 KiB")
    assert (await read(ann, table))["number"] == 0


async def test_unknown_tables_and_seats(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    refused(await ann.get("/api/tables/nowhere"), 404, "no such table")
    refused(await ann.get("/api/tables/" + "x" * 500), 422, "table_id")
    refused(await sit(ann, table, 9), 404, "no seat 9")
    refused(await ann.get("/api/nothing"), 404, "no such page")
    refused(await ann.put("/api/tables"), 405, "cannot be done")


async def test_seats_belong_to_who_took_them(visit: Visit) -> None:
    _, bob, table = await two_at_a_table(visit)
    eve = await visit.person("Eve")
    refused(await sit(eve, table, 0), 409, "Ann sits there")
    refused(await sit(bob, table, 0), 422, "already")
    refused(await bob.post(f"/api/tables/{table}/seats/0/bot", json={}), 403, "still there")


async def test_a_private_table_needs_its_invitation(visit: Visit) -> None:
    ann, eve = await visit.person("Ann"), await visit.person("Eve")
    table = await open_table(ann, ["me", "open"])
    refused(await sit(eve, table, 1), 403, "invitation")
    refused(await sit(eve, table, 1, "guess"), 403, "invitation")
    assert (await read(eve, table))["invitation"] is None
    assert all(shown["id"] != table for shown in (await eve.get("/api/tables")).json())
    key = (await read(ann, table))["invitation"].partition("key=")[2]
    assert len(key) >= 20
    assert (await sit(eve, table, 1, key)).status_code == 200


async def test_a_seat_left_alone_goes_to_a_bot_and_back_to_its_person(settings: Settings) -> None:
    async with visiting(dataclasses.replace(settings, alone_after=0)) as visit:
        ann, bob, table = await two_at_a_table(visit)
        given = await ann.post(f"/api/tables/{table}/seats/1/bot", json={"level": "easy"})
        assert given.status_code == 200
        assert given.json()["seats"][1]["kind"] == "bot"
        refused(await play(bob, table, 0, "role:builder"), 403, "do not sit")
        eve = await visit.person("Eve")
        refused(await sit(eve, table, 1), 403, "A bot plays there")
        assert (await sit(bob, table, 1)).json()["seat"] == 1


async def test_what_a_game_does_not_have(visit: Visit) -> None:
    ann = await visit.person("Ann")

    async def ask(**body: Any) -> httpx.Response:
        return await ann.post("/api/tables", json={"game": "puerto-rico", "seats": [{"kind": "me"}] * 1, **body})

    bots = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    refused(await ask(game="chess"), 422, "there is no game 'chess'")
    refused(await ask(), 422, "2 to 5 players")
    refused(await ask(seats=bots, options={"wings": True}), 422, "no option 'wings'")
    refused(await ask(seats=bots, options={"swap": 3}), 422, "swap must be")
    refused(await ask(seats=[{"kind": "me"}, {"kind": "bot", "level": "godlike"}]), 422, "no level 'godlike'")
    refused(await ask(seats=[{"kind": "me"}, {"kind": "me"}]), 422, "one seat only")
    refused(await ask(seats=[{"kind": "bot"}, {"kind": "bot"}]), 422, "one seat for a person")
    refused(await ask(seats=bots, pace="hectic"), 422, "pace")


async def test_a_game_that_has_not_begun_or_is_over(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "open"])
    refused(await play(ann, table, 0, "role:builder"), 422, "not begun")
    refused(await ann.get(f"/api/tables/{table}/record"), 422, "every secret")


async def test_a_damaged_record(visit: Visit) -> None:
    ann = await visit.person("Ann")
    record = json.loads(Game.new("puerto-rico", players=3, seed=3).to_json())
    refused(await ann.post("/api/records", content=b"junk"), 422, "not a record: a record's text begins with")
    two = "\n".join([json.dumps(record)] * 2)
    refused(await ann.post("/api/records", content=two), 422, "2 records here, one a line")
    record["seed"] = -4
    refused(await ann.post("/api/records", content=json.dumps(record)), 422, "seed")


async def test_who_has_no_token_or_a_forged_one(visit: Visit) -> None:
    stranger = await visit.stranger()
    body = {"game": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    refused(await stranger.post("/api/tables", json=body), 401, "POST /api/people")
    forged = await visit.stranger(authorization="Bearer ImFubiI.forged")
    refused(await forged.get("/api/tables"), 401, "not given out by this site")


async def test_requests_from_other_sites_pages(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    path = f"/api/tables/{table}/moves"
    body = {"number": 0, "actions": ["role:builder"]}
    for origin in ("https://evil.example", "null", f"{ADDRESS}.evil.example", "http://boriken.test:81"):
        refused(await ann.post(path, json=body, headers={"origin": origin}), 403, "another site")
    refused(await ann.post(path, json=body, headers={"referer": "https://evil.example/x"}), 403, "another site")
    token = ann.headers.pop("authorization").removeprefix("Bearer ")
    ann.headers["cookie"] = f"boriken={token}"
    refused(await ann.post(path, json=body), 403, "which page it comes from")
    refused(await ann.post(path, json=body, headers={"sec-fetch-site": "cross-site"}), 403, "which page")
    assert (await read(ann, table))["number"] == 0
    assert (await ann.post(path, json=body, headers={"origin": ADDRESS})).status_code == 200


async def test_too_many_requests(settings: Settings) -> None:
    async with visiting(dataclasses.replace(settings, requests_a_second=1)) as visit:
        ann = await visit.person("Ann")
        answers = [await ann.get("/api/games") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        refused(answers[-1], 429, "faster than people can play")
        assert int(answers[-1].headers["retry-after"]) >= 1


async def test_too_many_tables(settings: Settings) -> None:
    async with visiting(dataclasses.replace(settings, tables_an_hour=2)) as visit:
        ann = await visit.person("Ann")
        body = {"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        answers = [await ann.post("/api/tables", json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
    async with visiting(dataclasses.replace(settings, running_tables=1)) as visit:
        ann = await visit.person("Ann")
        assert (await ann.post("/api/tables", json=body)).status_code == 201
        refused(await ann.post("/api/tables", json=body), 429, "unfinished")


async def test_too_many_open_connections(settings: Settings) -> None:
    async with visiting(dataclasses.replace(settings, pages_an_address=0)) as visit:
        ann = await visit.person("Ann")
        table = await open_table(ann, ["me", "open"])
        refused(await ann.get(f"/api/tables/{table}/events"), 429, "Very many pages are open")


def test_a_limit_refills_in_time() -> None:
    moment = 0.0
    limit = Limit(a_second=2, at_once=3, clock=lambda: moment)
    for _ in range(3):
        limit.take("Ann", "too many")
    with pytest.raises(TooMany):
        limit.take("Ann", "too many")
    limit.take("Bob", "too many")
    moment = 0.5
    limit.take("Ann", "too many")
    with pytest.raises(TooMany) as refusal:
        limit.take("Ann", "too many")
    assert refusal.value.seconds == pytest.approx(0.5)


async def test_every_answer_keeps_pages_safe(visit: Visit) -> None:
    stranger = await visit.stranger()
    for path in ("/api/games", "/api/nothing"):
        headers = (await stranger.get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"


async def test_trouble_of_ours_is_told_in_words_and_without_secrets(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _, table = await two_at_a_table(visit)

    async def full(work: object, patience: float = 0.0) -> None:
        raise OperationalError("INSERT INTO entries", {"seed": 4711}, Exception("disk is full"))

    monkeypatch.setattr(visit.site.storage, "write", full)
    refused(await play(ann, table, 0, "role:builder"), 503, "What was acknowledged is safe")
    assert "4711" not in caplog.text
    monkeypatch.undo()
    assert (await play(ann, table, 0, "role:builder")).status_code == 200
