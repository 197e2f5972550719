"""The lobby, the way in by a link, and the way out: what people are told before they sit down and when they leave."""

from __future__ import annotations

import html
import re
from typing import Any

import httpx
import pytest

from .test_seats import page_of
from .visiting import Visit, open_table, play, read, sit

pytestmark = pytest.mark.anyio


async def text_of(client: httpx.AsyncClient, path: str) -> str:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


async def invited(visit: Visit, **form: str) -> tuple[httpx.AsyncClient, httpx.AsyncClient, str]:
    """Ann, who has opened a table for two; Bob, who has got the link; and that link."""
    ann, bob = await visit.browser(), await visit.browser()
    await ann.post("/me", data={"name": "Ann"})
    opened = await ann.post("/tables", data={"game": "puerto-rico", "players": "2", "seat-2": "open", **form})
    assert opened.status_code == 303, opened.text
    page = await text_of(ann, opened.headers["location"])
    link = re.search(r"/tables/\w+/join\?key=[\w-]+", page)
    assert link is not None
    return ann, bob, link.group()


async def test_a_guest_reads_what_is_played_and_gives_a_name_before_sitting_down(visit: Visit) -> None:
    rules = {"puerto-rico:swap": "on", "puerto-rico:nobles": "on", "puerto-rico:all_colonists": "on"}
    _, bob, link = await invited(visit, hints="on", **rules)
    page = await text_of(bob, link)
    for words in (
        "Factory 8, university 7",
        "The factory costs 8 and the university 7 (the designer's advice).",
        "20 nobles come with the ship",
        "All 100 colonists are in the game.",
        "Hints are allowed",
        "What shall the others call you?",
    ):
        assert words in page, words
    seat = re.search(r'formaction="(/tables/\w+/seats/\d/sit)"', page)
    key = re.search(r'name="key" value="([\w-]+)"', page)
    assert seat is not None
    assert key is not None
    assert (await bob.post(seat.group(1), data={"key": key.group(1), "name": "Bob"})).status_code == 303
    standing = await visit.site.tables.read(seat.group(1).split("/")[2])
    assert sorted(standing.names) == ["Ann", "Bob"]


async def test_who_opens_a_table_says_in_the_form_what_others_call_them(visit: Visit) -> None:
    ann = await visit.browser()
    form = {"game": "san-juan", "players": "2", "seat-2": "open", "me": "Ann"}
    opened = await ann.post("/tables", data=form)
    standing = await visit.site.tables.read(opened.headers["location"].rpartition("/")[2])
    assert "Ann" in standing.names


async def test_a_table_without_options_says_that_it_has_none(visit: Visit) -> None:
    _, bob, link = await invited(visit)
    page = await text_of(bob, link)
    assert "No expansion and no house rule." in page
    assert "No hints" in page


async def test_who_has_no_invitation_is_told_so(visit: Visit) -> None:
    _, _, link = await invited(visit)
    stranger = await visit.browser()
    page = await text_of(stranger, link.partition("/join")[0])
    assert "This table is for invited people." in page
    assert "Sit down here" not in page


async def test_nobody_is_called_you_you(visit: Visit) -> None:
    browser = await visit.browser()
    for path in ("/", "/tables/new"):
        assert "You (you)" not in await text_of(browser, path)
    await browser.post("/me", data={"name": "Ann"})
    assert "Ann (you)" in await text_of(browser, "/tables/new")


async def test_onlookers_are_told_that_they_watch(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot"], "san-juan", options={"governor": 0})
    watching = "You watch, and see what all players may see."
    assert watching in await text_of(await visit.browser(), f"/tables/{table}")
    hers = await ann.get(f"/tables/{table}", headers=page_of(ann) | {"accept": "text/html"})
    assert watching not in hers.text


async def test_the_lobby_remembers_bots_and_strength_of_each_game(visit: Visit) -> None:
    browser = await visit.browser()

    def checked(page: str, game: str) -> list[str]:
        form = page.partition(f'value="{game}"')[2].partition("</form>")[0]
        return re.findall(r'value="([\w-]+)" checked', form)

    first = await text_of(browser, "/")
    assert (checked(first, "puerto-rico"), checked(first, "san-juan")) == (["3", "medium"], ["2", "medium"])
    await browser.post("/quick", data={"game": "puerto-rico", "bots": "2", "level": "beginner"})
    await browser.post("/quick", data={"game": "san-juan", "bots": "1", "level": "easy"})
    await browser.post("/learn/san-juan")
    await browser.post("/tables", data={"game": "san-juan", "players": "4", "seat-2": "open"})
    again = await text_of(browser, "/")
    assert checked(again, "puerto-rico") == ["2", "beginner"]
    assert checked(again, "san-juan") == ["1", "easy"], "neither a lesson nor a table for friends is such a choice"
    await browser.post("/quick", data={"game": "puerto-rico", "bots": "4", "level": "easy"})
    assert checked(await text_of(browser, "/"), "puerto-rico") == ["4", "easy"]
    assert checked(await text_of(await visit.browser(), "/"), "puerto-rico") == ["3", "medium"]


async def test_the_lobby_lists_running_games_to_watch(visit: Visit) -> None:
    ann, stranger = await visit.person("Ann"), await visit.browser()
    assert "Nobody plays in the open just now." in await text_of(stranger, "/")
    table = await open_table(ann, ["me", "bot"], "san-juan", listed=True, title="Pier", options={"governor": 0})
    hidden = await open_table(ann, ["me", "bot"], "san-juan", options={"governor": 0})
    page = await text_of(stranger, "/")
    assert "1 running" in page
    assert f'class="watch__one" href="/tables/{table}"' in page
    assert hidden not in page


@pytest.mark.parametrize(
    ("game", "first", "then"),
    [
        ("puerto-rico", "You have 2 doubloons. Take a role.", "You have the builder and 2 doubloons. Build something."),
        ("san-juan", "You have 4 cards in hand. Take a role.", ""),
    ],
)
async def test_the_banner_says_what_is_asked(visit: Visit, game: str, first: str, then: str) -> None:
    ann, bob = await visit.person("Ann"), await visit.person("Bob")
    table = await open_table(ann, ["me", "open", "open"], game, listed=True, options={"governor": 0})
    await sit(bob, table, 1)
    await sit(await visit.person("Cas"), table, 2)

    async def lobby(who: httpx.AsyncClient) -> str:
        return html.unescape((await who.get("/", headers=page_of(who) | {"accept": "text/html"})).text)

    assert first in await lobby(ann)
    assert "Your turn · Boriken" in await lobby(ann)
    assert "call__asked" not in await lobby(bob)
    if then:
        assert (await play(ann, table, 0, "role:builder")).status_code == 200
        assert then in await lobby(ann)


async def test_who_leaves_a_game_reads_how_it_stands_and_may_come_back(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot"], "puerto-rico", options={"governor": 0}, title="Pier")
    path, hers = f"/tables/{table}", page_of(ann) | {"accept": "text/html"}

    async def page(where: str) -> str:
        return html.unescape((await ann.get(where, headers=hers)).text)

    assert f'href="{path}/give-up"' in await page(path)
    asked = await page(f"{path}/give-up")
    assert "Pier, Puerto Rico, round 1. You have 0 points in sight; " in asked
    assert "among the bots" in asked
    assert (await read(ann, table))["seat"] == 0, "to look at the question changes nothing"
    assert (await ann.post(f"{path}/give-up", headers=hers)).status_code == 303
    shown = await read(ann, table)
    assert (shown["seat"], shown["seats"][0]["kind"], shown["seats"][0]["name"]) == (None, "bot", "Ann")
    watching = await page(path)
    assert "A bot plays for you." in watching
    assert f"{path}/give-up" not in watching
    assert table in await page("/"), "the game stays in her list"
    assert (await ann.post(f"{path}/seats/0/sit", headers=hers)).status_code == 303
    assert (await read(ann, table))["seat"] == 0
    stranger = await visit.browser()
    assert (await stranger.get(f"{path}/give-up")).status_code == 303
    assert (await stranger.post(f"{path}/give-up")).status_code == 403


async def test_a_table_that_waits_is_left_not_given_up(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "open"], "san-juan")
    answer = await ann.post(f"/tables/{table}/give-up", headers=page_of(ann))
    assert answer.status_code == 422
    seats: Any = (await read(ann, table))["seats"]
    assert seats[0]["kind"] == "person"
