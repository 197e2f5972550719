"""Finished games taken apart: moments and lines, their judgement, playing on, learning from mistakes."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import re
from collections.abc import AsyncIterator, Sequence

import httpx
import pytest

from boriken import Game, Record
from boriken.analysis import Estimate
from boriken.players.search.budget import Budget
from boriken.web.lines import LONGEST_LINE, Spot, query, read_line, spot_of
from boriken.web.mistakes import mistakes_of
from boriken.web.pages.scene import Hint, HintChoice
from boriken.web.refusals import NotPossible, Refusal
from boriken.web.settings import Settings
from boriken.web.standing import Position

from ..walk import Variant, new_game, walk
from .attack import with_other_secrets
from .visiting import Visit, open_table, play, read, visiting

pytestmark = pytest.mark.anyio


def finished() -> Game:
    game = new_game(Variant("san-juan", 2), 4)
    for _ in walk(game):
        pass
    return game


async def brought(visit: Visit, game: Game, who: httpx.AsyncClient | None = None) -> str:
    """A table with the record of a game."""
    answer = await (who or await visit.person("Ann")).post("/api/records", content=game.to_json(["Ann", "Bob"]))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def spot(visit: Visit, game: Game, at: int, line: Sequence[str] = ()) -> Spot:
    return spot_of(await visit.site.tables.read(await brought(visit, game)), at, line)


def guessed(
    game: Game, budget: Budget, seed: int, asked: Sequence[str] = (), sentence: str = "", open_cards: bool = False
) -> Hint:
    """The first choice is the best, each further one worse by a tenth; with open cards all are alike."""
    opened = Estimate(0.25, 0.24, 0.26) if open_cards else None
    choices = [
        HintChoice(
            action.text,
            0.9 - i / 10,
            low=0.8 - i / 10,
            high=1 - i / 10,
            points=1.0,
            group=i,
            loss=i / 10,
            open_cards=opened,
        )
        for i, action in enumerate(game.legal_actions)
    ]
    return Hint(tuple(choices), "guess", 0.0, chances=(0.9, 0.1))


# --- moments and lines ------------------------------------------------------------------------------------------------


async def test_a_moment_between_two_decisions_is_the_next_of_them(visit: Visit) -> None:
    game = finished()
    places = game.decisions
    gap = next(i for i in range(1, len(places)) if places[i] > places[i - 1] + 1)
    at = places[gap - 1] + 1
    here = await spot(visit, game, at)
    assert here.at == places[gap]
    assert here.game.actions == game.actions[: places[gap]]
    assert here.played == game.actions[places[gap]].text
    end = await spot(visit, game, 10_000)
    assert end.game.over
    assert end.played is None


async def test_a_line_that_begins_as_the_game_went_on_follows_the_game(visit: Visit) -> None:
    game = finished()
    first, second, third = game.decisions[3:6]
    followed = await spot(visit, game, first, [game.actions[first].text, game.actions[second].text])
    assert (followed.at, followed.line) == (third, ())
    legal = [action.text for action in followed.game.legal_actions]
    other = next(text for text in legal if text != game.actions[third].text)
    off = await spot(visit, game, first, [game.actions[first].text, game.actions[second].text, other])
    assert (off.at, off.line, off.played) == (third, (other,), None)
    assert off.game.actions[third].text == other


async def test_a_line_draws_what_the_games_own_seed_has(visit: Visit) -> None:
    game = finished()
    here = await spot(visit, game, 0)
    alone = Game(game.rules, game.players, game.seed, game.options)
    line: list[str] = []
    while len(line) < 6:
        choice = alone.legal_actions[-1]
        alone.play(choice)
        line.append(choice.text)
    assert spot_of(here.standing, 0, line).game == alone


def test_addresses_hold_every_character_of_an_action() -> None:
    line = ("pay:gold-mine+1", "load:corn@5", "role:builder")
    assert read_line(httpx.QueryParams(query(3, line))["line"]) == line
    assert read_line("pay:gold-mine 1") == ("pay:gold-mine+1",)
    with pytest.raises(Refusal, match="at most"):
        read_line("pass," * (LONGEST_LINE + 1))


@pytest.mark.parametrize("line", ["role:captain", "no such thing", "role:builder,role:builder", "<b>"])
async def test_what_cannot_be_played_is_refused_in_words(visit: Visit, line: str) -> None:
    table = await brought(visit, finished())
    refused = await (await visit.browser()).get(f"/explore/tables/{table}", params={"at": 0, "line": line})
    assert refused.status_code == 422
    assert "This line cannot be played" in refused.text
    assert "role:prospector" not in refused.text, "words, no notation"
    assert "<b>" not in refused.text.partition("<main")[2]


async def test_a_foreign_table_is_not_there_and_a_running_one_tells_nothing(visit: Visit) -> None:
    """Whatever is asked of a running game, the answer is the same: not even whether a line could be played."""
    ann = await visit.person("Ann")
    running = await open_table(ann, ["me", "bot"], "san-juan")
    answers = set()
    for path in ("/explore/tables/{}", "/explore/tables/{}/judgement"):
        assert (await ann.get(path.format("0123456789ab"))).status_code == 404
        for asked in ({}, {"at": 3}, {"line": "role:builder"}, {"line": "nonsense"}, {"judged": "1"}):
            refused = await ann.get(path.format(running), params=asked)
            answers.add((refused.status_code, refused.text))
    assert len(answers) == 1
    status, words = answers.pop()
    assert status == 422
    assert "not over yet" in words
    for way in ("draft", "move", "play"):
        form = {"at": "0", "seat": "0", "action": "role:builder"}
        assert (await ann.post(f"/explore/tables/{running}/{way}", data=form)).status_code == 422
    for refused in (
        await ann.get(f"/mistakes/{running}"),
        await ann.post(f"/mistakes/{running}"),
        await ann.post(f"/mistakes/{running}/move", data={"action": "role:builder"}),
    ):
        assert refused.status_code == 422
        assert "not over yet" in refused.text


# --- judgements -------------------------------------------------------------------------------------------------------


async def test_choices_are_judged_once_and_each_leads_on(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.web.bots._hint", guessed)
    game = finished()
    table = await brought(visit, game)
    browser = await visit.browser()
    path, at = f"/explore/tables/{table}", game.decisions[2]
    page = (await browser.get(path, params={"at": at})).text
    assert f'data-judgement="{path}/judgement?at={at}"' in page
    assert " ± " not in page
    answer = await browser.get(f"{path}/judgement", params={"at": at})
    opts = answer.json()["parts"]["opts"]
    assert "clearly best" in opts
    assert '<b class="num">90 %</b> ± 10' in opts
    assert re.search(r">played</span>", opts), "what was chosen in the game is marked"
    assert opts.count("all cards open: 25 % ± 1<") == opts.count('class="opt__v"') > 1
    assert "which nobody could know" in opts
    monkeypatch.setattr("boriken.web.bots._hint", None)  # nobody may think any more
    page = (await browser.get(path, params={"at": at})).text
    assert " ± " in page
    for href in re.findall(r'<a class="opt" href="([^"]+)"', page):
        assert (await browser.get(href)).status_code == 200


async def test_no_cards_are_opened_of_a_record_that_stops_before_the_end(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boriken.web.bots._hint", guessed)
    table = await brought(visit, a_vain_trade())
    answer = await (await visit.browser()).get(f"/explore/tables/{table}/judgement")
    assert answer.status_code == 200
    assert "all cards open" not in answer.json()["parts"]["opts"]


async def test_nobody_is_called_you_but_who_held_the_seat(visit: Visit) -> None:
    """Of a game that somebody brought, every seat is a stranger's."""
    game = finished()
    table = await brought(visit, game)
    page = (await (await visit.browser()).get(f"/explore/tables/{table}", params={"at": game.decisions[20]})).text
    board = page.partition('id="board"')[2].partition('id="opts"')[0]
    assert board
    assert not re.search(r"\b[Yy]our?\b", re.sub(r"<div class=.tip.*?</div>|<[^>]*>", " ", board, flags=re.DOTALL))


async def test_who_asks_for_judgements_too_often_is_told_when_there_is_more(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boriken.web.bots._hint", guessed)
    game = finished()
    path = f"/explore/tables/{await brought(visit, game)}/judgement"
    browser = await visit.browser()
    asked = [await browser.get(path, params={"at": at}) for at in game.decisions[:12]]
    assert {answer.status_code for answer in asked} == {200, 429}
    assert "retry-after" in asked[-1].headers
    again = await browser.get(path, params={"at": game.decisions[0]})
    assert again.status_code == 200, "what was judged before costs nothing"


async def test_a_judgement_knows_only_what_the_seat_could_know(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boriken.web.bots.HINT_BUDGET", Budget(samples=60))
    game = finished()
    here = await spot(visit, game, game.decisions[len(game.decisions) // 2])
    turn = here.game.turn
    assert turn is not None
    standing = dataclasses.replace(here.standing, position=Position(0, here.game))
    other = with_other_secrets(standing, turn, 81).game
    assert other.states.tobytes() != here.game.states.tobytes()
    judge = visit.app.state.judgements._site.bots.judge
    judged = [await judge(position, 5, "ann") for position in (here.game, other)]
    assert judged[0].choices == judged[1].choices


# --- pressing pieces --------------------------------------------------------------------------------------------------


async def test_pieces_are_staged_and_confirmed_for_whoever_is_to_move(visit: Visit) -> None:
    game = finished()
    table = await brought(visit, game)
    browser = await visit.browser()
    form = {"at": "0", "line": ""}
    staged = await browser.post(f"/explore/tables/{table}/draft", data={**form, "press": "role:prospector"})
    assert staged.status_code == 303
    page = (await browser.get(staged.headers["location"])).text
    assert '<input type="hidden" name="draft" value="role:prospector">' in page
    moved = await browser.post(f"/explore/tables/{table}/move", data={**form, "draft": "role:prospector"})
    line = httpx.URL(moved.headers["location"]).params.get("line", "")
    played = game.actions[game.decisions[0]].text
    assert line == ("" if played == "role:prospector" else "role:prospector")
    nothing = await browser.post(f"/explore/tables/{table}/move", data=form)
    assert nothing.status_code == 422


# --- playing on -------------------------------------------------------------------------------------------------------


async def _play_to_the_end(visit: Visit, who: httpx.AsyncClient, table: str, seat: int) -> None:
    rng = random.Random(2)
    for _ in range(400):
        async with visit.site.news.listening(table) as listener:
            shown = await read(who, table)
            if shown["turn"] is None:
                return
            if shown["turn"] == seat:
                action = rng.choice(shown["legal"])["text"]
                assert (await play(who, table, shown["number"], action)).status_code == 200
            else:
                visit.site.bots.hurry(table)
                assert await listener.wait(60), "the bot plays"
    raise AssertionError("the game does not end")


async def test_a_game_that_is_played_on_begins_with_the_line_and_its_record_replays(visit: Visit) -> None:
    game = finished()
    ann = await visit.person("Ann")
    table = await brought(visit, game, ann)
    at = game.decisions[-12]
    here = spot_of(await visit.site.tables.read(table), at)
    other = next(action.text for action in here.game.legal_actions if action.text != here.played)
    off = spot_of(here.standing, at, [other])
    form = {"at": str(at), "line": other, "seat": "1", "level": "easy"}
    opened = await ann.post(f"/explore/tables/{table}/play", data=form)
    assert opened.status_code == 303, opened.text
    new = opened.headers["location"].rpartition("/")[2]
    begun = await visit.site.tables.read(new)
    assert [seat.kind for seat in begun.seats] == ["bot", "person"]
    assert begun.table.origin == {"table": table, "at": at, "line": [other]}
    page = (await ann.get(f"/tables/{new}")).text
    assert off.address().replace("&", "&amp;") in page, "it says where it comes from"
    assert f"move {at}" in page
    await _play_to_the_end(visit, ann, new, 1)
    record = Record.from_json((await ann.get(f"/api/tables/{new}/record")).text)
    again = record.replay()
    assert again.over
    assert again.actions[: len(off.game.actions)] == off.game.actions
    assert again == (await visit.site.tables.read(new)).game


async def test_nobody_plays_on_from_the_end_nor_on_a_seat_that_is_not_there(visit: Visit) -> None:
    table = await brought(visit, finished())
    ann = await visit.person("Ann")
    for form in ({"at": "10000", "seat": "0"}, {"at": "0", "seat": "7"}, {"at": "0", "seat": "0", "level": "divine"}):
        assert (await ann.post(f"/explore/tables/{table}/play", data=form)).status_code in (404, 422)
    assert (await visit.site.lobbies.running("nobody")) == 0


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.fixture
async def quick(settings: Settings) -> AsyncIterator[Visit]:
    """A site whose reviews take a moment."""
    async with visiting(dataclasses.replace(settings, review_trees=60)) as visit:
        yield visit


def a_vain_trade() -> Game:
    """A game that has just begun, as a record may hold it: the second player has hardly anything to sell."""
    game = Game.new("san-juan", players=2, seed=3)
    for role in ("role:prospector", "role:trader"):
        game.play(role)
    return game


async def _reviewed(browser: httpx.AsyncClient, table: str) -> str:
    """The first question about Bob's game."""
    path = f"/mistakes/{table}?seat=1"
    assert "Review the game" in (await browser.get(path)).text
    assert (await browser.post(f"/mistakes/{table}", data={"seat": "1"})).status_code == 303
    for _ in range(600):
        answer = await browser.get(path)
        if "refresh" not in answer.headers:
            return answer.text
        assert "reviewed so far" in answer.text
        await asyncio.sleep(0.1)
    raise AssertionError("it is not done")


async def test_ones_worst_decisions_come_back_as_questions(quick: Visit) -> None:
    game = a_vain_trade()
    table = await brought(quick, game)
    browser = await quick.browser()
    question = await _reviewed(browser, table)
    reviewed = await quick.site.reviews.read(table, game)
    assert reviewed is not None
    found = mistakes_of(reviewed, 1)
    assert [decision.played.action.text for decision in found] == ["role:trader"]
    assert not mistakes_of(reviewed, 0)
    assert "No mistakes" in (await browser.get(f"/mistakes/{table}?seat=0")).text
    assert "In the game Bob chose something that lost. What would you play?" in question
    assert "opt__tag" not in question, "what was played is told with the answer"
    worst = found[0]
    form = {"seat": "1", "n": "1", "action": worst.best.action.text}
    right = await browser.get((await browser.post(f"/mistakes/{table}/move", data=form)).headers["location"])
    assert "ask--right" in right.text
    assert "your answer" in right.text
    wrong = await browser.get(f"/mistakes/{table}", params={"seat": 1, "n": 1, "answer": worst.played.action.text})
    assert "ask--wrong" in wrong.text
    assert "Not quite" in wrong.text
    assert '<span class="opt__tag">played</span>' in wrong.text
    shown = await browser.get(f"/mistakes/{table}", params={"seat": 1, "n": 1, "answer": "?"})
    assert shown.text == wrong.text
    for bad in ("seat=1&n=99", "seat=1&n=0", "seat=1&n=1&answer=nonsense", "seat=9"):
        refused = await browser.get(f"/mistakes/{table}?{bad}")
        assert refused.status_code in (404, 422)
    assert (await browser.post(f"/mistakes/{table}/move", data={**form, "action": "nonsense"})).status_code == 422
    # All cards are open once a game is over, but not while one is asked what one would have played.
    assert "hand:" not in question
    assert "hand:" in (await browser.get(f"/explore/tables/{table}", params={"at": worst.after})).text


async def test_only_a_game_that_is_over_has_spots(visit: Visit) -> None:
    ann = await visit.person("Ann")
    standing = await visit.site.tables.read(await open_table(ann, ["me", "open"]))
    with pytest.raises(NotPossible):
        spot_of(standing, 0)
