"""What a seat may see. Interfaces show views and nothing else; whatever is hidden never gets this far."""

from __future__ import annotations

from typing import Any

from boriken.engine import Fields, named, written
from boriken.engine.viewing import COUNT, Progress, progress_of

from .components import KINDS, NONE, PRICES, TILES, Card, Good, Role
from .hidden import knows, knows_order, knows_shown, tiles_known
from .scoring import reasons
from .state import Decision

NUMBERS = {
    "round": "round_number",
    "governor": "governor",
    "pile": "pile_size",
    "discards": "discards_size",
    "to_pay": "to_pay",
}
"""Members of a view that are fields of the record; `reading` goes by these tables, too."""
SEAT_NUMBERS = ("hand_size", "buildings", "harbor")
SEAT_FLAGS = ("bank_used", "library_used")
PROGRESS: Progress = {
    "roles_taken": COUNT,
    "doubled": range(2),
    "top_tile": range(TILES),
    "tiles_seen": range(TILES + 1),
    "first": range(KINDS),
    "left": COUNT,
    "spare": COUNT,
    "chosen": COUNT,
    "sold": COUNT,
    "anybody_sold": range(2),
    "cover_good": range(2),
    "full_price": COUNT,
    "paid": COUNT,
    "goods_paid": COUNT,
    "goods_done": range(2),
    "built": range(NONE, KINDS),
}
"""How far the phase at hand has come: what the rules go by and nothing else in a view tells. All can follow that."""

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
        **{member: getattr(s, field) for member, field in NUMBERS.items()},
        "decision": written(Decision(s.decision)),
        "turn": None if over else s.turn,
        "chooser": _seat(s.chooser),
        "role": None if s.role == NONE else written(Role(s.role)),
        "roles": {name: _seat(s.taken_by[role]) for role, name in _ROLES},
        "tile": PRICES[s.tiles[s.top_tile]].tolist() if trading else None,
        "tiles": [PRICES[tile].tolist() if tile is not None else None for tile in _tiles(s)],
        "cathedral": bool(s.cathedral),
        "shown": counts(s.shown) if knows_shown(s, seat) else None,
        "shown_size": sum(s.shown),
        "building": None if s.building == NONE else written(Card(s.building)),
        "covering": covering(s),
        "triggers": list(reasons(s)),
        "players": [_seat_view(s, p, knows(s, seat, p)) for p in range(s.players)],
        "progress": progress_of(s, PROGRESS) | ({} if knows_order(s, seat) else {"first": 0}),
    }


def _seat_view(s: Fields, p: int, known: bool) -> dict[str, Any]:
    return {
        "hand": counts(s.hand[p]) if known else None,
        **{name: getattr(s, name)[p] for name in SEAT_NUMBERS},
        "city": counts(s.city[p]),
        "covered": counts(s.covered[p]),
        "goods": {name: s.goods[p][good] for good, name in _GOODS},
        "chapel": s.chapel[p] if known else None,
        "bank": s.bank[p] if known else None,
        "tucked": counts(s.tucked[p]) if known else None,
        **{name: bool(getattr(s, name)[p]) for name in SEAT_FLAGS},
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
