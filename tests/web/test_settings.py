"""What the server does for those who have switched a setting on: one press for a role, passing."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from .test_seats import page_of
from .visiting import Visit, open_table, play, read, sit, two_at_a_table

pytestmark = pytest.mark.anyio


async def test_a_role_is_taken_straight_only_if_it_could_be_taken_back(visit: Visit) -> None:
    ann = await visit.person("Ann")
    table = await open_table(ann, ["me", "bot", "bot"], options={"governor": 0})
    hers = page_of(ann)

    async def press(piece: str, **more: str) -> dict[str, Any]:
        number = (await read(ann, table))["number"]
        fields = {"number": str(number), "press": piece, **more}
        answer = await ann.post(f"/tables/{table}/draft", data=fields, headers=hers)
        assert answer.status_code == 200, answer.text
        update: dict[str, Any] = answer.json()
        return update

    assert (await press("role:trader", straight="1"))["number"] == 0, "bots would play at once: it is only staged"
    assert (await press("role:builder"))["number"] == 0, "nobody has asked for it"
    await press("role:builder")  # off again
    taken = await press("role:builder", straight="1")
    assert taken["number"] == 1
    assert "Build something" in taken["parts"]["ask"]
    undone = await ann.post(f"/tables/{table}/undo", data={"number": "1"}, headers=hers)
    assert "Take a role" in undone.json()["parts"]["ask"]


async def test_passing_for_somebody_happens_only_where_nothing_else_makes_sense(visit: Visit) -> None:
    ann, bob = await visit.person("Ann"), await visit.person("Bob")
    table = await open_table(ann, ["me", "open"], listed=True, options={"governor": 0})
    await sit(bob, table, 1)

    async def ask(who: httpx.AsyncClient, number: int) -> int:
        answer = await who.post(f"/tables/{table}/pass", data={"number": str(number)}, headers=page_of(who))
        assert answer.status_code == 200, answer.text
        found: int = answer.json()["number"]
        return found

    assert await ask(ann, 0) == 0, "taking a role is no passing"
    assert await ask(bob, 0) == 0, "it is not Bob's turn"
    await play(ann, table, 0, "role:builder")
    assert await ask(ann, 1) == 1, "whether to build is a choice"
    assert await ask(ann, 0) == 1, "an old question is not answered"


async def test_a_sale_that_brings_nothing_is_passed_on(visit: Visit) -> None:
    ann, bob, table = await two_at_a_table(visit)
    for who, number, actions in (
        (ann, 0, ("role:mayor", "privilege:colonist")),
        (bob, 2, ("role:craftsman", "privilege:corn")),
        (ann, 4, ("role:trader",)),
    ):
        assert (await play(who, table, number, *actions)).status_code == 200
    assert [action["text"] for action in (await read(bob, table))["legal"]] == ["sell:corn", "pass"]
    answer = await bob.post(f"/tables/{table}/pass", data={"number": "5"}, headers=page_of(bob))
    assert answer.json()["number"] == 6, "corn is sold for nothing"
    assert [action["text"] for action in (await read(bob, table))["legal"]] != ["sell:corn", "pass"]
