"""Playing on: a table that begins at a moment of a finished game, with bots on the other seats.

It has that game's seed, or its first entries could not be played again; so its cards and tiles come as they lay there.
That is no secret to whoever explores the game, and nobody but bots is played against.
"""

from __future__ import annotations

from .lines import Spot
from .opening import check_may_open, named
from .refusals import NotPossible
from .site import Site
from .standing import BOT, PERSON, SeatWish, TableWish


async def play_on(site: Site, spot: Spot, seat: int, level: str, person: str, host: str) -> str:
    """Open the table, with this person on that seat; returns its id. Refused if that would be too many."""
    game, table = spot.game, spot.standing.table
    spot.standing.seat(seat)
    if game.over:
        raise NotPossible("The game ends here. Go back to a moment where there is something to choose.")
    name = await site.people.meet(person)
    await check_may_open(site, person, host)
    seats = [SeatWish(PERSON) if p == seat else SeatWish(BOT, level=level) for p in range(game.players)]
    title = f"{game.rules.title}, played on from move {len(game.actions)}"
    wish = TableWish(table.game, named(seats, person, name), game.options, title, person)
    return await site.tables.play_on(wish, game, {"table": table.id, "at": spot.at, "line": list(spot.line)})
