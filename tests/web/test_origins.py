"""Where requests come from and which name they were sent to: other sites' pages get nothing, whatever they claim."""

from __future__ import annotations

import dataclasses

import pytest

from boriken.web import hosts
from boriken.web.hosts import is_ours
from boriken.web.settings import Settings

from .visiting import ADDRESS, Visit, play, read, two_at_a_table, visiting

pytestmark = pytest.mark.anyio
MALFORMED = (
    "http://[bad",
    "http://[::1",
    "https://boriken.test:99999999",
    "http://boriken.test:x",
    "[",
    "http://",
    "%",
)


@pytest.mark.parametrize("header", ["origin", "referer"])
@pytest.mark.parametrize("value", MALFORMED)
async def test_a_malformed_origin_is_refused(visit: Visit, header: str, value: str) -> None:
    ann, _, table = await two_at_a_table(visit)
    path, body = f"/api/tables/{table}/moves", {"number": 0, "actions": ["role:builder"]}
    answer = await ann.post(path, json=body, headers={header: value})
    assert answer.status_code == 403, answer.text
    assert "another site" in answer.json()["error"]
    assert (await read(ann, table))["number"] == 0


async def test_the_scheme_of_the_origin_counts(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    path, body = f"/api/tables/{table}/moves", {"number": 0, "actions": ["role:builder"]}
    secure = ADDRESS.replace("http:", "https:")
    answer = await ann.post(f"{secure}{path}", json=body, headers={"origin": ADDRESS})
    assert answer.status_code == 403
    assert "X-Forwarded-Proto" in answer.json()["error"]
    assert (await ann.post(path, json=body, headers={"origin": secure})).status_code == 403
    answer = await ann.post(f"{secure}{path}", json=body, headers={"origin": f"{secure}:443"})
    assert answer.status_code == 200, answer.text


async def test_other_sites_may_be_named(settings: Settings) -> None:
    async with visiting(dataclasses.replace(settings, origins=("https://friend.example",))) as visit:
        ann, bob, table = await two_at_a_table(visit)
        ann.headers["origin"] = "https://friend.example"
        bob.headers["origin"] = "http://friend.example"
        assert (await play(bob, table, 0, "role:builder")).status_code == 403
        assert (await play(ann, table, 0, "role:builder")).status_code == 200


async def test_a_name_that_is_not_ours_is_refused(visit: Visit) -> None:
    """Another site's name may lead to this machine: its pages would be ours to a browser."""
    stranger = await visit.stranger()
    for path in ("/", "/api/games", "/static/site.css"):
        assert (await stranger.get(path)).status_code == 200
        answer = await stranger.get(path, headers={"host": "evil.example:8000"})
        assert answer.status_code == 421
        assert "BORIKEN_HOSTS" in answer.text
        assert "evil" not in answer.text
    assert (await stranger.get("/", headers={"host": "1" * 1000})).status_code == 421


@pytest.mark.parametrize(
    ("name", "allowed", "ours"),
    [
        ("localhost:8000", (), True),
        ("127.0.0.1:8000", (), True),
        ("192.168.1.20", (), True),
        ("[::1]:8000", (), True),
        ("[fe80::1]", (), True),
        ("LAPTOP.local:8000", (), True),
        ("laptop:8000", (), True),
        ("laptop.home.example", (), True),
        ("laptop.evil.example", (), False),
        ("evil.example", (), False),
        ("127.0.0.1.evil.example", (), False),
        ("[bad", (), False),
        ("boriken.example.org", ("boriken.example.org",), True),
        ("boriken.example.org.:443", ("boriken.example.org",), True),
        ("laptop", ("boriken.example.org",), False),
        ("127.0.0.1", ("boriken.example.org",), True),
        ("a.example.org", ("*.example.org",), True),
        ("example.org", ("*.example.org",), False),
        ("evil.example", ("*",), True),
    ],
)
async def test_which_names_are_ours(
    name: str, allowed: tuple[str, ...], ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop.home.example")
    hosts._own_names.cache_clear()
    is_ours.cache_clear()
    try:
        assert is_ours(name, allowed) is ours
    finally:
        hosts._own_names.cache_clear()
        is_ours.cache_clear()
