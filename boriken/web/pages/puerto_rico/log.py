"""What the log of Puerto Rico says of each action."""

from __future__ import annotations

from typing import Any

from boriken.engine import counted

from ..chronicle_words import gained, goods_changed, my_board, named, seats_from, verb, who
from ..presenter import Tell, View
from ..scene import LogPiece
from ..words import spoken_name, title
from .colonists import standing
from .decisions import phase_of
from .words import GOODS


def _role(role: str, seat: int, before: View, after: View) -> list[Any]:
    arriving = f" · {_aboard(before)} on the ship" if role == "mayor" else ""
    lines: list[Any] = [(None, f"{title(role)} · ", who(seat), arriving)]
    lying = before["roles"][role]["doubloons"]
    if lying:
        lines.append((verb("takes"), LogPiece("coins", n=lying), "from the card"))
    if role == "craftsman":
        lines += _made(seat, before, after)
    if role.startswith("prospector"):
        lines.append((verb("digs for"), LogPiece("coins", n=1)))
    return lines


def _aboard(view: View) -> str:
    colonists, nobles = counted(view["colonist_ship"], "colonist"), view.get("noble_ship", 0)
    return f"{colonists} and {counted(nobles, 'noble')}" if nobles else colonists


def _settle(tile: str, _seat: int, _before: View, _after: View) -> list[Any]:
    if tile.startswith("forest-"):
        return [(verb("lays"), LogPiece("good", tile.removeprefix("forest-")), "as a ", named("forest"))]
    return [(verb("opens"), "a ", named("quarry"))] if tile == "quarry" else [(verb("plants"), LogPiece("good", tile))]


def _hacienda(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    old, new = my_board(before, seat)["island"], my_board(after, seat)["island"]
    tiles = tuple(LogPiece("good", tile) for tile in old if new[tile][0] > old[tile][0])
    if after.get("drawn_tile"):
        return [(verb("draws"), LogPiece("good", after["drawn_tile"]), "unseen: hacienda")]
    return [(verb("plants"), *tiles, "unseen: hacienda")]


def _filled(before: View, after: View) -> list[Any]:
    """Where colonists have come to stand; whoever has no choice places them without an action."""
    lines: list[Any] = []
    for p in seats_from(before["chooser"] if before["chooser"] is not None else before["turn"], before):
        old, new = standing(my_board(before, p)), standing(my_board(after, p))
        grown = {place: n - old.get(place, 0) for place, n in new.items() if n > old.get(place, 0)}
        if grown:
            lines.append((p, verb("fills"), *(_place(place, n) for place, n in grown.items())))
    return lines


def _place(place: str, n: int) -> LogPiece:
    return LogPiece("good", place, n) if place in GOODS else LogPiece("place", spoken_name(place), n)


def _privilege(piece: str, _seat: int, _before: View, _after: View) -> list[Any]:
    if piece == "colonist":
        return [(verb("takes"), LogPiece("colonists", n=1), "more: privilege")]
    return [(verb("takes"), LogPiece("good", piece, 1), "more: privilege")]


def _build(building: str, seat: int, before: View, after: View) -> list[Any]:
    paid = -gained("doubloons", seat, before, after)
    return [(verb("builds"), "the ", named(building), " for ", LogPiece("coins", n=paid))]


def _sell(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [
        (verb("sells"), LogPiece("good", good), "for ", LogPiece("coins", n=gained("doubloons", seat, before, after)))
    ]


def _load(piece: str, seat: int, before: View, after: View) -> list[Any]:
    points = after["vp_scored"] - before["vp_scored"]
    return [(verb("ships"), *goods_changed(seat, before, after, -1)[:1], "for ", LogPiece("points", n=points))]


def _store(good: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("stores"), "all ", LogPiece("good", good, my_board(before, seat)["goods"][good]))]


def _keep(good: str, seat: int, before: View, after: View) -> list[Any]:
    lost = goods_changed(seat, before, after, -1)
    return [(verb("keeps"), LogPiece("good", good, 1), *(("and ", verb("loses"), *lost) if lost else ()))]


# --- expansions -------------------------------------------------------------------------------------------------------


def _at(place: str) -> tuple[Any, ...]:
    if place == "san-juan":
        return ("San Juan",)
    return "the ", named(f"{place} plantation" if place in GOODS else place)


def _take(person: str, _seat: int, before: View, _after: View) -> list[Any]:
    return [
        (verb("takes"), f"a {person} ", "off the ship: raid" if before["decision"] == "raid-take" else "from the ship")
    ]


def _pay(what: str, _seat: int, _before: View, _after: View) -> list[Any]:
    if what == "vp":
        return [(verb("pays"), "with ", LogPiece("points", n=1))]
    return [(verb("pays"), "with ", LogPiece("good", what, 1))] if what in GOODS else []  # of a person tells `_from`


def _from(place: str, seat: int, before: View, after: View) -> list[Any]:
    person = "noble" if gained("nobles", seat, before, after) < 0 else "colonist"
    return [(verb("pays"), f"with a {person} from ", *_at(place))]


def _post(good: str, seat: int, before: View, after: View) -> list[Any]:
    paid = LogPiece("coins", n=gained("doubloons", seat, before, after))
    return [(verb("sells"), LogPiece("good", good), "for ", paid, "at the trading post")]


def _land_office(_piece: str, seat: int, before: View, after: View) -> list[Any]:
    old, new = my_board(before, seat)["island"], my_board(after, seat)["island"]
    drawn = [tile for tile in old if new[tile][0] > old[tile][0]] + [after["drawn_tile"]] * bool(after["drawn_tile"])
    return [
        (
            verb("buys"),
            *(LogPiece("good", tile) for tile in drawn),
            "for ",
            LogPiece("coins", n=1),
            "at the land office",
        )
    ]


def _discard(tile: str, seat: int, before: View, after: View) -> list[Any]:
    paid = gained("doubloons", seat, before, after)
    what = (named("forest"),) if tile == "forest" else (LogPiece("good", tile), "plantation")
    return [(verb("discards"), "a ", *what, *((" for ", LogPiece("coins", n=paid)) if paid > 0 else ()))]


def _supplier(good: str, _seat: int, _before: View, _after: View) -> list[Any]:
    return [(verb("gives"), LogPiece("good", good, 1), "to the court for ", LogPiece("points", n=1))]


def _small_wharf(good: str, _seat: int, before: View, after: View) -> list[Any]:
    return [(verb("loads"), LogPiece("good", good, 1), "onto the small wharf"), *_sailed(before, after)]


def _sailed(before: View, after: View) -> list[Any]:
    points = after["vp_scored"] - before["vp_scored"]
    return [(verb("gets"), LogPiece("points", n=points))] if points > 0 else []


def _loot(n: str, seat: int, before: View, after: View) -> list[Any]:
    return [(verb("keeps"), *(goods_changed(seat, before, after, 1) or ("no barrel",)))]


def _plunder(_piece: str, _seat: int, before: View, _after: View) -> list[Any]:
    barrels = sum(before["trading_house"].values())
    return [(verb("plunders"), "the trading house for ", LogPiece("points", n=barrels))]


def _kidnap(role: str, _seat: int, before: View, _after: View) -> list[Any]:
    lying = before["roles"][role]["doubloons"]
    return [(verb("kidnaps"), "the ", named(role), *((" with ", LogPiece("coins", n=lying)) if lying else ()))]


def _pass(_piece: str, _seat: int, before: View, after: View) -> list[Any]:
    return _sailed(before, after) if before["decision"] == "small-wharf" else []


def _and_all_else(tell: Tell) -> Tell:
    """What an action sets off besides: goods made once the guests have moved, goals of the festival that are met."""

    def told(piece: str, seat: int, before: View, after: View) -> list[Any]:
        lines = tell(piece, seat, before, after)
        if {"mayor", "buccaneer"} & {phase_of(before), phase_of(after)}:
            lines += _filled(before, after)
        if before.get("role") == "craftsman" and before["decision"] in ("guest", "guest-is", "library"):
            lines += _made(before["chooser"], before, after)
        return lines + _goals(before, after)

    return told


def _made(first: int, before: View, after: View) -> list[Any]:
    found = [(p, goods_changed(p, before, after, 1)) for p in seats_from(first, before)]
    return [(p, verb("makes"), *made) for p, made in found if made]


def _goals(before: View, after: View) -> list[Any]:
    """Goals that somebody has just met."""
    old, new = before.get("festival"), after.get("festival")
    if not old or not new:
        return []
    met = [
        (new[f"{goal}_met"], reward) for goal, reward in _REWARDS.items() if new[f"{goal}_met"] != old[f"{goal}_met"]
    ]
    return [(p, verb("meets"), "a goal of the festival: ", reward) for p, reward in met]


_REWARDS = {"plantation": "3 colonists", "goods": LogPiece("coins", n=3), "building": LogPiece("points", n=3)}


_TELL: dict[str, Tell] = {
    "role": _role,
    "settle": _settle,
    "hacienda": _hacienda,
    "hospice": lambda *_: [(verb("gets"), LogPiece("colonists", n=1), "for the new tile: hospice")],
    "university": lambda *_: [(verb("gets"), LogPiece("colonists", n=1), "for the new building: university")],
    "place": lambda *_: [],
    "privilege": _privilege,
    "build": _build,
    "sell": _sell,
    "load": _load,
    "wharf": _load,
    "store": _store,
    "keep": _keep,
    # expansions
    "draft": lambda kind, *_: [(verb("puts"), "the ", named(kind), " into the game")],
    "forest": lambda *_: [(verb("lays"), "it as a ", named("forest"))],
    "library": lambda *_: [(verb("uses"), "the ", named("library"))],
    "take": _take,
    "noble": lambda building, *_: [(verb("puts"), "a noble in the ", named(building))],
    "guest": lambda place, *_: [(verb("sends"), "a guest to ", *_at(place))],
    "guest-is": lambda *_: [],
    "pay": _pay,
    "from": _from,
    "post": _post,
    "land-office": _land_office,
    "discard": _discard,
    "supplier": _supplier,
    "small-wharf": _small_wharf,
    "piracy": lambda size, *_: [(verb("boards"), f"the ship for {size}")],
    "loot": _loot,
    "plunder": _plunder,
    "raid": lambda *_: [(verb("raids"), "the colonist ship")],
    "return": lambda *_: [(verb("sends"), "a noble back to the supply")],
    "kidnap": _kidnap,
    "pass": _pass,
}
TELL = {kind: _and_all_else(tell) for kind, tell in _TELL.items()}
