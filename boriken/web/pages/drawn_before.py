"""Pieces that were drawn before: most of a table stays the same from one move to the next, so it is drawn once."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import orjson
from markupsafe import Markup

_MOST_LETTERS = 16_000_000
_A_KEY = 300
"""What a key takes, or about."""

_Key = tuple[str, str, Any]


class Same:
    """Stands for an object that is large, does not change, and is the same as before or else a new one."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class _Memory:
    """Keeps what was used lately: once it is too much, all that nobody has asked for since last time is dropped."""

    def __init__(self) -> None:
        self._young: dict[_Key, Markup] = {}
        self._old: dict[_Key, Markup] = {}
        self._letters = 0

    def get(self, key: _Key) -> Markup | None:
        drawn = self._young.get(key)
        if drawn is None:
            drawn = self._old.get(key)
            if drawn is not None:
                self.put(key, drawn)
        return drawn

    def put(self, key: _Key, drawn: Markup) -> None:
        size = len(drawn) + _A_KEY
        self._letters += size
        if self._letters > _MOST_LETTERS:
            self._old, self._young, self._letters = self._young, {}, size
        self._young[key] = drawn

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


_memory = _Memory()


def kept(macro: Any, *arguments: Any, by: Any = None) -> Markup:
    """What a macro makes of its arguments, from memory if it has made it before.

    Only for macros that look at nothing but their arguments. `by` stands for the arguments where it says enough.
    """
    return kept_by(macro, written(arguments) if by is None else by, lambda: arguments)


def kept_by(macro: Any, known: Any, arguments: Callable[[], tuple[Any, ...]]) -> Markup:
    """The same; the arguments are only worked out if what is known has not been drawn before."""
    key = (macro._func.__code__.co_filename, macro.name, known)
    drawn = _memory.get(key)
    if drawn is None:
        drawn = Markup(macro(*arguments()))
        _memory.put(key, drawn)
    return drawn


def written(data: Any) -> bytes:
    """Lists, dictionaries and what is in them as something short that can be looked up; other data gives another."""
    try:
        text = orjson.dumps(data)
    except TypeError:
        text = repr(data).encode()
    return blake2b(text, digest_size=16).digest()


def remembered(macro: Any) -> Callable[..., Markup]:
    """A macro for small pieces that come in few kinds: each is drawn once and kept for good."""
    drawn: dict[Any, Markup] = {}

    def draw(*arguments: Any, **named: Any) -> Markup:
        key = (arguments, *named.items()) if named else arguments
        piece = drawn.get(key)
        if piece is None:
            piece = drawn[key] = Markup(macro(*arguments, **named))
        return piece

    return draw
