"""Reviews as they are kept: how far each is, what was found, and which worker goes on with it.

A review belongs to its table, not to who asked for it: it is made once, and everybody who opens it sees the same. What
is found is written as it comes, so that a restart loses a second of work at most. A worker that makes a review holds it
for a while and says again and again that it still does; only who holds it writes, and what nobody holds any more
another worker takes up.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from boriken import analysis
from boriken.analysis.telling import heard_decision
from boriken.engine import Game
from boriken.games import ALL_RULES

from .models import Judged, Review, now
from .refusals import Stale
from .reviewed import Brings, Progress, Reviewed
from .storage import Storage

FIRST_LOOK, FINAL = 1, 2
"""Stages of a decision: a handful of trees for each choice, or all that it gets."""
HELD_FOR = timedelta(seconds=15)
"""After so long without a word from its worker a review is taken up by another."""
MOST_TRIES = 3
"""If nothing comes of a review so many times in a row, nobody tries again by itself."""
_MOST_KEPT = 50


@dataclass(frozen=True)
class Held:
    """A review that a worker has taken up."""

    table_id: str
    person: str
    trees: int
    seed: int
    stages: Mapping[int, int]
    """How far each decision is that was judged before."""


def packed(told: Mapping[str, Any]) -> bytes:
    """A row of `analysis.telling`, small."""
    return zlib.compress(orjson.dumps(told))


@lru_cache(maxsize=4000)
def _heard(told: bytes, rules: str) -> tuple[analysis.Decision, Brings]:
    """The opposite. Remembered: while a review is under way it is read again and again, and most of it stays."""
    row = orjson.loads(zlib.decompress(told))
    return heard_decision(row, ALL_RULES[rules]), row["brings"]


class Reviews:
    """All reviews."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._done: OrderedDict[str, Reviewed] = OrderedDict()

    async def progress(self, table_id: str) -> Progress | None:
        """How far a review is; None if nobody has asked for it."""
        if table_id in self._done:
            return self._done[table_id].progress
        return await self._storage.read(lambda connection: _progress(connection, table_id))

    async def read(self, table_id: str, game: Game) -> Reviewed | None:
        """A review as far as it is; None if nobody has asked for it."""
        if table_id in self._done:
            self._done.move_to_end(table_id)
            return self._done[table_id]

        def look(connection: Connection) -> tuple[Row[Any] | None, Progress | None, Sequence[bytes]]:
            query = select(Judged.told).where(Judged.table_id == table_id).order_by(Judged.number)
            return (
                _row(connection, table_id),
                _progress(connection, table_id),
                connection.execute(query).scalars().all(),
            )

        row, progress, told = await self._storage.read(look)
        if row is None or progress is None:
            return None
        heard = [_heard(one, game.rules.key) for one in told]
        review = analysis.Review(game, tuple(decision for decision, _ in heard), game.outcome, row.trees, progress.done)
        found = Reviewed(progress, review, {decision.number: brings for decision, brings in heard}, row.seed)
        if progress.done:
            self._done[table_id] = found
            while len(self._done) > _MOST_KEPT:
                self._done.popitem(last=False)
        return found

    async def begin(self, table_id: str, decisions: int, trees: int, person: str, most: int) -> bool:
        """Note that a review is wanted; whether there is room for it among all that are not done.

        Who is second to want it has what the first wanted; one that had failed is tried again.
        """
        row = {"table_id": table_id, "decisions": decisions, "trees": trees, "seed": 0, "person": person}

        def change(connection: Connection) -> bool:
            again = update(Review).where(Review.table_id == table_id, Review.finished.is_(None))
            if connection.execute(again.where(Review.tries >= MOST_TRIES).values(tries=0)).rowcount:
                return True
            if _row(connection, table_id) is not None:
                return True
            wanted = select(func.count()).select_from(Review).where(Review.finished.is_(None))
            if connection.execute(wanted.where(Review.tries < MOST_TRIES)).scalar_one() >= most:
                return False
            connection.execute(insert(Review).values(**row, until=now(), tries=0))
            return True

        try:
            return await self._storage.write(change)
        except IntegrityError:  # somebody else, at the same moment
            return True

    async def unheld(self, most: int = 100) -> Sequence[str]:
        """Reviews that are not done and that nobody works on, the oldest first."""
        query = select(Review.table_id).where(
            Review.finished.is_(None), Review.until <= now(), Review.tries < MOST_TRIES
        )
        query = query.order_by(Review.created).limit(most)
        return await self._storage.read(lambda connection: connection.execute(query).scalars().all())

    async def hold(self, table_id: str, worker: str) -> Held | None:
        """Take a review up; None if another worker holds it, or it is done."""

        def change(connection: Connection) -> Held | None:
            free = (Review.table_id == table_id, Review.finished.is_(None), Review.until <= now())
            held = {"worker": worker, "until": now() + HELD_FOR, "tries": Review.tries + 1}
            if not connection.execute(update(Review).where(*free).values(held)).rowcount:
                return None
            row = _row(connection, table_id)
            assert row is not None
            stages = select(Judged.number, Judged.stage).where(Judged.table_id == table_id)
            done = {judged.number: judged.stage for judged in connection.execute(stages)}
            return Held(table_id, row.person or "", row.trees, row.seed, done)

        return await self._storage.write(change)

    async def keep(self, table_id: str, worker: str, found: Mapping[int, tuple[int, bytes]], done: bool) -> None:
        """Write down what was found, by the number of the decision, and hold the review further; Stale if another does.

        `found` holds stages and rows; with nothing in it this only says that the work goes on.
        """
        values: dict[str, Any] = {"until": now() + HELD_FOR}
        values |= {"tries": 0} if found else {}
        values |= {"finished": now(), "worker": None} if done else {}
        rows = [
            {"table_id": table_id, "number": number, "stage": stage, "told": told}
            for number, (stage, told) in found.items()
        ]

        def change(connection: Connection) -> None:
            mine = (Review.table_id == table_id, Review.worker == worker)
            if not connection.execute(update(Review).where(*mine).values(values)).rowcount:
                raise Stale("Another worker has taken this review up, or its table is gone.")
            if rows:
                connection.execute(delete(Judged).where(Judged.table_id == table_id, Judged.number.in_(list(found))))
                connection.execute(insert(Judged), rows)

        await self._storage.write(change)

    async def let_go(self, worker: str) -> None:
        """A worker ends: others may go on with its reviews at once."""
        mine = update(Review).where(Review.worker == worker, Review.finished.is_(None))
        await self._storage.write(lambda connection: connection.execute(mine.values(until=now(), worker=None)))


def _row(connection: Connection, table_id: str) -> Row[Any] | None:
    return connection.execute(select(Review.__table__).where(Review.table_id == table_id)).one_or_none()


def _progress(connection: Connection, table_id: str) -> Progress | None:
    row = _row(connection, table_id)
    if row is None:
        return None
    query = select(Judged.stage, func.count().label("n")).where(Judged.table_id == table_id).group_by(Judged.stage)
    stages = {found.stage: found.n for found in connection.execute(query)}
    given_up = row.finished is None and row.tries >= MOST_TRIES and row.until <= now()
    return Progress(row.decisions, sum(stages.values()), stages.get(FINAL, 0), row.finished is not None, given_up)
