"""Sockets: open pages hear of every change and catch up after any break."""

from __future__ import annotations

import json
import signal
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from .servers import Server, person

_WAIT = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


class Table:
    """Ann and Bob at a table of Puerto Rico, Ann to begin; each with a browser and a program."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ann, self.bob = person(server.address, "Ann"), person(server.address, "Bob")
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": "puerto-rico", "seats": seats, "listed": True, "options": {"governor": 0}}
        self.id = self.ann.post("/api/tables", json=body).json()["id"]
        self.bob.post(f"/api/tables/{self.id}/seats/1", json={})

    def socket(self, who: httpx.Client | None, origin: str | None = None) -> ClientConnection:
        address = self.server.address.replace("http:", "ws:")
        cookie = {"Cookie": f"boriken={who.headers['authorization'].removeprefix('Bearer ')}"} if who else {}
        return connect(
            f"{address}/tables/{self.id}/socket",
            origin=Origin(origin or self.server.address),
            additional_headers=cookie,
        )

    def post(self, who: httpx.Client, path: str, **fields: Any) -> httpx.Response:
        """What a page's script sends."""
        headers = {
            "cookie": f"boriken={who.headers['authorization'].removeprefix('Bearer ')}",
            "origin": self.server.address,
            "accept": "application/json",
        }
        return httpx.post(f"{self.server.address}/tables/{self.id}/{path}", data=fields, headers=headers, timeout=30)

    def move(self, who: httpx.Client, number: int, *actions: str) -> None:
        body = {"number": number, "actions": actions}
        answer = who.post(f"/api/tables/{self.id}/moves", json=body)
        assert answer.status_code == 200, answer.text

    def close(self) -> None:
        self.ann.close()
        self.bob.close()


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    table = Table(server)
    yield table
    table.close()


def hear(page: ClientConnection) -> dict[str, Any]:
    """The next update."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=_WAIT))
        if "pong" not in message:
            return message


def greet(page: ClientConnection, number: int) -> None:
    """Say which entry the page knows, and wait until the server has understood."""
    page.send(json.dumps({"number": number}))
    page.send('{"ping": 1}')
    while json.loads(page.recv(timeout=_WAIT)) != {"pong": 1}:
        pass


def test_an_open_page_hears_of_a_move(table: Table) -> None:
    with table.socket(table.bob) as bobs:
        greet(bobs, 0)
        table.move(table.ann, 0, "role:builder")
        update = hear(bobs)
        while update["number"] == 0:  # that Bob himself has come is news, too
            update = hear(bobs)
        assert update["number"] == 1
        assert "log-now" in update["parts"]


def test_a_page_that_was_away_catches_up(table: Table) -> None:
    table.move(table.ann, 0, "role:settler", "settle:quarry")
    with table.socket(table.bob) as bobs:
        bobs.send('{"number": 0}')
        update = hear(bobs)
        assert update["number"] == 2
        assert update["title"].startswith("Your turn")
        assert {"ask", "mine", "harbour", "log-now"} <= set(update["parts"])
        assert set(update["order"]) == {"roles", "buildings", "harbour", "mine"}


def test_a_second_tab_shows_what_the_first_has_staged(table: Table) -> None:
    with table.socket(table.ann) as second:
        greet(second, 0)
        staged = table.post(table.ann, "draft", number=0, press="role:builder")
        assert staged.status_code == 200, staged.text
        update = hear(second)
        while update["parts"].get("ask") != staged.json()["parts"]["ask"]:  # that Ann has come is news, too
            update = hear(second)
        confirmed = table.post(table.ann, "move", number=0)
        assert confirmed.status_code == 200, confirmed.text
        assert confirmed.json()["number"] == 1
        while update["number"] == 0:
            update = hear(second)
        assert update["number"] == 1


def test_a_page_that_comes_back_is_shown_what_was_staged_meanwhile(table: Table) -> None:
    staged = table.post(table.ann, "draft", number=0, press="role:builder").json()["parts"]["ask"]
    with table.socket(table.ann) as page:
        page.send('{"number": 0}')  # as the table stands, too
        assert hear(page)["parts"]["ask"] == staged


def test_only_what_has_changed_is_sent_again(table: Table) -> None:
    with table.socket(table.bob) as bobs:
        bobs.send('{"number": -1}')
        first = hear(bobs)
        table.move(table.ann, 0, "role:builder")
        update = hear(bobs)
        while update["number"] == 0:
            update = hear(bobs)
        assert len(update["parts"]) < len(first["parts"])


def test_an_onlooker_may_listen(table: Table) -> None:
    with table.socket(None) as page:
        page.send('{"number": -1}')
        assert hear(page)["number"] == 0


def test_another_sites_page_may_not_listen(table: Table) -> None:
    with pytest.raises(InvalidStatus) as refusal, table.socket(table.ann, origin="https://evil.example"):
        pass
    assert refusal.value.response.status_code == 403


def test_nonsense_closes_the_socket_and_nothing_else(table: Table) -> None:
    for nonsense in ("{", "[1]", '{"number": "x"}', "x" * 5000):
        with table.socket(table.ann) as page:
            page.send(nonsense)
            with pytest.raises(Exception, match="1008"):
                hear(page)
    table.move(table.ann, 0, "role:builder")


def test_visitors_who_hang_up_in_the_middle_of_an_answer_do_no_harm(table: Table) -> None:
    host, port = "127.0.0.1", table.server.port
    path = f"/tables/{table.id}"
    for i in range(60):
        with socket.create_connection((host, port)) as visitor:
            # Several requests at once, and away without reading: the server writes to nobody.
            request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            visitor.sendall(request * (1 + i % 5))
    for _ in range(10):
        with table.socket(table.ann) as page:
            page.send('{"number": -1}')
            page.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            page.socket.close()
    table.server.process.send_signal(signal.SIGPIPE)  # what the system sends when the server writes to nobody twice
    table.move(table.ann, 0, "role:builder")
    assert table.server.process.poll() is None


def test_a_page_heals_after_the_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = Table(server)
        with table.socket(table.bob) as bobs:
            greet(bobs, 0)
            table.move(table.ann, 0, "role:settler", "settle:quarry")
            server.kill()
        server.start()
        with table.socket(table.bob) as bobs:
            bobs.send('{"number": 0}')
            assert hear(bobs)["number"] == 2
        table.close()


def test_a_socket_whose_cookie_was_ended_hears_nothing_more(table: Table) -> None:
    with table.socket(table.ann) as hers, table.socket(table.bob) as his:
        for socket_ in (hers, his):
            socket_.send(json.dumps({"number": -1}))
            assert json.loads(socket_.recv(_WAIT))["parts"]
        token = table.ann.post("/api/people/me/token").json()["token"]
        table.ann.headers["authorization"] = f"Bearer {token}"
        table.move(table.ann, 0, "role:builder")
        assert json.loads(his.recv(_WAIT))["number"] == 1
        closed = None
        while closed is None:
            try:
                assert json.loads(hers.recv(_WAIT))["number"] == 0, "at most, that somebody has come"
            except ConnectionClosed as error:
                closed = error.rcvd
                assert closed is not None
        assert (closed.code, closed.reason) == (1008, "Your identity was ended.")


def test_a_socket_of_a_table_that_is_not_there_is_refused(table: Table) -> None:
    table.id = "0123456789ab"
    with pytest.raises(InvalidStatus) as refused:
        table.socket(table.ann)
    assert refused.value.response.status_code == 403
