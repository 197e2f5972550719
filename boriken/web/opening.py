"""Opening tables: from a wish to a table with people and bots on its seats."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

from boriken.engine import BadOption, compile_rules, rules_of

from .names import clean_title
from .refusals import NotPossible, TooMany
from .site import Site
from .standing import BOT, OPEN, PERSON, SeatWish, TableWish

BOT_NAMES = ("Ceiba", "Coquí", "Flamboyán", "Guayacán", "Yagrumo")
"""Trees of the island, and a frog."""


async def open_table(site: Site, wish: TableWish, name: str, address: str) -> str:
    """Open a table for its host; returns its id. Refused if that would be too many."""
    assert wish.host is not None
    rules = rules_of(wish.game)
    if len(wish.seats) not in rules.players:
        raise BadOption(
            f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {len(wish.seats)}"
        )
    if sum(seat.kind == PERSON for seat in wish.seats) > 1:
        raise NotPossible("You can sit on one seat only.")
    if not any(seat.kind in (PERSON, OPEN) for seat in wish.seats):
        raise NotPossible("A table needs at least one seat for a person.")
    options = rules.check_options(len(wish.seats), dict(wish.options))
    compile_rules(rules.for_options(options))  # refused while they are being prepared: that counts as no table
    title = clean_title(wish.title) if wish.title else ""
    await check_may_open(site, wish.host, address)
    return await site.tables.open(dataclasses.replace(wish, title=title, seats=named(wish.seats, wish.host, name)))


async def check_may_open(site: Site, person: str, address: str) -> None:
    """Refuse if somebody has opened too many tables, or all together play as many as can be played here."""
    site.load.check("tables")
    site.limits.table(person, address)
    if await site.lobbies.running(person) >= site.settings.running_tables:
        raise TooMany(f"You have {site.settings.running_tables} unfinished tables. Finish one of them first.", 3600)


def named(seats: Sequence[SeatWish], host: str, name: str) -> list[SeatWish]:
    """The same seats with the host on the person's and a name for each bot."""
    names = itertools.cycle(BOT_NAMES)
    return [
        SeatWish(PERSON, host, name)
        if seat.kind == PERSON
        else dataclasses.replace(seat, name=next(names) if seat.kind == BOT else "")
        for seat in seats
    ]
