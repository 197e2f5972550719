"""An attack: somebody who tries everything to learn what they may not know, and must learn nothing.

At positions of whole games, as each seat, as an onlooker with a name and as a stranger, a client asks for every page
and sends every request that it can think of: every action and every pair of actions, every piece pressed (roles with
one press, too), moves for other seats and other times. All of it is done twice, the second time at a table where
everything that is hidden from this visitor has been replaced by something else that agrees with what they see. Every
byte must be the same. (The log and the replay are drawn from the same past both times; `test_secrets.py` varies that.)

A request that would be accepted is stopped just before it is stored: what a move shows once it is made, it may show.

`python -m tests.web.attack --games 20` attacks every position; `test_attack.py` does so in small.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import itertools
import random
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, delete, update

from boriken.engine import Game
from boriken.players.search.budget import Budget
from boriken.puerto_rico import PUERTO_RICO
from boriken.web import bots
from boriken.web.models import Draft, Seat, Table
from boriken.web.pages.scene import Hint
from boriken.web.refusals import Refusal
from boriken.web.settings import Settings
from boriken.web.standing import Position, Standing
from boriken.web.tables import Tables
from boriken.web.visitor_scenes import Scenes

from .visiting import ADDRESS, Visit, open_table, sit, visiting

TARGETS: dict[str, tuple[str, dict[str, Any]]] = {
    "puerto-rico": ("puerto-rico", {"hidden_vp": True}),
    "expansions": ("puerto-rico", {"hidden_vp": True, **PUERTO_RICO.all_expansions}),
    "san-juan": ("san-juan", {"new_buildings": True, "variation": True}),
}
"""Games, and options that hide much."""
Answer = tuple[int, str]
_FAR_AWAY = datetime(2100, 1, 1)
_SOCKET = "what a socket sends"
_real_hint = bots._hint


class Accepted(Refusal):
    """The request would have been carried out."""

    status = 299
    kind = "accepted"


class StoppedTables(Tables):
    """Tables of which one stands as we say, and which accept everything and store nothing."""

    now: Standing

    def _read(self, connection: Any, table_id: str, to_change: bool = False) -> Standing:
        return self.now

    async def latest(self, table_id: str) -> Standing:
        return self.now

    def _append(self, connection: Any, standing: Standing, seat: int, game: Game, actions: Any) -> Standing:
        raise Accepted("This would be done.")


def with_other_secrets(standing: Standing, seat: int | None, seed: int) -> Standing:
    """The same table as far as a seat (None: an onlooker) can see, with the same past, but other secrets."""
    game = standing.game
    other = game.determinize(seat or 0, seed)
    if seat is None:
        other = other.determinize(1, seed)  # now the first seat's as well
    twin = game.copy()
    twin._use(other._states)
    if game.turn != seat:
        twin._legal, twin._legal_count = other._legal, max(other._legal_count, 1)
    assert twin.view(seat) == game.view(seat)
    return dataclasses.replace(standing, position=Position(standing.number, twin))


def positions(standing: Standing, seed: int, every: int) -> Iterator[Standing]:
    """Positions of a random game at this table."""
    chance = random.Random(seed)
    game = standing.game.copy()
    number = 0
    while not game.over:
        game.play(chance.choice(game.legal_actions))
        number += 1
        if number % every == 0 and not game.over:
            yield dataclasses.replace(standing, position=Position(number, game.copy()))


class Attack:
    """Everything that one visitor tries at a table."""

    def __init__(self, visit: Visit, table: str, client: httpx.AsyncClient, person: str | None) -> None:
        self._app = visit.app
        self._tables: StoppedTables = visit.site.tables  # type: ignore[assignment]
        self._table = table
        self._client = client
        self._person = person
        self.requests = 0

    async def learnt(self, standing: Standing, seed: int, pairs: int, hints: bool = False) -> list[str]:
        """The requests that are answered otherwise if other things are hidden; so many pairs of actions are tried."""
        seat = standing.seat_of(self._person)
        other = with_other_secrets(standing, seat, seed)
        asked = self._questions(standing, random.Random(seed), pairs, hints)
        real = await self._answers(standing, asked)
        imagined = await self._answers(other, asked)
        found = [f"{what}: {_apart(a, b)}" for what, a, b in zip(asked, real, imagined, strict=True) if a != b]
        if seat is not None:
            found += self._pairs_that_tell(standing, other, seat)
        return found

    def _questions(self, standing: Standing, chance: random.Random, pairs: int, hints: bool) -> list[tuple[str, ...]]:
        """Addresses to get; and addresses to post to, with what is posted."""
        api, page = f"/api/tables/{self._table}", f"/tables/{self._table}"
        last, number = len(standing.game.actions), standing.number
        gets = [api, page, "/", "/api/tables", "/replays", f"{api}/record", f"{page}/record.json", f"{page}/join"]
        for at in (0, last // 2, last):
            gets += [f"{api}/replay?at={at}", f"{page}/replay?at={at}"]
            for seat in (*range(standing.table.players), "all", 9):
                gets += [f"{api}/replay?at={at}&seat={seat}", f"{page}/replay?at={at}&seat={seat}"]
        explore = f"/explore{page}"
        gets += [f"{page}/give-up", f"/mistakes/{self._table}", explore, f"{explore}?at={last}&line=role:builder"]
        gets += [f"{explore}/judgement?at={last}&line=role:builder"]
        asked: list[tuple[str, ...]] = [(path,) for path in gets]
        texts = [action.text for action in standing.game.rules.actions]
        legal = [action.text for action in standing.game.legal_actions]
        tried = [*chance.sample(texts, min(pairs, len(texts))), "nonsense", "pass"]
        for text in tried:
            asked += [(f"{api}/moves", str(number), text), (f"{page}/draft", str(number), text)]
            asked += [(f"{page}/draft", str(number), text, "1")]  # with one press: whether it can be taken back
        for first in legal:
            asked += [(f"{page}/draft", str(number), first), (f"{page}/move", str(number))]
            asked += [(f"{page}/draft", str(number), first, "1")]
            asked += [(f"{api}/moves", str(number), first, second) for second in tried]
        asked += [(f"{api}/moves", str(number + 1), "pass"), (f"{api}/moves", "0", "pass"), (f"{page}/move", "0")]
        asked += [(f"{api}/undo", str(number)), (f"{page}/undo", str(number)), (f"{page}/leave",)]
        asked += [(f"{page}/pass", str(number)), (f"{page}/skip", str(number))]
        asked += [(f"{api}/seats/{seat}",) for seat in range(standing.table.players)]
        return [*asked, (_SOCKET,), *([(f"{page}/hint", str(number))] if hints else [])]

    async def _answers(self, standing: Standing, asked: Sequence[tuple[str, ...]]) -> list[Answer]:
        self._tables.now = standing
        await self._app.state.site.storage.write(lambda connection: connection.execute(delete(Draft)))
        self._app.state.scenes = Scenes(self._app.state.site)  # which remembers what it has drawn
        return [await self._ask(*what) for what in asked]

    async def _ask(self, path: str, *fields: str) -> Answer:
        self.requests += 1
        if path == _SOCKET:
            return 0, str(self._app.state.scenes.update(self._tables.now, self._person))
        programs = path.startswith("/api/")
        headers = {} if programs else self._page_headers()
        if not fields and not path.endswith("/leave") and "/seats/" not in path:
            answer = await self._client.get(path, headers=headers)
        elif path.endswith("/moves"):
            body = {"number": int(fields[0]), "actions": fields[1:]}
            answer = await self._client.post(path, json=body, headers=headers)
        elif programs:
            answer = await self._client.post(path, json={"number": int(fields[0])} if fields else {}, headers=headers)
        else:
            names = ("number", "press", "straight") if path.endswith("/draft") else ("number", "action")
            answer = await self._client.post(path, data=dict(zip(names, fields, strict=False)), headers=headers)
        return answer.status_code, answer.text

    def _page_headers(self) -> dict[str, str]:
        token = self._client.headers.get("authorization", "").removeprefix("Bearer ")
        cookie = {"cookie": f"boriken={token}"} if token else {}
        return {"authorization": "", "origin": ADDRESS, "accept": "application/json, text/html", **cookie}

    def _pairs_that_tell(self, standing: Standing, other: Standing, seat: int) -> list[str]:
        """Every pair of actions, without the way to the server and back."""
        if standing.game.turn != seat:
            return []
        texts = [action.text for action in standing.game.rules.actions]
        found = []
        for first in standing.game.legal_actions:
            for second in texts:
                self.requests += 1
                words = [_refusal(self._tables, table, seat, (first.text, second)) for table in (standing, other)]
                if words[0] != words[1]:
                    found.append(f"{first}, {second}: {words}")
        return found


def _apart(one: Answer, other: Answer) -> str:
    """Where two answers begin to differ."""
    first = next((i for i, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), 0)
    around = slice(max(first - 40, 0), first + 60)
    return f"{one[0]} {one[1][around]!r} / {other[0]} {other[1][around]!r}"


def _refusal(tables: Tables, standing: Standing, seat: int, actions: Sequence[str]) -> Answer:
    try:
        tables._play(None, standing, seat, standing.number, actions)  # type: ignore[arg-type]
    except Refusal as refusal:
        return refusal.status, refusal.words
    raise AssertionError


def _timeless_hint(
    game: Game, budget: Budget, seed: int, asked: Sequence[str] = (), sentence: str = "", open_cards: bool = False
) -> Hint:
    """A hint that does not say how long it took (nor does the stamp of its page, then)."""
    return dataclasses.replace(_real_hint(game, budget, seed, asked, sentence, open_cards), seconds=0.0)


def _stop_the_clock(connection: Connection) -> None:
    """Everybody is there for ever, and everything was done a moment ago."""
    connection.execute(update(Seat).values(seen=_FAR_AWAY))
    connection.execute(update(Table).values(changed=_FAR_AWAY))


async def attack(
    visit: Visit, target: str, seed: int, every: int, pairs: int, most: int | None = None, hints: bool = True
) -> tuple[int, list[str]]:
    """Attack every so many positions of a game, with some hints; returns the number of requests and what they told."""
    bots.HINT_BUDGET, bots._hint = Budget(samples=20), _timeless_hint
    game, options = TARGETS[target]
    ann, bob, eve = [await visit.person(name) for name in ("Ann", "Bob", "Eve")]
    table = await open_table(ann, ["me", "open"], game, listed=True, options={"governor": 0, **options})
    assert (await sit(bob, table, 1)).status_code == 200
    await visit.site.storage.write(_stop_the_clock)
    standing = await visit.site.tables.read(table)
    known = Game.new(game, players=2, seed=seed, **standing.table.options)  # a visit's first table is always the same
    standing = dataclasses.replace(standing, position=Position(0, known))
    visit.site.tables.__class__ = StoppedTables
    people = [standing.seats[0].person, standing.seats[1].person, "somebody", None]
    clients = [ann, bob, eve, await visit.stranger(origin=ADDRESS)]
    attackers = [Attack(visit, table, *who) for who in zip(clients, people, strict=True)]
    found = []
    for i, position in enumerate(itertools.islice(positions(standing, seed, every), most)):
        for attacker in attackers:
            found += await attacker.learnt(position, 1000 + i, pairs, hints=hints and i % 10 == 0)
    return sum(attacker.requests for attacker in attackers), found


async def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database_url=f"sqlite:///{Path(folder) / 'tables.sqlite'}",
            secret_key="a key for an attack on ourselves",
            hosts=(ADDRESS.removeprefix("http://"),),
            requests_a_second=1e6,
            tables_an_hour=1e6,
        )
        for seed in range(games):
            for target in TARGETS:
                async with visiting(settings) as visit:
                    requests, found = await attack(visit, target, seed, every=1, pairs=12)
                print(
                    f"{target}, game {seed}: {requests} requests, {len(found)} answers that tell", *found[:5], sep="\n "
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5, help="games of each kind (5)")
    asyncio.run(main(parser.parse_args().games))
