"""The market: every kind in the game with its price for whoever looks; before that, the draft of the kinds."""

from __future__ import annotations

from typing import Any

from boriken.engine import written
from boriken.puerto_rico.actions import DRAFTED
from boriken.puerto_rico.components import COST, Building
from boriken.puerto_rico.draft import BARRED, SPACES_BY_COST, Pairs

from ..decision_bar import name_of, piece_state
from ..scene import Scene
from ..words import spoken_name
from .buildings import BUILDINGS

_COLUMNS = ("I", "II", "III", "IV")
_ROWS = 6
"""How many kinds of a column stand in two lines each; with more of them, each has a single line."""


def depends_on(scene: Scene) -> Any:
    view, seat = scene.view, scene.seat
    mine = None if seat is None else view["players"][seat]
    building = scene.legal and view["decision"] == "builder"
    money = building and mine and (mine["doubloons"], view["chooser"])
    quarries = mine and mine["island"]["quarry"][1]
    cities = [list(board["city"]) for board in view["players"]]
    more = view["decision"] == "draft", view.get("festival"), mine and (mine["city"], mine.get("forests"))
    return view["swap"], view["buildings"], cities, quarries, money, *more


def shown(scene: Scene) -> dict[str, Any]:
    if scene.view["decision"] == "draft":
        return {"draft": _fields(scene), "always": _always(scene)}
    building = bool(scene.legal) and scene.view["decision"] == "builder"
    columns = _columns(scene, building)
    return {
        "draft": None,
        "market": columns,
        "market_dense": any(len(column["tiles"]) > _ROWS for column in columns),
        "market_rest": not building,
        "market_note": _note(scene, building),
    }


def _columns(scene: Scene, building: bool) -> list[dict[str, Any]]:
    columns = []
    for number, heading in enumerate(_COLUMNS, 1):
        names = [name for name in scene.view["buildings"] if BUILDINGS[name]["col"] == number]
        tiles = [_tile(scene, name, building) | {"low": row > 2} for row, name in enumerate(names)]
        columns.append({"title": heading, "limit": number, "tiles": tiles})
    return columns


def _tile(scene: Scene, name: str, building: bool) -> dict[str, Any]:
    view = scene.view
    cost = _cost(scene, name)
    left = view["buildings"][name]
    board = view["players"][scene.seat] if scene.seat is not None else None
    mine = board is not None and name in board["city"]
    owners = [name_of(scene, p) for p, other in enumerate(view["players"]) if name in other["city"]]
    price = scene.prices.get(name)
    short = 0 if price is None or board is None else max(price - board["doubloons"], 0)
    look = piece_state(scene, f"build:{name}")
    state, why = "", ""
    if mine:
        state, why = "mine", "Built already."
    elif not left:
        state, why = "out", "Sold out."
    elif building and look["chosen"]:
        state = "chosen"
    elif building and look["can"]:
        state, why = ("short", f"{short} of it in kind: black market.") if short else ("can", "")
    elif building:
        state = "far"
        why = f"{short} doubloon{'s' * (short != 1)} short." if short else "No room in the city."
    return BUILDINGS[name] | {
        "whose": "yours" if scene.you is not None else "built",
        "cost": cost,
        "price": cost if price is None else price,
        "left": left,
        "state": state,
        "why": why,
        "owners": owners,
        "press": look["press"] if building else "",
        "hinted": look["hinted"],
        "goal": _is_goal(scene, name),
    }


def _cost(scene: Scene, name: str) -> int:
    """The printed price."""
    return int(COST[int(scene.view["swap"]), Building[name.upper().replace("-", "_")]])


def _is_goal(scene: Scene, name: str) -> bool:
    """Whether the festival still waits for somebody to build it."""
    festival = scene.view.get("festival")
    return festival is not None and festival["building"] == name and festival["building_met"] is None


def _note(scene: Scene, building: bool) -> dict[str, Any] | None:
    """What lowers the prices for whoever looks."""
    if scene.seat is None:
        return None
    board = scene.view["players"][scene.seat]
    quarries = board["island"]["quarry"][1]
    builder = building and scene.view["chooser"] == scene.seat
    forests = sum(board.get("forests", {}).values())
    helps = [("p-forest", f"{forests} (2 save 1)")] if forests else []
    helps += [("b-zoning-office", "at work")] if board["city"].get("zoning-office") else []
    helps += [("b-library", "1 more")] if builder and board["city"].get("library") else []
    return {"quarries": quarries, "builder": builder, "helps": helps}


# --- the draft --------------------------------------------------------------------------------------------------------


def _fields(scene: Scene) -> list[dict[str, Any]]:
    """A field for each price: how many kinds it holds, and those that could stand there."""
    candidates = _candidates(scene)
    fields = []
    for cost, spaces in enumerate(SPACES_BY_COST.tolist()):
        names = [name for name in candidates if _cost(scene, name) == cost]
        free = spaces - sum(name in scene.view["buildings"] for name in names)
        if spaces:
            tiles = [_candidate(scene, name, free) for name in names]
            fields.append({"cost": cost, "spaces": spaces, "free": free, "tiles": tiles})
    return fields


def _candidates(scene: Scene) -> list[str]:
    """The kinds that may be named: the nobles' only by the house rule."""
    drafted = scene.table.options.get("nobles_drafted")
    return [name for name in map(written, DRAFTED) if drafted or BUILDINGS[name]["box"] != "nobles"]


def _candidate(scene: Scene, name: str, free: int) -> dict[str, Any]:
    look = piece_state(scene, f"draft:{name}")
    state, why = "open", ""
    if name in scene.view["buildings"]:
        state, why = "in", "in the game"
    elif look["chosen"]:
        state = "chosen"
    elif look["can"]:
        state = "can"
    elif partner := _barred_by(scene, name):
        state, why = "barred", f"never with the {spoken_name(partner)}"
    elif not free:
        state, why = "left", "stays in the box"
    return BUILDINGS[name] | look | {"cost": _cost(scene, name), "state": state, "why": why}


def _barred_by(scene: Scene, name: str) -> str:
    """The kind in the game with which this one never meets, if there is one."""
    kept_apart = Pairs[str(scene.table.options.get("pairs", "rulebook")).upper()]
    for first, second, since in BARRED:
        for one, other in ((first, second), (second, first)):
            if kept_apart >= since and written(one) == name and written(other) in scene.view["buildings"]:
                return written(other)
    return ""


def _always(scene: Scene) -> list[dict[str, Any]]:
    """What is in the game whatever is named."""
    named = _candidates(scene)
    return [BUILDINGS[name] for name in scene.view["buildings"] if name not in named]
