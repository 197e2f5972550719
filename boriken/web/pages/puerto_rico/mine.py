"""My board: island, city, treasure, goods, and what may be pressed there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.puerto_rico.components import CITY_SPACES, ISLAND_SPACES

from ..decision_bar import front_seat, hinted_actions, piece_state
from ..scene import Scene
from .buildings import BUILDINGS
from .colonists import circles, standing
from .counting import city_spaces
from .words import GOODS

PLACE_VERBS = {
    "guest": "send a guest here",
    "place": "place a colonist",
    "lift": "take the colonist off",
    "from": "give up whoever is here",
    "discard": "discard it",
}
"""What pressing a place on my board does."""
HOLD_VERBS = {
    "sell": "sell 1",
    "post": "trading post",
    "privilege": "take 1 more",
    "supplier": "give 1",
    "load": "",
    "wharf": "wharf",
    "small-wharf": "small wharf",
    "pay": "pay 1",
    "store": "",
    "keep": "keep 1",
}
"""What pressing a good on my windrose does; empty where it says more."""
_STORING = ("warehouse", "windrose")
_WHARVES = {"wharf": "W", "small-wharf": "w"}


def depends_on(scene: Scene) -> Any:
    view, seat = scene.view, front_seat(scene)
    points = scene.points[seat] if scene.points else None
    carried = [(ship["good"], ship["capacity"]) for ship in view["ships"]]
    more = view.get("portrait") == seat, has_nobles(view)
    return seat, view["players"][seat], points, view["governor"] == seat, carried, more


def shown(scene: Scene) -> dict[str, Any]:
    return {"mine": _mine(scene, front_seat(scene), scene.base is not None)}


def has_nobles(view: Mapping[str, Any]) -> bool:
    """Whether there are any in this game."""
    return bool(view.get("noble_supply", 0) + view.get("noble_ship", 0)) or any(
        board.get("nobles") for board in view["players"]
    )


def _mine(scene: Scene, seat: int, placing: bool) -> dict[str, Any]:
    view = scene.view
    board = view["players"][seat]
    on = standing(board)
    before = on
    if scene.base is not None:
        on, before = scene.base["placed"], scene.base["before"]
    room = circles(board)
    city = [_city_tile(scene, name, on[name], before.get(name, 0), board, placing) for name in board["city"]]
    used = city_spaces(board)
    next_building = next((BUILDINGS[p.removeprefix("build:")] for p in scene.draft if p.startswith("build:")), None)
    spaces_next = 0 if next_building is None else 2 if next_building["large"] else 1
    empty = sum(room[name] - on[name] for name in board["city"])
    points = scene.points[seat] if scene.points else None
    forests = sum(board.get("forests", {}).values())
    filled = sum(n for n, _ in board["island"].values()) + forests
    return {
        "seat": seat + 1,
        "name": scene.table.seats[seat].name,
        "is_me": scene.you == seat,
        "points": points,
        "governor": view["governor"] == seat,
        "portrait": view.get("portrait") == seat,
        "active": placing,
        "new": scene.base["in_hand"] if scene.base else 0,
        "placing": placing,
        "island": _island(scene, board, on, before, placing),
        "island_note": f"{filled} of {ISLAND_SPACES}"
        + (f" · {forests} forest{'s' * (forests != 1)}" if forests else ""),
        "city": city,
        "city_note": f"{used} of {CITY_SPACES}"
        + (f" · {empty} circle{'s' * (empty != 1)} empty" if empty and board["city"] else ""),
        "city_free": max(CITY_SPACES - used - spaces_next, 0),
        "city_next": next_building,
        "coins": board["doubloons"],
        "vp": "?" if board["vp"] is None else board["vp"],
        "san_juan": scene.base["in_hand"] if scene.base else board["san_juan"],
        "san_juan_look": piece_state(scene, "from:san-juan"),
        "nobles": board["nobles"] if has_nobles(view) else None,
        "hold": [_hold(scene, good, board["goods"][good]) for good in GOODS],
        "asked": any(text.partition(":")[2].split("@")[0] in GOODS and _is_hold_verb(text) for text in scene.legal),
    }


# --- places -----------------------------------------------------------------------------------------------------------


def _island(
    scene: Scene, board: Mapping[str, Any], on: Mapping[str, int], before: Mapping[str, int], placing: bool
) -> list[dict[str, Any] | None]:
    tiles: list[dict[str, Any] | None] = []
    for kind, (n, _) in board["island"].items():
        staged, lifted = max(on[kind] - before[kind], 0), max(before[kind] - on[kind], 0)
        for i in range(n):
            working = i < on[kind]
            tiles.append(
                {
                    "kind": kind,
                    "key": f"{kind}-{i}",
                    "ghost": False,
                    "on": working,
                    "staged": placing and working and i >= on[kind] - staged,
                    "lifted": placing and not working and i < on[kind] + lifted,
                    **_pressing(scene, kind, not working, working, placing),
                }
            )
    for i in range(sum(board.get("forests", {}).values())):
        pressing = _pressing(scene, "forest", False, False, placing)
        tiles.append(
            {"kind": "forest", "key": f"forest-{i}", "ghost": False, "on": None, "staged": False, "lifted": False}
            | pressing
        )
    new = next((p.removeprefix("settle:") for p in scene.draft if p.startswith("settle:")), None)
    if new:
        tiles.append({"kind": "forest" if new.startswith("forest") else new, "ghost": True, "key": "ghost"})
    return tiles + [None] * (ISLAND_SPACES - len(tiles))


def _city_tile(
    scene: Scene, name: str, on: int, before: int, board: Mapping[str, Any], placing: bool
) -> dict[str, Any]:
    data = BUILDINGS[name]
    nobles = 0 if placing else board.get("nobles_in", {}).get(name, 0)
    return data | {
        "on": on,
        "nobles": nobles,
        "staged": max(on - before, 0) if placing else 0,
        "lifted": max(before - on, 0) if placing else 0,
        **_pressing(scene, name, on < data["circles"], on > 0, placing),
        "hinted": f"place:{name}" in hinted_actions(scene),
    }


def _pressing(scene: Scene, place: str, free: bool, occupied: bool, placing: bool) -> dict[str, Any]:
    """What pressing a place does, if anything: whoever comes needs a free circle, whoever leaves must be there."""
    can = {"guest": free, "place": free, "lift": placing and occupied, "from": occupied, "discard": True}
    known = {*scene.offered, *scene.draft} if not placing else scene.offered
    verb = next((verb for verb, possible in can.items() if possible and f"{verb}:{place}" in known), "")
    piece = f"{verb}:{place}" if verb else ""
    return {
        "press": piece,
        "does": PLACE_VERBS.get(verb, ""),
        "target": bool(verb) and verb != "lift" and piece not in scene.draft,
        "chosen": not placing and piece in scene.draft,
        "hinted": bool(piece) and piece in hinted_actions(scene),
    }


# --- the windrose -----------------------------------------------------------------------------------------------------


def _is_hold_verb(text: str) -> bool:
    return text.partition(":")[0] in HOLD_VERBS


def _hold(scene: Scene, good: str, n: int) -> dict[str, Any]:
    """A good on my windrose: how many, and what can be done with it now."""
    texts = [
        text
        for text in dict.fromkeys((*scene.legal, *sorted(scene.offered), *scene.draft))
        if _is_hold_verb(text) and text.partition(":")[2].split("@")[0] == good
        if text in scene.offered or text in scene.draft
    ]
    carrying = next((ship["capacity"] for ship in scene.view["ships"] if ship["good"] == good), None)
    return {
        "good": good,
        "n": n,
        "note": f"ship of {carrying}" if carrying and not texts else "",
        "actions": [action for text in texts for action in _hold_actions(scene, text, n)],
    }


def _hold_actions(scene: Scene, text: str, n: int) -> list[dict[str, Any]]:
    """Staged barrels are taken off again by pressing them once more; of several, each has its press."""
    look = piece_state(scene, text) | {"text": text, "label": _hold_label(text, n), "hull": _hull(text)}
    if not look["chosen"] or scene.view["decision"] not in _STORING:
        return [look]
    kept = scene.draft.count(text)
    if kept > 1:
        look["label"] = f"keep {kept}"
    staged = look | {"press": f"-{text}"}
    more = look | {"chosen": False, "can": True, "label": "1 more", "press": text}
    return [staged, more] if text in scene.offered else [staged]


def _hold_label(text: str, n: int) -> str:
    verb, _, what = text.partition(":")
    if verb == "load":
        return f"ship of {what.split('@')[1]}"
    return f"store all {n}" if verb == "store" else HOLD_VERBS[verb]


def _hull(text: str) -> str:
    """What is written on the hull that takes a good: with any number of ships, the buttons stay in one line."""
    verb, _, what = text.partition(":")
    return what.split("@")[1] if verb == "load" else _WHARVES.get(verb, "")
