"""Learning from one's mistakes: the decisions that lost most, asked once more, and the new answer judged.

Which they are, the review of the game says. Each question is the table as the seat saw it then. Nothing is kept: an
answer is an address.
"""

from __future__ import annotations

from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from boriken.analysis import Decision, Verdict
from boriken.analysis.explaining import in_words
from boriken.analysis.judging import Choice

from . import pages
from .exploring import chosen, staged
from .forms import MOST_PIECES, Fields, fields_of, whole
from .lines import spot_of
from .pages.mistake_page import Asked
from .pages.scene import Hint, HintChoice
from .refusals import NotPossible, NotThere
from .reviewed import Brings, Reviewed
from .security import wants_json
from .site import Site, ThePerson, TheSite, TheVisitor
from .standing import OVER, PERSON, Standing
from .visitor_scenes import Scenes

router = APIRouter(prefix="/mistakes/{table_id}", default_response_class=HTMLResponse)
MOST_MISTAKES = 8
"""That one is asked about."""
SHOW = "?"
"""The answer of who wants to be told."""
_LOOK_AGAIN = 3
"""Seconds after which the page that waits for the review loads itself again."""


@router.get("")
async def ask(
    request: Request, site: TheSite, visitor: TheVisitor, table_id: str, seat: str = "", n: str = "1", answer: str = ""
) -> Response:
    """A question, or what became of its answer; before that, how far the review is."""
    standing, mine = await _seat(site, table_id, seat, visitor.person)
    table = _scenes(request).table(standing, visitor.person)
    progress = await site.reviews.progress(table_id)
    if progress is None or not progress.done:
        waits = progress is not None and not progress.failed
        page = pages.looking_back_page(table, mine, progress.share if progress is not None and waits else None)
        return HTMLResponse(page, headers={"Refresh": str(_LOOK_AGAIN)} if waits else None)
    reviewed = await _reviewed(site, standing)
    if not mistakes_of(reviewed, mine):
        words = f"No decision of {table.seats[mine].name} was shown to lose anything that matters."
        return HTMLResponse(pages.message_page("No mistakes", words, f"/tables/{table_id}", "Back to the game"))
    draft = tuple(request.query_params.getlist("draft")[:MOST_PIECES])
    asked = _asked(request, standing, mine, reviewed, n, visitor.person, answer, draft)
    return HTMLResponse(pages.mistake_page(asked))


@router.post("")
async def begin(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor, table_id: str) -> Response:
    """Have the game reviewed, if nobody has asked for it before."""
    fields = await fields_of(request)
    standing, mine = await _seat(site, table_id, "".join(fields.get("seat", [])[:1]), person)
    await site.reviewer.ask(standing, person, visitor.host)
    return _see(table_id, mine, "1")


@router.post("/draft")
async def stage(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """Press a piece."""
    fields = await fields_of(request)
    standing, mine, reviewed, n = await _question(site, table_id, fields, visitor.person)
    draft: tuple[str, ...] = ()
    if "clear" not in fields:
        spot = spot_of(standing, _mistake(reviewed, mine, n)[1].after)
        draft = staged(spot, [*fields.get("draft", []), *fields.get("press", [])])
    if not wants_json(request.scope):
        return _see(table_id, mine, n, draft=draft)
    asked = _asked(request, standing, mine, reviewed, n, visitor.person, "", draft)
    return Response(orjson.dumps(pages.mistake_update(asked)), media_type="application/json")


@router.post("/move")
async def answer_it(request: Request, site: TheSite, visitor: TheVisitor, table_id: str) -> Response:
    """Give an answer. Of several decisions that are confirmed together the first is the one in question."""
    fields = await fields_of(request)
    standing, mine, reviewed, n = await _question(site, table_id, fields, visitor.person)
    decision = _mistake(reviewed, mine, n)[1]
    action = chosen(spot_of(standing, decision.after), fields)[0]
    if action not in _choices(decision):
        raise NotPossible("That is not possible here. Look again and choose anew.")
    return _see(table_id, mine, n, answer=action)


# --- what the review has found ----------------------------------------------------------------------------------------


def mistakes_of(reviewed: Reviewed, seat: int) -> list[Decision]:
    """The decisions of a seat that lost something that matters, the worst first."""
    bad = [d for d in reviewed.review.decisions if d.seat == seat and d.verdict in (Verdict.DOUBTFUL, Verdict.MISTAKE)]
    return sorted(bad, key=lambda decision: -decision.loss)[:MOST_MISTAKES]


async def _seat(site: Site, table_id: str, seat: str, person: str | None) -> tuple[Standing, int]:
    """The table, which must be over, and whose mistakes are meant: one's own, unless another seat is named."""
    standing = await site.tables.read(table_id)
    if standing.table.state != OVER:
        raise NotPossible("This game is not over yet. Once it is, you can learn from it.")
    if seat:
        return standing, standing.seat(whole(seat, "seat")).seat
    mine = standing.seat_of(person)
    people = [one.seat for one in standing.seats if one.kind == PERSON]
    return standing, mine if mine is not None else next(iter(people), 0)


async def _reviewed(site: Site, standing: Standing) -> Reviewed:
    reviewed = await site.reviews.read(standing.table.id, standing.game)
    if reviewed is None or not reviewed.progress.done:
        raise NotPossible("This game is not reviewed yet.")
    return reviewed


async def _question(
    site: Site, table_id: str, fields: Fields, person: str | None
) -> tuple[Standing, int, Reviewed, str]:
    """The question that a form answers."""
    standing, mine = await _seat(site, table_id, "".join(fields.get("seat", [])[:1]), person)
    return standing, mine, await _reviewed(site, standing), "".join(fields.get("n", ["1"])[:1])


def _mistake(reviewed: Reviewed, seat: int, n: str) -> tuple[int, Decision]:
    """A question by its number, from 1."""
    place, found = whole(n, "n"), mistakes_of(reviewed, seat)
    if not 1 <= place <= len(found):
        raise NotThere("There is no such question about this game.")
    return place, found[place - 1]


def _choices(decision: Decision) -> list[str]:
    return [choice.action.text for choice in decision.judgement.choices]


def _asked(
    request: Request,
    standing: Standing,
    seat: int,
    reviewed: Reviewed,
    n: str,
    person: str | None,
    answer: str,
    draft: tuple[str, ...],
) -> Asked:
    """What the page shows of a question."""
    place, decision = _mistake(reviewed, seat, n)
    if answer and answer not in (SHOW, *_choices(decision)):
        raise NotPossible("That was no choice here. Look again and choose anew.")
    spot, played = spot_of(standing, decision.after), decision.played.action.text
    return Asked(
        table=_scenes(request).table(standing, person),
        game=spot.game,
        seat=seat,
        at=decision.after,
        moves=len(standing.game.actions),
        place=place,
        questions=len(mistakes_of(reviewed, seat)),
        played=played,
        judgement=_hint(decision, reviewed.brings.get(decision.number, {})),
        answer=played if answer == SHOW else answer,
        draft=draft if not answer else (),
        explore=spot.address(),
    )


def _hint(decision: Decision, brings: Brings) -> Hint:
    """A decision that was reviewed, as pages show choices."""

    def shown(choice: Choice) -> HintChoice:
        gets = brings.get(choice.action.text, ())
        return HintChoice(
            action=choice.action.text,
            chance=choice.chance.mean,
            points=choice.points,
            sentence=f"It brings {in_words(gets[decision.seat])}." if gets and gets[decision.seat] else "",
            low=choice.chance.low,
            high=choice.chance.high,
            group=choice.group,
            loss=max(0.0, choice.loss.mean) if choice.group else 0.0,
        )

    return Hint(tuple(map(shown, decision.judgement.choices)), "review", 0.0, chances=decision.best.chances)


# --- answers ----------------------------------------------------------------------------------------------------------


def _scenes(request: Request) -> Scenes:
    scenes: Scenes = request.app.state.scenes
    return scenes


def _see(table_id: str, seat: int, n: str, **more: str | tuple[str, ...]) -> Response:
    fields = {"seat": seat, "n": n} | {name: value for name, value in more.items() if value}
    return RedirectResponse(f"/mistakes/{table_id}?{urlencode(fields, doseq=True, safe=':@')}", 303)
