"""What forms and addresses hold, checked at the door: for pages on which pieces are staged without a table that keeps
them (lessons, puzzles, games that are over), and numbers for all."""

from __future__ import annotations

from fastapi import Request

from .names import has_control
from .refusals import Refusal

Fields = dict[str, list[str]]
MOST_PIECES = 64
"""More than anybody stages at one stroke."""
_MORE_FIELDS = 8


async def fields_of(request: Request) -> Fields:
    """A form's fields, each with all its values."""
    async with request.form(max_files=0, max_fields=MOST_PIECES + _MORE_FIELDS) as form:
        fields = {name: [str(value) for value in form.getlist(name)] for name in form}
    if any(has_control(value) for values in fields.values() for value in values):
        raise Refusal("A field of this form holds characters that nobody can type.")
    return fields


def whole(text: str, name: str) -> int:
    """A whole number that an address or a form names."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Refusal(f"'{name}' should be a whole number.")
    return int(text)
