"""What a seat may see. Interfaces show views and nothing else; whatever is hidden never gets this far."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, named, written
from boriken.engine.viewing import COUNT, Progress, progress_of

from .actions import place_name
from .components import BASE_BUILDINGS, GOODS, NOBLES_COUNT_AT, NONE, PLACES, TILES, Building, Good, Role, Tile
from .festival import BARRELS, BUILDING, PLANTATION
from .guests import Step
from .hidden import knows
from .scoring import reasons
from .state import FOREST, NOT_IN_GAME, Decision

NUMBERS = {
    "round": "round_number",
    "governor": "governor",
    "quarries": "quarries",
    "colonist_supply": "colonist_supply",
    "colonist_ship": "colonist_ship",
    "vp_pool": "vp_pool",
}
"""Members of a view that are fields of the record; `reading` goes by these tables, too."""
FLAGS = (
    "hacienda_used",  # by the seat that is settling
    "captain_loaded",  # and has had the privilege's point
)
HEAPS = {
    "face_up": "face_up",
    "face_down": "face_down",
    "discards": "discards",
    "goods": "supply",
    "trading_house": "trading_house",
}
"""Pieces counted by kind of good."""
MORE_NUMBERS = (
    "noble_ship",
    "noble_supply",
    "shortfall",  # still to be paid on the black market
    "raided",  # persons kept so far
    "given",  # barrels to the royal supplier
    "cargo",  # barrels aboard the small wharf
)
"""With expansions."""
PROGRESS: Progress = {
    "roles_taken": COUNT,
    "last_piece": range(FOREST, PLACES),
    "place_from": range(PLACES),
    "circles_left": COUNT,
    "produced": range(1 << GOODS),
    "idle_turns": COUNT,
    "room_for_kinds": COUNT,
    "stored": range(1 << GOODS),
}
"""How far the phase at hand has come: what the rules go by and nothing else in a view tells. All can follow that."""
MORE_PROGRESS: Progress = {
    **PROGRESS,
    "library_now": range(2),
    "privileges": COUNT,
    "captain_steps": COUNT,
    "last_good": range(GOODS),
    "storing": range(2),
    "sold": COUNT,
    "land_office_used": range(2),
    "person": range(2),
    "helped": COUNT,
    "guest_step": range(len(Step)),
    "guest_to": range(PLACES),
    "asked_before": range(len(Decision)),
}

_PAYING = (Decision.PAY_CHIP, Decision.PAY_BARREL, Decision.PAY_PERSON, Decision.PAY_FROM)
_ROLES, _GOODS, _TILES, _BUILDINGS = named(Role), named(Good), named(Tile), named(Building)


def view(s: Fields, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it (None: as an onlooker does), in names and plain numbers.

    Which tiles lie face down is given by kind: everybody can work that out. Hidden chips of others are None.
    """
    over = bool(s.over)
    return {
        "game": "puerto-rico",
        "swap": bool(s.swap),
        "decision": written(Decision(s.decision)),
        "turn": None if over else s.turn,
        "chooser": _seat(s.chooser),
        "roles": {
            name: {"doubloons": s.role_doubloons[role], "taken_by": _seat(s.taken_by[role])}
            for role, name in _ROLES[: len(s.taken_by)]
            if s.taken_by[role] != NOT_IN_GAME
        },
        **{member: getattr(s, field) for member, field in NUMBERS.items()},
        **{name: bool(getattr(s, name)) for name in FLAGS},
        **{member: _counts(_GOODS, getattr(s, field)) for member, field in HEAPS.items()},
        "ships": [
            {"capacity": capacity, "good": None if good == NONE else written(Good(good)), "barrels": barrels}
            for capacity, good, barrels in zip(s.ship_capacity, s.ship_good, s.ship_barrels, strict=True)
            if capacity > 0
        ],
        "vp_scored": sum(s.vp),  # chips taken and points on paper, of all together: everybody sees those go
        "buildings": _counts(_in_game(s), s.copies),
        "triggers": list(reasons(s)),
        "players": [_board(s, p, knows(s, seat, p)) for p in range(s.players)],
        "progress": progress_of(s, MORE_PROGRESS if _expanded(s) else PROGRESS),
        **(_more(s) if _expanded(s) else {}),
    }


def lifted(now: Fields, before: Fields) -> dict[str, Any]:
    """For a seat that places its colonists: where they stood before it lifted them, which all could see."""
    board = _board(before, now.turn, False)
    return {
        "lifted": {
            "island": {name: colonists for name, (_, colonists) in board["island"].items()},
            "city": board["city"],
            "san_juan": board["san_juan"],
        }
    }


def _expanded(s: Fields) -> bool:
    return hasattr(s, "in_game")


def _in_game(s: Fields) -> tuple[tuple[int, str], ...]:
    """The buildings in the game."""
    if not _expanded(s):
        return _BUILDINGS[:BASE_BUILDINGS]
    return tuple((building, name) for building, name in _BUILDINGS if s.in_game >> building & 1)


def _more(s: Fields) -> dict[str, Any]:
    """What the expansions add in the middle of the table."""
    paid = s.kidnapped != NONE and s.taken_by[s.kidnapped] not in (NONE, s.kidnapper)
    return {
        "role": None if s.role == NONE else written(Role(s.role)),  # the one being played
        "alone": bool(s.alone),  # by its kidnapper
        **{name: getattr(s, name) for name in MORE_NUMBERS},
        "portrait": _seat(s.portrait),
        "kidnapped": None
        if s.kidnapped == NONE
        else {"role": written(Role(s.kidnapped)), "by": s.kidnapper, "paid": paid},
        "festival": None
        if s.festival_plantation == NONE
        else {
            "plantation": written(Good(s.festival_plantation)),
            "plantation_met": _seat(s.festival_met[PLANTATION]),
            "goods": {name: n for name, n in _counts(_GOODS, s.festival_goods).items() if n},
            "goods_met": _seat(s.festival_met[BARRELS]),
            "building": written(Building(s.festival_building)),
            "building_met": _seat(s.festival_met[BUILDING]),
        },
        "drawn_tile": written(Good(s.last_piece)) if s.decision == Decision.DRAWN_TILE else None,  # on no island yet
        "paid_building": written(Building(s.last_piece)) if s.decision in _PAYING else None,
        "pirated_ship": s.ship_capacity[s.last_piece] if s.decision == Decision.LOOT else None,
        "guest_to": place_name(s.guest_to) if s.decision == Decision.GUEST_IS else None,
        "kept": _counts(_GOODS, s.kept),  # single barrels, by the seat that stores
        "got": [_counts(_GOODS, s.got[p]) for p in range(s.players)],  # barrels in this craftsman phase
    }


def _board_more(s: Fields, p: int) -> dict[str, Any]:
    """What the expansions add to a player's board."""
    at = zip(NOBLES_COUNT_AT, s.nobles_at[p], strict=True)
    return {
        "forests": _counts(_GOODS, s.forests[p]),  # by the plantation underneath
        "nobles": s.nobles[p],  # wherever they stand
        "nobles_in": {written(building): n for building, n in sorted(at) if s.built[p] >> building & 1},
        "library_used": bool(s.library_used[p]),  # two players: in this round
        "small_wharf_used": bool(s.small_wharf_used[p]),  # in this captain phase
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
        **(_board_more(s, p) if _expanded(s) else {}),
    }


def _counts(kinds: tuple[tuple[int, str], ...], numbers: list[int]) -> dict[str, int]:
    return {name: numbers[kind] for kind, name in kinds}


def _seat(seat: int) -> int | None:
    return None if seat == NONE else seat
