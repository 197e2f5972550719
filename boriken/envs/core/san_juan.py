"""San Juan as numbers: what a seat sees, and what only a critic may see."""

from __future__ import annotations

from typing import Any

from boriken.engine import State, rule
from boriken.engine.layout import MOST, PER_SEAT, Layout, Piece, flag, flags
from boriken.san_juan.components import GOODS, KINDS, NONE, PRICES, PRODUCTION_KINDS, ROLES, TILES, Role
from boriken.san_juan.hidden import knows_order, knows_shown, tiles_known
from boriken.san_juan.state import Decision

from .writing import put, put_all, put_one_of, put_seat, put_zeros

DECISIONS = Decision.OVER + 1

TABLE = (
    flags("decision", (DECISIONS,), "what is asked, one of: start, office, chapel, ... as in docs/decisions"),
    flags("turn", (PER_SEAT,), "who chooses, counted from the observer"),
    flags("governor", (PER_SEAT,), "the governor, counted from the observer"),
    flags("chooser", (PER_SEAT,), "who took the role that is being played; none between roles"),
    Piece("round", (), 1, MOST, 20, "the number of the round"),
    flag("first_edition", "option: the edition of 2004, not of 2014"),
    flag("new_buildings", "option: with The New Buildings"),
    flag("variation", "option: set-up variation"),
    flags("role", (ROLES,), "the role that is being played; none between roles"),
    flags("role_free", (ROLES,), "roles that nobody has taken in this round"),
    flag("doubled", "a library doubles the privilege of this role"),
    Piece("prices", (PRODUCTION_KINDS,), 0, 3, 3, "trader: what each good brings now; else zeros"),
    flags("tiles", (TILES, TILES), "the trading house tiles from the top, by number; zeros where nobody has seen it"),
    Piece("pile", (), 0, MOST, 100, "cards in the draw pile"),
    Piece("discards", (), 0, MOST, 100, "cards in the discard pile"),
    flag("cathedral", "the cathedral is to be had"),
    Piece(
        "shown", (KINDS,), 0, 127, 2, "cards drawn and in no hand yet, by kind; zeros if the observer cannot see them"
    ),
    flags("building", (KINDS,), "builder: the card being built"),
    flags("cover", (KINDS,), "builder: the building that the crane covers"),
    flag("cover_good", "builder: with the good on it"),
    Piece("to_pay", (), 0, 127, 6, "builder: what must still be paid"),
    Piece("full_price", (), 0, 127, 6, "builder: what could be paid if all discounts were declined"),
    Piece("paid", (), 0, 127, 6, "builder: cards and goods paid so far"),
    Piece("goods_paid", (), 0, 127, 2, "builder: goods paid so far"),
    flag("goods_done", "builder: no more goods will be paid"),
    Piece("sold", (GOODS,), 0, 127, 2, "trader: goods that the seat to move has sold"),
    flag("anybody_sold", "trader: something has been sold in this phase"),
    Piece("first", (), 0, KINDS, KINDS, "cards or goods one by one: the next is of this kind or later; 0 if hidden"),
    Piece("left", (), 0, 127, 5, "how many the seat to move may or must still choose"),
    Piece("spare", (), 0, 127, 1, "archive: cards that need not be discarded"),
    Piece("chosen", (), 0, 127, 3, "how many the seat to move has chosen"),
    Piece("hand", (KINDS,), 0, 127, 2, "the observer's cards, by kind"),
    Piece("tucked", (KINDS,), 0, 127, 2, "the cards under the observer's chapel and bank, by kind"),
    Piece("chapel", (), 0, 127, 5, "how many of them lie under the chapel"),
    Piece("bank", (), 0, 127, 5, "how many of them lie under the bank"),
)

SEAT = (
    Piece("hand_size", (), 0, 127, 7, "cards in hand"),
    Piece("city", (KINDS,), 0, 127, 1, "buildings by kind"),
    Piece("buildings", (), 0, 127, 12, "how many buildings"),
    Piece("covered", (KINDS,), 0, 127, 1, "buildings that others cover, by kind"),
    Piece("goods", (GOODS,), 0, 127, 1, "how many buildings have this good on them"),
    Piece("harbor", (), 0, 127, 5, "cards under the harbor"),
    flag("bank_used", "the bank has been used"),
    flag("library_used", "the library has been used in this round (two players)"),
    flag("has_built", "builder: has built in this phase"),
    flags("roles", (ROLES,), "roles taken in this round"),
)

SECRET_TABLE = (
    Piece("pile_cards", (KINDS,), 0, 127, 5, "the draw pile by kind"),
    Piece("discard_cards", (KINDS,), 0, 127, 5, "the discards by kind"),
    Piece("goods_cards", (KINDS,), 0, 127, 2, "the cards that lie on buildings as goods"),
    Piece("harbor_cards", (KINDS,), 0, 127, 2, "the cards under harbors"),
    Piece("true_shown", (KINDS,), 0, 127, 2, "cards drawn and in no hand yet"),
    flags("true_tiles", (TILES, TILES), "the trading house tiles from the top, by number"),
)

SECRET_SEAT = (
    Piece("hands", (KINDS,), 0, 127, 2, "cards in hand, by kind"),
    Piece("tucked_cards", (KINDS,), 0, 127, 2, "cards under chapel and bank, by kind"),
    Piece("chapels", (), 0, 127, 5, "cards under the chapel"),
    Piece("banks", (), 0, 127, 5, "cards under the bank"),
)


def observation(players: int) -> Layout:
    """What `observe` writes."""
    return Layout(TABLE, SEAT, players)


def secrets(players: int) -> Layout:
    """What `reveal` writes."""
    return Layout(SECRET_TABLE, SECRET_SEAT, players)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat sees, in the order of TABLE, then of SEAT for each seat from its own on."""
    k = _table(s, seat, out)
    k = _phase(s, seat, out, k)
    k = put_all(out, k, s.hand[seat], KINDS)
    k = put_all(out, k, s.tucked[seat], KINDS)
    k = put(out, k, min(s.chapel[seat], 127))
    k = put(out, k, s.bank[seat])
    for i in range(s.players):
        k = _seat(s, (seat + i) % s.players, out, k)


@rule
def _table(s: State, seat: int, out: Any) -> int:
    k = put_one_of(out, 0, DECISIONS, s.decision)
    k = put_seat(out, k, s, seat, NONE if s.over else s.turn)
    k = put_seat(out, k, s, seat, s.governor)
    k = put_seat(out, k, s, seat, s.chooser)
    k = put(out, k, s.round_number)
    k = put(out, k, s.edition == 1)
    k = put(out, k, s.new_buildings)
    k = put(out, k, s.variation)
    k = put_one_of(out, k, ROLES, s.role)
    for role in range(ROLES):
        out[k + role] = s.taken_by[role] == NONE
    k += ROLES
    k = put(out, k, s.doubled)
    trading = s.role == Role.TRADER
    tile = s.tiles[s.top_tile]
    k = put_all(out, k, PRICES[tile], PRODUCTION_KINDS) if trading else put_zeros(out, k, PRODUCTION_KINDS)
    known = tiles_known(s)
    for i in range(TILES):
        place = (s.top_tile + i) % TILES
        k = put_one_of(out, k, TILES, s.tiles[place] if place < known else NONE)
    k = put(out, k, s.pile_size)
    k = put(out, k, s.discards_size)
    return put(out, k, s.cathedral)


@rule
def _phase(s: State, seat: int, out: Any, k: int) -> int:
    """What matters only within a phase."""
    k = put_all(out, k, s.shown, KINDS) if knows_shown(s, seat) else put_zeros(out, k, KINDS)
    k = put_one_of(out, k, KINDS, s.building)
    k = put_one_of(out, k, KINDS, s.cover)
    k = put(out, k, s.cover_good)
    k = put(out, k, s.to_pay)
    k = put(out, k, s.full_price)
    k = put(out, k, s.paid)
    k = put(out, k, s.goods_paid)
    k = put(out, k, s.goods_done)
    k = put_all(out, k, s.sold, GOODS)
    k = put(out, k, s.anybody_sold)
    k = put(out, k, s.first if knows_order(s, seat) else 0)
    k = put(out, k, s.left)
    k = put(out, k, s.spare)
    return put(out, k, s.chosen)


@rule
def _seat(s: State, p: int, out: Any, k: int) -> int:
    """The block of seat p: what everybody sees of it."""
    k = put(out, k, s.hand_size[p])
    k = put_all(out, k, s.city[p], KINDS)
    k = put(out, k, s.buildings[p])
    k = put_all(out, k, s.covered[p], KINDS)
    k = put_all(out, k, s.goods[p], GOODS)
    k = put(out, k, min(s.harbor[p], 127))
    k = put(out, k, s.bank_used[p])
    k = put(out, k, s.library_used[p])
    k = put(out, k, s.built[p] != NONE)
    for role in range(ROLES):
        out[k + role] = s.taken_by[role] == p
    return k + ROLES


@rule
def reveal(s: State, seat: int, out: Any) -> None:
    """Write what is hidden from somebody, in the order of SECRET_TABLE, then of SECRET_SEAT for each seat."""
    k = put_all(out, 0, s.pile, KINDS)
    k = put_all(out, k, s.discards, KINDS)
    k = put_all(out, k, s.goods_cards, KINDS)
    k = put_all(out, k, s.harbor_cards, KINDS)
    k = put_all(out, k, s.shown, KINDS)
    for i in range(TILES):
        k = put_one_of(out, k, TILES, s.tiles[(s.top_tile + i) % TILES])
    for i in range(s.players):
        p = (seat + i) % s.players
        k = put_all(out, k, s.hand[p], KINDS)
        k = put_all(out, k, s.tucked[p], KINDS)
        k = put(out, k, min(s.chapel[p], 127))
        k = put(out, k, s.bank[p])
