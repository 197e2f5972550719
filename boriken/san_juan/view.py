"""What a seat may see. Interfaces show views and nothing else; whatever is hidden never gets this far."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, named, written

from .components import NONE, PRICES, TILES, Card, Good, Role
from .hidden import knows, knows_shown, tiles_known
from .scoring import reasons
from .state import Decision

_ROLES, _GOODS, _CARDS = named(Role), named(Good), named(Card)


def view(s: Fields, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it (None: as an onlooker does), in names and plain numbers.

    What is hidden is None: other hands, the cards under other chapels and banks with their number, the prices of tiles
    that nobody has seen. When the game is over, hands and points are open.
    """
    over = bool(s.over)
    trading = s.role == Role.TRADER
    return {
        "game": "san-juan",
        "edition": s.edition,
        "round": s.round_number,
        "governor": s.governor,
        "decision": written(Decision(s.decision)),
        "turn": None if over else s.turn,
        "chooser": _seat(s.chooser),
        "role": None if s.role == NONE else written(Role(s.role)),
        "roles": {name: _seat(s.taken_by[role]) for role, name in _ROLES},
        "tile": PRICES[s.tiles[s.top_tile]].tolist() if trading else None,
        "tiles": [PRICES[tile].tolist() if tile is not None else None for tile in _tiles(s)],
        "pile": s.pile_size,
        "discards": s.discards_size,
        "cathedral": bool(s.cathedral),
        "shown": counts(s.shown) if knows_shown(s, seat) else None,
        "building": None if s.building == NONE else written(Card(s.building)),
        "covering": covering(s),
        "to_pay": s.to_pay,
        "triggers": list(reasons(s)),
        "players": [_seat_view(s, p, knows(s, seat, p)) for p in range(s.players)],
    }


def _seat_view(s: Fields, p: int, known: bool) -> dict[str, Any]:
    return {
        "hand": counts(s.hand[p]) if known else None,
        "hand_size": s.hand_size[p],
        "city": counts(s.city[p]),
        "buildings": s.buildings[p],
        "covered": counts(s.covered[p]),
        "goods": {name: s.goods[p][good] for good, name in _GOODS},
        "chapel": s.chapel[p] if known else None,
        "bank": s.bank[p] if known else None,
        "tucked": counts(s.tucked[p]) if known else None,
        "harbor": s.harbor[p],
        "bank_used": bool(s.bank_used[p]),
        "library_used": bool(s.library_used[p]),
    }


def counts(heap: list[int]) -> dict[str, int]:
    """The cards of a heap by name."""
    return {name: heap[card] for card, name in _CARDS if heap[card]}


def covering(s: Fields) -> str | None:
    """What the crane is about to cover."""
    if s.cover == NONE:
        return None
    with_good = s.cover_good and s.cover != Card.CUSTOMS_OFFICE
    return written(Card(s.cover)) + ("+good" if with_good else "")


def _tiles(s: Fields) -> list[int | None]:
    """The tiles from the top of the stack; None for those that nobody knows."""
    known = tiles_known(s)
    return [s.tiles[place] if place < known else None for place in ((s.top_tile + i) % TILES for i in range(TILES))]


def _seat(seat: int) -> int | None:
    return None if seat == NONE else seat
