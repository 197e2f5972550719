"""Being oneself: in another browser by a token, and nowhere else any more."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from .pages.render import environment
from .refusals import NotKnown
from .security import Visitor
from .site import Site, ThePerson, TheSite, TheVisitor

router = APIRouter(default_response_class=HTMLResponse)
_LONGEST_TOKEN = 400


@router.get("/me/token")
async def token_page(site: TheSite, visitor: TheVisitor) -> str:
    return environment().get_template("token.html").render(name=await site.people.name(visitor.person))


@router.post("/me/token")
async def come_back(request: Request, site: TheSite, visitor: TheVisitor) -> Response:
    """This browser is whom the token says, from now on."""
    async with request.form(max_files=0, max_fields=2) as form:
        token = str(form.get("token", ""))[:_LONGEST_TOKEN].strip()
    person, serial = site.identities.claim(token)
    if person is None:
        raise NotKnown("This token was not given out by this site.")
    await site.admission.check(Visitor(person, visitor.host, serial, by_token=True))
    return _as(request, site, person, serial)


@router.post("/me/sessions")
async def end_others(request: Request, site: TheSite, person: ThePerson) -> Response:
    """All tokens and cookies end but that of this browser."""
    await site.people.meet(person)
    return _as(request, site, person, await site.admission.end_tokens(person))


def _as(request: Request, site: Site, person: str, serial: int) -> Response:
    answer = RedirectResponse("/", 303)
    answer.headers.append("Set-Cookie", site.identities.cookie(person, request.url.scheme == "https", serial))
    return answer
