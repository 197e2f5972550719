"""One action as lines of the log: who, what, for how much. Amounts are read off the table before and after it.

What is said stands in each game's `log`, and of a no in the row of its decision; here are the words that all games use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import Action

from .presenter import Presenter, View
from .scene import Line, LogPiece, Words
from .words import spoken_name


def verb(third_person: str) -> LogPiece:
    """A verb that agrees with who reads it: Inés takes, you take."""
    return LogPiece("verb", third_person)


def who(seat: int) -> LogPiece:
    return LogPiece("seat", n=seat)


def named(name: str) -> LogPiece:
    return LogPiece("name", spoken_name(name))


def heading(view: View, at: int) -> Line:
    """The start of a round."""
    words: Words = (f"Round {view['round']} · ", who(view["governor"]), verb("is"), "governor")
    return Line(words, at=at, round=view["round"])


def told(presenter: Presenter, action: Action, seat: int, before: View, after: View, at: int) -> list[Line]:
    """The lines that tell of an action."""
    kind, _, piece = action.text.partition(":")
    tell = presenter.log.get(kind)
    said = tell(piece, seat, before, after) if tell else []
    if action.text == "pass":
        declined = presenter.asked(before).declined
        said = [(verb(declined[0]), *declined[1:]), *said] if declined else said
    secret: Words | None = None
    if action.public != action.meaning:
        does, *more = presenter.secret_verbs[kind]
        secret = (verb(does), named(piece), *more)
    lines = []
    for words in said:
        if words and isinstance(words[0], int):
            lines.append(Line((who(words[0]), *words[1:]), words[0], at, before["round"]))
        elif words and words[0] is None:
            lines.append(Line(words[1:], None, at, before["round"]))
        else:
            private = (who(seat), *secret) if secret else None
            lines.append(Line((who(seat), *words), seat, at, before["round"], private))
    return lines


# --- for the games' own words -----------------------------------------------------------------------------------------


def my_board(view: View, seat: int) -> Mapping[str, Any]:
    board: Mapping[str, Any] = view["players"][seat]
    return board


def gained(key: str, seat: int, before: View, after: View) -> int:
    old, new = my_board(before, seat)[key], my_board(after, seat)[key]
    return 0 if old is None or new is None else int(new) - int(old)


def goods_changed(seat: int, before: View, after: View, sign: int) -> tuple[LogPiece, ...]:
    """Goods that a seat has won (or, with -1, lost)."""
    old, new = my_board(before, seat)["goods"], my_board(after, seat)["goods"]
    changes = [(good, sign * (new[good] - old[good])) for good in old]
    return tuple(LogPiece("good", good, n) for good, n in changes if n > 0)


def seats_from(seat: int, view: View) -> list[int]:
    players = len(view["players"])
    return [(seat + i) % players for i in range(players)]
