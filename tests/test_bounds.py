"""No count of a game leaves its field within the longest game there can be."""

from __future__ import annotations

import numpy as np
import pytest

from boriken.engine.game import MOST_ACTIONS
from boriken.games import GAMES
from boriken.puerto_rico import PUERTO_RICO, PUERTO_RICO_EXPANDED
from boriken.puerto_rico.components import ALL_COLONISTS, BARRELS, NOBLES, START_COLONISTS, START_VICTORY_POINTS
from boriken.san_juan.components import CARD_TABLE

_ROLES_A_ROUND = 3
"""The fewest that are taken in a round of either game: so many actions a round takes at least."""
_MOST_DOUBLOONS = 60
"""That an action can bring besides those lying on a role card: most by a jeweler with all nobles, and factories."""
_RECORDS = {**{name: rules.dtype for name, rules in GAMES.items()}, "expansions": PUERTO_RICO_EXPANDED.dtype}
_PUERTO_RICO = ["puerto-rico", "expansions"]


def _most(game: str, field: str) -> int:
    return int(np.iinfo(_RECORDS[game][field].base).max)


@pytest.mark.parametrize("game", _RECORDS)
def test_rounds_can_be_counted(game: str) -> None:
    assert _most(game, "round_number") >= MOST_ACTIONS // _ROLES_A_ROUND


@pytest.mark.parametrize("game", _PUERTO_RICO)
def test_doubloons_can_be_counted(game: str) -> None:
    rounds = MOST_ACTIONS // _ROLES_A_ROUND
    assert rounds <= _most(game, "role_doubloons"), "one a round lies down on a card that nobody takes"
    on_cards = 9 * rounds
    assert on_cards + _MOST_DOUBLOONS * MOST_ACTIONS <= _most(game, "doubloons")


@pytest.mark.parametrize("game", _PUERTO_RICO)
def test_points_can_be_counted(game: str) -> None:
    """The round in which the chips run out is the last: in it, everybody may ship all barrels there are, and more."""
    assert int(max(START_VICTORY_POINTS)) + 1000 <= _most(game, "vp")
    assert int(max(START_VICTORY_POINTS)) <= _most(game, "vp_pool")


@pytest.mark.parametrize("field", ["colonist_supply", "colonist_ship", "san_juan"])
@pytest.mark.parametrize(
    ("game", "persons"),
    [("puerto-rico", int(max(START_COLONISTS)) + 5), ("expansions", ALL_COLONISTS + NOBLES)],
)
def test_all_persons_can_be_in_one_place(game: str, persons: int, field: str) -> None:
    assert persons <= _most(game, field)


@pytest.mark.parametrize("field", ["got", "cargo", "given", "kept"])
def test_all_barrels_of_the_game_can_be_counted_in_one_place(field: str) -> None:
    """More than once round in a phase they do not go: what is made stays with whoever made it."""
    assert int(BARRELS.sum()) <= _most("expansions", field)


def test_the_fields_of_the_base_game_are_as_wide_with_expansions() -> None:
    both = set(PUERTO_RICO.dtype.names or ()) & set(PUERTO_RICO_EXPANDED.dtype.names or ())
    assert both == set(PUERTO_RICO.dtype.names or ())
    for name in both:
        assert PUERTO_RICO.dtype[name].base == PUERTO_RICO_EXPANDED.dtype[name].base, name


def test_the_state_stays_below_a_kibibyte() -> None:
    assert PUERTO_RICO_EXPANDED.dtype.itemsize < 1024


@pytest.mark.parametrize("field", ["chapel", "harbor", "pile_size", "discards_size"])
def test_cards_in_one_place_can_be_counted(field: str) -> None:
    cards = sum(row.copies + row.new_copies for row in CARD_TABLE.values()) + 8
    assert 127 < cards <= _most("san-juan", field)
