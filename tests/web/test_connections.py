"""Connections that are opened and not used: nobody can hold the site up with them."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from .servers import Server, person

_WAIT = 30
_HEADER, _BODY, _IDLE = 1, 2, 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("data"),
        BORIKEN_HEADER_SECONDS=str(_HEADER),
        BORIKEN_BODY_SECONDS=str(_BODY),
        BORIKEN_IDLE_SECONDS=str(_IDLE),
        BORIKEN_CONNECTIONS="60",
        BORIKEN_CONNECTIONS_AN_ADDRESS="20",
    ) as server:
        yield server


def visitor(server: Server, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=_WAIT, source_address=(source, 0))


def all_of(connection: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    said = b""
    try:
        while data := connection.recv(65536):
            said += data
    except ConnectionResetError:
        pass
    return said


def head(server: Server, *lines: str, method: str = "GET", path: str = "/api/games") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *lines, "", ""]).encode()


def test_half_a_head_is_not_waited_for(server: Server) -> None:
    with visitor(server) as slow:
        slow.sendall(head(server)[:-2])
        assert all_of(slow).startswith(b"HTTP/1.1 408 ")


def test_nothing_at_all_is_not_waited_for(server: Server) -> None:
    with visitor(server) as silent:
        assert all_of(silent).startswith(b"HTTP/1.1 408 ")


def test_a_head_that_comes_drop_by_drop_is_not_waited_for(server: Server) -> None:
    with visitor(server) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(600):
            if select.select([slow], [], [], 0.05)[0]:
                break
            slow.sendall(b"X-A: b\r\n")
        assert slow.recv(20).startswith(b"HTTP/1.1 408 ")


def test_empty_lines_do_not_keep_a_connection(server: Server) -> None:
    with visitor(server) as busy:
        busy.sendall(head(server))
        assert busy.recv(20).startswith(b"HTTP/1.1 200 ")
        for _ in range(600):
            try:
                busy.sendall(b"\r\n")
                if select.select([busy], [], [], 0.05)[0] and not busy.recv(65536):
                    return
            except ConnectionError:
                return
        pytest.fail("it was kept")


def test_a_body_that_does_not_come_is_not_waited_for(server: Server) -> None:
    with visitor(server) as slow:
        slow.sendall(head(server, "Content-Length: 20", method="POST", path="/api/people") + b'{"na')
        assert all_of(slow).startswith(b"HTTP/1.1 408 ")


def test_a_connection_is_kept_for_a_while_and_then_closed(server: Server) -> None:
    with visitor(server) as idle:
        idle.sendall(head(server))
        assert idle.recv(20).startswith(b"HTTP/1.1 200 ")
        all_of(idle)  # ends


def test_a_head_without_end_is_refused(server: Server) -> None:
    with visitor(server) as greedy:
        try:
            greedy.sendall(b"GET / HTTP/1.1\r\n" + b"X-A: " + b"b" * 3_000_000)
        except ConnectionError:
            return
        assert all_of(greedy)[:13] in (b"HTTP/1.1 431 ", b"")


def test_an_answer_that_nobody_reads_is_not_kept(server: Server) -> None:
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(_WAIT)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(head(server, path="/static/table.js") * 400)
        ended = select.poll()
        ended.register(deaf, select.POLLHUP | select.POLLERR)
        assert ended.poll(_WAIT * 1000), "it hangs up"


def test_an_address_may_have_so_many_connections_and_others_are_served_meanwhile(server: Server) -> None:
    mine = [visitor(server, "127.0.0.2") for _ in range(20)]
    try:
        for connection in mine:
            connection.sendall(b"GET / HTTP/1.1\r\n")
        with visitor(server, "127.0.0.2") as one_more:
            answer = all_of(one_more)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"Very many connections come from your address" in answer
        with visitor(server, "127.0.0.3") as other:
            other.sendall(head(server))
            assert other.recv(20).startswith(b"HTTP/1.1 200 ")
    finally:
        for connection in mine:
            assert all_of(connection).startswith(b"HTTP/1.1 408 ")
            connection.close()
    with visitor(server, "127.0.0.2") as again:
        again.sendall(head(server))
        assert again.recv(20).startswith(b"HTTP/1.1 200 ")


def test_thousands_of_half_open_requests_do_not_hold_the_site_up(server: Server) -> None:
    """From a proxy's address, which may have as many as there are: all of them are gone in time."""
    many = []
    try:
        for _ in range(1000):
            try:
                connection = visitor(server)
                many.append(connection)
                connection.sendall(b"GET / HTTP/1.1\r\n")
            except ConnectionError:
                pass
        for connection in many:
            all_of(connection)
    finally:
        for connection in many:
            connection.close()
    assert httpx.get(f"{server.address}/api/games", timeout=_WAIT).status_code == 200


def test_sockets_and_streams_stay_open_though_nothing_is_sent(server: Server) -> None:
    with person(server.address, "Ann") as ann:
        body = {"game": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = ann.post("/api/tables", json=body).json()["id"]
        cookie = {"Cookie": f"boriken={ann.headers['authorization'].removeprefix('Bearer ')}"}
        address = f"{server.address.replace('http:', 'ws:')}/tables/{table}/socket"
        with (
            connect(address, origin=Origin(server.address), additional_headers=cookie) as page,
            ann.stream("GET", f"/api/tables/{table}/events") as stream,
        ):
            lines = stream.iter_lines()
            assert next(lines) == "id: 0"
            with pytest.raises(TimeoutError):
                page.recv(timeout=2 * (_HEADER + _BODY))  # longer than anything else may last
            page.send('{"ping": 1}')
            assert page.recv(timeout=_WAIT) == '{"pong": 1}'
            ann.post(f"/api/tables/{table}/seats/1/bot", json={})
            assert any(line.startswith("id: ") for line in lines)


def test_sockets_that_are_refused_are_told_so_and_leave_no_trace_in_the_log(server: Server) -> None:
    address = f"{server.address.replace('http:', 'ws:')}/tables/nowhere/socket"
    for origin in (server.address, "http://[bad", "https://evil.example"):
        with pytest.raises(InvalidStatus) as refusal, connect(address, origin=Origin(origin)):
            pass
        assert refusal.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as refusal, connect(address.replace("nowhere", "no%00where"), origin=None):
        pass
    assert refusal.value.response.status_code == 403
    assert "Traceback" not in "".join(server.said)
    assert "ASGI" not in "".join(server.said)


def test_requests_that_follow_each_other_at_once_are_all_answered(server: Server) -> None:
    with visitor(server) as hasty:
        hasty.sendall(head(server) * 5 + head(server, "Connection: close"))
        assert all_of(hasty).count(b"HTTP/1.1 200 ") == 6


def test_the_limit_is_a_setting(tmp_path: Path) -> None:
    """Nobody else is let in while others are being waited for."""
    with Server(tmp_path, BORIKEN_CONNECTIONS="2") as server, visitor(server) as one, visitor(server) as two:
        for connection in (one, two):
            connection.sendall(head(server))
            assert connection.recv(20).startswith(b"HTTP/1.1 200 ")
        with visitor(server) as three:
            answer = all_of(three)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Very many people are here just now" in answer
