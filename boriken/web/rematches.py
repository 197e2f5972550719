"""Playing again with the same people: whoever asks first opens the table, the others find it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from .models import Table
from .opening import check_may_open
from .refusals import NotPossible, Stale
from .site import Site
from .standing import OVER, SeatWish, TableWish


async def rematch(site: Site, table_id: str, person: str, address: str, turned: bool) -> str:
    """The table of the rematch, opened if need be; `turned`: everybody moves on by one seat."""
    standing = await site.tables.read(table_id)
    standing.my_seat(person)
    row = standing.table
    if row.state != OVER:
        raise NotPossible("The game is not over yet.")
    if row.rematch is not None:
        return str(row.rematch)
    await check_may_open(site, person, address)
    seats = _turned([SeatWish(s.kind, s.person, s.name, s.level) for s in standing.seats], turned)
    options = {name: value for name, value in row.options.items() if name != "governor"}
    wish = TableWish(row.game, seats, options, row.title, person, row.listed, row.pace, row.hints)

    def claim(connection: Connection, opened: str) -> None:
        free = update(Table).where(Table.id == table_id, Table.rematch.is_(None))
        if connection.execute(free.values(rematch=opened)).rowcount != 1:
            raise Stale("Somebody has just asked to play again.")

    try:
        opened = await site.tables.open(wish, claim)
    except Stale:
        return str((await site.tables.read(table_id)).table.rematch)
    site.tables.changed(table_id)
    return opened


def _turned(seats: Sequence[SeatWish], turned: bool) -> list[SeatWish]:
    return [seats[-1], *seats[:-1]] if turned else list(seats)
