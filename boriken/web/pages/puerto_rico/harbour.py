"""What all share beside the market: ships, trading house, colonist ship, tiles, the festival, goods in supply."""

from __future__ import annotations

from typing import Any

from boriken.puerto_rico.components import PRICE, TRADING_HOUSE_SPACES, Good

from ..decision_bar import name_of, piece_state
from ..scene import Scene
from .buildings import BUILDINGS
from .words import GOODS


def depends_on(scene: Scene) -> Any:
    view = scene.view
    keys = ("ships", "trading_house", "colonist_ship", "face_up", "quarries", "face_down", "goods")
    hold = view["players"][scene.seat]["goods"] if scene.legal and scene.seat is not None else None
    return [view[key] for key in keys], hold, view.get("noble_ship"), view.get("festival"), scene.draft[:1]


def shown(scene: Scene) -> dict[str, Any]:
    view = scene.view
    return {
        "ships": _ships(scene),
        "house": [good for good in GOODS for _ in range(view["trading_house"][good])],
        "house_spaces": TRADING_HOUSE_SPACES,
        "house_look": piece_state(scene, "plunder"),
        "prices": [(good, int(PRICE[Good[good.upper()]])) for good in GOODS],
        "on_ship": view["colonist_ship"],
        "nobles_on_ship": view.get("noble_ship", 0),
        "ship_look": piece_state(scene, "raid"),
        "face_up": _face_up(scene),
        "forests": _forests(scene),
        "quarry": _land_piece(scene, "settle:quarry", "quarry", view["quarries"]),
        "face_down": _face_down(scene),
        "festival": _festival(scene),
        "supply": [(good, view["goods"][good]) for good in GOODS],
    }


def _ships(scene: Scene) -> list[dict[str, Any]]:
    shown = []
    for ship in scene.view["ships"]:
        size, good, barrels = ship["capacity"], ship["good"], ship["barrels"]
        texts = {*scene.offered, *scene.draft}
        here = sorted(text for text in texts if text == f"piracy:{size}" or _loads(text, size))
        staged = next((text for text in scene.draft if text in here), "")
        free = size - barrels
        shown.append(
            {
                "size": size,
                "good": good,
                "n": barrels,
                "note": ("empty", "") if not barrels else ("full", good) if not free else (f"{free} left", good),
                "ghost": _ghost(scene, staged, free),
                "does": f"Load {here[0].partition(':')[2].split('@')[0]}"
                if here and _loads(here[0], size)
                else "Empty it",
                **_ship_state(scene, here),
            }
            | {"chosen": bool(staged)}
        )
    return shown


def _loads(text: str, size: int) -> bool:
    return text.startswith("load:") and text.endswith(f"@{size}")


def _ship_state(scene: Scene, here: list[str]) -> dict[str, Any]:
    """A ship may be pressed if only one thing could be done with it."""
    return piece_state(scene, here[0]) if len(here) == 1 else {"press": "", "can": bool(here), "hinted": False}


def _ghost(scene: Scene, staged: str, free: int) -> tuple[str, int]:
    """What is staged to be loaded: a good and how many fit."""
    if not staged.startswith("load:") or scene.seat is None:
        return "", 0
    good = staged.partition(":")[2].split("@")[0]
    return good, min(free, scene.view["players"][scene.seat]["goods"][good])


# --- tiles ------------------------------------------------------------------------------------------------------------


def _face_up(scene: Scene) -> list[dict[str, Any]]:
    tiles = []
    for good in GOODS:
        for i in range(scene.view["face_up"][good]):
            look = piece_state(scene, f"settle:{good}")
            if look["chosen"] and i:  # of equal tiles only one is taken
                look |= {"chosen": False, "can": True}
            tiles.append({"kind": good, "i": i, **look})
    return tiles


def _forests(scene: Scene) -> list[dict[str, Any]]:
    """The kinds that may be laid face down instead."""
    texts = [f"settle:forest-{good}" for good in GOODS]
    return [
        {"kind": good, **piece_state(scene, text)}
        for good, text in zip(GOODS, texts, strict=True)
        if text in scene.offered or text in scene.draft
    ]


def _face_down(scene: Scene) -> dict[str, Any]:
    """The stack from which the hacienda draws, and the land office buys."""
    piece = "land-office" if {"land-office"} & {*scene.offered, *scene.draft} else "hacienda"
    return _land_piece(scene, piece, "back", sum(scene.view["face_down"].values()))


def _land_piece(scene: Scene, piece: str, kind: str, n: int) -> dict[str, Any]:
    return {"kind": kind, "n": n, "i": 0, **piece_state(scene, piece)}


# --- the festival -----------------------------------------------------------------------------------------------------


def _festival(scene: Scene) -> list[dict[str, Any]]:
    """The three goals: what is needed, what it brings, who has met it."""
    goals = scene.view.get("festival")
    if not goals:
        return []
    building = BUILDINGS[goals["building"]]
    plantation = goals["plantation"]
    barrels = [good for good in GOODS for _ in range(goals["goods"].get(good, 0))]
    return [
        {
            "need": [f"p-{plantation}"],
            "times": 3,
            "name": "",
            "staged": False,
            "words": f"3 {plantation} plantations",
            "reward": ("colonist", 3, "colonists"),
            **_met(scene, goals["plantation_met"]),
        },
        {
            "need": [f"g-{good}" for good in barrels],
            "times": 0,
            "name": "",
            "staged": False,
            "words": f"make {', '.join(barrels)}",
            "reward": ("doubloon", 3, "doubloons"),
            **_met(scene, goals["goods_met"]),
        },
        {
            "need": [building["icon"]],
            "times": 0,
            "name": building["name"],
            "words": f"build the {building['name'].lower()}",
            "reward": ("vp", 3, "points"),
            "staged": f"build:{goals['building']}" in scene.draft,
            **_met(scene, goals["building_met"]),
        },
    ]


def _met(scene: Scene, seat: int | None) -> dict[str, Any]:
    return {"seat": None if seat is None else seat + 1, "by": "" if seat is None else name_of(scene, seat)}
