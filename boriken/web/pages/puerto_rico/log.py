"""What the log of Puerto Rico says of each action."""

from __future__ import annotations

from typing import Any

from boriken.engine import counted

from ..chronicle_words import gained, goods_changed, my_board, named, seats_from, verb, who
from ..presenter import Tell, View
from ..scene import Piece
from ..words import title


def _role(role: str, seat: int, before: View, after: View) -> list[Any]:
    arriving = f" · {counted(before['colonist_ship'], 'colonist')} on the ship" if role == "mayor" else ""
    lines: list[Any] = [(None, f"{title(role)} · ", who(seat), arriving)]
    lying = before["roles"][role]["doubloons"]
    if lying:
        lines.append((verb("takes"), Piece("coins", n=lying), "from the card"))
    if role == "craftsman":
        for p in seats_from(seat, before):
            made = goods_changed(p, before, after, 1)
            if made:
                lines.append((p, verb("makes"), *made))
    if role.startswith("prospector"):
        lines.append((verb("digs for"), Piece("coins", n=1)))
    return lines


def _settle(tile: str, _seat: int, _before: View, _after: View) -> list[Any]:
    return [(verb("opens"), "a ", named("quarry"))] if tile == "quarry" else [(verb("plants"), Piece("good", tile))]


def _hacienda(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    old, new = my_board(before, seat)["island"], my_board(after, seat)["island"]
    tiles = tuple(Piece("good", tile) for tile in old if new[tile][0] > old[tile][0])
    return [(verb("plants"), *tiles, "unseen: hacienda")]


def _place(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    def working(view: View) -> int:
        board = my_board(view, seat)
        return int(sum(on for _, on in board["island"].values()) + sum(board["city"].values()))

    return [(verb("places"), Piece("colonists", n=max(working(after) - working(before), 1)))]


def _privilege(piece: str, _seat: int, _before: View, _after: View) -> list[Any]:
    if piece == "colonist":
        return [(verb("takes"), Piece("colonists", n=1), "more: privilege")]
    return [(verb("takes"), Piece("good", piece, 1), "more: privilege")]


def _build(building: str, seat: int, before: View, after: View) -> list[Any]:
    paid = -gained("doubloons", seat, before, after)
    return [(verb("builds"), "the ", named(building), " for ", Piece("coins", n=paid))]


def _sell(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("sells"), Piece("good", good), "for ", Piece("coins", n=gained("doubloons", seat, before, after)))]


def _load(piece: str, seat: int, before: View, after: View) -> list[Any]:
    points = after["vp_scored"] - before["vp_scored"]
    return [(verb("ships"), *goods_changed(seat, before, after, -1)[:1], "for ", Piece("points", n=points))]


def _store(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("stores"), "all ", Piece("good", good, my_board(before, seat)["goods"][good]))]


def _keep(good: str, seat: int, before: View, after: View) -> list[Any]:
    lost = goods_changed(seat, before, after, -1)
    return [(verb("keeps"), Piece("good", good, 1), *(("and ", verb("loses"), *lost) if lost else ()))]


TELL: dict[str, Tell] = {
    "role": _role,
    "settle": _settle,
    "hacienda": _hacienda,
    "hospice": lambda *_: [(verb("gets"), Piece("colonists", n=1), "for the new tile: hospice")],
    "university": lambda *_: [(verb("gets"), Piece("colonists", n=1), "for the new building: university")],
    "place": _place,
    "privilege": _privilege,
    "build": _build,
    "sell": _sell,
    "load": _load,
    "wharf": _load,
    "store": _store,
    "keep": _keep,
}
