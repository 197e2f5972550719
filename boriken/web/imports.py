"""Records that somebody brings: checked at the door, and kept as tables.

An imported record becomes a table like any other: over, `uploaded`, with its entries, its seats and who brought it as
the host. So a table's id is all that replay, review and whatever else looks at finished games need, and nobody asks
whether a game was played here. A record may stop before the end of its game: then the table's game is not over.
"""

from __future__ import annotations

import contextlib

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from .refusals import NotPossible, Refusal
from .security import MOST_BYTES_OF_A_RECORD
from .site import Site, ThePerson, TheSite, TheVisitor

router = APIRouter(default_response_class=HTMLResponse)
_THEN = ("review", "replay")
"""What somebody wants to see of it first."""


async def bring(site: Site, content: bytes, person: str, host: str) -> str:
    """Keep a record that somebody brings; returns the id of its table. What is refused leaves nothing behind.

    (How many bytes a request may have, `security` says before anybody reads them.)
    """
    if not content.strip():
        raise Refusal("Choose the file of a record first, or paste its text.")
    site.load.check("tables")
    site.limits.table(person, host)
    text = content.decode("utf-8-sig", "replace").strip()
    _check_look(text)
    return await site.tables.keep_record(text, person)


def _check_look(text: str) -> None:
    """Say in plain words what a parser of JSON would say in its own."""
    if not text.startswith("{"):
        raise NotPossible('This is not a record: a record\'s text begins with {"format": and ends with }.')
    records = [line for line in text.splitlines() if line.startswith('{"format":')]
    if len(records) > 1:
        raise NotPossible(f"There are {len(records)} records here, one a line. Paste one of the lines.")


@router.post("/records")
async def bring_record(request: Request, site: TheSite, person: ThePerson, visitor: TheVisitor) -> Response:
    """A file or a text that was pasted; the file counts where there are both."""
    async with request.form(max_files=1, max_fields=3, max_part_size=MOST_BYTES_OF_A_RECORD) as form:
        file, pasted, then = (form.get(name) or "" for name in ("record", "text", "then"))
        content = file.encode() if isinstance(file, str) else await file.read(MOST_BYTES_OF_A_RECORD)
    if not content and isinstance(pasted, str):
        content = pasted.encode("utf-8", "replace")
    table_id = await bring(site, content, person, visitor.host)
    if then == "review":
        with contextlib.suppress(Refusal):  # its page says so, and lets them ask again
            await site.reviewer.ask(await site.tables.read(table_id), person, visitor.host)
    return RedirectResponse(f"/tables/{table_id}/{then if then in _THEN else 'replay'}", 303)
