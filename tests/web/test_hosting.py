"""For those who host: health, HEAD, request ids, log lines, figures."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from boriken.web import health, logs, metrics
from boriken.web.settings import Settings

from .postgres import fresh_database
from .servers import Server
from .test_restart import wait_for, workers_of
from .visiting import Visit, open_table, play, read, two_at_a_table, visiting

pytestmark = pytest.mark.anyio
TOKEN = "a token for figures"


@pytest.fixture
async def watched(settings: Settings) -> AsyncIterator[Visit]:
    async with visiting(dataclasses.replace(settings, metrics_token=TOKEN)) as visit:
        yield visit


async def figures(visit: Visit) -> dict[str, float]:
    """All figures by name and labels."""
    machine = await visit.stranger(authorization=f"Bearer {TOKEN}")
    answer = await machine.get("/metrics")
    assert answer.status_code == 200
    lines = (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def grown(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    return {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}


# --- health ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_health_answers_get_and_head(visit: Visit, path: str) -> None:
    machine = await visit.stranger(host="10.1.2.3:8000")
    answer = await machine.get(path)
    assert (answer.status_code, answer.text.strip()) in [(200, "The process answers."), (200, "Ready.")]
    head = await machine.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == answer.headers["content-length"]


async def test_health_counts_against_no_limit_and_stands_in_no_log(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logs.access.name)
    async with visiting(dataclasses.replace(settings, requests_a_second=0.0)) as visit:
        machine = await visit.stranger()
        for _ in range(20):
            assert (await machine.get("/healthz")).status_code == 200
            assert (await machine.get("/readyz")).status_code == 200
        assert caplog.records == []
        asked = [(await machine.get("/learn")).status_code for _ in range(3)]
        assert 429 in asked, "other pages do count"
        assert len(caplog.records) == 3


async def test_not_ready_while_the_database_is_away(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = await visit.stranger()

    async def broken(work: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    async def stuck(work: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "_PATIENCE", 0.01)
    for trouble, words in ((broken, "The database does not answer"), (stuck, "The database has not answered")):
        monkeypatch.setattr(visit.site.storage, "read", trouble)
        answer = await machine.get("/readyz")
        assert answer.status_code == 503
        assert answer.text.startswith(words)
        assert (await machine.get("/healthz")).status_code == 200
    monkeypatch.undo()
    visit.site.news.end()
    assert (await machine.get("/readyz")).status_code == 503, "about to end: send visitors elsewhere"


# --- HEAD -----------------------------------------------------------------------------------------------------------


async def test_head_answers_wherever_get_does(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    ann.headers["accept-encoding"] = "identity"  # a compressed page has another length each time
    paths = ["/", "/tables/new", "/learn", "/reference/san-juan", "/api", "/api/games", "/api/openapi.json"]
    paths += [f"/tables/{table}", f"/api/tables/{table}", f"/tables/{table}/replay", "/static/site.css", "/nowhere"]
    for path in paths:
        got, head = await ann.get(path), await ann.head(path)
        assert head.status_code == got.status_code, path
        assert head.content == b""
        passing = {"server-timing", "x-request-id"}
        assert {k: v for k, v in head.headers.items() if k not in passing} == {
            k: v for k, v in got.headers.items() if k not in passing
        }, path


async def test_head_of_a_stream_ends(watched: Visit) -> None:
    ann, _, table = await two_at_a_table(watched)
    before = await figures(watched)
    async with asyncio.timeout(10):
        head = await ann.head(f"/api/tables/{table}/events")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    more = grown(before, await figures(watched))
    assert not any(name.startswith(("boriken_errors", "boriken_refusals", "boriken_open")) for name in more)


async def test_head_of_what_is_only_posted_is_refused(visit: Visit) -> None:
    stranger = await visit.stranger()
    assert (await stranger.head("/quick")).status_code == 405


# --- request ids and log lines --------------------------------------------------------------------------------------


async def test_every_answer_has_an_id_and_our_faults_name_it(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = await visit.browser()
    first, second = [(await browser.get("/learn")).headers["x-request-id"] for _ in range(2)]
    assert first != second
    assert (await browser.get("/nowhere")).headers["x-request-id"]

    async def broken(work: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(visit.site.storage, "read", broken)
    answer = await browser.get("/tables/0123456789ab")
    assert answer.status_code == 503
    assert answer.headers["x-request-id"] in answer.text
    answer = await browser.get("/api/tables/0123456789ab")
    assert answer.headers["x-request-id"] in answer.json()["error"]


async def test_a_fault_that_nobody_foresaw_has_an_id_too(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError

    browser = await visit.browser()
    monkeypatch.setattr(visit.site.lobbies, "tables", broken)
    with pytest.raises(ZeroDivisionError):  # raised again for the server's log, after the answer
        await browser.get("/")
    browser._transport.raise_app_exceptions = False  # type: ignore[attr-defined]
    answer = await browser.get("/")
    assert answer.status_code == 503
    assert answer.headers["x-request-id"] in answer.text


async def test_the_access_log_holds_no_secret(visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logs.access.name)
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "open"])
    key = (await read(ann, table))["invitation"].partition("key=")[2]
    browser = await visit.browser()
    await browser.get(f"/tables/{table}/join?key={key}")
    await browser.post("/me", data={"name": "Eve"})
    await browser.get("/tables/a%0Ab%1B[2J")
    for form in (logs.Plain(), logs.Json()):
        lines = [form.format(record) for record in caplog.records]
        assert len(lines) == 6
        log = "\n".join(lines)
        assert f"/tables/{table}/join" in log
        for secret in (key, "key=", ann.headers["authorization"].split()[1], browser.cookies["boriken"]):
            assert secret not in log
        assert "a%0Ab%1B" in log
        assert "\x1b" not in log


def _line(form: logging.Formatter) -> str:
    record = logging.LogRecord("boriken.web.x", logging.WARNING, "x.py", 1, "a %s\nforged line", ("word",), None)
    return form.format(record)


async def test_a_line_has_time_level_request_and_words() -> None:
    name = logs.new_request()
    plain = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING " + name + r" boriken\.web\.x: a word\\nforged line"
    assert re.fullmatch(plain, _line(logs.Plain()))
    line = json.loads(_line(logs.Json()))
    assert (line["level"], line["request"], line["words"]) == ("warning", name, "a word\nforged line")
    assert line["time"].endswith("Z")


# --- figures --------------------------------------------------------------------------------------------------------


async def test_figures_are_for_who_has_their_token(visit: Visit, watched: Visit) -> None:
    assert (await (await visit.stranger()).get("/metrics")).status_code == 404, "none are served"
    assert (await (await watched.stranger()).get("/metrics")).status_code == 401
    wrong = await watched.stranger(authorization="Bearer another")
    assert (await wrong.get("/metrics")).status_code == 401


async def test_what_happens_is_counted(watched: Visit) -> None:
    ann, bob, table = await two_at_a_table(watched)
    before = await figures(watched)
    assert (await play(ann, table, 0, "role:settler", "settle:quarry")).status_code == 200
    assert (await play(bob, table, 0, "role:mayor")).status_code == 409
    await ann.get(f"/tables/{table}?key=secret")
    await ann.get(f"/nowhere/{table}")
    more = grown(before, await figures(watched))
    assert more['boriken_moves_total{game="puerto-rico",who="people"}'] == 2
    assert more['boriken_refusals_total{kind="stale"}'] == 1
    assert more['boriken_requests_total{method="POST",route="/api/tables/{table_id}/moves",status="200"}'] == 1
    assert more['boriken_requests_total{method="GET",route="/tables/{table_id}",status="200"}'] == 1
    assert more['boriken_requests_total{method="GET",route="none",status="404"}'] == 1
    assert more['boriken_request_seconds_count{route="/tables/{table_id}"}'] == 1
    assert more['boriken_database_seconds_count{what="write"}'] >= 2
    assert more['boriken_database_seconds_count{what="read"}'] >= 1


async def test_no_label_holds_a_table_a_person_or_an_invitation(watched: Visit) -> None:
    ann, _, table = await two_at_a_table(watched)
    key = await watched.site.tables.read(table)
    await ann.get(f"/tables/{table}/join?key={key.table.invitation}")
    await ann.get(f"/tables/{table}/../{table}")
    await ann.request(f"X{table.upper()}", "/")
    shown = "\n".join(await figures(watched)).lower()
    for secret in (table, key.table.invitation.lower(), *(str(seat.person) for seat in key.seats), "ann"):
        assert secret not in shown


async def test_bots_are_counted_and_timed(watched: Visit) -> None:
    ann = await watched.person("Ann")
    before = await figures(watched)
    table = await open_table(ann, ["bot", "me"], options={"governor": 0})
    async with watched.site.news.listening(table) as listener:
        while (await read(ann, table))["turn"] != 1:
            assert await listener.wait(60)
    more = grown(before, await figures(watched))
    assert more['boriken_moves_total{game="puerto-rico",who="bots"}'] >= 1
    assert more['boriken_bot_thinking_seconds_count{level="medium"}'] >= 1
    assert more['boriken_bot_waiting_seconds_count{level="medium"}'] >= 1
    assert (await figures(watched))['boriken_bot_queue{level="medium"}'] == 0


async def test_tables_are_counted_by_state(watched: Visit) -> None:
    ann = await watched.person("Ann")
    await open_table(ann, ["me", "open"])
    looking = asyncio.create_task(metrics.look(watched.site.storage))
    while (await figures(watched)).get('boriken_tables{state="waiting"}') != 1:
        await asyncio.sleep(0)
    looking.cancel()
    assert (await figures(watched))["boriken_resident_bytes"] > 1e6


async def test_a_bot_that_never_came_to_think_does_not_wait_for_ever() -> None:
    with metrics.Thought("easy"):
        assert metrics._queue.labels("easy")._value.get() == 1
    assert metrics._queue.labels("easy")._value.get() == 0


def test_workers_count_together_and_the_dead_hold_nothing_open(tmp_path: Path) -> None:
    """Counters of workers that are gone stay, for they have happened; gauges go."""
    worker = (
        "from boriken.web import metrics; import sys; metrics.moved('people', 'san-juan', 3);"
        "held = metrics.connected('socket'); held.__enter__(); print('ready', flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    command = [sys.executable, "-c", worker]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    workers = [subprocess.Popen(command, env=environment, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    reader = "from boriken.web import metrics; print(metrics.exposition()[0].decode())"

    def shown() -> str:
        return subprocess.run([sys.executable, "-c", reader], env=environment, capture_output=True, text=True).stdout

    try:
        for process in workers:
            assert process.stdout.readline() == b"ready\n"
        together = shown()
        assert 'boriken_moves_total{game="san-juan",who="people"} 6.0' in together
        assert 'boriken_open_connections{by="socket"} 2.0' in together
        workers[0].kill()
        workers[0].communicate()
        after = shown()
        assert 'boriken_moves_total{game="san-juan",who="people"} 6.0' in after
        assert 'boriken_open_connections{by="socket"} 1.0' in after
    finally:
        for process in workers:
            process.kill()
            process.communicate()


@pytest.mark.postgres
def test_a_port_shows_the_figures_of_both_workers_and_forgets_the_dead(tmp_path: Path) -> None:
    settings = {"BORIKEN_DATABASE_URL": fresh_database(), "BORIKEN_METRICS_PORT": "0", "BORIKEN_METRICS_TOKEN": TOKEN}
    with Server(tmp_path, workers=2, **settings) as server:
        address = next(line.split()[3] for line in server.said if line.startswith("Metrics are at"))
        assert address.startswith("http://127.0.0.1:")
        for n in range(20):  # each over a connection of its own, so that both have their share
            assert httpx.get(f"{server.address}/learn", timeout=60).status_code == 200, n
        counted = 'boriken_requests_total{method="GET",route="/learn",status="200"} 20.0'
        assert counted in httpx.get(address, timeout=60).text
        headers = {"authorization": f"Bearer {TOKEN}"}
        assert counted in httpx.get(f"{server.address}/metrics", headers=headers, timeout=60).text
        workers = workers_of(server.process.pid)
        memory = re.compile(r'^boriken_resident_bytes\{pid="(\d+)"\}', re.MULTILINE)
        assert set(map(int, memory.findall(httpx.get(address, timeout=60).text))) == workers
        dead = workers.pop()
        os.kill(dead, signal.SIGKILL)
        wait_for(lambda: not Path(f"/proc/{dead}").exists())
        after = httpx.get(address, timeout=60).text
        assert str(dead) not in memory.findall(after)
        assert counted in after, "what has happened stays counted"
        assert server.stop() in (0, 130)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("9100", ("127.0.0.1", 9100)), ("0.0.0.0:9", ("0.0.0.0", 9)), ("[::1]:9", ("::1", 9)), ("", None)],
)
def test_the_port_of_figures_is_on_loopback_unless_an_address_is_named(
    tmp_path: Path, text: str, meant: tuple[str, int] | None
) -> None:
    environment = {"BORIKEN_DATA_DIR": str(tmp_path), "BORIKEN_METRICS_PORT": text}
    assert Settings.from_environment(environment).metrics_port == meant
