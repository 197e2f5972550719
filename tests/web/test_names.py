"""Names, titles and addresses: what cannot be seen or typed is cleaned away or refused, on either database."""

from __future__ import annotations

import dataclasses

import pytest

from boriken import Game
from boriken.web.names import LONGEST_NAME, clean_name, clean_title
from boriken.web.refusals import Refusal
from boriken.web.settings import Settings

from .postgres import fresh_database
from .visiting import Visit, open_table, read, two_at_a_table, visiting


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  A \n\t B  ", "A B"),
        ("\x00\x1b[31mRed", "[31mRed"),
        ("user\u202egnp.exe", "usergnp.exe"),
        ("\u2066A\u2069\u200b\ufeff\u00ad", "A"),
        ("A\u3164\u2800B", "A B"),
        ("Coquí", "Coquí"),
        ("Coqui\u0301", "Coquí"),
        ("Z" + "\u0335" * 50, "Z" + "\u0335" * 3),
        ("愛 🎲 محمد", "愛 🎲 محمد"),
        ("x" * 200, "x" * LONGEST_NAME),
        ("\ud800A", "A"),
    ],
)
def test_names_are_shown_in_one_line_and_in_the_order_of_reading(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\0",
        "\u200b\u200d",
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\uffa0",
        "\u0301\u0302",
        "\u202e",
        "\u00a0",
    ],
)
def test_names_and_titles_that_show_nothing_are_refused(name: str) -> None:
    with pytest.raises(Refusal, match="A name needs at least one letter that can be seen"):
        clean_name(name)
    with pytest.raises(Refusal, match="A title needs at least one letter that can be seen"):
        clean_title(name)


@pytest.mark.anyio
async def test_titles_by_the_api_are_cleaned_and_refused_like_names(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot", "bot"], title="safe\u202egnp.exe\x07")
    assert (await read(ann, table))["title"] == "safegnp.exe"
    body = {"game": "san-juan", "seats": [{"kind": "me"}, {"kind": "bot"}], "title": "\u3164"}
    answer = await ann.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert "A title needs" in answer.json()["error"]
    answer = await ann.post("/api/people", json={"name": "\u2800"})
    assert answer.status_code == 400
    assert "A name needs" in answer.json()["error"]


@pytest.fixture
def database() -> str:
    return fresh_database()


@pytest.mark.postgres
@pytest.mark.anyio
async def test_nul_is_refused_and_the_database_not_blamed(settings: Settings, database: str) -> None:
    url = database.replace("postgresql:", "postgresql+asyncpg:")
    async with visiting(dataclasses.replace(settings, database_url=url)) as visit:
        await nul_everywhere(visit)


@pytest.mark.anyio
async def test_nul_is_refused_with_sqlite_as_well(visit: Visit) -> None:
    await nul_everywhere(visit)


async def nul_everywhere(visit: Visit) -> None:
    """NUL in paths, query strings, form fields, JSON and records."""
    ann, _, table = await two_at_a_table(visit)
    for path in ("/api/tables/a%00b", "/tables/a%00", "/tables/x%1b/replay", f"/tables/{table}/join?key=%00", "/%7f"):
        answer = await ann.get(path)
        assert answer.status_code == 400, path
        assert "nobody can type" in answer.text
    bots = [{"kind": "me"}, {"kind": "bot"}]
    base = {"game": "san-juan", "seats": bots}
    for change in ({"game": "\0"}, {"options": {"\0": 1}}, {"options": {"governor": "\0"}}, {"pace": "\0"}):
        assert (await ann.post("/api/tables", json={**base, **change})).status_code == 422, change
    seats = [{"kind": "me"}, {"kind": "bot", "level": "\0"}]
    assert (await ann.post("/api/tables", json={**base, "seats": seats})).status_code == 422
    opened = await ann.post("/api/tables", json={**base, "title": "a\0b\u202ec"})
    assert opened.status_code == 201, opened.text
    assert (await ann.get(f"/api/tables/{opened.json()['id']}")).json()["title"] == "a bc"
    browser = await visit.browser()
    assert (await browser.post("/me", data={"name": "E\0v\x1be"})).status_code == 303
    assert "E v e" in (await browser.get("/")).text
    for fields in ({"press": "\0"}, {"number": "\0"}, {"level": "\0"}):
        for path in ("draft", "move", "seats/1/sit", "seats/1/bot", "pace"):
            answer = await browser.post(f"/tables/{table}/{path}", data=fields)
            assert 400 <= answer.status_code < 500, (path, fields)
    game = Game.new("san-juan", players=2, seed=3)
    while not game.over:
        game.play(game.legal_actions[0])
    kept = await ann.post("/api/records", content=game.to_json(seats=["A\0nn\u202e", "\u3164"]))
    assert kept.status_code == 201, kept.text
    shown = (await ann.get(f"/api/tables/{kept.json()['id']}")).json()
    assert [seat["name"] for seat in shown["seats"]] == ["A nn", "Seat 2"]
