"""The JSON API: everything that people do on the pages, for programs in any language.

Say who you are (POST /api/people), open a table or sit down at one, read your view with its legal actions, play them by
their texts, and follow the table's events. A move carries the number of the last entry you know; if the table has moved
on meanwhile, it is refused with 409 and nothing has happened.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError

from boriken.games import GAMES

from . import metrics
from .bots import check_level
from .compiling import USUAL_LEVEL
from .imports import bring as bring_record
from .lobby import Listed
from .names import LONGEST_NAME, LONGEST_TITLE
from .opening import open_table
from .own_bots import ALL_LEVELS
from .refusals import Refusal
from .replays import record_text, replay_stop
from .security import Visitor
from .site import Site, ThePerson, TheSite, TheVisitor
from .standing import PACES, PERSON, SeatWish, Standing, TableWish
from .tables import MOST_AT_ONCE

router = APIRouter(prefix="/api", tags=["API"])
_HEARTBEAT = 15.0
_BOTS_PLAY = 5.0
"""Seconds after which somebody looks at a table where bots are to move though nobody has told."""

TableId = Annotated[str, Path(max_length=16, description="The table's id.")]
Pace = Literal["slow", "usual", "quick", "at-once"]
assert set(PACES) == set(Pace.__args__)  # type: ignore[attr-defined]


class Problem(BaseModel):
    """Why a request was refused. Nothing has changed."""

    error: str
    """In words."""
    kind: str
    """For programs: `stale`, `not-allowed`, `not-possible`, ..."""


class NewPerson(BaseModel):
    name: str = Field("", max_length=LONGEST_NAME, description="What you are called.", examples=["Ann"])


class KnownPerson(BaseModel):
    name: str
    token: str = Field(description="For the header 'Authorization: Bearer TOKEN'. Keep it: it is who you are.")


class Option(BaseModel):
    usual: bool | int | str
    choices: list[bool | int | str] | None = Field(description="None: a seat, or 'random'.")
    names: list[str] = Field(description="A list of these may be given instead of a choice.")
    meaning: str


class GameInfo(BaseModel):
    name: str
    title: str
    players: list[int]
    rules: int
    ready: bool = Field(
        description="False while its rules are compiled on the first start: tables are refused with 503."
    )
    options: dict[str, Option]


class Games(BaseModel):
    games: list[GameInfo]
    levels: list[str] = Field(description="Strengths of bots, weakest first; then bots of the host's own.")


class NewSeat(BaseModel):
    kind: Literal["me", "bot", "open"]
    level: str | None = Field(None, description="A bot's strength.")


class NewTable(BaseModel):
    game: str = Field(examples=list(GAMES)[:1])
    seats: list[NewSeat] = Field(
        max_length=5,
        description="Who sits where: 'me' once at most, a 'bot' of a level, or 'open' for whoever comes.",
        examples=[[{"kind": "me"}, {"kind": "bot", "level": "medium"}, {"kind": "bot"}]],
    )
    options: dict[str, bool | int | str | list[str]] = Field({}, description="The game's options; see /api/games.")
    title: str = Field("", max_length=LONGEST_TITLE)
    listed: bool = Field(False, description="Whether strangers find the table and may sit down or watch.")
    pace: Pace = Field("usual", description="How quickly the bots play.")
    hints: bool = True


class SeatInfo(BaseModel):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    me: bool


class TableInfo(BaseModel):
    id: str
    title: str
    game: str
    options: dict[str, Any]
    state: Literal["waiting", "running", "over"]
    round: int
    turn: int | None = Field(description="The seat that is to choose.")
    number: int = Field(description="The number of the last entry.")
    seats: list[SeatInfo]
    seat: int | None = Field(description="Where you sit.")
    result: dict[str, Any] | None = Field(None, description="Points and winners of a finished game.")


class ActionInfo(BaseModel):
    text: str = Field(description="As in records: send this to play it.")
    meaning: str


class TableView(TableInfo):
    """A table as its asker sees it."""

    view: dict[str, Any] | None = Field(
        description="All that your seat may know; onlookers: what everybody may know. None before the game begins."
    )
    legal: list[ActionInfo] = Field(description="What you may choose; empty unless it is your turn.")
    may_undo: bool
    invitation: str | None = Field(description="The path of the invitation link; for those who sit here.")


class Opened(BaseModel):
    id: str
    path: str
    invitation: str


class Move(BaseModel):
    number: int = Field(ge=0, description="The last entry you know.")
    actions: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1, max_length=MOST_AT_ONCE, description="One action, or several in a row: all of them or none."
    )


class TakeBack(BaseModel):
    number: int = Field(ge=0, description="The last entry you know.")


class Invitation(BaseModel):
    key: str = Field("", max_length=64, description="From the invitation link, for tables that are not listed.")


class Level(BaseModel):
    level: str = USUAL_LEVEL


class HintInfo(BaseModel):
    action: str
    chance: float | None
    visits: int | None
    points: float | None
    sentence: str
    low: float | None = Field(description="The chance lies between low and high 19 times in 20.")
    high: float | None
    group: int = Field(description="0: the best, and all to which no difference is shown.")


class PastAction(BaseModel):
    seat: int
    text: str | None = Field(description="None where it would tell another seat's secret.")
    meaning: str


class ReplayView(BaseModel):
    at: int
    last: int
    view: dict[str, Any]
    action: PastAction | None = Field(description="What led here; None at the start.")
    seat: int | None


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": words}
    for code, words in {
        401: "Nobody we know: get a token first.",
        403: "Not yours to do: another's seat, another's turn, another site's page.",
        404: "No such table.",
        409: "Stale: the table has moved on since you looked.",
        413: "Too big.",
        422: "Not possible: an illegal action, a misspelt one, an option that the game does not have.",
        429: "Too often.",
        503: "Not now: very many people are playing, or the game is not compiled yet (Retry-After says when to ask "
        "again), or something is broken.",
    }.items()
}


@router.post("/people", summary="Say who you are", status_code=201)
async def new_person(site: TheSite, visitor: TheVisitor, body: NewPerson) -> KnownPerson:
    """A new identity. The token is all there is to it: no account, no password."""
    site.limits.person(visitor.host)
    person = site.identities.new()
    name = await site.people.meet(person, body.name)
    return KnownPerson(name=name, token=site.identities.token(person))


@router.post("/people/me/token", summary="End your other sessions", responses={401: REFUSALS[401]})
async def new_token(
    request: Request, response: Response, site: TheSite, visitor: TheVisitor, person: ThePerson
) -> KnownPerson:
    """A new token for the same person; older tokens and cookies end, everywhere within seconds."""
    name = await site.people.meet(person)
    serial = await site.admission.end_tokens(person)
    if not visitor.by_token:
        secure = request.url.scheme == "https"
        response.headers.append("Set-Cookie", site.identities.cookie(person, secure, serial))
    return KnownPerson(name=name, token=site.identities.token(person, serial))


@router.get("/games", summary="Games, options, bots")
async def games(site: TheSite, visitor: TheVisitor) -> Games:
    found = [
        GameInfo(
            name=rules.name,
            title=rules.title,
            players=list(rules.players),
            rules=rules.version,
            ready=site.preparation.is_ready(rules.key),
            options={
                name: Option(
                    usual="random" if option.seat else option.usual,
                    choices=None if option.seat else list(option.choices),
                    names=list(option.names),
                    meaning=option.meaning,
                )
                for name, option in rules.options.items()
            },
        )
        for rules in GAMES.values()
    ]
    return Games(games=found, levels=list(ALL_LEVELS))


@router.get("/tables", summary="The lobby")
async def tables(site: TheSite, visitor: TheVisitor) -> list[TableInfo]:
    """Your tables, those with a free seat, those to watch."""
    return [_listed(listed) for listed in await site.lobbies.tables(visitor.person)]


@router.post("/tables", summary="Open a table", status_code=201, responses=REFUSALS)
async def new_table(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor, body: NewTable) -> Opened:
    """It begins as soon as no seat is open."""
    name = await site.people.meet(person)
    seats = []
    for seat in body.seats:
        level = check_level(seat.level or USUAL_LEVEL) if seat.kind == "bot" else None
        seats.append(SeatWish({"me": PERSON}.get(seat.kind, seat.kind), level=level))
    wish = TableWish(
        game=body.game,
        seats=seats,
        options=body.options,
        title=body.title,
        host=person,
        listed=body.listed,
        pace=body.pace,
        hints=body.hints,
    )
    table_id = await open_table(site, wish, name, visitor.host)
    standing = await site.tables.read(table_id)
    return Opened(id=table_id, path=f"/tables/{table_id}", invitation=_invitation(standing))


@router.get("/tables/{table_id}", summary="Read a table: your view and your legal actions", responses=REFUSALS)
async def table(site: TheSite, visitor: TheVisitor, table_id: TableId) -> TableView:
    standing = await site.tables.read(table_id)
    site.bots.wake(table_id)
    await site.seats.note_presence(standing, visitor.person)
    return _view(standing, visitor.person)


@router.post("/tables/{table_id}/seats/{seat}", summary="Sit down", responses=REFUSALS)
async def sit(site: TheSite, person: ThePerson, table_id: TableId, seat: int, body: Invitation) -> TableView:
    """Take an open seat, or your own back from a bot."""
    name = await site.people.meet(person)
    return _view(await site.seats.sit(table_id, seat, person, name, body.key), person)


@router.post("/tables/{table_id}/seats/{seat}/bot", summary="Give a seat to a bot", responses=REFUSALS)
async def give(site: TheSite, person: ThePerson, table_id: TableId, seat: int, body: Level) -> TableView:
    """Your own, one that was left alone, or, as the host, an open one."""
    return _view(await site.seats.give_to_bot(table_id, seat, person, check_level(body.level)), person)


@router.post("/tables/{table_id}/moves", summary="Play", responses=REFUSALS)
async def play(site: TheSite, person: ThePerson, table_id: TableId, body: Move) -> TableView:
    """Once this is answered with 200, the move is on the disk."""
    return _view(await site.tables.play(table_id, person, body.number, body.actions), person)


@router.post("/tables/{table_id}/undo", summary="Take back", responses=REFUSALS)
async def undo(site: TheSite, person: ThePerson, table_id: TableId, body: TakeBack) -> TableView:
    """Your last decision, until something hidden was shown or somebody else has decided."""
    return _view(await site.tables.undo(table_id, person, body.number), person)


@router.post("/tables/{table_id}/hint", summary="What would the bot do?", responses=REFUSALS)
async def hint(site: TheSite, person: ThePerson, table_id: TableId) -> list[HintInfo]:
    standing = await site.tables.read(table_id)
    hint = await site.hint(standing, person)
    return [HintInfo(**vars(choice)) for choice in hint.choices]


@router.get(
    "/tables/{table_id}/events",
    summary="Follow a table",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "Server-sent events."},
        404: REFUSALS[404],
        429: REFUSALS[429],
    },
)
async def events(
    request: Request,
    site: TheSite,
    visitor: TheVisitor,
    table_id: TableId,
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    """Server-sent events: the same as reading the table, once at the start and whenever it changes.

    Each event's id is the number of the last entry. A client that reconnects with `Last-Event-ID` hears nothing until
    there is something new. The stream ends with the game, or when the site does.
    """
    site.limits.may_connect(visitor.host)  # a refusal is still a plain answer
    await site.tables.read(table_id)
    known = int(last_event_id[:10]) if last_event_id and last_event_id.isdecimal() else None
    stream = until_an_outage(_events(request, site, table_id, visitor, known))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def until_an_outage(stream: AsyncGenerator[str]) -> AsyncIterator[str]:
    """A stream that has begun cannot be refused any more: it ends, and its client comes back."""
    with contextlib.suppress(Refusal, SQLAlchemyError):
        async with contextlib.aclosing(stream):
            async for event in stream:
                yield event


async def _events(
    request: Request, site: Site, table_id: str, visitor: Visitor, known: int | None
) -> AsyncGenerator[str]:
    told: tuple[Any, ...] | None = None
    changed = False
    with site.limits.connection(visitor.host), metrics.connected("stream"):
        async with site.news.listening(table_id) as listener:
            while await site.admission.still(visitor):
                standing = await site.tables.read(table_id)
                if not changed:  # else whoever has changed it lets the bots play
                    site.bots.wake(table_id)
                await site.seats.note_presence(standing, visitor.person)
                state = (standing.number, standing.table.state, standing.seats)
                if state != told and not (told is None and known == standing.number and standing.table.state != "over"):
                    data = _view(standing, visitor.person).model_dump_json()
                    yield f"id: {standing.number}\nevent: table\ndata: {data}\n\n"
                    metrics.updated("stream")
                told = state
                if standing.table.state == "over":
                    return
                changed = await listener.wait(_HEARTBEAT if standing.bot_to_move is None else _BOTS_PLAY)
                if site.news.ending:
                    return
                if not changed:
                    if await request.is_disconnected():
                        return
                    yield ": still there\n\n"


@router.get("/tables/{table_id}/replay", summary="Look back", responses=REFUSALS)
async def replay(
    site: TheSite,
    visitor: TheVisitor,
    table_id: TableId,
    at: Annotated[int | None, Query(ge=0, description="After how many actions; by default the last.")] = None,
    seat: Annotated[int | None, Query(ge=0, description="Whose view; by default what everybody saw.")] = None,
) -> ReplayView:
    """What a seat saw then: your own while the game runs, anybody's once it is over."""
    standing = await site.tables.read(table_id)
    stop = replay_stop(standing, visitor.person, at, seat)
    game = standing.game
    led_here = None
    if stop:
        action, by = game.actions[stop - 1], game.played_by[stop - 1]
        known = standing.table.state == "over" or by == seat
        led_here = PastAction(
            seat=by, text=action.text if known else None, meaning=action.meaning if known else action.public
        )
    return ReplayView(at=stop, last=len(game.actions), view=game.view_after(stop, seat), action=led_here, seat=seat)


@router.get("/tables/{table_id}/record", summary="The record of a finished game", responses=REFUSALS)
async def record(site: TheSite, visitor: TheVisitor, table_id: TableId) -> Response:
    return Response(record_text(await site.tables.read(table_id)), media_type="application/json")


@router.post("/records", summary="Bring a record", status_code=201, responses=REFUSALS)
async def bring(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor) -> Opened:
    """A record as the request's body; it can be looked at under the path that is answered."""
    table_id = await bring_record(site, await request.body(), person, visitor.host)
    return Opened(id=table_id, path=f"/tables/{table_id}/replay", invitation="")


def _info(table: Any, seats: Any, mine: int | None, turn: int | None) -> dict[str, Any]:
    return {
        "id": table.id,
        "title": table.title,
        "game": table.game,
        "options": table.options,
        "state": table.state,
        "round": table.round,
        "turn": turn,
        "number": table.last,
        "seats": [SeatInfo(seat=s.seat, kind=s.kind, name=s.name, level=s.level, me=s.seat == mine) for s in seats],
        "seat": mine,
        "result": table.result,
    }


def _listed(listed: Listed) -> TableInfo:
    return TableInfo(**_info(listed.table, listed.seats, listed.mine, listed.table.turn))


def _view(standing: Standing, person: str | None) -> TableView:
    seat = standing.seat_of(person)
    if standing.position is None:
        info = _info(standing.table, standing.seats, seat, None)
        return TableView(
            **info, view=None, legal=[], may_undo=False, invitation=_invitation(standing) if seat is not None else None
        )
    game = standing.game
    mine = seat is not None and game.turn == seat
    return TableView(
        **_info(standing.table, standing.seats, seat, game.turn) | {"number": standing.number},
        view=game.view(seat),
        legal=[ActionInfo(text=a.text, meaning=a.meaning) for a in game.legal_actions] if mine else [],
        may_undo=standing.may_take_back(seat),
        invitation=None,
    )


def _invitation(standing: Standing) -> str:
    return f"/tables/{standing.table.id}/join?key={standing.table.invitation}"
