"""Views read back: a record is written from what a seat saw, to play on from there.

A game's own module reads its view (`Rules.read_view`); here is what all games share. A view may come from another
program, so nothing in it is taken on trust: numbers that would lead compiled rules astray are refused, and what was
read must show the seat the same view again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .errors import BadView, BorikenError
from .rules import Fields, Rules, State, States, fields_of, record_of

PROGRESS = "progress"
"""The member of a view that tells how far the phase at hand has come: fields of the record, by their names."""
COUNT = range(128)
"""What a small field may hold that only counts."""
NOBODY = -1
OVER = "over"
"""What a view calls the decision of a game at its end."""

Progress = Mapping[str, range]
"""Which fields of the record those are, with the numbers that each may hold."""


def progress_of(s: Fields, fields: Progress) -> dict[str, Any]:
    return {name: getattr(s, name) for name in fields}


def read_progress(s: State, view: Mapping[str, Any], fields: Progress) -> None:
    for name, allowed in fields.items():
        told = view[PROGRESS][name]
        numbers = told if isinstance(told, list) else [told]
        if not all(type(number) is int and number in allowed for number in numbers):
            raise BadView(f"{PROGRESS}: {name} cannot be {told!r}")
        s[name] = told


def read_seat(told: int | None, players: int) -> int:
    """A seat that a view names, or NOBODY."""
    if told is None:
        return NOBODY
    if type(told) is not int or not 0 <= told < players:
        raise BadView(f"there is no seat {told!r}")
    return told


def read_course(s: State, view: Mapping[str, Any], decisions: Mapping[str, int], numbers: Mapping[str, str]) -> None:
    """What every game tells alike: what is asked, of whom, in whose role; and members that are fields of the record."""
    s.decision = decisions[view["decision"]]
    s.over = view["decision"] == OVER
    for member, field in numbers.items():
        s[field] = view[member]
    s.governor = read_seat(view["governor"], s.players)
    s.turn = s.governor if s.over else read_seat(view["turn"], s.players)
    s.chooser = read_seat(view["chooser"], s.players)


def numbers_of(kinds: Sequence[tuple[int, str]]) -> dict[str, int]:
    """What `named` gives, the other way round."""
    return {name: number for number, name in kinds}


def read(rules: Rules, states: States, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """Write a seat's view over game 0, which has been laid out with the same options.

    Returns what the view tells besides, of how things stood (`Rules.recalled`). Raises BadView.
    """
    if rules.read_view is None:
        raise BadView(f"{rules.title} cannot be read from a view")
    try:
        _expect_counts({name: told for name, told in view.items() if name != PROGRESS})
        rules.read_view(record_of(states), view, seat)
        shown = rules.view(fields_of(states), seat)
    except BorikenError:
        raise
    except KeyError as error:
        raise BadView(f"not a view of this game: it lacks {error}, or does not know it") from None
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise BadView(f"not a view of this game: {error}") from None
    for name, known in shown.items():
        if view.get(name) != known:
            raise BadView(f"not a view of this game for seat {seat}: {name} does not agree with the rest")
    recalls = int(states["decision"][0]) in rules.recalled
    return {name: told for name, told in view.items() if recalls and name not in shown}


def _expect_counts(told: Any) -> None:
    """Nothing in a view is a negative number: heaps of pieces are drawn from."""
    if isinstance(told, dict):
        told = told.values()
    elif isinstance(told, int | float | np.number):
        if told < 0:
            raise BadView(f"a view holds no {told}")
        return
    elif not isinstance(told, list):
        return
    for each in told:
        _expect_counts(each)
