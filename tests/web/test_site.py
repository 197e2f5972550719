"""People with browsers: every address of the pages, by plain forms."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import httpx
import pytest

from boriken import Game

from .visiting import ADDRESS, Visit, open_table, play, read

pytestmark = pytest.mark.anyio


async def quick(visit: Visit, game: str = "puerto-rico", bots: int = 2) -> tuple[httpx.AsyncClient, str]:
    """Somebody new who has pressed Play: the browser and the path of the table."""
    browser = await visit.browser()
    answer = await browser.post("/quick", data={"game": game, "bots": str(bots), "level": "easy"})
    assert answer.status_code == 303, answer.text
    return browser, answer.headers["location"]


async def my_role(visit: Visit, path: str) -> tuple[int, str]:
    """Let the bots play until the person is to take a role; returns the number of the last entry, and a role.

    A role after which the person herself is asked first, so that no bot moves meanwhile.
    """
    table = path.rpartition("/")[2]
    while True:
        visit.site.bots.hurry(table)
        standing = await visit.site.tables.read(table)
        turn = standing.game.turn
        assert turn is not None
        if standing.seats[turn].kind == "person":
            legal = [action.text for action in standing.game.legal_actions]
            for role in legal:
                after = standing.game.copy()
                after.play(role)
                if role.startswith("role:") and after.turn == turn:
                    return standing.number, role
            await visit.site.tables.play(table, standing.seats[turn].person or "", standing.number, legal[-1:])
            continue
        async with visit.site.news.listening(table) as listener:
            visit.site.bots.wake(table)
            await listener.wait(0.05)


@pytest.mark.parametrize("game", ["puerto-rico", "san-juan"])
async def test_two_clicks_from_the_front_page_to_a_table(visit: Visit, game: str) -> None:
    stranger = await visit.browser()
    front = await stranger.get("/")
    assert front.status_code == 200
    assert "set-cookie" not in front.headers, "who only looks is not marked"
    browser, path = await quick(visit, game)
    cookie = browser.cookies.jar
    assert [c.name for c in cookie] == ["boriken"]
    page = await browser.get(path)
    assert page.status_code == 200
    assert 'id="ask"' in page.text
    assert path in (await browser.get("/")).text
    assert path not in (await stranger.get("/")).text, "a table for one is nobody else's business"


async def test_the_cookie_is_closed_to_scripts_and_other_sites(visit: Visit) -> None:
    browser = await visit.browser()
    answer = await browser.post("/quick", data={"game": "san-juan", "bots": "1"})
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "set-cookie" not in (await browser.post("/me", data={"name": "Ann"})).headers, "once is enough"


async def test_stage_confirm_and_take_back_without_a_script(visit: Visit) -> None:
    browser, path = await quick(visit)
    number, role = await my_role(visit, path)
    staged = await browser.post(f"{path}/draft", data={"number": number, "press": role})
    assert staged.status_code == 303, staged.text
    assert "is-chosen" in (await browser.get(path)).text, "a reload shows what is staged"
    cleared = await browser.post(f"{path}/draft", data={"number": number, "clear": "1"})
    assert cleared.status_code == 303
    nothing = await browser.post(f"{path}/move", data={"number": number})
    assert nothing.status_code == 422
    assert "choose first" in nothing.text
    assert f'href="{path}"' in nothing.text, "the way back"
    await browser.post(f"{path}/draft", data={"number": number, "press": role})
    assert (await browser.post(f"{path}/move", data={"number": number})).status_code == 303
    undone = await browser.post(f"{path}/undo", data={"number": number + 1})
    assert undone.status_code == 303
    standing = await visit.site.tables.read(path.rpartition("/")[2])
    assert standing.number == number + 2
    assert standing.game.view(None)["roles"][role.partition(":")[2]]["taken_by"] is None


async def test_a_draft_is_void_once_the_table_has_moved_on(visit: Visit) -> None:
    browser, path = await quick(visit)
    number, role = await my_role(visit, path)
    stale = await browser.post(f"{path}/draft", data={"number": number + 5, "press": role})
    assert stale.status_code == 409
    await browser.post(f"{path}/draft", data={"number": number, "press": role})
    await browser.post(f"{path}/move", data={"number": number, "action": role})
    standing = await visit.site.tables.read(path.rpartition("/")[2])
    assert standing.draft(0) == ()


async def test_a_script_gets_parts_and_refusals_as_json(visit: Visit) -> None:
    browser, path = await quick(visit)
    number, role = await my_role(visit, path)
    browser.headers["accept"] = "application/json"
    answer = await browser.post(f"{path}/move", data={"number": number, "action": role})
    assert answer.json()["number"] == number + 1
    assert "ask" in answer.json()["parts"]
    refused = await browser.post(f"{path}/move", data={"number": number, "action": role})
    assert refused.status_code == 409
    assert "moved on" in refused.json()["error"]
    hint = await browser.post(f"{path}/hint", data={"number": number + 1})
    assert hint.status_code == 200
    assert 'aria-label="Hint"' in hint.json()["parts"]["advice"]
    pace = await browser.post(f"{path}/pace", data={"pace": "at-once"})
    assert pace.status_code == 200
    assert (await browser.post(f"{path}/pace", data={"pace": "hectic"})).status_code == 422


async def test_a_press_is_answered_with_the_parts_that_have_changed(visit: Visit) -> None:
    browser, path = await quick(visit)
    number, role = await my_role(visit, path)
    browser.headers["accept"] = "application/json"

    async def press(shown: str, **what: str) -> dict[str, Any]:
        answer = await browser.post(f"{path}/draft", data={"number": number, "shown": shown, **what})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    whole = await press("", press=role)
    assert not whole["since"]
    assert {"top", "ask", "roles", "log-now"} < set(whole["parts"])
    changed = await press(whole["stamp"], clear="1")
    assert changed["since"] == whole["stamp"]
    assert set(changed["parts"]) == {"ask", "roles"}
    again = await press("of another worker", press=role)
    assert (again["stamp"], again["parts"]) == (whole["stamp"], whole["parts"])
    cleared = await press(again["stamp"], clear="1")
    both = {**again["parts"], **cleared["parts"]}
    assert both == (await press("", clear="1"))["parts"], "what was left out is as it was"


async def test_friends_meet_by_an_invitation_link(visit: Visit) -> None:
    ann, bob = await visit.browser(), await visit.browser()
    form = {"game": "san-juan", "players": "2", "seat-2": "open", "name": "Thursday", "san-juan:edition": "1"}
    opened = await ann.post("/tables", data=form)
    assert opened.status_code == 303, opened.text
    path = opened.headers["location"]
    waiting = await ann.get(path)
    link = html.unescape(re.search(r"/tables/\w+/join\?key=[\w-]+", waiting.text).group())  # type: ignore[union-attr]
    assert "key=" not in (await bob.get(path)).text.replace('name="key"', ""), "the link is for those who sit there"
    joined = await bob.get(link)
    key = re.search(r'name="key" value="([\w-]+)"', joined.text).group(1)  # type: ignore[union-attr]
    assert (await bob.post(f"{path}/seats/1/sit", data={"key": "wrong"})).status_code == 403
    assert (await bob.post(f"{path}/seats/1/sit", data={"key": key})).status_code == 303
    assert 'id="ask"' in (await bob.get(path)).text
    standing = await visit.site.tables.read(path.rpartition("/")[2])
    assert standing.table.options["edition"] == 1
    assert standing.table.title == "Thursday"


async def test_a_form_that_is_refused_comes_back_with_what_was_chosen(visit: Visit) -> None:
    ann = await visit.browser()
    form = {"game": "san-juan", "players": "2", "san-juan:edition": "1", "san-juan:new_buildings": "on", "name": "Mine"}
    answer = await ann.post("/tables", data=form)
    assert answer.status_code == 422
    assert "“The New Buildings” needs “Edition” 2" in answer.text
    assert 'value="Mine"' in answer.text
    assert (await ann.post("/tables", data={"game": "san-juan", "players": "9"})).status_code == 422


async def test_somebody_who_leaves_before_the_game_begins(visit: Visit) -> None:
    ann = await visit.browser()
    path = (await ann.post("/tables", data={"game": "san-juan", "players": "2", "seat-2": "open"})).headers["location"]
    assert (await ann.post(f"{path}/leave")).status_code == 303
    standing = await visit.site.tables.read(path.rpartition("/")[2])
    assert {seat.kind for seat in standing.seats} == {"open"}


async def test_who_opened_a_table_may_let_bots_play_on_open_seats(visit: Visit) -> None:
    ann, bob = await visit.browser(), await visit.browser()
    form = {"game": "san-juan", "players": "2", "seat-2": "open", "public": "on"}
    path = (await ann.post("/tables", data=form)).headers["location"]
    assert "Let a bot play" in (await ann.get(path)).text
    assert "Let a bot play" not in (await bob.get(path)).text
    assert (await bob.post(f"{path}/seats/1/bot")).status_code == 403
    assert (await ann.post(f"{path}/seats/1/bot")).status_code == 303
    assert 'id="ask"' in (await ann.get(path)).text


async def test_names(visit: Visit) -> None:
    browser, path = await quick(visit)
    assert (await browser.post("/me", data={"name": "  Ann \n<b>Bold</b> " + "x" * 99})).status_code == 303
    page = (await browser.get(path)).text
    assert "<b>Bold" not in page
    assert "Ann &lt;b&gt;Bold" in page
    assert (await browser.post("/me", data={"name": " \t"})).status_code == 400


async def test_the_end_the_replay_the_record_and_the_rematch(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot"], "san-juan")
    path = f"/tables/{table}"
    assert (await ann.post(f"{path}/rematch")).status_code == 422
    while (shown := await read(ann, table))["state"] != "over":
        if shown["legal"]:
            await play(ann, table, shown["number"], shown["legal"][-1]["text"])
        else:
            async with visit.site.news.listening(table) as listener:
                await listener.wait(0.05)
    stranger = await visit.browser()
    assert (await ann.get(path)).status_code == 200
    for query in ("", "?at=0", "?at=30", "?at=30&seat=1", "?at=30&seat=all", "?at=999999"):
        assert (await stranger.get(f"{path}/replay{query}")).status_code == 200, query
    for query in ("?at=x", "?at=-1", "?seat=-1", "?seat=everybody"):
        assert (await stranger.get(f"{path}/replay{query}")).status_code == 400, query
    assert (await stranger.get(f"{path}/replay?seat=7")).status_code == 404
    record = await stranger.get(f"{path}/record.json")
    assert "attachment" in record.headers["content-disposition"]
    brought = await stranger.post("/records", files={"record": ("game.json", record.content)})
    assert brought.status_code == 303, brought.text
    assert (await stranger.get(brought.headers["location"])).status_code == 200
    again = await ann.post(f"{path}/rematch", data={"turn": "1"})
    assert again.status_code == 303
    same = await ann.post(f"{path}/rematch")
    assert same.headers["location"] == again.headers["location"]
    rematch = await read(ann, again.headers["location"].rpartition("/")[2])
    assert rematch["seat"] == 1


async def test_an_unfinished_record_may_be_looked_at(visit: Visit) -> None:
    game = Game.new("puerto-rico", players=3, seed=3)
    game.play("role:builder")
    ann = await visit.browser()
    brought = await ann.post("/records", files={"record": ("game.json", game.to_json().encode())})
    assert (await ann.get(brought.headers["location"])).status_code == 200
    junk = await ann.post("/records", files={"record": ("game.json", json.dumps({"a": 1}).encode())})
    assert junk.status_code == 422
    assert "not a record" in html.unescape(junk.text)
    assert (await ann.post("/records", data={})).status_code == 400


async def test_learning_pages_and_a_lesson(visit: Visit) -> None:
    ann = await visit.browser()
    for path in ("/learn", "/learn/puerto-rico", "/learn/san-juan", "/reference/puerto-rico", "/reference/san-juan"):
        assert (await ann.get(path)).status_code == 200, path
    assert (await ann.get("/reference/chess")).status_code == 404
    begun = await ann.post("/learn/san-juan")
    assert begun.status_code == 303
    standing = await visit.site.tables.read(begun.headers["location"].rpartition("/")[2])
    assert standing.table.lesson
    assert standing.game.turn == 0


async def test_pages_that_are_not_there_say_so_in_words(visit: Visit) -> None:
    ann = await visit.browser()
    for path in ("/nowhere", "/tables/abc", "/static/nothing.css"):
        answer = await ann.get(path)
        assert answer.status_code == 404
        assert "There is no such" in html.unescape(answer.text), answer.text


async def test_no_page_carries_script_or_style_of_its_own(visit: Visit) -> None:
    """As the content policy demands: a browser would refuse to run it."""
    browser, path = await quick(visit)
    for where in ("/", "/tables/new", "/replays", "/learn", "/reference/puerto-rico", path, f"{path}/replay", "/api"):
        text = (await browser.get(where)).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text), where


async def test_another_sites_form_is_refused_in_words(visit: Visit) -> None:
    browser, path = await quick(visit)
    number, role = await my_role(visit, path)
    browser.headers["origin"] = "https://evil.example"
    answer = await browser.post(f"{path}/move", data={"number": number, "action": role})
    assert answer.status_code == 403
    assert "another site" in html.unescape(answer.text)
    browser.headers["origin"] = ADDRESS
    assert (await browser.post(f"{path}/move", data={"number": number, "action": role})).status_code == 303
