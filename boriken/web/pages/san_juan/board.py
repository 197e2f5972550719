"""The table of San Juan: from a scene to what its template draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from boriken.engine import counted, written
from boriken.san_juan.components import CARD_TABLE, COST, LAST_BUILDING, PRODUCTION_KINDS, Card, Good

from ..decision_bar import brings_me, front_seat, gauge, hinted_actions, name_of, piece_state, rival_seat
from ..presenter import Part, Staged
from ..scene import Effect, Scene
from ..words import sentence, spoken_name, title
from .decisions import phase_of
from .words import GOODS, ROLE_RULES, ROLE_TEXT, card_icon, card_kind, card_works

CARDS: dict[str, dict[str, Any]] = {
    written(card): {
        "id": written(card),
        "name": title(written(card)),
        "icon": card_icon(written(card)),
        "good": Good(card).name.lower() if card < PRODUCTION_KINDS else None,
        "vp": row.vp,
        "cost": row.cost,
        "kind": card_kind(card),
        "works": card_works(card),
        "phase": sentence(row.effect)[0],
        "text": sentence(row.effect)[1],
    }
    for card, row in CARD_TABLE.items()
}

_FROM_HAND = ("build", "pay", "discard", "chapel", "bank")
_STAMPS = {"build": "build", "pay": "pay", "discard": "discard", "keep": "keep", "chapel": "chapel", "bank": "bank"}
_CITY_ASKS = ("producer", "trader", "crane", "goods")
_SHOWN = ("councillor", "goldsmith", "gold-mine-card")
TABS = {
    "hand": ("u-cards", "Hand", "Hand"),
    "city": ("u-building", "My city", "City"),
    "centre": ("r-builder", "Roles", "Roles"),
}
"""Symbol and words for each part, for those who play and for onlookers."""


# --- the parts of the board: what each depends on, what its template needs --------------------------------------------


def _hand_depends_on(scene: Scene) -> Any:
    view, seat = scene.view, front_seat(scene)
    board = view["players"][seat]
    asked = (view["decision"], view["building"], view["shown"], scene.needs) if scene.legal else None
    return seat, view["edition"], board["hand"], board["hand_size"], asked


def _city_depends_on(scene: Scene) -> Any:
    view, seat = scene.view, front_seat(scene)
    keys = ("city", "covered", "buildings", "goods", "chapel", "bank", "harbor")
    board = [view["players"][seat][key] for key in keys]
    points = scene.points[seat] if scene.points else None
    return seat, view["edition"], board, points, view["governor"] == seat, scene.legal and view["decision"]


def _centre_depends_on(scene: Scene) -> Any:
    keys = ("edition", "role", "roles", "tile", "tiles", "pile", "discards", "cathedral")
    return [scene.view[key] for key in keys], {role: bringing.to[0] for role, bringing in scene.brings.items()}


def _centre_shown(scene: Scene) -> dict[str, Any]:
    view = scene.view
    return {
        "roles": _roles(scene),
        "prices": _prices(view),
        "pile": view["pile"],
        "discards": view["discards"],
        "cathedral": _cathedral(scene),
    }


PARTS = {
    "hand": Part(
        frozenset({*_FROM_HAND, "keep", "pay-good"}),
        _hand_depends_on,
        lambda scene: {"hand": _hand(scene, front_seat(scene))},
    ),
    "city": Part(
        frozenset({"build", "cover", "produce", "sell", "pay-good"}),
        _city_depends_on,
        lambda scene: {"city": _city(scene, front_seat(scene))},
    ),
    "centre": Part(frozenset({"role", "build"}), _centre_depends_on, _centre_shown),
}


def cost_of(view: Mapping[str, Any], card: str) -> int:
    """What is printed on a card, in this edition."""
    return int(COST[view["edition"], Card[card.upper().replace("-", "_")]])


def order(scene: Scene) -> list[str]:
    """The parts of the board from top to bottom."""
    asked = scene.view["decision"] if scene.legal else ""
    if asked == "role" or not asked:
        return ["centre", "hand", "city"] if asked == "role" else ["city", "hand", "centre"]
    return ["city", "hand", "centre"] if asked in _CITY_ASKS else ["hand", "city", "centre"]


# --- the bar ----------------------------------------------------------------------------------------------------------


def staged(scene: Scene) -> Staged:
    """What is staged, in words."""
    draft = scene.draft
    if not draft:
        return Staged()
    verb, _, what = draft[0].partition(":")
    name = spoken_name(what)
    if draft == ("pass",):
        asked = scene.view["decision"]
        return Staged({"builder": "Build nothing?", "producer": "Make nothing?"}.get(asked, "Pass?"))
    if verb == "role":
        return Staged("Take the", name, "?")
    if verb == "build":
        return _building(scene, what)
    if verb == "chapel":
        return Staged("Put the", name, "under the chapel?")
    words = {"pay": "Pay with", "pay-good": "Pay with", "discard": "Discard", "keep": "Keep", "bank": "Bank"}
    words |= {"produce": "Make", "sell": "Sell", "cover": "Build over"}
    more = f", {scene.needs} more" if scene.needs else "?"
    return Staged(words.get(verb, "Play"), " and ".join(_listed(draft)), more)


def _listed(draft: tuple[str, ...]) -> list[str]:
    counted = Counter(spoken_name(text.partition(":")[2]) for text in draft)
    return [f"{n} {name}" if n > 1 else name for name, n in counted.items()]


def _building(scene: Scene, card: str) -> Staged:
    price = scene.prices.get(card)
    cover = next((text.partition(":")[2] for text in scene.draft if text.startswith("cover:")), None)
    over = f" over the {spoken_name(cover.split('+')[0])}" if cover else ""
    asked = f"{over}: choose {counted(scene.needs, 'more card')} to pay" if scene.needs else f"{over}?"
    printed = cost_of(scene.view, card)
    cheaper = price is not None and price != printed and not cover
    note = Effect("", "price", str(printed), str(price)) if cheaper else None
    return Staged("Build the", spoken_name(card), asked, note)


def gauges(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What ends the game: the fullest city."""
    fullest = max(board["buildings"] for board in view["players"])
    text = f"{fullest}/{LAST_BUILDING}"
    return [gauge("u-building", "Fullest city", text, fullest, LAST_BUILDING, fullest > LAST_BUILDING - 3)]


# --- the centre -------------------------------------------------------------------------------------------------------


def _roles(scene: Scene) -> list[dict[str, Any]]:
    view, phase = scene.view, phase_of(scene.view)
    shown = []
    for role, taker in view["roles"].items():
        now = phase == role
        shown.append(
            {
                "id": role,
                "key": role,
                "name": title(role),
                "text": ROLE_TEXT[role],
                "rules": ROLE_RULES[role],
                "brings": brings_me(scene, role),
                "coins": 0,
                "seat": None if taker is None else taker + 1,
                "by": "" if taker is None else name_of(scene, taker),
                "now": now,
                **piece_state(scene, f"role:{role}"),
            }
        )
    return shown


def _prices(view: Mapping[str, Any]) -> dict[str, Any]:
    """The tile that counts now, or the one that counted last."""
    tile = view["tile"]
    name = "Prices now"
    if tile is None:
        known = [t for t in view["tiles"] if t is not None]
        tile, name = (known[-1], "Last prices") if known else (None, "Prices")
    return {"name": name, "goods": list(zip(GOODS, tile or ["?"] * len(GOODS), strict=True))}


def _cathedral(scene: Scene) -> dict[str, Any] | None:
    """The cathedral while it lies on the table: anybody may build it."""
    if not scene.view["cathedral"]:
        return None
    return _card(scene, "cathedral") | piece_state(scene, "build:cathedral")


# --- my hand ----------------------------------------------------------------------------------------------------------


def _card(scene: Scene, name: str) -> dict[str, Any]:
    building = any(text.startswith("build:") for text in scene.draft)  # then the other cards are money
    price = None if building else scene.prices.get(name)
    return CARDS[name] | {"cost": cost_of(scene.view, name), "price": price, "key": ""}


def _hand(scene: Scene, seat: int) -> dict[str, Any]:
    board = scene.view["players"][seat]
    cards: list[dict[str, Any]] = []
    hand = board["hand"]
    for name, n in (hand or {}).items():
        cards += [_pressable(scene, name, i, _FROM_HAND) | {"key": f"{name}-{i}"} for i in range(n)]
    if scene.view["building"] and scene.legal:  # begun and not yet paid
        name = scene.view["building"]
        cards.insert(0, _card(scene, name) | {"state": "chosen", "stamp": "build", "press": "", "hinted": False})
    decision = scene.view["decision"]
    shown = scene.view["shown"] if decision in _SHOWN and scene.view["shown"] else {}
    on_show = [_pressable(scene, name, i, ("keep",)) for name, n in shown.items() for i in range(n) if scene.legal]
    return {
        "cards": cards,
        "hidden": hand is None,
        "size": board["hand_size"],
        "shown": on_show,
        "is_me": scene.you == seat,
        "paid": _paid(scene),
        "asked": bool(scene.legal) and decision not in _CITY_ASKS and decision != "role",
    }


def _paid(scene: Scene) -> dict[str, int] | None:
    """How much of the price is staged."""
    if not any(text.startswith("build:") for text in scene.draft):
        return None
    paid = sum(text.startswith(("pay:", "pay-good:")) for text in scene.draft)
    return {"n": paid, "of": paid + scene.needs} if paid + scene.needs else None


def _pressable(scene: Scene, name: str, i: int, verbs: tuple[str, ...]) -> dict[str, Any]:
    """The i-th card of its kind: what is staged of this kind marks the first ones."""
    staged = [text for text in scene.draft if text in {f"{verb}:{name}" for verb in verbs}]
    if i < len(staged):
        text = staged[i]
        verb = text.partition(":")[0]
        number = [t for t in scene.draft if t.startswith(f"{verb}:")].index(text) + 1 + staged[:i].count(text)
        gives_away = verb in ("pay", "discard")
        return _card(scene, name) | {
            "state": "pay" if gives_away else "chosen",
            "stamp": f"{_STAMPS[verb]} {number}" if gives_away else _STAMPS[verb],
            "press": f"-{text}",
            "hinted": False,
        }
    offered = next((text for verb in verbs if (text := f"{verb}:{name}") in scene.offered), "")
    return _card(scene, name) | {
        "state": "can" if offered else "",
        "stamp": "",
        "press": offered,
        "hinted": offered in hinted_actions(scene) if offered else False,
    }


# --- my city ----------------------------------------------------------------------------------------------------------


def _city(scene: Scene, seat: int) -> dict[str, Any]:
    board = scene.view["players"][seat]
    slots = [slot for name, n in board["city"].items() for slot in _slots(scene, board, name, n)]
    covered = [CARDS[name] for name, n in board["covered"].items() for _ in range(n)]
    new = next((text.partition(":")[2] for text in scene.draft if text.startswith("build:")), None)
    covering = any(text.startswith("cover:") for text in scene.draft)
    ghost = CARDS[new] if new and not covering else None
    points = scene.points[seat] if scene.points else None
    return {
        "seat": seat + 1,
        "name": scene.table.seats[seat].name,
        "is_me": scene.you == seat,
        "points": points,
        "governor": scene.view["governor"] == seat,
        "buildings": board["buildings"],
        "of": LAST_BUILDING,
        "slots": slots,
        "covered": covered,
        "ghost": ghost,
        "free": max(LAST_BUILDING - len(slots) - (1 if ghost else 0), 0),
        "active": bool(scene.legal) and scene.view["decision"] in _CITY_ASKS,
    }


def _slots(scene: Scene, board: Mapping[str, Any], name: str, n: int) -> list[dict[str, Any]]:
    """The buildings of a kind, those with a good on them first."""
    good = CARDS[name]["good"] or ("customs" if name == "customs-office" else None)
    with_good = board["goods"].get(good, 0) if good else 0
    slots = []
    for i in range(n):
        has = i < with_good
        slots.append(
            CARDS[name]
            | {
                "cost": cost_of(scene.view, name),
                "key": f"{name}-{i}",
                "has": has,
                "ware": good,
                "tuck": _tucked(board, name),
                "gone": False,
                "making": False,
                **_city_press(scene, name, good, has, i, with_good),
            }
        )
    return slots


def _tucked(board: Mapping[str, Any], name: str) -> int:
    return int(board[name] or 0) if name in ("chapel", "bank", "harbor") else 0


def _city_press(scene: Scene, name: str, good: str | None, has: bool, i: int, with_good: int) -> dict[str, Any]:
    """What pressing a building does: make a good, sell it, pay with it, build over it."""
    draft, offered = scene.draft, scene.offered
    if good and not has:
        made = draft.count(f"produce:{good}")
        if i - with_good < made:
            return {"press": f"-produce:{good}", "can": False, "chosen": True, "making": True, "hinted": False}
        if f"produce:{good}" in offered:
            hinted = f"produce:{good}" in hinted_actions(scene)
            return {"press": f"produce:{good}", "can": True, "chosen": False, "hinted": hinted}
    if good and has:
        for verb in ("sell", "pay-good"):
            given = draft.count(f"{verb}:{good}")
            if i < given:
                return {"press": f"-{verb}:{good}", "can": False, "chosen": True, "gone": True, "hinted": False}
            if f"{verb}:{good}" in offered and not any(text.startswith("cover:") for text in offered):
                hinted = f"{verb}:{good}" in hinted_actions(scene)
                return {"press": f"{verb}:{good}", "can": True, "chosen": False, "hinted": hinted}
    cover = f"cover:{name}+good" if has and f"cover:{name}+good" in (*offered, *draft) else f"cover:{name}"
    first = i == 0 or (not has and i == with_good)
    if cover in draft and first:
        return {"press": f"-{cover}", "can": False, "chosen": True, "gone": True, "hinted": False}
    if cover in offered:
        return {"press": cover, "can": True, "chosen": False, "hinted": cover in hinted_actions(scene)}
    return {"press": "", "can": False, "chosen": False, "hinted": False}


# --- the others -------------------------------------------------------------------------------------------------------


def rival_depends_on(scene: Scene, p: int) -> Any:
    """What another's board shows, besides who that is and whose turn it is."""
    board = scene.view["players"][p]
    keys = ("city", "goods", "hand", "hand_size")
    return [board[key] for key in keys], scene.points[p], _roles_of(scene, p)


def _roles_of(scene: Scene, p: int) -> list[str]:
    return [role for role, taker in scene.view["roles"].items() if taker == p]


def rival(scene: Scene, p: int) -> dict[str, Any]:
    """Another's board."""
    board = scene.view["players"][p]
    city = []
    for name, n in board["city"].items():
        good = CARDS[name]["good"] or ("customs" if name == "customs-office" else None)
        for i in range(n):
            city.append(CARDS[name] | {"has": bool(good) and i < board["goods"].get(good, 0), "ware": good})
    return {
        **rival_seat(scene, p),
        "roles": _roles_of(scene, p),
        "hand": board["hand_size"],
        "cards": [CARDS[name]["name"] for name, n in (board["hand"] or {}).items() for _ in range(n)],
        "vp": scene.points[p],
        "goods": [good for good, n in board["goods"].items() for _ in range(n)],
        "city": city,
        "of": LAST_BUILDING,
    }
