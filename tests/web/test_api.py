"""Programs at the table: opening, sitting down, playing, following, looking back."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from boriken import Record
from boriken.web.pages.scene import Hint, HintChoice

from .test_seats import page_of
from .visiting import Visit, open_table, play, read, sit, two_at_a_table

pytestmark = pytest.mark.anyio


async def play_to_the_end(client: httpx.AsyncClient, table: str) -> int:
    """Play the first legal action that is not the last until the game is over; returns the number of moves."""
    moves = 0
    while True:
        shown = await read(client, table)
        if shown["state"] == "over":
            return moves
        if not shown["legal"]:
            await asyncio.sleep(0.002)  # the bots are thinking
            continue
        legal = [action["text"] for action in shown["legal"]]
        best = [a for a in legal if a.startswith(("build:", "role:builder", "load:", "wharf:"))] or legal
        answer = await play(client, table, shown["number"], best[-1])
        assert answer.status_code == 200, answer.text
        moves += 1


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
async def test_a_program_plays_a_game_against_bots_to_its_end(visit: Visit, game: str) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot", "bot"], game)
    assert await play_to_the_end(ann, table) > 5
    shown = await read(ann, table)
    assert len(shown["result"]["points"]) == 3
    record = await ann.get(f"/api/tables/{table}/record")
    assert Record.from_json(record.text).replay().over
    brought = await ann.post("/api/records", content=record.content)
    assert brought.status_code == 201
    replay = await ann.get(f"/api{brought.json()['path']}", params={"seat": 1})
    assert replay.json()["at"] == replay.json()["last"] > 20


async def test_expansions_are_options_of_a_table(visit: Visit) -> None:
    ann = await visit.person("Ann")
    games = {game["name"]: game for game in (await ann.get("/api/games")).json()["games"]}
    assert "lighthouse" in games["puerto-rico"]["options"]["new_buildings"]["names"]
    wish = {"game": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "open"}]}
    opened = await ann.post("/api/tables", json=wish | {"options": {"new_buildings": "draft", "nobles": True}})
    assert opened.status_code == 201, opened.text
    assert (await read(ann, opened.json()["id"]))["options"]["new_buildings"] == "draft"
    for wrong, why in (
        ({"new_buildings": ["lighthouse"]}, "a list of 17"),
        ({"nobles_drafted": True}, "goes with nobles"),
        ({"kidnapped": "all"}, "goes with buccaneer"),
    ):
        refused = await ann.post("/api/tables", json=wish | {"options": wrong})
        assert refused.status_code == 422
        assert why in refused.text


async def test_the_game_begins_when_the_last_open_seat_is_taken(visit: Visit) -> None:
    ann, bob = await visit.person("Ann"), await visit.person("Bob")
    table = await open_table(ann, ["me", "open", "open"], listed=True)
    assert (await read(ann, table))["state"] == "waiting"
    assert (await sit(bob, table, 2)).json()["seat"] == 2
    assert (await read(ann, table))["state"] == "waiting"
    filled = await ann.post(f"/api/tables/{table}/seats/1/bot", json={"level": "easy"})
    assert filled.json()["state"] == "running"
    assert [seat["kind"] for seat in filled.json()["seats"]] == ["person", "bot", "person"]


async def test_a_move_of_several_actions_is_played_whole_or_not_at_all(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    shown = await read(ann, table)
    broken = await play(ann, table, shown["number"], "role:settler", "settle:nonsense")
    assert broken.status_code == 422
    assert (await read(ann, table))["number"] == shown["number"]
    tile = next(a for a in ("settle:quarry", "settle:corn") if a)
    both = await play(ann, table, shown["number"], "role:settler", tile)
    assert both.json()["number"] == shown["number"] + 2
    assert both.json()["turn"] == 1


async def test_a_decision_is_taken_back_until_somebody_else_has_decided(visit: Visit) -> None:
    ann, bob, table = await two_at_a_table(visit)
    first = (await play(ann, table, 0, "role:builder")).json()
    assert first["may_undo"]
    assert (await bob.post(f"/api/tables/{table}/undo", json={"number": 1})).status_code == 422, "not Bob's decision"
    undone = await ann.post(f"/api/tables/{table}/undo", json={"number": 1})
    assert undone.status_code == 200
    assert undone.json()["number"] == 2, "taking back is an entry of its own"
    assert undone.json()["turn"] == 0
    assert undone.json()["view"]["roles"]["builder"]["taken_by"] is None
    again = await play(ann, table, 2, "role:mayor")
    assert again.status_code == 200
    while (shown := await read(ann, table))["turn"] == 0:
        await play(ann, table, shown["number"], shown["legal"][-1]["text"])
    assert (await read(ann, table))["may_undo"]
    await play(bob, table, shown["number"], (await read(bob, table))["legal"][0]["text"])
    late = await ann.post(f"/api/tables/{table}/undo", json={"number": (await read(ann, table))["number"]})
    assert late.status_code == 422
    assert "cannot be taken back" in late.json()["error"]


async def test_a_card_that_was_seen_is_not_unseen(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit, "san-juan")
    shown = (await play(ann, table, 0, "role:prospector")).json()
    assert not shown["may_undo"]
    assert (await ann.post(f"/api/tables/{table}/undo", json={"number": 1})).status_code == 422


async def test_another_worker_plays_the_same_entries_again(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    await play(ann, table, 0, "role:builder")
    await ann.post(f"/api/tables/{table}/undo", json={"number": 1})
    await play(ann, table, 2, "role:settler")
    before = await read(ann, table)
    visit.site.tables._positions.clear()
    assert await read(ann, table) == before


async def test_events_follow_a_table_to_its_end(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot"], "san-juan")
    numbers = []

    async def follow() -> None:
        # The test client hands a stream over when it is complete: it ends with the game.
        answer = await ann.get(f"/api/tables/{table}/events")
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.text.splitlines():
            if line.startswith("data: "):
                numbers.append(json.loads(line[6:])["number"])

    following = asyncio.create_task(follow())
    await play_to_the_end(ann, table)
    await asyncio.wait_for(following, 20)
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == (await read(ann, table))["number"]


async def test_a_hint_that_comes_too_late_is_not_shown(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, table = await two_at_a_table(visit, hints=True)
    late = False

    async def hint(*_: Any) -> Hint:
        if late:  # she has played in another tab meanwhile
            assert (await play(ann, table, 0, "role:builder")).status_code == 200
        return Hint((HintChoice("role:mayor"),), "medium", 1.0)

    monkeypatch.setattr(visit.site.bots, "hint", hint)
    for late in (False, True):
        answer = await ann.post(f"/tables/{table}/hint", headers=page_of(ann))
        assert answer.json()["number"] == int(late)
        assert ('aria-label="Hint"' in answer.json()["parts"]["advice"]) != late


async def test_a_hint_is_one_of_the_legal_actions(visit: Visit) -> None:
    ann, bob, table = await two_at_a_table(visit)
    hint = await ann.post(f"/api/tables/{table}/hint")
    assert hint.status_code == 200
    assert hint.json()[0]["action"] in [a["text"] for a in (await read(ann, table))["legal"]]
    assert (await bob.post(f"/api/tables/{table}/hint")).status_code == 422


async def test_the_api_describes_itself(visit: Visit) -> None:
    stranger = await visit.stranger()
    described = (await stranger.get("/api/openapi.json")).json()
    assert "/api/tables/{table_id}/moves" in described["paths"]
    page = (await stranger.get("/api")).text
    for path in described["paths"]:
        assert path in page
    games = (await stranger.get("/api/games")).json()
    assert [game["name"] for game in games["games"]] == ["puerto-rico", "san-juan"]
