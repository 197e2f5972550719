"""Names and titles as we show them: in one line, in the order in which they are read, with something to see."""

from __future__ import annotations

import unicodedata

from .refusals import Refusal

LONGEST_NAME = 40
LONGEST_TITLE = 80
LONGEST_IN_RECORDS = 100
_MOST_MARKS = 3
"""Accents on one letter: more of them would cover the lines above and below."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that show nothing."""


def clean_name(name: str) -> str:
    """A person's name as we show it; raises a Refusal if there is nothing to see in it."""
    return _clean(name, LONGEST_NAME, "A name")


def clean_title(title: str) -> str:
    """A table's title, likewise."""
    return _clean(title, LONGEST_TITLE, "A title")


def seat_name(name: str, seat: int) -> str:
    """A name from a record that somebody has brought; one without anything to see is replaced."""
    try:
        return _clean(name, LONGEST_IN_RECORDS, "A name")
    except Refusal:
        return f"Seat {seat + 1}"


def _clean(text: str, longest: int, what: str) -> str:
    kept = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if kind == "Cf":
            continue  # turns the line around, or shows nothing
        if kind[0] in "CZ" or letter in _BLANK:
            letter = " "
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    cleaned = " ".join("".join(kept).split())[:longest].strip()
    if all(letter == " " or unicodedata.category(letter)[0] == "M" for letter in cleaned):
        raise Refusal(f"{what} needs at least one letter that can be seen.")
    return cleaned


def has_control(text: str) -> bool:
    """Whether there is something in a text that nobody types: NUL, escape, delete and their like."""
    return not text.isprintable() and any(unicodedata.category(letter) == "Cc" for letter in text)
