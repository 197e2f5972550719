"""What a seat may see. Interfaces show views and nothing else; whatever is hidden never gets this far."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, named, written

from .components import NONE, TILES, Building, Good, Role, Tile
from .hidden import knows
from .scoring import reasons
from .state import NOT_IN_GAME, Decision

_ROLES, _GOODS, _TILES, _BUILDINGS = named(Role), named(Good), named(Tile), named(Building)


def view(s: Fields, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it (None: as an onlooker does), in names and plain numbers.

    Which tiles lie face down is given by kind: everybody can work that out. Hidden chips of others are None.
    """
    over = bool(s.over)
    return {
        "game": "puerto-rico",
        "swap": bool(s.swap),
        "round": s.round_number,
        "governor": s.governor,
        "decision": Decision(s.decision).name.lower(),
        "turn": None if over else s.turn,
        "chooser": _seat(s.chooser),
        "roles": {
            name: {"doubloons": s.role_doubloons[role], "taken_by": _seat(s.taken_by[role])}
            for role, name in _ROLES
            if s.taken_by[role] != NOT_IN_GAME
        },
        "face_up": _counts(_GOODS, s.face_up),
        "face_down": _counts(_GOODS, s.face_down),
        "discards": _counts(_GOODS, s.discards),
        "quarries": s.quarries,
        "goods": _counts(_GOODS, s.supply),
        "trading_house": _counts(_GOODS, s.trading_house),
        "hacienda_used": bool(s.hacienda_used),  # by the seat that is settling
        "captain_loaded": bool(s.captain_loaded),  # and has had the privilege's point
        "ships": [
            {"capacity": capacity, "good": None if good == NONE else written(Good(good)), "barrels": barrels}
            for capacity, good, barrels in zip(s.ship_capacity, s.ship_good, s.ship_barrels, strict=True)
            if capacity > 0
        ],
        "colonist_supply": s.colonist_supply,
        "colonist_ship": s.colonist_ship,
        "vp_pool": s.vp_pool,
        "vp_scored": sum(s.vp),  # chips taken and points on paper, of all together: everybody sees those go
        "buildings": _counts(_BUILDINGS, s.copies),
        "triggers": list(reasons(s)),
        "players": [_board(s, p, knows(s, seat, p)) for p in range(s.players)],
    }


def _board(s: Fields, p: int, vp_known: bool) -> dict[str, Any]:
    return {
        "doubloons": s.doubloons[p],
        "vp": s.vp[p] if vp_known else None,
        "goods": _counts(_GOODS, s.goods[p]),
        "island": {name: [s.island[p][tile], s.colonists[p][tile]] for tile, name in _TILES},
        "city": {name: s.colonists[p][TILES + b] for b, name in _BUILDINGS if s.built[p] >> b & 1},
        "san_juan": s.san_juan[p],
        "wharf_used": bool(s.wharf_used[p]),  # in this captain phase
    }


def _counts(kinds: tuple[tuple[int, str], ...], numbers: list[int]) -> dict[str, int]:
    return {name: numbers[kind] for kind, name in kinds}


def _seat(seat: int) -> int | None:
    return None if seat == NONE else seat
