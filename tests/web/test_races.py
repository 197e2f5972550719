"""Two moves for the same decision, sent at once: exactly one wins, whichever worker each of them reaches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from boriken.web.api import _HEARTBEAT

from .postgres import fresh_database
from .servers import Server, person

ROUNDS = 15


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def workers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two workers on the same database."""
    url = fresh_database() if request.param == "postgres" else ""
    folder = tmp_path_factory.mktemp("site")
    with Server(folder, BORIKEN_DATABASE_URL=url) as one, Server(folder, BORIKEN_DATABASE_URL=url) as other:
        yield one, other


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Call all of them from threads that start together."""
    answers: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(i: int, call: Callable[[], Any]) -> None:
        start.wait()
        answers[i] = call()

    threads = [threading.Thread(target=run, args=(i, call)) for i, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def elsewhere(client: httpx.Client, address: str) -> httpx.Client:
    """The same person at another worker."""
    return httpx.Client(base_url=address, headers=client.headers, timeout=30)


def test_of_moves_sent_at_once_exactly_one_wins(workers: tuple[Server, Server]) -> None:
    one, other = workers
    with person(one.address, "Ann") as ann, elsewhere(ann, other.address) as ann_too:
        body = {"game": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], "pace": "at-once"}
        table = ann.post("/api/tables", json=body).json()["id"]

        def move(client: httpx.Client, number: int, action: str) -> Callable[[], httpx.Response]:
            message = {"number": number, "actions": [action]}
            return lambda: client.post(f"/api/tables/{table}/moves", json=message)

        played = 0
        while played < ROUNDS:
            shown = (ann, ann_too)[played % 2].get(f"/api/tables/{table}").json()
            if shown["state"] == "over":
                break
            if not shown["legal"]:
                continue
            first, last = shown["legal"][0]["text"], shown["legal"][-1]["text"]
            number = shown["number"]
            answers = at_once(
                move(ann, number, first),
                move(ann_too, number, last),
                move(ann_too, number, first),
                move(ann, number, last),
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
            winner = next(answer for answer in answers if answer.status_code == 200)
            assert winner.json()["number"] > number
            played += 1
        assert played == ROUNDS
        here = there = {"number": -1, "legal": [], "state": "playing"}
        while here["number"] != there["number"] or not (here["legal"] or here["state"] == "over"):  # the bots' moves
            here, there = (client.get(f"/api/tables/{table}").json() for client in (ann, ann_too))
        assert here == there


def test_of_people_who_want_the_same_seat_exactly_one_sits_down(workers: tuple[Server, Server]) -> None:
    one, other = workers
    with person(one.address, "Ann") as ann, person(one.address, "Bob") as bob, person(other.address, "Eve") as eve:
        for _ in range(10):
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
            body = {"game": "san-juan", "seats": seats, "listed": True}
            table = ann.post("/api/tables", json=body).json()["id"]
            path = f"/api/tables/{table}/seats"
            answers = at_once(
                lambda: bob.post(f"{path}/1", json={}),  # noqa: B023
                lambda: eve.post(f"{path}/1", json={}),  # noqa: B023
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            loser = eve if answers[0].status_code == 200 else bob
            begun = at_once(
                lambda: loser.post(f"{path}/2", json={}),  # noqa: B023
                lambda: ann.post(f"{path}/2/bot", json={}),  # noqa: B023
            )
            first, second = sorted(answer.status_code for answer in begun)
            assert first == 200
            assert second in (403, 409)  # somebody was quicker, by more or by less
            assert ann.get(f"/api/tables/{table}").json()["state"] == "running"


def test_who_asks_for_two_seats_at_once_gets_one(workers: tuple[Server, Server]) -> None:
    one, other = workers
    with person(one.address, "Ann") as ann, person(one.address, "Eve") as eve, elsewhere(eve, other.address) as eve_too:
        for _ in range(10):
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
            body = {"game": "san-juan", "seats": seats, "listed": True}
            path = f"/api/tables/{ann.post('/api/tables', json=body).json()['id']}"
            answers = at_once(
                lambda: eve.post(f"{path}/seats/1", json={}),  # noqa: B023
                lambda: eve_too.post(f"{path}/seats/2", json={}),  # noqa: B023
            )
            first, second = sorted(answer.status_code for answer in answers)
            assert first == 200
            assert second in (409, 422)
            assert [seat["kind"] for seat in ann.get(path).json()["seats"]].count("open") == 1


def test_taking_back_and_playing_on_at_once(workers: tuple[Server, Server]) -> None:
    """Ann takes her role back while Bob answers it: one of them is told that the table has moved on."""
    one, other = workers
    with person(one.address, "Ann") as ann, person(other.address, "Bob") as bob:
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": "puerto-rico", "seats": seats, "listed": True, "options": {"governor": 0}}
        for _ in range(12):
            table = ann.post("/api/tables", json=body).json()["id"]
            path = f"/api/tables/{table}"
            bob.post(f"{path}/seats/1", json={})
            shown = ann.post(f"{path}/moves", json={"number": 0, "actions": ["role:settler", "settle:quarry"]}).json()
            assert shown["turn"] == 1
            legal = bob.get(path).json()["legal"][0]["text"]
            undo, played = at_once(
                lambda: ann.post(f"{path}/undo", json={"number": 2}),  # noqa: B023
                lambda: bob.post(f"{path}/moves", json={"number": 2, "actions": [legal]}),  # noqa: B023
            )
            assert sorted((undo.status_code, played.status_code)) == [200, 409]
            assert ann.get(path).json()["number"] == 3


@pytest.mark.postgres
def test_news_travel_between_workers(tmp_path: Path) -> None:
    """A stream at one worker hears at once of a move at the other: long before it would look for itself."""
    url = fresh_database()
    with (
        Server(tmp_path, BORIKEN_DATABASE_URL=url) as one,
        Server(tmp_path, BORIKEN_DATABASE_URL=url) as other,
        person(one.address, "Ann") as ann,
        person(one.address, "Bob") as bob,
        elsewhere(ann, other.address) as ann_too,
    ):
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": "puerto-rico", "seats": seats, "listed": True, "options": {"governor": 0}}
        path = f"/api/tables/{ann.post('/api/tables', json=body).json()['id']}"
        bob.post(f"{path}/seats/1", json={})
        with ann_too.stream("GET", f"{path}/events") as stream:
            ids = (line for line in stream.iter_lines() if line.startswith("id: "))
            assert next(ids) == "id: 0"
            started = time.monotonic()
            assert ann.post(f"{path}/moves", json={"number": 0, "actions": ["role:builder"]}).status_code == 200
            assert next(ids) == "id: 1"
            assert time.monotonic() - started < _HEARTBEAT / 2


@pytest.mark.postgres
def test_one_command_starts_several_workers_for_the_same_tables(tmp_path: Path) -> None:
    """Each request comes over a connection of its own, so that both workers have their share."""
    with Server(tmp_path, workers=2, BORIKEN_DATABASE_URL=fresh_database()) as server:
        with person(server.address, "Ann") as ann:
            headers = {**ann.headers, "connection": "close"}
            body = {"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "bot"}], "pace": "at-once"}
            path = f"{server.address}/api/tables/{ann.post('/api/tables', json=body).json()['id']}"
        played, latest = 0, time.monotonic() + 300
        with httpx.Client(headers=headers) as client:
            while (shown := client.get(path).json())["state"] != "over":
                assert time.monotonic() < latest, f"the table stands still: {shown}"
                if shown["legal"]:
                    move = {"number": shown["number"], "actions": [shown["legal"][-1]["text"]]}
                    assert client.post(f"{path}/moves", json=move).status_code == 200
                    played += 1
        assert played > 5
        assert server.stop() in (0, 130)
