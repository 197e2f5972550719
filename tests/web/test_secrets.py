"""Nobody sees another seat's view: whatever is hidden from a seat may change, its pages stay the same to the byte."""

from __future__ import annotations

import dataclasses

import pytest

from boriken import Game
from boriken.players.search.budget import Budget
from boriken.web import pages
from boriken.web.api import _view
from boriken.web.standing import Position, Standing

from .attack import TARGETS, positions, with_other_secrets
from .visiting import Visit, open_table, play, read, sit, two_at_a_table

pytestmark = pytest.mark.anyio


async def ann_and_bob(visit: Visit, target: str) -> Standing:
    game, options = TARGETS[target]
    _, _, table = await two_at_a_table(visit, game, options=options)
    return await visit.site.tables.read(table)


@pytest.mark.parametrize("game", TARGETS)
async def test_the_api_tells_a_seat_nothing_that_is_hidden_from_it(visit: Visit, game: str) -> None:
    table = await ann_and_bob(visit, game)
    compared = 0
    for standing in positions(table, 3, every=4):
        for seat in (0, 1):
            other = with_other_secrets(standing, seat, 77)
            person = standing.seats[seat].person
            assert _view(other, person).model_dump_json() == _view(standing, person).model_dump_json()
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("game", TARGETS)
async def test_pages_and_sockets_tell_a_seat_nothing_that_is_hidden_from_it(visit: Visit, game: str) -> None:
    table = await ann_and_bob(visit, game)
    scenes = visit.app.state.scenes
    compared = 0
    for standing in positions(table, 4, every=9):
        for seat in (0, 1):
            other = with_other_secrets(standing, seat, 78)
            person = standing.seats[seat].person
            real, imagined = scenes.of(standing, person), scenes.of(other, person)
            assert pages.table_page(imagined) == pages.table_page(real)
            assert pages.update(imagined) == pages.update(real)
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("game", TARGETS)
async def test_an_onlooker_sees_what_both_seats_see_and_no_more(visit: Visit, game: str) -> None:
    table = await ann_and_bob(visit, game)
    scenes = visit.app.state.scenes
    for standing in positions(table, 5, every=12):
        for seat in (0, 1):
            other = with_other_secrets(standing, seat, 79)
            if other.game.view(None) != standing.game.view(None):
                continue  # what this seat may not know but everybody does: nothing, in both games
            real, imagined = scenes.of(standing, None), scenes.of(other, None)
            assert pages.table_page(imagined) == pages.table_page(real)
            assert _view(other, None).model_dump_json() == _view(standing, None).model_dump_json()


async def test_the_log_does_not_tell_which_card_another_has_played_face_down(visit: Visit) -> None:
    """Bob pays with this card or that one: Ann's page is the same to the byte."""
    table = await ann_and_bob(visit, "san-juan")
    scenes = visit.app.state.scenes
    ann = table.seats[0].person
    compared = 0
    for standing in positions(table, 6, every=1):
        game = standing.game
        if game.turn != 1 or compared > 20:
            continue
        pages_for_ann: dict[tuple[str, str], dict[str, str]] = {}
        for action in game.legal_actions:
            if action.public == action.meaning:
                continue
            after = game.copy()
            after.play(action)
            scenes._chronicles.clear()
            scene = scenes.of(dataclasses.replace(standing, position=Position(standing.number + 1, after)), ann)
            pages_for_ann.setdefault((action.public, str(after.view(0))), {})[action.text] = pages.table_page(scene)
        for same_for_ann in pages_for_ann.values():
            if len(same_for_ann) > 1:
                compared += 1
                assert len(set(same_for_ann.values())) == 1, sorted(same_for_ann)
    assert compared > 5


@pytest.mark.parametrize("second", ["role:prospector", "keep:crane", "keep:smithy", "pass", "nonsense"])
async def test_what_a_first_action_would_draw_cannot_be_read_off_the_refusal_of_a_second(
    visit: Visit, second: str
) -> None:
    """Not by its words, and not by whether it is refused: some card must be the right one."""
    ann, _, table = await two_at_a_table(visit, "san-juan")
    refused = await play(ann, table, 0, "role:councillor", second)
    assert refused.status_code == 422
    assert refused.json()["error"] == f"Send what comes before {second!r} first: it shows you something new."
    assert (await read(ann, table))["number"] == 0
    drawn = (await play(ann, table, 0, "role:councillor")).json()["legal"]
    for action in drawn:
        assert action["text"].startswith("keep:")


async def test_the_refusal_of_a_second_action_does_not_say_who_could_not_choose(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    refused = await play(ann, table, 0, "role:prospector", "role:builder")
    assert refused.status_code == 422
    assert refused.json()["error"] == "'role:builder' cannot be played after what comes before it."


async def test_several_actions_that_show_nothing_are_still_one_move(visit: Visit) -> None:
    ann, _, table = await two_at_a_table(visit)
    done = await play(ann, table, 0, "role:settler", "settle:quarry")
    assert (done.status_code, done.json()["number"]) == (200, 2)


async def test_the_seed_and_the_generator_leave_the_server_only_when_the_game_is_over(visit: Visit) -> None:
    ann, bob, table = await two_at_a_table(visit)
    standing = await visit.site.tables.read(table)
    secrets = [str(standing.table.seed), *map(str, standing.game.state.chance), standing.table.invitation]
    for path in (f"/api/tables/{table}", "/api/tables", f"/api/tables/{table}/replay", f"/tables/{table}", "/"):
        text = (await bob.get(path)).text
        assert not any(secret in text for secret in secrets), path
    assert (await ann.get(f"/api/tables/{table}/record")).status_code == 422
    assert (await ann.get(f"/tables/{table}/record.json")).status_code == 422


async def test_a_running_games_replay_opens_no_other_hand(visit: Visit) -> None:
    ann, bob, table = await two_at_a_table(visit, "san-juan")
    await play(ann, table, 0, "role:prospector")
    for client, mine, other in ((ann, 0, 1), (bob, 1, 0)):
        path = f"/api/tables/{table}/replay"
        assert (await client.get(path, params={"seat": other})).status_code == 403
        own = (await client.get(path, params={"seat": mine})).json()["view"]["players"]
        assert own[mine]["hand"] is not None
        assert own[other]["hand"] is None
        everybody = (await client.get(path)).json()["view"]["players"]
        assert everybody[mine]["hand"] is None
        for eyes in (str(other), "all"):
            assert (await client.get(f"/tables/{table}/replay", params={"seat": eyes})).status_code == 403


async def test_a_hint_for_one_seat_knows_only_what_the_seat_knows(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boriken.web.bots.HINT_BUDGET", Budget(samples=60))
    table = await ann_and_bob(visit, "san-juan")
    for standing in positions(table, 7, every=15):
        turn = standing.game.turn
        assert turn is not None
        hint = await visit.site.bots.hint(standing)
        other = await visit.site.bots.hint(with_other_secrets(standing, turn, 80))
        assert hint.choices == other.choices


async def test_nothing_secret_is_logged(visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ann, bob = await visit.person("Ann"), await visit.person("Bob")
    table = await open_table(ann, ["me", "open"], "san-juan")
    key = (await read(ann, table))["invitation"].partition("key=")[2]
    await sit(bob, table, 1, key)
    shown = await read(ann, table)
    if shown["legal"]:
        await play(ann, table, 0, shown["legal"][0]["text"])
    standing = await visit.site.tables.read(table)
    own = [record for record in caplog.records if not record.name.startswith(("httpx", "sqlalchemy", "aiosqlite"))]
    assert not any(key in record.getMessage() or str(standing.table.seed) in record.getMessage() for record in own)
    assert isinstance(standing.game, Game)
