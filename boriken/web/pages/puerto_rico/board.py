"""The table of Puerto Rico: from a scene to what its template draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.engine import written
from boriken.puerto_rico.components import (
    BUILDING_TABLE,
    CITY_SPACES,
    COST,
    ISLAND_SPACES,
    LARGE_COLUMN,
    PRICE,
    START_COLONISTS,
    START_VICTORY_POINTS,
    TRADING_HOUSE_SPACES,
    Building,
    Good,
)

from ..bar import front_seat, gauge, hinted_actions, name_of, piece_state, rival_seat
from ..presenter import Part, Staged
from ..scene import Effect, Scene
from ..words import sentence, spoken_name, title
from .colonists import circles, standing
from .counting import city_spaces
from .decisions import phase_of
from .words import GOODS, ROLE_RULES, ROLE_TEXT, building_good, building_icon

_ORDER = {
    "": ["roles", "mine", "buildings", "harbour"],
    "settler": ["harbour", "mine", "roles", "buildings"],
    "mayor": ["mine", "harbour", "buildings", "roles"],
    "builder": ["buildings", "mine", "harbour", "roles"],
    "craftsman": ["mine", "harbour", "buildings", "roles"],
    "trader": ["mine", "harbour", "buildings", "roles"],
    "captain": ["mine", "harbour", "buildings", "roles"],
}
"""Which part comes first in the document: the one that the question is about."""

BUILDINGS: dict[str, dict[str, Any]] = {
    written(kind): {
        "id": written(kind),
        "name": title(written(kind)),
        "icon": building_icon(written(kind)),
        "good": building_good(kind),
        "vp": row.vp,
        "circles": row.circles,
        "col": row.column,
        "large": row.column == LARGE_COLUMN,
        "phase": sentence(row.effect)[0],
        "text": sentence(row.effect)[1],
    }
    for kind, row in BUILDING_TABLE.items()
}
_COLUMNS = ("I", "II", "III", "IV")
TABS = {
    "roles": ("r-mayor", "Roles", "Roles"),
    "buildings": ("u-building", "Buildings", "Buildings"),
    "harbour": ("anchor", "Harbour", "Harbour"),
    "mine": ("u-island", "My board", "Board"),
}
"""Symbol and words for each part, for those who play and for onlookers."""


def order(scene: Scene) -> list[str]:
    """The parts of the board from top to bottom."""
    return _ORDER.get(phase_of(scene.view), _ORDER[""])


# --- the parts of the board: what each depends on, what its template needs --------------------------------------------


def _roles_depend_on(scene: Scene) -> Any:
    return scene.view["roles"], scene.view["chooser"], phase_of(scene.view)


def _market_depends_on(scene: Scene) -> Any:
    view, seat = scene.view, scene.seat
    mine = None if seat is None else view["players"][seat]
    building = scene.legal and view["decision"] == "builder"
    money = building and mine and (mine["doubloons"], view["chooser"])
    quarries = mine and mine["island"]["quarry"][1]
    return view["swap"], view["buildings"], [list(board["city"]) for board in view["players"]], quarries, money


def _market_shown(scene: Scene) -> dict[str, Any]:
    building = bool(scene.legal) and scene.view["decision"] == "builder"
    return {
        "market": _market(scene, building),
        "market_rest": not building,
        "market_note": _market_note(scene, building),
    }


def _harbour_depends_on(scene: Scene) -> Any:
    view = scene.view
    keys = ("ships", "trading_house", "colonist_ship", "face_up", "quarries", "face_down", "goods")
    hold = view["players"][scene.seat]["goods"] if scene.legal and scene.seat is not None else None
    return [view[key] for key in keys], hold


def _harbour_shown(scene: Scene) -> dict[str, Any]:
    view = scene.view
    return {
        "ships": _ships(scene),
        "house": [good for good in GOODS for _ in range(view["trading_house"][good])],
        "house_spaces": TRADING_HOUSE_SPACES,
        "prices": [(good, int(PRICE[Good[good.upper()]])) for good in GOODS],
        "on_ship": view["colonist_ship"],
        "face_up": _face_up(scene),
        "quarry": _land_piece(scene, "settle:quarry", "quarry", view["quarries"]),
        "face_down": _land_piece(scene, "hacienda", "back", sum(view["face_down"].values())),
        "supply": [(good, view["goods"][good]) for good in GOODS],
    }


def _mine_depends_on(scene: Scene) -> Any:
    view, seat = scene.view, front_seat(scene)
    points = scene.points[seat] if scene.points else None
    carried = [(ship["good"], ship["capacity"]) for ship in view["ships"]]
    return seat, view["players"][seat], points, view["governor"] == seat, carried


_HOLD_VERBS = ("sell", "privilege", "load", "wharf", "store", "keep")
PARTS = {
    "roles": Part(frozenset({"role"}), _roles_depend_on, lambda scene: {"roles": _roles(scene)}),
    "buildings": Part(frozenset({"build"}), _market_depends_on, _market_shown),
    "harbour": Part(frozenset({"load", "settle", "hacienda"}), _harbour_depends_on, _harbour_shown),
    "mine": Part(
        frozenset({"place", "lift", "settle", "build", *_HOLD_VERBS}),
        _mine_depends_on,
        lambda scene: {"mine": _mine(scene, front_seat(scene), scene.base is not None)},
    ),
}


# --- the bar ----------------------------------------------------------------------------------------------------------


def staged(scene: Scene) -> Staged:
    """What is staged, in words."""
    if scene.base is not None:
        in_hand = scene.base["in_hand"]
        return Staged("Place your colonists:", f"{in_hand} still in hand" if in_hand else "all placed")
    if not scene.draft:
        return Staged()
    piece = scene.draft[0]
    verb, _, what = piece.partition(":")
    name = spoken_name(what.split("@")[0])
    match verb:
        case "pass":
            asked = scene.view["decision"]
            return Staged({"builder": "Build nothing?", "trader": "Sell nothing?"}.get(asked, "Pass?"))
        case "role":
            return Staged("Take the", name, "?", Effect(f"r-{name}", f"privilege: {ROLE_TEXT[what]}"))
        case "build":
            price = scene.prices.get(what)
            return Staged("Build the", name, f"for {price} doubloon{'' if price == 1 else 's'}?")
        case "settle":
            return Staged("Take", "the quarry" if what == "quarry" else f"the {name} plantation", "?")
        case "hacienda":
            return Staged("Take the", "top face-down plantation", "first?")
        case "sell":
            return Staged("Sell", f"1 {name}", "?")
        case "privilege":
            return Staged("Take", f"1 more {name}", "?")
        case "load":
            return Staged("Load", name, f"onto the ship for {what.split('@')[1]}?")
        case "wharf":
            return Staged("Ship", f"all {name}", "over your wharf?")
    kept = [f"all {p.partition(':')[2]}" if p.startswith("store") else f"1 {p.partition(':')[2]}" for p in scene.draft]
    more = f"and choose {scene.needs} more" if scene.needs else "and lose the rest?"
    return Staged("Keep", " and ".join(kept), more)


def gauges(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What ends the game: chips, colonists, the fullest city."""
    players = len(view["players"])
    chips, colonists = int(START_VICTORY_POINTS[players]), int(START_COLONISTS[players])
    fullest = max(city_spaces(board) for board in view["players"])
    triggers = view["triggers"]
    left, supply = view["vp_pool"], view["colonist_supply"]
    return [
        gauge("vp", "VP chips left", left, chips - left, chips, "victory-points" in triggers or left < chips // 5),
        gauge(
            "colonist",
            "Colonists left",
            supply,
            colonists - supply,
            colonists,
            "colonists" in triggers or supply < colonists // 5,
        ),
        gauge(
            "u-building", "Fullest city", f"{fullest}/{CITY_SPACES}", fullest, CITY_SPACES, fullest > CITY_SPACES - 3
        ),
    ]


# --- shared parts -----------------------------------------------------------------------------------------------------


def _roles(scene: Scene) -> list[dict[str, Any]]:
    view, phase = scene.view, phase_of(scene.view)
    shown = []
    for role, card in view["roles"].items():
        taker = card["taken_by"]
        name = spoken_name(role)
        now = phase == name and taker == view["chooser"] and taker is not None
        shown.append(
            {
                "id": name,
                "key": role,
                "name": name.capitalize(),
                "text": ROLE_TEXT[role],
                "rules": ROLE_RULES[name],
                "coins": card["doubloons"],
                "seat": None if taker is None else taker + 1,
                "by": ""
                if taker is None
                else name_of(scene, taker) + (", now" if now and len(view["roles"]) < 8 else ""),
                "now": now,
                **piece_state(scene, f"role:{role}"),
            }
        )
    return shown


def _market(scene: Scene, building: bool) -> list[dict[str, Any]]:
    columns = []
    for number, heading in enumerate(_COLUMNS, 1):
        names = [name for name, b in BUILDINGS.items() if b["col"] == number]
        tiles = [_tile(scene, name, building) | {"low": row > 2} for row, name in enumerate(names)]
        columns.append({"title": heading, "limit": number, "tiles": tiles})
    return columns


def _tile(scene: Scene, name: str, building: bool) -> dict[str, Any]:
    view = scene.view
    cost = int(COST[int(view["swap"]), Building[name.upper().replace("-", "_")]])
    left = view["buildings"][name]
    board = view["players"][scene.seat] if scene.seat is not None else None
    mine = board is not None and name in board["city"]
    owners = [name_of(scene, p) for p, other in enumerate(view["players"]) if name in other["city"]]
    price = scene.prices.get(name)
    look = piece_state(scene, f"build:{name}")
    state, why = "", ""
    if mine:
        state, why = "mine", "You have it already."
    elif not left:
        state, why = "out", "Sold out."
    elif building and look["chosen"]:
        state = "chosen"
    elif building and look["can"]:
        state = "can"
    elif building:
        state = "far"
        short = 0 if price is None or board is None else price - board["doubloons"]
        why = f"{short} doubloon{'s' * (short != 1)} short." if short > 0 else "No room in your city."
    return BUILDINGS[name] | {
        "cost": cost,
        "price": cost if price is None else price,
        "left": left,
        "state": state,
        "why": why,
        "owners": owners,
        "press": look["press"] if building else "",
        "hinted": look["hinted"],
    }


def _market_note(scene: Scene, building: bool) -> dict[str, Any] | None:
    if scene.seat is None:
        return None
    quarries = scene.view["players"][scene.seat]["island"]["quarry"][1]
    builder = building and scene.view["chooser"] == scene.seat
    return {"quarries": quarries, "builder": builder}


def _ships(scene: Scene) -> list[dict[str, Any]]:
    shown = []
    for ship in scene.view["ships"]:
        size, good, barrels = ship["capacity"], ship["good"], ship["barrels"]
        loads = [text for text in (*scene.offered, *scene.draft) if text.startswith("load:")]
        here = sorted({text for text in loads if text.endswith(f"@{size}")})
        staged = next((text for text in scene.draft if text in here), "")
        free = size - barrels
        shown.append(
            {
                "size": size,
                "good": good,
                "n": barrels,
                "note": ("empty", "") if not barrels else ("full", good) if not free else (f"{free} left", good),
                "ghost": _ghost(scene, staged, free),
                **(
                    piece_state(scene, here[0]) if len(here) == 1 else {"press": "", "can": bool(here), "hinted": False}
                ),
            }
            | {"chosen": bool(staged)}
        )
    return shown


def _ship_state(scene: Scene, loads: list[str]) -> dict[str, Any]:
    """A ship may be pressed if only one good could be loaded onto it."""
    return piece_state(scene, loads[0]) if len(loads) == 1 else {"press": "", "can": bool(loads), "hinted": False}


def _ghost(scene: Scene, staged: str, free: int) -> tuple[str, int]:
    """What is staged to be loaded: a good and how many fit."""
    if not staged or scene.seat is None:
        return "", 0
    good = staged.partition(":")[2].split("@")[0]
    return good, min(free, scene.view["players"][scene.seat]["goods"][good])


def _face_up(scene: Scene) -> list[dict[str, Any]]:
    tiles = []
    for good in GOODS:
        for i in range(scene.view["face_up"][good]):
            look = piece_state(scene, f"settle:{good}")
            if look["chosen"] and i:  # of equal tiles only one is taken
                look |= {"chosen": False, "can": True}
            tiles.append({"kind": good, "i": i, **look})
    return tiles


def _land_piece(scene: Scene, piece: str, kind: str, n: int) -> dict[str, Any]:
    return {"kind": kind, "n": n, "i": 0, **piece_state(scene, piece)}


# --- my board ---------------------------------------------------------------------------------------------------------


def _mine(scene: Scene, seat: int, placing: bool) -> dict[str, Any]:
    view = scene.view
    board = view["players"][seat]
    on = standing(board)
    before = on
    if scene.base is not None:
        on, before = scene.base["placed"], scene.base["before"]
    room = circles(board)
    city = [_city_tile(scene, name, on[name], before.get(name, 0), placing) for name in board["city"]]
    used = city_spaces(board)
    next_building = next((BUILDINGS[p.removeprefix("build:")] for p in scene.draft if p.startswith("build:")), None)
    spaces_next = 0 if next_building is None else 2 if next_building["large"] else 1
    empty = sum(room[name] - on[name] for name in board["city"])
    points = scene.points[seat] if scene.points else None
    return {
        "seat": seat + 1,
        "name": scene.table.seats[seat].name,
        "is_me": scene.seat == seat,
        "points": points,
        "governor": view["governor"] == seat,
        "active": placing,
        "new": scene.base["in_hand"] if scene.base else 0,
        "placing": placing,
        "island": _island(scene, board, on, before, placing),
        "island_filled": sum(n for n, _ in board["island"].values()),
        "island_spaces": ISLAND_SPACES,
        "city": city,
        "city_note": f"{used} of {CITY_SPACES}"
        + (f" · {empty} circle{'s' * (empty != 1)} empty" if empty and board["city"] else ""),
        "city_free": max(CITY_SPACES - used - spaces_next, 0),
        "city_next": next_building,
        "coins": board["doubloons"],
        "vp": "?" if board["vp"] is None else board["vp"],
        "san_juan": scene.base["in_hand"] if scene.base else board["san_juan"],
        "hold": [_hold(scene, good, board["goods"][good]) for good in GOODS],
        "asked": _hold_question(scene),
    }


def _island(
    scene: Scene, board: Mapping[str, Any], on: Mapping[str, int], before: Mapping[str, int], placing: bool
) -> list[dict[str, Any] | None]:
    tiles: list[dict[str, Any] | None] = []
    for kind, (n, _) in board["island"].items():
        staged, lifted = max(on[kind] - before[kind], 0), max(before[kind] - on[kind], 0)
        for i in range(n):
            working = i < on[kind]
            piece = f"{'lift' if working else 'place'}:{kind}"
            tiles.append(
                {
                    "kind": kind,
                    "key": f"{kind}-{i}",
                    "ghost": False,
                    "on": working,
                    "staged": placing and working and i >= on[kind] - staged,
                    "lifted": placing and not working and i < on[kind] + lifted,
                    "target": placing and not working and piece in scene.offered,
                    "press": piece if placing and piece in scene.offered else "",
                    "hinted": piece in hinted_actions(scene),
                }
            )
    new = next((p.removeprefix("settle:") for p in scene.draft if p.startswith("settle:")), None)
    if new:
        tiles.append({"kind": new, "ghost": True, "key": "ghost"})
    return tiles + [None] * (ISLAND_SPACES - len(tiles))


def _city_tile(scene: Scene, name: str, on: int, before: int, placing: bool) -> dict[str, Any]:
    data = BUILDINGS[name]
    place, lift = f"place:{name}", f"lift:{name}"
    press = place if place in scene.offered else lift if lift in scene.offered else ""
    return data | {
        "on": on,
        "staged": max(on - before, 0) if placing else 0,
        "lifted": max(before - on, 0) if placing else 0,
        "target": placing and press == place,
        "press": press if placing else "",
        "hinted": place in hinted_actions(scene),
    }


def _hold(scene: Scene, good: str, n: int) -> dict[str, Any]:
    """A good on my windrose: how many, and what can be done with it now."""
    texts = [
        text
        for text in dict.fromkeys((*scene.legal, *sorted(scene.offered), *scene.draft))
        if text.partition(":")[0] in _HOLD_VERBS and text.partition(":")[2].split("@")[0] == good
        if text in scene.offered or text in scene.draft
    ]
    carrying = next((ship["capacity"] for ship in scene.view["ships"] if ship["good"] == good), None)
    return {
        "good": good,
        "n": n,
        "note": f"ship of {carrying}" if carrying and not texts else "",
        "actions": [{"text": text, "label": _hold_label(text, n), **_hold_state(scene, text)} for text in texts],
    }


def _hold_state(scene: Scene, text: str) -> dict[str, Any]:
    """Staged barrels are taken off again by pressing them once more."""
    look = piece_state(scene, text)
    if look["chosen"] and scene.view["decision"] in ("warehouse", "windrose"):
        look["press"] = f"-{text}"
    return look


def _hold_label(text: str, n: int) -> str:
    verb, _, what = text.partition(":")
    if verb == "load":
        return f"ship of {what.split('@')[1]}"
    return {"sell": "sell 1", "privilege": "take 1 more", "wharf": "wharf", "store": f"store all {n}"}.get(
        verb, "keep 1"
    )


def _hold_question(scene: Scene) -> bool:
    return any(text.partition(":")[0] in _HOLD_VERBS for text in scene.legal)


# --- the others -------------------------------------------------------------------------------------------------------


def rival_depends_on(scene: Scene, p: int) -> Any:
    """What another's board shows, besides who that is and whose turn it is."""
    return scene.view["players"][p], _roles_of(scene, p)


def _roles_of(scene: Scene, p: int) -> list[str]:
    return [spoken_name(role) for role, card in scene.view["roles"].items() if card["taken_by"] == p]


def rival(scene: Scene, p: int) -> dict[str, Any]:
    """Another's board."""
    board = scene.view["players"][p]
    return {
        **rival_seat(scene, p),
        "roles": _roles_of(scene, p),
        "coins": board["doubloons"],
        "vp": "?" if board["vp"] is None else board["vp"],
        "san_juan": board["san_juan"],
        "goods": [(good, n) for good, n in board["goods"].items() if n],
        "island": [(kind, i < on) for kind, (n, on) in board["island"].items() for i in range(n)],
        "city": [BUILDINGS[name] | {"on": on} for name, on in board["city"].items()],
        "spaces": city_spaces(board),
    }
