"""Pieces that were drawn before: most of a table stays the same from one move to the next, so it is drawn once."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

_MOST = 5000

_drawn: dict[tuple[str, str, Any], Markup] = {}


def kept(macro: Any, *arguments: Any, by: Any = None) -> Markup:
    """What a macro makes of its arguments, from memory if it has made it before.

    Only for macros that look at nothing but their arguments. `by` stands for the arguments where it says enough.
    """
    known = arguments if by is None else by
    try:
        hash(known)
    except TypeError:
        known = repr(known)  # lists and dictionaries
    key = (macro._func.__code__.co_filename, macro.name, known)
    drawn = _drawn.get(key)
    if drawn is None:
        if len(_drawn) >= _MOST:
            _drawn.clear()
        drawn = _drawn[key] = Markup(macro(*arguments))
    return drawn
