"""One action as lines of the log: who, what, for how much. Amounts are read off the table before and after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boriken.engine import Action, counted

from .scene import Line, Piece, Words
from .words import spoken_name, title

View = Mapping[str, Any]

_SILENT_PASS = (
    *("hospice", "university"),
    *("chapel", "office", "bank", "crane", "goods", "pay", "carpenter", "poor-house", "archive", "councillor"),
)
_PASS = {
    "settler": ("takes", "nothing"),
    "mayor": ("takes", "no colonist"),
    "builder": ("builds", "nothing"),
    "craftsman": ("takes", "nothing more"),
    "trader": ("sells", "nothing"),
    "captain": ("loads", "nothing"),
    "warehouse": ("leaves", "the warehouse empty"),
    "library": ("saves", "the library"),
    "producer": ("makes", "nothing more"),
    "goldsmith": ("leaves", "the card"),
    "gold-mine": ("leaves", "the gold mine alone"),
    "tower": ("leaves", "the tower unused"),
}


def verb(third_person: str) -> Piece:
    """A verb that agrees with who reads it: Inés takes, you take."""
    return Piece("verb", third_person)


def who(seat: int) -> Piece:
    return Piece("seat", n=seat)


def named(name: str) -> Piece:
    return Piece("name", spoken_name(name))


def heading(view: View, at: int) -> Line:
    """The start of a round."""
    words: Words = (f"Round {view['round']} · ", who(view["governor"]), verb("is"), "governor")
    return Line(words, at=at, round=view["round"])


def told(action: Action, seat: int, before: View, after: View, at: int) -> list[Line]:
    """The lines that tell of an action."""
    kind, _, piece = action.text.partition(":")
    tell = (_PUERTO_RICO if before["game"] == "puerto-rico" else _SAN_JUAN).get(kind)
    said = tell(piece, seat, before, after) if tell else []
    secret = _secret(action, kind, piece) if action.public != action.meaning else None
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


def _secret(action: Action, kind: str, card: str) -> tuple[Any, ...]:
    verbs = {"pay": "pays", "keep": "keeps", "discard": "discards", "chapel": "puts", "bank": "banks"}
    tail: tuple[Any, ...] = (" under the chapel",) if kind == "chapel" else ()
    return (verb(verbs[kind]), named(card), *tail)


# --- both games -----------------------------------------------------------------------------------------------------


def _mine(view: View, seat: int) -> Mapping[str, Any]:
    board: Mapping[str, Any] = view["players"][seat]
    return board


def _gained(key: str, seat: int, before: View, after: View) -> int:
    old, new = _mine(before, seat)[key], _mine(after, seat)[key]
    return 0 if old is None or new is None else int(new) - int(old)


def _goods(seat: int, before: View, after: View, sign: int) -> tuple[Piece, ...]:
    """Goods that a seat has won (or, with -1, lost)."""
    old, new = _mine(before, seat)["goods"], _mine(after, seat)["goods"]
    changes = [(good, sign * (new[good] - old[good])) for good in old]
    return tuple(Piece("good", good, n) for good, n in changes if n > 0)


def _from(seat: int, view: View) -> list[int]:
    players = len(view["players"])
    return [(seat + i) % players for i in range(players)]


def _passed(_piece: str, _seat: int, before: View, _after: View) -> list[Any]:
    decision = before["decision"]
    if decision in _SILENT_PASS or (before["game"] == "san-juan" and decision in ("producer", "trader")):
        return []
    words = _PASS.get(decision)
    return [(verb(words[0]), words[1])] if words else [(verb("passes"),)]


# --- Puerto Rico ------------------------------------------------------------------------------------------------------


def _role(role: str, seat: int, before: View, after: View) -> list[Any]:
    arriving = f" · {counted(before['colonist_ship'], 'colonist')} on the ship" if role == "mayor" else ""
    lines: list[Any] = [(None, f"{title(role)} · ", who(seat), arriving)]
    lying = before["roles"][role]["doubloons"]
    if lying:
        lines.append((verb("takes"), Piece("coins", n=lying), "from the card"))
    if role == "craftsman":
        for p in _from(seat, before):
            made = _goods(p, before, after, 1)
            if made:
                lines.append((p, verb("makes"), *made))
    if role.startswith("prospector"):
        lines.append((verb("digs for"), Piece("coins", n=1)))
    return lines


def _settle(tile: str, _seat: int, _before: View, _after: View) -> list[Any]:
    return [(verb("opens"), "a ", named("quarry"))] if tile == "quarry" else [(verb("plants"), Piece("good", tile))]


def _hacienda(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    old, new = _mine(before, seat)["island"], _mine(after, seat)["island"]
    tiles = tuple(Piece("good", tile) for tile in old if new[tile][0] > old[tile][0])
    return [(verb("plants"), *tiles, "unseen: hacienda")]


def _place(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    def working(view: View) -> int:
        board = _mine(view, seat)
        return int(sum(on for _, on in board["island"].values()) + sum(board["city"].values()))

    return [(verb("places"), Piece("colonists", n=max(working(after) - working(before), 1)))]


def _privilege(piece: str, _seat: int, _before: View, _after: View) -> list[Any]:
    if piece == "colonist":
        return [(verb("takes"), Piece("colonists", n=1), "more: privilege")]
    return [(verb("takes"), Piece("good", piece, 1), "more: privilege")]


def _build(building: str, seat: int, before: View, after: View) -> list[Any]:
    paid = -_gained("doubloons", seat, before, after)
    return [(verb("builds"), "the ", named(building), " for ", Piece("coins", n=paid))]


def _sell(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("sells"), Piece("good", good), "for ", Piece("coins", n=_gained("doubloons", seat, before, after)))]


def _load(piece: str, seat: int, before: View, after: View) -> list[Any]:
    points = after["vp_scored"] - before["vp_scored"]
    return [(verb("ships"), *_goods(seat, before, after, -1)[:1], "for ", Piece("points", n=points))]


def _store(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("stores"), "all ", Piece("good", good, _mine(before, seat)["goods"][good]))]


def _keep(good: str, seat: int, before: View, after: View) -> list[Any]:
    lost = _goods(seat, before, after, -1)
    return [(verb("keeps"), Piece("good", good, 1), *(("and ", verb("loses"), *lost) if lost else ()))]


Tell = Callable[[str, int, View, View], list[Any]]
_PUERTO_RICO: dict[str, Tell] = {
    "pass": _passed,
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


# --- San Juan ---------------------------------------------------------------------------------------------------------


def _card_role(role: str, seat: int, before: View, after: View) -> list[Any]:
    lines: list[Any] = [(None, f"{title(role)} · ", who(seat))]
    if role == "prospector":
        lines += _drawn(seat, before, after, "")
    return lines


def _drawn(seat: int, before: View, after: View, why: str) -> list[Any]:
    n = _gained("hand_size", seat, before, after)
    return [(verb("draws"), Piece("cards", n=n), *([why] if why else []))] if n > 0 else []


def _card_build(card: str, _seat: int, _before: View, _after: View) -> list[Any]:
    return [(verb("builds"), "the ", named(card))]


def _cover(card: str, _seat: int, _before: View, _after: View) -> list[Any]:
    name, _, good = card.partition("+")
    return [(verb("covers"), "the ", named(name), *([" with its good"] if good else []))]


def _produce(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("makes"), Piece("good", good, 1)), *_drawn(seat, before, after, ": well")]


def _card_sell(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("sells"), Piece("good", good, 1)), *_drawn(seat, before, after, "")]


def _card_passed(piece: str, seat: int, before: View, after: View) -> list[Any]:
    return _passed(piece, seat, before, after) + _drawn(seat, before, after, "")


def _gold_mine(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    found = _gained("hand_size", seat, before, after) > 0
    return [(verb("finds"), "a card in the gold mine" if found else "nothing in the gold mine")]


_ONE_CARD = Piece("cards", n=1)
_SAN_JUAN: dict[str, Tell] = {
    "pass": _card_passed,
    "role": _card_role,
    "library": lambda *_: [(verb("doubles"), "the privilege: library")],
    "build": _card_build,
    "cover": _cover,
    "pay-good": lambda good, *_: [(verb("pays"), Piece("good", good, 1))],
    "pay": lambda *_: [(verb("pays"), _ONE_CARD)],
    "call-off": lambda *_: [(verb("calls"), "it off")],
    "carpenter": lambda _p, seat, before, after: _drawn(seat, before, after, ": carpenter"),
    "poor-house": lambda _p, seat, before, after: _drawn(seat, before, after, ": poor house"),
    "produce": _produce,
    "sell": _card_sell,
    "keep": lambda *_: [(verb("keeps"), _ONE_CARD)],
    "discard": lambda *_: [(verb("discards"), _ONE_CARD)],
    "gold-mine": _gold_mine,
    "chapel": lambda *_: [(verb("puts"), _ONE_CARD, " under the chapel")],
    "bank": lambda *_: [(verb("banks"), _ONE_CARD)],
    "tower": lambda *_: [(verb("keeps"), "up to 12 cards: tower")],
}
