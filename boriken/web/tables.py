"""Tables: a table is its list of entries, and any worker can play them again.

To move, one reads the entries, plays them, adds the move, and inserts it as the next entry. Had somebody else been
quicker, the database refuses the insert: that number is taken. Nothing is locked, and no worker owns a table.
"""

from __future__ import annotations

import dataclasses
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from boriken.engine import BadOption, BadRecord, BorikenError, Game, NotYourTurn, Record, rules_of

from . import metrics
from .latest import Latest
from .models import Base, Draft, Entry, Seat, Table, now
from .names import seat_name
from .news import News
from .refusals import NotAllowed, NotLegal, NotPossible, NotThere, Refusal, Stale
from .standing import (
    BOT,
    NOT_BEGUN,
    OPEN,
    OVER,
    PACES,
    PERSON,
    RUNNING,
    WAITING,
    Position,
    Seating,
    SeatRow,
    SeatWish,
    Standing,
    TableRow,
    TableWish,
)
from .storage import Storage

MOST_AT_ONCE = 64
"""More actions than anybody confirms at one stroke."""
MOST_ACTIONS_OF_A_RECORD = 3000
"""Several times what people play in a game. While a record is played again, everybody waits."""
_MOST_KEPT = 500


# Statements that every move needs, built once: to build them takes longer than to execute them.
_tables, _seats, _entries, _drafts = Table.__table__.c, Seat.__table__.c, Entry.__table__.c, Draft.__table__.c
_DRAFT_OF_THE_TURN = (_drafts.table_id == _tables.id, _drafts.seat == _tables.turn, _drafts.number == _tables.last)
_WHOLE = (
    select(Table.__table__, Seat.__table__, _drafts.staged)
    .join_from(Table.__table__, Seat.__table__, _seats.table_id == _tables.id)
    .outerjoin(Draft.__table__, and_(*_DRAFT_OF_THE_TURN))
    .where(_tables.id == bindparam("table"))
    .order_by(_seats.seat)
)
_TO_CHANGE = _WHOLE.with_for_update(read=True, of=Seat.__table__)
_COLUMNS = [column.name for column in _tables]
_SEATS_HELD = (
    select(Seat.__table__).where(_seats.table_id == bindparam("table")).order_by(_seats.seat).with_for_update()
)
_TABLE_HELD = select(Table.__table__).where(_tables.id == bindparam("table")).with_for_update()
_ENTRIES = (
    select(_entries.number, _entries.action)
    .where(_entries.table_id == bindparam("table"), _entries.number.between(bindparam("first"), bindparam("last")))
    .order_by(_entries.number)
)
_DROP_DRAFT = delete(Base.metadata.tables[Draft.__tablename__]).where(
    _drafts.table_id == bindparam("table"), _drafts.seat == bindparam("of")
)
_ADD_DRAFT = insert(Base.metadata.tables[Draft.__tablename__])
_ADD_ENTRIES = insert(Base.metadata.tables[Entry.__tablename__])
_MOVE_ON = update(Base.metadata.tables[Table.__tablename__]).where(
    _tables.id == bindparam("table"), _tables.last == bindparam("known")
)


class Tables:
    """All tables."""

    def __init__(self, storage: Storage, news: News) -> None:
        self._storage = storage
        self._news = news
        self._positions: OrderedDict[str, Position] = OrderedDict()
        self._keeping = threading.Lock()  # transactions may run in threads
        self._latest: Latest[Standing] = Latest()
        news.on_others = self._latest.forget
        self.on_change: Callable[[str], None] = lambda table: None
        """Called with a table that this worker has changed."""

    # --- reading ------------------------------------------------------------------------------------------------------

    async def read(self, table_id: str) -> Standing:
        """A table as it is now."""
        return await self._storage.read(lambda connection: self._read(connection, table_id))

    async def latest(self, table_id: str) -> Standing:
        """A table for showing: as this worker has just left or seen it, if nobody has changed it since."""
        standing = self._latest.get(table_id) if self._news.hearing else None
        if standing is None:
            begun = self._latest.now()
            standing = await self.read(table_id)
            self._latest.keep(table_id, standing, begun)
        return standing

    def _read(self, connection: Connection, table_id: str, to_change: bool = False) -> Standing:
        """The same within a transaction; to change it, nobody may change hands meanwhile."""
        rows = connection.execute(_TO_CHANGE if to_change else _WHOLE, {"table": table_id}).all()  # one for each seat
        table = _table(rows[0] if rows else None)
        seats = tuple(SeatRow(*row[len(_COLUMNS) : -1]) for row in rows)
        position = self._position(connection, table, keep=not to_change) if table.state != WAITING else None
        return Standing(table, seats, position, tuple(rows[0].staged or ()))

    def hold(self, connection: Connection, table_id: str) -> Seating:
        """A table and its seats, which nobody else can change until this transaction ends.

        First the seats, then the table, as a move does: who took them the other way round could wait for ever.
        """
        seats = connection.execute(_SEATS_HELD, {"table": table_id}).all()
        row = connection.execute(_TABLE_HELD, {"table": table_id}).one_or_none()
        return Seating(_table(row), tuple(SeatRow(*seat) for seat in seats))

    def _position(self, connection: Connection, table: TableRow, keep: bool) -> Position:
        """The position that was kept, with the entries that have come since: entries never change.

        It is not kept in the middle of a change: what was written just before may not be safe on the disk yet.
        """
        kept = self._positions.get(table.id)
        after = kept.number if kept is not None else 0
        entries: Sequence[Row[int, str | None]] = ()
        if after != table.last:
            # No further than the row: who reads without a transaction might find entries that came after it.
            which = {"table": table.id, "first": after + 1, "last": table.last}
            entries = connection.execute(_ENTRIES, which).all()
        if kept is not None and not entries:
            return kept
        game = kept.game.copy() if kept is not None else first_game(table)
        for _, action in entries:
            if action is None:
                game.undo()
            else:
                game.play(action)
        position = Position(entries[-1].number if entries else after, game)
        if keep:
            self._keep(table.id, position)
        return position

    def _keep(self, table_id: str, position: Position) -> None:
        with self._keeping:
            kept = self._positions.get(table_id)
            if kept is None or kept.number <= position.number:
                self._positions[table_id] = position
            self._positions.move_to_end(table_id)
            while len(self._positions) > _MOST_KEPT:
                self._positions.popitem(last=False)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def play(self, table_id: str, person: str, number: int, actions: Sequence[str]) -> Standing:
        """Play one action or several in a row for the seat of a person. `number` is the last entry that was known."""

        def change(connection: Connection) -> Standing:
            standing = self._read(connection, table_id, to_change=True)
            return self._play(connection, standing, standing.my_seat(person), number, actions)

        standing = await self._change(table_id, change)
        metrics.moved("people", standing.table.game, len(actions))
        return standing

    async def confirm(
        self, table_id: str, person: str, number: int, planned: Callable[[Standing, int], Sequence[str]]
    ) -> Standing:
        """Play what a person's seat has staged; `planned` says which actions that comes to."""

        def change(connection: Connection) -> Standing:
            standing = self._read(connection, table_id, to_change=True)
            seat = standing.my_seat(person)
            return self._play(connection, standing, seat, number, planned(standing, seat))

        standing = await self._change(table_id, change)
        metrics.moved("people", standing.table.game, standing.number - number)
        return standing

    async def play_bot(self, table_id: str, seat: int, number: int, action: str, patience: float = 0.0) -> Standing:
        """Play for a bot, if it still sits there; written within so many seconds."""

        def change(connection: Connection) -> Standing:
            standing = self._read(connection, table_id, to_change=True)
            if standing.seats[seat].kind != BOT:
                raise Stale("Somebody else has taken over this seat.")
            return self._play(connection, standing, seat, number, [action])

        standing = await self._change(table_id, change, patience)
        metrics.moved("bots", standing.table.game)
        return standing

    def _play(
        self, connection: Connection, standing: Standing, seat: int, number: int, actions: Sequence[str]
    ) -> Standing:
        check_number(standing, number)  # first: who was late for the last move is late, whatever it was
        _check_running(standing)
        if not 1 <= len(actions) <= MOST_AT_ONCE:
            raise Refusal(f"A move is of 1 to {MOST_AT_ONCE} actions.")
        game = standing.game.copy()
        _play_first(game, seat, actions[0], standing.names)
        for action in actions[1:]:
            _play_later(game, seat, action)
        return self._append(connection, standing, seat, game, list(actions))

    async def undo(self, table_id: str, person: str, number: int) -> Standing:
        """Take the last decision back, if it was this person's and has shown nothing."""

        def change(connection: Connection) -> Standing:
            standing = self._read(connection, table_id, to_change=True)
            seat = standing.my_seat(person)
            _check_running(standing)
            check_number(standing, number)
            if not standing.may_take_back(seat):
                raise NotPossible(
                    "That cannot be taken back: somebody else has played since, or something new was shown."
                )
            game = standing.game.copy()
            game.undo()
            return self._append(connection, standing, seat, game, [None])

        return await self._change(table_id, change)

    async def _change(self, table_id: str, work: Callable[[Connection], Standing], patience: float = 0.0) -> Standing:
        """Do it, and once it is safe on the disk keep the position and tell everybody."""
        begun = self._latest.now()
        try:
            standing = await self._storage.write(work, patience)
        except IntegrityError:
            raise _stale() from None
        assert standing.position is not None
        self._keep(table_id, standing.position)
        self._latest.keep(table_id, standing, begun)
        self._announce(table_id)
        return standing

    def _append(
        self, connection: Connection, standing: Standing, seat: int, game: Game, actions: Sequence[str | None]
    ) -> Standing:
        """Write the next entries and what the lobby shows of them; refused if that number is taken."""
        table, first = standing.table, standing.number + 1
        moment = now()
        rows = [
            {"table_id": table.id, "number": first + i, "seat": seat, "action": action, "created": moment}
            for i, action in enumerate(actions)
        ]
        shown: dict[str, Any] = {
            "last": standing.number + len(actions),
            "turn": game.turn,
            "state": OVER if game.over else RUNNING,
            "round": _round(game),
            "result": _result(game),
            "changed": moment,
        }
        connection.execute(_ADD_ENTRIES, rows if len(rows) > 1 else rows[0])  # one alone is written more quickly
        if connection.execute(_MOVE_ON, {"table": table.id, "known": standing.number, **shown}).rowcount != 1:
            raise _stale()
        self._news.spread(connection, table.id)
        changed = dataclasses.replace(table, **shown)
        return dataclasses.replace(standing, table=changed, position=Position(changed.last, game), staged=())

    async def stage(self, standing: Standing, seat: int, number: int, staged: tuple[str, ...]) -> Standing:
        """Keep what a seat has staged; returns the table with it."""
        _check_running(standing)
        check_number(standing, number)
        if len(staged) > MOST_AT_ONCE or any(len(piece) > 64 for piece in staged):
            raise Refusal("That is more than can be staged.")
        table_id, begun = standing.table.id, self._latest.now()

        def change(connection: Connection) -> None:
            connection.execute(_DROP_DRAFT, {"table": table_id, "of": seat})
            if staged:
                row = {"table_id": table_id, "seat": seat, "number": number, "staged": list(staged)}
                connection.execute(_ADD_DRAFT, row)
            self._news.spread(connection, table_id)

        try:
            await self._storage.write(change)
        except IntegrityError:  # another tab, at the same moment
            raise _stale() from None
        staging = dataclasses.replace(standing, staged=staged) if seat == standing.game.turn else standing
        if self._latest.get(table_id) is standing:
            self._latest.keep(table_id, staging, begun)
        else:
            self._latest.forget(table_id)  # what was kept does not hold this draft
        self._news.tell(table_id)
        return staging

    def changed(self, table_id: str) -> None:
        """Tell everybody here that something about a table has changed, its seats perhaps."""
        self._latest.forget(table_id)
        self._announce(table_id)

    def _announce(self, table_id: str) -> None:
        self._news.tell(table_id)
        self.on_change(table_id)

    # --- opening ------------------------------------------------------------------------------------------------------

    async def open(
        self, wish: TableWish, also: Callable[[Connection, str], None] = lambda connection, table: None
    ) -> str:
        """Open a table; returns its id. It begins at once if no seat is open. `also` is done with it, or neither is."""
        rules = rules_of(wish.game)
        options = dict(wish.options)
        if "governor" in rules.options:
            options.setdefault("governor", "random")
        return await self._open(wish, Game(rules, len(wish.seats), new_seed(), options), None, also)

    async def play_on(self, wish: TableWish, game: Game, origin: Mapping[str, Any]) -> str:
        """Open a table that begins with what was played in a game, which is not over; returns its id."""
        return await self._open(wish, game, origin)

    async def _open(
        self,
        wish: TableWish,
        game: Game,
        origin: Mapping[str, Any] | None,
        also: Callable[[Connection, str], None] = lambda connection, table: None,
    ) -> str:
        row = _new_row(wish) | {"seed": game.seed, "rules": game.rules.version, "options": game.options}
        row |= {"round": _round(game), "last": len(game.decisions), "origin": origin}
        waiting = any(seat.kind == OPEN for seat in wish.seats)
        row |= {"state": WAITING, "turn": None} if waiting else {"state": RUNNING, "turn": game.turn}

        def insert_all(connection: Connection) -> None:
            _insert_table(connection, row, wish.seats)
            _insert_entries(connection, row["id"], game)
            also(connection, row["id"])

        await self._storage.write(insert_all)
        self.changed(row["id"])
        return str(row["id"])

    async def keep_record(self, text: str, host: str) -> str:
        """Keep a record that somebody has brought, for looking at; returns the table's id."""
        try:
            record = Record.from_json(text)
            if len(record.actions) > MOST_ACTIONS_OF_A_RECORD:
                raise BadRecord(f"it is longer than {MOST_ACTIONS_OF_A_RECORD} actions")
            game = record.replay()
        except BadRecord as error:
            raise NotPossible(f"This record cannot be shown: {error}.") from None
        seats = [SeatWish(PERSON, name=seat_name(name, i)) for i, name in enumerate(record.seats)]
        row = _new_row(TableWish(record.game, seats, game.options, title=f"{game.rules.title}, a record", host=host))
        row |= {"seed": record.seed, "rules": record.rules, "uploaded": True, "state": OVER, "turn": None}
        row |= {"round": _round(game), "result": _result(game), "last": len(game.decisions)}

        def keep(connection: Connection) -> None:
            _insert_table(connection, row, seats)
            _insert_entries(connection, row["id"], game)

        await self._storage.write(keep)
        return str(row["id"])


def _table(row: Row[Any] | None) -> TableRow:
    if row is None:
        raise NotThere("There is no such table. The link may be incomplete.")
    return TableRow(**dict(zip(_COLUMNS, row, strict=False)))  # seats may stand behind it


def _insert_table(connection: Connection, row: Mapping[str, Any], seats: Sequence[SeatWish]) -> None:
    connection.execute(insert(Table).values(row))
    rows = [{"table_id": row["id"], "seat": i, "seen": now(), **vars(seat)} for i, seat in enumerate(seats)]
    connection.execute(insert(Seat), rows)


def _insert_entries(connection: Connection, table_id: str, game: Game) -> None:
    """Write down all that was decided in a game."""
    entries = [
        {"table_id": table_id, "number": i, "seat": game.played_by[at], "action": game.actions[at].text}
        for i, at in enumerate(game.decisions, 1)
    ]
    if entries:
        connection.execute(insert(Entry), entries)


def _new_row(wish: TableWish) -> dict[str, Any]:
    """The columns of a new table that do not depend on the game's rules."""
    if wish.pace not in PACES:
        raise BadOption(f"the pace must be one of {', '.join(PACES)}, not {wish.pace!r}")
    return {
        "id": secrets.token_hex(6),
        "game": wish.game,
        "players": len(wish.seats),
        "options": dict(wish.options),
        "title": wish.title or rules_of(wish.game).title,
        "invitation": secrets.token_urlsafe(18),
        "host": wish.host,
        "listed": wish.listed,
        "pace": wish.pace,
        "hints": wish.hints,
        "lesson": wish.lesson,
    }


def new_seed() -> int:
    """How a new table is dealt: nobody can foresee it."""
    return secrets.randbelow(2**63)


def _play_first(game: Game, seat: int, action: str, names: Sequence[str]) -> None:
    """Play an action in a position that the seat sees: what is refused, and why, it could know."""
    try:
        game.play(action, seat)
    except NotYourTurn:
        assert game.turn is not None
        raise NotAllowed(f"It is not your turn: {names[game.turn]} is to move.") from None
    except BorikenError as error:
        raise NotLegal(f"{error}.") from None


def _play_later(game: Game, seat: int, action: str) -> None:
    """Play an action of the same request, of which nothing is stored yet.

    Were it tried after something new was shown, its refusal would tell what was drawn, and the move not be made.
    """
    if not game.may_take_back(seat):
        raise NotLegal(f"Send what comes before {action!r} first: it shows you something new.")
    try:
        game.play(action, seat)
    except BorikenError:
        raise NotLegal(f"{action!r} cannot be played after what comes before it.") from None


def first_game(table: TableRow) -> Game:
    """The game before the first decision; refused if this program's rules have changed since it was opened."""
    rules = rules_of(table.game)
    version = rules.version_for(table.players, table.options)
    if version != table.rules:
        raise NotPossible(
            f"This table was opened under version {table.rules} of the rules of {rules.title}; "
            f"this site now plays by version {version} and cannot continue it exactly."
        )
    return Game(rules, table.players, table.seed, dict(table.options))


def _round(game: Game) -> int:
    return int(game.states["round_number"][0])  # as views say it


def _result(game: Game) -> dict[str, Any] | None:
    outcome = game.outcome
    return None if outcome is None else {"points": list(outcome.points), "winners": list(outcome.winners)}


def _check_running(standing: Standing) -> None:
    if standing.table.state == WAITING:
        raise NotPossible(NOT_BEGUN)
    if standing.table.state == OVER:
        raise NotPossible("The game is over.")


def check_number(standing: Standing, number: int) -> None:
    """Refuse what was meant for another position."""
    if number != standing.number:
        raise _stale()


def _stale() -> Stale:
    return Stale("The table has moved on since you looked. Look again and choose anew.")
