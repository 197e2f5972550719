"""The pages' addresses. A form answers with the next page, a script with the parts that have changed."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from boriken.engine import BorikenError, rules_of
from boriken.games import GAMES

from . import pages
from .api_page import api_page
from .bots import check_level
from .compiling import USUAL_LEVEL
from .forms import whole
from .names import has_control
from .opening import open_table
from .pages.review import ReviewWish
from .pages.scene import Hint
from .refusals import NotLegal, NotPossible, Refusal
from .rematches import rematch
from .replays import Eyes, record_text
from .review_routes import review_shown
from .seats import may_join
from .security import wants_json
from .site import Site, ThePerson, TheSite, TheVisitor, person_of, site_of, visitor_of
from .standing import BOT, NOT_BEGUN, OPEN, OVER, PACES, PERSON, RUNNING, WAITING, SeatWish, Standing, TableWish
from .tables import check_number
from .visitor_scenes import Scenes

router = APIRouter(default_response_class=HTMLResponse)
_MOST_FIELDS = 100
_A_LIST = "list"
"""How an option is chosen whose value is a list of names, each with a field of its own."""
Form = dict[str, str]


def scenes_of(request: Request) -> Scenes:
    scenes: Scenes = request.app.state.scenes
    return scenes


# --- the lobby ----------------------------------------------------------------------------------------------------


@router.get("/")
async def lobby(request: Request, visitor: TheVisitor) -> str:
    return pages.lobby_page(await scenes_of(request).lobby(visitor.person))


@router.get("/preparing")
async def preparing(site: TheSite, visitor: TheVisitor) -> Response:
    """The lobby's words about what is being prepared; nothing once all is ready."""
    shown = site.preparation.shown
    return HTMLResponse(pages.preparing_part(shown)) if shown is not None else Response(status_code=204)


@router.get("/tables/new")
async def new_table(request: Request, visitor: TheVisitor) -> str:
    return pages.new_table_page(await scenes_of(request).lobby(visitor.person))


@router.get("/replays")
async def replays(request: Request, visitor: TheVisitor) -> str:
    return pages.replays_page(await scenes_of(request).finished(visitor.person))


@router.post("/me")
async def me(request: Request, site: TheSite, person: ThePerson) -> Response:
    form = await _form(request)
    await site.people.rename(person, _text(form, "name"))
    return _see("/")


@router.post("/quick")
async def quick(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor) -> Response:
    """Two clicks from the front page to a game against bots."""
    form = await _form(request)
    rules = rules_of(_text(form, "game") or next(iter(GAMES)))
    bots = _number(form, "bots", rules.usual_players - 1)
    level = check_level(_text(form, "level") or USUAL_LEVEL)
    if not 1 <= bots < rules.players[-1]:
        raise NotPossible(f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players.")
    seats = [SeatWish(PERSON), *[SeatWish(BOT, level=level)] * bots]
    wish = TableWish(rules.name, seats, host=person)
    return _see(f"/tables/{await open_table(site, wish, await site.people.meet(person), visitor.host)}")


@router.post("/tables")
async def open_a_table(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor) -> Response:
    form = await _form(request)
    try:
        wish = _wish(form, person)
        if _text(form, "me"):
            await site.people.rename(person, _text(form, "me"))
        name = await site.people.meet(person)
        return _see(f"/tables/{await open_table(site, wish, name, visitor.host)}")
    except (BorikenError, NotPossible) as error:
        words = pages.in_words_of_the_form(_text(form, "game"), str(error).removesuffix("."))
        shown = await scenes_of(request).lobby(person, f"{words[:1].upper()}{words[1:]}.", form)
        return HTMLResponse(pages.new_table_page(shown), NotPossible.status)


def _wish(form: Form, person: str) -> TableWish:
    """The table that the form describes."""
    rules = rules_of(_text(form, "game"))
    players = _number(form, "players", rules.usual_players)
    if players not in rules.players:
        raise NotPossible(f"{rules.title} is for {rules.players[0]} to {rules.players[-1]} players, not {players}.")
    seats = [SeatWish(PERSON)]
    for i in range(2, players + 1):
        kind, _, level = (_text(form, f"seat-{i}") or f"bot:{USUAL_LEVEL}").partition(":")
        if kind not in (OPEN, BOT):
            raise NotPossible(f"Seat {i} must be open or a bot's.")
        seats.append(SeatWish(kind, level=check_level(level) if kind == BOT else None))
    if _on(form, "shuffle"):
        random.SystemRandom().shuffle(seats)
    return TableWish(
        game=rules.name,
        seats=seats,
        options=_options(form, rules.name),
        title=_text(form, "name"),
        host=person,
        listed=_on(form, "public"),
        hints=_on(form, "hints"),
    )


def _options(form: Form, game: str) -> dict[str, Any]:
    """`GAME:OPTION` fields as the game's options; the game itself checks them."""
    options: dict[str, Any] = {}
    for name, option in GAMES[game].options.items():
        field = f"{game}:{name}"
        if option.choices == (False, True) and not option.seat:
            options[name] = _on(form, field)
        elif f"{field}:way" in form:  # ticked or not, and how it is played stands beside it
            way = _text(form, f"{field}:way")
            listed = [one for one in option.names if _on(form, f"{field}:{one}")]
            options[name] = (listed if way == _A_LIST else way) if _on(form, field) else option.usual
        elif field in form:
            text = _text(form, field)
            options[name] = int(text) if text.isdecimal() and len(text) < 6 else text
    return options


# --- a table ------------------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}")
async def table(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    standing = await site.tables.read(table_id)
    if standing.table.uploaded:
        return _see(f"/tables/{table_id}/replay")
    site.bots.wake(table_id)
    await site.seats.note_presence(standing, visitor.person)
    return await _page(request, standing, visitor.person)


@router.get("/tables/{table_id}/join")
async def join(request: Request, site: TheSite, visitor: TheVisitor, table_id: str, key: str = "") -> Response:
    standing = await site.tables.read(table_id)
    if standing.table.state != WAITING or standing.seat_of(visitor.person) is not None:
        return _see(f"/tables/{table_id}")
    return await _page(request, standing, visitor.person, key)


async def _page(request: Request, standing: Standing, person: str | None, key: str = "") -> Response:
    """The page that fits the state of a table."""
    scenes = scenes_of(request)
    if standing.table.state == WAITING:
        may_sit = standing.seat_of(person) is None and may_join(standing, person, key)
        name = await request.app.state.site.people.name(person)
        return HTMLResponse(pages.waiting_page(scenes.table(standing, person), may_sit=may_sit, key=key, name=name))
    scene = scenes.of(standing, person)
    if standing.table.state == OVER:
        at_the_end = ReviewWish(at=len(standing.game.actions))
        shown = await review_shown(request, request.app.state.site, standing, person, at_the_end)
        return HTMLResponse(pages.end_page(scene, shown))
    return HTMLResponse(pages.table_page(scene))


async def draft(request: Request, site: Site, person: str, table_id: str) -> Response:
    form = await _form(request)
    standing = await site.tables.latest(table_id)  # staging changes nothing at the table
    seat = standing.my_seat(person)
    number = _number(form, "number")
    check_number(standing, number)  # first: a piece of another position may not even exist in this one
    staged: tuple[str, ...] = ()
    if not _on(form, "clear"):
        staged = pages.press(standing.game, seat, standing.draft(seat), _text(form, "press"))
    if _on(form, "straight") and pages.may_be_regretted(standing.game, seat, staged):
        standing = await site.tables.play(table_id, person, number, staged)
    else:
        standing = await site.tables.stage(standing, seat, number, staged)
    return _answer(request, standing, person, shown=_text(form, "shown"))


async def move(request: Request, site: Site, person: str, table_id: str) -> Response:
    form = await _form(request)
    number = _number(form, "number")
    action = _text(form, "action")

    def planned(standing: Standing, seat: int) -> Sequence[str]:
        plan = pages.plan(standing.game, seat, standing.draft(seat))
        if standing.number == number and standing.game.turn == seat and not plan.ready:
            raise NotPossible("There is nothing to confirm yet: choose first.")
        return plan.actions or ("pass",)

    try:
        if action:
            standing = await site.tables.play(table_id, person, number, [action])
        else:
            standing = await site.tables.confirm(table_id, person, number, planned)
    except NotLegal:
        raise NotPossible("That is not possible now. Look again and choose anew.") from None
    return _answer(request, standing, person, shown=_text(form, "shown"))


def plain_routes() -> list[Route]:
    """What is asked all the time, as plain routes: to find FastAPI's and what they depend on takes longer than to look
    into the database."""

    def plain(endpoint: Callable[[Request, Site, str, str], Awaitable[Response]]) -> Route:
        async def answer(request: Request) -> Response:
            site = await site_of(request)
            person = await person_of(request, site, await visitor_of(request))
            return await endpoint(request, site, person, request.path_params["table_id"])

        return Route(f"/tables/{{table_id}}/{endpoint.__name__}", answer, methods=["POST"])

    return [plain(draft), plain(move)]


@router.post("/tables/{table_id}/undo")
async def undo(request: Request, site: TheSite, person: ThePerson, table_id: str) -> Response:
    form = await _form(request)
    return _answer(request, await site.tables.undo(table_id, person, _number(form, "number")), person)


@router.post("/tables/{table_id}/pass")
async def pass_for_me(request: Request, site: TheSite, person: ThePerson, table_id: str) -> Response:
    """Pass if nothing else makes sense; else nothing happens. For those who have asked for it in their settings."""
    number = _number(await _form(request), "number")
    standing = await site.tables.read(table_id)
    seat = standing.my_seat(person)
    asked = standing.number == number and standing.table.state == RUNNING and standing.game.turn == seat
    if asked and pages.only_passing_makes_sense(standing.game, seat):
        standing = await site.tables.play(table_id, person, number, ["pass"])
    return _answer(request, standing, person)


@router.post("/tables/{table_id}/hint")
async def hint(request: Request, site: TheSite, person: ThePerson, table_id: str) -> Response:
    standing = await site.tables.read(table_id)
    thought: Hint | None = await site.hint(standing, person)
    number, standing = standing.number, await site.tables.read(table_id)
    if standing.number != number:
        thought = None  # what it is about is no longer asked
    if wants_json(request.scope):
        return _answer(request, standing, person, thought)
    return HTMLResponse(pages.table_page(scenes_of(request).of(standing, person, thought)))


@router.post("/tables/{table_id}/pace")
async def pace(request: Request, site: TheSite, person: ThePerson, table_id: str) -> Response:
    chosen = _text(await _form(request), "pace")
    if chosen not in PACES:
        raise NotPossible(f"The pace is one of {', '.join(PACES)}.")
    return _answer(request, await site.seats.set_pace(table_id, person, chosen), person)


@router.post("/tables/{table_id}/skip")
async def skip(request: Request, site: TheSite, person: ThePerson, table_id: str) -> Response:
    """No pauses until a person is to move."""
    standing = await site.tables.read(table_id)
    standing.my_seat(person)
    site.bots.hurry(table_id)
    return _answer(request, standing, person)


@router.post("/tables/{table_id}/seats/{seat}/sit")
async def sit(request: Request, site: TheSite, person: ThePerson, table_id: str, seat: int) -> Response:
    form = await _form(request)
    if _text(form, "name"):
        await site.people.rename(person, _text(form, "name"))
    name = await site.people.meet(person)
    return _answer(request, await site.seats.sit(table_id, seat, person, name, _text(form, "key")), person)


@router.post("/tables/{table_id}/seats/{seat}/bot")
async def give(request: Request, site: TheSite, person: ThePerson, table_id: str, seat: int) -> Response:
    level = check_level(_text(await _form(request), "level") or USUAL_LEVEL)
    return _answer(request, await site.seats.give_to_bot(table_id, seat, person, level), person)


@router.post("/tables/{table_id}/leave")
async def leave(site: TheSite, person: ThePerson, table_id: str) -> Response:
    await site.seats.leave(table_id, person)
    return _see("/")


@router.get("/tables/{table_id}/give-up")
async def ask_to_give_up(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """How the game stands, and what becomes of it."""
    standing = await site.tables.read(table_id)
    if standing.table.state != RUNNING or standing.seat_of(visitor.person) is None:
        return _see(f"/tables/{table_id}")
    return HTMLResponse(pages.give_up_page(scenes_of(request).of(standing, visitor.person), USUAL_LEVEL))


@router.post("/tables/{table_id}/give-up")
async def give_up(site: TheSite, person: ThePerson, table_id: str) -> Response:
    """A bot plays on; the seat may be had back."""
    standing = await site.tables.read(table_id)
    if standing.table.state == WAITING:
        raise NotPossible(NOT_BEGUN)
    await site.seats.give_to_bot(table_id, standing.my_seat(person), person, USUAL_LEVEL)
    return _see(f"/tables/{table_id}")


@router.post("/tables/{table_id}/rematch")
async def play_again(
    request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor, table_id: str
) -> Response:
    turned = _on(await _form(request), "turn")
    return _see(f"/tables/{await rematch(site, table_id, person, visitor.host, turned)}")


# --- looking back ------------------------------------------------------------------------------------


@router.get("/tables/{table_id}/replay")
async def replay(
    request: Request,
    site: TheSite,
    visitor: TheVisitor,
    table_id: str,
    at: str | None = None,
    seat: str | None = None,
) -> str:
    standing = await site.tables.read(table_id)
    eyes: Eyes = None
    if seat:
        eyes = "all" if seat == "all" else whole(seat, "seat")
    wanted = whole(at, "at") if at else (0 if standing.table.state == OVER else None)
    return pages.replay_page(*scenes_of(request).replay(standing, visitor.person, wanted, eyes))


@router.get("/tables/{table_id}/record.json")
async def record(site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    standing = await site.tables.read(table_id)
    name = f"{standing.table.game}-{table_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(record_text(standing), media_type="application/json", headers=headers)


@router.get("/api")
async def about_the_api(request: Request, visitor: TheVisitor) -> str:
    return api_page(request.app.openapi())


# --- answers and fields -------------------------------------------------------------------------------------------


def _see(path: str) -> Response:
    """Go and look there: the answer to a form that did something."""
    return RedirectResponse(path, 303)


def _answer(request: Request, standing: Standing, person: str, hint: Hint | None = None, shown: str = "") -> Response:
    """The present table: for a script the parts that it does not show yet, the page for a form."""
    if not wants_json(request.scope):
        return _see(f"/tables/{standing.table.id}")
    answer = scenes_of(request).answer(standing, person, shown, hint)
    return Response(orjson.dumps(answer), media_type="application/json")


async def _form(request: Request) -> Form:
    """The form's fields; files are not among them."""
    async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    if any(has_control(value) for name, value in fields.items() if name not in ("name", "me")):  # names are cleaned
        raise Refusal("A field of this form holds characters that nobody can type.")
    return fields


def _text(form: Form, name: str) -> str:
    return form.get(name, "").strip()


def _on(form: Form, name: str) -> bool:
    """A checkbox."""
    return _text(form, name) in ("on", "1", "true", "yes")


def _number(form: Form, name: str, usual: int | None = None) -> int:
    text = _text(form, name)
    if not text and usual is not None:
        return usual
    return whole(text, name)
