"""What one visitor may see of a table, ready for the pages; the only way from a table to HTML."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row

from boriken.games import GAMES

from . import pages
from .compiling import USUAL_LEVEL
from .lines import query
from .lobby import Listed
from .models import now
from .own_bots import ALL_LEVELS
from .pages.scene import Hint, Lobby, LobbyTable, Replay, Scene, Seat, TableShown, Update
from .refusals import Refusal
from .replays import Eyes, may_see, replay_stop
from .site import Site
from .standing import BOT, OPEN, OVER, PERSON, RUNNING, WAITING, SeatRow, Standing, TableRow

_HERE = timedelta(seconds=45)
"""Who was there so recently still is."""
_MOST_KEPT = 500
LOOK_ANEW = Update(number=0, finished=True, title="", parts={}, order=[], mover="", say="", seat=None)
"""For a page that waits for people: it is another page now."""


@dataclass
class _Seen:
    """What somebody was shown of a table last."""

    number: int
    table: TableShown
    draft: tuple[str, ...]
    scene: Scene
    update: Update
    before: Update | None
    """What was shown before that: some page may show it still."""


def stamp(update: Update) -> str:
    """Tells what a page shows from all else that it has shown; means nothing to another worker."""
    return f"{hash(frozenset(update['parts'].items())) % 2**64:x}"


def changed_parts(update: Update, shown: Mapping[str, str]) -> dict[str, str]:
    """The parts of an update that a page does not show already."""
    return {part: html for part, html in update["parts"].items() if shown.get(part) != html}


class Scenes:
    """Makes scenes, and keeps each table's log from one to the next."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._chronicles: OrderedDict[str, pages.Chronicle] = OrderedDict()
        self._seen: OrderedDict[tuple[str, str | None], _Seen] = OrderedDict()
        self._hints: OrderedDict[tuple[str, str | None], tuple[int, Hint]] = OrderedDict()
        self.present: Counter[tuple[str, str]] = Counter()
        """(table, person) with an open socket here."""

    def of(self, standing: Standing, person: str | None, hint: Hint | None = None) -> Scene:
        """The table as somebody sees it now; a hint stays for as long as the same is asked."""
        if hint is not None:
            self._keep_hint(standing, person, hint)
        return self._scene(standing, self.table(standing, person), person, hint or self._hint(standing, person))

    def _scene(self, standing: Standing, table: TableShown, person: str | None, hint: Hint | None = None) -> Scene:
        seat = standing.seat_of(person)
        scene = pages.make_scene(
            table,
            standing.game,
            seat,
            draft=standing.draft(seat),
            may_undo=standing.may_take_back(seat),
            hint=hint,
            chronicle=self.chronicle(standing),
        )
        # Entries are counted, not actions: after taking back there may be as many actions again, but other ones.
        return replace(scene, number=standing.number)

    def update(self, standing: Standing, person: str | None, hint: Hint | None = None) -> Update:
        """What makes a page current. Who has just moved gets the same twice, as the answer and over the socket."""
        if standing.position is None:
            return LOOK_ANEW
        if hint is not None or self._hint(standing, person) is not None:
            return pages.update(self.of(standing, person, hint))
        key = (standing.table.id, person)
        table, draft = self.table(standing, person), standing.draft(standing.seat_of(person))
        seen = self._seen.get(key)
        if seen is None or (seen.number, seen.table) != (standing.number, table):
            scene = self._scene(standing, table, person)
            before = seen.update if seen is not None else None
            seen = self._seen[key] = _Seen(standing.number, table, draft, scene, pages.update(scene), before)
        elif seen.draft != draft:  # entries never change: only what is staged does
            scene = pages.restaged(seen.scene, standing.game, draft)
            update = pages.update(scene, seen.update["parts"])
            seen = self._seen[key] = replace(seen, draft=draft, scene=scene, update=update, before=seen.update)
        self._seen.move_to_end(key)
        while len(self._seen) > _MOST_KEPT:
            self._seen.popitem(last=False)
        return seen.update

    def _keep_hint(self, standing: Standing, person: str | None, hint: Hint) -> None:
        self._hints[standing.table.id, person] = standing.number, hint
        while len(self._hints) > _MOST_KEPT:
            self._hints.popitem(last=False)

    def _hint(self, standing: Standing, person: str | None) -> Hint | None:
        """What somebody was told about the decision at hand."""
        number, hint = self._hints.get((standing.table.id, person), (-1, None))
        return hint if number == standing.number else None

    def answer(self, standing: Standing, person: str, shown: str, hint: Hint | None = None) -> dict[str, Any]:
        """What makes a page current that shows what `shown` is the stamp of; all parts if that is forgotten."""
        update = self.update(standing, person, hint)
        seen = self._seen.get((standing.table.id, person))
        known = (seen.update, seen.before) if seen is not None else ()
        has = next((old["parts"] for old in known if old is not None and stamp(old) == shown), None)
        news = changed_parts(update, has or {})
        return {**update, "parts": news, "stamp": stamp(update), "since": shown if has is not None else ""}

    def replay(self, standing: Standing, person: str | None, at: int | None, eyes: Eyes) -> tuple[Scene, Replay]:
        """The table as it was, as those eyes saw it."""
        at = replay_stop(standing, person, at, eyes)
        chronicle = self.chronicle(standing)
        scene = pages.replay_scene(self.table(standing, person), standing.game, at, eyes, chronicle)
        base = f"/tables/{standing.table.id}/replay"
        return scene, Replay(
            at=at,
            last=len(standing.game.actions),
            seat=eyes,
            seats=may_see(standing, person),
            rounds=tuple(chronicle.rounds),
            share=f"{base}?at={at}",
            base=base,
            record=f"/tables/{standing.table.id}/record.json" if standing.table.state == OVER else "",
            explore=f"/explore{base.removesuffix('/replay')}?{query(at)}" if standing.table.state == OVER else "",
        )

    def table(self, standing: Standing, person: str | None) -> TableShown:
        """What everybody may know of a table; the invitation only for those who sit there or opened it."""
        row = standing.table
        mine = standing.seat_of(person)
        knows_key = row.state == WAITING and person is not None and (mine is not None or person == row.host)
        return TableShown(
            id=row.id,
            title=row.title,
            game=row.game,
            seats=tuple(self._seat(row, seat, person, mine) for seat in standing.seats),
            options=row.options,
            pace=row.pace,  # type: ignore[arg-type]
            hints=row.hints,
            lesson=row.lesson,
            invitation=f"/tables/{row.id}/join?key={row.invitation}" if knows_key else "",
            minutes=max(1, round((row.changed - row.created).total_seconds() / 60)) if row.state == OVER else None,
            note=self._site.bots.note(standing),
            origin=_origin(row),
            origin_at=row.origin["at"] if row.origin else 0,
        )

    def _seat(self, table: TableRow | Row[Any], seat: SeatRow, person: str | None, mine: int | None) -> Seat:
        is_me = seat.seat == mine
        hosts = person is not None and person == table.host
        here = seat.kind != PERSON or is_me or (table.id, seat.person) in self.present or _recent(seat.seen)
        alone = not here and self._site.seats.left_alone(seat)
        return Seat(
            number=seat.seat,
            name=seat.name,
            kind=seat.kind,  # type: ignore[arg-type]
            level=seat.level or "",
            connected=here or table.state == OVER,
            is_me=is_me,
            may_be_given_away=table.state != OVER and ((alone and mine is not None) or (hosts and seat.kind == OPEN)),
            was_mine=table.state == RUNNING and seat.kind == BOT and person is not None and seat.person == person,
        )

    def chronicle(self, standing: Standing) -> pages.Chronicle:
        """The log of a table."""
        table_id = standing.table.id
        chronicle = self._chronicles.setdefault(table_id, pages.Chronicle())
        self._chronicles.move_to_end(table_id)
        while len(self._chronicles) > _MOST_KEPT:
            self._chronicles.popitem(last=False)
        chronicle.follow(standing.game)
        return chronicle

    async def lobby(self, person: str | None, notice: str = "", chosen: dict[str, str] | None = None) -> Lobby:
        """The lobby as a visitor sees it."""
        listed = await self._site.lobbies.tables(person)
        return await self._lobby(person, listed, notice, chosen)

    async def finished(self, person: str | None) -> Lobby:
        """The finished games that a visitor may look at."""
        return await self._lobby(person, await self._site.lobbies.finished(person))

    async def _lobby(
        self, person: str | None, listed: list[Listed], notice: str = "", chosen: dict[str, str] | None = None
    ) -> Lobby:
        rows = [self._row(table, person) for table in listed]
        if rows and rows[0].state == "my-turn":
            rows[0] = replace(rows[0], asked=await self._asked(rows[0].id, person))
        return Lobby(
            name=await self._site.people.name(person),
            tables=tuple(rows),
            levels=tuple(ALL_LEVELS),
            usual_level=USUAL_LEVEL,
            last_bots=await self._site.lobbies.last_bots(person),
            notice=notice,
            chosen=chosen or {},
            preparing=self._site.preparation.shown,
        )

    async def _asked(self, table_id: str, person: str | None) -> str:
        """What somebody is asked at a table; nothing if that table cannot be shown any more."""
        try:
            standing = await self._site.tables.read(table_id)
            seat = standing.my_seat(person)
            return pages.asked_words(standing.game, seat) if standing.game.turn == seat else ""
        except Refusal:
            return ""

    def _row(self, listed: Listed, person: str | None) -> LobbyTable:
        table = listed.table
        return LobbyTable(
            id=table.id,
            title=table.title,
            game=table.game,
            about=_about(table),
            seats=tuple(self._seat(table, seat, person, listed.mine) for seat in listed.seats),
            state=listed.group,  # type: ignore[arg-type]
            words=_words(listed),
        )


def _origin(table: TableRow) -> str:
    """The path of where it was played on from."""
    origin = table.origin
    return f"/explore/tables/{origin['table']}?{query(origin['at'], origin['line'])}" if origin else ""


def _recent(moment: datetime | None) -> bool:
    return moment is not None and now() - moment < _HERE


def _about(table: Row[Any]) -> str:
    """`4 players · all 4 expansions`, or how far the game is, with the expansions."""
    rules, options = GAMES[table.game], table.options
    if table.state == WAITING:
        return " · ".join([f"{table.players} players", *pages.option_words(rules, options)])
    return " · ".join([f"round {table.round}", *pages.expansion_words(rules, options)])


def _words(listed: Listed) -> str:
    """What there is to say of a table in one breath."""
    table, seats = listed.table, listed.seats
    match listed.group:
        case "my-turn":
            return f"since {_since(table.changed)}"
        case "finished":
            if not table.result:
                return "a record" if table.uploaded else ""
            winners = " and ".join(seats[seat].name for seat in table.result["winners"])
            return f"{winners} won with {max(table.result['points'])}"
        case _ if table.state == WAITING:
            free = sum(seat.kind == "open" for seat in seats)
            return f"waits for {free} player{'s' if free > 1 else ''}"
        case _:
            return f"{seats[table.turn].name} thinks" if table.turn is not None else ""


def _since(moment: datetime) -> str:
    minutes = int((now() - moment).total_seconds() // 60)
    for size, word in ((1440, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            n = minutes // size
            return f"{n} {word}{'s' if n > 1 else ''}"
    return "a moment"
