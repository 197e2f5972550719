"""Tokens and cookies that end, people who are banned, keys that change."""

from __future__ import annotations

import stat
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from boriken.engine import BorikenError
from boriken.web import administration, admission, keys
from boriken.web.security import Identities
from boriken.web.settings import Settings

from .visiting import Visit, open_table, read, two_at_a_table

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The moment, as the site's memory of people sees it."""
    moment = [0.0]
    monkeypatch.setattr(visit.site.admission, "_clock", lambda: moment[0])
    return moment


def who(visit: Visit, client: httpx.AsyncClient) -> str:
    person = visit.site.identities.claim(client.headers["authorization"].split()[1])[0]
    assert person is not None
    return person


async def test_those_who_are_here_are_looked_up_together(
    visit: Visit, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[set[str]] = []
    read_people = admission._read

    def noted(connection: Connection, people: Any) -> dict[str, tuple[int, bool]]:
        looked_up.append(set(people))
        return read_people(connection, people)

    monkeypatch.setattr(admission, "_read", noted)
    people = [await visit.person(name) for name in ("Ann", "Bob", "Eve")]
    ann, bob, eve = (who(visit, person) for person in people)
    for moment, person in (
        (10.0, people[0]),
        (10.0, people[1]),
        (10.0, people[2]),
        (65.0, people[1]),
        (71.0, people[0]),
    ):
        clock[0] = moment
        assert (await person.get("/api/tables")).status_code == 200
    assert looked_up[-2:] == [{ann, bob, eve}, {ann, bob}], "who has asked for nothing for a minute has gone"
    await visit.site.storage.write(lambda connection: administration.ban(connection, bob, True))
    clock[0] = 77.0
    assert (await people[0].get("/api/tables")).status_code == 200
    assert (await people[1].get("/api/tables")).status_code == 403, "found out when Ann was looked up"


# --- ending tokens --------------------------------------------------------------------------------------------------


async def test_a_new_token_ends_the_older_ones_and_keeps_the_seats(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "open"])
    other_device = await visit.stranger(**{"authorization": ann.headers["authorization"]})
    assert (await read(other_device, table))["seat"] == 0
    told = (await ann.post("/api/people/me/token")).json()
    assert told["name"] == "Ann"
    answer = await other_device.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["kind"]) == (401, "not-known")
    ann.headers["authorization"] = f"Bearer {told['token']}"
    assert (await read(ann, table))["seat"] == 0
    again = (await ann.post("/api/people/me/token")).json()["token"]
    assert again != told["token"]
    assert (await ann.get(f"/api/tables/{table}")).status_code == 401, "also the second one ends"


async def test_a_browser_that_ends_its_sessions_gets_a_new_cookie(visit: Visit) -> None:
    browser = await visit.browser()
    await browser.post("/me", data={"name": "Ann"})
    elsewhere = await visit.browser()
    elsewhere.cookies.set("boriken", browser.cookies["boriken"])
    assert "Ann" in (await elsewhere.get("/")).text
    assert (await browser.post("/api/people/me/token")).status_code == 200
    assert "Ann" in (await browser.get("/")).text
    assert "Ann" not in (await elsewhere.get("/")).text, "a stranger now, who is not refused"
    assert (await elsewhere.get("/")).status_code == 200


async def test_a_browser_becomes_whom_a_token_says(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "open"])
    token = ann.headers["authorization"].split()[1]
    browser = await visit.browser()
    assert "End my other sessions" not in (await browser.get("/me/token")).text
    assert (await browser.post("/me/token", data={"token": "forged"})).status_code == 401
    assert "boriken" not in browser.cookies
    assert (await browser.post("/me/token", data={"token": f" {token}\n"})).status_code == 303
    assert (await read(browser, table))["seat"] == 0
    assert "You are Ann" in (await browser.get("/me/token")).text
    assert (await browser.post("/me/sessions")).status_code == 303
    assert (await read(browser, table))["seat"] == 0
    assert (await ann.get("/api/games")).status_code == 401
    other = await visit.browser()
    assert (await other.post("/me/token", data={"token": token})).status_code == 401, "it has ended"
    elsewhere = await visit.stranger(origin="https://elsewhere.example")
    assert (await elsewhere.post("/me/token", data={"token": token})).status_code == 403


async def test_strangers_have_no_sessions_to_end(visit: Visit) -> None:
    assert (await (await visit.stranger()).post("/api/people/me/token")).status_code == 401


async def test_what_another_process_has_ended_is_noticed_within_seconds(visit: Visit, clock: list[float]) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "open"])
    await read(ann, table)
    person = who(visit, ann)
    await visit.site.storage.write(lambda connection: administration.revoke(connection, person))
    clock[0] += admission.REMEMBERED
    assert (await ann.get(f"/api/tables/{table}")).status_code == 401


async def test_not_every_request_asks_the_database(
    visit: Visit, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = admission._read

    def counted(connection: Connection, people: Any) -> dict[str, tuple[int, bool]]:
        asked.extend(people)
        return real(connection, people)

    monkeypatch.setattr(admission, "_read", counted)
    ann = await visit.person("Ann")
    for _ in range(20):
        assert (await ann.get("/api/games")).status_code == 200
    assert len(asked) == 1
    clock[0] += admission.REMEMBERED
    await ann.get("/api/games")
    assert len(asked) == 2


async def test_while_the_database_is_away_what_was_known_counts(
    visit: Visit, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await visit.person("Ann")
    assert (await ann.get("/api/games")).status_code == 200

    async def broken(work: Any) -> None:
        raise OSError("gone")

    monkeypatch.setattr(visit.site.storage, "read", broken)
    clock[0] += admission.REMEMBERED
    assert (await ann.get("/api/games")).status_code == 200


async def test_a_stream_ends_with_the_token(visit: Visit, clock: list[float]) -> None:
    from boriken.web.api import _events

    ann, _, table = await two_at_a_table(visit)
    nobody: Any = None
    visitor = _visitor(visit, ann)
    stream = _events(nobody, visit.site, table, visitor, None)
    assert (await anext(stream)).startswith("id: 0")
    await visit.site.storage.write(lambda connection: administration.revoke(connection, str(visitor.person)))
    clock[0] += admission.REMEMBERED
    visit.site.news.tell(table)
    with pytest.raises(StopAsyncIteration):
        await anext(stream)


def _visitor(visit: Visit, client: httpx.AsyncClient) -> Any:
    from starlette.requests import HTTPConnection

    headers = [(b"authorization", client.headers["authorization"].encode())]
    return visit.site.identities.visitor(HTTPConnection({"type": "http", "headers": headers, "client": ("x", 1)}))


# --- bans -----------------------------------------------------------------------------------------------------------


async def test_who_is_banned_is_refused_in_words_until_let_in_again(visit: Visit, clock: list[float]) -> None:
    ann = await visit.person("Ann")
    person = who(visit, ann)
    for banned, status in ((True, 403), (False, 200)):
        await visit.site.storage.write(lambda c, banned=banned: administration.ban(c, person, banned))  # type: ignore[misc]
        clock[0] += admission.REMEMBERED
        answer = await ann.get("/api/games")
        assert answer.status_code == status
        if banned:
            assert answer.json()["kind"] == "not-allowed"
            browser = await visit.browser()
            browser.cookies.set("boriken", visit.site.identities.token(person))
            assert "does not let you in" in (await browser.get("/")).text


# --- tokens of version 0.1, and forged ones -------------------------------------------------------------------------


def test_tokens_of_version_0_1_are_still_read(settings: Settings) -> None:
    identities = Identities(keys.Keys("the key of version 0.1"))
    assert identities.claim("ImFiMzI4ZGIxYTEyMDZlYjE0MWQ0MGRkYzkwOGM3NjMwIg.Vq0JPVwqY-5MPpZkZncjCukbjv8") == (
        "ab328db1a1206eb141d40ddc908c7630",
        0,
    )


@pytest.mark.parametrize("payload", [["a"], ["a", "1"], [1, 1], {"a": 1}, None, 7, ["a", 1, 2]])
def test_what_is_signed_but_no_identity_is_none(payload: Any) -> None:
    identities = Identities(keys.Keys("key"))
    assert identities.claim(str(identities._signer.dumps(payload))) == (None, 0)


# --- keys -----------------------------------------------------------------------------------------------------------


def _from(tmp_path: Path) -> Settings:
    return Settings.from_environment({"BORIKEN_DATA_DIR": str(tmp_path)})


def _identities(settings: Settings) -> Identities:
    found = keys.Keys(settings.secret_key, settings.older_keys, settings.key_file)
    found._clock = iter(range(0, 10**6, 10)).__next__  # every look is seconds later
    return Identities(found)


def test_after_a_rotation_the_old_key_counts_for_a_while(tmp_path: Path) -> None:
    settings = _from(tmp_path)
    running = _identities(settings)
    old = running.token("ann")
    assert settings.key_file is not None
    assert keys.rotate(settings.key_file, timedelta(days=30)) == 1
    new = running.token("ann")
    assert new != old, "the running site has noticed"
    assert running.claim(old)[0] == running.claim(new)[0] == "ann"
    assert stat.S_IMODE(settings.key_file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
    fresh = _from(tmp_path)
    assert fresh.secret_key != settings.secret_key
    assert _identities(fresh).token("ann") == new
    assert keys.rotate(settings.key_file, timedelta(days=1)) == 2
    assert running.claim(old)[0] == "ann"


def test_a_rotation_at_once_ends_the_old_key_in_a_running_site(tmp_path: Path) -> None:
    settings = _from(tmp_path)
    running = _identities(settings)
    old = running.token("ann")
    assert settings.key_file is not None
    assert keys.rotate(settings.key_file, timedelta(0)) == 0
    assert running.claim(old)[0] is None
    assert running.claim(running.token("ann"))[0] == "ann"


def test_an_older_key_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = keys.parse("new\nold until 2026-01-02T00:00:00Z\n", "the file")[::-1]
    moment = old.until
    assert moment is not None
    monkeypatch.setattr(keys, "now", lambda: moment - timedelta(seconds=1))
    assert old.counts()
    assert new.counts()
    monkeypatch.setattr(keys, "now", lambda: moment)
    assert not old.counts()


@pytest.mark.parametrize("text", ["", " \n", "new\nold until soon\n"])
def test_a_key_file_that_holds_no_keys_is_refused_in_words(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.key").write_text(text)
    with pytest.raises(BorikenError, match=r"secret\.key"):
        _from(tmp_path)


_NEW = "the newest of three keys"


def test_older_keys_of_the_environment_count(tmp_path: Path) -> None:
    environment = {"BORIKEN_DATA_DIR": str(tmp_path), "BORIKEN_SECRET_KEY": _NEW, "BORIKEN_OLDER_KEYS": "older oldest"}
    identities = _identities(Settings.from_environment(environment))
    for key in (_NEW, "older", "oldest"):
        assert identities.claim(Identities(keys.Keys(key)).token("ann")) == ("ann", 0)
    assert identities.token("ann") == Identities(keys.Keys(_NEW)).token("ann")
    assert identities.claim(Identities(keys.Keys("another")).token("ann"))[0] is None
