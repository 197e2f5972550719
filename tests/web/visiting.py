"""Visiting a site: programs with a token, browsers with a cookie, without a network between."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any
from unittest import mock

import httpx
from fastapi import FastAPI

from boriken.web.app import create_app
from boriken.web.compiling import STEPS
from boriken.web.settings import Settings
from boriken.web.site import Site

ADDRESS = "http://boriken.test"


class Visit:
    """A site that runs, and everybody who visits it."""

    def __init__(self, app: FastAPI, stack: contextlib.AsyncExitStack) -> None:
        self.app = app
        self._stack = stack

    @property
    def site(self) -> Site:
        site: Site = self.app.state.site
        return site

    async def stranger(self, **headers: str) -> httpx.AsyncClient:
        """Somebody without an identity, who sends these headers with everything."""
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url=ADDRESS, headers=headers, follow_redirects=False
        )
        return await self._stack.enter_async_context(client)

    async def browser(self) -> httpx.AsyncClient:
        """Somebody with a browser: it says where requests come from and keeps cookies."""
        return await self.stranger(origin=ADDRESS)

    async def person(self, name: str) -> httpx.AsyncClient:
        """Somebody with a program of her own and a token."""
        client = await self.stranger()
        answer = await client.post("/api/people", json={"name": name})
        assert answer.status_code == 201, answer.text
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        return client


@contextlib.asynccontextmanager
async def visiting(settings: Settings) -> AsyncIterator[Visit]:
    """The site with all that can be played on it; `test_preparing` looks at it before.

    Its tables are dealt the same whenever a test is run: what fails once fails again.
    """
    app = create_app(settings)
    dealt = partial(random.Random(1).getrandbits, 63)
    async with app.router.lifespan_context(app), contextlib.AsyncExitStack() as stack:
        stack.enter_context(mock.patch("boriken.web.tables.new_seed", dealt))
        for step in STEPS:
            await app.state.site.preparation.ready(*step)
        yield Visit(app, stack)


async def open_table(client: httpx.AsyncClient, seats: Sequence[str], game: str = "puerto-rico", **more: Any) -> str:
    """A new table with `me`, `open` and bots (`bot`) on its seats; bots do not dawdle."""
    body = {"game": game, "seats": [{"kind": kind} for kind in seats], "pace": "at-once", **more}
    answer = await client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def read(client: httpx.AsyncClient, table: str) -> dict[str, Any]:
    answer = await client.get(f"/api/tables/{table}")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def play(client: httpx.AsyncClient, table: str, number: int, *actions: str) -> httpx.Response:
    return await client.post(f"/api/tables/{table}/moves", json={"number": number, "actions": list(actions)})


async def sit(client: httpx.AsyncClient, table: str, seat: int, key: str = "") -> httpx.Response:
    return await client.post(f"/api/tables/{table}/seats/{seat}", json={"key": key})


async def two_at_a_table(visit: Visit, game: str = "puerto-rico", **more: Any) -> tuple[Any, Any, str]:
    """Ann on seat 0, Bob on seat 1, and their table, with Ann to begin."""
    ann, bob = await visit.person("Ann"), await visit.person("Bob")
    options = {"governor": 0, **more.pop("options", {})}
    table = await open_table(ann, ["me", "open"], game, listed=True, options=options, **more)
    assert (await sit(bob, table, 1)).status_code == 200
    return ann, bob, table
