"""Made 0.1.sqlite and 0.1.json beside it: a database as version 0.1 left it, for the tests of updates.

It ran once, on commit ec769c7: `git worktree add OLD ec769c7`, and there, with this file copied in,
`python -m tests.web.data.make_0_1 FOLDER`. On a later version it would make a database of that
version, so it refuses.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from pathlib import Path

from boriken.web.models import Person
from boriken.web.settings import Settings
from boriken.web.site import Site
from boriken.web.tables import (  # type: ignore[attr-defined]  # where 0.1 has them
    BOT,
    OPEN,
    PERSON,
    SeatWish,
    TableWish,
)

KEY = "the key of version 0.1"


async def make(folder: Path) -> None:
    chance = random.Random(16)
    path = folder / "0.1.sqlite"
    site = Site.new(Settings(f"sqlite:///{path}", KEY))
    site.tables.on_change = lambda table: None  # bots play at random, like everybody here
    await site.storage.migrate()
    people = {}
    for name in ("Ann", "Bob"):
        people[name] = site.identities.new()
        await site.people.meet(people[name], name)
    tables = {}
    for title, game, most in (
        ("finished", "san-juan", 100_000),
        ("running-puerto-rico", "puerto-rico", 40),
        ("running-san-juan", "san-juan", 40),
    ):
        seats = [SeatWish(PERSON, people["Ann"], "Ann"), SeatWish(PERSON, people["Bob"], "Bob")]
        if title.startswith("running"):
            seats.append(SeatWish(BOT, name="Ceiba", level="easy"))
        wish = TableWish(game, seats, title=title, host=people["Ann"], pace="at-once")
        tables[title] = table = await site.tables.open(wish)
        standing = await site.tables.read(table)
        while standing.table.state != "over" and (standing.number < most or standing.bot_to_move is not None):
            turn = standing.game.turn
            assert turn is not None
            action = chance.choice(standing.game.legal_actions).text
            if standing.seats[turn].kind == BOT:
                standing = await site.tables.play_bot(table, turn, standing.number, action)
            else:
                person = standing.seats[turn].person
                assert person is not None
                standing = await site.tables.play(table, person, standing.number, [action])
    waiting = [SeatWish(PERSON, people["Ann"], "Ann"), SeatWish(OPEN), SeatWish(OPEN)]
    tables["waiting"] = await site.tables.open(TableWish("puerto-rico", waiting, title="waiting", host=people["Ann"]))
    await site.bots.stop()
    await site.storage.close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=DELETE")  # one file
    database.execute("VACUUM")
    database.close()
    told = {"key": KEY, "tokens": {n: site.identities.token(p) for n, p in people.items()}, "tables": tables}
    (folder / "0.1.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    if hasattr(Person, "serial"):
        sys.exit("This is not version 0.1 any more.")
    asyncio.run(make(Path(sys.argv[1])))
