"""Forms of pages on which pieces are staged without a table that keeps them: lessons and puzzles."""

from __future__ import annotations

from fastapi import Request

from .names import has_control
from .refusals import Refusal

MOST_PIECES = 24
"""More than any decision stages."""


async def fields_of(request: Request) -> dict[str, list[str]]:
    """A form's fields, each with all its values."""
    async with request.form(max_files=0, max_fields=MOST_PIECES + 2) as form:
        fields = {name: [str(value) for value in form.getlist(name)] for name in form}
    if any(has_control(value) for values in fields.values() for value in values):
        raise Refusal("A field of this form holds characters that nobody can type.")
    return fields
