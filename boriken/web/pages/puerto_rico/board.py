"""The table of Puerto Rico: from a scene to what its template draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boriken.puerto_rico.components import CITY_SPACES, NOBLES, START_VICTORY_POINTS

from ..decision_bar import brings_me, gauge, name_of, piece_state, rival_seat
from ..presenter import Part
from ..scene import Scene
from ..words import spoken_name
from . import harbour, market, mine
from .buildings import BUILDINGS
from .counting import city_spaces
from .decisions import phase_of
from .words import ROLE_RULES, ROLE_TEXT

_ORDER = {
    "": ["roles", "mine", "buildings", "harbour"],
    "draft": ["buildings", "mine", "harbour", "roles"],
    "settler": ["harbour", "mine", "roles", "buildings"],
    "mayor": ["mine", "harbour", "buildings", "roles"],
    "builder": ["buildings", "mine", "harbour", "roles"],
    "craftsman": ["mine", "harbour", "buildings", "roles"],
    "trader": ["mine", "harbour", "buildings", "roles"],
    "captain": ["mine", "harbour", "buildings", "roles"],
    "buccaneer": ["harbour", "roles", "mine", "buildings"],
    "black market": ["mine", "buildings", "harbour", "roles"],
}
"""Which part comes first in the document: the one that the question is about."""
TABS = {
    "roles": ("r-mayor", "Roles", "Roles"),
    "buildings": ("u-building", "Buildings", "Buildings"),
    "harbour": ("anchor", "Harbour", "Harbour"),
    "mine": ("u-island", "My board", "Board"),
}
"""Symbol and words for each part, for those who play and for onlookers."""


def order(scene: Scene) -> list[str]:
    """The parts of the board from top to bottom."""
    paying = bool(scene.legal) and scene.view["decision"].startswith("pay-")
    return _ORDER.get("black market" if paying else phase_of(scene.view), _ORDER[""])


# --- the parts of the board -------------------------------------------------------------------------------------------


def _roles_depend_on(scene: Scene) -> Any:
    view = scene.view
    brings = {role: bringing.to[0] for role, bringing in scene.brings.items()}
    return view["roles"], view["chooser"], phase_of(view), view.get("portrait"), view.get("kidnapped"), brings


PARTS = {
    "roles": Part(frozenset({"role", "kidnap"}), _roles_depend_on, lambda scene: {"roles": _roles(scene)}),
    "buildings": Part(frozenset({"build", "draft"}), market.depends_on, market.shown),
    "harbour": Part(
        frozenset({"load", "settle", "hacienda", "land-office", "piracy", "plunder", "raid"}),
        harbour.depends_on,
        harbour.shown,
    ),
    "mine": Part(frozenset({"settle", "build", *mine.PLACE_VERBS, *mine.HOLD_VERBS}), mine.depends_on, mine.shown),
}


def gauges(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What ends the game: chips, colonists (nobles, where colonists no longer do), the fullest city."""
    chips = int(START_VICTORY_POINTS[len(view["players"])])
    fullest = max(city_spaces(board) for board in view["players"])
    triggers = view["triggers"]
    left = view["vp_pool"]
    return [
        gauge("vp", "VP chips left", left, chips - left, chips, "victory-points" in triggers or left < chips // 5),
        _nobles_left(view) if mine.has_nobles(view) else _colonists_left(view),
        gauge(
            "u-building", "Fullest city", f"{fullest}/{CITY_SPACES}", fullest, CITY_SPACES, fullest > CITY_SPACES - 3
        ),
    ]


def _nobles_left(view: Mapping[str, Any]) -> dict[str, Any]:
    left = view["noble_supply"]
    return gauge("noble", "Nobles left", left, NOBLES - left, NOBLES, False)


def _colonists_left(view: Mapping[str, Any]) -> dict[str, Any]:
    players, supply = view["players"], view["colonist_supply"]
    on_boards = sum(
        sum(on for _, on in board["island"].values()) + sum(board["city"].values()) + board["san_juan"]
        for board in players
    )
    most = supply + view["colonist_ship"] + on_boards - len(players)  # at first one for each player is aboard
    near = "colonists" in view["triggers"] or supply < most // 5
    return gauge("colonist", "Colonists left", supply, most - supply, most, near)


def _roles(scene: Scene) -> list[dict[str, Any]]:
    view, phase = scene.view, phase_of(scene.view)
    held = view.get("kidnapped")
    shown = []
    for role, card in view["roles"].items():
        taker = card["taken_by"]
        name = spoken_name(role)
        now = phase == name and taker == view["chooser"] and taker is not None
        kidnapper = held["by"] if held and held["role"] == role else None
        piece = f"kidnap:{role}" if view["decision"] == "buccaneer" else f"role:{role}"
        shown.append(
            {
                "id": name,
                "key": role,
                "name": name.capitalize(),
                "text": ROLE_TEXT[role],
                "rules": ROLE_RULES[name],
                "brings": brings_me(scene, role),
                "coins": card["doubloons"],
                "seat": None if taker is None else taker + 1,
                "by": "" if taker is None else name_of(scene, taker),
                "now": now,
                "held": None if kidnapper is None else (kidnapper + 1, name_of(scene, kidnapper)),
                "portrait": _portrait(scene) if role == "buccaneer" else None,
                **piece_state(scene, piece),
            }
        )
    return shown


def _portrait(scene: Scene) -> tuple[int, str] | None:
    """Who was the last buccaneer and may not be the next."""
    holder = scene.view["portrait"]
    return None if holder is None else (holder + 1, name_of(scene, holder))


# --- the others -------------------------------------------------------------------------------------------------------


def rival_depends_on(scene: Scene, p: int) -> Any:
    """What another's board shows, besides who that is and whose turn it is."""
    view = scene.view
    return view["players"][p], scene.points[p], _roles_of(scene, p), view.get("portrait") == p, mine.has_nobles(view)


def _roles_of(scene: Scene, p: int) -> list[str]:
    return [spoken_name(role) for role, card in scene.view["roles"].items() if card["taken_by"] == p]


def rival(scene: Scene, p: int) -> dict[str, Any]:
    """Another's board."""
    board = scene.view["players"][p]
    nobles_in = board.get("nobles_in", {})
    forests = sum(board.get("forests", {}).values())
    island = [(kind, i < on) for kind, (n, on) in board["island"].items() for i in range(n)]
    return {
        **rival_seat(scene, p),
        "roles": _roles_of(scene, p),
        "portrait": scene.view.get("portrait") == p,
        "coins": board["doubloons"],
        "vp": scene.points[p],
        "nobles": board["nobles"] if mine.has_nobles(scene.view) else None,
        "san_juan": board["san_juan"],
        "goods": [(good, n) for good, n in board["goods"].items() if n],
        "island": island + [("forest", True)] * forests,
        "city": [BUILDINGS[name] | {"on": on, "nobles": nobles_in.get(name, 0)} for name, on in board["city"].items()],
        "spaces": city_spaces(board),
    }
